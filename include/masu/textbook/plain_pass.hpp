// SPDX-License-Identifier: MIT
// PlainPass: the linear 2^D-tree of the textbooks: a complete tree in an array, one depth-first
// pass, and a stack of ancestors. For teaching and tests; in programs use LinearOrthtree. Names
// like E3 are rows of docs/sources.md.
//
// Why the pass misses nothing (E3): the map from coordinates to cells is monotone, so overlapping
// boxes share a finest cell, and the cells of both boxes contain it. So the two cells are equal, or
// one is an ancestor of the other. That is necessary for an overlap, not sufficient: such a pair is
// a candidate. The weakness (E4): a box on the center line of the domain, however small, is in the
// root, and is a candidate with every other box.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>
#include <masu/spatial_order/domain_grid.hpp>
#include <masu/textbook/complete_tree.hpp>

namespace masu {

// Event: new candidate pairs at a node. PlainPass reports VisitNode too.
struct NewCandidates {  // among the node's objects, and of these with objects on the stack
  std::uint64_t node;   // the node's number
  std::uint64_t pairs;  // how many pairs
};
// Event: the objects of a cell are pushed onto the stack.
struct PushObjects {
  std::uint64_t node;     // the node's number
  std::uint64_t objects;  // how many objects
};
// Event: the objects of a cell are popped from the stack.
struct PopObjects {
  std::uint64_t node;     // the node's number
  std::uint64_t objects;  // how many objects
};

// The value of first_object() and next_object() at the end of the list of a cell.
inline constexpr std::uint32_t kNoObject = 0xffff'ffffu;

// The complete tree of levels 0 .. depth over a domain. One array has an element for every cell
// (Q6); every box is in the smallest cell that contains it (Q3). Memory: 8 bytes for each of the
// (2^(D (depth + 1)) - 1) / (2^D - 1) cells, so depth is at most 24 / D. Use it to learn the method
// of the article; SortedOrthtree finds the same pairs faster.
//
//    masu::PlainPass<2, float> tree(4);  // levels 0 to 4
//    masu::PairList pairs;
//    (void)tree.find_pairs(boxes, pairs);
//
// Cost: O(n depth + cells) to build. Threads: a search uses the finder's memory: one search at a
// time in each finder. It runs on the calling thread.
template <int D, class T>
class PlainPass {
  using PassTrace = AnyTrace<VisitNode, NewCandidates, PushObjects, PopObjects>;

 public:
  // The limit of the depth: arrays of deeper trees would be too large.
  static constexpr int kMaxDepth = 24 / D;

  // Creates a tree without boxes. A depth outside 0 .. kMaxDepth is clamped.
  explicit PlainPass(int depth = 5 < kMaxDepth ? 5 : kMaxDepth,
                     Allocator allocator = default_allocator())
      : depth_(depth < 0 ? 0 : (depth > kMaxDepth ? kMaxDepth : depth)),
        first_(allocator),
        below_(allocator),
        next_(allocator),
        stack_(allocator) {}

  // Inserts the boxes into cells of `domain`, or of the bounds of finite boxes if it is not finite
  // or empty. Empty boxes are in no cell. O(n depth + cells). too_many_objects; out_of_memory.
  Status build(BoxSpan<D, T> boxes, const Aabb<D, T>& domain = Aabb<D, T>::nothing());

  // Delivers each candidate pair once, a < b: objects of one cell, or of a cell and an ancestor.
  // stopped, out_of_memory.
  SearchResult find_candidates(const PairTarget& sink, PassTrace trace = {});

  // Builds the tree and delivers the overlapping pairs that the options allow, as every pair finder
  // does, but refuses a period (Status::out_of_range).
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, PassTrace trace = {});

  // --- The tree ----------------------------------------------------------------------------------

  const DomainGrid<D, T>& grid() const { return grid_; }  // the finest cells, over the domain
  // Return the number of all cells, and of cells with objects in or below them.
  std::size_t cell_count() const { return first_.size(); }
  std::size_t used_cells() const { return used_cells_; }

  // Return the first object of a cell, and the next object in the same cell; else kNoObject.
  std::uint32_t first_object(std::uint64_t cell) const { return first_[index(cell)]; }
  std::uint32_t next_object(std::uint32_t object) const { return next_[object]; }
  // Calls f(child) for children with objects in or below them, so empty parts of the domain cost
  // nothing (E7). Stops, and returns false, if f returns false.
  template <class F>
  bool for_each_child(std::uint64_t cell, F&& f) const {
    if (complete_child<D>(cell, 0) >= first_.size()) return true;
    for (int k = 0; k < CellId<D>::kChildren; ++k) {
      const std::uint64_t child = complete_child<D>(cell, k);
      if (below_[index(child)] != 0 && !f(child)) return false;
    }
    return true;
  }

 private:
  // The cells of a tree in memory fit into std::size_t, also where it has 32 bits.
  static std::size_t index(std::uint64_t cell) { return static_cast<std::size_t>(cell); }

  void insert(std::uint32_t object, CellId<D> id);
  template <class Accepted>
  SearchResult pass(PairOutput& out, QueryStats& stats, PassTrace trace, Accepted&& accepted);
  Status forget(Status why);

  int depth_;
  DomainGrid<D, T> grid_;
  Buffer<std::uint32_t> first_;  // by linear index: the first object of the cell
  Buffer<std::uint32_t> below_;  // by linear index: objects in the cell and below it
  Buffer<std::uint32_t> next_;   // by object: the next one of its cell
  Buffer<std::uint32_t> stack_;
  std::size_t used_cells_ = 0;
};

}  // namespace masu
