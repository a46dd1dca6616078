// SPDX-License-Identifier: MIT
// EndLists: the ends of boxes in order along the axes, kept from frame to frame.
#pragma once

#include <algorithm>

#include <masu/broad_phase/detail/object_table.hpp>
#include <masu/broad_phase/insertion_sort.hpp>
#include "core/radix_sort.hpp"

namespace masu::detail {

template <int D, class T>
class EndLists {
 public:
  using End = BoxEnd<T>;
  using Objects = ObjectTable<D, T>;

  explicit EndLists(Allocator allocator) : keys_(allocator), scratch_(allocator), new_(allocator) {
    for (Buffer<End>& list : lists_) list = Buffer<End>(allocator);
  }

  // Uses one axis: only the lower ends, enough for a sweep. Empties the lists.
  void set_one_axis(int axis) {
    first_ = axis;
    axes_ = 1;
    sides_ = 1;
    clear();
  }
  void clear() {
    for (Buffer<End>& list : lists_) list.clear();
  }

  int first() const { return first_; }
  int axes() const { return axes_; }
  int sides() const { return sides_; }
  std::span<const End> list(int axis) const { return {lists_[axis].data(), lists_[axis].size()}; }

  // Removes the ends of slots for which predicate(slot) holds. O(n).
  template <class Predicate>
  void remove_if(Predicate&& predicate) {
    for (int a = first_; a < first_ + axes_; ++a) {
      std::size_t size = 0;
      for (const End& e : lists_[a]) {
        if (!predicate(e.slot())) lists_[a][size++] = e;
      }
      lists_[a].set_size(size);
    }
  }

  // Updates the positions of the ends of moved boxes, in the old order. O(n).
  void refresh(const Objects& objects) {
    constexpr std::size_t kAhead = 16;  // neighbors on an axis are scattered in memory
    for (int a = first_; a < first_ + axes_; ++a) {
      End* const list = lists_[a].data();
      const std::size_t size = lists_[a].size();
      for (std::size_t k = 0; k < size; ++k) {
        if (k + kAhead < size) objects.prefetch(list[k + kAhead].slot());
        if (objects.is_moved(list[k].slot())) list[k].at = position(objects, a, list[k].id);
      }
    }
  }

  // Sorts the lists. Calls crossed(i, j) if the box in slot i, which began behind the end of that
  // in slot j on some axis, no longer does; false stops. Gives up with false after more shifts than
  // `most`.
  template <class Crossed, class Trace>
  bool sort(std::uint64_t most, QueryStats& stats, Crossed&& crossed, const Trace& trace) {
    for (int a = first_; a < first_ + axes_; ++a) {
      trace.on(SortEnds<T>{a, list(a)});
      std::uint64_t left = most;
      const auto passed = [&](const End& mover, const End& other) {
        if (!mover.upper() && other.upper() && !crossed(mover.slot(), other.slot())) return false;
        return left-- != 0;
      };
      if (!insertion_sort(std::span<End>(lists_[a]), std::less<End>(), stats, trace, passed)) {
        return false;
      }
    }
    return true;
  }

  // Rebuilds all lists, of the slots for which listed(slot) holds, by radix sort. O(n). Returns
  // false if out of memory.
  template <class Listed>
  [[nodiscard]] bool rebuild(const Objects& objects, Listed&& listed) {
    for (int a = first_; a < first_ + axes_; ++a) {
      keys_.clear();
      // In the order of ids, which a stable sort keeps among ends at one position.
      for (int side = 0; side < sides_; ++side) {
        const std::uint32_t upper = side == 0 ? 0 : End::kUpper;
        for (std::uint32_t i = 0; i < objects.slots(); ++i) {
          if (!listed(i)) continue;
          if (!keys_.push_back({order_key(position(objects, a, i | upper)), i | upper}))
            return false;
        }
      }
      if (!radix_sort(keys_, scratch_) || !lists_[a].resize(keys_.size())) return false;
      for (std::size_t k = 0; k < keys_.size(); ++k) {
        lists_[a][k] = {position(objects, a, keys_[k].item), keys_[k].item};
      }
    }
    return true;
  }

  // Inserts the ends of these slots: sorts them, then merges from the back. O(n + m log m) for m
  // slots. Returns false if out of memory.
  [[nodiscard]] bool merge(const Objects& objects, std::span<const std::uint32_t> slots) {
    for (int a = first_; a < first_ + axes_; ++a) {
      new_.clear();
      for (const std::uint32_t i : slots) {
        for (std::uint32_t id : {i, i | End::kUpper}) {
          if (id != i && sides_ == 1) continue;
          if (!new_.push_back({position(objects, a, id), id})) return false;
        }
      }
      std::sort(new_.begin(), new_.end());
      Buffer<End>& list = lists_[a];
      std::size_t old = list.size(), more = new_.size();
      if (!list.resize(old + more)) return false;
      while (more > 0) {
        const bool take_old = old > 0 && new_[more - 1] < list[old - 1];
        list[old + more - 1] = take_old ? list[old - 1] : new_[more - 1];
        if (take_old)
          --old;
        else
          --more;
      }
    }
    return true;
  }

  // Returns whether the lists are in order, and have exactly the ends of `size` objects, at their
  // positions.
  template <class Listed>
  bool validate(const Objects& objects, std::size_t size, Listed&& listed) const {
    bool ok = true;
    for (int a = 0; a < D; ++a) {
      const bool used = a >= first_ && a < first_ + axes_;
      ok &= lists_[a].size() == (used ? size * std::size_t(sides_) : 0);
      for (std::size_t k = 0; k < lists_[a].size(); ++k) {
        const End& e = lists_[a][k];
        ok &= k == 0 || lists_[a][k - 1] < e;  // strictly: no end twice
        ok &= listed(e.slot()) && e.at == position(objects, a, e.id) && (sides_ == 2 || !e.upper());
      }
    }
    return ok;
  }

 private:
  static T position(const Objects& objects, int axis, std::uint32_t id) {
    const auto& box = objects.box(id & ~End::kUpper);
    const T ends[2] = {box.min[axis], box.max[axis]};
    return ends[id >> 31];  // no branch: which end comes next cannot be predicted
  }

  using Key = KeyedItem<decltype(order_key(T()))>;

  Buffer<End> lists_[D];
  Buffer<Key> keys_;
  Buffer<Key> scratch_;
  Buffer<End> new_;
  int first_ = 0;
  int axes_ = D;
  int sides_ = 2;
};

}  // namespace masu::detail
