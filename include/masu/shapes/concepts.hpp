// SPDX-License-Identifier: MIT
// What a type must offer to be a shape.
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

// The library's shapes, and views of any.
template <class S>
concept ViewableShape = requires(const S& s) {
  { s.view().kind } -> std::convertible_to<ShapeKind>;
};

// A convex shape of somebody else's. `support(d)` is the point of it that lies farthest along d,
// any of them if there are several, for every d but 0 (of any length); `aabb(at)` contains it.
// Both are finite. It names its kDimension and Scalar, and its address must stay the same while
// queries run.
template <class S>
concept SupportShape = requires(const S& s, const Vec<S::kDimension, typename S::Scalar>& d,
                                const Transform<S::kDimension, typename S::Scalar>& at) {
  { s.support(d) } -> std::convertible_to<Vec<S::kDimension, typename S::Scalar>>;
  { s.aabb(at) } -> std::convertible_to<Aabb<S::kDimension, typename S::Scalar>>;
};

template <class S>
concept Shape = ViewableShape<S> || SupportShape<S>;

namespace detail {

// Whether a view of S refers to the object that it is of, so that a temporary will not do where the
// view stays. Rounded specialises it.
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
    [](const void* object, const Transform<S::kDimension, typename S::Scalar>& at) {
      return Aabb<S::kDimension, typename S::Scalar>(static_cast<const S*>(object)->aabb(at));
    }};

}  // namespace detail

// The small value that all functions take for a shape.
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

// The dimension and scalar of a shape or body: what transforms written as {} have.
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

// Said first, before the compiler says it in its own words.
template <int D, class T, Shape... S>
constexpr void expect_one_kind() {
  static_assert(((decltype(view_of(std::declval<const S&>()))::kDimension == D) && ...),
                "shapes and transforms must be all of the plane or all of space");
  static_assert(
      (std::is_same_v<typename decltype(view_of(std::declval<const S&>()))::Scalar, T> && ...),
      "shapes and transforms must be all of float or all of double");
}

}  // namespace detail

}  // namespace masu
