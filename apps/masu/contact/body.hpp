// SPDX-License-Identifier: MIT
// The surface of a shape at a pose, for drawing: a polygon in 2D, facets in 3D. For every kind of
// shape it is the hull of points of its support function in many directions.
#pragma once

#include <vector>

#include "contact/placed_shape.hpp"

namespace masu::cli {

// A half-space: all x with dot(normal, x) <= offset are behind it.
template <int D>
struct Side {
  Vec<D, double> normal;
  double offset;
};

struct Facet {
  std::vector<std::uint32_t> corners;  // counter-clockwise from outside
  Vec<3, double> normal;
};

struct BodyEdge {
  std::uint32_t tail, head;
  std::uint32_t left, right;  // facets; kNone if there is none
  static constexpr std::uint32_t kNone = ~0u;
};

template <int D>
struct Body {
  bool half_space = false;             // whether the only member in use is `sides`
  bool smooth = false;                 // whether the facets approximate a smooth surface
  std::vector<Vec<D, double>> points;  // 2D: the outline, counter-clockwise
  std::vector<Facet> facets;           // 3D; none for points and segments
  std::vector<BodyEdge> edges;         // 3D
  bool solid = false;                  // whether the facets enclose a volume
  std::vector<Side<D>> sides;          // the body is their intersection; none if it is flat
};

// Returns the body of a shape at a pose; `steps` is the number of directions around a full circle.
template <int D, class T>
Body<D> body_of(const PlacedShape<D, T>& shape, const Transform<D, T>& pose, int steps);

// Returns the part of a convex polygon behind the side.
template <int D>
std::vector<Vec<D, double>> behind(const std::vector<Vec<D, double>>& polygon, const Side<D>& side);

// Returns the part of a convex polygon inside the body.
template <int D>
std::vector<Vec<D, double>> inside(std::vector<Vec<D, double>> polygon, const Body<D>& body);

}  // namespace masu::cli
