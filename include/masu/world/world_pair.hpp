// SPDX-License-Identifier: MIT
// What a world tells: which objects meet, how, and what has changed.
#pragma once

#include <masu/core/handle.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// Two objects that meet, a.index < b.index.
struct WorldPair {
  Handle a;
  Handle b;
  // Of this pair as long as it lasts, for tables of one's own; below World::pair_ids().
  std::uint32_t id;
  // What its shapes were answered with if neither ok nor not_converged: there are no contacts then.
  // unbounded: half-spaces that overlap without end.
  Status status = Status::ok;
};

// A pair that no longer meets. An object that was removed has a stale handle.
struct EndedPair {
  Handle a;
  Handle b;
  std::uint64_t user_data_a;
  std::uint64_t user_data_b;
};

// How two pieces touch, a's and b's (0: of a convex shape); with ContactDetail::areas the corners
// are World::corners() of it. piece_a and the high half of a corner's feature_id are of the pair's
// a, piece_b and the low half of its b.
template <int D, class T>
struct WorldContact {
  std::uint32_t piece_a;
  std::uint32_t piece_b;
  Separation<D, T> separation;
  std::uint32_t first_corner = 0;
  std::uint32_t corner_count = 0;
};

// The first touch of two objects on their ways of this frame, at time t from 0 to 1.
template <int D, class T>
struct WorldImpact {
  Handle a;
  Handle b;
  PieceImpact<D, T> first;
};

// How an update() went, and what it took.
struct [[nodiscard]] UpdateResult {
  Status status = Status::ok;
  QueryStats stats;                   // of the broad phase
  std::uint64_t pairs_looked_at = 0;  // shapes held against each other: pairs with a moved end
};

}  // namespace masu
