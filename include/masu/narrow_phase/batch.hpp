// SPDX-License-Identifier: MIT
// Many pairs at once, as a broad phase delivers them.
#pragma once

#include <cstdint>
#include <new>
#include <span>

#include <masu/core/block_output.hpp>
#include <masu/narrow_phase/distance.hpp>

namespace masu {

// shapes[i] stands at at[i]. Shapes of one type, or views.
template <Shape S>
struct Bodies {
  using View = decltype(view_of(std::declval<const S&>()));
  using At = Transform<View::kDimension, typename View::Scalar>;

  std::span<const S> shapes;
  std::span<const At> at;
};

namespace detail {

// Bodies whose class only the caller knows.
template <int D, class T>
struct ViewedBodies {
  const void* shapes;
  std::size_t shape_count;
  std::span<const Transform<D, T>> at;
  // Writes the views of the shapes that some pairs name.
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
      bodies.shapes.data(), bodies.shapes.size(), bodies.at, write};
}

template <int D, class T>
Status separations_of_views(const ViewedBodies<D, T>& a, const ViewedBodies<D, T>& b,
                            std::span<const Pair> pairs, std::span<Separation<D, T>> out,
                            bool with_depth);

// Spheres, capsules and boxes against each other, and views against views, are compiled for their
// own classes: views of so small shapes would cost more than a tenth of the answer.
template <class S>
inline constexpr bool kRoundOrBox = false;
template <int D, class T>
inline constexpr bool kRoundOrBox<Sphere<D, T>> = true;
template <int D, class T>
inline constexpr bool kRoundOrBox<Capsule<D, T>> = true;
template <int D, class T>
inline constexpr bool kRoundOrBox<Box<D, T>> = true;
template <class A, class B>
inline constexpr bool kTypedBatch = kRoundOrBox<A>&& kRoundOrBox<B>;
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

// out[i] is the distance() of a's shape pairs[i].a and b's shape pairs[i].b, bit for bit; spheres,
// capsules and boxes against spheres and capsules by SIMD, four pairs at a time or so. Statuses:
// size_mismatch. Those of pairs are in out; bad_index for a pair of a shape that is not there.
// O(pairs); nothing is allocated.
template <class A, class B, int D, class T>
Status distances(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                 std::span<Separation<D, T>> out) {
  return detail::separations(a, b, pairs, out, false);
}

// The same for penetration().
template <class A, class B, int D, class T>
Status penetrations(const Bodies<A>& a, const Bodies<B>& b, std::span<const Pair> pairs,
                    std::span<Separation<D, T>> out) {
  return detail::separations(a, b, pairs, out, true);
}

}  // namespace masu
