// SPDX-License-Identifier: MIT
// Bucket sort among the broad phases (L, "Uniform grid and bucket sort"): space is cut into equal
// cells, and only objects of cells that lie together are compared.
#pragma once

#include <masu/broad_phase/detail/grid_join.hpp>
#include <masu/broad_phase/detail/indexed_boxes.hpp>
#include <masu/broad_phase/detail/pair_input.hpp>

namespace masu {

// Each object is in one cell, that of its lower corner, by a counting sort into a dense array; a
// search reaches down by the longest object, so nothing is stored twice. Two weaknesses of a
// uniform grid are cured by the same code: a cell with a crowd of objects is cut into cells of its
// own (the lecture's recursive buckets), and objects longer than twice the usual length and than
// the cells are sorted into a grid of larger cells. At most kMostCuts grids lie in each other.
//
// Memory: at most 2 n + 16 cells for the n objects of each of those grids. Order of the output:
// set by the input alone. Periodic worlds and filters: through the options of each call.
template <int D, class T>
class UniformGrid {
 public:
  using Id = std::uint32_t;
  using Box = Aabb<D, T>;

  explicit UniformGrid(const GridOptions<D, T>& options = {},
                       Allocator allocator = default_allocator())
      : options_(options),
        input_(allocator),
        sorted_(allocator),
        boxes_(allocator),
        tree_(allocator) {}

  // Each unordered pair of overlapping boxes once, a < b. O(n + pairs) for objects of like size, at
  // any density; O(n^2) when all objects lie on each other or in one cell that may not be cut, and
  // without a pair when they are as long as the world along several axes: Bvh bears those.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) {
    Status good = input_.take(boxes, options);
    if (good == Status::ok) good = sorted_.build(input_.a(), options_, trace);
    if (good != Status::ok) return {good, {}};
    QueryStats stats;
    Judge<Sink> out(input_, sink);
    const auto put = [&](std::uint32_t k, std::uint32_t j) {
      return out.put(sorted_.place(k), sorted_.place(j));
    };
    trace.on(PhaseBegins{"join"});
    if (sorted_.size() != 0) detail::GridJoin(sorted_, stats, put, trace).join(0);
    return out.finish(stats);
  }

  // Each overlapping pair of one box of `a` and one of `b`: the larger set is sorted, the other
  // asks box by box.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) {
    Status good = input_.take(a, b, options);
    const bool swap = input_.b().size() < input_.a().size();
    const auto& sorted = swap ? input_.a() : input_.b();
    const auto& asking = swap ? input_.b() : input_.a();
    if (good == Status::ok) good = sorted_.build(sorted, options_, trace);
    if (good != Status::ok) return {good, {}};
    QueryStats stats;
    Judge<Sink> out(input_, sink);
    for (std::uint32_t i = 0; i < asking.size(); ++i) {
      const auto found = [&](std::uint32_t k) {
        const std::uint32_t j = sorted_.place(k);
        return swap ? out.put(j, i) : out.put(i, j);
      };
      trace.on(SeekPartners{i});
      if (!sorted_.search(asking[i], stats, found, trace)) break;
    }
    return out.finish(stats);
  }

  // Holds nothing if it fails. Cost as find_pairs() without the pairs.
  template <class Trace = NoTrace>
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, Trace&& trace = {}) {
    tree_.clear();
    Status good = boxes_.take(boxes, options);
    if (good == Status::ok) good = tree_.build(boxes_.set(), options_, trace);
    if (good != Status::ok) boxes_.clear();
    return good;
  }

  std::size_t size() const { return boxes_.size(); }
  // What the index cut the world into, for drawing and for learning: visit(bounds, depth, objects)
  // for each cell that holds objects, the first grid at depth 0, the cells of a crowded cell in its
  // place. Objects are in the cell of their lower corner, those outside of the grid in one at its
  // border. Objects too large for the cells of a grid come after those, as if in one cell with
  // their bounds. object(id) follows for each object of a cell; on a torus images are objects too.
  // O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_cell(Visit&& visit, Each&& object = {}) const {
    tree_.for_each_cell(visit, [&](std::uint32_t k) { object(boxes_.set().id(tree_.place(k))); });
  }
  // Cells of the index, in all its grids.
  std::size_t cell_count() const { return tree_.cell_count(); }
  bool validate() const { return tree_.size() == boxes_.set().size() && tree_.validate(); }

  // visit(id) for each object that overlaps the box and is accepted by the filter; false stops.
  // Expected O(1 + results + cells of the typical object's size in the box).
  template <class Visit>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit,
                                    const MaybeFilter& filter = {}) const {
    QueryStats stats;
    const auto search = [&](const Box& target, auto&& deliver) {
      return tree_.search(target, stats, [&](std::uint32_t k) { return deliver(tree_.place(k)); });
    };
    return boxes_.overlapping(box, filter, stats, search, visit);
  }

 private:
  template <class Sink>
  using Judge = detail::PairJudge<D, T, std::remove_reference_t<Sink>>;

  GridOptions<D, T> options_;
  detail::PairInput<D, T> input_;
  detail::GridTree<D, T> sorted_;  // of the last search for pairs
  detail::IndexedBoxes<D, T> boxes_;
  detail::GridTree<D, T> tree_;  // of the index
};

}  // namespace masu
