// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/face_clipping.hpp>

#include <algorithm>

#include <masu/narrow_phase/difference.hpp>
#include <masu/shapes/check.hpp>

#include "narrow_phase/contact_volume_access.hpp"

namespace masu {
namespace {

template <class T>
bool begin_with(const ConvexPolygon<T>& body, const Vec<2, double>& center,
                detail::ClippedPolygon& clipped) {
  clipped.clear();
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    if (!clipped.add(vec_cast<double>(body.vertex(i)) - center, i)) return false;
  }
  return true;
}

// Half-edge 2 e runs along the left face of edge e, 2 e + 1 along its right one.
template <class T>
bool begin_with(const ConvexPolyhedron<T>& body, const Vec<3, double>& center,
                detail::ClippedPolyhedron& clipped) {
  double size = 0;
  const auto faces = static_cast<std::uint32_t>(body.face_count());
  const auto vertices = static_cast<std::uint32_t>(body.vertex_count());
  for (const double x : center.v) size = detail::larger(size, std::fabs(x));
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (const T x : body.vertex(v).v) size = detail::larger(size, std::fabs(double(x)));
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

}  // namespace

template <int D, class T>
bool FaceClipping<D, T>::sort_sources(std::span<const std::uint32_t> sources) {
  if (!sources_.resize(sources.size())) return false;
  for (std::size_t i = 0; i < sources.size(); ++i) sources_[i] = sources[i];
  std::sort(sources_.begin(), sources_.end());
  return true;
}

template <int D, class T>
Status FaceClipping<D, T>::find(const ConvexPolytope<D, T>& a, const Transform<D, T>& at_a,
                                const ConvexPolytope<D, T>& b, const Transform<D, T>& at_b,
                                ContactVolume<D, T>& volume) {
  using Access = detail::ContactVolumeAccess<D, T>;
  const auto run = [&](const auto& first, const auto& at_first, const auto& second,
                       const auto& at_second, bool swapped) {
    const Status gathered = planes_.gather(first, at_first, second, at_second, detail::Keep::all);
    if (gathered != Status::ok) return gathered;
    // What is left of the first body behind those planes of the second.
    auto& polytope = Access::polytope(volume);
    const auto cut = [&](std::span<const std::uint32_t> places) {
      if (!begin_with(first, planes_.center(), clipped_)) return false;
      for (const std::uint32_t place : places) {
        if (place < planes_.first_kept()) continue;
        if (!clipped_.clip(planes_.planes()[place], place)) return false;
      }
      return clipped_.hand_over(polytope);
    };
    if (!cut(planes_.near())) return Status::out_of_memory;
    if (std::is_same_v<T, double> && planes_.shallow()) {
      if (!sort_sources(std::as_const(Access::sources(volume)))) return Status::out_of_memory;
      const std::span<const std::uint32_t> sources(sources_.data(), sources_.size());
      planes_.refine(sources, first, at_first, second, at_second);
      if (!cut(sources)) return Status::out_of_memory;
    }
    return Access::finish(volume, std::as_const(clipped_).points(), planes_, swapped)
               ? Status::ok
               : Status::out_of_memory;
  };
  return detail::find_volume<D, T>(a, at_a, b, at_b, volume, run);
}

template class FaceClipping<2, float>;
template class FaceClipping<3, float>;
template class FaceClipping<2, double>;
template class FaceClipping<3, double>;

}  // namespace masu
