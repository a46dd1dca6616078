// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/face_clipping.hpp>

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
