// SPDX-License-Identifier: MIT
#include <masu/broad_phase/dynamic_bvh.hpp>

#include "broad_phase/dynamic_change.hpp"
#include "broad_phase/dynamic_search.hpp"
#include "broad_phase/nearest_list.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace detail {
namespace {

constexpr std::size_t kManyMoved = 4;

// The objects and the tree of a DynamicBvh, for queries.
template <int D, class T, class Trace>
struct DynamicQuery {
  using Table = ObjectTable<D, T>;

  const Table& table;
  const DynamicTree<D, T>& tree;
  const Trace& trace;

  bool search_moved(QueryStats& stats, const MoverTarget& target) const {
    MoverOutput out(target);
    return each_moved(
        stats, [&](std::uint32_t i) { return out.begin(i); },
        [&](std::uint32_t i, std::uint32_t j) { return out.report(i, j); },
        [&](std::uint32_t i) { return out.done(i); });
  }
  template <class Begin, class Report, class Done>
  bool each_moved(QueryStats& stats, Begin&& begin, Report&& report, Done&& done) const {
    for (const std::uint32_t i : table.moved()) {
      if (!table.alive(i)) continue;
      if (!begin(i)) return false;
      const auto f = [&](std::uint32_t j) {
        return i == j || !table.accept_each_other(i, j) || report(i, j);
      };
      const Aabb<D, T>& box = table.box(i);
      const bool on = box.empty() || search_all(tree, table, box, stats, f, trace);
      if (!on || !done(i)) return false;
    }
    return true;
  }

  template <class Select>
  SearchResult join(PairOutput& out, Select&& select) const {
    QueryStats stats;
    const auto report = [&](std::uint32_t i, std::uint32_t j) {
      return !select(i, j) || !table.accept_each_other(i, j) || out.push_ordered(i, j);
    };
    DynamicJoin(tree, table, tree, table, stats, report, trace).within();
    return out.finish(stats);
  }
  SearchResult pairs_of_moved(PairOutput& out) const {
    const auto moved = [&](std::uint32_t i, std::uint32_t j) {
      return table.is_moved(i) || table.is_moved(j);
    };
    if (kManyMoved * table.moved().size() > table.size()) return join(out, moved);
    QueryStats stats;
    const auto go_on = [](std::uint32_t) { return true; };
    const auto report = [&](std::uint32_t i, std::uint32_t j) {
      return (table.is_moved(j) && j < i) || out.push_ordered(i, j);
    };
    each_moved(stats, go_on, report, go_on);
    return out.finish(stats);
  }
  SearchResult pairs_between(const Table& others, const DynamicTree<D, T>& other,
                             PairOutput& out) const {
    QueryStats stats;
    const bool filters = table.has_filters() || others.has_filters();
    const auto report = [&](std::uint32_t i, std::uint32_t j) {
      if (filters && !accepts(table.filter(i), others.filter(j))) return true;
      return out.push(i, j);
    };
    DynamicJoin(tree, table, other, others, stats, report, trace).between();
    return out.finish(stats);
  }

  SearchResult overlapping(const Aabb<D, T>& box, const MaybeFilter& filter,
                           const BlockTarget<std::uint32_t>& target) const {
    QueryStats stats;
    const BoxTest<D, T> overlaps_box(box);
    BlockOutput<std::uint32_t> out(target, kIsWatched<Trace>);
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      return out.push_if(overlaps_box(table.box(i)) && table.accepted(i, filter), i);
    };
    if (!box.empty()) walk_all<kLeavesAtOnce>(tree, stats, overlaps_box, f, trace);
    return out.finish(stats);
  }
  SearchResult within(const Aabb<D, T>& query_box, T radius, const MaybeFilter& filter,
                      const BlockTarget<std::uint32_t>& target) const {
    QueryStats stats;
    const Aabb<D, T> box = query_box;  // a copy, which stays in registers
    BlockOutput<std::uint32_t> out(target, kIsWatched<Trace>);
    const T most = radius * radius;
    const auto near = [&](const Aabb<D, T>& b) { return distance_squared(box, b) <= most; };
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      return out.push_if(near(table.box(i)) && table.accepted(i, filter), i);
    };
    if (!box.empty()) walk_all<kLeavesAtOnce>(tree, stats, near, f, trace);
    return out.finish(stats);
  }
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor<T>> found,
                       const MaybeFilter& filter) const {
    QueryStats stats;
    if (box.empty() || found.empty()) return {Status::ok, stats};
    NearestList<T, Handle> list(found);
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      const T distance = distance_squared(box, table.box(i));
      const Handle h = table.handle(i);
      if (list.improves(distance, h) && table.accepted(i, filter)) list.insert(h, distance);
    };
    walk_nearest(tree, box, list, stats, f, trace);
    stats.results = list.finish();
    return {Status::ok, stats};
  }
  QueryStats near(FunctionRef<double(const Aabb<D, T>&)> gap, double reach,
                  FunctionRef<double(Handle)> visit, const MaybeFilter& filter) const {
    QueryStats stats;
    double now = reach;
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      if (!(gap(table.box(i)) <= now) || !table.accepted(i, filter)) return now;
      ++stats.results;
      return now = visit(table.handle(i));
    };
    walk_near(tree, gap, reach, stats, f, trace);
    return stats;
  }
  SearchResult on_ray(const Ray<D, T>& query_ray, const MaybeFilter& filter,
                      const BlockTarget<RayMeeting<T>>& target) const {
    QueryStats stats;
    BlockOutput<RayMeeting<T>> out(target, kIsWatched<Trace>);
    const Ray<D, T> ray = query_ray;  // a copy, which stays in registers
    const PreparedRay<D, T> prepared(ray);
    const auto may_hit = [&](const Aabb<D, T>& fat) {
      T enter;
      return prepared.may_hit(fat, ray.max_t, enter);
    };
    const auto f = [&](std::uint32_t i) {
      ++stats.tests;
      const std::optional<T> t = ray_box(ray, table.box(i));
      return !t || !table.accepted(i, filter) || out.push({table.handle(i), *t});
    };
    walk_all<kLeavesAtOnce>(tree, stats, may_hit, f, trace);
    return out.finish(stats);
  }
  RayCastResult<T> cast(const Ray<D, T>& ray, const MaybeFilter& filter) const {
    RayCastResult<T> hit;
    Ray<D, T> rest = ray;  // ends at the nearest hit so far
    const auto f = [&](std::uint32_t i) {
      ++hit.stats.tests;
      const std::optional<T> t = ray_box(rest, table.box(i));
      const bool first = t && (!hit.hit || *t < hit.t || i < hit.id.index);
      if (!first || !table.accepted(i, filter)) return;
      hit.hit = true, hit.id = table.handle(i), hit.t = rest.max_t = *t;
    };
    walk_first(tree, PreparedRay<D, T>(ray), rest.max_t, hit.stats, f, trace);
    hit.stats.results = hit.hit ? 1 : 0;
    return hit;
  }
};

// Calls f(change), which changes the objects and the tree. Precondition: there is a tree.
template <int D, class T, class F, class... Events>
auto change(const DynamicBvhOptions<D, T>& options, ObjectTable<D, T>& table,
            DynamicTree<D, T>& tree, AnyTrace<Events...> trace, F&& f) {
  return with_trace(trace, [&](const auto& t) {
    return f(DynamicChange<D, T, std::remove_cvref_t<decltype(t)>>{options, table, tree, t});
  });
}

template <int D, class T>
const DynamicTree<D, T>& empty_tree() {
  static const DynamicTree<D, T> empty{default_allocator()};
  return empty;
}

// Calls f(query), which searches objects and their tree, or an empty tree if there is none.
template <int D, class T, class F>
auto with_query(const ObjectTable<D, T>& table, const DynamicTree<D, T>* tree,
                AnyTrace<VisitNode> trace, F&& f) {
  const DynamicTree<D, T>& there = tree == nullptr ? empty_tree<D, T>() : *tree;
  return with_trace(trace, [&](const auto& t) {
    return f(DynamicQuery<D, T, std::remove_cvref_t<decltype(t)>>{table, there, t});
  });
}

}  // namespace
}  // namespace detail

template <int D, class T>
InsertResult DynamicBvh<D, T>::insert(const Aabb<D, T>& box, std::uint64_t user_data,
                                      const Filter& filter, Changes trace) {
  if (options_.period.any() || !options_.period.valid()) return {Status::out_of_range, {}};
  if (table_.slots() >= Tree::kMostObjects && table_.size() == table_.slots()) {
    return {Status::too_many_objects, {}};
  }
  Tree* const tree = tree_.need();
  if (tree == nullptr || !tree->reserve(table_.size() + 1)) return {Status::out_of_memory, {}};
  const InsertResult inserted = table_.insert(box, user_data, filter);
  if (inserted.status == Status::ok) {
    detail::change(options_, table_, *tree, trace,
                   [&](const auto& change) { change.insert(inserted.handle.index, box); });
  }
  return inserted;
}

template <int D, class T>
Status DynamicBvh<D, T>::insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                                     const InsertColumns& columns, Changes trace) {
  if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
  if (options_.period.any() || !options_.period.valid()) return Status::out_of_range;
  if (boxes.size() > Tree::kMostObjects - table_.size()) return Status::too_many_objects;
  const std::size_t after = table_.size() + boxes.size();
  Tree* const tree = tree_.need();
  if (tree == nullptr || !table_.reserve(after, columns) || !tree->reserve(after)) {
    return Status::out_of_memory;
  }
  const bool at_once = boxes.size() >= table_.size();
  detail::change(options_, table_, *tree, trace, [&](const auto& change) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Aabb<D, T> box = boxes[i];
      handles[i] = table_.insert(box, columns.user_data_of(i), columns.filter_of(i)).handle;
      if (!at_once) change.insert(handles[i].index, box);
    }
    if (at_once) change.rebuild();
  });
  return Status::ok;
}

template <int D, class T>
MASU_FLATTEN Status DynamicBvh<D, T>::move(Handle handle, const Aabb<D, T>& box, Changes trace) {
  if (!table_.contains(handle)) return Status::stale_handle;
  const std::uint32_t i = handle.index;
  if (box == table_.box(i)) return Status::ok;
  table_.mark_moved(i);
  const std::uint32_t link = table_.link(i);
  if (link != Table::kNoLink && !box.empty() && tree_.get()->box(link).contains(box)) {
    table_.set_box(i, box);
    return Status::ok;
  }
  detail::change(options_, table_, *tree_.get(), trace,
                 [&](const auto& change) { change.move(i, box); });
  return Status::ok;
}

template <int D, class T>
void DynamicBvh<D, T>::move_many(std::span<const Handle> handles,
                                 FunctionRef<Aabb<D, T>(std::size_t)> box_of, Changes trace) {
  if (tree_.get() == nullptr) return;
  detail::change(options_, table_, *tree_.get(), trace,
                 [&](const auto& change) { change.move_many(handles, box_of); });
}

template <int D, class T>
Status DynamicBvh<D, T>::update(Handle handle, const Aabb<D, T>& box, std::uint64_t user_data,
                                const Filter& filter, Changes trace) {
  if (!table_.contains(handle)) return Status::stale_handle;
  if (!table_.reserve_rest(user_data, filter)) return Status::out_of_memory;
  table_.set_rest(handle.index, user_data, filter);
  table_.mark_moved(handle.index);
  detail::change(options_, table_, *tree_.get(), trace,
                 [&](const auto& change) { change.move(handle.index, box); });
  return Status::ok;
}

template <int D, class T>
Status DynamicBvh<D, T>::erase(Handle handle, Changes trace) {
  if (!table_.contains(handle)) return Status::stale_handle;
  if (table_.link(handle.index) != Table::kNoLink) {
    with_trace(trace, [&](const auto& t) { tree_.get()->remove(table_, handle.index, t); });
  }
  table_.erase(handle.index);
  return Status::ok;
}

template <int D, class T>
void DynamicBvh<D, T>::clear() {
  table_.clear();
  if (tree_.get() != nullptr) tree_.get()->clear();
}

template <int D, class T>
Status DynamicBvh<D, T>::reserve(std::size_t objects) {
  if (objects > Tree::kMostObjects) return Status::too_many_objects;
  Tree* const tree = tree_.need();
  const bool reserved = tree != nullptr && table_.reserve(objects) && tree->reserve(objects);
  return reserved ? Status::ok : Status::out_of_memory;
}

template <int D, class T>
void DynamicBvh<D, T>::optimize() {
  if (tree_.get() == nullptr) return;
  detail::change(options_, table_, *tree_.get(), Changes(),
                 [](const auto& change) { change.rebuild(); });
}

template <int D, class T>
void DynamicBvh<D, T>::for_each_node(FunctionRef<void(const Aabb<D, T>&, int, std::size_t)> visit,
                                     FunctionRef<void(Handle)> object) const {
  if (tree_.get() == nullptr) return;
  tree_.get()->for_each_node([&](const Aabb<D, T>& box, int depth, std::uint32_t slot) {
    const bool leaf = slot != Tree::kNone;
    visit(box, depth, leaf ? 1 : 0);
    if (leaf) object(table_.handle(slot));
  });
}

template <int D, class T>
std::uint32_t DynamicBvh<D, T>::height() const {
  return tree_.get() == nullptr ? 0 : tree_.get()->height();
}

template <int D, class T>
bool DynamicBvh<D, T>::validate() const {
  return tree_.get() == nullptr ? table_.slots() == 0 : tree_.get()->validate(table_);
}

template <int D, class T>
void DynamicBvh<D, T>::prefetch_slot(std::uint32_t slot) const {
  const bool there = table_.alive(slot) && table_.link(slot) != Table::kNoLink;
  if (there) tree_.get()->prefetch(table_.link(slot));
}

template <int D, class T>
bool DynamicBvh<D, T>::search_moved(QueryStats& stats, const MoverTarget& target,
                                    Searches trace) const {
  return detail::with_query(table_, tree_.get(), trace,
                            [&](const auto& query) { return query.search_moved(stats, target); });
}

template <int D, class T>
SearchResult DynamicBvh<D, T>::find_pairs(const PairTarget& sink, Searches trace) const {
  PairOutput out(sink, bool(trace));
  const auto any = [](std::uint32_t, std::uint32_t) { return true; };
  return detail::with_query(table_, tree_.get(), trace,
                            [&](const auto& query) { return query.join(out, any); });
}

template <int D, class T>
SearchResult DynamicBvh<D, T>::find_pairs_of_moved(const PairTarget& sink, Searches trace) {
  PairOutput out(sink, bool(trace));
  const SearchResult result = detail::with_query(
      table_, tree_.get(), trace, [&](const auto& query) { return query.pairs_of_moved(out); });
  if (result.status == Status::ok) table_.forget_moved();
  return result;
}

template <int D, class T>
SearchResult DynamicBvh<D, T>::find_pairs_between(const DynamicBvh& other, const PairTarget& sink,
                                                  Searches trace) const {
  PairOutput out(sink, bool(trace));
  if (other.tree_.get() == nullptr) return out.finish({});
  return detail::with_query(table_, tree_.get(), trace, [&](const auto& query) {
    return query.pairs_between(other.table_, *other.tree_.get(), out);
  });
}

template <int D, class T>
MASU_FLATTEN SearchResult DynamicBvh<D, T>::overlapping(const Aabb<D, T>& box,
                                                        const MaybeFilter& filter,
                                                        const BlockTarget<std::uint32_t>& target,
                                                        Searches trace) const {
  return detail::with_query(table_, tree_.get(), trace, [&](const auto& query) {
    return query.overlapping(box, filter, target);
  });
}

template <int D, class T>
MASU_FLATTEN SearchResult DynamicBvh<D, T>::within(const Aabb<D, T>& box, T radius,
                                                   const MaybeFilter& filter,
                                                   const BlockTarget<std::uint32_t>& target,
                                                   Searches trace) const {
  if (!(radius >= 0)) return {Status::out_of_range, {}};
  return detail::with_query(table_, tree_.get(), trace, [&](const auto& query) {
    return query.within(box, radius, filter, target);
  });
}

template <int D, class T>
MASU_FLATTEN SearchResult DynamicBvh<D, T>::nearest(const Aabb<D, T>& box,
                                                    std::span<Neighbor> found,
                                                    const MaybeFilter& filter,
                                                    Searches trace) const {
  return detail::with_query(table_, tree_.get(), trace,
                            [&](const auto& query) { return query.nearest(box, found, filter); });
}

template <int D, class T>
QueryStats DynamicBvh<D, T>::for_each_near(Gap gap, double reach, FunctionRef<double(Handle)> visit,
                                           const MaybeFilter& filter, Searches trace) const {
  return detail::with_query(table_, tree_.get(), trace, [&](const auto& query) {
    return query.near(gap, reach, visit, filter);
  });
}

template <int D, class T>
MASU_FLATTEN SearchResult
DynamicBvh<D, T>::for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T>>& target,
                                  const MaybeFilter& filter, Searches trace) const {
  if (!ray.valid()) return {Status::not_finite, {}};
  return detail::with_query(table_, tree_.get(), trace,
                            [&](const auto& query) { return query.on_ray(ray, filter, target); });
}

template <int D, class T>
MASU_FLATTEN RayCastResult<T> DynamicBvh<D, T>::ray_cast(const Ray<D, T>& ray,
                                                         const MaybeFilter& filter,
                                                         Searches trace) const {
  if (!ray.valid()) {
    RayCastResult<T> none;
    none.status = Status::not_finite;
    return none;
  }
  return detail::with_query(table_, tree_.get(), trace,
                            [&](const auto& query) { return query.cast(ray, filter); });
}

template <int D, class T>
Status DynamicBvh<D, T>::move_slots(std::span<const std::uint32_t> slots, const Aabb<D, T>* boxes,
                                    bool mark, std::size_t& done) {
  const Changes none;
  for (done = 0; done < slots.size(); ++done) {
    if (done + 16 < slots.size()) prefetch(slots[done + 16]);
    if (done + 8 < slots.size()) prefetch_slot(slots[done + 8]);
    const std::uint32_t i = slots[done];
    const Status status = move(handle(i), boxes[i], none);
    if (status != Status::ok) return status;
    if (mark) table_.mark_moved(i);
  }
  return Status::ok;
}

#define MASU_INSTANTIATE(D, T)                              \
  template class detail::Opaque<detail::DynamicTree<D, T>>; \
  template class DynamicBvh<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
