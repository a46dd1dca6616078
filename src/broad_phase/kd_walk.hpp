// SPDX-License-Identifier: MIT
// Traversals of a k-d tree, for any test of boxes.
#pragma once

#include <bit>

#include <masu/core/query_stats.hpp>

#include "broad_phase/kd_nodes.hpp"

namespace masu::detail {

// Calls f(leaf number) for each leaf whose bounds pass `test`, until f returns false. If a box
// passes a test, all boxes around it must pass.
template <int D, class T, class Test, class F>
bool kd_leaves(const KdView<D, T>& view, QueryStats& stats, Test&& test, F&& f) {
  struct Step {
    std::uint32_t node;
    std::uint32_t lane;
  };
  if (view.node_count == 0) return true;
  Step steps[kKdLevels];
  int depth = 0;
  steps[0] = {0, 0};
  while (depth >= 0) {
    Step& step = steps[depth];
    const KdNode<D, T>& node = view.nodes[step.node];
    const std::uint32_t lane = step.lane++;
    if (lane == 0) ++stats.nodes;
    if (lane == kKdFan || node.child[lane] == kKdNone) {
      --depth;
      continue;
    }
    const std::uint32_t child = node.child[lane];
    ++stats.tests;
    if (!test(node.box(lane))) continue;
    if ((child & kKdLeafBit) == 0) {
      steps[++depth] = {child, 0};
    } else if (!f(child & ~kKdLeafBit)) {
      return false;
    }
  }
  return true;
}

// Calls f(index) for each object whose box passes `test`, until f returns false.
template <int D, class T, class Test, class F>
bool kd_objects(const KdView<D, T>& view, QueryStats& stats, Test&& test, F&& f) {
  const auto visit_leaf = [&](const auto& leaf) {
    for (std::uint32_t i = 0; i < leaf.kSlots && leaf.index[i] != kKdNone; ++i) {
      ++stats.tests;
      if (test(leaf.box(i)) && !f(leaf.index[i])) return false;
    }
    return true;
  };
  return kd_leaves(view, stats, test, [&](std::uint32_t leaf) {
    return view.points != nullptr ? visit_leaf(view.points[leaf]) : visit_leaf(view.boxes[leaf]);
  });
}

// Calls visit(bounds, depth, objects) for each node, then object(index) for those of a leaf.
template <int D, class T, class Visit, class Object>
void kd_nodes(const KdView<D, T>& view, Visit&& visit, Object&& object) {
  struct Step {
    std::uint32_t node;
    std::uint32_t lane;
  };
  if (view.node_count == 0) return;
  const auto open = [&](const KdNode<D, T>& node) {
    Aabb<D, T> all = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < kKdFan && node.child[i] != kKdNone; ++i) {
      all = merge(all, node.box(i));
    }
    return all;
  };
  const auto visit_leaf = [&](const auto& leaf, const Aabb<D, T>& bounds, int depth) {
    std::size_t size = 0;
    while (size < leaf.kSlots && leaf.index[size] != kKdNone) ++size;
    visit(bounds, depth, size);
    for (std::size_t i = 0; i < size; ++i) object(leaf.index[i]);
  };
  Step steps[kKdLevels];
  int depth = 0;
  steps[0] = {0, 0};
  visit(open(view.nodes[0]), 0, std::size_t(0));
  while (depth >= 0) {
    Step& step = steps[depth];
    const KdNode<D, T>& node = view.nodes[step.node];
    const std::uint32_t lane = step.lane++;
    if (lane == kKdFan || node.child[lane] == kKdNone) {
      --depth;
      continue;
    }
    const std::uint32_t child = node.child[lane];
    if ((child & kKdLeafBit) == 0) {
      steps[++depth] = {child, 0};
      visit(node.box(lane), depth, std::size_t(0));
    } else if (view.points != nullptr) {
      visit_leaf(view.points[child & ~kKdLeafBit], node.box(lane), depth + 1);
    } else {
      visit_leaf(view.boxes[child & ~kKdLeafBit], node.box(lane), depth + 1);
    }
  }
}

// One node of the path, and which of its children are still to be visited.
template <class T>
struct KdLevel {
  std::uint32_t node;
  std::uint32_t waiting;
  T value[kKdFan];
};

// Visits objects best first: of the children of a node, the one of least value first. measure(box,
// value) sets a value that is no greater than those of the boxes inside, or returns false for none;
// may_improve(value, least index) says whether it may still matter; visit(index, value).
template <int D, class T, class Measure, class MayImprove, class Visit>
void kd_best_first(const KdView<D, T>& view, QueryStats& stats, Measure&& measure,
                   MayImprove&& may_improve, Visit&& visit) {
  if (view.node_count == 0) return;
  KdLevel<T> levels[kKdLevels];
  const auto enter = [&](KdLevel<T>& level, std::uint32_t number) {
    const KdNode<D, T>& node = view.nodes[number];
    ++stats.nodes;
    level.node = number;
    level.waiting = 0;
    for (std::uint32_t i = 0; i < kKdFan && node.child[i] != kKdNone; ++i) {
      ++stats.tests;
      if (measure(node.box(i), level.value[i])) level.waiting |= 1u << i;
    }
  };
  const auto visit_leaf = [&](const auto& leaf) {
    for (std::uint32_t i = 0; i < leaf.kSlots && leaf.index[i] != kKdNone; ++i) {
      T value;
      ++stats.tests;
      if (measure(leaf.box(i), value) && may_improve(value, leaf.index[i]))
        visit(leaf.index[i], value);
    }
  };
  int depth = 0;
  enter(levels[0], 0);
  while (depth >= 0) {
    KdLevel<T>& level = levels[depth];
    if (level.waiting == 0) {
      --depth;
      continue;
    }
    std::uint32_t best = static_cast<std::uint32_t>(std::countr_zero(level.waiting));
    for (std::uint32_t left = level.waiting; left != 0; left &= left - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
      if (level.value[i] < level.value[best]) best = i;
    }
    level.waiting &= ~(1u << best);
    const KdNode<D, T>& node = view.nodes[level.node];
    if (!may_improve(level.value[best], node.least[best])) continue;
    const std::uint32_t child = node.child[best];
    if ((child & kKdLeafBit) == 0) {
      enter(levels[++depth], child);
    } else if (view.points != nullptr) {
      visit_leaf(view.points[child & ~kKdLeafBit]);
    } else {
      visit_leaf(view.boxes[child & ~kKdLeafBit]);
    }
  }
}

}  // namespace masu::detail
