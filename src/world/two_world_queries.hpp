// SPDX-License-Identifier: MIT
// Queries between the objects of two worlds.
#pragma once

#include <optional>
#include <utility>

#include "world/object_queries.hpp"

namespace masu::detail {

// The queries of one world, and those between it and another. Both worlds may be the same.
template <int D, class T>
class TwoWorldQueries : public ObjectQueries<D, T> {
  using One = ObjectQueries<D, T>;

 public:
  using typename One::Pose;

  using One::filter_for;
  using One::may_touch;
  using One::One;

  WorldNearest<D, T> closest_pair(const TwoWorldQueries& other) const {
    WorldNearest<D, T> best;
    if (!(torus_ == other.torus_)) best.status = Status::out_of_range;
    for (std::uint32_t i = 0; i < objects_.slots() && best.status == Status::ok; ++i) {
      if (!objects_.alive(i)) continue;
      const auto& a = objects_.body(i);
      other.search_closer(a.shape, a.pose, {objects_.filter(i)}, best, objects_.handle(i),
                          [&](std::uint32_t j, const Pose& pose) {
                            const auto& b = other.objects_.body(j);
                            return std::optional(Queries::distance(a.shape, pose, b.shape, b.pose));
                          });
    }
    return best;
  }
  // Calls visit(slot, slot of the other) for each object and each of another world that touch.
  template <class Visit>
  SearchResult for_each_touching_in(const TwoWorldQueries& other, Visit&& visit) const {
    SearchResult all;
    std::uint64_t excluded = 0;
    for (std::uint32_t i = 0; i < objects_.slots() && all.status == Status::ok; ++i) {
      if (!objects_.alive(i)) continue;
      const auto& body = objects_.body(i);
      const Handle h = objects_.handle(i);
      SearchResult r = other.for_each_touching(body.shape, body.pose,
                                               [&](Handle found) {
                                                 if (may_touch(other, i, found.index))
                                                   return goes_on(visit, h, found);
                                                 ++excluded;
                                                 return true;
                                               },
                                               {filter_for(other, i)});
      r.stats.results -= std::exchange(excluded, 0);
      all.stats += r.stats;
      if (r.status != Status::ok) all.status = Status::stopped;
    }
    return all;
  }

 private:
  using typename One::Queries;

  using One::objects_;
  using One::torus_;
};

}  // namespace masu::detail
