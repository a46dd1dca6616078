// SPDX-License-Identifier: MIT
// SortedOrthtree: all overlapping pairs of n boxes from scratch, by the order of a linear 2^D-tree.
#pragma once

#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/registration.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class SortedSearch;
template <int D, class T>
class PairTracking;
}  // namespace detail

// Event: the boxes are sorted by their cells; `order` has their indices. In a periodic domain,
// indices from the number of boxes on are periodic images.
struct CellOrderMade {
  std::span<const std::uint32_t> order;  // boxes in the order of their cells
  const std::uint32_t* indices;          // nullptr: order has the indices themselves
  // Returns the index of the k-th box in that order.
  std::uint32_t index(std::size_t k) const {
    return indices == nullptr ? order[k] : indices[order[k]];
  }
};

// Options of a SortedOrthtree. They affect only the speed: all combinations find the same pairs.
struct SortedOrthtreeOptions {
  Registration registration = Registration::by_extent;  // which cell of a box
  CellOrder order = CellOrder::hilbert;                 // along which curve cells are sorted
  // The number of boxes from which the sort takes two passes: runs of cells first, with copies of
  // the boxes, then the cells of each run, so that the later steps stay in cache. The order of the
  // pairs is the same either way.
  std::size_t two_passes_from = 300'000;
};

// A pair finder for scenes in which most boxes move. Registers each box in O(1), sorts once by the
// linear index of its cell, cuts the order into tiles of 16 with bounds above them, and joins every
// tile with the earlier ones that it overlaps. O(n + k) expected for k pairs where boxes are no
// larger than their spacing. Worst case O(n^2), when all boxes overlap, or when most are as long as
// the domain along several axes: use Bvh for those. Memory, kept between calls: about 1.8 times
// that of the boxes, 3.5 times from 300 000 boxes on or where boxes crowd. No allocation once it
// has grown to the largest input.
//
//    masu::SortedOrthtree<2, float> tree;  // keep it: it keeps its memory
//    (void)tree.find_pairs(boxes, [](std::uint32_t a, std::uint32_t b) { hit(a, b); });
//
// With threads (PairOptions::jobs) all pairs are stored until the last is found, 8 bytes each and
// up to 66 KiB per worker, then delivered in order: a visitor that stops early saves nothing there.
// CountPairs stores none. Jobs do not call the allocator: if the reserved memory is too small for
// the pairs, it is enlarged once and the search runs again.
//
// The order of the pairs depends on the input alone, not on threads, SIMD width or compiler.
//
// Threads: a search uses the finder's memory: one search at a time in each finder.
template <int D, class T>
class SortedOrthtree {
  using SortTrace = AnyTrace<PhaseBegins, CellOrderMade>;

 public:
  using Options = SortedOrthtreeOptions;  // of the constructor

  // Creates a finder that has no memory yet.
  explicit SortedOrthtree(const SortedOrthtreeOptions& options = {},
                          Allocator allocator = default_allocator())
      : options_(options), search_(allocator) {}
  explicit SortedOrthtree(Allocator allocator) : SortedOrthtree({}, allocator) {}

  const SortedOrthtreeOptions& options() const { return options_; }  // of the searches that follow
  // Sets the options of the searches that follow.
  void set_options(const SortedOrthtreeOptions& options) { options_ = options; }

  // Reports each unordered pair of overlapping boxes once, a < b. Statuses: out_of_memory,
  // too_many_objects, size_mismatch (filters), out_of_range (period), stopped (by the sink). The
  // trace receives PhaseBegins (bounds, keys, sort, tiles, join) and CellOrderMade.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, SortTrace trace = {});

  // Reports each overlapping pair of one box of `a` and one of `b`. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, SortTrace trace = {});

 private:
  friend class detail::PairTracking<D, T>;
  SearchResult within(BoxSpan<D, T> boxes, PairOutput& out, const PairOptions<D, T>& options,
                      const SortTrace& trace);

  SortedOrthtreeOptions options_;
  detail::Opaque<detail::SortedSearch<D, T>> search_;
};

}  // namespace masu
