// SPDX-License-Identifier: MIT
// Complete names of choices, as in the rows of the contests.
#pragma once

#include <string>

#include <masu/broad_phase/choose.hpp>

namespace masu_bench {

inline std::string name_of_pairs(const masu::Choice& c) {
  switch (c.method) {
    case masu::BroadPhase::all_pairs: return "all_pairs";
    case masu::BroadPhase::sweep_and_prune:
      return (c.axes == 1 ? "sap:1" : "sap") +
             (c.axis < 0 ? std::string() : ":axis" + std::to_string(c.axis));
    case masu::BroadPhase::bvh: return "bvh";
    case masu::BroadPhase::pair_tracker: return "tracker";
    case masu::BroadPhase::incremental_sweep: return "sap:incremental";
    case masu::BroadPhase::sorted_orthtree: break;
  }
  return c.order == masu::CellOrder::morton ? "tree:by_extent+morton" : "tree";
}

inline std::string name_of_index(const masu::Choice& c) {
  switch (c.index) {
    case masu::QueryIndex::none: return "none";
    case masu::QueryIndex::uniform_grid: return "grid";
    case masu::QueryIndex::kd_tree: return "kd";
    case masu::QueryIndex::bvh: break;
  }
  return std::string("bvh:") + name(c.builder) + (c.refit ? ":refit" : "");
}

}  // namespace masu_bench
