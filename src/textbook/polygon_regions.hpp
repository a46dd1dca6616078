// SPDX-License-Identifier: MIT
// Voronoi regions of a convex polygon: of its vertices and of its edges.
#pragma once

#include <masu/narrow_phase/closest_features.hpp>
#include <masu/shapes/convex_polygon.hpp>

namespace masu::detail {

// A polygon in its own frame, for a walk.
template <class T>
class PolygonRegions {
 public:
  using Point = Vec<2, double>;

  explicit PolygonRegions(const ConvexPolygon<T>& polygon) : polygon_(polygon) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(polygon_.size()); }
  std::uint32_t next(std::uint32_t i) const { return i + 1 == size() ? 0 : i + 1; }
  std::uint32_t previous(std::uint32_t i) const { return (i == 0 ? size() : i) - 1; }
  Point vertex(std::uint32_t i) const { return vec_cast<double>(polygon_.vertex(i)); }
  Point tail(std::uint32_t edge) const { return vertex(edge); }
  Point head(std::uint32_t edge) const { return vertex(next(edge)); }
  const Point& normal(std::uint32_t edge) const { return polygon_.normal(edge); }

  bool has(const Feature& f) const { return f.kind != FeatureKind::face && f.index < size(); }

  // Returns the feature beyond the border of f's region that x violates, or none. Both borders of a
  // region are lines across an edge at one of its ends; vertex and edge compute the same bits for
  // the one between them, so that x is never beyond it for both.
  Feature beyond(const Feature& f, const Point& x) const {
    return f.kind == FeatureKind::vertex ? beyond_vertex(f.index, x) : beyond_edge(f.index, x);
  }

  double height(std::uint32_t edge, const Point& x) const {
    return dot(normal(edge), x - tail(edge));
  }

  // Returns the edge whose line x lies farthest in front of.
  std::uint32_t highest_edge(const Point& x, double& most) const {
    std::uint32_t best = 0;
    most = height(0, x);
    for (std::uint32_t i = 1; i < size(); ++i) {
      const double here = height(i, x);
      if (here > most) most = here, best = i;
    }
    return best;
  }

  std::uint32_t farthest(const Point& d) const { return farthest_along(polygon_.vertices(), d); }

 private:
  // Positive: beyond the end `from` of the edge to `to`, on the edge's side.
  double along(const Point& from, const Point& to, const Point& x) const {
    return dot(x - from, to - from);
  }

  // Beyond both borders (the vertex is the farthest from x): returns the edge that leads nearer to
  // x, by the cosines of the angles.
  Feature beyond_vertex(std::uint32_t v, const Point& x) const {
    const Point at = vertex(v);
    const Point after = vertex(next(v));
    const Point before = vertex(previous(v));
    const double to_next = along(at, after, x);
    const double to_previous = along(at, before, x);
    if (!(to_next > 0) && !(to_previous > 0)) return {};
    const double a = to_next * std::fabs(to_next) * length_squared(before - at);
    const double b = to_previous * std::fabs(to_previous) * length_squared(after - at);
    return {FeatureKind::edge, a >= b ? v : previous(v)};
  }

  Feature beyond_edge(std::uint32_t e, const Point& x) const {
    const Point from = tail(e);
    const Point to = head(e);
    if (along(from, to, x) < 0) return {FeatureKind::vertex, e};
    if (along(to, from, x) < 0) return {FeatureKind::vertex, next(e)};
    return {};
  }

  const ConvexPolygon<T>& polygon_;
};

}  // namespace masu::detail
