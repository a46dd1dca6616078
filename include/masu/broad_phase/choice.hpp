// SPDX-License-Identifier: MIT
// The broad phases that choose() picks from, and its answer.
#pragma once

#include <cstdint>

namespace masu {

enum class BvhBuilder : std::uint8_t;  // masu/broad_phase/bvh_builder.hpp
enum class CellOrder : std::uint8_t;   // masu/broad_phase/registration.hpp

// Where pairs come from.
enum class BroadPhase : std::uint8_t {
  all_pairs,          // AllPairs
  sweep_and_prune,    // SweepAndPrune: every frame from scratch
  sorted_orthtree,    // SortedOrthtree: the same
  bvh,                // Bvh, as it is by default: the same
  pair_tracker,       // PairTracker<HashGrid>: told what moved
  incremental_sweep,  // IncrementalSweepAndPrune: the same
};

// What is asked for boxes, rays or the nearest.
enum class QueryIndex : std::uint8_t {
  none,          // nothing is to be asked
  uniform_grid,  // UniformGrid, built anew: boxes alone
  kd_tree,       // KdTree, built anew when something moved
  bvh,           // Bvh: built once, refitted or built anew
};

// What the chooser would take, and why.
struct Choice {
  BroadPhase method = BroadPhase::sorted_orthtree;
  CellOrder order{};         // sorted_orthtree: CellOrder::hilbert by default
  int axis = -1;             // sweep_and_prune: SweepAndPruneOptions::kBestAxis
  int axes = 1;              // sweep_and_prune: how many prune
  double ns_per_object = 0;  // what the model expects of a frame's pairs
  const char* why = "";      // one sentence

  QueryIndex index = QueryIndex::none;
  BvhBuilder builder{};        // bvh: BvhBuilder::morton by default
  bool refit = false;          // bvh: the tree of the last frame, its boxes renewed
  const char* why_index = "";  // the same of the index
};

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
