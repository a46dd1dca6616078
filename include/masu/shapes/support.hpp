// SPDX-License-Identifier: MIT
// Support functions: the point of a convex core that lies farthest along a direction.
#pragma once

#include <cstdint>

#include <masu/shapes/shape_view.hpp>

namespace masu {

// The value of SupportPoint::vertex if the point is not a vertex, as on smooth cores.
inline constexpr std::uint32_t kNoVertex = 0xffff'ffffu;

// The farthest point of a shape along a direction.
template <int D>
struct SupportPoint {
  Vec<D, double> point;  // in the frame of the shape
  std::uint32_t vertex;  // its index, or kNoVertex
};

// Precision of a support point.
enum class SupportAccuracy : std::uint8_t {
  fast,  // vertices of float are compared in float: the result may be off by rounding
  full,  // all in double
};

// Returns the point of the core (without the radius) that lies farthest along d, in the shape's own
// frame, for any direction of length 2^-300 to 2^300. Precondition: not a half-space. `hint` may be
// the vertex returned for a similar direction. O(1); for polygons and polyhedra O(n) if they have
// few vertices, about O(1) if many, less with a hint.
template <int D, class T>
SupportPoint<D> support_of_core(const ShapeView<D, T>& s, const Vec<D, double>& d,
                                SupportAccuracy accuracy = SupportAccuracy::full,
                                std::uint32_t hint = kNoVertex);

// Returns the vertex with index `vertex` of a core that has vertices.
template <int D, class T>
Vec<D, double> vertex_of_core(const ShapeView<D, T>& s, std::uint32_t vertex);

// Returns the number of vertices of a core; 0 for smooth and custom shapes.
template <int D, class T>
std::uint32_t vertex_count_of_core(const ShapeView<D, T>& s);

}  // namespace masu
