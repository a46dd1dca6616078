// SPDX-License-Identifier: MIT
// SweepAndPrune: sweep and prune from scratch. Boxes are sorted along one axis, then each is tested
// against those that begin inside it.
//
// L ("sorting and searching") sorts the ends of the boxes and walks over them, which replaces all
// pairs, a selection sort, by a sort of your choice: here a radix sort of the lower ends. The
// lecture counts n checks, but there is one test for every pair that overlaps on the axis: in 3D
// these grow as n^(5/3). If many are expected, the list is first divided into columns along the
// axis, cells of a grid over the other axes; boxes that reach several columns are copied into each,
// and a pair is reported in the column with the greater of the lower ends (the rule of replicated
// cells, J.-P. Dittrich and B. Seeger, "Data redundancy and duplicate detection in spatial join
// processing", 2000). Columns that are still crowded are distributed again.
#pragma once

#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/sort_events.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class SweepSearch;
}  // namespace detail

// Options of a SweepAndPrune. They affect the speed and the order of the pairs, not the set of
// pairs.
struct SweepAndPruneOptions {
  static constexpr int kBestAxis = -1;  // value of `axis`: chosen in each search
  static constexpr int kAllAxes = -1;   // value of `axes`: all axes prune

  // The axis to sweep along; kBestAxis: the one on which the centers vary most.
  int axis = kBestAxis;
  // How many axes prune: 1 is the sweep of the textbooks, 2 distributes along another as well, ...
  int axes = kAllAxes;
};

// Finds pairs from scratch. Work: O(n) for the sort; for the sweep along one axis O(n + pairs that
// overlap on it), up to n^2; in columns O(n + k) for k pairs of boxes that are small compared with
// the world. Memory: O(n), about 70 bytes per box in 3D float besides the copies. Order of the
// output: that of the columns and of the lower ends, the same on every machine. Use it to sweep as
// the textbooks do, or for boxes spread along one axis; for most scenes SortedOrthtree is faster.
//
//    masu::SweepAndPrune<2> finder({.axis = 0});
//    (void)finder.find_pairs(boxes, [](std::uint32_t a, std::uint32_t b) { hit(a, b); });
//
// Threads: a search uses the finder's memory: one search at a time in each finder. It runs on the
// calling thread.
template <int D, class T = float>
class SweepAndPrune {
  using SweepTrace = AnyTrace<PhaseBegins, CompareElements, MoveElement<std::uint32_t>, SweepOrder,
                              SweepColumn, SweepBox>;

 public:
  using Options = SweepAndPruneOptions;  // of the constructor

  // Creates a finder that has no memory yet.
  explicit SweepAndPrune(const SweepAndPruneOptions& options = {},
                         Allocator allocator = default_allocator())
      : options_(options), search_(allocator) {}
  explicit SweepAndPrune(Allocator allocator) : SweepAndPrune({}, allocator) {}

  const SweepAndPruneOptions& options() const { return options_; }  // of the searches that follow
  // Sets the options of the searches that follow.
  void set_options(const SweepAndPruneOptions& options) { options_ = options; }

  // Reports each unordered pair of overlapping boxes once, a < b. out_of_range: axis or axes. The
  // trace receives PhaseBegins: sort, sweep; CompareElements, MoveElement<std::uint32_t>,
  // SweepOrder, SweepColumn, SweepBox.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, SweepTrace trace = {});

  // Reports each overlapping pair of one box of `a` and one of `b`. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, SweepTrace trace = {});

 private:
  SweepAndPruneOptions options_;
  detail::Opaque<detail::SweepSearch<D, T>> search_;
};

}  // namespace masu
