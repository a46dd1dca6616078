// SPDX-License-Identifier: MIT
#include <masu/broad_phase/sorted_orthtree.hpp>

#include "broad_phase/periodic_images.hpp"
#include "broad_phase/tile_search.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {

// The memory that a SortedOrthtree keeps between searches.
template <int D, class T>
class SortedSearch {
 public:
  explicit SortedSearch(Allocator allocator) : allocator_(allocator) {}

  template <class Trace>
  SearchResult within(BoxSpan<D, T> boxes, PairOutput& out,
                      const SortedOrthtreeOptions& tree_options, const PairOptions<D, T>& options,
                      const Trace& trace) {
    Status status = check_one_set(boxes.size(), options);
    if (status == Status::ok)
      status = prepare(boxes, tree_options, options, set_a_, images_a_, trace);
    if (status == Status::ok && !options.fixed.empty()) status = set_a_.mark_fixed(options.fixed);
    if (status != Status::ok) return {status, {}};
    trace.on(PhaseBegins{"join"});
    JoinTask<D, T> task;
    task.receivers = task.sources = set_a_.view();
    task.conditions = conditions(options.filters, options.filters, options, images_a_);
    task.conditions.any = task.conditions.any || !options.fixed.empty();
    return search_.run(task, out, options.jobs);
  }

  template <class Trace>
  SearchResult between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOutput& out,
                       const SortedOrthtreeOptions& tree_options, const PairOptions<D, T>& options,
                       const Trace& trace) {
    Status status = check_two_sets(a.size(), b.size(), options);
    if (status == Status::ok) status = prepare(a, tree_options, options, set_a_, images_a_, trace);
    if (status == Status::ok) status = prepare(b, tree_options, options, set_b_, images_b_, trace);
    if (status != Status::ok) return {status, {}};
    trace.on(PhaseBegins{"join"});
    JoinTask<D, T> task;
    task.self = false;
    task.receivers = set_a_.view();
    task.sources = set_b_.view();
    task.conditions = conditions(options.filters, options.filters_b, options, images_b_);
    return search_.run(task, out, options.jobs);
  }

 private:
  // Sorts and makes tiles; with a period, of the wrapped boxes and their images.
  template <class Trace>
  Status prepare(BoxSpan<D, T> boxes, const SortedOrthtreeOptions& tree_options,
                 const PairOptions<D, T>& options, TileSet<D, T>& set, PeriodicImages<D, T>& images,
                 const Trace& trace) {
    set.clear();
    if (boxes.empty()) return Status::ok;
    RawBoxes<D, T> raw{boxes.min(0), boxes.max(0), boxes.stride(), boxes.size()};
    if (options.period.any()) {
      const Status status = images.make(boxes, options.period);
      if (status != Status::ok) return status;
      raw = images.boxes();
    }
    Status status = sorter_.sort(raw, tree_options, options.jobs, trace);
    if (status != Status::ok) return status;
    trace.on(CellOrderMade{{sorter_.order(), sorter_.size()}, sorter_.indices()});
    trace.on(PhaseBegins{"tiles"});
    status = set.build(sorter_, options.jobs);
    if (status == Status::ok && options.period.any()) status = images.number(set);
    return status;
  }

  PairConditions<D, T> conditions(std::span<const Filter> filters_a,
                                  std::span<const Filter> filters_b,
                                  const PairOptions<D, T>& options,
                                  const PeriodicImages<D, T>& images_b) const {
    PairConditions<D, T> c;
    if (!filters_a.empty()) {
      c.filters_a = filters_a.data();
      c.filters_b = filters_b.data();
    }
    if (options.period.any()) {
      c.wrapped_a = images_a_.wrapped();
      c.wrapped_b = images_b.wrapped();
      c.image_a = images_a_.shifts();
      c.image_b = images_b.shifts();
      c.period = options.period;
    }
    c.any = !filters_a.empty() || options.period.any();
    return c;
  }

  Allocator allocator_;  // of all members below
  CellSorter<D, T> sorter_{allocator_};
  TileSet<D, T> set_a_{allocator_};
  TileSet<D, T> set_b_{allocator_};
  PeriodicImages<D, T> images_a_{allocator_};
  PeriodicImages<D, T> images_b_{allocator_};
  TileSearch<D, T> search_{allocator_};
};

}  // namespace detail

template <int D, class T>
SearchResult SortedOrthtree<D, T>::within(BoxSpan<D, T> boxes, PairOutput& out,
                                          const PairOptions<D, T>& options,
                                          const SortTrace& trace) {
  return detail::with_object(search_, trace, [&](auto& search, const auto& t) {
    return search.within(boxes, out, options_, options, t);
  });
}

template <int D, class T>
SearchResult SortedOrthtree<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                              const PairOptions<D, T>& options, SortTrace trace) {
  PairOutput out(sink);
  return within(boxes, out, options, trace);
}

template <int D, class T>
SearchResult SortedOrthtree<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b,
                                                      const PairTarget& sink,
                                                      const PairOptions<D, T>& options,
                                                      SortTrace trace) {
  PairOutput out(sink);
  return detail::with_object(search_, trace, [&](auto& search, const auto& t) {
    return search.between(a, b, out, options_, options, t);
  });
}

#define MASU_INSTANTIATE(D, T)                               \
  template class detail::Opaque<detail::SortedSearch<D, T>>; \
  template class SortedOrthtree<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
