// SPDX-License-Identifier: MIT
// FatAabbs: the fat AABBs of a world's objects, which the broad phase uses instead of their boxes.
#pragma once

#include <algorithm>

#include <masu/world/detail/any_slot_pairs.hpp>

#include "world/object_store.hpp"
#include "world/shape_queries.hpp"
#include "world/torus.hpp"

namespace masu::detail {

// Updates the broad phase only for objects whose box has left its fat AABB: few of those that move
// (as in Box2D). The pairs that it finds are candidates.
template <int D, class T>
class FatAabbs {
 public:
  using Store = ObjectStore<D, T>;

  explicit FatAabbs(Allocator allocator)
      : dirty_(allocator),
        swept_(allocator),
        stretched_(allocator),
        fat_aabbs_(allocator),
        boxes_(allocator) {}

  // Returns the box enlarged on all sides; unchanged if it has jumped, since that predicts nothing
  // about its next move. The share is a power of two: fused multiplications change no bit.
  static Aabb<D, T> fatten(Aabb<D, T> box, const Aabb<D, T>& before) {
    constexpr T kShare = T(D == 2 ? 0.25 : 0.125);
    T least = box.max[0] - box.min[0];
    for (int a = 1; a < D; ++a) least = std::min(least, box.max[a] - box.min[a]);
    const T more = least * kShare;
    if (!is_finite(more) || !overlaps(box, before)) return box;
    for (int a = 0; a < D; ++a) {
      box.min[a] -= more;
      box.max[a] += more;
    }
    return box;
  }

  [[nodiscard]] bool reserve(std::size_t slots) { return dirty_.grow(slots); }
  // Reserves memory for an update() with sweeps.
  [[nodiscard]] bool reserve_sweeps(const Store& objects) {
    const std::size_t most = objects.moved().size();
    return swept_.grow(most) && stretched_.grow(most);
  }
  // Marks an object as dirty if its box, which has changed, is outside of its fat AABB.
  void note_box(std::uint32_t i, Store& objects) {
    if (flag_box(i, objects)) list(i);
  }
  // As above in two steps, the first of which a job may do. Returns false if there is nothing to
  // list.
  static bool flag_box(std::uint32_t i, Store& objects) {
    auto& slot = objects.slot(i);
    if (slot.fat_aabb.contains(slot.box) || objects.has(i, kDirty)) return false;
    slot.flags |= kDirty;
    return true;
  }
  void list(std::uint32_t i) {
    dirty_.set_size(dirty_.size() + 1);
    dirty_.back() = i;
  }
  // Forces an update even though the box is still inside its fat AABB.
  void mark(std::uint32_t i, Store& objects) {
    if (!objects.has(i, kDirty)) set_dirty(i, objects);
  }
  // Makes the lists of objects that were restored. Precondition: reserve().
  void restore(Store& objects) {
    dirty_.clear();
    swept_.clear();
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      if (objects.has(i, kDirty)) set_dirty(i, objects);
    }
  }

  // Gives the broad phase new fat AABBs of all dirty objects, and with `sweeps` boxes around the
  // sweeps that leave them. Returns whether there were any.
  bool update(Store& objects, const AnySlotPairs<D, T>& pairs, const Torus<D, T>& torus, T margin,
              bool sweeps, const JobSystem& jobs) {
    if (dirty_.empty() && !sweeps && !had_sweeps_) return false;
    return update_some(objects, pairs, torus, margin, sweeps, jobs);
  }

  // Returns whether the next update() has nothing to do unless objects move.
  bool is_settled() const { return dirty_.empty() && (!had_sweeps_ || swept_.empty()); }

  bool validate(std::uint32_t i, const Store& objects) const {
    const auto& slot = objects.slot(i);
    return objects.has(i, kDirty) || slot.fat_aabb == slot.box || slot.fat_aabb.contains(slot.box);
  }

 private:
  using Queries = ShapeQueries<D, T>;
  static constexpr std::size_t kBlock = 2048;

  // Collects moves for the broad phase.
  struct Moves {
    static constexpr std::uint32_t kMost = 256;

    const AnySlotPairs<D, T>& pairs;
    bool some = false;
    std::uint32_t size = 0;
    std::uint32_t slots[kMost];
    union {
      Aabb<D, T> boxes[kMost];
    };

    explicit Moves(const AnySlotPairs<D, T>& all) : pairs(all) {}
    void append(std::uint32_t slot, const Aabb<D, T>& box) {
      slots[size] = slot;
      boxes[size++] = box;
      if (size == kMost) flush();
    }
    void flush() {
      if (size == 0) return;
      pairs.functions->move(pairs.pairs, {slots, size}, {boxes, size});
      size = 0;
      some = true;
    }
    // Returns whether there were any.
    bool finish() {
      flush();
      return some;
    }
  };

  // update() where there is something to do: most frames of few moved objects have nothing.
  MASU_NOINLINE bool update_some(Store& objects, const AnySlotPairs<D, T>& pairs,
                                 const Torus<D, T>& torus, T margin, bool sweeps,
                                 const JobSystem& jobs) {
    const std::size_t blocks = (dirty_.size() + kBlock - 1) / kBlock;
    if (pairs.functions->move_many != nullptr && !sweeps && !had_sweeps_ && jobs.shares(blocks) &&
        fat_aabbs_.resize(dirty_.size()) && boxes_.resize(dirty_.size())) {
      return update_many(objects, pairs, torus, margin, jobs);
    }
    Moves moves{pairs};
    const auto set = [&](std::uint32_t i, const Aabb<D, T>& fat_aabb) {
      auto& slot = objects.slot(i);
      slot.fat_aabb = fat_aabb;
      slot.flags &= static_cast<std::uint8_t>(~kDirty);
      moves.append(i, torus.proxy_box(fat_aabb, margin + objects.margin(i)));
    };
    if (sweeps || had_sweeps_) update_sweeps(objects, sweeps, set);
    if (dirty_.empty() && stretched_.empty()) return moves.finish();
    for (std::size_t k = 0; k < dirty_.size(); ++k) {
      const std::size_t soon = k + Store::kAhead;
      if (soon < dirty_.size()) prefetch_for_write(&objects.slot(dirty_[soon]));
      const std::uint32_t i = dirty_[k];
      const auto& slot = objects.slot(i);
      if (objects.alive(i) && objects.has(i, kDirty)) set(i, fatten(slot.box, slot.fat_aabb));
    }
    dirty_.clear();
    for (const std::uint32_t i : stretched_) set_dirty(i, objects);
    stretched_.clear();
    return moves.finish();
  }

  void set_dirty(std::uint32_t i, Store& objects) {
    objects.slot(i).flags |= kDirty;
    list(i);
  }
  // As above by jobs. Objects change after the broad phase: if a job throws, all is repeated.
  bool update_many(Store& objects, const AnySlotPairs<D, T>& pairs, const Torus<D, T>& torus,
                   T margin, const JobSystem& jobs) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < dirty_.size(); ++k) {
      const std::size_t soon = k + Store::kAhead;
      if (soon < dirty_.size()) prefetch_for_write(&objects.slot(dirty_[soon]));
      const std::uint32_t i = dirty_[k];
      if (objects.alive(i) && objects.has(i, kDirty)) dirty_[count++] = i;
    }
    dirty_.set_size(count);
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      for (std::size_t k = first; k < end; ++k) {
        const auto& slot = objects.slot(dirty_[k]);
        fat_aabbs_[k] = fatten(slot.box, slot.fat_aabb);
        boxes_[k] = torus.proxy_box(fat_aabbs_[k], margin + objects.margin(dirty_[k]));
      }
    });
    pairs.functions->move_many(pairs.pairs, {dirty_.data(), count}, {boxes_.data(), count}, jobs);
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      for (std::size_t k = first; k < end; ++k) {
        auto& slot = objects.slot(dirty_[k]);
        slot.fat_aabb = fat_aabbs_[k];
        slot.flags &= static_cast<std::uint8_t>(~kDirty);
      }
    });
    dirty_.clear();
    return count != 0;
  }
  // Objects that get the box around their sweep get a fat AABB in the next update().
  template <class Set>
  void update_sweeps(Store& objects, bool sweeps, Set&& set) {
    for (const std::uint32_t i : swept_) {
      objects.slot(i).flags &= static_cast<std::uint8_t>(~kSwept);
    }
    swept_.clear();
    had_sweeps_ = sweeps;
    if (!sweeps) return;
    for (const std::uint32_t i : objects.moved()) {
      const auto& body = objects.body(i);
      const auto& from = objects.from(i);
      if (!objects.alive(i) || from == body.pose) continue;
      auto& slot = objects.slot(i);
      slot.flags |= kSwept;
      swept_.set_size(swept_.size() + 1);
      swept_.back() = i;
      const Aabb<D, T> before = Queries::aabb(body.shape, from);
      const Aabb<D, T> swept = Queries::swept_aabb({from, body.pose}, before, slot.box);
      if (!objects.has(i, kDirty) && slot.fat_aabb.contains(swept)) continue;
      // The fat AABB follows from the box before the move, not from the stored fat AABB: after an
      // update() that failed, that is already the one of this move, and the repeated update()
      // would compute another.
      const Aabb<D, T> around = fatten(slot.box, before);
      const bool inside = around.contains(swept);
      set(i, inside ? around : swept);
      if (inside) continue;
      stretched_.set_size(stretched_.size() + 1);
      stretched_.back() = i;
    }
  }

  bool had_sweeps_ = false;          // in the last update()
  Buffer<std::uint32_t> dirty_;      // slots with kDirty; others are skipped
  Buffer<std::uint32_t> swept_;      // slots with a sweep in the last update(): kSwept
  Buffer<std::uint32_t> stretched_;  // slots whose proxy is the box of their sweep
  Buffer<Aabb<D, T>> fat_aabbs_;     // of the dirty slots
  Buffer<Aabb<D, T>> boxes_;         // as above, as the broad phase gets them
};

}  // namespace masu::detail
