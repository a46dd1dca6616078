// SPDX-License-Identifier: MIT
// What the broad phase of a world is told: not where an object is, but a room that it is in.
#pragma once

#include <algorithm>

#include <masu/world/detail/object_store.hpp>
#include <masu/world/detail/shape_verbs.hpp>
#include <masu/world/detail/torus.hpp>
#include <masu/world/slot_pairs.hpp>

namespace masu::detail {

// An object is told of again when it has left its room, which few that move do: as the fat boxes of
// Box2D. What the broad phase then finds are candidates.
template <int D, class T>
class ToldRooms {
 public:
  using Box = Aabb<D, T>;
  using Store = ObjectStore<D, T>;

  explicit ToldRooms(Allocator allocator)
      : untold_(allocator),
        swept_(allocator),
        stretched_(allocator),
        rooms_(allocator),
        boxes_(allocator) {}
  Allocator allocator() const { return untold_.allocator(); }

  // Some room on all sides; none if it has jumped, as nobody knows how it goes on. The share is a
  // power of two: it makes the same bits with fused multiplications and without.
  static Box room(Box box, const Box& before) {
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

  [[nodiscard]] bool reserve(std::size_t slots) {
    return untold_.grow(slots) && swept_.grow(slots) && stretched_.grow(slots);
  }
  // It has another box.
  void note_box(std::uint32_t i, Store& objects) {
    if (flag_box(i, objects)) list(i);
  }
  // The same in two steps, the first of which may be a job's: false if it is on the list, or in its
  // room.
  static bool flag_box(std::uint32_t i, Store& objects) {
    auto& slot = objects.slot(i);
    if (slot.told.contains(slot.box) || objects.has(i, kUntold)) return false;
    slot.flags |= kUntold;
    return true;
  }
  void list(std::uint32_t i) {
    untold_.set_size(untold_.size() + 1);
    untold_.back() = i;
  }
  // It is to be told of, even if it is in its room.
  void mark(std::uint32_t i, Store& objects) {
    if (!objects.has(i, kUntold)) put(i, objects);
  }
  // The lists of objects that were restored, whose room is there.
  void restore(Store& objects) {
    untold_.clear();
    swept_.clear();
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      if (objects.has(i, kUntold)) put(i, objects);
    }
  }

  // Of all that have left their rooms, and with `ways` of all ways that leave them. True: there
  // were some.
  // Pairs that take so many at once are told by jobs.
  template <class Pairs>
  bool tell(Store& objects, Pairs& pairs, const Torus<D, T>& torus, T margin, bool ways,
            const JobSystem& jobs) {
    if constexpr (MovesMany<Pairs, D, T>) {
      const std::size_t blocks = (untold_.size() + kBlock - 1) / kBlock;
      if (!ways && !had_ways_ && jobs.shares(blocks) && rooms_.resize(untold_.size()) &&
          boxes_.resize(untold_.size())) {
        return tell_many(objects, pairs, torus, margin, jobs);
      }
    }
    bool some = false;
    const auto say = [&](std::uint32_t i, const Box& box) {
      auto& slot = objects.slot(i);
      slot.told = box;
      slot.flags &= static_cast<std::uint8_t>(~kUntold);
      pairs.move(i, torus.proxy_box(box, margin));
      some = true;
    };
    if (ways || had_ways_) tell_ways(objects, ways, say);
    if (untold_.empty() && stretched_.empty()) return some;
    for (std::size_t k = 0; k < untold_.size(); ++k) {
      prefetch(k, pairs);
      const std::uint32_t i = untold_[k];
      const auto& slot = objects.slot(i);
      if (objects.alive(i) && objects.has(i, kUntold)) say(i, room(slot.box, slot.told));
    }
    untold_.clear();
    for (const std::uint32_t i : stretched_) put(i, objects);
    stretched_.clear();
    return some;
  }

  // Whether the next tell() has nothing to do unless objects move.
  bool is_settled() const { return untold_.empty() && swept_.empty(); }

  bool validate(std::uint32_t i, const Store& objects) const {
    const auto& slot = objects.slot(i);
    return objects.has(i, kUntold) || slot.told == slot.box || slot.told.contains(slot.box);
  }

 private:
  using Verbs = ShapeVerbs<D, T>;
  static constexpr std::size_t kBlock = 2048;

  void put(std::uint32_t i, Store& objects) {
    objects.slot(i).flags |= kUntold;
    list(i);
  }
  // Nothing is different until the pairs know of it: if a job throws, all is told again.
  template <class Pairs>
  bool tell_many(Store& objects, Pairs& pairs, const Torus<D, T>& torus, T margin,
                 const JobSystem& jobs) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < untold_.size(); ++k) {
      const std::size_t soon = k + Store::kAhead;
      if (soon < untold_.size()) prefetch_for_write(&objects.slot(untold_[soon]));
      const std::uint32_t i = untold_[k];
      if (objects.alive(i) && objects.has(i, kUntold)) untold_[count++] = i;
    }
    untold_.set_size(count);
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      for (std::size_t k = first; k < end; ++k) {
        const auto& slot = objects.slot(untold_[k]);
        rooms_[k] = room(slot.box, slot.told);
        boxes_[k] = torus.proxy_box(rooms_[k], margin);
      }
    });
    pairs.move_many({untold_.data(), count}, {boxes_.data(), count}, jobs);
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      for (std::size_t k = first; k < end; ++k) {
        auto& slot = objects.slot(untold_[k]);
        slot.told = rooms_[k];
        slot.flags &= static_cast<std::uint8_t>(~kUntold);
      }
    });
    untold_.clear();
    return count != 0;
  }
  // Objects of which just the way is told will next time be told to be where they are.
  template <class Say>
  void tell_ways(Store& objects, bool ways, Say&& say) {
    for (const std::uint32_t i : swept_) {
      objects.slot(i).flags &= static_cast<std::uint8_t>(~kSwept);
    }
    swept_.clear();
    had_ways_ = ways;
    if (!ways) return;
    for (const std::uint32_t i : objects.moved()) {
      const auto& body = objects.body(i);
      if (!objects.alive(i) || body.from == body.at) continue;
      auto& slot = objects.slot(i);
      slot.flags |= kSwept;
      swept_.set_size(swept_.size() + 1);
      swept_.back() = i;
      const Box before = Verbs::aabb(body.shape, body.from);
      const Box way = Verbs::swept_aabb({body.from, body.at}, before, slot.box);
      if (!objects.has(i, kUntold) && slot.told.contains(way)) continue;
      // The fat AABB follows from the box before the move, not from the stored fat AABB: after an
      // update() that failed, that is already the one of this move, and the repeated update()
      // would compute another.
      const Box around = room(slot.box, before);
      const bool inside = around.contains(way);
      say(i, inside ? around : way);
      if (inside) continue;
      stretched_.set_size(stretched_.size() + 1);
      stretched_.back() = i;
    }
  }
  // Of an object whose turn comes later, what the broad phase has of it, if it takes hints. The
  // dying have no place there.
  template <class Pairs>
  void prefetch(std::size_t k, const Pairs& pairs) const {
    if constexpr (requires { pairs.prefetch(0u), pairs.prefetch_place(0u); }) {
      constexpr std::size_t kAhead = Store::kAhead;
      if (k + 2 * kAhead < untold_.size()) pairs.prefetch(untold_[k + 2 * kAhead]);
      if (k + kAhead < untold_.size()) pairs.prefetch_place(untold_[k + kAhead]);
    }
  }

  bool had_ways_ = false;            // the last time
  Buffer<std::uint32_t> untold_;     // slots of which it is to be told: kUntold; others are skipped
  Buffer<std::uint32_t> swept_;      // that went a way the last time: kSwept
  Buffer<std::uint32_t> stretched_;  // of those, for which just the way is told
  Buffer<Box> rooms_;                // of the untold
  Buffer<Box> boxes_;                // that the pairs are told
};

}  // namespace masu::detail
