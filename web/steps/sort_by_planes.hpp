// SPDX-License-Identifier: MIT
// Pairs of boxes by a BSP tree: the tree sorts the edges of all boxes, then each box queries it for
// the edges that it meets. Of two boxes that overlap, one meets an edge of the other.
#pragma once

#include <unordered_set>
#include <vector>

#include <masu/broad_phase/compare_events.hpp>
#include <masu/core/pair.hpp>
#include <masu/textbook/bsp_tree.hpp>

namespace masu::steps {

// The event of a query: what the box passed in the tree, before its candidates are compared.
struct PlanesQueried {
  std::size_t box;
  QueryStats passed;
};

class SortByPlanes {
 public:
  SortByPlanes() { options.planes = BspPlanes::vertex_and_edge; }

  BspOptions options;
  const BspTree<2, float>& tree() const { return tree_; }
  // The box that the edge belongs to.
  static std::uint32_t box_of(std::uint32_t face) { return face / 4; }

  // Finds each unordered pair once. The trace sees BspCut, then for each box PlanesQueried and
  // CompareObjects.
  template <class Trace = NoTrace>
  SearchResult find_pairs(const std::vector<Aabb2f>& boxes, PairList& pairs, Trace&& trace = {}) {
    pairs.clear();
    SearchResult result{tree_.build(edges_of(boxes), options, trace), {}};
    if (result.status != Status::ok) return result;
    result.stats = tree_.build_stats();
    std::unordered_set<std::uint64_t> compared;
    for (std::uint32_t i = 0; i < boxes.size() && result.status == Status::ok; ++i) {
      std::vector<std::uint32_t> candidates;
      const auto add_candidate = [&](const BspFragment<2>& f) {
        const std::uint32_t j = box_of(f.face);
        const std::uint64_t low = std::min(i, j);
        if (j != i && compared.insert(low << 32 | std::max(i, j)).second) candidates.push_back(j);
      };
      SearchResult found = tree_.for_each_overlapping(boxes[i], add_candidate);
      found.stats.results = 0;
      trace.on(PlanesQueried{i, found.stats});
      result.status = found.status;
      result.stats += found.stats;
      for (const std::uint32_t j : candidates) {
        trace.on(CompareObjects{i, j});
        ++result.stats.tests;
        if (!overlaps(boxes[i], boxes[j])) continue;
        if (!pairs.push_back({std::min(i, j), std::max(i, j)})) return {Status::out_of_memory, {}};
      }
    }
    result.stats.results = pairs.size();
    return result;
  }

 private:
  // Counterclockwise, so that they face outward.
  static std::vector<BspFace<2, float>> edges_of(const std::vector<Aabb2f>& boxes) {
    std::vector<BspFace<2, float>> edges;
    for (const Aabb2f& b : boxes) {
      const Vec<2, float> right{{b.max[0], b.min[1]}};
      const Vec<2, float> left{{b.min[0], b.max[1]}};
      edges.push_back({{b.min, right}});
      edges.push_back({{right, b.max}});
      edges.push_back({{b.max, left}});
      edges.push_back({{left, b.min}});
    }
    return edges;
  }

  BspTree<2, float> tree_;
};

}  // namespace masu::steps
