// SPDX-License-Identifier: MIT
// Contact volumes by cutting one body with the planes of the other.
#pragma once

#include <algorithm>

#include <masu/narrow_phase/detail/clipped_polytope.hpp>
#include <masu/narrow_phase/detail/contact_volume_access.hpp>

namespace masu {

// The plane cut off so many corners and left so many new ones.
struct PlaneCuts {
  FaceSource source;
  std::size_t gone;  // vertices that the plane cuts off, and that it makes
  std::size_t made;  // vertices in the plane
};
// All that is left lies behind it.
struct PlaneMisses {
  FaceSource source;
};

// The twin of MullerPreparata: the same question, answers and statuses, another way. The body with
// which the pair begins is cut by the other's planes, one after the other (in the plane: I. E.
// Sutherland and G. W. Hodgman, "Reentrant polygon clipping", 1974). In space a cut climbs from
// where the last one was to what lies in front of the plane, walks around it, and changes that
// alone: for n planes some O(n) in all, O(n^2) at worst. The quicker of the two where much is in
// common, and vertices of the bodies stay one vertex each.
//
// A vertex is behind a plane or not, and edges are cut between two that differ; every edge belongs
// to two faces. So the surface stays closed whatever is rounded: coincident faces leave slivers,
// never holes. Of a small part the planes are made again with 106 bits as there, and a box around
// the part is cut by those of both bodies, so that no vertex brings along the rounding of their
// size.
template <int D, class T>
class FaceClipping {
 public:
  using Body = ConvexPolytope<D, T>;
  using Place = Transform<D, T>;

  explicit FaceClipping(Allocator allocator = default_allocator())
      : planes_(allocator), clipped_(allocator), sources_(allocator) {}

  // What both bodies hold. The statuses are those of MullerPreparata::find(). O(faces * vertices).
  Status find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
              ContactVolume<D, T>& volume);

  // Watched. The trace sees FrameOfSteps; the phases "planes", "point inside" and "cuts";
  // PlaneTaken, BallShrinks, CenterFound, and for each plane of the second body CornerAppears and
  // PlaneCuts, or PlaneMisses. For a small part "exact planes" follows, then "cuts" again, of a box
  // by the planes of both bodies.
  template <class Trace>
  Status find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
              ContactVolume<D, T>& volume, Trace&& trace) {
    stats_ = {};
    const auto run = [&](const Body& first, const Place& at_first, const Body& second,
                         const Place& at_second, bool swapped) {
      trace.on(PhaseBegins{"planes"});
      const auto gathered = planes_.gather(first, at_first, second, at_second, detail::Keep::all);
      if (gathered != Status::ok) return gathered;
      detail::tell_planes(planes_, swapped, trace);
      trace.on(PhaseBegins{"point inside"});
      if (const Status s = planes_.find_center(trace); s != Status::ok) return s;
      if (!cut(first, planes_.near(), swapped, volume, trace)) return Status::out_of_memory;
      if (std::is_same_v<T, double> && planes_.shallow()) {
        trace.on(PhaseBegins{"exact planes"});
        if (!sort_sources(volume)) return Status::out_of_memory;
        const std::span<const std::uint32_t> sources(sources_.data(), sources_.size());
        planes_.refine(sources, first, at_first, second, at_second);
        if (!cut_box(sources, swapped, volume, trace)) return Status::out_of_memory;
      }
      const detail::SharedPlanes<D, T> shared(planes_, first, second);
      return Access::finish(volume, std::as_const(clipped_).points(), planes_, shared, swapped)
                 ? Status::ok
                 : Status::out_of_memory;
    };
    return detail::find_volume<D, T>(a, at_a, b, at_b, volume, run);
  }

  // Of the last call: tests are corners held against a plane, faces those of the first body and of
  // the cuts.
  const HullStats& stats() const { return stats_; }

 private:
  using Access = detail::ContactVolumeAccess<D, T>;
  using Clipped = std::conditional_t<D == 2, detail::ClippedPolygon, detail::ClippedPolyhedron>;

  // What is left of the first body behind those planes of the second. False: no memory.
  template <class Trace>
  bool cut(const Body& first, std::span<const std::uint32_t> places, bool swapped,
           ContactVolume<D, T>& volume, Trace& trace) {
    trace.on(PhaseBegins{"cuts"});
    if (!detail::begin_with(first, planes_.center(), clipped_)) return false;
    stats_.faces += planes_.first_faces();
    return cut_all(places, planes_.first_kept(), swapped, trace) &&
           clipped_.hand_over(Access::polytope(volume));
  }

  // Those of the planes that are not among the first `but`.
  template <class Trace>
  bool cut_all(std::span<const std::uint32_t> places, std::size_t but, bool swapped, Trace& trace) {
    for (const std::uint32_t place : places) {
      if (place < but) continue;
      if (!clipped_.clip(planes_.planes()[place], place)) return false;
      tell_cut(detail::face_of_number(planes_.numbers()[place], planes_.first_faces(), swapped),
               trace);
    }
    stats_.tests += clipped_.tests();
    return true;
  }

  // What is left of a box around what the last cuts left, behind those planes of both bodies: of a
  // small part of large bodies, whose vertices would bring along the rounding of their size. Better
  // planes may leave more than the last ones did, hence larger boxes, if need be.
  template <class Trace>
  bool cut_box(std::span<const std::uint32_t> places, bool swapped, ContactVolume<D, T>& volume,
               Trace& trace) {
    Vec<D, double> half{};
    for (const auto& p : std::as_const(clipped_).points()) {
      for (int a = 0; a < D; ++a) half[a] = std::max(half[a], 2 * std::fabs(p[a]));
    }
    for (int tries = 0; tries < 4; ++tries) {
      trace.on(PhaseBegins{"cuts"});
      if (!detail::begin_with_box(half, clipped_)) return false;
      if (!cut_all(places, 0, swapped, trace)) return false;
      if (!clipped_.hand_over(Access::polytope(volume))) return false;
      const auto& sources = Access::sources(volume);
      if (std::find(sources.begin(), sources.end(), detail::kFaceOfBox) == sources.end()) break;
      half = half * 0x1p10;
    }
    return true;
  }

  template <class Trace>
  void tell_cut(const FaceSource& source, Trace& trace) {
    if (clipped_.gone() == 0) {
      trace.on(PlaneMisses{source});
      return;
    }
    ++stats_.faces;
    for (const auto& corner : clipped_.made()) trace.on(CornerAppears<D>{corner});
    trace.on(PlaneCuts{source, clipped_.gone(), clipped_.made().size()});
  }

  // In the plane they come in the order around it.
  bool sort_sources(ContactVolume<D, T>& volume) {
    const std::span<const std::uint32_t> sources = std::as_const(Access::sources(volume));
    if (!sources_.resize(sources.size())) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) sources_[i] = sources[i];
    std::sort(sources_.begin(), sources_.end());
    return true;
  }

  HullStats stats_;
  detail::ContactPlanes<D> planes_;
  Clipped clipped_;
  Buffer<std::uint32_t> sources_;
};

}  // namespace masu
