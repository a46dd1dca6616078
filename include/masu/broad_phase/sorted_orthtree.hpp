// SPDX-License-Identifier: MIT
// The sorted face of the linear 2^d-tree: all overlapping pairs of n boxes from scratch, each
// frame.
#pragma once

#include <masu/broad_phase/detail/periodic_images.hpp>
#include <masu/broad_phase/detail/tile_search.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/trace.hpp>

namespace masu {

// The event of the sort: the places of the boxes, in the order of their cells. On a torus places
// from the number of boxes on are images.
struct CellOrderMade {
  std::span<const std::uint32_t> order;
  const std::uint32_t* names;  // nullptr: order holds the places themselves
  std::uint32_t place(std::size_t k) const { return names == nullptr ? order[k] : names[order[k]]; }
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
// Registration and cell order decide the speed only: all four combinations find the same pairs.
// The order of the pairs is fixed by the input alone, not by threads, SIMD width or compiler.
template <int D, class T>
class SortedOrthtree {
 public:
  explicit SortedOrthtree(Allocator allocator = default_allocator())
      : sorter_(allocator),
        set_(allocator),
        set_b_(allocator),
        images_(allocator),
        images_b_(allocator),
        search_(allocator) {}

  Registration registration = Registration::by_extent;
  CellOrder order = CellOrder::hilbert;

  // Number of boxes from which the sort takes two passes; the pairs and their order are the same.
  void set_two_passes_from(std::size_t size) { sorter_.two_passes_from = size; }

  // Each unordered pair of overlapping boxes once, a < b. Statuses: out_of_memory,
  // too_many_objects, size_mismatch (filters), out_of_range (period), stopped (by the sink).
  // The trace sees PhaseBegins: bounds, keys, sort, tiles, join; and CellOrderMade.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) {
    Status good = check_one_set(boxes.size(), options);
    detail::JoinTask<D, T> task;
    if (good == Status::ok) good = prepare(boxes, options, set_, images_, trace);
    if (good == Status::ok && !options.fixed.empty()) good = set_.mark_fixed(options.fixed);
    if (good != Status::ok) return {good, {}};
    trace.on(PhaseBegins{"join"});
    task.receivers = task.sources = set_.view();
    set_conditions(task.conditions, options.filters, options.filters, options.period, images_,
                   images_);
    task.conditions.any = task.conditions.any || !options.fixed.empty();
    return search_.run(task, sink, options.jobs);
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) {
    Status good = check_two_sets(a.size(), b.size(), options);
    if (good == Status::ok) good = prepare(a, options, set_, images_, trace);
    if (good == Status::ok) good = prepare(b, options, set_b_, images_b_, trace);
    if (good != Status::ok) return {good, {}};
    trace.on(PhaseBegins{"join"});
    detail::JoinTask<D, T> task;
    task.self = false;
    task.receivers = set_.view();
    task.sources = set_b_.view();
    set_conditions(task.conditions, options.filters, options.filters_b, options.period, images_,
                   images_b_);
    return search_.run(task, sink, options.jobs);
  }

 private:
  // Sort and tiles; on a torus of the wrapped boxes and their images.
  template <class Trace>
  Status prepare(BoxSpan<D, T> boxes, const PairOptions<D, T>& options, detail::TileSet<D, T>& set,
                 detail::PeriodicImages<D, T>& images, Trace& trace) {
    set.clear();
    if (boxes.empty()) return Status::ok;
    detail::RawBoxes<D, T> raw{boxes.min(0), boxes.max(0), boxes.stride(), boxes.size()};
    if (options.period.any()) {
      const Status good = images.make(boxes, options.period);
      if (good != Status::ok) return good;
      raw = images.boxes();
    }
    Status good = sorter_.sort(raw, registration, order, options.jobs, trace);
    if (good != Status::ok) return good;
    trace.on(CellOrderMade{{sorter_.order(), sorter_.size()}, sorter_.names()});
    trace.on(PhaseBegins{"tiles"});
    good = set.build(sorter_, options.jobs);
    if (good == Status::ok && options.period.any()) good = images.number(set);
    return good;
  }

  static void set_conditions(detail::PairConditions<D, T>& c, std::span<const Filter> filters_a,
                             std::span<const Filter> filters_b, const Period<D, T>& period,
                             const detail::PeriodicImages<D, T>& images_a,
                             const detail::PeriodicImages<D, T>& images_b) {
    if (!filters_a.empty()) {
      c.filters_a = filters_a.data();
      c.filters_b = filters_b.data();
    }
    if (period.any()) {
      c.wrapped_a = images_a.wrapped();
      c.wrapped_b = images_b.wrapped();
      c.image_a = images_a.shifts();
      c.image_b = images_b.shifts();
      c.period = period;
    }
    c.any = !filters_a.empty() || period.any();
  }

  detail::CellSorter<D, T> sorter_;
  detail::TileSet<D, T> set_;
  detail::TileSet<D, T> set_b_;
  detail::PeriodicImages<D, T> images_;
  detail::PeriodicImages<D, T> images_b_;
  detail::TileSearch<D, T> search_;
};

}  // namespace masu
