// SPDX-License-Identifier: MIT
#include "narrow_phase/feature_code.hpp"
#include "shapes/support.hpp"

#include <algorithm>

#include <masu/shapes/convex_polytope.hpp>

#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {
namespace {

template <int D>
bool level(const Vec<D, double>& along, const Vec<D, double>& d) {
  const double size = largest_component(along);
  return size > 0 && std::fabs(dot(along, d)) <= kLevelSlope * size;
}

template <class T>
std::uint32_t of_polytope(const ConvexPolygon<T>& polygon, std::size_t v, const Vec<2, double>& d) {
  const std::size_t size = polygon.size();
  const std::size_t before = (v + size - 1) % size;
  const auto at = [&](std::size_t i) { return vec_cast<double>(polygon.vertex(i % size)); };
  const bool level_before = level(at(v) - at(before), d);
  const bool level_after = level(at(v + 1) - at(v), d);
  if (!level_before && !level_after) return vertex_code(v);
  if (level_before != level_after) return edge_code(level_after ? v : before);
  return edge_code(dot(polygon.normal(v), d) > dot(polygon.normal(before), d) ? v : before);
}

// A face where two edges at the vertex are level: of their faces the one whose normal is nearest to
// d.
template <class T>
std::uint32_t of_polytope(const ConvexPolyhedron<T>& solid, std::size_t v,
                          const Vec<3, double>& d) {
  const Vec<3, double> top = vec_cast<double>(solid.vertex(v));
  int count = 0;
  std::uint32_t edge = 0;
  std::uint32_t face = 0;
  double most = -1;
  for (const PolyhedronSpoke& spoke : solid.spokes(v)) {
    if (!level(vec_cast<double>(solid.vertex(spoke.vertex)) - top, d)) continue;
    ++count;
    edge = spoke.edge;
    for (const std::uint32_t f : {solid.edge(edge).left, solid.edge(edge).right}) {
      const double here = dot(solid.plane(f).normal, d);
      if (here > most || (here == most && f < face)) most = here, face = f;
    }
  }
  if (count == 0) return vertex_code(v);
  return count == 1 ? edge_code(edge) : face_code(face);
}

// The code of a degenerate triangle stands for all of it.
template <int D>
std::uint32_t longest_edge(const Vec<D, double> (&p)[3]) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < 3; ++i) {
    const auto squared = [&](std::uint32_t k) { return length_squared(p[(k + 1) % 3] - p[k]); };
    if (squared(i) > squared(best)) best = i;
  }
  return best;
}

template <int D, class T>
std::uint32_t of_triangle(const ShapeView<D, T>& s, const Vec<D, double>& d) {
  const Vec<D, double> p[3] = {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]),
                               vec_cast<double>(s.p[2])};
  const std::uint32_t top = support_of_core(s, d).vertex;
  const std::uint32_t before = (top + 2) % 3;
  const bool level_before = level(p[top] - p[before], d);
  const bool level_after = level(p[(top + 1) % 3] - p[top], d);
  if (!level_before && !level_after) return vertex_code(top);
  if (level_before != level_after) return edge_code(level_after ? top : before);
  if constexpr (D == 3) {
    const Vec<3, double> n = cross(p[1] - p[0], p[2] - p[0]);
    if (!(n == Vec<3, double>{})) return face_code(dot(n, d) >= 0 ? 0 : 1);
  }
  return edge_code(longest_edge(p));
}

template <class T>
std::uint32_t of_cylinder_or_cone(const ShapeView<3, T>& s, const Vec<3, double>& d) {
  const double radius = double(s.p[0][0]);
  const double height = 2 * double(s.p[0][1]);
  const double across = std::sqrt(d[0] * d[0] + d[2] * d[2]);
  const bool cone = s.kind == ShapeKind::cone;
  if (across <= kLevelSlope && !(cone && d[1] > 0)) return face_code(d[1] > 0 ? 1 : 0);
  const double rise = cone ? height * d[1] - radius * across : d[1];
  const double size = cone ? std::max(height, radius) : 1;
  if (std::fabs(rise) <= kLevelSlope * size) return edge_code(kSideLine);
  return vertex_code(rise > 0 ? kSideHigh : kSideLow);
}

}  // namespace

template <int D, class T>
std::uint32_t support_code(const ShapeView<D, T>& s, const Vec<D, double>& d) {
  if (d == Vec<D, double>{}) return 0;
  switch (s.kind) {
    case ShapeKind::segment: {
      const Vec<D, double> along = vec_cast<double>(s.p[1]) - vec_cast<double>(s.p[0]);
      return segment_support_code(dot(along, d), largest_component(along));
    }
    case ShapeKind::triangle: return of_triangle(s, d);
    case ShapeKind::box: return box_support_code<D>(d.v);
    case ShapeKind::half_space: return D == 2 ? edge_code(0) : face_code(0);
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
      return of_polytope(*static_cast<const ConvexPolytope<D, T>*>(s.object),
                         support_of_core(s, d).vertex, d);
    case ShapeKind::cylinder:
    case ShapeKind::cone:
      if constexpr (D == 3) return of_cylinder_or_cone(s, d);
      return 0;
    default: return 0;
  }
}

template std::uint32_t support_code(const ShapeView<2, float>&, const Vec<2, double>&);
template std::uint32_t support_code(const ShapeView<3, float>&, const Vec<3, double>&);
template std::uint32_t support_code(const ShapeView<2, double>&, const Vec<2, double>&);
template std::uint32_t support_code(const ShapeView<3, double>&, const Vec<3, double>&);

}  // namespace masu::detail
