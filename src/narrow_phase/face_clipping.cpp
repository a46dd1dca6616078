// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/face_clipping.hpp>

#include <masu/narrow_phase/difference.hpp>

namespace masu {
namespace detail {

template <class T>
bool begin_with(const ConvexPolygon<T>& body, const Vec<2, double>& center,
                ClippedPolygon& clipped) {
  clipped.clear();
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    if (!clipped.add(vec_cast<double>(body.vertex(i)) - center, i)) return false;
  }
  return true;
}

// Half-edge 2 e runs along the left face of edge e, 2 e + 1 along its right one.
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

template bool begin_with(const ConvexPolygon<float>&, const Vec<2, double>&, ClippedPolygon&);
template bool begin_with(const ConvexPolygon<double>&, const Vec<2, double>&, ClippedPolygon&);
template bool begin_with(const ConvexPolyhedron<float>&, const Vec<3, double>&, ClippedPolyhedron&);
template bool begin_with(const ConvexPolyhedron<double>&, const Vec<3, double>&,
                         ClippedPolyhedron&);

}  // namespace detail

template <int D, class T>
Status FaceClipping<D, T>::find(const Body& a, const Place& at_a, const Body& b, const Place& at_b,
                                ContactVolume<D, T>& volume) {
  return find(a, at_a, b, at_b, volume, NoTrace{});
}

template class FaceClipping<2, float>;
template class FaceClipping<3, float>;
template class FaceClipping<2, double>;
template class FaceClipping<3, double>;

}  // namespace masu
