// SPDX-License-Identifier: MIT
#include <masu/hull/gift_wrapping2.hpp>

#include "core/opaque-inl.hpp"
#include "hull/counted_signs.hpp"
#include "hull/merged_loop.hpp"

namespace masu {
namespace {

using detail::less_by_xy;

template <class T>
class Wrapping {
 public:
  Wrapping(std::span<const Vec<2, T>> points, HullStats& stats) : points_(points), stats_(stats) {}

  // Returns false if out of memory.
  template <class Trace>
  bool wrap(Buffer<std::uint32_t>& loop, const Trace& trace) {
    const std::uint32_t first = least_of();
    std::uint32_t at = first;
    do {
      if (!loop.push_back(at)) return false;
      const std::uint32_t next = next_of(at, trace);
      if (next == at) return true;  // all points are equal
      trace.on(CandidateAccepted{at, next});
      ++stats_.faces;
      at = next;
    } while (at != first && loop.size() < points_.size());
    return true;
  }

 private:
  // Directions from a vertex fill less than half a turn, so each is left or right of another, and
  // their order is total. Returns `at` itself if no other point differs from it.
  template <class Trace>
  std::uint32_t next_of(std::uint32_t from, const Trace& trace) {
    const Vec<2, T> a = points_[from];
    std::uint32_t best = from;
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      if (points_[i] == a || (best != from && !is_beyond(a, points_[best], points_[i]))) continue;
      best = i;
      trace.on(CandidateReplaced{from, best});
    }
    return best;
  }

  // Returns whether p lies farther out than b, seen from vertex a.
  bool is_beyond(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& p) {
    const int side = detail::counted_orient(a, b, p, stats_);
    if (side != 0) return side < 0;
    // On a line through a vertex both lie on one side of it: the farther one is beyond the other.
    return less_by_xy(a, b) ? less_by_xy(b, p) : less_by_xy(p, b);
  }

  // Returns the first of equal points.
  std::uint32_t least_of() const {
    std::uint32_t least = 0;
    for (std::uint32_t i = 1; i < points_.size(); ++i) {
      if (less_by_xy(points_[i], points_[least])) least = i;
    }
    return least;
  }

  std::span<const Vec<2, T>> points_;
  HullStats& stats_;
};

}  // namespace

template <class T>
Status GiftWrapping2<T>::build(Points points, Hull2& hull, CandidateTrace trace) {
  stats_ = {};
  hull.clear();
  const Status check_status = detail::check_task(points, merge_);
  if (check_status != Status::ok || points.empty()) return check_status;
  detail::MergedLoop* const merged = merge_.relative > 0 ? merged_.need() : nullptr;
  if (merge_.relative > 0 && merged == nullptr) return Status::out_of_memory;
  auto& loop = detail::Hull2Access::loop(hull);
  const bool done =
      with_trace(trace, [&](const auto& t) { return Wrapping<T>(points, stats_).wrap(loop, t); });
  if (!done) {
    hull.clear();
    return Status::out_of_memory;
  }
  return merged == nullptr ? detail::Hull2Access::finish(hull)
                           : merged->finish(merge_, points, hull);
}

template class detail::Opaque<detail::MergedLoop>;
template class GiftWrapping2<float>;
template class GiftWrapping2<double>;

}  // namespace masu
