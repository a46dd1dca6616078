// SPDX-License-Identifier: MIT
// The objects of a registered tree and the cells they are in: handles, registration, the fit of
// the world. What can be asked is added above.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include <masu/broad_phase/detail/cell_registry.hpp>
#include <masu/broad_phase/detail/images.hpp>
#include <masu/broad_phase/detail/world_fit.hpp>
#include <masu/broad_phase/orthtree_options.hpp>
#include <masu/core/box_span.hpp>

namespace masu {

// The half of RegisteredOrthtree that changes: handles, registration, the fit of the world.
template <int D, class T>
class RegisteredObjects {
 public:
  using Box = Aabb<D, T>;
  using Point = Vec<D, T>;
  using Object = RegisteredObject<D, T>;

  explicit RegisteredObjects(const OrthtreeOptions<D, T>& options = {},
                             Allocator allocator = default_allocator())
      : options_(options),
        images_(options.period),
        cells_(allocator),
        slots_(allocator),
        moved_(allocator),
        slots_end_(Point::all(0)) {
    options_.depth = std::clamp(options_.depth, 0, CellId<D>::kMaxLevel);
    if (world_given()) grid_ = WorldGrid<D, T>(options_.world, options_.depth);
  }

  // --- Objects -----------------------------------------------------------------------------------

  // A new object. O(1), amortised over the growth of the arrays. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {}) {
    if (!options_.period.valid()) return {Status::out_of_range, {}};
    if (free_ == detail::kEndOfList && slots_.size() >= detail::kNoCell) {
      return {Status::too_many_objects, {}};
    }
    if (free_ == detail::kEndOfList && !make_room(slots_.size() + 1)) {
      return {Status::out_of_memory, {}};
    }
    const std::uint32_t i = make_object({wrapped(box), filter, user_data});
    place(i);
    return {Status::ok, handle(i)};
  }

  // Inserts an object for each box and writes their handles, as insert() in turn does, with one
  // fit() at most. O(1) each, amortised. Statuses: size_mismatch, and those of insert(); nothing
  // has changed then.
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}) {
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (!options_.period.valid()) return Status::out_of_range;
    if (boxes.size() > detail::kNoCell - size_) return Status::too_many_objects;
    if (!make_room(size_ + boxes.size())) return Status::out_of_memory;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const std::uint32_t i =
          make_object({wrapped(boxes[k]), columns.filter_of(k), columns.user_data_of(k)});
      mark_moved(i);
      handles[k] = handle(i);
    }
    registrations_ += boxes.size();
    if (wants_fit()) {
      fit();
    } else {
      for (const Handle h : handles) link(h.index);
    }
    return Status::ok;
  }

  // Re-registers an object with a new box. O(1). Moving to the box it has changes nothing.
  Status move(Handle handle, const Box& box) {
    if (!contains(handle)) return Status::stale_handle;
    Slot& slot = slots_[handle.index];
    const Box target = wrapped(box);
    if (target == slot.object.box) return Status::ok;
    slot.object.box = target;
    place(handle.index);
    return Status::ok;
  }

  // Everything about an object anew; it counts as moved. Twice is the same as once. O(1).
  Status update(Handle handle, const Box& box, std::uint64_t user_data, const Filter& filter) {
    if (!contains(handle)) return Status::stale_handle;
    Object& object = slots_[handle.index].object;
    filtered_ += (filter != Filter{} ? 1 : 0) - (object.filter != Filter{} ? 1 : 0);
    object = {wrapped(box), filter, user_data};
    place(handle.index);
    return Status::ok;
  }

  // The handle is stale from here on. O(1).
  Status erase(Handle handle) {
    if (!contains(handle)) return Status::stale_handle;
    cells_.unlink(slots_, handle.index, update_stats_);
    release_slot(handle.index);
    return Status::ok;
  }

  // All objects go, all handles become stale; memory is kept. O(slots).
  void clear() {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      static_cast<detail::CellLink&>(slots_[i]) = {};
    }
    cells_.clear();
    moved_.clear();
    free_ = detail::kEndOfList;
    for (auto i = static_cast<std::uint32_t>(slots_.size()); i-- > 0;) {
      slots_[i].generation += slots_[i].generation & 1;
      slots_[i].object.box = Box::nothing();
      slots_[i].next = free_;
      free_ = i;
    }
    size_ = filtered_ = 0;
    slots_end_ = Point::all(0);
  }

  // After it, `objects` objects fit without an allocation.
  Status reserve(std::size_t objects) {
    if (objects > detail::kNoCell) return Status::too_many_objects;
    return make_room(objects) ? Status::ok : Status::out_of_memory;
  }

  std::size_t size() const { return size_; }
  bool contains(Handle h) const {
    return h.index < slots_.size() && slots_[h.index].generation == h.generation &&
           (h.generation & 1) != 0;
  }
  // nullptr for a stale handle; valid until the tree changes.
  const Object* find(Handle h) const { return contains(h) ? &slots_[h.index].object : nullptr; }
  // The object in a slot, for pairs; the slot is one that a search delivered.
  Handle handle(std::uint32_t slot) const { return {slot, slots_[slot].generation}; }
  const Object& operator[](std::uint32_t slot) const { return slots_[slot].object; }

  // The stored boxes by slot, for other pair finders; slots without an object hold an empty box.
  // Valid until the tree changes.
  BoxSpan<D, T> boxes() const {
    if (slots_.empty()) return {};
    const Box& first = slots_[0].object.box;
    return {first.min.v, first.max.v, sizeof(Slot), slots_.size()};
  }
  // True when some object has a filter other than Filter{}.
  bool has_filters() const { return filtered_ != 0; }
  const Period<D, T>& period() const { return options_.period; }

  // f(handle, object) for all, by slot.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (alive(i)) f(handle(i), slots_[i].object);
    }
  }

  // --- Cells -------------------------------------------------------------------------------------

  // The cell an object is registered in; none for an empty box or a stale handle.
  std::optional<CellId<D>> cell(Handle h) const {
    if (!contains(h) || slots_[h.index].cell == detail::kNoCell) return std::nullopt;
    return cells_[slots_[h.index].cell].id;
  }
  // The cell a non-empty box belongs to. O(1).
  CellId<D> cell_of(const Box& box) const {
    const CellCoords<D> lo = grid_.coords(box.min);
    const CellCoords<D> hi = grid_.coords(box.max);
    return options_.registration == Registration::smallest_cell
               ? CellId<D>::smallest_containing(lo, hi, grid_.depth())
               : CellId<D>::fitting_extent(lo, hi, grid_.depth());
  }
  // visit(cell, objects in it) for every cell that holds objects, coarse levels first; or, for
  // drawing, visit(bounds, level, objects). object(handle) follows for each object of the cell. By
  // extent, boxes lie in their cells with the lower corner only, in the smallest cell as a whole;
  // cells at the border hold what lies beyond the world. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_cell(Visit&& visit, Each&& object = {}) const {
    for_each_cell_index([&](std::uint32_t c) {
      const CellId<D> id = cells_[c].id;
      if constexpr (std::is_invocable_v<Visit&, CellId<D>, std::size_t>) {
        visit(id, std::size_t(cells_[c].count));
      } else {
        visit(grid_.bounds(id), id.level(), std::size_t(cells_[c].count));
      }
      return for_each_in_cell(c, [&](std::uint32_t i) {
        object(handle(i));
        return true;
      });
    });
  }
  // Cells that exist: those that hold objects, no others.
  std::size_t cell_count() const { return cells_.cell_count(); }
  const WorldGrid<D, T>& grid() const { return grid_; }
  // Work done for registration since construction: `nodes` look-ups of cells, `comparisons` and
  // `shifts` probes and moves in the table.
  const QueryStats& update_stats() const { return update_stats_; }

  // Fits what was not given of world and depth to the objects, and registers them anew. The tree
  // does so by itself when it has doubled or its cells are crowded; a program that wants no pause
  // there gives world and depth. O(size).
  void fit() {
    detail::WorldFit<D, T> fit;
    const std::size_t step = slots_.size() / fit.kSample + 1;
    for (std::size_t i = 0; i < slots_.size(); i += step) {
      if (alive(static_cast<std::uint32_t>(i))) fit.add(slots_[i].object.box);
    }
    const Box world = world_given() ? options_.world : fit.world();
    const int depth = options_.depth != 0 ? options_.depth : fit.depth(world, size_);
    grid_ = WorldGrid<D, T>(world, depth);
    fitted_size_ = size_;
    registrations_ = 0;
    register_all();
  }

  // True when every invariant holds; for tests. O(size).
  bool validate() const;

 protected:
  struct Slot : detail::CellLink {
    std::uint32_t generation;  // odd while alive
    Object object;
  };

  bool world_given() const { return options_.world.finite() && !options_.world.empty(); }
  bool alive(std::uint32_t i) const { return (slots_[i].generation & 1) != 0; }
  Box wrapped(const Box& box) const {
    return images_.any() && options_.period.valid() ? wrap(box, options_.period) : box;
  }
  std::uint32_t reach() const { return options_.registration == Registration::by_extent ? 1 : 0; }
  // There are never more cells, or entries in moved_, than slots: with room for those, nothing that
  // happens to an object needs memory.
  bool make_room(std::size_t objects) {
    return moved_.grow(objects) && cells_.reserve(objects) && slots_.grow(objects);
  }

  std::uint32_t take_slot() {
    std::uint32_t i = free_;
    if (i != detail::kEndOfList) {
      free_ = slots_[i].next;
      slots_[i].next = detail::kEndOfList;
    } else {
      i = static_cast<std::uint32_t>(slots_.size());
      slots_.set_size(slots_.size() + 1);
      slots_[i] = Slot{};
    }
    ++slots_[i].generation;
    return i;
  }
  // In a slot of its own, not in a cell yet. There is room.
  std::uint32_t make_object(const Object& object) {
    const std::uint32_t i = take_slot();
    slots_[i].object = object;
    ++size_;
    filtered_ += object.filter != Filter{} ? 1 : 0;
    return i;
  }
  void release_slot(std::uint32_t i) {
    filtered_ -= slots_[i].object.filter != Filter{} ? 1 : 0;
    ++slots_[i].generation;
    slots_[i].object.box = Box::nothing();
    slots_[i].next = free_;
    free_ = i;
    --size_;
  }

  // Registers object i where its box belongs, and notes that it moved.
  void place(std::uint32_t i) {
    mark_moved(i);
    ++registrations_;
    if (wants_fit()) {
      fit();
    } else {
      link(i);
    }
  }
  void link(std::uint32_t i) {
    const Box& box = slots_[i].object.box;
    if (box.empty()) return cells_.unlink(slots_, i, update_stats_);
    for (int a = 0; a < D; ++a) {
      if (is_finite(box.max[a])) slots_end_[a] = std::max(slots_end_[a], box.max[a]);
    }
    cells_.link(slots_, i, cell_of(box), update_stats_);
  }
  void register_all() {
    cells_.clear();
    slots_end_ = Point::all(0);
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (!alive(i)) continue;
      slots_[i].cell = detail::kNoCell;
      slots_[i].next = slots_[i].prev = detail::kEndOfList;
      link(i);
    }
  }
  // When the tree has doubled; or has about kCrowd objects a cell, and as many registrations ago
  // that a fit costs each of them a quarter.
  bool wants_fit() const {
    constexpr std::size_t kCrowd = 8;
    if (world_given() && options_.depth != 0) return false;
    if (size_ >= 2 * fitted_size_) return true;
    return cells_.cell_count() * kCrowd < size_ && registrations_ > 4 * size_;
  }

  void mark_moved(std::uint32_t i) {
    if (slots_[i].moved) return;
    slots_[i].moved = 1;
    moved_.set_size(moved_.size() + 1);
    moved_.back() = i;
  }
  // The list shrinks to its first `kept` entries.
  void forget_moved(std::size_t kept = 0) {
    for (std::size_t k = kept; k < moved_.size(); ++k) slots_[moved_[k]].moved = 0;
    if (kept < moved_.size()) moved_.set_size(kept);
  }

  // f(index of the cell) for every cell, coarse levels first, until it returns false.
  template <class F>
  bool for_each_cell_index(F&& f) const {
    for (std::uint64_t levels = cells_.occupied_levels(); levels != 0; levels &= levels - 1) {
      std::uint32_t c = cells_.first_cell(std::countr_zero(levels));
      for (; c != detail::kEndOfList; c = cells_[c].next) {
        if (!f(c)) return false;
      }
    }
    return true;
  }
  template <class F>
  bool for_each_in_cell(std::uint32_t c, F&& f) const {
    for (std::uint32_t i = cells_[c].first; i != detail::kEndOfList; i = slots_[i].next) {
      if (!f(i)) return false;
    }
    return true;
  }
  Box bounds_of(std::uint32_t c) const {
    Box all = Box::nothing();
    for_each_in_cell(c, [&](std::uint32_t i) {
      all = merge(all, slots_[i].object.box);
      return true;
    });
    return all;
  }

  OrthtreeOptions<D, T> options_;
  detail::Images<D, T> images_;
  WorldGrid<D, T> grid_;
  detail::CellRegistry<D> cells_;
  Buffer<Slot> slots_;
  Buffer<std::uint32_t> moved_;  // slots whose `moved` is set; some may have died since
  std::uint32_t free_ = detail::kEndOfList;
  std::size_t size_ = 0;
  std::size_t filtered_ = 0;  // objects with a filter of their own
  Point slots_end_;           // no finite box ends beyond it
  std::size_t fitted_size_ = 0;
  std::size_t registrations_ = 0;  // since the last fit
  QueryStats update_stats_;
};

}  // namespace masu

#include <masu/broad_phase/detail/registered_validate.hpp>
