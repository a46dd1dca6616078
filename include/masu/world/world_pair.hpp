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
struct WorldContact : PieceIds, Separation<D, T> {
  std::uint32_t first_corner = 0;
  std::uint32_t corner_count = 0;

  // The numbers alone.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
};

// The two objects of a result, a of the world that is asked.
struct HandlePair {
  Handle a;
  Handle b;
};

// The first touch of two objects on their ways of this frame, at time t from 0 to 1: a PieceImpact,
// and the objects it is of.
template <int D, class T>
struct WorldImpact : HandlePair, PieceImpact<D, T> {
  // The numbers and pieces alone.
  PieceImpact<D, T>& first() { return *this; }
  const PieceImpact<D, T>& first() const { return *this; }
};

// How an update() went, and what it took.
struct [[nodiscard]] UpdateResult {
  Status status = Status::ok;
  QueryStats stats;                   // of the broad phase
  std::uint64_t pairs_looked_at = 0;  // shapes held against each other: pairs with a moved end
};

}  // namespace masu
