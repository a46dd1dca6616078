// SPDX-License-Identifier: MIT
// Which of two shapes comes first, whoever is named first: by kind, place, then shape, bit by bit.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include <masu/shapes/convex_polytope.hpp>

namespace masu::detail {

inline std::uint64_t bits_of(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
inline std::uint64_t bits_of(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

template <class T>
std::strong_ordering compare_bits(T x, T y) {
  return bits_of(x) <=> bits_of(y);
}
template <int D, class T>
std::strong_ordering compare_bits(const Vec<D, T>& x, const Vec<D, T>& y) {
  for (int a = 0; a < D; ++a) {
    if (const auto c = compare_bits(x[a], y[a]); c != 0) return c;
  }
  return std::strong_ordering::equal;
}
template <class T>
std::strong_ordering compare_bits(const Rotation<2, T>& x, const Rotation<2, T>& y) {
  const auto c = compare_bits(x.cosine, y.cosine);
  return c != 0 ? c : compare_bits(x.sine, y.sine);
}
template <class T>
std::strong_ordering compare_bits(const Rotation<3, T>& x, const Rotation<3, T>& y) {
  const auto c = compare_bits(Vec<3, T>{x.x, x.y, x.z}, Vec<3, T>{y.x, y.y, y.z});
  return c != 0 ? c : compare_bits(x.w, y.w);
}

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
  // Of shapes of others at one place nothing but their address is known.
  return std::bit_cast<std::uintptr_t>(x.object) <=> std::bit_cast<std::uintptr_t>(y.object);
}

// The dearer kind first: its frame is that of the pair. Shapes are compared where places are the
// same, which is rare: they may be long.
template <int D, class T>
bool in_order(const ShapeView<D, T>& a, const Transform<D, T>& at_a, const ShapeView<D, T>& b,
              const Transform<D, T>& at_b) {
  if (a.kind != b.kind) return a.kind > b.kind;
  if (const auto c = compare_bits(at_a.translation, at_b.translation); c != 0) return c < 0;
  if (const auto c = compare_bits(at_a.rotation, at_b.rotation); c != 0) return c < 0;
  return compare_shapes(a, b) <= 0;
}

}  // namespace masu::detail
