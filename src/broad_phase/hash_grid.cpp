// SPDX-License-Identifier: MIT
#include <masu/broad_phase/hash_grid.hpp>

#include "broad_phase/hash_grid_cells.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {
namespace {

constexpr std::size_t kAhead = 16;  // moves between the prefetch of an object and its use
constexpr std::size_t kNear = 8;    // the same for its bucket

// Searches among the objects and cells of a HashGrid.
template <int D, class T, class Trace>
struct HashGridQuery {
  using Grid = BucketGrid<D, T>;
  using Table = ObjectTable<D, T>;

  const Table& objects;
  const Grid& grid;
  const Images<D, T>& images;
  const Vec<D, T>& slots_end;
  const Trace& trace;

  // Returns a function that takes slots and calls f(slot) for each.
  template <class F>
  static auto one_by_one(F& f) {
    return [&f](std::span<const std::uint32_t> slots) {
      for (const std::uint32_t i : slots) {
        if (!f(i)) return false;
      }
      return true;
    };
  }
  // Calls f(slot) for each object that overlaps the box, which is wrapped and not empty.
  template <class F>
  bool search(const Aabb<D, T>& box, QueryStats& stats, F&& f) const {
    if (!images.any()) return grid.search(box, stats, one_by_one(f), trace);
    return search_images(box, stats, f);
  }
  template <class F>
  MASU_NOINLINE bool search_images(const Aabb<D, T>& box, QueryStats& stats, F& f) const {
    return images.for_each(box, slots_end, [&](const Aabb<D, T>& moved, int image) {
      const auto once = [&](std::uint32_t i) {
        return images.image_of(box, objects.box(i)) != image || f(i);
      };
      return grid.search(moved, stats, one_by_one(once), trace);
    });
  }

  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter, Handle except,
                           const BlockTarget<std::uint32_t>& target) const {
    QueryStats stats;
    BlockOutput<std::uint32_t> out(target, kIsWatched<Trace>);
    const bool filtered = filter.has_value();
    const auto accepted = [&](std::uint32_t i) {
      return i != except.index && (!filtered || objects.accepted(i, filter));
    };
    const auto push = [&](std::uint32_t i) { return out.push_if(accepted(i), i); };
    const auto push_all = [&](std::span<const std::uint32_t> ids) {
      if (!out.in_blocks()) return one_by_one(push)(ids);
      std::uint32_t* const space = out.reserve(static_cast<std::uint32_t>(ids.size()));
      std::uint32_t count = 0;
      for (std::size_t k = 0; space != nullptr && k < ids.size(); ++k) {
        space[count] = ids[k];
        count += accepted(ids[k]) ? 1 : 0;
      }
      return space != nullptr && out.commit(count);
    };
    if (images.any()) {
      search(box, stats, push);
    } else {
      grid.search(box, stats, push_all, trace);
    }
    return out.finish(stats);
  }
  SearchResult pairs(PairOutput& out) const {
    if (images.any()) {
      const auto report = [&](std::uint32_t i, std::uint32_t j) { return i > j || out.push(i, j); };
      return pairs_by(out, objects.slots(), nullptr, report);
    }
    QueryStats stats;
    const auto report = [&](std::uint32_t i, std::span<const std::uint32_t> others) {
      for (const std::uint32_t j : others) {
        const Pair pair{i < j ? i : j, i < j ? j : i};  // a coin toss: no branch
        if (objects.accept_each_other(i, j) && !out.push(pair)) return false;
      }
      return true;
    };
    (void)grid.join(stats, report, trace);
    return out.finish(stats);
  }
  SearchResult pairs_of_moved(PairOutput& out) const {
    const auto report = [&](std::uint32_t i, std::uint32_t j) {
      return (objects.is_moved(j) && j < i) || out.push_ordered(i, j);
    };
    return pairs_by(out, objects.moved().size(), objects.moved().data(), report);
  }
  // Searches with the boxes of `others`, which come first in the pairs.
  SearchResult pairs_between(const Table& others, PairOutput& out) const {
    QueryStats stats;
    for (std::uint32_t i = 0; i < others.slots(); ++i) {
      if (others.box(i).empty()) continue;
      const auto report = [&](std::uint32_t j) {
        return !accepts(others.filter(i), objects.filter(j)) || out.push(i, j);
      };
      if (!search(others.box(i), stats, report)) break;
    }
    return out.finish(stats);
  }
  bool search_moved(QueryStats& stats, const MoverTarget& target) const {
    MoverOutput out(target);
    return search_each(objects.moved().size(), objects.moved().data(), stats, out);
  }

 private:
  // An output like MoverOutput that only calls report(i, j).
  template <class Report>
  struct ReportOnly {
    const Report& report;
    bool begin(std::uint32_t) const { return true; }
    bool done(std::uint32_t) const { return true; }
  };
  template <class Report>
  SearchResult pairs_by(PairOutput& out, std::size_t count, const std::uint32_t* slots,
                        const Report& report) const {
    QueryStats stats;
    const ReportOnly<Report> each{report};
    search_each(count, slots, stats, each);
    return out.finish(stats);
  }

  // The buckets that a search will read, looked up a few objects in advance so that they can be
  // prefetched.
  struct Pending {
    static constexpr std::uint32_t kMost = Grid::kMostListed;
    std::uint32_t slot;
    std::uint32_t count;  // more than kMost: look them up again
    std::uint32_t buckets[kMost];
  };
  void find_buckets(std::uint32_t i, Pending& p, QueryStats& stats) const {
    p.slot = i;
    p.count = 0;
    if (objects.link(i) == Table::kNoLink || images.any()) return;
    const auto note = [&](std::uint32_t b) {
      if (p.count < Pending::kMost) p.buckets[p.count] = b, grid.prefetch_bucket(b);
      return ++p.count <= Pending::kMost;
    };
    grid.for_each_chain(objects.box(i), stats, note, trace);
  }
  template <class Out>
  bool search_pending(Pending& p, QueryStats& stats, Out& out) const {
    if (objects.link(p.slot) == Table::kNoLink) return true;
    const Aabb<D, T> box = objects.box(p.slot);
    const auto f = [&](std::uint32_t j) {
      return p.slot == j || !objects.accept_each_other(p.slot, j) || out.report(p.slot, j);
    };
    if (images.any() || p.count > Pending::kMost) return search(box, stats, f);
    return grid.search_listed(box, p.buckets, p.count, stats, one_by_one(f), trace);
  }
  // Searches with the objects in `count` slots: those listed, or without a list the first ones.
  template <class Out>
  bool search_each(std::size_t count, const std::uint32_t* slots, QueryStats& stats,
                   Out& out) const {
    Pending ring[kNear];
    std::size_t began = 0;
    std::size_t ended = 0;
    const auto finish_one = [&] {
      Pending& p = ring[ended++ % kNear];
      return search_pending(p, stats, out) && out.done(p.slot);
    };
    for (std::size_t k = 0; k < count + kNear; ++k) {
      const bool more = k < count;  // then those that are left
      const std::uint32_t i = more && slots != nullptr ? slots[k] : static_cast<std::uint32_t>(k);
      if (more && !objects.alive(i)) continue;
      if (more && !out.begin(i)) return false;
      if (began - ended >= (more ? kNear : 1) && !finish_one()) return false;
      if (more) find_buckets(i, ring[began++ % kNear], stats);
    }
    return true;
  }
};

// Calls f with a query over these objects and cells.
template <int D, class T, class F>
auto with_query(const ObjectTable<D, T>& objects, const HashGridCells<D, T>& cells,
                AnyTrace<LookUpBlock<D>, ReadBucket> trace, F&& f) {
  return with_trace(trace, [&](const auto& t) {
    return f(HashGridQuery<D, T, std::remove_cvref_t<decltype(t)>>{
        objects, cells.grid(), cells.images(), cells.slots_end(), t});
  });
}

}  // namespace
}  // namespace detail

template <int D, class T>
InsertResult HashGrid<D, T>::insert(const Aabb<D, T>& box, std::uint64_t user_data,
                                    const Filter& filter, Changes trace) {
  if (!Cells::valid(options_)) return {Status::out_of_range, {}};
  Cells* const cells = cells_.need(options_);
  if (cells == nullptr) return {Status::out_of_memory, {}};
  const Aabb<D, T> target = cells->wrapped(box);
  const InsertResult added = objects_.insert(target, user_data, filter);
  if (added.status != Status::ok) return added;
  const std::uint32_t i = added.handle.index;
  const bool inserted =
      with_trace(trace, [&](const auto& t) { return cells->insert(objects_, i, target, t); });
  if (!inserted) {
    objects_.erase(i);
    return {Status::out_of_memory, {}};
  }
  if (cells->has_doubled(objects_.size())) {
    trace.on(PhaseBegins{"fit"});
    cells->fit_if_memory(objects_);
  }
  return added;
}

template <int D, class T>
Status HashGrid<D, T>::insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                                   const InsertColumns& columns, Changes trace) {
  if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
  if (!Cells::valid(options_)) return Status::out_of_range;
  if (boxes.size() > Table::kNoLink - objects_.size()) return Status::too_many_objects;
  Cells* const cells = cells_.need(options_);
  if (cells == nullptr || !objects_.reserve(objects_.size() + boxes.size(), columns))
    return Status::out_of_memory;
  const bool at_once = boxes.size() >= objects_.size();
  std::size_t count = 0;
  bool inserted = true;
  with_trace(trace, [&](const auto& t) {
    for (; inserted && count < boxes.size(); ++count) {
      const Aabb<D, T> box = cells->wrapped(boxes[count]);
      handles[count] =
          objects_.insert(box, columns.user_data_of(count), columns.filter_of(count)).handle;
      inserted = at_once || cells->insert(objects_, handles[count].index, box, t);
    }
  });
  const bool fits = at_once ? objects_.size() != 0 : cells->has_doubled(objects_.size());
  if (inserted && fits) {
    trace.on(PhaseBegins{"fit"});
    if (at_once) {
      inserted = cells->fit(objects_) == Status::ok;
    } else {
      cells->fit_if_memory(objects_);
    }
  }
  if (inserted) return Status::ok;
  while (count-- > 0) (void)erase(handles[count], trace);
  return Status::out_of_memory;
}

template <int D, class T>
MASU_FLATTEN Status HashGrid<D, T>::move(Handle h, const Aabb<D, T>& box, Changes trace) {
  if (!contains(h)) return Status::stale_handle;
  Cells& cells = *cells_.get();
  const Aabb<D, T> target = cells.wrapped(box);
  return with_trace(trace, [&](const auto& t) { return cells.move(objects_, h.index, target, t); });
}

template <int D, class T>
Status HashGrid<D, T>::move_many(std::span<const Handle> handles, BoxSpan<D, T> boxes) {
  using detail::kAhead;
  using detail::kNear;
  if (handles.size() != boxes.size()) return Status::size_mismatch;
  const std::size_t n = handles.size();
  for (std::size_t k = 0; k < n + kAhead; ++k) {
    if (k < n && handles[k].index < objects_.slots()) objects_.prefetch(handles[k].index);
    if (k >= kNear && k - kNear < n && contains(handles[k - kNear])) {
      prefetch_slot(handles[k - kNear].index);
    }
    if (k < kAhead) continue;
    const Status status = move(handles[k - kAhead], boxes[k - kAhead]);
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

template <int D, class T>
Status HashGrid<D, T>::update(Handle h, const Aabb<D, T>& box, std::uint64_t user_data,
                              const Filter& filter) {
  if (!contains(h)) return Status::stale_handle;
  if (!objects_.reserve_rest(user_data, filter)) return Status::out_of_memory;
  const Status status = move(h, box);
  if (status != Status::ok) return status;
  objects_.set_rest(h.index, user_data, filter);
  objects_.mark_moved(h.index);
  return Status::ok;
}

template <int D, class T>
Status HashGrid<D, T>::erase(Handle h, Changes trace) {
  if (!contains(h)) return Status::stale_handle;
  with_trace(trace, [&](const auto& t) { cells_.get()->remove(objects_, h.index, t); });
  objects_.erase(h.index);
  return Status::ok;
}

template <int D, class T>
void HashGrid<D, T>::clear() {
  objects_.clear();
  if (cells_.get() != nullptr) cells_.get()->clear();
}

template <int D, class T>
Status HashGrid<D, T>::reserve(std::size_t objects) {
  if (objects > Table::kNoLink) return Status::too_many_objects;
  Cells* const cells = cells_.need(options_);
  const bool reserved = cells != nullptr && objects_.reserve(objects) && cells->reserve(objects);
  return reserved ? Status::ok : Status::out_of_memory;
}

template <int D, class T>
T HashGrid<D, T>::cell_edge() const {
  if (cells_.get() != nullptr) return cells_.get()->grid().edge();
  return options_.cell_edge > 0 ? options_.cell_edge : T(1);
}

template <int D, class T>
Status HashGrid<D, T>::fit() {
  Cells* const cells = cells_.need(options_);
  return cells == nullptr ? Status::out_of_memory : cells->fit(objects_);
}

template <int D, class T>
bool HashGrid<D, T>::validate() const {
  if (cells_.get() == nullptr) return objects_.slots() == 0;
  std::size_t stored = 0;
  for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
    const bool in_grid = objects_.alive(i) && !objects_.box(i).empty();
    if (in_grid != (objects_.link(i) != Table::kNoLink) && objects_.alive(i)) return false;
    stored += in_grid ? 1 : 0;
  }
  return cells_.get()->grid().validate(
      stored, [&](std::uint32_t i) { return objects_.box(i); },
      [&](std::uint32_t i) { return objects_.link(i); });
}

template <int D, class T>
void HashGrid<D, T>::for_each_cell(FunctionRef<void(const Aabb<D, T>&, int, std::size_t)> visit,
                                   FunctionRef<void(Handle)> object) const {
  if (cells_.get() == nullptr) return;
  cells_.get()->grid().for_each_cell(visit, [&](std::uint32_t i) { object(handle(i)); });
}

template <int D, class T>
MASU_FLATTEN SearchResult HashGrid<D, T>::overlapping(const Aabb<D, T>& box,
                                                      const MaybeFilter& filter, Handle except,
                                                      const BlockTarget<std::uint32_t>& target,
                                                      Searches trace) const {
  const Cells* const cells = cells_.get();
  // An invalid period counts as a period.
  const bool wraps = cells == nullptr || cells->images().any();
  if (wraps && !options_.period.valid()) return {Status::out_of_range, {}};
  if (cells == nullptr) return {};
  const Aabb<D, T> query_box = cells->wrapped(box);
  if (query_box.empty()) return {};
  return detail::with_query(objects_, *cells, trace, [&](const auto& query) {
    return query.overlapping(query_box, filter, except, target);
  });
}

template <int D, class T>
MASU_FLATTEN SearchResult HashGrid<D, T>::find_pairs(const PairTarget& sink, Searches trace) const {
  PairOutput out(sink, bool(trace));
  if (cells_.get() == nullptr) return out.finish({});
  return detail::with_query(objects_, *cells_.get(), trace,
                            [&](const auto& query) { return query.pairs(out); });
}

template <int D, class T>
MASU_FLATTEN SearchResult HashGrid<D, T>::find_pairs_of_moved(const PairTarget& sink,
                                                              Searches trace) {
  PairOutput out(sink, bool(trace));
  if (cells_.get() == nullptr) return out.finish({});
  const SearchResult result = detail::with_query(
      objects_, *cells_.get(), trace, [&](const auto& query) { return query.pairs_of_moved(out); });
  if (result.status == Status::ok) objects_.forget_moved();
  return result;
}

template <int D, class T>
SearchResult HashGrid<D, T>::find_pairs_between(const HashGrid& other, const PairTarget& sink,
                                                Searches trace) const {
  PairOutput out(sink, bool(trace));
  if (options_.period.length != other.options_.period.length) return {Status::out_of_range, {}};
  if (other.cells_.get() == nullptr) return out.finish({});
  return detail::with_query(other.objects_, *other.cells_.get(), trace,
                            [&](const auto& query) { return query.pairs_between(objects_, out); });
}

template <int D, class T>
bool HashGrid<D, T>::form_pair(std::uint32_t i, std::uint32_t j) const {
  const Aabb<D, T>& a = objects_.box(i);
  const Aabb<D, T>& b = objects_.box(j);
  if (a.empty() || b.empty() || !objects_.accept_each_other(i, j)) return false;
  const detail::Images<D, T>& images = cells_.get()->images();
  return images.any() ? images.image_of(a, b) != images.kNone : overlaps_nonempty(a, b);
}

template <int D, class T>
MASU_FLATTEN bool HashGrid<D, T>::search_moved(QueryStats& stats, const MoverTarget& target,
                                               Searches trace) const {
  if (cells_.get() == nullptr) return true;
  return detail::with_query(objects_, *cells_.get(), trace,
                            [&](const auto& query) { return query.search_moved(stats, target); });
}

template <int D, class T>
void HashGrid<D, T>::prefetch_slot(std::uint32_t slot) const {
  const std::uint32_t bucket = objects_.link(slot);
  if (bucket != Table::kNoLink) cells_.get()->grid().prefetch_bucket(bucket);
}

template <int D, class T>
Status HashGrid<D, T>::move_slots(std::span<const std::uint32_t> slots, const Aabb<D, T>* boxes,
                                  bool mark, std::size_t& done) {
  Cells* const cells = cells_.get();
  const NoTrace none;
  for (done = 0; done < slots.size(); ++done) {
    if (done + 16 < slots.size()) prefetch(slots[done + 16]);
    if (done + 8 < slots.size()) prefetch_slot(slots[done + 8]);
    const std::uint32_t i = slots[done];
    const Status status = cells->move(objects_, i, cells->wrapped(boxes[i]), none);
    if (status != Status::ok) return status;
    if (mark) objects_.mark_moved(i);
  }
  return Status::ok;
}

#define MASU_INSTANTIATE(D, T)                                \
  template class detail::Opaque<detail::HashGridCells<D, T>>; \
  template class HashGrid<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
