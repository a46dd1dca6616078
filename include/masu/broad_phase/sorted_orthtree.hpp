// SPDX-License-Identifier: MIT
// The sorted face of the linear 2^d-tree: all overlapping pairs of n boxes from scratch, each
// frame.
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

// The event of the sort: the places of the boxes, in the order of their cells. On a torus places
// from the number of boxes on are images.
struct CellOrderMade {
  std::span<const std::uint32_t> order;
  const std::uint32_t* names;  // nullptr: order holds the places themselves
  std::uint32_t place(std::size_t k) const { return names == nullptr ? order[k] : names[order[k]]; }
};

// They decide the speed only: all combinations find the same pairs.
struct SortedOrthtreeOptions {
  Registration registration = Registration::by_extent;
  CellOrder order = CellOrder::hilbert;
  // Number of boxes from which the sort takes two passes: runs of cells first, with copies of the
  // boxes, then the cells of each run. What follows stays in cache then. The order of the pairs is
  // the same either way.
  std::size_t two_passes_from = 300'000;
};

// Registers each box in O(1), sorts once by the linear index of its cell, cuts the order into
// tiles of 16 with bounds above them, and joins every tile with the earlier ones that it meets.
// O(n + k) expected for k pairs where boxes are no larger than their spacing; worst case O(n^2),
// when all boxes meet, or most are as long as the world along several axes: Bvh bears those.
// Memory: about 1.8 times the boxes, from 300 000 boxes on or where they crowd 3.5 times, kept
// between calls: no allocation once it has grown to the largest input.
//
// With threads (PairOptions::jobs) all pairs are kept until the last is found, 8 bytes each and up
// to 66 KiB a worker, then delivered in order: a visitor that stops early saves nothing there.
// CountPairs keeps none. Jobs do not call the allocator: where more pairs are found than there is
// room for they are searched for again, which happens once for as many.
//
// The order of the pairs is fixed by the input alone, not by threads, SIMD width or compiler.
template <int D, class T>
class SortedOrthtree {
  using SortTrace = AnyTrace<PhaseBegins, CellOrderMade>;

 public:
  using Options = SortedOrthtreeOptions;

  explicit SortedOrthtree(const SortedOrthtreeOptions& options = {},
                          Allocator allocator = default_allocator())
      : options_(options), search_(allocator) {}
  explicit SortedOrthtree(Allocator allocator) : SortedOrthtree({}, allocator) {}

  const SortedOrthtreeOptions& options() const { return options_; }
  // For the searches that follow.
  void set_options(const SortedOrthtreeOptions& options) { options_ = options; }

  // Each unordered pair of overlapping boxes once, a < b. Statuses: out_of_memory,
  // too_many_objects, size_mismatch (filters), out_of_range (period), stopped (by the sink).
  // The trace sees PhaseBegins: bounds, keys, sort, tiles, join; and CellOrderMade.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, SortTrace trace = {});

  // Each overlapping pair of one box of `a` and one of `b`.
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
