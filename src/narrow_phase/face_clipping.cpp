// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/face_clipping.hpp>

#include <cmath>
#include <utility>

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

bool begin_with_box(const Vec<2, double>& half, ClippedPolygon& clipped) {
  clipped.clear();
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    if (!clipped.add({x * half[0], y * half[1]}, kFaceOfBox)) return false;
  }
  return true;
}

// Corner c lies on the upper side of axis a if its bit a is set; the loops run counterclockwise
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
