// SPDX-License-Identifier: MIT
// Choice: the broad phases that choose() picks from, and its advice.
#pragma once

#include <cstdint>

namespace masu {

enum class BvhBuilder : std::uint8_t;  // masu/broad_phase/bvh_builder.hpp
enum class CellOrder : std::uint8_t;   // masu/broad_phase/registration.hpp

// The methods that find pairs.
enum class BroadPhase : std::uint8_t {
  all_pairs,          // AllPairs
  sweep_and_prune,    // SweepAndPrune: every frame from scratch
  sorted_orthtree,    // SortedOrthtree: every frame from scratch
  bvh,                // Bvh with default options: every frame from scratch
  pair_tracker,       // PairTracker<HashGrid>: searches only around moved objects
  incremental_sweep,  // IncrementalSweepAndPrune: sorts the last frame's lists again
};

// The indices that answer queries: overlap, rays, nearest objects.
enum class QueryIndex : std::uint8_t {
  none,          // there are no queries
  uniform_grid,  // UniformGrid, rebuilt: overlap only
  kd_tree,       // KdTree, rebuilt when something has moved
  bvh,           // Bvh: built once, refitted or rebuilt
};

// The advice of choose(), and the reasons.
struct Choice {
  BroadPhase method = BroadPhase::sorted_orthtree;  // finder of the pairs
  CellOrder order{};         // sorted_orthtree: CellOrder::hilbert by default
  int axis = -1;             // sweep_and_prune: SweepAndPruneOptions::kBestAxis
  int axes = 1;              // sweep_and_prune: how many axes prune
  double ns_per_object = 0;  // the model's estimate for the pairs of a frame
  const char* why = "";      // one sentence

  QueryIndex index = QueryIndex::none;  // index for queries
  BvhBuilder builder{};                 // bvh: BvhBuilder::morton by default
  bool refit = false;                   // bvh: refit the tree of the last frame
  const char* why_index = "";           // one sentence about the index
};

// Returns the name of the enumerator: "bvh" for BroadPhase::bvh.
constexpr const char* name(BroadPhase method) {
  switch (method) {
    case BroadPhase::all_pairs: return "all_pairs";
    case BroadPhase::sweep_and_prune: return "sweep_and_prune";
    case BroadPhase::sorted_orthtree: return "sorted_orthtree";
    case BroadPhase::bvh: return "bvh";
    case BroadPhase::pair_tracker: return "pair_tracker";
    case BroadPhase::incremental_sweep: return "incremental_sweep";
  }
  return "unknown";
}

// Returns the name of the enumerator: "bvh" for QueryIndex::bvh.
constexpr const char* name(QueryIndex index) {
  switch (index) {
    case QueryIndex::none: return "none";
    case QueryIndex::uniform_grid: return "uniform_grid";
    case QueryIndex::kd_tree: return "kd_tree";
    case QueryIndex::bvh: return "bvh";
  }
  return "unknown";
}

}  // namespace masu
