// SPDX-License-Identifier: MIT
// ray_cast() of a composite shape.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/mesh/sub_shape_results.hpp>

namespace masu {

// Result of ray_cast() of a composite shape: the first hit and its sub-shape.
template <int D, class T>
struct SubShapeRayCast : RayCast<D, T> {
  std::uint32_t sub_shape = kNoSubShape;  // which the ray hits first
  QueryStats stats{};                     // work of the search

  // Returns the result without the sub-shapes.
  RayCast<D, T>& cast() { return *this; }
  const RayCast<D, T>& cast() const { return *this; }
};

namespace detail {

// Counts only hits for which accept(hit, sub-shape) returns true; nullptr: all hits.
template <int D, class T>
SubShapeRayCast<D, T> ray_cast_body(
    const BodyView<D, T>& body, const Transform<D, T>& pose, const Ray<D, T>& ray,
    const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>* accept = nullptr);

}  // namespace detail

// Returns the first hit: the smallest (t, sub-shape) of ray_cast() over all sub-shapes. No ray
// passes between two triangles that share an edge. no_points: the body has no sub-shapes. Typically
// O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
SubShapeRayCast<D, T> ray_cast(const B& body, const Transform<D, T>& pose, const Ray<D, T>& ray) {
  return detail::ray_cast_body<D, T>(body_view(body), pose, ray);
}

}  // namespace masu
