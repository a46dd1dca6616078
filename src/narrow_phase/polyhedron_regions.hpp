// SPDX-License-Identifier: MIT
// The Voronoi regions of a convex polyhedron's vertices, edges and faces.
#pragma once

#include <limits>

#include <masu/narrow_phase/closest_features.hpp>

#include "shapes/support.hpp"

namespace masu::detail {

// The part of an edge from `low` to `high` (0 at its tail, 1 at its head), clipped by the borders
// of a region, and the features beyond those borders: none at the edge's own ends.
struct ClippedEdge {
  double low = 0;
  double high = 1;
  Feature beyond_low;
  Feature beyond_high;

  // Clips the part of `part` where a value that goes from `at_tail` to `at_head` is negative.
  // Returns false if all of it is.
  bool cut(const ClippedEdge& part, double at_tail, double at_head, const Feature& beyond) {
    const double change = at_head - at_tail;
    const bool low_out = at_tail + change * part.low < 0;
    const bool high_out = at_tail + change * part.high < 0;
    if (low_out && high_out) return false;
    double t = -at_tail / change;
    t = t > part.low ? (t < part.high ? t : part.high) : part.low;
    if (low_out && t >= low) low = t, beyond_low = beyond;
    if (high_out && t <= high) high = t, beyond_high = beyond;
    return true;
  }
  // As above, for the rest.
  bool keep(double at_tail, double at_head, const Feature& beyond) {
    return cut(*this, at_tail, at_head, beyond);
  }
};

// A polyhedron for a walk, in its own frame.
template <class T>
class PolyhedronRegions {
 public:
  using Point = Vec<3, double>;

  explicit PolyhedronRegions(const ConvexPolyhedron<T>& solid) : solid_(solid) {}

  const ConvexPolyhedron<T>& solid() const { return solid_; }
  Point vertex(std::uint32_t v) const { return vec_cast<double>(solid_.vertex(v)); }
  Point tail(std::uint32_t e) const { return vertex(solid_.edge(e).tail); }
  Point head(std::uint32_t e) const { return vertex(solid_.edge(e).head); }
  const Point& normal(std::uint32_t f) const { return solid_.plane(f).normal; }
  double height(std::uint32_t f, const Point& x) const {
    return dot(normal(f), x) - solid_.plane(f).offset;
  }

  bool has(const Feature& f) const {
    switch (f.kind) {
      case FeatureKind::vertex: return f.index < solid_.vertex_count();
      case FeatureKind::edge: return f.index < solid_.edge_count();
      case FeatureKind::face: return f.index < solid_.face_count();
    }
    return false;
  }

  // For an edge and an adjacent face: how far x lies on the face's side of the plane that contains
  // the edge and the face's normal, times the edge's length. Both regions use this.
  double border(std::uint32_t e, std::uint32_t f, const Point& x) const {
    const PolyhedronEdge& edge = solid_.edge(e);
    const Point from = vertex(edge.tail);
    const Point d = vertex(edge.head) - from;
    const double side = dot(x - from, cross(normal(f), d));
    return edge.left == f ? side : -side;
  }

  // Each of these returns the neighbor beyond the border that x violates, or none. Vertex and edge
  // compute the same bits for the border between them, edge and face too.
  Feature beyond_vertex(std::uint32_t v, const Point& x, std::uint32_t& tests) const {
    return steepest(v, x - vertex(v), 0, tests);
  }

  Feature beyond_edge(std::uint32_t e, const Point& x, std::uint32_t& tests) const {
    const PolyhedronEdge& edge = solid_.edge(e);
    const Point from = vertex(edge.tail);
    const Point to = vertex(edge.head);
    tests += 2;
    if (dot(x - from, to - from) < 0) return {FeatureKind::vertex, edge.tail};
    if (dot(x - to, from - to) < 0) return {FeatureKind::vertex, edge.head};
    tests += 2;
    if (border(e, edge.left, x) > 0) return {FeatureKind::face, edge.left};
    if (border(e, edge.right, x) > 0) return {FeatureKind::face, edge.right};
    return {};
  }

  // Of several, the edge farthest behind: it contains the point of the face nearest to x.
  Feature beyond_face(std::uint32_t f, const Point& x, std::uint32_t& tests) const {
    Feature best;
    double most = 0;
    for (const std::uint32_t e : solid_.face_edges(f)) {
      ++tests;
      const double here = border(e, f, x);
      if (!(here < 0)) continue;
      const double squared = here * here / length_squared(head(e) - tail(e));
      if (best.valid() && !(squared > most)) continue;
      most = squared;
      best = {FeatureKind::edge, e};
    }
    return best;
  }

  // Returns whether x is inside the prism over a face, and farther than `margin` from its sides.
  bool well_over(std::uint32_t f, const Point& x, double margin) const {
    for (const std::uint32_t e : solid_.face_edges(f)) {
      const double here = border(e, f, x);
      if (!(here > 0 && here * here > margin * margin * length_squared(head(e) - tail(e)))) {
        return false;
      }
    }
    return true;
  }

  // Returns the edge at v that rises most along d, if any does by more than `least` of length times
  // |d|.
  Feature steepest(std::uint32_t v, const Point& d, double least, std::uint32_t& tests) const {
    const Point at = vertex(v);
    const double enough = least * least * length_squared(d);
    Feature best;
    double most = 0;
    for (const PolyhedronSpoke& spoke : solid_.spokes(v)) {
      ++tests;
      const Point edge = vertex(spoke.vertex) - at;
      const double along = dot(d, edge);
      if (!(along > 0)) continue;
      const double squared = along * along / length_squared(edge);
      if (!(squared > most && squared > enough)) continue;
      most = squared;
      best = {FeatureKind::edge, spoke.edge};
    }
    return best;
  }

  // Clips the edge from a to b to the region over the face. Returns false if nothing is left; then
  // `beyond_low` is the side of the face that both ends are behind, if any, else the corner that
  // the edge passes.
  bool clip_to_face(std::uint32_t f, const Point& a, const Point& b, ClippedEdge& clip,
                    std::uint32_t& tests) const {
    Feature behind;
    double most = 0;
    bool left = true;
    for (const std::uint32_t e : solid_.face_edges(f)) {
      ++tests;
      const Feature side{FeatureKind::edge, e};
      const double border_a = border(e, f, a);
      const double border_b = border(e, f, b);
      left = left && clip.keep(border_a, border_b, side);
      if (!(border_a < 0 && border_b < 0)) continue;
      const double nearer = border_a > border_b ? border_a : border_b;
      const double squared = nearer * nearer / length_squared(head(e) - tail(e));
      if (!behind.valid() || squared > most) most = squared, behind = side;
    }
    if (!left) clip.beyond_low = behind.valid() ? behind : corner_passed(f, a, b - a);
    return left;
  }

  // Returns the face whose plane x lies farthest in front of.
  std::uint32_t highest_face(const Point& x, double& most, std::uint32_t& tests) const {
    const std::uint32_t count = static_cast<std::uint32_t>(solid_.face_count());
    std::uint32_t best = 0;
    most = height(0, x);
    for (std::uint32_t f = 1; f < count; ++f) {
      const double here = height(f, x);
      if (here > most) most = here, best = f;
    }
    tests += count;
    return best;
  }

  // Returns how far the lowest corner of a face lies below its plane: 0 up to rounding if it is
  // flat.
  double sag(std::uint32_t f) const {
    double least = 0;
    for (const std::uint32_t v : solid_.face(f)) {
      const double here = height(f, vertex(v));
      least = here < least ? here : least;
    }
    return -least;
  }

  // Returns the vertex farthest along d.
  std::uint32_t farthest(const Point& d) const {
    return support_vertex<3, T>(solid_, d, SupportAccuracy::full, kNoVertex);
  }

  // As above, up to a few roundings, given a vertex that is not far from it: O(1) where a climb is
  // certain to end there.
  std::uint32_t farthest_from(std::uint32_t v, const Point& d) const {
    constexpr int kMostClimbed = 64;
    if (solid_.table().empty()) return farthest(d);
    for (int i = 0; i < kMostClimbed; ++i) {
      int level = 0;
      std::uint32_t next = higher_neighbour(v, d, level);
      if (next == v && level >= 2) next = higher_beyond(v, d);
      if (next == v) return v;
      v = next;
    }
    return farthest(d);
  }

 private:
  // The height of a vertex above another along d, kept only if it is the largest so far. Around a
  // face perpendicular to d all corners are equally high, and rounding alone would lead around it
  // forever: only clear differences count.
  struct Higher {
    std::uint32_t vertex;
    double squared;  // of d
    double most = 0;

    void take(std::uint32_t u, const Point& d, const Point& step) {
      constexpr double kClear = 0x1p-50;
      const double gain = dot(d, step);
      if (!(gain > most)) return;
      if (gain * gain <= kClear * kClear * length_squared(step) * squared) return;
      most = gain, vertex = u;
    }
  };

  // An edge is level if its slope is so small that another one may be hidden by rounding.
  static bool is_level(const Point& d, const Point& edge, double squared) {
    constexpr double kLevel = 0x1p-44;
    const double gain = dot(d, edge);
    return gain * gain <= kLevel * kLevel * length_squared(edge) * squared;
  }

  std::uint32_t higher_neighbour(std::uint32_t v, const Point& d, int& level) const {
    const Point at = vertex(v);
    Higher best{v, length_squared(d)};
    for (const PolyhedronSpoke& spoke : solid_.spokes(v)) {
      const Point edge = vertex(spoke.vertex) - at;
      best.take(spoke.vertex, d, edge);
      level += is_level(d, edge, best.squared);
    }
    return best.vertex;
  }

  // Between two level edges that are nearly collinear, rounding may hide that the surface rises, by
  // the inverse of their deviation from a line: the search continues at their other ends, and
  // across large faces.
  std::uint32_t higher_beyond(std::uint32_t v, const Point& d) const {
    const Point at = vertex(v);
    Higher best{v, length_squared(d)};
    for (const PolyhedronSpoke& spoke : solid_.spokes(v)) {
      if (!is_level(d, vertex(spoke.vertex) - at, best.squared)) continue;
      for (const PolyhedronSpoke& next : solid_.spokes(spoke.vertex)) {
        best.take(next.vertex, d, vertex(next.vertex) - at);
      }
      const PolyhedronEdge& edge = solid_.edge(spoke.edge);
      for (const std::uint32_t f : {edge.left, edge.right}) search_across(f, at, d, best);
    }
    return best.vertex;
  }

  // Heights around a face rise and fall once, so a few corners give the direction in which it
  // rises.
  void search_across(std::uint32_t f, const Point& at, const Point& d, Higher& best) const {
    const auto corners = solid_.face(f);
    if (corners.size() < 4) return;
    const std::size_t stride = (corners.size() + 7) / 8;
    for (std::size_t k = 0; k < corners.size(); k += stride) {
      best.take(corners[k], d, vertex(corners[k]) - at);
    }
  }

  // For a face seen along its normal: the corner nearest to the line through x along d.
  Feature corner_passed(std::uint32_t f, const Point& x, const Point& d) const {
    const Point across = cross(normal(f), d);
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t v : solid_.face(f)) {
      const double here = std::fabs(dot(across, vertex(v) - x));
      if (here < least) least = here, best = v;
    }
    return {FeatureKind::vertex, best};
  }

  const ConvexPolyhedron<T>& solid_;
};

}  // namespace masu::detail
