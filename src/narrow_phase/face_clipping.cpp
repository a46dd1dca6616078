// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/face_clipping.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "narrow_phase/clipped_polytope.hpp"
#include "narrow_phase/contact_volume_access.hpp"
#include "narrow_phase/pair_frame.hpp"

namespace masu {
namespace detail {
namespace {

// The source of faces of the box.
constexpr std::uint32_t kFaceOfBox = ~std::uint32_t(0);

// Starts with the whole body, relative to the center. Returns false if out of memory.
template <class T>
bool begin_with(const ConvexPolygon<T>& body, const Vec<2, double>& center,
                ClippedPolygon& clipped) {
  clipped.clear();
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    if (!clipped.add(vec_cast<double>(body.vertex(i)) - center, i)) return false;
  }
  return true;
}

// Half-edge 2 e belongs to the left face of edge e, 2 e + 1 to its right one.
template <class T>
bool begin_with(const ConvexPolyhedron<T>& body, const Vec<3, double>& center,
                ClippedPolyhedron& clipped) {
  double size = 0;
  const auto faces = static_cast<std::uint32_t>(body.face_count());
  const auto vertices = static_cast<std::uint32_t>(body.vertex_count());
  for (const double x : center.v) size = larger(size, std::fabs(x));
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (const T x : body.vertex(v).v) size = larger(size, std::fabs(double(x)));
  }
  if (!clipped.start(vertices, body.edge_count(), faces, size)) return false;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    clipped.set_vertex(v, vec_cast<double>(body.vertex(v)) - center);
  }
  for (std::uint32_t f = 0; f < faces; ++f) {
    const auto loop = body.face(f);
    const auto edges = body.face_edges(f);
    const auto half = [&](std::size_t k) {
      return 2 * edges[k] + (body.edge(edges[k]).tail == loop[k] ? 0 : 1);
    };
    std::uint32_t next = half(0);
    for (std::size_t k = loop.size(); k-- > 0;) {
      const std::uint32_t here = half(k);
      clipped.set_half(here, loop[k], next, f);
      next = here;
    }
  }
  return true;
}

// Starts with a box around the center with these half extents. Returns false if out of memory.
bool begin_with_box(const Vec<2, double>& half, ClippedPolygon& clipped) {
  clipped.clear();
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    if (!clipped.add({x * half[0], y * half[1]}, kFaceOfBox)) return false;
  }
  return true;
}

// Corner c lies on the upper side of axis a if its bit a is set; the loops are counterclockwise
// seen from outside, and half-edges of one edge are twins.
bool begin_with_box(const Vec<3, double>& half, ClippedPolyhedron& clipped) {
  static constexpr std::uint32_t kLoops[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  const double size = std::fmax(half[0], std::fmax(half[1], half[2]));
  if (!clipped.start(8, 12, 6, size)) return false;
  for (std::uint32_t c = 0; c < 8; ++c) {
    Vec<3, double> p = half;
    for (int a = 0; a < 3; ++a) p[a] = (c >> a & 1) != 0 ? half[a] : -half[a];
    clipped.set_vertex(c, p);
  }
  // The edge from corner c along axis a, c on the lower side of it: four of them an axis.
  const auto half_edge = [](std::uint32_t from, std::uint32_t to) {
    const std::uint32_t axis = (from ^ to) >> 1;  // 1, 2, 4 become 0, 1, 2
    const std::uint32_t low = from < to ? from : to;
    const std::uint32_t beside = axis == 0   ? low >> 1
                                 : axis == 1 ? (low & 1) + (low >> 2) * 2
                                             : low;
    return 2 * (4 * axis + beside) + (from < to ? 0 : 1);
  };
  for (std::uint32_t f = 0; f < 6; ++f) {
    clipped.set_source(f, kFaceOfBox);
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t* const loop = kLoops[f];
      const std::uint32_t here = half_edge(loop[k], loop[(k + 1) % 4]);
      const std::uint32_t next = half_edge(loop[(k + 1) % 4], loop[(k + 2) % 4]);
      clipped.set_half(here, loop[k], next, f);
    }
  }
  return true;
}

}  // namespace

template <int D, class T>
class ClippingBuilder {
 public:
  using Body = ConvexPolytope<D, T>;
  using Pose = Transform<D, T>;

  explicit ClippingBuilder(Allocator allocator)
      : planes_(allocator), clipped_(allocator), sources_(allocator) {}

  template <class Trace>
  Status find(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
              ContactVolume<D, T>& volume, const Trace& trace) {
    stats_ = {};
    const auto run = [&](const Body& first, const Pose& first_pose, const Body& second,
                         const Pose& second_pose, bool swapped) {
      trace.on(PhaseBegins{"planes"});
      const auto gathered = planes_.gather(first, first_pose, second, second_pose, Keep::all);
      if (gathered != Status::ok) return gathered;
      report_planes(planes_, swapped, trace);
      trace.on(PhaseBegins{"point inside"});
      if (const Status s = planes_.find_center(trace); s != Status::ok) return s;
      if (!cut(first, planes_.near(), swapped, volume, trace)) return Status::out_of_memory;
      if (std::is_same_v<T, double> && planes_.shallow()) {
        trace.on(PhaseBegins{"exact planes"});
        if (!sort_sources(volume)) return Status::out_of_memory;
        const std::span<const std::uint32_t> sources(sources_.data(), sources_.size());
        planes_.refine(sources, first, first_pose, second, second_pose);
        if (!cut_box(sources, swapped, volume, trace)) return Status::out_of_memory;
      }
      const SharedPlanes<D, T> shared(planes_, first, second);
      return Access::finish(volume, std::as_const(clipped_).points(), planes_, shared, swapped)
                 ? Status::ok
                 : Status::out_of_memory;
    };
    return find_volume<D, T>(a, pose_a, b, pose_b, volume, run);
  }

  const HullStats& stats() const { return stats_; }

 private:
  using Access = ContactVolumeAccess<D, T>;
  using Clipped = std::conditional_t<D == 2, ClippedPolygon, ClippedPolyhedron>;

  // Clips the first body by those planes of the second. Returns false if out of memory.
  template <class Trace>
  bool cut(const Body& first, std::span<const std::uint32_t> indices, bool swapped,
           ContactVolume<D, T>& volume, const Trace& trace) {
    trace.on(PhaseBegins{"cuts"});
    if (!begin_with(first, planes_.center(), clipped_)) return false;
    stats_.faces += planes_.first_faces();
    return cut_all(indices, planes_.count_of_first(), swapped, trace) &&
           clipped_.hand_over(Access::polytope(volume));
  }

  // The planes that are not among the first `but`.
  template <class Trace>
  bool cut_all(std::span<const std::uint32_t> indices, std::size_t but, bool swapped,
               const Trace& trace) {
    for (const std::uint32_t index : indices) {
      if (index < but) continue;
      if (!clipped_.clip(planes_.planes()[index], index)) return false;
      report_cut(face_of_number(planes_.numbers()[index], planes_.first_faces(), swapped), trace);
    }
    stats_.tests += clipped_.tests();
    return true;
  }

  // Clips a box around the result of the last cuts by those planes of both bodies: for a small part
  // of large bodies, whose vertices would bring in the rounding of their size. Better planes may
  // leave more than the last ones did, hence larger boxes, if needed.
  template <class Trace>
  bool cut_box(std::span<const std::uint32_t> indices, bool swapped, ContactVolume<D, T>& volume,
               const Trace& trace) {
    Vec<D, double> half{};
    for (const auto& p : std::as_const(clipped_).points()) {
      for (int a = 0; a < D; ++a) half[a] = std::max(half[a], 2 * std::fabs(p[a]));
    }
    for (int tries = 0; tries < 4; ++tries) {
      trace.on(PhaseBegins{"cuts"});
      if (!begin_with_box(half, clipped_)) return false;
      if (!cut_all(indices, 0, swapped, trace)) return false;
      if (!clipped_.hand_over(Access::polytope(volume))) return false;
      const auto& sources = Access::sources(volume);
      if (std::find(sources.begin(), sources.end(), kFaceOfBox) == sources.end()) break;
      half = half * 0x1p10;
    }
    return true;
  }

  template <class Trace>
  void report_cut(const FaceSource& source, const Trace& trace) {
    if (clipped_.removed() == 0) {
      trace.on(PlaneMisses{source});
      return;
    }
    ++stats_.faces;
    for (const auto& corner : clipped_.made()) trace.on(CornerAppears<D>{corner});
    trace.on(PlaneCuts{source, clipped_.removed(), clipped_.made().size()});
  }

  // In 2D they are in the order around it.
  bool sort_sources(ContactVolume<D, T>& volume) {
    const std::span<const std::uint32_t> sources = std::as_const(Access::sources(volume));
    if (!sources_.resize(sources.size())) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) sources_[i] = sources[i];
    std::sort(sources_.begin(), sources_.end());
    return true;
  }

  HullStats stats_;
  ContactPlanes<D> planes_;
  Clipped clipped_;
  Buffer<std::uint32_t> sources_;
};

}  // namespace detail

template <int D, class T>
Status FaceClipping<D, T>::find(const Body& a, const Pose& pose_a, const Body& b,
                                const Pose& pose_b, ContactVolume<D, T>& volume, CutTrace trace) {
  volume.clear();
  return detail::with_object(builder_, trace, [&](auto& builder, const auto& t) {
    const Status status = builder.find(a, pose_a, b, pose_b, volume, t);
    stats_ = builder.stats();
    return status;
  });
}

#define MASU_INSTANTIATE(D, T)                                  \
  template class detail::Opaque<detail::ClippingBuilder<D, T>>; \
  template class FaceClipping<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
