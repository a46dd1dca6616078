// SPDX-License-Identifier: MIT
// The shape of a world's object: a convex shape, or a mesh, compound or other composite shape.
#pragma once

#include <ranges>
#include <span>
#include <type_traits>

#include <masu/mesh/body_view.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// A view of any shape. It stores a copy of spheres, boxes and other shapes of a few numbers. It
// refers to polygons, polyhedra, rounded ones of these, custom shapes and composite shapes, which
// must outlive it and stay at their address.
template <int D, class T>
struct WorldShape {
  static constexpr int kDimension = D;
  using Scalar = T;

  ShapeView<D, T> convex{};    // the shape if it is convex
  const void* body = nullptr;  // the composite shape; nullptr: the shape is convex
  const BodyFunctions<D, T>* functions = nullptr;  // of the composite shape

  // Returns whether it is a composite shape.
  bool is_composite() const { return body != nullptr; }
  // Returns whether it refers to an object that must outlive it.
  bool refers() const { return is_composite() || convex.object != nullptr; }
  // Returns the composite shape. Precondition: is_composite().
  BodyView<D, T> sub_shapes() const { return {body, functions}; }
};

namespace detail {

template <class S>
concept WorldBody = CompositeShape<S> || Shape<S>;

// Shapes that a WorldShape refers to: temporaries of them are refused.
template <class S>
concept ReferredBody = CompositeShape<S> || kViewRefers<S>;

// Containers that own such shapes: temporary containers are refused, too.
template <class Shapes>
concept ReferredBodies = ReferredBody<Shapes> ||
    (std::ranges::contiguous_range<const Shapes> && !std::ranges::borrowed_range<Shapes> &&
     ReferredBody<std::ranges::range_value_t<const Shapes>>);

// Containers of contiguous elements. A braced list is not one: its element type cannot be deduced.
template <class List, class E>
concept ListOf = std::is_convertible_v<const List&, std::span<const E>>;

}  // namespace detail

// Returns the view of a shape of the library, a SupportShape or a CompositeShape.
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

// world_shape() for a World<D, T>, with error messages for shapes that it does not accept.
template <int D, class T, class S>
WorldShape<D, T> shape_in_world(const S& shape) {
  if constexpr (requires { world_shape(shape); }) {
    using Converted = std::remove_cvref_t<decltype(world_shape(shape))>;
    constexpr bool kSameScalar = std::is_same_v<typename Converted::Scalar, T>;
    static_assert(Converted::kDimension == D,
                  "masu: the shape has another dimension than the World: World<2> takes shapes in "
                  "2D, World<3> shapes in 3D");
    static_assert(kSameScalar,
                  "masu: the shape has another scalar than the World: World<D> uses float, "
                  "World<D, double> uses double");
    if constexpr (Converted::kDimension == D && kSameScalar) return world_shape(shape);
  } else {
    static_assert(kNever<S>,
                  "masu: a World takes the library's shapes, a SupportShape, a CompositeShape or a "
                  "WorldShape; this type is not one of them");
  }
  return {};
}

// The error message of overloads for temporaries.
template <class S>
constexpr void refuse_temporary() {
  static_assert(kNever<S>,
                "masu: World stores references to polytopes, meshes, compounds, custom shapes and "
                "their rounded versions: keep the shape in a variable that outlives the object");
}

}  // namespace detail

}  // namespace masu
