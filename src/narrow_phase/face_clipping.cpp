// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/face_clipping.hpp>

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

// Half-edge k of face f has as its twin the one of its edge's other face.
template <class T>
bool begin_with(const ConvexPolyhedron<T>& body, const Vec<3, double>& center,
                detail::ClippedPolyhedron& clipped) {
  using Access = detail::ClosedSurfaceAccess;
  Buffer<Vec<3, double>>& points = clipped.points();
  auto& surface = clipped.surface();
  const std::size_t edges = 2 * body.edge_count();
  if (!points.resize(body.vertex_count()) || !Access::reserve(surface, body.face_count(), edges) ||
      !clipped.halves().resize(edges)) {
    return false;
  }
  for (std::size_t v = 0; v < points.size(); ++v) {
    points[v] = vec_cast<double>(body.vertex(v)) - center;
  }
  auto& halves = clipped.halves();  // of edge e: 2 e of its left face, 2 e + 1 of its right one
  for (std::uint32_t f = 0; f < body.face_count(); ++f) {
    Access::begin_face(surface, f);
    const auto loop = body.face(f);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::uint32_t e = body.face_edges(f)[k];
      const std::uint32_t side = body.edge(e).tail == loop[k] ? 0 : 1;
      halves[2 * e + side] = Access::add_edge(surface, loop[k], 2 * e + 1 - side);
    }
  }
  Access::end_faces(surface);
  for (std::uint32_t& twin : Access::twins(surface)) twin = halves[twin];
  return true;
}

}  // namespace

template <int D, class T>
Status FaceClipping<D, T>::find(const ConvexPolytope<D, T>& a, const Transform<D, T>& at_a,
                                const ConvexPolytope<D, T>& b, const Transform<D, T>& at_b,
                                ContactVolume<D, T>& volume) {
  using Access = detail::ContactVolumeAccess<D, T>;
  const auto run = [&](const auto& first, const auto& at_first, const auto& second,
                       const auto& at_second, bool swapped) {
    const Status gathered = planes_.gather(first, at_first, second, at_second, detail::Keep::all);
    if (gathered != Status::ok) return gathered;
    if (std::is_same_v<T, double> && planes_.shallow()) {
      if (!all_.resize(planes_.planes().size())) return Status::out_of_memory;
      for (std::uint32_t i = 0; i < all_.size(); ++i) all_[i] = i;
      planes_.refine({all_.data(), all_.size()}, first, at_first, second, at_second);
    }
    if (!begin_with(first, planes_.center(), clipped_)) return Status::out_of_memory;
    const auto planes = planes_.planes();
    for (std::size_t i = planes_.first_kept(); i < planes.size(); ++i) {
      if (!clipped_.clip(planes[i], static_cast<std::uint32_t>(i))) return Status::out_of_memory;
    }
    auto& polytope = Access::polytope(volume);
    if (!clipped_.hand_over(polytope)) return Status::out_of_memory;
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
