// SPDX-License-Identifier: MIT
// PlainPass: the linear quadtree of the textbooks: a complete tree in an array, one depth-first
// pass, and a stack of ancestors. A readable version of the faster classes, for teaching and tests.
//
// Why the pass misses nothing (E3): the map from coordinates to cells is monotone, so overlapping
// closed intervals share a leaf, and the cells of both boxes contain it. So they are the same cell,
// or one is the other's ancestor. That is necessary for an overlap, not sufficient, hence
// "candidates".
//
// Its weakness (E4): a box on the center line of the domain, however small, is in the root and a
// candidate with all others.
#pragma once

#include <cstdint>
#include <limits>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>
#include <masu/spatial_order/domain_grid.hpp>
#include <masu/textbook/complete_tree.hpp>

namespace masu {

// Event (besides VisitNode): new candidate pairs at a node, which has its number in the tree.
struct NewCandidates {  // among the node's objects, and with those on the stack
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

// The end of the list of a cell.
inline constexpr std::uint32_t kNoObject = 0xffff'ffffu;

// The complete tree of levels 0 .. depth over a domain: one array with an element for every cell
// (Q6), every box in the smallest cell that contains it (Q3). Memory: 8 bytes per cell, (2^(D
// (depth + 1)) - 1) / (2^D - 1) of them, so depth is at most 24 / D.
template <int D, class T>
class PlainPass {
  using PassTrace = AnyTrace<VisitNode, NewCandidates, PushObjects, PopObjects>;

 public:
  // The limit of the depth: arrays of deeper trees would be too large.
  static constexpr int kMaxDepth = 24 / D;

  // Creates a tree without boxes. The depth is limited to 0 to kMaxDepth.
  explicit PlainPass(int depth = 5 < kMaxDepth ? 5 : kMaxDepth,
                     Allocator allocator = default_allocator())
      : depth_(depth < 0 ? 0 : (depth > kMaxDepth ? kMaxDepth : depth)),
        first_(allocator),
        below_(allocator),
        next_(allocator),
        stack_(allocator) {}

  // Inserts the boxes into the cells of a domain, `domain`; if it is empty or not finite, the
  // domain is the bounds of the finite boxes. Empty boxes are in no cell. O(n depth + cells).
  Status build(BoxSpan<D, T> boxes, const Aabb<D, T>& domain = Aabb<D, T>::nothing());

  // Delivers each candidate pair once, a < b: objects in one cell, or in a cell and its ancestor.
  SearchResult find_candidates(const PairTarget& sink, PassTrace trace = {});

  // Delivers the pairs that overlap and that the options allow, as every pair finder does.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, PassTrace trace = {});

  // --- The tree ----------------------------------------------------------------------------------

  const DomainGrid<D, T>& grid() const { return grid_; }  // finest cells
  // Returns the number of cells, and of those that have objects in or below them.
  std::size_t cell_count() const { return first_.size(); }
  std::size_t used_cells() const { return used_cells_; }

  // Iterates over the objects of a cell, until kNoObject.
  std::uint32_t first_object(std::uint64_t cell) const { return first_[index(cell)]; }
  std::uint32_t next_object(std::uint32_t object) const { return next_[object]; }
  // Calls f(child) for children with objects in or below them: empty parts of the domain cost
  // nothing (E7).
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
