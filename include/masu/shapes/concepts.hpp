// SPDX-License-Identifier: MIT
// Shape and SupportShape: what a type needs to be a shape.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <masu/shapes/shape_view.hpp>

namespace masu {

template <class T>
class ConvexPolygon;
template <class T>
class ConvexPolyhedron;

// The library's shapes, and views of any shape.
template <class S>
concept ViewableShape = requires(const S& s) {
  { s.view().kind } -> std::convertible_to<ShapeKind>;
};

// A convex shape of your own. `support(d)` returns the point that lies farthest along d, any of
// them if there are several, for every d except 0 (of any length); `aabb(pose)` returns a box that
// contains the shape at that pose. Point and box are finite. The type declares kDimension and
// Scalar; the object must stay at its address while queries run.
template <class S>
concept SupportShape = requires(const S& s, const Vec<S::kDimension, typename S::Scalar>& d,
                                const Transform<S::kDimension, typename S::Scalar>& pose) {
  { s.support(d) } -> std::convertible_to<Vec<S::kDimension, typename S::Scalar>>;
  { s.aabb(pose) } -> std::convertible_to<Aabb<S::kDimension, typename S::Scalar>>;
};

// A shape that queries take: one of the library's, or a convex shape of your own.
template <class S>
concept Shape = ViewableShape<S> || SupportShape<S>;

namespace detail {

// Whether a view of S refers to the shape itself, which must then outlive the view. Rounded
// specializes it.
template <class S>
inline constexpr bool kViewRefers = SupportShape<S>;
template <class T>
inline constexpr bool kViewRefers<ConvexPolygon<T>> = true;
template <class T>
inline constexpr bool kViewRefers<ConvexPolyhedron<T>> = true;

template <SupportShape S>
inline constexpr ShapeFunctions<S::kDimension, typename S::Scalar> kFunctionsOf = {
    [](const void* object, const Vec<S::kDimension, typename S::Scalar>& d) {
      return Vec<S::kDimension, typename S::Scalar>(static_cast<const S*>(object)->support(d));
    },
    [](const void* object, const Transform<S::kDimension, typename S::Scalar>& pose) {
      return Aabb<S::kDimension, typename S::Scalar>(static_cast<const S*>(object)->aabb(pose));
    }};

}  // namespace detail

// Returns the view of a shape: the small value that all queries take.
template <Shape S>
auto view_of(const S& shape) {
  if constexpr (ViewableShape<S>) {
    return shape.view();
  } else {
    ShapeView<S::kDimension, typename S::Scalar> view;
    view.kind = ShapeKind::custom;
    view.object = &shape;
    view.functions = &detail::kFunctionsOf<S>;
    return view;
  }
}

namespace detail {

// The dimension and scalar of a shape or body, which transforms written as {} take.
template <class S>
struct NumbersOf {
  static constexpr int kDimension = S::kDimension;
  using Scalar = typename S::Scalar;
};
template <ViewableShape S>
struct NumbersOf<S> : NumbersOf<decltype(view_of(std::declval<const S&>()))> {};
template <int D, class T>
struct NumbersOf<ShapeView<D, T>> {
  static constexpr int kDimension = D;
  using Scalar = T;
};
template <class S>
inline constexpr int kDimensionOf = NumbersOf<S>::kDimension;
template <class S>
using ScalarOf = typename NumbersOf<S>::Scalar;

// Gives a readable error message before the compiler's own.
template <int D, class T, Shape... S>
constexpr void expect_one_kind() {
  static_assert(((decltype(view_of(std::declval<const S&>()))::kDimension == D) && ...),
                "masu: shapes and transforms must have the same dimension");
  static_assert(
      (std::is_same_v<typename decltype(view_of(std::declval<const S&>()))::Scalar, T> && ...),
      "masu: shapes and transforms must have the same scalar type");
}

}  // namespace detail

}  // namespace masu
