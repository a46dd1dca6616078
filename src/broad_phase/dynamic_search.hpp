// SPDX-License-Identifier: MIT
// Searches of a dynamic tree: fat AABBs prune, exact boxes decide.
#pragma once

#include <masu/core/box_distance.hpp>
#include <masu/core/query_stats.hpp>
#include "broad_phase/box_test.hpp"
#include "broad_phase/dynamic_tree.hpp"
#include "broad_phase/prepared_ray.hpp"

namespace masu::detail {

inline constexpr std::uint32_t kLeavesAtOnce = 32;

// Calls f(slot) for each leaf in a subtree whose ancestors' boxes and own fat AABB pass `enter`,
// until f returns false. Nodes that pass are stored without a branch, inner nodes on a stack and
// leaves in a list, since no processor can predict which children pass: the traversal then runs
// ahead of memory. Leaves are processed when there are kLeaves of them. The stack holds one node
// per level.
template <std::uint32_t kLeaves, int D, class T, class Enter, class F, class Trace>
bool walk_tree(const DynamicTree<D, T>& tree, std::uint32_t n, QueryStats& stats, Enter&& enter,
               F&& f, Trace& trace) {
  using Tree = DynamicTree<D, T>;
  const auto* nodes = tree.nodes().data();
  std::uint32_t stack[Tree::kMostHeight + 2];
  stack[0] = n;
  std::uint32_t size = 1;
  std::uint32_t leaves[kLeaves + 2];
  std::uint32_t found = 0;
  while (size != 0) {
    const auto& node = nodes[stack[--size]];
    trace.on(VisitNode{stack[size]});
    ++stats.nodes;
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t child = node.child[side];
      const std::uint32_t hit = enter(node.box[side]) ? 1u : 0u;
      const std::uint32_t leaf = child >> 31;
      stack[size] = leaves[found] = child;
      prefetch(nodes + (leaf != 0 ? 0 : child));
      size += hit & (leaf ^ 1);
      found += hit & leaf;
    }
    if (found < kLeaves && size != 0) continue;
    for (std::uint32_t k = 0; k < found; ++k) {
      if (!f(leaves[k] & ~Tree::kLeaf)) return false;
    }
    found = 0;
  }
  return true;
}

// As above from the root, which may be a leaf.
template <std::uint32_t kLeaves, int D, class T, class Enter, class F, class Trace>
bool walk_all(const DynamicTree<D, T>& tree, QueryStats& stats, Enter&& enter, F&& f,
              Trace& trace) {
  if (tree.empty()) return true;
  const std::uint32_t root = tree.root();
  if ((root & DynamicTree<D, T>::kLeaf) == 0)
    return walk_tree<kLeaves>(tree, root, stats, enter, f, trace);
  return !enter(tree.box(0)) || f(root & ~DynamicTree<D, T>::kLeaf);
}

// Calls f(slot) for each object below node n whose box overlaps a non-empty one.
template <int D, class T, class F, class Trace>
bool search_tree(const DynamicTree<D, T>& tree, const ObjectTable<D, T>& table, std::uint32_t n,
                 const Aabb<D, T>& box, QueryStats& stats, F&& f, Trace& trace) {
  const BoxTest<D, T> overlaps_box(box);
  const auto test = [&](std::uint32_t slot) {
    ++stats.tests;
    return !overlaps_box(table.box(slot)) || f(slot);
  };
  return walk_tree<kLeavesAtOnce>(tree, n, stats, overlaps_box, test, trace);
}

template <int D, class T, class F, class Trace>
bool search_all(const DynamicTree<D, T>& tree, const ObjectTable<D, T>& table,
                const Aabb<D, T>& box, QueryStats& stats, F&& f, Trace& trace) {
  const BoxTest<D, T> overlaps_box(box);
  const auto test = [&](std::uint32_t slot) {
    ++stats.tests;
    return !overlaps_box(table.box(slot)) || f(slot);
  };
  return walk_all<kLeavesAtOnce>(tree, stats, overlaps_box, test, trace);
}

// Calls f(slot) for each leaf that the ray may hit at t <= limit, which f may lower; the child that
// it enters first comes first.
template <int D, class T, class F, class Trace>
void walk_first(const DynamicTree<D, T>& tree, const PreparedRay<D, T>& ray, const T& limit,
                QueryStats& stats, F&& f, Trace& trace) {
  using Tree = DynamicTree<D, T>;
  struct Later {
    std::uint32_t child;
    T enter;
  };
  if (tree.empty()) return;
  Later stack[Tree::kMostHeight + 2];
  stack[0] = {tree.root(), 0};
  std::uint32_t size = 1;
  while (size != 0) {
    const Later now = stack[--size];
    if (!(now.enter <= limit)) continue;
    if ((now.child & Tree::kLeaf) != 0) {
      f(now.child & ~Tree::kLeaf);
      continue;
    }
    const auto& node = tree.nodes()[now.child];
    trace.on(VisitNode{now.child});
    ++stats.nodes;
    T enter[2];
    bool hit[2];
    for (int side = 0; side < 2; ++side) {
      hit[side] = ray.may_hit(node.box[side], limit, enter[side]);
    }
    const int near = hit[1] && (!hit[0] || enter[1] < enter[0]) ? 1 : 0;
    for (const int side : {1 - near, near}) {
      stack[size] = {node.child[side], enter[side]};
      size += hit[side] ? 1 : 0;
    }
  }
}

// Calls f(slot) for each leaf that may be among the nearest to `box`, the nearer child first.
template <int D, class T, class List, class F, class Trace>
void walk_nearest(const DynamicTree<D, T>& tree, const Aabb<D, T>& box, const List& list,
                  QueryStats& stats, F&& f, Trace& trace) {
  using Tree = DynamicTree<D, T>;
  struct Later {
    std::uint32_t node;
    T distance;
  };
  if (tree.empty()) return;
  if ((tree.root() & Tree::kLeaf) != 0) return f(tree.root() & ~Tree::kLeaf);
  Later stack[Tree::kMostHeight + 2];
  stack[0] = {tree.root(), 0};
  std::uint32_t size = 1;
  while (size != 0) {
    const Later now = stack[--size];
    if (!(now.distance <= list.worst())) continue;
    const auto& node = tree.nodes()[now.node];
    trace.on(VisitNode{now.node});
    ++stats.nodes;
    const T distance[2] = {distance_squared(box, node.box[0]), distance_squared(box, node.box[1])};
    const int near = distance[1] < distance[0] ? 1 : 0;
    for (const int side : {1 - near, near}) {
      const std::uint32_t child = node.child[side];
      if ((child & Tree::kLeaf) == 0) {
        stack[size++] = {child, distance[side]};
      } else if (distance[side] <= list.worst()) {
        f(child & ~Tree::kLeaf);
      }
    }
  }
}

// Calls f(slot) -> the new reach, for each leaf whose box has a gap(box) up to `reach`, the nearer
// child first. A reach below all gaps ends the traversal.
template <int D, class T, class Gap, class F, class Trace>
void walk_near(const DynamicTree<D, T>& tree, Gap&& gap, double reach, QueryStats& stats, F&& f,
               Trace& trace) {
  using Tree = DynamicTree<D, T>;
  struct Later {
    std::uint32_t child;
    double gap;
  };
  if (tree.empty()) return;
  Later stack[Tree::kMostHeight + 2];
  stack[0] = {tree.root(), reach};
  std::uint32_t size = 1;
  while (size != 0) {
    const Later now = stack[--size];
    if (!(now.gap <= reach)) continue;
    if ((now.child & Tree::kLeaf) != 0) {
      reach = f(now.child & ~Tree::kLeaf);
      continue;
    }
    const auto& node = tree.nodes()[now.child];
    trace.on(VisitNode{now.child});
    ++stats.nodes;
    const double gaps[2] = {gap(node.box[0]), gap(node.box[1])};
    const int near = gaps[1] < gaps[0] ? 1 : 0;
    for (const int side : {1 - near, near}) {
      if (gaps[side] <= reach) stack[size++] = {node.child[side], gaps[side]};
    }
  }
}

// Finds pairs of one tree or of two. Calls report(slot of a, slot of b), which returns false to
// stop.
template <int D, class T, class Report, class Trace>
class DynamicJoin {
 public:
  using Tree = DynamicTree<D, T>;
  using Table = ObjectTable<D, T>;
  using Node = typename Tree::Node;

  DynamicJoin(const Tree& a, const Table& table_a, const Tree& b, const Table& table_b,
              QueryStats& stats, Report& report, Trace& trace)
      : a_(a),
        b_(b),
        table_a_(table_a),
        table_b_(table_b),
        stats_(stats),
        report_(report),
        trace_(trace) {}

  // The paths of a pair within a tree separate at one node: visits all nodes in memory order.
  bool within() {
    for (std::size_t n = 1; n < a_.nodes().size(); ++n) {
      const Node& node = a_.nodes()[n];
      ++stats_.nodes;
      trace_.on(VisitNode{n});
      if (!overlaps_nonempty(node.box[0], node.box[1])) continue;
      if (!visit(node.child[0], node.child[1]) || !run()) return false;
    }
    return true;
  }
  bool between() {
    if (a_.empty() || b_.empty()) return true;
    const Node& x = a_.nodes()[0];
    const Node& y = b_.nodes()[0];
    return !overlaps_nonempty(x.box[0], y.box[0]) || (visit(x.child[0], y.child[0]) && run());
  }

 private:
  struct Two {
    std::uint32_t a;
    std::uint32_t b;
  };

  bool run() {
    while (size_ != 0) {
      const Two two = stack_[--size_];
      const Node& x = a_.nodes()[two.a];
      const Node& y = b_.nodes()[two.b];
      stats_.nodes += 2;
      trace_.on(VisitNode{two.a});
      trace_.on(VisitNode{two.b});
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
          if (overlaps_nonempty(x.box[i], y.box[j]) && !visit(x.child[i], y.child[j])) return false;
        }
      }
    }
    return true;
  }
  // Searches the other's subtree for a leaf; pushes two inner nodes on the stack.
  bool visit(std::uint32_t a, std::uint32_t b) {
    const bool leaf_a = (a & Tree::kLeaf) != 0;
    const bool leaf_b = (b & Tree::kLeaf) != 0;
    const std::uint32_t i = a & ~Tree::kLeaf;
    const std::uint32_t j = b & ~Tree::kLeaf;
    if (leaf_a && leaf_b) {
      ++stats_.tests;
      return !overlaps_nonempty(table_a_.box(i), table_b_.box(j)) || report_(i, j);
    }
    if (leaf_a) {
      return search_tree(
          b_, table_b_, b, table_a_.box(i), stats_,
          [&](std::uint32_t other) { return report_(i, other); }, trace_);
    }
    if (leaf_b) {
      return search_tree(
          a_, table_a_, a, table_b_.box(j), stats_,
          [&](std::uint32_t other) { return report_(other, j); }, trace_);
    }
    stack_[size_++] = {a, b};
    return true;
  }

  const Tree& a_;
  const Tree& b_;
  const Table& table_a_;
  const Table& table_b_;
  QueryStats& stats_;
  Report& report_;
  Trace& trace_;
  // Two nodes of a level are replaced by at most four.
  Two stack_[3 * Tree::kMostHeight + 8];
  std::size_t size_ = 0;
};

}  // namespace masu::detail
