// SPDX-License-Identifier: MIT
#include <masu/broad_phase/registered_orthtree.hpp>

#include "broad_phase/registered_search.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {
namespace {

template <int D, class T>
auto unwatched(const detail::RegisteredObjects<D, T>& objects) {
  static constexpr NoTrace kNone;
  return detail::RegisteredSearch<D, T, NoTrace>(objects, kNone);
}

// Calls f(search), which searches these objects.
template <int D, class T, class F>
auto with_search(const detail::RegisteredObjects<D, T>& objects,
                 AnyTrace<VisitCell<D>, CompareObjects> trace, F&& f) {
  return with_trace(trace, [&](const auto& t) {
    return f(detail::RegisteredSearch<D, T, std::remove_cvref_t<decltype(t)>>(objects, t));
  });
}

}  // namespace

template <int D, class T>
RegisteredOrthtree<D, T>::RegisteredOrthtree(const OrthtreeOptions<D, T>& options,
                                             Allocator allocator)
    : options_(options), objects_(allocator) {
  options_.depth = std::clamp(options_.depth, 0, CellId<D>::kMaxLevel);
}

template <int D, class T>
InsertResult RegisteredOrthtree<D, T>::insert(const Aabb<D, T>& box, std::uint64_t user_data,
                                              const Filter& filter) {
  if (!options_.period.valid()) return {Status::out_of_range, {}};
  Objects* const objects = objects_.need(options_);
  if (objects == nullptr) return {Status::out_of_memory, {}};
  return objects->insert(box, user_data, filter);
}

template <int D, class T>
Status RegisteredOrthtree<D, T>::insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                                             const InsertColumns& columns) {
  if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
  if (!options_.period.valid()) return Status::out_of_range;
  Objects* const objects = objects_.need(options_);
  if (objects == nullptr) return Status::out_of_memory;
  return objects->insert_many(boxes, handles, columns);
}

template <int D, class T>
MASU_FLATTEN Status RegisteredOrthtree<D, T>::move(Handle handle, const Aabb<D, T>& box) {
  if (objects_.get() == nullptr) return Status::stale_handle;
  return objects_.get()->move(handle, box);
}

template <int D, class T>
Status RegisteredOrthtree<D, T>::update(Handle handle, const Aabb<D, T>& box,
                                        std::uint64_t user_data, const Filter& filter) {
  if (objects_.get() == nullptr) return Status::stale_handle;
  return objects_.get()->update(handle, box, user_data, filter);
}

template <int D, class T>
Status RegisteredOrthtree<D, T>::erase(Handle handle) {
  if (objects_.get() == nullptr) return Status::stale_handle;
  return objects_.get()->erase(handle);
}

template <int D, class T>
void RegisteredOrthtree<D, T>::clear() {
  if (objects_.get() != nullptr) objects_.get()->clear();
}

template <int D, class T>
Status RegisteredOrthtree<D, T>::reserve(std::size_t objects) {
  if (objects > detail::kNoCell) return Status::too_many_objects;
  Objects* const there = objects_.need(options_);
  return there == nullptr ? Status::out_of_memory : there->reserve(objects);
}

template <int D, class T>
std::size_t RegisteredOrthtree<D, T>::size() const {
  return objects_.get() == nullptr ? 0 : objects_.get()->size();
}

template <int D, class T>
bool RegisteredOrthtree<D, T>::contains(Handle h) const {
  return objects_.get() != nullptr && objects_.get()->contains(h);
}

template <int D, class T>
auto RegisteredOrthtree<D, T>::find(Handle h) const -> const Object* {
  return objects_.get() == nullptr ? nullptr : objects_.get()->find(h);
}

template <int D, class T>
Handle RegisteredOrthtree<D, T>::handle(std::uint32_t slot) const {
  return objects_.get()->handle(slot);
}

template <int D, class T>
auto RegisteredOrthtree<D, T>::operator[](std::uint32_t slot) const -> const Object& {
  return (*objects_.get())[slot];
}

template <int D, class T>
BoxSpan<D, T> RegisteredOrthtree<D, T>::boxes() const {
  return objects_.get() == nullptr ? BoxSpan<D, T>() : objects_.get()->boxes();
}

template <int D, class T>
bool RegisteredOrthtree<D, T>::has_filters() const {
  return objects_.get() != nullptr && objects_.get()->has_filters();
}

template <int D, class T>
std::optional<CellId<D>> RegisteredOrthtree<D, T>::cell(Handle h) const {
  if (objects_.get() == nullptr) return std::nullopt;
  return objects_.get()->cell(h);
}

template <int D, class T>
CellId<D> RegisteredOrthtree<D, T>::cell_of(const Aabb<D, T>& box) const {
  return Objects::cell_of(box, grid(), options_.registration);
}

template <int D, class T>
void RegisteredOrthtree<D, T>::show_cells(FunctionRef<void(CellId<D>, std::size_t)> visit,
                                          FunctionRef<void(Handle)> object) const {
  if (objects_.get() == nullptr) return;
  const Objects& objects = *objects_.get();
  objects.for_each_cell_index([&](std::uint32_t c) {
    visit(objects.cells()[c].id, objects.cells()[c].count);
    return objects.for_each_in_cell(c, [&](std::uint32_t i) {
      object(objects.handle(i));
      return true;
    });
  });
}

template <int D, class T>
std::size_t RegisteredOrthtree<D, T>::cell_count() const {
  return objects_.get() == nullptr ? 0 : objects_.get()->cells().cell_count();
}

template <int D, class T>
DomainGrid<D, T> RegisteredOrthtree<D, T>::grid() const {
  return objects_.get() == nullptr ? Objects::first_grid(options_) : objects_.get()->grid();
}

template <int D, class T>
QueryStats RegisteredOrthtree<D, T>::update_stats() const {
  return objects_.get() == nullptr ? QueryStats() : objects_.get()->update_stats();
}

template <int D, class T>
void RegisteredOrthtree<D, T>::fit() {
  if (objects_.need(options_) != nullptr) objects_.get()->fit();
}

template <int D, class T>
bool RegisteredOrthtree<D, T>::validate() const {
  return objects_.get() == nullptr || objects_.get()->validate();
}

template <int D, class T>
MASU_FLATTEN SearchResult RegisteredOrthtree<D, T>::find_pairs(const PairTarget& sink,
                                                               Searches trace) const {
  PairOutput out(sink, bool(trace));
  if (objects_.get() == nullptr) return out.finish({});
  return with_search(*objects_.get(), trace, [&](const auto& search) { return search.pairs(out); });
}

template <int D, class T>
SearchResult RegisteredOrthtree<D, T>::find_pairs_of_moved(const PairTarget& sink, Searches trace) {
  PairOutput out(sink, bool(trace));
  if (objects_.get() == nullptr) return out.finish({});
  const SearchResult result = with_search(
      *objects_.get(), trace, [&](const auto& search) { return search.pairs_of_moved(out); });
  if (result.status == Status::ok) objects_.get()->forget_moved();
  return result;
}

template <int D, class T>
SearchResult RegisteredOrthtree<D, T>::find_pairs_between(const RegisteredOrthtree& other,
                                                          const PairTarget& sink) const {
  PairOutput out(sink);
  if (options_.period.length != other.options_.period.length) return {Status::out_of_range, {}};
  const Objects* const a = objects_.get();
  const Objects* const b = other.objects_.get();
  if (a == nullptr || b == nullptr) return out.finish({});
  return unwatched(*a).pairs_between(unwatched(*b), out);
}

template <int D, class T>
SearchResult RegisteredOrthtree<D, T>::for_each_overlapping(const Aabb<D, T>& box,
                                                            const BlockTarget<Handle>& visit,
                                                            const MaybeFilter& filter,
                                                            Handle except) const {
  if (!options_.period.valid()) return {Status::out_of_range, {}};
  if (objects_.get() == nullptr) return {};
  const Aabb<D, T> query_box = objects_.get()->wrapped(box);
  if (query_box.empty()) return {};
  return unwatched(*objects_.get()).overlapping(query_box, filter, except, visit);
}

template <int D, class T>
SearchResult RegisteredOrthtree<D, T>::for_each_within(const Aabb<D, T>& box, T radius,
                                                       const BlockTarget<Handle>& visit,
                                                       const MaybeFilter& filter,
                                                       Handle except) const {
  if (!(radius >= 0) || !options_.period.valid()) return {Status::out_of_range, {}};
  if (objects_.get() == nullptr) return {};
  const Aabb<D, T> query_box = objects_.get()->wrapped(box);
  if (query_box.empty()) return {};
  return unwatched(*objects_.get()).within(query_box, radius, filter, except, visit);
}

template <int D, class T>
MASU_FLATTEN SearchResult RegisteredOrthtree<D, T>::nearest(const Aabb<D, T>& box,
                                                            std::span<Neighbor> found,
                                                            const MaybeFilter& filter,
                                                            Handle except) const {
  if (!options_.period.valid()) return {Status::out_of_range, {}};
  const Objects* const objects = objects_.get();
  if (objects == nullptr || found.empty() || objects->cells().object_count() == 0) return {};
  const Aabb<D, T> query_box = objects->wrapped(box);
  if (query_box.empty()) return {};
  return unwatched(*objects).nearest(query_box, found, filter, except);
}

template <int D, class T>
MASU_FLATTEN SearchResult RegisteredOrthtree<D, T>::for_each_on_ray(
    const Ray<D, T>& ray, const BlockTarget<RayMeeting<T>>& visit,
    const MaybeFilter& filter) const {
  if (options_.period.any()) return {Status::out_of_range, {}};
  if (!ray.valid()) return {Status::not_finite, {}};
  if (objects_.get() == nullptr) return {};
  return unwatched(*objects_.get()).on_ray(ray, filter, visit);
}

template <int D, class T>
MASU_FLATTEN RayCastResult<T> RegisteredOrthtree<D, T>::ray_cast(const Ray<D, T>& ray,
                                                                 const MaybeFilter& filter) const {
  RayCastResult<T> none;
  if (options_.period.any()) none.status = Status::out_of_range;
  if (none.status == Status::ok && !ray.valid()) none.status = Status::not_finite;
  if (none.status != Status::ok || objects_.get() == nullptr) return none;
  return unwatched(*objects_.get()).cast(ray, filter);
}

template <int D, class T>
bool RegisteredOrthtree<D, T>::alive(std::uint32_t slot) const {
  return objects_.get()->alive(slot);
}

template <int D, class T>
std::size_t RegisteredOrthtree<D, T>::moved_count() const {
  return objects_.get() == nullptr ? 0 : objects_.get()->moved().size();
}

template <int D, class T>
void RegisteredOrthtree<D, T>::forget_moved(std::size_t retained) {
  if (objects_.get() != nullptr) objects_.get()->forget_moved(retained);
}

template <int D, class T>
void RegisteredOrthtree<D, T>::mark_moved(std::uint32_t slot) {
  objects_.get()->mark_moved(slot);
}

template <int D, class T>
bool RegisteredOrthtree<D, T>::form_pair(std::uint32_t i, std::uint32_t j) const {
  const Objects& objects = *objects_.get();
  const Object& a = objects[i];
  const Object& b = objects[j];
  if (a.box.empty() || b.box.empty() || !accepts(a.filter, b.filter)) return false;
  const detail::Images<D, T>& images = objects.images();
  return images.any() ? images.image_of(a.box, b.box) != images.kNone
                      : overlaps_nonempty(a.box, b.box);
}

template <int D, class T>
MASU_FLATTEN bool RegisteredOrthtree<D, T>::search_moved(QueryStats& stats,
                                                         const MoverTarget& target,
                                                         Searches trace) const {
  if (objects_.get() == nullptr) return true;
  return with_search(*objects_.get(), trace,
                     [&](const auto& search) { return search.search_moved(stats, target); });
}

template <int D, class T>
void RegisteredOrthtree<D, T>::prefetch(std::uint32_t slot) const {
  objects_.get()->prefetch(slot);
}

template <int D, class T>
Status RegisteredOrthtree<D, T>::move_slots(std::span<const std::uint32_t> slots,
                                            const Aabb<D, T>* boxes, bool mark, std::size_t& done) {
  Objects* const objects = objects_.get();
  for (done = 0; done < slots.size(); ++done) {
    if (done + 16 < slots.size()) objects->prefetch(slots[done + 16]);
    const std::uint32_t i = slots[done];
    const Status status = objects->move(objects->handle(i), boxes[i]);
    if (status != Status::ok) return status;
    if (mark) objects->mark_moved(i);
  }
  return Status::ok;
}

#define MASU_INSTANTIATE(D, T)                                    \
  template class detail::Opaque<detail::RegisteredObjects<D, T>>; \
  template class RegisteredOrthtree<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
