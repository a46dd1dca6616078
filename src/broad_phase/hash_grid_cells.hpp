// SPDX-License-Identifier: MIT
// HashGridCells: the cells of a HashGrid, and their adaptation to its objects.
#pragma once

#include "broad_phase/bucket_grid.hpp"
#include "broad_phase/cell_edge.hpp"
#include "broad_phase/images.hpp"
#include "core/radix_sort.hpp"

namespace masu::detail {

template <int D, class T>
class HashGridCells {
 public:
  using Grid = BucketGrid<D, T>;
  using Table = ObjectTable<D, T>;

  // Returns whether the options are valid.
  static bool valid(const HashGridOptions<D, T>& options) {
    return options.cell_edge >= 0 && is_finite(options.cell_edge) && options.period.valid();
  }

  HashGridCells(Allocator allocator, const HashGridOptions<D, T>& options)
      : options_(options),
        images_(options.period),
        grid_(allocator),
        order_(allocator),
        order_scratch_(allocator) {
    if (has_edge()) grid_.clear(options.cell_edge);
  }
  void clear() {
    grid_.clear(grid_.edge());
    slots_end_ = Vec<D, T>::all(0);
    fitted_size_ = 8;
  }
  // Reserves memory for the cells of `objects` objects. Returns false if out of memory.
  [[nodiscard]] bool reserve(std::size_t objects) {
    if (!grid_.reserve(objects)) return false;
    reserved_ = std::max(reserved_, objects);
    return true;
  }

  const Grid& grid() const { return grid_; }
  const Images<D, T>& images() const { return images_; }
  // No finite box ends beyond it, in a periodic domain.
  const Vec<D, T>& slots_end() const { return slots_end_; }
  Aabb<D, T> wrapped(const Aabb<D, T>& box) const {
    return images_.any() && options_.period.valid() ? wrap(box, options_.period) : box;
  }
  // Returns whether there are twice as many objects as at the last fit().
  bool has_doubled(std::size_t objects) const { return objects >= 2 * fitted_size_; }

  // Inserts an object into its cell. Returns false if out of memory; then nothing has changed.
  template <class Trace>
  MASU_FLATTEN bool insert(Table& objects, std::uint32_t i, const Aabb<D, T>& box, Trace& trace) {
    if (box.empty()) return true;
    const std::uint32_t bucket = grid_.insert(i, box, trace);
    if (bucket == Grid::kNone) return false;
    objects.set_link(i, bucket);
    note_end(box);
    return true;
  }
  template <class Trace>
  MASU_FLATTEN void remove(Table& objects, std::uint32_t i, Trace& trace) {
    if (objects.link(i) == Table::kNoLink) return;
    grid_.erase(i, objects.box(i), objects.link(i), relink(objects), trace);
    objects.set_link(i, Table::kNoLink);
  }
  template <class Trace>
  MASU_FLATTEN Status move(Table& objects, std::uint32_t i, const Aabb<D, T>& target,
                           Trace& trace) {
    const Aabb<D, T>& from = objects.box(i);
    if (target == from) return Status::ok;
    if (target.empty() || objects.link(i) == Table::kNoLink) {
      remove(objects, i, trace);
      if (!insert(objects, i, target, trace)) return Status::out_of_memory;
    } else {
      const std::uint32_t bucket =
          grid_.move(i, from, target, objects.link(i), relink(objects), trace);
      if (bucket == Grid::kNone) return Status::out_of_memory;
      objects.set_link(i, bucket);
      note_end(target);
    }
    objects.set_box(i, target);
    objects.mark_moved(i);
    return Status::ok;
  }

  // Implements HashGrid::fit().
  Status fit(Table& objects) {
    CellEdge<D, T> sample;
    const std::size_t step = objects.slots() / sample.kSample + 1;
    for (std::size_t i = 0; i < objects.slots(); i += step) {
      const Aabb<D, T>& box = objects.box(static_cast<std::uint32_t>(i));
      if (!box.empty() && box.finite()) sample.add(box);
    }
    Grid next(grid_.allocator());
    next.clear(has_edge() ? options_.cell_edge : sample.edge(objects.size()));
    const std::size_t capacity = std::max(objects.size(), reserved_);
    if (!next.reserve(capacity) || !sort_slots(objects, next)) return Status::out_of_memory;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (k + kAhead < order_.size()) objects.prefetch(order_[k + kAhead].item);
      auto& item = order_[k];
      item.key = next.insert(item.item, objects.box(item.item));
      if (item.key == Grid::kNone) return Status::out_of_memory;
    }
    grid_ = std::move(next);
    fitted_size_ = objects.size();
    for (const auto& item : order_) {
      objects.set_link(item.item, static_cast<std::uint32_t>(item.key));
      note_end(objects.box(item.item));
    }
    if (order_.size() > kManyObjects) order_.release(), order_scratch_.release();
    return Status::ok;
  }
  // If out of memory, the next attempt is when the objects have doubled again.
  void fit_if_memory(Table& objects) {
    if (fit(objects) != Status::ok) fitted_size_ = objects.size();
  }

 private:
  // Grids with more objects rarely grow from call to call: the memory of their sort is freed.
  static constexpr std::size_t kManyObjects = 1 << 16;
  static constexpr std::size_t kAhead = 16;  // prefetch distance

  bool has_edge() const { return options_.cell_edge > 0; }
  static auto relink(Table& objects) {
    return [&objects](std::uint32_t i, std::uint32_t bucket) { objects.set_link(i, bucket); };
  }
  void note_end(const Aabb<D, T>& box) {
    for (int a = 0; images_.any() && a < D; ++a) {
      if (is_finite(box.max[a])) slots_end_[a] = std::max(slots_end_[a], box.max[a]);
    }
  }
  // Lists the slots with nonempty boxes, in the order of their cells.
  bool sort_slots(const Table& objects, const Grid& grid) {
    order_.clear();
    if (!order_.reserve(objects.size())) return false;
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      if (objects.box(i).empty()) continue;
      if (!order_.push_back({grid.order_of(objects.box(i)), i})) return false;
    }
    return radix_sort(order_, order_scratch_);
  }

  HashGridOptions<D, T> options_;
  Images<D, T> images_;
  Grid grid_;
  Buffer<KeyedItem<std::uint64_t>> order_;  // the order of the last fit
  Buffer<KeyedItem<std::uint64_t>> order_scratch_;
  Vec<D, T> slots_end_ = Vec<D, T>::all(0);
  std::size_t fitted_size_ = 8;
  std::size_t reserved_ = 0;  // objects
};

}  // namespace masu::detail
