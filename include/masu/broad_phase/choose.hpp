// SPDX-License-Identifier: MIT
// Which broad phase when: by a model of what each costs, fitted to measurements.
//
// L ("which algorithm when") answers from experience: BVH, BSP or kd-tree for what stands still,
// sweep and prune or grids for what moves, and "it depends". docs/broad_phase/choosing.md shows
// what was measured here, on which scenes, and how far the picks are from the best.
#pragma once

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/describe.hpp>
#include <masu/broad_phase/detail/choice_costs.hpp>
#include <masu/broad_phase/detail/few_objects.hpp>
#include <masu/broad_phase/registration.hpp>

namespace masu {

enum class BroadPhase : std::uint8_t {
  all_pairs,        // AllPairs
  sweep_and_prune,  // SweepAndPrune: every frame from scratch
  sorted_orthtree,  // SortedOrthtree: the same
  pair_tracker,     // PairTracker<HashGrid>: what moved; its index() answers queries
  kd_tree,          // KdTree, built once
  bvh,              // Bvh: built once, refitted or built anew
  uniform_grid,     // UniformGrid, built anew
};

struct Choice {
  BroadPhase method = BroadPhase::sorted_orthtree;
  Registration registration = Registration::by_extent;  // sorted_orthtree
  CellOrder order = CellOrder::hilbert;                 // sorted_orthtree
  int axis = -1;                                        // sweep_and_prune: SweepAndPrune::kBestAxis
  int axes = 1;                                         // sweep_and_prune: how many prune
  BvhBuilder builder = BvhBuilder::morton;              // bvh
  bool refit = false;        // bvh: the tree of the last frame, its boxes renewed
  double cell_edge = 0;      // pair_tracker; 0: the grid finds its own
  double ns_per_object = 0;  // what the model expects of a frame; of pairs alone
  const char* why = "";      // one sentence
};

constexpr const char* name(BroadPhase method) {
  switch (method) {
    case BroadPhase::all_pairs: return "all_pairs";
    case BroadPhase::sweep_and_prune: return "sweep_and_prune";
    case BroadPhase::sorted_orthtree: return "sorted_orthtree";
    case BroadPhase::pair_tracker: return "pair_tracker";
    case BroadPhase::kd_tree: return "kd_tree";
    case BroadPhase::bvh: return "bvh";
    case BroadPhase::uniform_grid: return "uniform_grid";
  }
  return "unknown";
}

namespace detail {

// Boxes of one node of the sorted tree, where the order of cells matters little and Hilbert's is
// dear.
inline constexpr std::size_t kOneNode = 256;

inline Choice choose_from_scratch(const SceneDescription& d) {
  Choice c;
  const double all = all_pairs_cost(d);
  const double sorted = sorted_cost(d);
  const double swept = sweep_cost(d);
  c.ns_per_object = std::min({all, sorted, swept});
  if (all <= c.ns_per_object) {
    c.method = BroadPhase::all_pairs;
    c.why = "there are so few objects that comparing all of them costs less than any preparation";
  } else if (swept <= c.ns_per_object) {
    c.method = BroadPhase::sweep_and_prune;
    c.axes = d.n < kSweepInColumns ? 1 : d.dimension;
    c.why = "a few objects lie far from all others, which cells laid over the world do not suit";
  } else {
    if (d.stray > kStray || d.n <= kOneNode) c.order = CellOrder::morton;
    c.why = "much moves, and one sort into cells a frame costs less than to follow every mover";
  }
  return c;
}

inline Choice choose_for_pairs(const SceneDescription& d) {
  const Choice scratch = choose_from_scratch(d);
  const double kept = tracker_cost(d);
  if (kept >= scratch.ns_per_object && !d.changes) return scratch;
  Choice c;
  c.method = BroadPhase::pair_tracker;
  c.ns_per_object = kept;
  c.why = d.moving <= kTrackedShare
              ? "few objects move, so pairs are kept and only the movers looked for"
              : "changes are wanted: all pairs are found anew and held against the old ones";
  return c;
}

// Boxes asked as often as there are objects; pairs come beside.
inline Choice choose_for_queries(const SceneDescription& d) {
  Choice c = choose_for_pairs(d);
  if (c.method == BroadPhase::all_pairs) return c;
  if (d.dimension <= 2) {
    c.method = BroadPhase::uniform_grid;
    c.why = "in the plane a grid is built and asked fastest, whether things move or not";
  } else if (d.motion() == Motion::still) {
    c.method = BroadPhase::bvh;
    c.builder = BvhBuilder::surface_area;
    c.why = "nothing moves, so the dearest tree to build pays, and it answers queries fastest";
  } else if (c.method != BroadPhase::pair_tracker) {
    c.method = BroadPhase::bvh;
    c.refit = d.motion() == Motion::coherent;
    c.why = c.refit ? "much moves, by short steps: last frame's tree serves with its boxes renewed"
                    : "all is new each frame, and a tree by one sort is built fastest";
  }
  return c;
}

}  // namespace detail

// Of so few only their number counts, and who moves: a longer look would cost more than it saves.
inline constexpr std::size_t kFewToLookAt = 64;

// O(1); the same answer on every machine.
inline Choice choose(const SceneDescription& description) {
  return description.queries ? detail::choose_for_queries(description)
                             : detail::choose_for_pairs(description);
}

// From a frame of which nothing else is known, from two in turn, or from more, the oldest first: of
// few objects a single step tells little about how many move.
template <int D, class T>
Choice choose(std::span<const BoxSpan<D, T>> frames) {
  const bool few = !frames.empty() && frames.back().size() <= kFewToLookAt;
  return choose(few ? detail::describe_few(frames) : describe(frames));
}
template <int D, class T>
Choice choose(BoxSpan<D, T> boxes) {
  return choose(std::span<const BoxSpan<D, T>>(&boxes, 1));
}
template <int D, class T>
Choice choose(BoxSpan<D, T> before, BoxSpan<D, T> now) {
  const BoxSpan<D, T> frames[] = {before, now};
  return choose(std::span<const BoxSpan<D, T>>(frames));
}

}  // namespace masu
