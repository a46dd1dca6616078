// SPDX-License-Identifier: MIT
// aabb_of(): the bounding box of a composite shape in any pose.
#pragma once

#include <masu/mesh/body_view.hpp>

namespace masu {

namespace detail {

template <int D, class T>
Aabb<D, T> aabb_of_body(const BodyView<D, T>& body, const Transform<D, T>& pose);

}  // namespace detail

// Returns the smallest box that contains the body, up to rounding; it always contains the body.
// Empty if the body has no sub-shapes. The transform must be valid (see Transform::check()).
// Typically O(log n) for n sub-shapes; O(n) where many reach equally far, as those of a floor do.
template <CompositeShape B, class T = detail::ScalarOf<B>, int D = detail::kDimensionOf<B>>
Aabb<D, T> aabb_of(const B& body, const Transform<D, T>& pose) {
  return detail::aabb_of_body<D, T>(body_view(body), pose);
}

}  // namespace masu
