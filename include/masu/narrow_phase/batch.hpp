// SPDX-License-Identifier: MIT
// distances() and penetrations(): many pairs in one call, as a broad phase delivers them.
#pragma once

#include <cstdint>
#include <new>
#include <span>

#include <masu/core/block_output.hpp>
#include <masu/narrow_phase/distance.hpp>

namespace masu {

// Shapes and their poses: shapes[i] at poses[i]. Shapes of one type, or views.
template <Shape S>
struct Bodies {
  using View = decltype(view_of(std::declval<const S&>()));  // what all shapes are converted to
  using Pose = Transform<View::kDimension, typename View::Scalar>;  // type of the poses

  std::span<const S> shapes;    // one of each object
  std::span<const Pose> poses;  // as many poses
};

namespace detail {

// Bodies without the type of their shapes.
template <int D, class T>
struct ViewedBodies {
  const void* shapes;
  std::size_t shape_count;
  std::span<const Transform<D, T>> poses;
  // Writes the views of the shapes of `count` pairs.
  void (*write_views)(const void* shapes, const Pair* pairs, int count, ShapeView<D, T>* to);
};

template <std::uint32_t Pair::*kIndex, class S>
auto viewed(const Bodies<S>& bodies) {
  using View = typename Bodies<S>::View;
  const auto write = [](const void* shapes, const Pair* pairs, int count, View* to) {
    const S* const s = static_cast<const S*>(shapes);
    for (int k = 0; k < count; ++k) ::new (to + k) View(view_of(s[pairs[k].*kIndex]));
  };
  return ViewedBodies<View::kDimension, typename View::Scalar>{
      bodies.shapes.data(), bodies.shapes.size(), bodies.poses, write};
}

template <int D, class T>
Status separations_of_views(const ViewedBodies<D, T>& a, const ViewedBodies<D, T>& b,
                            std::span<const Pair> pairs, std::span<Separation<D, T>> out,
                            bool with_depth);

// Spheres, capsules and boxes against each other, and views against views, have compiled code for
// their own types: making views of such small shapes would cost more than a tenth of the query.
template <class S>
inline constexpr bool kRoundedOrBox = false;
template <int D, class T>
inline constexpr bool kRoundedOrBox<Sphere<D, T>> = true;
template <int D, class T>
inline constexpr bool kRoundedOrBox<Capsule<D, T>> = true;
template <int D, class T>
inline constexpr bool kRoundedOrBox<Box<D, T>> = true;
template <class A, class B>
inline constexpr bool kTypedBatch = kRoundedOrBox<A>&& kRoundedOrBox<B>;
template <int D, class T>
inline constexpr bool kTypedBatch<ShapeView<D, T>, ShapeView<D, T>> = true;

template <class A, class B, int D, class T>
Status separations_of_types(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                            std::span<Separation<D, T>> out, bool with_depth);

template <class A, class B, int D, class T>
Status separations(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                   std::span<Separation<D, T>> out, bool with_depth) {
  expect_one_kind<D, T, A, B>();
  if constexpr (kTypedBatch<A, B>) {
    return separations_of_types(a, b, pairs, out, with_depth);
  } else {
    return separations_of_views<D, T>(viewed<&Pair::a>(a), viewed<&Pair::b>(b), pairs, out,
                                      with_depth);
  }
}

}  // namespace detail

// Computes the distance() of each pair: out[i] is that of a's shape pairs[i].a and b's shape
// pairs[i].b, bit for bit. Spheres, capsules and boxes against spheres and capsules run in SIMD,
// about four pairs at a time. Statuses: size_mismatch; those of single pairs are in `out`,
// bad_index for an index of no shape. O(pairs); allocates nothing.
template <class A, class B, int D, class T>
Status distances(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                 std::span<Separation<D, T>> out) {
  return detail::separations(a, b, pairs, out, false);
}

// Computes the penetration() of each pair. Statuses as distances().
template <class A, class B, int D, class T>
Status penetrations(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                    std::span<Separation<D, T>> out) {
  return detail::separations(a, b, pairs, out, true);
}

}  // namespace masu
