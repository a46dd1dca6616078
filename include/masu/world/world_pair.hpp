// SPDX-License-Identifier: MIT
// What a world tells: which objects meet, how, and what has changed.
#pragma once

#include <masu/core/handle.hpp>
#include <masu/core/job_system.hpp>
#include <masu/mesh/piece_results.hpp>

namespace masu {

// What a pair of a world is, and what it is asked for; each costs more than the one before.
enum class ContactDetail : std::uint8_t {
  boxes,   // two objects whose boxes overlap
  touch,   // whose shapes touch
  points,  // and how: penetration() of each two pieces
  areas,   // and over which area: manifold()
};

constexpr const char* name(ContactDetail detail) {
  switch (detail) {
    case ContactDetail::boxes: return "boxes";
    case ContactDetail::touch: return "touch";
    case ContactDetail::points: return "points";
    case ContactDetail::areas: return "areas";
  }
  return "unknown";
}

template <class T>
struct WorldOptions {
  ContactDetail detail = ContactDetail::points;
  // Shapes as far apart as this touch too. Finite, not below zero.
  T margin = 0;
  // ContactOptions::seam_free.
  bool seam_free = true;
  // update() keeps a tree for queries. Without it each costs O(objects).
  bool queries = true;
  // Worlds with different ones refuse each other's handles, but for one in 2^31.
  std::uint32_t handle_salt = 0;
  // Shapes are held against each other by these jobs.
  JobSystem jobs{};
};

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
// are World::corners() of it.
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
