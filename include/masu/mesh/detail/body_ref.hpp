// SPDX-License-Identifier: MIT
// One of the two bodies that a function asks about, convex or of many pieces, without its type.
#pragma once

#include <masu/mesh/body_view.hpp>

namespace masu::detail {

template <class S>
concept AnyBody = CompositeShape<S> || Shape<S>;
// One at least of two bodies has many pieces: two convex shapes have functions of their own.
template <class A, class B>
concept BodyPair = AnyBody<A> && AnyBody<B> &&(CompositeShape<A> || CompositeShape<B>);

template <class B>
inline constexpr bool kIsBodyView = false;
template <int D, class T>
inline constexpr bool kIsBodyView<BodyView<D, T>> = true;

// One of two bodies: a convex shape or a CompositeShape, which must outlive it.
template <int D, class T>
struct BodyRef {
  ShapeView<D, T> convex{};
  BodyView<D, T> pieces{nullptr, nullptr};  // of nothing, if the body is convex
  // The user handed over a BodyView: the hierarchies of two bodies are not searched jointly, and
  // the body counts as a SeamlessShape.
  bool was_view = false;

  bool has_pieces() const { return pieces.object() != nullptr; }
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
