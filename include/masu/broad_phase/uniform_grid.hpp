// SPDX-License-Identifier: MIT
// UniformGrid: a static grid of equal cells; only objects of cells that lie together are compared.
// Bucket sort among the broad phases (L, "Uniform grid and bucket sort").
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/grid_options.hpp>
#include <masu/broad_phase/index_options.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class GridState;
}  // namespace detail

// Event: a UniformGrid is about to sort objects into cells, on level `depth` of the recursion.
struct CutIntoCells {
  int depth;            // of the recursion
  std::size_t objects;  // how many objects
  std::uint32_t cells;  // how many
};
// Event: an object is inserted into a cell, or into none because it is too large for all of them.
struct InsertIntoCell {
  std::uint32_t object;                                   // its index
  int depth;                                              // of the recursion
  std::uint32_t cell;                                     // kBeside: none
  static constexpr std::uint32_t kBeside = 0xffff'ffffu;  // stands for no cell
};

// Event: the partners of an object are searched for.
struct FindPartners {
  std::uint32_t object;  // its index
};
// Event: cells from `first` to `last` are read, which lie in a row.
template <int D, class T>
struct ReadCells {
  std::uint32_t first;  // the first of the row
  std::uint32_t last;   // of the cells
  Aabb<D, T> region;    // of all of them
};
// Event: objects are compared with the one searched for, a test each.
struct ScanObjects {
  std::span<const std::uint32_t> objects;  // their indices
};

// A static spatial index and pair finder. Each object is in one cell, that of its lower corner, by
// a counting sort into a dense array; a search reaches down by the longest object, so nothing is
// stored twice. The same code mends two weaknesses of uniform grids: a crowded cell is divided into
// cells of its own (the lecture's recursive buckets), and objects longer than twice the usual
// length and than the cells are sorted into a grid of larger cells. At most kMostCuts grids nest.
// Use it for objects of similar size; for long boxes use Bvh.
//
//    masu::UniformGrid<2, float> grid;
//    (void)grid.build(boxes);
//    (void)grid.for_each_overlapping(window, [](std::uint32_t id) { use(id); });
//
// Memory: at most 2 n + 16 cells for the n objects of each of those grids. Order of the output: set
// by the input alone. Periodic worlds and filters: through the options of each call.
//
// Cost: O(n) to build for objects of similar size. Threads: const members are safe in many threads
// while no thread changes the index.
template <int D, class T>
class UniformGrid {
  using BuildTrace = AnyTrace<CutIntoCells, InsertIntoCell>;
  using PairTrace = AnyTrace<CutIntoCells, InsertIntoCell, PhaseBegins, FindPartners,
                             ReadCells<D, T>, CompareBounds<D, T>, ScanObjects>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Options = GridOptions<D, T>;  // of the constructor
  using Id = std::uint32_t;           // index in the input

  // Creates an empty index.
  explicit UniformGrid(const GridOptions<D, T>& options = {},
                       Allocator allocator = default_allocator())
      : options_(options), state_(allocator) {}
  explicit UniformGrid(Allocator allocator) : UniformGrid({}, allocator) {}

  const GridOptions<D, T>& options() const { return options_; }  // of what is built from now on
  // Sets the options of the builds and searches for pairs that follow.
  void set_options(const GridOptions<D, T>& options) { options_ = options; }

  // Reports each unordered pair of overlapping boxes once, a < b. O(n + pairs) for objects of
  // similar size, at any density; O(n^2) when all objects lie on each other or in one cell that may
  // not be divided, and even without a pair when they are as long as the world along several axes:
  // use Bvh for those. too_many_objects, size_mismatch, out_of_range, out_of_memory; stopped.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, PairTrace trace = {});

  // Reports each overlapping pair of one box of `a` and one of `b`: the larger set is sorted, each
  // box of the other is searched for. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, PairTrace trace = {});

  // Builds the index; empty if it fails. Cost and statuses as find_pairs(), without the pairs.
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, BuildTrace trace = {});

  std::size_t size() const;  // number of objects
  // Shows the cells that have objects, for drawing and for learning: calls visit(bounds, depth,
  // objects) for each, the first grid at depth 0, the cells of a crowded cell in its stead. Objects
  // are in the cell of their lower corner, those outside of the grid in one at its border. Objects
  // too large for the cells of a grid come after those, as if in one cell with their bounds.
  // object(id) follows for each object of a cell; periodic images are objects too. O(n).
  void for_each_cell(FunctionRef<void(const Aabb<D, T>&, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Id)> object = IgnoreObjects{}) const;
  // Returns the number of cells of the index, in all its grids.
  std::size_t cell_count() const;
  bool validate() const;  // whether every invariant holds; for tests

  // Calls visit(id) for each object that overlaps the box and is accepted by the filter; false
  // stops. Expected O(1 + results + cells of the typical object's size in the box). stopped.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const BlockTarget<Id>& visit,
                                    const MaybeFilter& filter = {}) const;

 private:
  GridOptions<D, T> options_;
  detail::Opaque<detail::GridState<D, T>> state_;
};

}  // namespace masu
