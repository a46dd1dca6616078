// SPDX-License-Identifier: MIT
#include <masu/broad_phase/uniform_grid.hpp>

#include "broad_phase/indexed_boxes.hpp"
#include "broad_phase/pair_input.hpp"

#include "broad_phase/grid_join.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {

// The state of a UniformGrid: the index, and the memory of pair searches.
template <int D, class T>
class GridState {
 public:
  using Options = GridOptions<D, T>;
  using Target = BlockTarget<std::uint32_t>;
  using Output = BlockOutput<std::uint32_t>;

  explicit GridState(Allocator allocator) : allocator_(allocator) {}

  template <class Trace>
  SearchResult pairs_within(BoxSpan<D, T> boxes, PairOutput& pairs,
                            const PairOptions<D, T>& options, const Options& grid_options,
                            const Trace& trace) {
    Status status = input_.take(boxes, options);
    if (status == Status::ok) status = sort(input_.a(), grid_options, trace);
    if (status != Status::ok) return {status, {}};
    QueryStats stats;
    PairJudge out(input_, pairs);
    const auto report = [&](std::uint32_t k, std::uint32_t j) {
      return out.push(sorted_.index(k), sorted_.index(j));
    };
    trace.on(PhaseBegins{"join"});
    if (sorted_.size() != 0) GridJoin(sorted_, stats, report, trace).run();
    return out.finish(stats);
  }

  template <class Trace>
  SearchResult pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOutput& pairs,
                             const PairOptions<D, T>& options, const Options& grid_options,
                             const Trace& trace) {
    Status status = input_.take(a, b, options);
    const bool swap = input_.b().size() < input_.a().size();
    const auto& queries = swap ? input_.b() : input_.a();
    if (status == Status::ok) status = sort(swap ? input_.a() : input_.b(), grid_options, trace);
    if (status != Status::ok) return {status, {}};
    QueryStats stats;
    PairJudge out(input_, pairs);
    for (std::uint32_t i = 0; i < queries.size(); ++i) {
      const auto found = [&](std::uint32_t k) {
        const std::uint32_t j = sorted_.index(k);
        return swap ? out.push(j, i) : out.push(i, j);
      };
      trace.on(FindPartners{i});
      if (!sorted_.search(queries[i], stats, found, trace)) break;
    }
    return out.finish(stats);
  }

  template <class Trace>
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options, const Options& grid_options,
               const Trace& trace) {
    tree_.clear();
    Status status = boxes_.take(boxes, options);
    if (status == Status::ok) status = tree_.build(boxes_.set(), grid_options, trace);
    if (status != Status::ok) boxes_.clear();
    return status;
  }

  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                           const Target& target) const {
    if (boxes_.wrap_around()) return overlapping_wrapped(box, filter, target);
    if (box.empty()) return {};
    if (!boxes_.view().selects(filter)) return indices_overlapping(box, target);
    struct Chosen {
      const Target& target;
      IndexedView<D, T> objects;
      const MaybeFilter& filter;
    } chosen{target, boxes_.view(), filter};
    const auto take = [](void* object, std::span<const std::uint32_t> indices,
                         std::uint64_t& results) {
      const Chosen& c = *static_cast<const Chosen*>(object);
      std::uint32_t ids[Output::kLargest];
      const std::size_t size = accepted_ids(c.objects, indices, c.filter, ids);
      return size == 0 ? Status::ok : c.target.take(c.target.object, {ids, size}, results);
    };
    return indices_overlapping(box, {&chosen, take, target.may_stop});
  }

  const IndexedBoxes<D, T>& boxes() const { return boxes_; }
  const GridTree<D, T>& tree() const { return tree_; }

 private:
  // With a period: also searches the periodic images of the box.
  SearchResult overlapping_wrapped(const Aabb<D, T>& box, const MaybeFilter& filter,
                                   const Target& target) const {
    QueryStats stats;
    Output out(target);
    const auto search = [&](const Aabb<D, T>& image, auto&& deliver) {
      return tree_.search(image, stats, [&](std::uint32_t k) { return deliver(tree_.index(k)); });
    };
    const auto push = [&](std::uint32_t id) { return out.push(id); };
    (void)boxes_.overlapping(box, filter, stats, search, push);
    return out.finish(stats);
  }

  SearchResult indices_overlapping(const Aabb<D, T>& box, const Target& target) const {
    QueryStats stats;
    Output out(target);
    if (target.may_stop) {
      tree_.search(box, stats, [&](std::uint32_t k) { return out.push(tree_.index(k)); });
      return out.finish(stats);
    }
    tree_.search_ranges(box, stats, [this, &stats, &out, &box](auto first, auto end) {
      if (first == end) return true;
      stats.tests += end - first;
      while (end - first > Output::kLargest) {
        if (!collect(first, first + Output::kLargest, box, out)) return false;
        first += Output::kLargest;
      }
      return collect(first, end, box, out);
    });
    return out.finish(stats);
  }
  bool collect(std::uint32_t first, std::uint32_t end, const Aabb<D, T>& box, Output& out) const {
    std::uint32_t* const indices = out.reserve(end - first);
    return indices != nullptr && out.commit(tree_.collect(first, end, box, indices));
  }

  // Restricts the trace to the events of a build, so that the tree is compiled for those only.
  template <class Trace>
  Status sort(const BoxSet<D, T>& set, const Options& grid_options, const Trace& trace) {
    if constexpr (kIsWatched<Trace>) {
      return sorted_.build(set, grid_options, AnyTrace<CutIntoCells, InsertIntoCell>(trace));
    } else {
      return sorted_.build(set, grid_options, trace);
    }
  }

  Allocator allocator_;  // of all below
  PairInput<D, T> input_{allocator_};
  GridTree<D, T> sorted_{allocator_};  // of the last search for pairs
  IndexedBoxes<D, T> boxes_{allocator_};
  GridTree<D, T> tree_{allocator_};  // of the index
};

}  // namespace detail

template <int D, class T>
SearchResult UniformGrid<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                           const PairOptions<D, T>& options, PairTrace trace) {
  PairOutput out(sink, bool(trace));
  return detail::with_object(state_, trace, [&](auto& state, const auto& t) {
    return state.pairs_within(boxes, out, options, options_, t);
  });
}

template <int D, class T>
SearchResult UniformGrid<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b,
                                                   const PairTarget& sink,
                                                   const PairOptions<D, T>& options,
                                                   PairTrace trace) {
  PairOutput out(sink, bool(trace));
  return detail::with_object(state_, trace, [&](auto& state, const auto& t) {
    return state.pairs_between(a, b, out, options, options_, t);
  });
}

template <int D, class T>
Status UniformGrid<D, T>::build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options,
                                BuildTrace trace) {
  return detail::with_object(state_, trace, [&](auto& state, const auto& t) {
    return state.build(boxes, options, options_, t);
  });
}

template <int D, class T>
std::size_t UniformGrid<D, T>::size() const {
  return state_.get() == nullptr ? 0 : state_.get()->boxes().size();
}

template <int D, class T>
std::size_t UniformGrid<D, T>::cell_count() const {
  return state_.get() == nullptr ? 0 : state_.get()->tree().cell_count();
}

template <int D, class T>
bool UniformGrid<D, T>::validate() const {
  const auto* const state = state_.get();
  if (state == nullptr) return true;
  return state->tree().size() == state->boxes().set().size() && state->tree().validate();
}

template <int D, class T>
MASU_FLATTEN SearchResult UniformGrid<D, T>::for_each_overlapping(const Aabb<D, T>& box,
                                                                  const BlockTarget<Id>& visit,
                                                                  const MaybeFilter& filter) const {
  if (state_.get() == nullptr) return {};
  return state_.get()->overlapping(box, filter, visit);
}

template <int D, class T>
void UniformGrid<D, T>::for_each_cell(FunctionRef<void(const Aabb<D, T>&, int, std::size_t)> visit,
                                      FunctionRef<void(Id)> object) const {
  const auto* const state = state_.get();
  if (state == nullptr) return;
  state->tree().for_each_cell(
      visit, [&](std::uint32_t k) { object(state->boxes().set().id(state->tree().index(k))); });
}

#define MASU_INSTANTIATE(D, T)                            \
  template class detail::Opaque<detail::GridState<D, T>>; \
  template class UniformGrid<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
