// SPDX-License-Identifier: MIT
// Where a ray first meets a body of many pieces.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// What a ray hits first.
template <int D, class T>
struct PieceRayCast : RayCast<D, T> {
  std::uint32_t piece = kNoPiece;
  QueryStats stats{};

  // The numbers alone.
  RayCast<D, T>& cast() { return *this; }
  const RayCast<D, T>& cast() const { return *this; }
};

namespace detail {

// Hits count for which accept(hit, piece) is true; nullptr: all.
template <int D, class T>
PieceRayCast<D, T> ray_cast_body(
    const BodyView<D, T>& body, const Transform<D, T>& at, const Ray<D, T>& ray,
    const FunctionRef<bool(const RayCast<D, T>&, std::uint32_t)>* accept = nullptr);

}  // namespace detail

// Finds the least (t, piece) of what ray_cast() says of each piece. No ray slips through between
// two triangles that share an edge. no_points: a body without pieces. Typically O(log n).
template <CompositeShape B, int D = detail::kDimensionOf<B>, class T = detail::ScalarOf<B>>
PieceRayCast<D, T> ray_cast(const B& body, const Transform<D, T>& at, const Ray<D, T>& ray) {
  return detail::ray_cast_body<D, T>(body_view(body), at, ray);
}

}  // namespace masu
