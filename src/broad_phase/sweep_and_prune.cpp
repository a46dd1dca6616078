// SPDX-License-Identifier: MIT
#include <masu/broad_phase/insertion_sort.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/core/platform.hpp>
#include "broad_phase/pair_input.hpp"
#include "core/radix_sort.hpp"

#include "broad_phase/column_sweep.hpp"
#include "broad_phase/sweep_axis.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {

// Fewer boxes are sorted by insertion: a radix sort clears its buckets first.
inline constexpr std::size_t kFewToSort = 64;

// A trace that reports indices, where a sort reports keys with indices.
template <class Trace>
class IndexTrace {
 public:
  explicit IndexTrace(const Trace& trace) : trace_(trace) {}

  void on(const CompareElements& e) const { trace_.on(e); }
  template <class Item>
  void on(const MoveElement<Item>& e) const {
    if (!trace_.template handles<MoveElement<std::uint32_t>>()) return;
    std::uint32_t list[kFewToSort];
    for (std::size_t k = 0; k < e.list.size(); ++k) list[k] = e.list[k].item;
    trace_.on(MoveElement<std::uint32_t>{{list, e.list.size()}, e.from, e.to});
  }

 private:
  const Trace& trace_;
};

// The memory that a SweepAndPrune keeps between searches.
template <int D, class T>
class SweepSearch {
 public:
  explicit SweepSearch(Allocator allocator) : allocator_(allocator) {}

  Status take(BoxSpan<D, T> boxes, const PairOptions<D, T>& options) {
    return input_.take(boxes, options);
  }
  Status take(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairOptions<D, T>& options) {
    return input_.take(a, b, options);
  }

  // Finds the pairs of the boxes.
  template <class Trace>
  SearchResult run(PairOutput& pairs, const SweepAndPruneOptions& options, const Trace& trace) {
    QueryStats stats;
    PairJudge out(input_, pairs);
    trace.on(PhaseBegins{"sort"});
    const int along = options.axis != SweepAndPruneOptions::kBestAxis
                          ? options.axis
                          : axis_of_greatest_variance(input_.a());
    for (int side = 0; side < (input_.two_sets() ? 2 : 1); ++side) {
      if (!sort(side == 0 ? input_.a() : input_.b(), along, side, stats, trace)) {
        return {Status::out_of_memory, stats};
      }
    }
    trace.on(PhaseBegins{"sweep"});
    const int axes = options.axes == SweepAndPruneOptions::kAllAxes ? D : options.axes;
    const auto hit = [&](std::uint32_t a, std::uint32_t b) { return out.push(a, b); };
    const Status ended = sweep_.run(input_.two_sets(), axes, stats, hit, trace);
    const SearchResult result = out.finish(stats);
    return ended == Status::out_of_memory ? SearchResult{ended, stats} : result;
  }

 private:
  using Keyed = KeyedItem<decltype(order_key(T()))>;

  // Sorts the records of the set by their lower ends, then by index. Returns false if out of
  // memory.
  template <class Trace>
  bool sort(const BoxSet<D, T>& set, int along, int side, QueryStats& stats, const Trace& trace) {
    auto& records = sweep_.records(side);
    if (!keys_.resize(set.size()) || !records.resize(set.size())) return false;
    for (std::uint32_t i = 0; i < set.size(); ++i) {
      keys_[i] = {order_key(set[i].min[along]), i};
    }
    if (keys_.size() <= kFewToSort) {
      const auto less = [](const Keyed& a, const Keyed& b) { return a.key < b.key; };
      insertion_sort(std::span<Keyed>(keys_), less, stats, IndexTrace<Trace>(trace));
    } else if (!radix_sort(keys_, scratch_)) {
      return false;
    }
    if (!trace_order(along, trace)) return false;
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (i + kAhead < keys_.size()) prefetch(&set[keys_[i + kAhead].item]);
      records[i] = SweepRecord<D, T>::of(set[keys_[i].item], along, keys_[i].item);
    }
    return true;
  }

  template <class Trace>
  bool trace_order(int along, const Trace& trace) {
    if (!trace.template handles<SweepOrder>()) return true;
    if (!order_.resize(keys_.size())) return false;
    for (std::size_t i = 0; i < keys_.size(); ++i) order_[i] = keys_[i].item;
    trace.on(SweepOrder{along, {order_.data(), order_.size()}});
    return true;
  }

  Allocator allocator_;  // of all members below
  PairInput<D, T> input_{allocator_};
  Buffer<Keyed> keys_{allocator_};
  Buffer<Keyed> scratch_{allocator_};
  Buffer<std::uint32_t> order_{allocator_};  // the sorted order, for a trace
  ColumnSweep<D, T> sweep_{allocator_};
};

template <int D>
bool is_valid(const SweepAndPruneOptions& o) {
  const bool axes = o.axes == SweepAndPruneOptions::kAllAxes || (o.axes >= 1 && o.axes <= D);
  return axes && o.axis >= SweepAndPruneOptions::kBestAxis && o.axis < D;
}

}  // namespace detail

template <int D, class T>
SearchResult SweepAndPrune<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                             const PairOptions<D, T>& options, SweepTrace trace) {
  PairOutput out(sink, bool(trace));
  if (!detail::is_valid<D>(options_)) return {Status::out_of_range, {}};
  auto* const search = search_.need();
  if (search == nullptr) return {Status::out_of_memory, {}};
  const Status status = search->take(boxes, options);
  if (status != Status::ok) return {status, {}};
  return with_trace(trace, [&](const auto& t) { return search->run(out, options_, t); });
}

template <int D, class T>
SearchResult SweepAndPrune<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b,
                                                     const PairTarget& sink,
                                                     const PairOptions<D, T>& options,
                                                     SweepTrace trace) {
  PairOutput out(sink, bool(trace));
  if (!detail::is_valid<D>(options_)) return {Status::out_of_range, {}};
  auto* const search = search_.need();
  if (search == nullptr) return {Status::out_of_memory, {}};
  const Status status = search->take(a, b, options);
  if (status != Status::ok) return {status, {}};
  return with_trace(trace, [&](const auto& t) { return search->run(out, options_, t); });
}

#define MASU_INSTANTIATE(D, T)                              \
  template class detail::Opaque<detail::SweepSearch<D, T>>; \
  template class SweepAndPrune<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
