// SPDX-License-Identifier: MIT
// ShapeView: any shape as a small value, as queries take it.
#pragma once

#include <cstdint>

#include <masu/core/aabb.hpp>
#include <masu/core/status.hpp>
#include <masu/core/transform.hpp>

namespace masu {

// Kinds of shapes. A convex shape is a core and a radius: all points within the radius of the core.
// A sphere is a rounded point, a capsule a rounded segment, so one formula serves for a shape and
// its rounded form.
enum class ShapeKind : std::uint8_t {
  point,       // p[0]
  segment,     // p[0], p[1]
  triangle,    // p[0], p[1], p[2]
  box,         // half extents p[0], center p[1]
  ellipsoid,   // half axes p[0]
  cylinder,    // radius p[0][0], half height p[0][1]: along y, around the origin; 3D
  cone,        // the same; the apex at +y; 3D
  polygon,     // object: ConvexPolygon<T>; 2D
  polyhedron,  // object: ConvexPolyhedron<T>; 3D
  custom,      // object and functions: whatever has a support function and a box
  half_space,  // outward unit normal p[0], offset p[1][0]: all x with p[0] . x <= offset
};

// Returns the name of the enumerator: "box" for ShapeKind::box.
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

// Functions of a custom shape; `object` is the shape.
template <int D, class T>
struct ShapeFunctions {
  // Returns the point of the shape that lies farthest along the direction.
  Vec<D, T> (*support)(const void* object, const Vec<D, T>& direction);
  // Returns a box around the shape at a pose.
  Aabb<D, T> (*aabb)(const void* object, const Transform<D, T>& pose);
};

// Kind and numbers of a shape. Refers to shapes of more than a few numbers, which must outlive it.
// Invalid sizes (a sphere's radius of 0) are stored as -1, which check() refuses.
template <int D, class T>
struct ShapeView {
  static constexpr int kDimension = D;
  using Scalar = T;

  ShapeKind kind = ShapeKind::point;  // which core
  T radius = 0;                       // around the core; 0: none
  Vec<D, T> p[3] = {};                // the numbers of the core: see ShapeKind
  const void* object = nullptr;  // what `functions` are called with, or the polygon or polyhedron
  const ShapeFunctions<D, T>* functions = nullptr;  // of a custom shape; else nullptr

  ShapeView view() const { return *this; }  // itself
};

}  // namespace masu
