// SPDX-License-Identifier: MIT
// The surface of a placed shape for drawing: a polygon in the plane, facets in space. Every kind
// goes the same way: points of its support function in many directions, and their hull.
#pragma once

#include <vector>

#include "contact/placed_shape.hpp"

namespace masu::cli {

// All x with dot(normal, x) <= offset are behind it.
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
  std::uint32_t left, right;  // facets; kNone: there is none
  static constexpr std::uint32_t kNone = ~0u;
};

template <int D>
struct Body {
  bool half_space = false;             // only `sides` then
  bool round = false;                  // facets stand for a smooth surface
  std::vector<Vec<D, double>> points;  // 2D: the outline, counter-clockwise
  std::vector<Facet> facets;           // 3D; none for points and segments
  std::vector<BodyEdge> edges;         // 3D
  bool solid = false;                  // facets have an inside
  std::vector<Side<D>> sides;          // the body is what lies behind all; none if it is flat
};

// `steps` is the number of directions in a full turn.
template <int D, class T>
Body<D> body_of(const PlacedShape<D, T>& shape, const Transform<D, T>& at, int steps);

// What of a convex polygon lies behind the side.
template <int D>
std::vector<Vec<D, double>> behind(const std::vector<Vec<D, double>>& polygon, const Side<D>& side);

// What of a convex polygon lies in the body.
template <int D>
std::vector<Vec<D, double>> inside(std::vector<Vec<D, double>> polygon, const Body<D>& body);

}  // namespace masu::cli
