// SPDX-License-Identifier: MIT
// kd_join(): all overlapping pairs of two k-d trees, or of one with itself, by descending both at
// once.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/trace.hpp>

#include "broad_phase/kd_nodes.hpp"

namespace masu::detail {

template <int D, class T, class Report, class Trace>
class KdJoin {
 public:
  KdJoin(const KdView<D, T>& a, const KdView<D, T>& b, QueryStats& stats, Report& report,
         Trace& trace)
      : a_(a), b_(b), stats_(stats), report_(report), trace_(trace) {}

  // Returns false if `report` did.
  bool run(bool self) {
    if (a_.node_count == 0 || b_.node_count == 0) return true;
    size_ = 0;
    push(0, 0);
    while (size_ != 0) {
      const Two two = waiting_[--size_];
      if (!(self && two.a == two.b ? join_same(two.a) : join_two(two.a, two.b))) return false;
    }
    return true;
  }

 private:
  // A pair of nodes or leaves to be processed.
  struct Two {
    std::uint32_t a;
    std::uint32_t b;
  };

  static bool is_leaf(std::uint32_t child) { return (child & kKdLeafBit) != 0; }
  void push(std::uint32_t a, std::uint32_t b) { waiting_[size_++] = {a, b}; }
  void visit(std::uint32_t node) {
    ++stats_.nodes;
    trace_.on(VisitNode{node});
  }
  bool bounds_overlap(const Aabb<D, T>& a, const Aabb<D, T>& b) {
    ++stats_.tests;
    trace_.on(CompareBounds<D, T>{a, b});
    return overlaps_nonempty(a, b);
  }

  bool join_same(std::uint32_t number) {
    if (is_leaf(number)) return join_leaves(number & ~kKdLeafBit, number & ~kKdLeafBit, true);
    visit(number);
    const KdNode<D, T>& node = a_.nodes[number];
    for (std::uint32_t i = 0; i < kKdFan && node.child[i] != kKdNone; ++i) {
      const Aabb<D, T> box = node.box(i);
      push(node.child[i], node.child[i]);
      for (std::uint32_t j = i + 1; j < kKdFan && node.child[j] != kKdNone; ++j) {
        if (bounds_overlap(box, node.box(j))) push(node.child[i], node.child[j]);
      }
    }
    return true;
  }

  bool join_two(std::uint32_t a, std::uint32_t b) {
    if (is_leaf(a) && is_leaf(b)) return join_leaves(a & ~kKdLeafBit, b & ~kKdLeafBit, false);
    visit(is_leaf(a) ? b : a);
    if (is_leaf(a)) {
      const Aabb<D, T>& box = a_.leaf_bounds[a & ~kKdLeafBit];
      for_each_meeting(b_.nodes[b], box, [&](std::uint32_t child) { push(a, child); });
    } else if (is_leaf(b)) {
      const Aabb<D, T>& box = b_.leaf_bounds[b & ~kKdLeafBit];
      for_each_meeting(a_.nodes[a], box, [&](std::uint32_t child) { push(child, b); });
    } else {
      const KdNode<D, T>& node = a_.nodes[a];
      for (std::uint32_t i = 0; i < kKdFan && node.child[i] != kKdNone; ++i) {
        for_each_meeting(b_.nodes[b], node.box(i),
                         [&](std::uint32_t child) { push(node.child[i], child); });
      }
    }
    return true;
  }

  template <class F>
  void for_each_meeting(const KdNode<D, T>& node, const Aabb<D, T>& box, F&& f) {
    for (std::uint32_t i = 0; i < kKdFan && node.child[i] != kKdNone; ++i) {
      if (bounds_overlap(node.box(i), box)) f(node.child[i]);
    }
  }

  bool join_leaves(std::uint32_t a, std::uint32_t b, bool same) {
    const Aabb<D, T>& reach = b_.leaf_bounds[b];
    if (a_.points != nullptr) {
      return b_.points != nullptr ? test_leaves(a_.points[a], b_.points[b], reach, same)
                                  : test_leaves(a_.points[a], b_.boxes[b], reach, same);
    }
    return b_.points != nullptr ? test_leaves(a_.boxes[a], b_.points[b], reach, same)
                                : test_leaves(a_.boxes[a], b_.boxes[b], reach, same);
  }

  // `reach` is around the boxes of b: most of a's lie outside.
  template <class LeafA, class LeafB>
  bool test_leaves(const LeafA& a, const LeafB& b, const Aabb<D, T>& reach, bool same) {
    for (std::uint32_t i = 0; i < a.kSlots && a.index[i] != kKdNone; ++i) {
      const Aabb<D, T> box = a.box(i);
      if (!same && !bounds_overlap(box, reach)) continue;
      for (std::uint32_t j = same ? i + 1 : 0; j < b.kSlots && b.index[j] != kKdNone; ++j) {
        ++stats_.tests;
        trace_.on(CompareObjects{a.index[i], b.index[j]});
        if (overlaps_nonempty(box, b.box(j)) && !report_(a.index[i], b.index[j])) return false;
      }
    }
    return true;
  }

  const KdView<D, T>& a_;
  const KdView<D, T>& b_;
  QueryStats& stats_;
  Report& report_;
  Trace& trace_;
  // A step pops one entry and pushes 64 at most, and descends at least one tree.
  Two waiting_[2 * kKdLevels * kKdFan * kKdFan];
  std::uint32_t size_ = 0;
};

// Calls report(index in a, index in b) for each pair of indices whose boxes overlap, once, until it
// returns false. O(n + k) expected for k pairs if boxes are no larger than their spacing.
template <int D, class T, class Report, class Trace>
bool kd_join(const KdView<D, T>& a, const KdView<D, T>& b, bool self, QueryStats& stats,
             Report&& report, Trace& trace) {
  return KdJoin<D, T, Report, Trace>(a, b, stats, report, trace).run(self);
}

}  // namespace masu::detail
