// SPDX-License-Identifier: MIT
// Contact volumes by duals: the lecture's way.
#pragma once

#include <algorithm>

#include <masu/narrow_phase/detail/contact_volume_access.hpp>

namespace masu {

// A point inside both bodies, the duals of all planes about it, their hull, and its dual (D. E.
// Muller and F. P. Preparata, "Finding the intersection of two convex polyhedra", 1978). GJK tells
// bodies that are apart; the point is the centre of nearly the largest ball in both; planes that do
// not reach the part that the boxes around the bodies share are left out. See HalfSpaceIntersection
// for what rounding does. Where the part is small (in double below 2^-14 of the bodies' size), the
// planes that have a face are made again from the vertices with 106 bits, so that its volume is as
// precise as that of any other. Of faces in one plane exactly the first body's is named.
//
// O(n log n) for n planes; what counts is how many remain. No allocation once it and the volume
// have seen as large a task.
template <int D, class T>
class MullerPreparata {
 public:
  using Body = ConvexPolytope<D, T>;
  using Place = Transform<D, T>;

  explicit MullerPreparata(Allocator allocator = default_allocator())
      : planes_(allocator), dual_(allocator), sources_(allocator) {}

  // Swapped bodies give the flipped answer bit for bit: the same polytope, sources exchanged,
  // normal reversed, loops running the other way. Statuses, with an empty volume: apart; touching,
  // where no ball larger than rounding (2^-47 of the bodies' coordinates, one in the frame of the
  // other) fits in both; no_points, a body that was not built; those of Transform::check();
  // unbounded, a body's own planes do not enclose it (needles whose planes are rounding);
  // out_of_memory.
  Status find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
              ContactVolume<D, T>& volume);

  // Watched. The trace sees FrameOfSteps; the phases "planes", "point inside", "duals", "hull" and
  // "corners"; PlaneTaken, BallShrinks, CenterFound, DualPoint, the events of Quickhull3 or
  // AndrewChain, CornerAppears. For a small part "exact planes" and PlaneTaken follow, for those
  // that have a face, then the last three phases again.
  template <class Trace>
  Status find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
              ContactVolume<D, T>& volume, Trace&& trace) {
    const auto run = [&](const Body& first, const Place& at_first, const Body& second,
                         const Place& at_second, bool swapped) {
      trace.on(PhaseBegins{"planes"});
      const auto gathered = planes_.gather(first, at_first, second, at_second, detail::Keep::near);
      if (gathered != Status::ok) return gathered;
      detail::tell_planes(planes_, swapped, trace);
      trace.on(PhaseBegins{"point inside"});
      if (const Status s = planes_.find_center(trace); s != Status::ok) return s;
      if (const Status s = build(volume, trace); s != Status::ok) return s;
      if (std::is_same_v<T, double> && planes_.shallow()) {
        trace.on(PhaseBegins{"exact planes"});
        if (!sort_sources(volume)) return Status::out_of_memory;
        const std::span<const std::uint32_t> sources(sources_.data(), sources_.size());
        planes_.refine(sources, first, at_first, second, at_second);
        planes_.keep_only(sources);
        detail::tell_planes(planes_, swapped, trace);
        if (const Status s = build(volume, trace); s != Status::ok) return s;
      }
      const detail::SharedPlanes<D, T> shared(planes_, first, second);
      return Access::finish(volume, dual_.points(), planes_, shared, swapped)
                 ? Status::ok
                 : Status::out_of_memory;
    };
    return detail::find_volume<D, T>(a, at_a, b, at_b, volume, run);
  }

  // Of the last hull.
  const HullStats& stats() const { return dual_.stats(); }

 private:
  using Access = detail::ContactVolumeAccess<D, T>;
  using Dual = std::conditional_t<D == 2, detail::DualPolytope2, detail::DualPolytope3>;

  template <class Trace>
  Status build(ContactVolume<D, T>& volume, Trace& trace) {
    if constexpr (D == 2) {
      return dual_.build(planes_.planes(), Access::sources(volume), trace);
    } else {
      return dual_.build(planes_.planes(), Access::polytope(volume), trace);
    }
  }

  // In the plane they come in the order around it.
  bool sort_sources(ContactVolume<D, T>& volume) {
    const std::span<const std::uint32_t> sources = std::as_const(Access::sources(volume));
    if (!sources_.resize(sources.size())) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) sources_[i] = sources[i];
    std::sort(sources_.begin(), sources_.end());
    return true;
  }

  detail::ContactPlanes<D> planes_;
  Dual dual_;
  Buffer<std::uint32_t> sources_;
};

}  // namespace masu
