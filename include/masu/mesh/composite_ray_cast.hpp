// SPDX-License-Identifier: MIT
// ray_cast() of a composite shape.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// Result of ray_cast() of a composite shape: the first hit and its piece.
template <int D, class T>
struct PieceRayCast : RayCast<D, T> {
  std::uint32_t piece = kNoPiece;  // which the ray hits first
  QueryStats stats{};              // work of the search

  // Returns the result without the pieces.
  RayCast<D, T>& cast() { return *this; }
  const RayCast<D, T>& cast() const { return *this; }
};

namespace detail {

// Counts only hits for which accept(hit, piece) returns true; nullptr: all hits.
template <int D, class T>
PieceRayCast<D, T> ray_cast_body(
    const BodyView<D, T>& body, const Transform<D, T>& at, const Ray<D, T>& ray,
    const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>* accept = nullptr);

}  // namespace detail

// Returns the first hit: the smallest (t, piece) of ray_cast() over all pieces. No ray passes
// between two triangles that share an edge. no_points: the body has no pieces. Typically O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
PieceRayCast<D, T> ray_cast(const B& body, const Transform<D, T>& at, const Ray<D, T>& ray) {
  return detail::ray_cast_body<D, T>(body_view(body), at, ray);
}

}  // namespace masu
