// SPDX-License-Identifier: MIT
// The ranking of shape kinds, sets of kinds, and which of two shapes comes first in a pair.
#pragma once

#include <string_view>

#include <masu/narrow_phase/detail/direct_pair.hpp>
#include <masu/shapes/convex_polytope.hpp>
#include "narrow_phase/pair_order.hpp"

namespace masu::detail {

// The order of ShapeKind is the ranking. The higher-ranked kind comes first in a pair, its frame is
// the frame of the pair, and each formula is written only for this order.
constexpr bool outranks(ShapeKind a, ShapeKind b) {
  return a > b;
}

// A set of kinds, one bit each.
using KindSet = std::uint32_t;
inline constexpr int kKindCount = static_cast<int>(ShapeKind::half_space) + 1;
inline constexpr KindSet kAllKinds = (KindSet{1} << kKindCount) - 1;

template <class... Kinds>
constexpr KindSet kinds(Kinds... kind) {
  return (... | (KindSet{1} << static_cast<int>(kind)));
}
// False for values that are no kind.
constexpr bool holds(KindSet set, ShapeKind kind) {
  return static_cast<int>(kind) < kKindCount && (set >> static_cast<int>(kind) & 1) != 0;
}

// Cores with closed forms for each pair of them.
inline constexpr KindSet kSimpleKinds = kinds(ShapeKind::point, ShapeKind::segment, ShapeKind::box);
// Cores in 2D whose outline is a list of sides.
inline constexpr KindSet kOutlineKinds =
    kSimpleKinds | kinds(ShapeKind::triangle, ShapeKind::polygon);
// Curved cores whose nearest point to a point has a formula or a short iteration.
inline constexpr KindSet kSmoothKinds =
    kinds(ShapeKind::ellipsoid, ShapeKind::cylinder, ShapeKind::cone);

constexpr bool is_simple(ShapeKind kind) {
  return holds(kSimpleKinds, kind);
}
constexpr bool has_outline(ShapeKind kind) {
  return holds(kOutlineKinds, kind);
}

// The reasons for the order of ShapeKind. Half-spaces are last: the support point of the other
// shape is tested against the plane.
static_assert(std::string_view(name(static_cast<ShapeKind>(kKindCount))) == "unknown");
// Custom shapes come before all others: their coordinates are never moved to another frame.
static_assert(outranks(ShapeKind::half_space, ShapeKind::custom) &&
              outranks(ShapeKind::custom, ShapeKind::polyhedron));
// Polytopes have the most vertices, which stay in their own frame.
static_assert(outranks(ShapeKind::polygon, ShapeKind::cone) &&
              outranks(ShapeKind::polyhedron, ShapeKind::cone));
// Bodies of revolution compute the surface point nearest to a point; the axis of a segment is
// compared with theirs.
static_assert(outranks(ShapeKind::ellipsoid, ShapeKind::box) &&
              outranks(ShapeKind::cylinder, ShapeKind::box) &&
              outranks(ShapeKind::cone, ShapeKind::box));
// Closed forms are in the frame of a box, else relative to a segment; block kernels take shapes
// that rank no higher than a segment as the second shape.
static_assert(outranks(ShapeKind::box, ShapeKind::segment) &&
              outranks(ShapeKind::segment, ShapeKind::point));
// A triangle computes the surface point nearest to a point.
static_assert(outranks(ShapeKind::triangle, ShapeKind::point));
// Spheres, capsules and boxes known by their types rank as their kinds.
static_assert(kDirectKind<Sphere<3, float>> < kDirectKind<Capsule<3, float>> &&
              kDirectKind<Capsule<3, float>> < kDirectKind<Box<3, float>>);

template <int D, class T>
std::strong_ordering compare_vertices(const VertexSet<D, T>& x, const VertexSet<D, T>& y) {
  if (x.size() != y.size()) return x.size() <=> y.size();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (const auto c = compare_bits(x[i], y[i]); c != 0) return c;
  }
  return std::strong_ordering::equal;
}

template <int D, class T>
std::strong_ordering compare_shapes(const ShapeView<D, T>& x, const ShapeView<D, T>& y) {
  if (const auto c = compare_bits(x.radius, y.radius); c != 0) return c;
  for (int i = 0; i < 3; ++i) {
    if (const auto c = compare_bits(x.p[i], y.p[i]); c != 0) return c;
  }
  if (x.object == y.object) return std::strong_ordering::equal;
  if (x.kind == ShapeKind::polygon || x.kind == ShapeKind::polyhedron) {
    return compare_vertices<D, T>(static_cast<const ConvexPolytope<D, T>*>(x.object)->vertices(),
                                  static_cast<const ConvexPolytope<D, T>*>(y.object)->vertices());
  }
  // Custom shapes at one pose are compared by their address.
  return std::bit_cast<std::uintptr_t>(x.object) <=> std::bit_cast<std::uintptr_t>(y.object);
}

// Returns whether a comes first in the pair, independent of the caller's order: by kind, pose, then
// shape, bit by bit. Shapes are compared only if poses are equal, which is rare: they may be long.
template <int D, class T>
bool in_order(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
              const Transform<D, T>& pose_b) {
  if (a.kind != b.kind) return outranks(a.kind, b.kind);
  if (const auto c = compare_bits(pose_a.translation, pose_b.translation); c != 0) return c < 0;
  if (const auto c = compare_bits(pose_a.rotation, pose_b.rotation); c != 0) return c < 0;
  return compare_shapes(a, b) <= 0;
}

}  // namespace masu::detail
