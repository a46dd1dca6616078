// SPDX-License-Identifier: MIT
// The linear quadtree as textbooks tell it: a complete tree in an array, one depth-first pass, and
// a stack of ancestors. A readable twin of the faster faces, for teaching and for tests.
//
// Why the pass misses nothing (E3): the map from coordinates to cells is monotone, so overlapping
// closed intervals share a leaf, and the cells of both boxes contain it. So they are the same cell,
// or one is the other's ancestor. That is necessary for an overlap, not sufficient, hence
// "candidates".
//
// Its weakness (E4): a box on the centre line of the world, however small, is in the root and a
// candidate of all others.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>
#include <masu/spatial_order/world_grid.hpp>
#include <masu/textbook/complete_tree.hpp>

namespace masu {

// Events of the pass, besides VisitNode. Nodes are named as the tree names them.
struct NewCandidates {  // pairs among the node's objects, and of those with the stack
  std::uint64_t node;
  std::uint64_t pairs;
};
// To the trace: the objects of a cell go onto the stack.
struct PushObjects {
  std::uint64_t node;
  std::uint64_t objects;
};
// To the trace: they leave it.
struct PopObjects {
  std::uint64_t node;
  std::uint64_t objects;
};

// What the pass needs to know of a tree.
//   first_object(node), next_object(object): the node's objects, ended by kNoObject;
//   for_each_child(node, f): the children worth a visit; f returns false to stop.
template <class Tree>
concept ObjectTree = requires(const Tree& tree, std::uint64_t node, std::uint32_t object) {
  { tree.first_object(node) } -> std::same_as<std::uint32_t>;
  { tree.next_object(object) } -> std::same_as<std::uint32_t>;
};
// Ends the list of a cell.
inline constexpr std::uint32_t kNoObject = 0xffff'ffffu;

// The pass. Recursion is as deep as the tree.
template <ObjectTree Tree, class Emit, class Trace>
class DepthFirstPass {
 public:
  // emit(a, b) gets each candidate pair once; false stops. The stack holds at most all objects.
  DepthFirstPass(const Tree& tree, Buffer<std::uint32_t>& stack, Emit& emit, Trace& trace)
      : tree_(tree), stack_(stack), emit_(emit), trace_(trace) {}

  // From this cell down. out_of_memory.
  Status run(std::uint64_t root) {
    stack_.clear();
    status_ = Status::ok;
    visit(root);
    return status_;
  }

 private:
  bool visit(std::uint64_t node) {
    trace_.on(VisitNode{node});
    return pairs_of(node) && descend(node);
  }

  // Among themselves, then with everything in the ancestors.
  bool pairs_of(std::uint64_t node) {
    std::uint64_t pairs = 0;
    for (auto a = tree_.first_object(node); a != kNoObject; a = tree_.next_object(a)) {
      for (auto b = tree_.next_object(a); b != kNoObject; b = tree_.next_object(b)) {
        ++pairs;
        if (!emit_(a, b)) return stop(Status::stopped);
      }
      for (const std::uint32_t b : stack_) {
        ++pairs;
        if (!emit_(a, b)) return stop(Status::stopped);
      }
    }
    trace_.on(NewCandidates{node, pairs});
    return true;
  }

  // The node's objects are pushed before its first child and popped after its last.
  bool descend(std::uint64_t node) {
    const std::size_t height = stack_.size();
    bool leaf = true;
    const bool on = tree_.for_each_child(node, [&](std::uint64_t child) {
      if (leaf && !push(node)) return false;
      leaf = false;
      return visit(child);
    });
    if (!leaf) trace_.on(PopObjects{node, stack_.size() - height});
    stack_.set_size(height);
    return on;
  }

  bool push(std::uint64_t node) {
    const std::size_t height = stack_.size();
    for (auto a = tree_.first_object(node); a != kNoObject; a = tree_.next_object(a)) {
      if (!stack_.push_back(a)) return stop(Status::out_of_memory);
    }
    trace_.on(PushObjects{node, stack_.size() - height});
    return true;
  }

  bool stop(Status why) {
    status_ = why;
    return false;
  }

  const Tree& tree_;
  Buffer<std::uint32_t>& stack_;
  Emit& emit_;
  Trace& trace_;
  Status status_ = Status::ok;
};

// The complete tree of levels 0 .. depth over a world, every cell a place in one array (Q6), every
// box in the smallest cell that contains it (Q3). Memory: 8 bytes a cell, (2^(D (depth + 1)) - 1) /
// (2^D - 1) of them, so depth is at most 24 / D.
template <int D, class T>
class PlainPass {
  using PassTrace = AnyTrace<VisitNode, NewCandidates, PushObjects, PopObjects>;

 public:
  // Complete trees are not deeper: their arrays would be too large.
  static constexpr int kMaxDepth = 24 / D;

  explicit PlainPass(int depth = 5 < kMaxDepth ? 5 : kMaxDepth,
                     Allocator allocator = default_allocator())
      : depth_(depth < 0 ? 0 : (depth > kMaxDepth ? kMaxDepth : depth)),
        first_(allocator),
        below_(allocator),
        next_(allocator),
        stack_(allocator) {}

  // Sorts boxes into the cells of a world; one that is empty or not finite stands for the bounds of
  // the finite boxes. Empty boxes are in no cell. O(n depth + cells).
  Status build(BoxSpan<D, T> boxes, const Aabb<D, T>& world = Aabb<D, T>::nothing());

  // Each candidate pair once, a < b: objects in one cell, or in a cell and its ancestor.
  SearchResult find_candidates(const PairTarget& sink, PassTrace trace = {});

  // The twin of every finder: the candidates that do overlap and want to.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, PassTrace trace = {});

  // --- The tree ----------------------------------------------------------------------------------

  const WorldGrid<D, T>& grid() const { return grid_; }
  // Places in the array, and those on the way from the root to a cell with objects.
  std::size_t cell_count() const { return first_.size(); }
  std::size_t used_cells() const { return used_cells_; }

  // The objects of a cell, one after the other, until kNoObject.
  std::uint32_t first_object(std::uint64_t cell) const { return first_[place(cell)]; }
  std::uint32_t next_object(std::uint32_t object) const { return next_[object]; }
  // Children with objects in or below them: empty parts of the world cost nothing (E7).
  template <class F>
  bool for_each_child(std::uint64_t cell, F&& f) const {
    if (complete_child<D>(cell, 0) >= first_.size()) return true;
    for (int k = 0; k < CellId<D>::kChildren; ++k) {
      const std::uint64_t child = complete_child<D>(cell, k);
      if (below_[place(child)] != 0 && !f(child)) return false;
    }
    return true;
  }

 private:
  // Cells of a tree in memory are as few as places of an array, also where those have 32 bits.
  static std::size_t place(std::uint64_t cell) { return static_cast<std::size_t>(cell); }

  void put(std::uint32_t object, CellId<D> id);
  template <class Wanted>
  SearchResult pass(PairOutput& out, QueryStats& stats, PassTrace trace, Wanted&& wanted);
  Status forget(Status why);

  int depth_;
  WorldGrid<D, T> grid_;
  Buffer<std::uint32_t> first_;  // by linear index: the first object of the cell
  Buffer<std::uint32_t> below_;  // by linear index: objects in the cell and below it
  Buffer<std::uint32_t> next_;   // by object: the next one of its cell
  Buffer<std::uint32_t> stack_;
  std::size_t used_cells_ = 0;
};

}  // namespace masu
