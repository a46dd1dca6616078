// SPDX-License-Identifier: MIT
// Results of World::update(): pairs, contacts, and events.
#pragma once

#include <masu/core/handle.hpp>
#include <masu/mesh/sub_shape_results.hpp>

namespace masu {

// Two objects in contact, as ContactDetail defines it; a.index < b.index.
struct WorldPair {
  Handle a;  // the object in the lower slot
  Handle b;  // the object in the higher slot
  // Identifies the pair as long as it lasts, for tables of your own; below World::pair_ids().
  std::uint32_t id;
  // Status of the narrow phase where it is neither ok nor not_converged: then there are no
  // contacts. unbounded: half-spaces whose overlap has no end.
  Status status = Status::ok;
};

// A pair that no longer touches. The handle of an object that was removed is stale.
struct EndedPair {
  Handle a;                   // of the first object
  Handle b;                   // of the second object
  std::uint64_t user_data_a;  // as a had it last
  std::uint64_t user_data_b;  // as b had it last
};

// A contact of two sub-shapes, one of each object (sub-shape 0: a convex shape); with
// ContactDetail::areas World::corners() has its corners. sub_shape_a and the high half of a
// corner's feature_id belong to the pair's a, sub_shape_b and the low half to its b.
template <int D, class T>
struct WorldContact : SubShapeIds, Separation<D, T> {
  std::uint32_t first_corner = 0;  // its corners begin here in World::corners()
  std::uint32_t corner_count = 0;  // how many corners it has

  // Return the separation without the sub-shape ids.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
};

// The two objects of a result. For queries of two worlds, a is of the world whose member was
// called.
struct HandlePair {
  Handle a;  // the first object
  Handle b;  // the second object
};

// The first contact of two objects that sweep their paths of this frame, at time t from 0 to 1: a
// SubShapeImpact with the two objects.
template <int D, class T>
struct WorldImpact : HandlePair, SubShapeImpact<D, T> {
  // Return the impact without the handles.
  SubShapeImpact<D, T>& first() { return *this; }
  const SubShapeImpact<D, T>& first() const { return *this; }
};

// Result of an update(): status and counters.
struct [[nodiscard]] UpdateResult {
  Status status = Status::ok;      // ok, or why the update is not complete
  QueryStats stats;                // of the broad phase
  std::uint64_t pairs_tested = 0;  // pairs whose shapes were tested: those with a moved object
};

}  // namespace masu
