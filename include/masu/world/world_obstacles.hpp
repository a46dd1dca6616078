// SPDX-License-Identifier: MIT
// The objects of a world as what characters slide among.
#pragma once

#include <masu/world/carry.hpp>
#include <masu/world/world_queries.hpp>

namespace masu {

// A BodySource: the objects as they are now that a filter accepts, but for sensors, which stop
// nobody, and one that is left out: the character's own. The number of a body is its slot.
// World<D, T> is a WorldQueries<D, T>. Meanwhile the world may be asked, and not changed.
//
// In a world that wraps around all images stop it, wherever it is; it is not brought back. Moves
// are refused (out_of_range) 2^20 periods from the origin, and may be over ways of more than 64.
template <int D, class T>
class WorldObstacles {
  using At = Transform<D, T>;

 public:
  // Refers to the world.
  explicit WorldObstacles(const WorldQueries<D, T>& world, const MaybeFilter& filter = {},
                          Handle left_out = {})
      : world_(&world), filter_(filter), left_out_(left_out) {}

  // Of the object that a contact or a result names: SlideContact::body, SlideResult::ground_body.
  Handle object(std::uint32_t body) const { return world_->handle_in(body); }

  // Returns how an object moved since it was at `from`, for carry(). Of what is no obstacle here
  // (stale handles, sensors, what the filter forbids, the object left out) it is a motion of
  // nothing. In a world that wraps around it is that of the image that World::find() names, from
  // the image of `from` nearest to it; give carry() motions of other images too where a character
  // rides on them.
  ObstacleMotion<D, T> motion(Handle h, const At& from) const {
    const auto found = world_->find(h);
    if (!found || h == left_out_ || found->options.sensor) return {};
    if (filter_ && !accepts(*filter_, found->options.filter)) return {};
    At start = from;
    start.translation = world_->nearest_image(from.translation, found->at.translation);
    return {h.index, found->shape, {start, found->at}};
  }

  // BodySource.
  template <class Visit>
  Status for_each_near(const Aabb<D, T>& box, Visit&& visit) const {
    const SearchResult r =
        world_->for_each_image_overlapping(box,
                                           [&](Handle h, const Vec<D, T>& shift) {
                                             if (h == left_out_) return true;
                                             const auto found = world_->find(h);
                                             At at = found->at;
                                             at.translation = at.translation + shift;
                                             return goes_on(visit, h.index, found->shape, at);
                                           },
                                           {.filter = filter_, .sensors = false});
    return r.status == Status::stopped ? Status::ok : r.status;
  }

 private:
  const WorldQueries<D, T>* world_;
  MaybeFilter filter_;
  Handle left_out_;
};

}  // namespace masu
