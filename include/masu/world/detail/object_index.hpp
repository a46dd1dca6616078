// SPDX-License-Identifier: MIT
// The objects of a world in a tree, for queries: what has moved since the last update is asked
// beside it.
#pragma once

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/world/detail/object_store.hpp>

namespace masu::detail {

// Answers are always those of the objects as they are now: the tree's for those that rest, and a
// look at each that has moved since bring_up_to_date(), so that telling of a move costs next to
// nothing. Without a tree all objects are looked at.
template <int D, class T>
class ObjectIndex {
 public:
  using Box = Aabb<D, T>;
  using Store = ObjectStore<D, T>;

  ObjectIndex(bool with_tree, Allocator allocator)
      : with_tree_(with_tree),
        tree_({.margin_share = kMarginShare}, allocator),
        handles_(allocator),
        slots_(allocator),
        late_(allocator),
        is_late_(allocator) {}

  // out_of_memory, too_many_objects: nothing has changed.
  Status insert(std::uint32_t slot, const Box& box, const Filter& filter) {
    if (!with_tree_) return Status::ok;
    const std::size_t known = handles_.size();
    const std::size_t needed = known > slot ? known : std::size_t(slot) + 1;
    if (!handles_.grow(needed) || !slots_.grow(needed) || !late_.grow(needed) ||
        !is_late_.grow(needed)) {
      return Status::out_of_memory;
    }
    const InsertResult r = tree_.insert(box, slot, filter);
    if (r.status != Status::ok) return r.status;
    handles_.set_size(needed);
    slots_.set_size(needed);
    is_late_.set_size(needed);
    for (std::size_t i = known; i < needed; ++i) is_late_[i] = 0;
    handles_[slot] = r.handle;
    slots_[r.handle.index] = slot;
    ++inserted_;
    return Status::ok;
  }
  [[nodiscard]] bool reserve(std::size_t objects) {
    if (!with_tree_) return true;
    return handles_.grow(objects) && late_.grow(objects) && is_late_.grow(objects) &&
           tree_.reserve(objects) == Status::ok;
  }
  void erase(std::uint32_t slot) {
    if (with_tree_) (void)tree_.erase(handles_[slot]);
  }
  void note_moved(std::uint32_t slot) {
    if (!with_tree_ || is_late_[slot] != 0) return;
    is_late_[slot] = 1;
    late_.set_size(late_.size() + 1);
    late_.back() = slot;
  }
  void set_filter(std::uint32_t slot, const Box& box, const Filter& filter) {
    if (with_tree_) (void)tree_.update(handles_[slot], box, slot, filter);
  }
  // O(moved); O(n log n) when most are new, so that who comes one by one finds as good a tree as
  // who is there when it is built.
  void bring_up_to_date(const Store& objects) {
    if (late_.size() > tree_.size() / kManyLate) {
      move_many(objects);
    } else {
      for (std::size_t k = 0; k < late_.size(); ++k) {
        prefetch_late(k);
        const std::uint32_t i = late_[k];
        is_late_[i] = 0;
        if (objects.alive(i)) (void)tree_.move(handles_[i], objects.slot(i).box);
      }
    }
    late_.clear();
    tree_.forget_moved();
    if (inserted_ <= tree_.size() / 2) return;
    tree_.optimize();
    inserted_ = 0;
  }

  // visit(slot) for each object whose box overlaps `box`, until it returns false.
  template <class Visit>
  SearchResult for_each_overlapping(const Store& objects, const Box& box, const MaybeFilter& filter,
                                    Visit&& visit) const {
    QueryStats stats;
    const auto late = [&](std::uint32_t i) {
      ++stats.tests;
      return !overlaps(objects.slot(i).box, box) || !wanted(objects, i, filter) || visit(i);
    };
    if (!for_each_late(objects, late)) return {Status::stopped, stats};
    if (!with_tree_) return {Status::ok, stats};
    SearchResult r = tree_.for_each_overlapping(
        box, [&](Handle h) { return skip(h) || visit(slot_of(h)); }, filter);
    r.stats += stats;
    return r;
  }

  // visit(slot) -> the new reach, for objects whose boxes have a gap(box) up to `reach`, about in
  // the order of the gaps, as CompositeShape tells of pieces.
  template <class Gap, class Visit>
  QueryStats for_each_near(const Store& objects, Gap&& gap, double reach, const MaybeFilter& filter,
                           Visit&& visit) const {
    QueryStats stats;
    const auto late = [&](std::uint32_t i) {
      ++stats.tests;
      const Box& box = objects.slot(i).box;
      if (!box.empty() && gap(box) <= reach && wanted(objects, i, filter)) reach = visit(i);
      return true;
    };
    (void)for_each_late(objects, late);
    if (!with_tree_) return stats;
    stats += tree_.for_each_near(
        gap, reach, [&](Handle h) { return skip(h) ? reach : reach = visit(slot_of(h)); }, filter);
    return stats;
  }

  // visit(box) for each node of the tree, those with others in them first.
  template <class Visit>
  void for_each_node(Visit&& visit) const {
    tree_.for_each_node([&](const Box& box, int, std::size_t) { visit(box); });
  }

  bool validate(const Store& objects) const {
    if (!with_tree_) return true;
    bool good = tree_.validate() && tree_.size() == objects.size();
    for (std::uint32_t i = 0; i < objects.slots() && good; ++i) {
      if (!objects.alive(i)) continue;
      const auto found = tree_.find(handles_[i]);
      good = found && found->user_data == i && slots_[handles_[i].index] == i &&
             found->filter == objects.rest(i).filter &&
             (is_late_[i] != 0 || found->box == objects.slot(i).box);
    }
    return good;
  }

 private:
  // Twice the tree's own: every object that moves is told, and few are asked for.
  static constexpr T kMarginShare = T(0.2);
  // From this share of all on.
  static constexpr std::size_t kManyLate = 4;

  // Handles by slot: those of the dead are stale.
  void move_many(const Store& objects) {
    for (const std::uint32_t i : late_) is_late_[i] = 0;
    tree_.move_many({handles_.data(), handles_.size()},
                    [&](std::size_t i) { return objects.slot(static_cast<std::uint32_t>(i)).box; });
  }
  // Each hint needs what the one before has brought.
  void prefetch_late(std::size_t k) const {
    constexpr std::size_t kAhead = Store::kAhead;
    if (k + 3 * kAhead < late_.size()) prefetch(&handles_[late_[k + 3 * kAhead]]);
    if (k + 2 * kAhead < late_.size()) tree_.prefetch(handles_[late_[k + 2 * kAhead]].index);
    if (k + kAhead < late_.size()) tree_.prefetch_place(handles_[late_[k + kAhead]].index);
  }
  static bool wanted(const Store& objects, std::uint32_t i, const MaybeFilter& filter) {
    return !filter || accepts(*filter, objects.rest(i).filter);
  }
  std::uint32_t slot_of(Handle h) const { return slots_[h.index]; }
  bool skip(Handle h) const { return is_late_[slot_of(h)] != 0; }
  template <class F>
  bool for_each_late(const Store& objects, F&& f) const {
    if (with_tree_) {
      for (const std::uint32_t i : late_) {
        if (objects.alive(i) && !f(i)) return false;
      }
      return true;
    }
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      if (objects.alive(i) && !f(i)) return false;
    }
    return true;
  }

  bool with_tree_;
  DynamicBvh<D, T> tree_;
  Buffer<Handle> handles_;  // by slot
  // By the tree's slots, of which there are no more than of objects.
  Buffer<std::uint32_t> slots_;
  Buffer<std::uint32_t> late_;
  Buffer<std::uint8_t> is_late_;  // by slot
  std::size_t inserted_ = 0;      // since the tree was last built at once
};

}  // namespace masu::detail
