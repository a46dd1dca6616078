// SPDX-License-Identifier: MIT
// The support function of a convex core: its point that lies farthest along a direction.
#pragma once

#include <cstdint>

#include <masu/shapes/shape_view.hpp>

namespace masu {

// SupportPoint::vertex where the support point is no vertex, as on smooth cores.
inline constexpr std::uint32_t kNoVertex = 0xffff'ffffu;

// The farthest point of a shape along a direction.
template <int D>
struct SupportPoint {
  Vec<D, double> point;
  std::uint32_t vertex;  // its index, or kNoVertex
};

// How near to the farthest point an answer must be.
enum class SupportAccuracy : std::uint8_t {
  fast,  // vertices of float are compared in float: the one found may be nearer by some roundings
  full,  // all in double
};

// Returns the point of the core, so without the radius, that lies farthest along d: in the shape's
// own frame, for any direction from 2^-300 to 2^300 long. Not for half-spaces. `hint` may be the
// vertex of the answer for a similar direction. O(1); for polygons and polyhedra of few vertices
// O(n), of many about O(1), less with a hint.
template <int D, class T>
SupportPoint<D> support_of_core(const ShapeView<D, T>& s, const Vec<D, double>& d,
                                SupportAccuracy accuracy = SupportAccuracy::full,
                                std::uint32_t hint = kNoVertex);

// Returns the vertex with that index; only for cores that have vertices.
template <int D, class T>
Vec<D, double> vertex_of_core(const ShapeView<D, T>& s, std::uint32_t vertex);

// Returns how many vertices a core has; 0 for smooth and custom shapes.
template <int D, class T>
std::uint32_t vertex_count_of_core(const ShapeView<D, T>& s);

}  // namespace masu
