// SPDX-License-Identifier: MIT
// Sweep and prune from scratch: boxes in order along one axis, then each against those that begin
// inside it.
//
// L ("sorting and searching") orders the ends of the boxes and walks over them, which turns all
// pairs, a selection sort, into any sort one likes. Here it is a radix sort of the lower ends. What
// the lecture counts as n checks is one test for every pair that overlaps on the axis: in three
// dimensions these grow as n^(5/3). So a list that promises many of them is first dealt out into
// columns along the axis, cells of a grid over the other axes; boxes that reach several columns are
// copied into each, and a pair is taken where the greater of the lower ends lies (the rule of
// replicated cells, J.-P. Dittrich and B. Seeger, "Data redundancy and duplicate detection in
// spatial join processing", 2000). Columns that are still crowded are dealt out again.
#pragma once

#include <masu/broad_phase/detail/column_sweep.hpp>
#include <masu/broad_phase/detail/pair_input.hpp>
#include <masu/broad_phase/detail/sweep_axis.hpp>
#include <masu/broad_phase/sorts.hpp>
#include <masu/core/detail/radix_sort.hpp>
#include <masu/core/platform.hpp>

namespace masu {

// The event of SweepAndPrune's sort: the boxes by their lower ends along the axis, item.item the
// place of each. Lists of up to 64 show the insertion sort that made the order as well.
template <class Item>
struct SweepOrder {
  int axis;
  std::span<const Item> order;
};

// Work: O(n) for the sort; for the sweep along one axis O(n + pairs that overlap on it), up to n^2;
// in columns O(n + k) for k pairs of boxes that are small beside the world. Memory: O(n), about 70
// bytes a box in 3D of floats beside the copies. Order of the output: that of the columns and of
// the lower ends, the same on every machine.
template <int D, class T = float>
class SweepAndPrune {
 public:
  static constexpr int kBestAxis = -1;  // the axis on which the centres vary most

  // The axis to sweep along; kBestAxis: the one on which the centres vary most.
  int axis = kBestAxis;
  // How many axes prune: 1 is the sweep of the textbooks, 2 deals out along another as well, ...
  int axes = D;

  explicit SweepAndPrune(Allocator allocator = default_allocator())
      : input_(allocator), keys_(allocator), scratch_(allocator), sweep_(allocator) {}

  // Each unordered pair of overlapping boxes once, a < b. out_of_range: axis or axes.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) {
    if (!settings_valid()) return {Status::out_of_range, {}};
    const Status good = input_.take(boxes, options);
    return good == Status::ok ? search(sink, trace) : SearchResult{good, {}};
  }

  // Each overlapping pair of one box of `a` and one of `b`.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) {
    if (!settings_valid()) return {Status::out_of_range, {}};
    const Status good = input_.take(a, b, options);
    return good == Status::ok ? search(sink, trace) : SearchResult{good, {}};
  }

 private:
  using Key = decltype(detail::order_key(T()));
  using Keyed = detail::KeyedItem<Key>;
  using Set = detail::BoxSet<D, T>;

  bool settings_valid() const { return axis >= kBestAxis && axis < D && axes >= 1 && axes <= D; }

  template <class Sink, class Trace>
  SearchResult search(Sink& sink, Trace& trace) {
    QueryStats stats;
    detail::PairJudge<D, T, Sink> out(input_, sink);
    trace.on(PhaseBegins{"sort"});
    const int along = axis != kBestAxis ? axis : detail::axis_of_greatest_variance(input_.a());
    for (int side = 0; side < (input_.two_sets() ? 2 : 1); ++side) {
      if (!sort(side == 0 ? input_.a() : input_.b(), along, side, stats, trace)) {
        return {Status::out_of_memory, stats};
      }
    }
    trace.on(PhaseBegins{"sweep"});
    const auto hit = [&](std::uint32_t a, std::uint32_t b) { return out.put(a, b); };
    const Status ended = sweep_.run(input_.two_sets(), axes, stats, hit, trace);
    const SearchResult result = out.finish(stats);
    return ended == Status::out_of_memory ? SearchResult{ended, stats} : result;
  }

  // The records of the set by their lower ends, then by place.
  template <class Trace>
  bool sort(const Set& set, int along, int side, QueryStats& stats, Trace& trace) {
    auto& records = sweep_.records(side);
    if (!keys_.resize(set.size()) || !records.resize(set.size())) return false;
    for (std::uint32_t i = 0; i < set.size(); ++i) {
      keys_[i] = {detail::order_key(set[i].min[along]), i};
    }
    if (keys_.size() <= kFew) {
      insertion_sort(
          std::span<Keyed>(keys_), [](const Keyed& a, const Keyed& b) { return a.key < b.key; },
          stats, trace);
    } else if (!detail::radix_sort(keys_, scratch_)) {
      return false;
    }
    trace.on(SweepOrder<Keyed>{along, {keys_.data(), keys_.size()}});
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (i + kAhead < keys_.size()) prefetch(&set[keys_[i + kAhead].item]);
      records[i] = detail::SweepRecord<D, T>::of(set[keys_[i].item], along, keys_[i].item);
    }
    return true;
  }

  // Fewer are sorted by insertion: a radix sort clears its buckets first.
  static constexpr std::size_t kFew = 64;

  detail::PairInput<D, T> input_;
  Buffer<Keyed> keys_;
  Buffer<Keyed> scratch_;
  detail::ColumnSweep<D, T> sweep_;
};

}  // namespace masu
