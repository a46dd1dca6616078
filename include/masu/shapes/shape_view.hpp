// SPDX-License-Identifier: MIT
// Any shape, as verbs take it: what kind it is, and its numbers or where they lie.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>
#include <masu/core/status.hpp>
#include <masu/core/transform.hpp>

namespace masu {

// A convex shape is a core and a radius: all points within the radius of the core. A sphere is a
// rounded point, a capsule a rounded segment; so half of all pairs are the other half, rounded.
enum class ShapeKind : std::uint8_t {
  point,       // p[0]
  segment,     // p[0], p[1]
  triangle,    // p[0], p[1], p[2]
  box,         // half extents p[0], centre p[1]
  ellipsoid,   // half axes p[0]
  cylinder,    // radius p[0][0], half height p[0][1]: along y, around the origin; 3D
  cone,        // the same; the apex at +y; 3D
  polygon,     // object: ConvexPolygon<T>; 2D
  polyhedron,  // object: ConvexPolyhedron<T>; 3D
  custom,      // object and functions: whatever has a support function and a box
  half_space,  // outward unit normal p[0], offset p[1][0]: all x with p[0] . x <= offset
};

constexpr const char* name(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::point: return "point";
    case ShapeKind::segment: return "segment";
    case ShapeKind::triangle: return "triangle";
    case ShapeKind::box: return "box";
    case ShapeKind::ellipsoid: return "ellipsoid";
    case ShapeKind::cylinder: return "cylinder";
    case ShapeKind::cone: return "cone";
    case ShapeKind::polygon: return "polygon";
    case ShapeKind::polyhedron: return "polyhedron";
    case ShapeKind::custom: return "custom";
    case ShapeKind::half_space: return "half_space";
  }
  return "unknown";
}

// What a shape of somebody else's does. Without state: `object` is the shape.
template <int D, class T>
struct ShapeFunctions {
  Vec<D, T> (*support)(const void* object, const Vec<D, T>& direction);
  Aabb<D, T> (*aabb)(const void* object, const Transform<D, T>& at);
};

// Sizes that cannot be (a sphere's radius of 0) are written as -1: check() then finds them.
// Refers to the shape where that is larger than a few numbers: it must live as long as the view.
template <int D, class T>
struct ShapeView {
  static constexpr int kDimension = D;
  using Scalar = T;

  ShapeKind kind = ShapeKind::point;
  T radius = 0;
  Vec<D, T> p[3] = {};  // the numbers of the core, as the kind says
  const void* object = nullptr;
  const ShapeFunctions<D, T>* functions = nullptr;

  ShapeView view() const { return *this; }
};

}  // namespace masu
