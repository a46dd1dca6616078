// SPDX-License-Identifier: MIT
// RegisteredObjects: the objects of a registered tree and the cells they are in: handles,
// registration, the fit of the domain.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/core/detail/slot_table.hpp>

#include "broad_phase/cell_registry.hpp"
#include "broad_phase/domain_fit.hpp"
#include "broad_phase/images.hpp"

namespace masu::detail {

// The data of RegisteredOrthtree, where its functions are described.
template <int D, class T>
class RegisteredObjects {
 public:
  using Point = Vec<D, T>;
  using Object = RegisteredObject<D, T>;

  struct Slot : CellLink {
    std::uint32_t generation;  // odd while alive
    Object object;

    static std::uint32_t next_free(const Slot& slot) { return slot.next; }
    static void set_next_free(Slot& slot, std::uint32_t next) { slot.next = next; }
  };

  // Precondition: the depth is in range.
  RegisteredObjects(Allocator allocator, const OrthtreeOptions<D, T>& options)
      : options_(options),
        images_(options.period),
        grid_(first_grid(options)),
        cells_(allocator),
        slots_(allocator),
        moved_(allocator) {}
  // The cells of a tree before its first fit.
  static DomainGrid<D, T> first_grid(const OrthtreeOptions<D, T>& options) {
    return has_domain(options) ? DomainGrid<D, T>(options.domain, options.depth)
                               : DomainGrid<D, T>();
  }

  // --- Objects -----------------------------------------------------------------------------------

  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data = 0,
                      const Filter& filter = {}) {
    if (!options_.period.valid()) return {Status::out_of_range, {}};
    const std::uint32_t next = slots_.next();
    if (next >= kNoCell) return {Status::too_many_objects, {}};
    if (next == slots_.size() && !reserve_slots(next + std::size_t(1))) {
      return {Status::out_of_memory, {}};
    }
    const std::uint32_t i = make_object({wrapped(box), filter, user_data});
    register_object(i);
    return {Status::ok, handle(i)};
  }

  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}) {
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (!options_.period.valid()) return Status::out_of_range;
    if (boxes.size() > kNoCell - size()) return Status::too_many_objects;
    if (!reserve_slots(size() + boxes.size())) return Status::out_of_memory;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const std::uint32_t i =
          make_object({wrapped(boxes[k]), columns.filter_of(k), columns.user_data_of(k)});
      mark_moved(i);
      handles[k] = handle(i);
    }
    registrations_ += boxes.size();
    if (needs_fit()) {
      fit();
    } else {
      for (const Handle h : handles) link(h.index);
    }
    return Status::ok;
  }

  MASU_FLATTEN Status move(Handle handle, const Aabb<D, T>& box) {
    if (!contains(handle)) return Status::stale_handle;
    Slot& slot = slots_[handle.index];
    const Aabb<D, T> target = wrapped(box);
    if (target == slot.object.box) return Status::ok;
    slot.object.box = target;
    register_object(handle.index);
    return Status::ok;
  }

  Status update(Handle handle, const Aabb<D, T>& box, std::uint64_t user_data,
                const Filter& filter) {
    if (!contains(handle)) return Status::stale_handle;
    Object& object = slots_[handle.index].object;
    filtered_ += (filter != Filter{} ? 1 : 0) - (object.filter != Filter{} ? 1 : 0);
    object = {wrapped(box), filter, user_data};
    register_object(handle.index);
    return Status::ok;
  }

  MASU_FLATTEN Status erase(Handle handle) {
    if (!contains(handle)) return Status::stale_handle;
    cells_.unlink(slots_, handle.index, update_stats_);
    release_slot(handle.index);
    return Status::ok;
  }

  void clear() {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      static_cast<CellLink&>(slots_[i]) = {};
    }
    cells_.clear();
    moved_.clear();
    for (std::uint32_t i = 0; i < slots_.size(); ++i) slots_[i].object.box = Aabb<D, T>::nothing();
    slots_.free_all();
    filtered_ = 0;
    slots_end_ = Point::all(0);
  }

  Status reserve(std::size_t objects) {
    if (objects > kNoCell) return Status::too_many_objects;
    return reserve_slots(objects) ? Status::ok : Status::out_of_memory;
  }

  std::size_t size() const { return slots_.taken(); }
  bool contains(Handle h) const { return slots_.contains(h); }
  const Object* find(Handle h) const { return contains(h) ? &slots_[h.index].object : nullptr; }
  Handle handle(std::uint32_t slot) const { return slots_.handle(slot); }
  const Object& operator[](std::uint32_t slot) const { return slots_[slot].object; }

  BoxSpan<D, T> boxes() const {
    if (slots_.empty()) return {};
    const Aabb<D, T>& first = slots_[0].object.box;
    return {first.min.v, first.max.v, sizeof(Slot), std::size_t(slots_.size())};
  }
  bool has_filters() const { return filtered_ != 0; }
  const Period<D, T>& period() const { return options_.period; }

  // --- Cells -------------------------------------------------------------------------------------

  std::optional<CellId<D>> cell(Handle h) const {
    if (!contains(h) || slots_[h.index].cell == kNoCell) return std::nullopt;
    return cells_[slots_[h.index].cell].id;
  }
  static CellId<D> cell_of(const Aabb<D, T>& box, const DomainGrid<D, T>& grid,
                           Registration registration) {
    const CellCoords<D> lo = grid.coords(box.min);
    const CellCoords<D> hi = grid.coords(box.max);
    return registration == Registration::smallest_cell
               ? CellId<D>::smallest_containing(lo, hi, grid.depth())
               : CellId<D>::fitting_extent(lo, hi, grid.depth());
  }
  CellId<D> cell_of(const Aabb<D, T>& box) const {
    return cell_of(box, grid_, options_.registration);
  }
  const CellRegistry<D>& cells() const { return cells_; }
  const DomainGrid<D, T>& grid() const { return grid_; }
  const QueryStats& update_stats() const { return update_stats_; }

  MASU_NOINLINE void fit() {
    DomainFit<D, T> fit;
    const std::size_t step = slots_.size() / fit.kSample + 1;
    for (std::size_t i = 0; i < slots_.size(); i += step) {
      if (alive(static_cast<std::uint32_t>(i)))
        fit.add(slots_[static_cast<std::uint32_t>(i)].object.box);
    }
    const Aabb<D, T> domain = has_domain(options_) ? options_.domain : fit.domain();
    const int depth = options_.depth != 0 ? options_.depth : fit.depth(domain, size());
    grid_ = DomainGrid<D, T>(domain, depth);
    fitted_size_ = size();
    registrations_ = 0;
    register_all();
  }

  // See RegisteredOrthtree::validate().
  bool validate() const;

  bool alive(std::uint32_t i) const { return slots_.is_taken(i); }
  bool is_moved(std::uint32_t i) const { return slots_[i].moved != 0; }
  std::span<const std::uint32_t> moved() const { return {moved_.data(), moved_.size()}; }
  const Images<D, T>& images() const { return images_; }
  // No finite box ends beyond it.
  const Point& slots_end() const { return slots_end_; }
  const Slot& slot(std::uint32_t i) const { return slots_[i]; }
  std::uint32_t slots() const { return slots_.size(); }
  void prefetch(std::uint32_t i) const { masu::prefetch(&slots_[i]); }
  Aabb<D, T> wrapped(const Aabb<D, T>& box) const {
    return images_.any() && options_.period.valid() ? wrap(box, options_.period) : box;
  }
  std::uint32_t reach() const { return options_.registration == Registration::by_extent ? 1 : 0; }

  void mark_moved(std::uint32_t i) {
    if (slots_[i].moved) return;
    slots_[i].moved = 1;
    moved_.append_unchecked(i);
  }
  // Reduces the list to its first `retained` entries.
  void forget_moved(std::size_t retained = 0) {
    for (std::size_t k = retained; k < moved_.size(); ++k) slots_[moved_[k]].moved = 0;
    if (retained < moved_.size()) moved_.set_size(retained);
  }

  // Calls f(index of the cell) for every cell, coarse levels first, until it returns false.
  template <class F>
  bool for_each_cell_index(F&& f) const {
    for (std::uint64_t levels = cells_.occupied_levels(); levels != 0; levels &= levels - 1) {
      std::uint32_t c = cells_.first_cell(std::countr_zero(levels));
      for (; c != kEndOfList; c = cells_[c].next) {
        if (!f(c)) return false;
      }
    }
    return true;
  }
  template <class F>
  bool for_each_in_cell(std::uint32_t c, F&& f) const {
    for (std::uint32_t i = cells_[c].first; i != kEndOfList; i = slots_[i].next) {
      if (!f(i)) return false;
    }
    return true;
  }
  Aabb<D, T> bounds_of(std::uint32_t c) const {
    Aabb<D, T> all = Aabb<D, T>::nothing();
    for_each_in_cell(c, [&](std::uint32_t i) {
      all = merge(all, slots_[i].object.box);
      return true;
    });
    return all;
  }

 private:
  static bool has_domain(const OrthtreeOptions<D, T>& options) {
    return options.domain.finite() && !options.domain.empty();
  }
  // There are never more cells, or entries in moved_, than slots: with memory for those, no change
  // of an object needs memory.
  bool reserve_slots(std::size_t objects) {
    return moved_.grow(objects) && cells_.reserve(objects) && slots_.reserve(objects);
  }

  // Makes an object in a new slot, not yet in a cell. Precondition: memory is reserved.
  std::uint32_t make_object(const Object& object) {
    const std::uint32_t i = slots_.take(Slot{});
    slots_[i].next = kEndOfList;
    slots_[i].object = object;
    filtered_ += object.filter != Filter{} ? 1 : 0;
    return i;
  }
  void release_slot(std::uint32_t i) {
    filtered_ -= slots_[i].object.filter != Filter{} ? 1 : 0;
    slots_[i].object.box = Aabb<D, T>::nothing();
    slots_.free(i);
  }

  // Registers object i in the cell of its box, and lists it as moved.
  void register_object(std::uint32_t i) {
    mark_moved(i);
    ++registrations_;
    if (needs_fit()) {
      fit();
    } else {
      link(i);
    }
  }
  void link(std::uint32_t i) {
    const Aabb<D, T>& box = slots_[i].object.box;
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
      slots_[i].cell = kNoCell;
      slots_[i].next = slots_[i].prev = kEndOfList;
      link(i);
    }
  }
  // Returns true if the tree has doubled; or if it has about kCrowd objects per cell, and enough
  // registrations since the last fit that a fit costs each of them a quarter.
  bool needs_fit() const {
    constexpr std::size_t kCrowd = 8;
    if (has_domain(options_) && options_.depth != 0) return false;
    if (size() >= 2 * fitted_size_) return true;
    return cells_.cell_count() * kCrowd < size() && registrations_ > 4 * size();
  }

  OrthtreeOptions<D, T> options_;
  Images<D, T> images_;
  DomainGrid<D, T> grid_;
  CellRegistry<D> cells_;
  SlotTable<Slot> slots_;
  Buffer<std::uint32_t> moved_;      // slots whose `moved` is set; some may be dead
  std::size_t filtered_ = 0;         // objects with a filter other than Filter{}
  Point slots_end_ = Point::all(0);  // no finite box ends beyond it
  std::size_t fitted_size_ = 0;
  std::size_t registrations_ = 0;  // since the last fit
  QueryStats update_stats_;
};

template <int D, class T>
bool RegisteredObjects<D, T>::validate() const {
  QueryStats unused;
  std::size_t registered = 0;
  std::size_t cells = 0;
  bool ok = true;
  // Lists are linked in both directions, terminate, and hold live objects that belong to their
  // cell.
  for_each_cell_index([&](std::uint32_t c) {
    std::uint32_t before = kEndOfList;
    std::uint32_t count = 0;
    for_each_in_cell(c, [&](std::uint32_t i) {
      ok &= alive(i) && slots_[i].cell == c && slots_[i].prev == before;
      ok &= !slots_[i].object.box.empty() && cell_of(slots_[i].object.box) == cells_[c].id;
      before = i;
      return ok && ++count <= size();
    });
    ok &= count == cells_[c].count && count > 0;
    ok &= cells_.find(cells_[c].id, unused) == c;
    registered += count;
    return ok && ++cells <= slots_.size();
  });
  ok &= cells == cells_.cell_count() && registered == cells_.object_count();
  // Every live object with a nonempty box is registered; the other slots are free.
  std::size_t living = 0;
  std::size_t placed = 0;
  std::size_t filtered = 0;
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (!alive(i)) ok &= slots_[i].cell == kNoCell && slots_[i].object.box.empty();
    if (!alive(i)) continue;
    ++living;
    const bool empty = slots_[i].object.box.empty();
    ok &= empty == (slots_[i].cell == kNoCell);
    placed += empty ? 0 : 1;
    filtered += slots_[i].object.filter != Filter{} ? 1 : 0;
  }
  ok &= slots_.validate();
  std::size_t marked = 0;
  for (const Slot& slot : slots_) marked += slot.moved;
  for (const std::uint32_t i : moved_) ok &= slots_[i].moved != 0;
  return ok && living == size() && filtered == filtered_ && placed == registered &&
         marked == moved_.size();
}

}  // namespace masu::detail
