// SPDX-License-Identifier: MIT
// BodyRef: an argument of a query of two bodies, convex or composite, without its type.
#pragma once

#include <masu/mesh/body_view.hpp>

namespace masu::detail {

template <class S>
concept AnyBody = CompositeShape<S> || Shape<S>;
// At least one of two bodies is composite: two convex shapes have functions of their own.
template <class A, class B>
concept BodyPair = AnyBody<A> && AnyBody<B> &&(CompositeShape<A> || CompositeShape<B>);

template <class B>
inline constexpr bool kIsBodyView = false;
template <int D, class T>
inline constexpr bool kIsBodyView<BodyView<D, T>> = true;

// A reference to a convex shape or a CompositeShape, which must outlive it.
template <int D, class T>
struct BodyRef {
  ShapeView<D, T> convex{};
  BodyView<D, T> sub_shapes{nullptr, nullptr};  // refers to nothing if the body is convex
  // The caller passed a BodyView: the hierarchies of two bodies are not searched jointly, and the
  // body counts as a CorrectsNormals.
  bool was_view = false;

  bool is_composite() const { return sub_shapes.object() != nullptr; }
};

template <AnyBody S>
auto body_ref(const S& body) {
  if constexpr (CompositeShape<S>) {
    return BodyRef<S::kDimension, typename S::Scalar>{{}, body_view(body), kIsBodyView<S>};
  } else {
    const auto view = view_of(body);
    return BodyRef<decltype(view)::kDimension, typename decltype(view)::Scalar>{view};
  }
}

}  // namespace masu::detail
