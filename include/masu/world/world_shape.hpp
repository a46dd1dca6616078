// SPDX-License-Identifier: MIT
// What an object of a world is made of: a convex shape, or a body of many pieces.
#pragma once

#include <ranges>
#include <span>
#include <type_traits>

#include <masu/mesh/body_view.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// A few numbers for spheres, boxes and their like. Polytopes, shapes of others, rounded ones and
// bodies of many pieces are referred to: they must stay where they are while an object has them.
template <int D, class T>
struct WorldShape {
  static constexpr int kDimension = D;
  using Scalar = T;

  ShapeView<D, T> convex{};    // the shape, if it is convex
  const void* body = nullptr;  // null: it is convex
  const BodyFunctions<D, T>* functions = nullptr;

  // Whether it is a body of many pieces.
  bool has_pieces() const { return body != nullptr; }
  // Whether something else must live as long.
  bool refers() const { return has_pieces() || convex.object != nullptr; }
  // The body of many pieces.
  BodyView<D, T> pieces() const { return {body, functions}; }
};

namespace detail {

template <class S>
concept WorldBody = CompositeShape<S> || Shape<S>;

// What a WorldShape refers to, so that a temporary will not do.
template <class S>
concept ReferredBody = CompositeShape<S> || kViewRefers<S>;

// The same of a list of shapes that goes with its elements.
template <class Shapes>
concept ReferredBodies = ReferredBody<Shapes> ||
    (std::ranges::contiguous_range<const Shapes> && !std::ranges::borrowed_range<Shapes> &&
     ReferredBody<std::ranges::range_value_t<const Shapes>>);

// A list of elements that lie one after the other. A braced list is none, as of what is not said.
template <class List, class E>
concept ListOf = std::is_convertible_v<const List&, std::span<const E>>;

}  // namespace detail

// Shape and CompositeShape alike.
template <detail::WorldBody S>
auto world_shape(const S& shape) {
  if constexpr (CompositeShape<S>) {
    const auto view = body_view(shape);
    return WorldShape<S::kDimension, typename S::Scalar>{{}, view.object(), view.functions()};
  } else {
    const auto view = view_of(shape);
    return WorldShape<decltype(view)::kDimension, typename decltype(view)::Scalar>{view};
  }
}
template <detail::ReferredBody S>
auto world_shape(const S&& shape) = delete;
template <int D, class T>
const WorldShape<D, T>& world_shape(const WorldShape<D, T>& shape) {
  return shape;
}

namespace detail {

template <class>
inline constexpr bool kNever = false;

// The same for a World<D, T>; says in words which shapes it does not take.
template <int D, class T, class S>
WorldShape<D, T> shape_in_world(const S& shape) {
  if constexpr (requires { world_shape(shape); }) {
    using Given = std::remove_cvref_t<decltype(world_shape(shape))>;
    constexpr bool kSameScalar = std::is_same_v<typename Given::Scalar, T>;
    static_assert(Given::kDimension == D,
                  "masu: the shape has another dimension than the World: World<2> takes shapes in "
                  "2D, World<3> shapes in 3D");
    static_assert(kSameScalar,
                  "masu: the shape has another scalar than the World: World<D> is of float, "
                  "World<D, double> of double");
    if constexpr (Given::kDimension == D && kSameScalar) return world_shape(shape);
  } else {
    static_assert(kNever<S>,
                  "masu: a World takes the library's shapes, a SupportShape, a CompositeShape or a "
                  "WorldShape; this is none of them");
  }
  return {};
}

// For overloads that take temporaries.
template <class S>
constexpr void refuse_temporary() {
  static_assert(kNever<S>,
                "masu: a World refers to polytopes, meshes, compounds, shapes of your own and "
                "rounded ones: keep the shape in a variable that outlives the object");
}

}  // namespace detail

}  // namespace masu
