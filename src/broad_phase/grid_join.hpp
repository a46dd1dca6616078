// SPDX-License-Identifier: MIT
// The pairs within a grid: each object looks at what lies after it.
#pragma once

#include "broad_phase/grid_tree.hpp"

namespace masu::detail {

// put(k, j) for each unordered pair of overlapping objects of the tree once; false stops.
template <int D, class T, class Put, class Trace>
class GridJoin {
 public:
  using Box = Aabb<D, T>;
  using Node = GridNode<D, T>;

  GridJoin(const GridTree<D, T>& tree, QueryStats& stats, Put& put, Trace& trace)
      : tree_(tree), stats_(stats), put_(put), trace_(trace) {}

  // The recursion is at most kMostCuts deep.
  bool join(std::uint32_t n) {
    const Node& node = tree_.nodes()[n];
    if (!join_large(node)) return false;
    for (std::uint32_t c = node.children_first; c < node.children_end; ++c) {
      if (!join(c)) return false;
    }
    for (std::uint32_t k = node.first; k < node.large_first; ++k) {
      if (!join_object(node, k)) return false;
    }
    return true;
  }

 private:
  // The large objects with each other and with those in cells.
  bool join_large(const Node& node) {
    if (node.large != Node::kNone && !join(node.large)) return false;
    for (std::uint32_t k = node.large_first; k < node.end; ++k) {
      const Box& box = tree_.box(k);
      trace_.on(SeekPartners{tree_.place(k)});
      const auto scan = scan_for(k, box);
      if (node.large == Node::kNone && !scan(k + 1, node.end)) return false;
      if (!tree_.search_cells(node, box, 0, stats_, scan, trace_)) return false;
    }
    return true;
  }

  // The rest of the object's own cell, unless that is a grid, and all cells after it that can hold
  // an object that it meets: as the earlier of the two it is the one that looks.
  bool join_object(const Node& node, std::uint32_t k) {
    const Box& box = tree_.box(k);
    trace_.on(SeekPartners{tree_.place(k)});
    const std::uint32_t cell = node.cells.index(node.cells.coords(box.min));
    const auto scan = scan_for(k, box);
    if (tree_.child(node, cell) == Node::kNone && !scan(k + 1, tree_.start(node, cell + 1))) {
      return false;
    }
    return tree_.search_cells(node, box, cell + 1, stats_, scan, trace_);
  }

  // Compares an object with the objects of a range.
  auto scan_for(std::uint32_t k, const Box& box) {
    return [this, k, &box](std::uint32_t first, std::uint32_t end) {
      const auto found = [&](std::uint32_t j) { return put_(k, j); };
      return tree_.scan(first, end, box, stats_, found, trace_);
    };
  }

  const GridTree<D, T>& tree_;
  QueryStats& stats_;
  Put& put_;
  Trace& trace_;
};

}  // namespace masu::detail
