// SPDX-License-Identifier: MIT
// Results of the narrow phase: one definition for all pairs of shapes. docs/contact.md draws it.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// Result of distance() and penetration(). `distance` is that of the nearest points where the shapes
// are apart, 0 where they touch, and minus the penetration depth where they overlap: the length of
// the shortest translation that separates them. `normal` is unit and points from a to b: b moved
// along it by -distance touches a. Always point_b - point_a = distance * normal, up to rounding;
// both points are on the surfaces. In world coordinates.
//
// `lower` and `upper` bound the exact distance of the given shapes (rounded outwards to T). If the
// status is neither ok nor not_converged, the bounds are infinite and the other members 0.
template <int D, class T>
struct Separation {
  Status status = Status::ok;  // ok; not_converged: wide bounds; else there is no result
  T distance = 0;              // between the surfaces; minus the depth where they overlap
  T lower = -std::numeric_limits<T>::infinity();  // not above the exact distance
  T upper = std::numeric_limits<T>::infinity();   // not below the exact distance
  Vec<D, T> normal{};                             // unit, from a to b
  Vec<D, T> point_a{};                            // the nearest, or deepest, point of a
  Vec<D, T> point_b{};                            // the nearest, or deepest, point of b

  bool overlapping() const { return distance <= 0; }  // whether the shapes touch or overlap
  // Returns the penetration depth: 0 for shapes that are apart.
  T depth() const { return distance < 0 ? -distance : T(0); }

  // Returns the result of the same pair with the two shapes swapped.
  Separation flipped() const { return {status, distance, lower, upper, -normal, point_b, point_a}; }
};

// Result of closest_point(): given point = point + distance * normal, up to rounding. `point` lies
// on the surface, `normal` is unit and points outwards there, `distance` is negative inside. In
// world coordinates. Where several points are nearest (at the center of a sphere, on an edge of a
// plate) it is one of them, always the same. With a status other than ok and not_converged the
// other members are 0.
template <int D, class T>
struct SurfacePoint {
  Status status = Status::ok;  // ok; not_converged: less accurate; else there is no result
  T distance = 0;              // from the surface; negative inside
  Vec<D, T> point{};           // the nearest point of the surface
  Vec<D, T> normal{};          // outward at `point`
};

// Result of ray_cast(). `t` is the first at which origin + t * direction lies in the shape, the
// surface included; `point` is that point, `normal` the outward unit normal of the surface there,
// against the ray. A ray that starts in the shape, or within rounding of it, has t = 0 and a zero
// normal. Without a hit, or with a status other than ok and not_converged, all members except the
// status are 0. In world coordinates.
template <int D, class T>
struct RayCast {
  Status status = Status::ok;  // ok; not_converged: t is a lower bound; else see ray_cast()
  bool hit = false;            // whether the ray meets the shape
  T t = 0;                     // of the first common point
  Vec<D, T> point{};           // on the surface
  Vec<D, T> normal{};          // of the surface, against the ray
};

// Result of time_of_impact() and shape_cast(). `t` is the time of the first contact, or 1 if there
// is none. Before it the shapes do not touch; at it they are at most `tolerance` (see
// ImpactOptions) apart. In float, t is rounded to nearest if the shapes come nearer by at most
// 2^-44 of their size in the difference, else down. Points and normal are those of Separation then.
// Shapes that overlap by more than the tolerance at the start hit at t = 0; those that overlap by
// less, or touch, hit if they move towards each other, not if they move apart or along each other.
// If the status is neither ok nor not_converged, t is 0.
template <int D, class T>
struct Impact {
  Status status = Status::ok;  // ok; not_converged: nothing touches before t; else no result
  bool hit = false;            // whether there is a first contact, as above
  T t = 0;                     // time of the first contact; 1 without a hit
  Vec<D, T> normal{};          // unit, from a to b
  Vec<D, T> point_a{};         // the point of contact on a
  Vec<D, T> point_b{};         // the point of contact on b

  // Returns the result of the same pair with the two shapes swapped.
  Impact flipped() const { return {status, hit, t, -normal, point_b, point_a}; }
};

// A corner of a contact manifold. point_b - point_a = distance * normal, as in Separation: negative
// where the shapes overlap there.
template <int D, class T>
struct ManifoldPoint {
  Vec<D, T> point_a;  // on the surface of a
  Vec<D, T> point_b;  // on the surface of b
  T distance;         // from a to b along the normal
  // Identifies the features that make the corner: that of a in the high 16 bits, that of b in the
  // low 16. Two corners of one manifold never share an id. It stays equal from frame to frame as
  // long as the same features make the corner: use it as the key to warm-start a solver, see
  // docs/contact.md. It depends only on the two shapes and their poses.
  //
  // The two highest bits of a half are the kind of feature: 1 a vertex, 2 an edge (in 2D a side), 3
  // a face, 0 a shape without parts (a sphere, a point, an ellipsoid, a custom shape). The other 14
  // bits are its index:
  // - box: two bits per axis, x lowest: 1 or 2 where the feature lies on the positive or negative
  // side of that axis, 0 where it extends along the axis;
  // - polygon, polyhedron: the number of the vertex, edge or face, modulo 2^14 (beyond that many,
  // corners may share an id); side i of a polygon begins at vertex i;
  // - triangle: vertex i, edge i from vertex i to the next, in 3D face 0 (the front) and 1;
  // - segment, capsule: vertices 0 and 1, edge 0;
  // - cylinder, cone: faces 0 (-y) and 1 (+y), vertices and edges 0 to 15 and 16 to 31 of the
  // polygons that stand for the two discs, edge 32 for the line along the side, vertices 32 and 33
  // for its lower and upper end;
  // - half-space: face 0, in 2D edge 0.
  //
  // A corner of a polygon is a vertex of one shape on the other's face, or the crossing of an edge
  // of each. A single pair of points, or a deepest point that is no corner, has the features that
  // lie farthest along the normal; features level within 2^-16 count as edges or faces. A deepest
  // point that would share the id of a corner has id 0.
  std::uint32_t feature_id;
};

}  // namespace masu
