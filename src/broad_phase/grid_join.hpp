// SPDX-License-Identifier: MIT
// Finds the pairs within a grid: each object is tested against later ones in the sorted order.
#pragma once

#include "broad_phase/box_test.hpp"
#include "broad_phase/grid_tree.hpp"

namespace masu::detail {

// Calls report(k, j) once for each unordered pair of overlapping objects; false stops.
template <int D, class T, class Report, class Trace>
class GridJoin {
 public:
  using Node = GridNode<D, T>;

  GridJoin(const GridTree<D, T>& tree, QueryStats& stats, Report& report, Trace& trace)
      : tree_(tree), stats_(stats), report_(report), trace_(trace) {}

  bool run() { return join(0) && compare(); }

 private:
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

  // Joins the large objects with each other and with the objects in cells.
  bool join_large(const Node& node) {
    if (node.large != Node::kNone && !join(node.large)) return false;
    for (std::uint32_t k = node.large_first; k < node.end; ++k) {
      const Aabb<D, T>& box = tree_.box(k);
      trace_.on(FindPartners{tree_.index(k)});
      const auto scan = scan_for(k, box);
      if (node.large == Node::kNone && !scan(k + 1, node.end)) return false;
      if (!tree_.search_cells(node, box, stats_, scan, trace_)) return false;
    }
    return true;
  }

  // Joins the object with the later objects of its cell, unless that cell is a grid, and with all
  // later cells that can contain an object overlapping it. Of a pair, the earlier object searches.
  MASU_FLATTEN bool join_object(const Node& node, std::uint32_t k) {
    const Aabb<D, T>& box = tree_.box(k);
    trace_.on(FindPartners{tree_.index(k)});
    const auto scan = scan_for(k, box);
    return tree_.search_after(node, k, node.cells.coords(box.min), stats_, scan, trace_);
  }

  // Returns a function that compares an object with a range: immediately if a trace watches, else
  // deferred by note().
  auto scan_for(std::uint32_t k, const Aabb<D, T>& box) {
    return [this, k, &box](std::uint32_t first, std::uint32_t end) {
      if constexpr (kIsWatched<Trace>) {
        const auto found = [&](std::uint32_t j) { return report_(k, j); };
        return tree_.scan(first, end, box, stats_, found, trace_);
      } else {
        return note(k, first, end);
      }
    };
  }

  // Lists the pairs to compare. Ranges are short and of unpredictable length: four entries are
  // always written, and compared when there are many, so that no branch depends on the data.
  bool note(std::uint32_t k, std::uint32_t first, std::uint32_t end) {
    stats_.tests += end - first;
    std::uint32_t left = end - first;
    for (;; left -= kAtOnce, first += kAtOnce) {
      const std::uint32_t at = noted_;
      for (std::uint32_t i = 0; i < kAtOnce; ++i) seekers_[at + i] = k;
      for (std::uint32_t i = 0; i < kAtOnce; ++i) others_[at + i] = first + i;
      const bool last = left <= kAtOnce;
      noted_ += last ? left : kAtOnce;
      if (noted_ > kMostNoted && !compare()) return false;
      if (last) return true;
    }
  }

  MASU_NOINLINE bool compare() {
    std::uint32_t hits = 0;
    for (std::uint32_t i = 0; i < noted_; ++i) {
      const std::uint32_t k = seekers_[i];
      const std::uint32_t j = others_[i];
      seekers_[hits] = k;
      others_[hits] = j;
      hits += overlap_bit(tree_.box(k), tree_.box(j));
    }
    noted_ = 0;
    for (std::uint32_t i = 0; i < hits; ++i) {
      if (!report_(seekers_[i], others_[i])) return false;
    }
    return true;
  }

  static constexpr std::uint32_t kAtOnce = 4;
  static constexpr std::uint32_t kMostNoted = 1024;

  const GridTree<D, T>& tree_;
  QueryStats& stats_;
  Report& report_;
  Trace& trace_;
  std::uint32_t noted_ = 0;
  std::uint32_t seekers_[kMostNoted + 2 * kAtOnce];  // objects to compare, and with which
  std::uint32_t others_[kMostNoted + 2 * kAtOnce];
};

}  // namespace masu::detail
