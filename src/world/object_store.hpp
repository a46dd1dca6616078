// SPDX-License-Identifier: MIT
// ObjectStore: the objects of a world by slot: shapes, poses and flags, and handles that go stale.
#pragma once

#include <optional>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/detail/rare_column.hpp>
#include <masu/core/detail/slot_table.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/platform.hpp>
#include <masu/world/world_object.hpp>

#include "mesh/fingerprint.hpp"

namespace masu::detail {

// The flags of an object.
enum ObjectFlag : std::uint8_t {
  kSensor = 1,
  kContinuous = 2,
  kFixed = 4,
  kMoved = 8,     // since the last update; listed in moved()
  kDying = 16,    // removed since the last update: its slot is freed by the next update
  kSwept = 32,    // the broad phase has a box around its sweep
  kOutside = 64,  // outside the bounds at the last update
  kDirty = 128,   // its fat AABB needs an update; listed in FatAabbs
};
inline constexpr std::uint8_t kWatchers = kSensor | kContinuous;
inline constexpr std::uint8_t kLastingFlags = kSensor | kContinuous | kFixed;
inline constexpr std::uint8_t kSavedFlags = kLastingFlags | kDirty;

// Data that every search reads, in one cache line for 3D floats.
template <int D, class T>
struct alignas(D == 3 && sizeof(T) == 4 ? 64 : 16) ObjectSlot {
  Aabb<D, T> box = Aabb<D, T>::nothing();  // the current box
  std::uint32_t generation = 0;            // odd while the object lives
  std::uint32_t next = Handle::kNone;      // of a free slot: the next free one
  std::uint8_t flags = 0;
  std::uint8_t layer = kNoLayer;
  bool refers = false;  // as WorldShape::refers()
  // The box in the broad phase, without the margin: contains `box`, unless kDirty is set.
  Aabb<D, T> fat_aabb = Aabb<D, T>::nothing();

  static std::uint32_t next_free(const ObjectSlot& slot) { return slot.next; }
  static void set_next_free(ObjectSlot& slot, std::uint32_t to) { slot.next = to; }
};

// Data that queries read, shape and pose: two cache lines for floats.
template <int D, class T>
struct alignas(D == 3 && sizeof(T) == 4 ? 64 : 16) ObjectBody {
  WorldShape<D, T> shape;
  Transform<D, T> pose;
};

struct ObjectFilters {
  Filter filter;       // in the broad phase
  Filter user_filter;  // from the user: a layer replaces it in the broad phase

  friend bool operator==(const ObjectFilters&, const ObjectFilters&) = default;
};

// A slot is free after the update() that follows remove(). The salt sets the first generations,
// scattered: two stores use distant generations, even with adjacent salts.
template <int D, class T>
class ObjectStore {
 public:
  using Slot = ObjectSlot<D, T>;
  using Body = ObjectBody<D, T>;
  using Pose = Transform<D, T>;
  // The number of objects that are prefetched ahead.
  static constexpr std::size_t kAhead = 8;

  ObjectStore(std::uint32_t salt, Allocator allocator)
      : slots_(allocator, static_cast<std::uint32_t>(2 * mixed_bits(salt))),
        bodies_(allocator),
        froms_(allocator),
        filters_(allocator),
        margins_(allocator),
        groups_(allocator),
        user_data_(allocator),
        moved_(allocator) {}

  std::uint32_t slots() const { return slots_.size(); }
  std::size_t size() const { return slots_.taken() - dying_; }
  bool alive(std::uint32_t i) const {
    return slots_.is_taken(i) && (slots_[i].flags & kDying) == 0;
  }
  bool contains(Handle h) const {
    return slots_.contains(h) && (slots_[h.index].flags & kDying) == 0;
  }
  Handle handle(std::uint32_t i) const { return slots_.handle(i); }

  Slot& slot(std::uint32_t i) { return slots_[i]; }
  const Slot& slot(std::uint32_t i) const { return slots_[i]; }
  Body& body(std::uint32_t i) { return bodies_[i]; }
  const Body& body(std::uint32_t i) const { return bodies_[i]; }
  // The pose at the last update.
  Pose& from(std::uint32_t i) { return froms_[i]; }
  const Pose& from(std::uint32_t i) const { return froms_[i]; }
  ObjectFilters filters(std::uint32_t i) const { return filters_[i]; }
  Filter filter(std::uint32_t i) const { return filters_[i].filter; }
  // Reserves memory for set_filters(). Returns false if out of memory.
  [[nodiscard]] bool reserve_filters(const ObjectFilters& filters) {
    return filters_.reserve(bodies_.capacity(), filters != ObjectFilters{});
  }
  void set_filters(std::uint32_t i, const ObjectFilters& filters) { filters_.set(i, filters); }
  // The object's own margin, without the world's.
  T margin(std::uint32_t i) const { return margins_[i]; }
  // Returns whether some margin may be other than 0.
  bool has_margins() const { return !margins_.empty(); }
  [[nodiscard]] bool reserve_margins(T margin) {
    return margins_.reserve(bodies_.capacity(), margin != 0);
  }
  void set_margin(std::uint32_t i, T margin) { margins_.set(i, margin); }
  std::int32_t group(std::uint32_t i) const { return groups_[i]; }
  // The number of objects with a group other than 0.
  std::size_t grouped() const { return grouped_; }
  // Reserves memory for set_group() with a group other than 0. Returns false if out of memory.
  [[nodiscard]] bool reserve_groups(bool some) { return groups_.reserve(bodies_.capacity(), some); }
  void set_group(std::uint32_t i, std::int32_t group) {
    grouped_ += std::size_t(group != 0 ? 1 : 0) - (groups_[i] != 0 ? 1 : 0);
    groups_.set(i, group);
  }
  std::uint64_t& user_data(std::uint32_t i) { return user_data_[i]; }
  std::uint64_t user_data(std::uint32_t i) const { return user_data_[i]; }
  bool has(std::uint32_t i, std::uint8_t flag) const { return (slots_[i].flags & flag) != 0; }
  // Prefetches; a body is longer than a cache line.
  void prefetch_slot(std::uint32_t i) const { masu::prefetch(&slots_[i]); }
  void prefetch_user_data(std::uint32_t i) const { masu::prefetch(&user_data_[i]); }
  void prefetch(std::uint32_t i) const {
    prefetch_for_write(&slots_[i]);
    const auto* const body = reinterpret_cast<const std::byte*>(&bodies_[i]);
    for (std::size_t offset = 0; offset < sizeof(Body); offset += 64)
      prefetch_for_write(body + offset);
  }

  // Prefetches what tests of the shape read.
  void prefetch_body(std::uint32_t i) const {
    masu::prefetch(&bodies_[i]);
    masu::prefetch(reinterpret_cast<const std::byte*>(&bodies_[i]) + 64);
  }

  // Reserves memory for `slots` slots, so that nothing below can fail; `filtered`: for filters
  // other than Filter{}, too.
  [[nodiscard]] bool reserve(std::size_t slots, bool filtered) {
    return slots_.reserve(slots) && bodies_.grow(slots) && froms_.grow(slots) &&
           user_data_.grow(slots) && moved_.grow(slots) &&
           filters_.reserve(bodies_.capacity(), filtered);
  }
  // The slot that add() takes next.
  std::uint32_t next_slot() const { return slots_.next(); }
  // The slots that the next add()s take, in turn.
  void next_slots(std::span<std::uint32_t> slots) const {
    std::uint32_t free = slots_.first_free();
    std::uint32_t end = this->slots();
    for (std::uint32_t& slot : slots) {
      slot = free != Handle::kNone ? std::exchange(free, slots_.next_free(free)) : end++;
    }
  }
  // Returns the number of slots after `added` calls of add().
  std::size_t slots_after(std::size_t added) const {
    const std::size_t free = slots_.size() - slots_.taken();
    return slots_.size() + (added > free ? added - free : 0);
  }
  // The new object counts as moved. Precondition: memory is reserved.
  Handle add(const Body& body, const Aabb<D, T>& box, const ObjectFilters& filters, T margin,
             std::uint64_t user_data, std::uint8_t flags, std::uint8_t layer) {
    const std::uint32_t i = slots_.take(Slot{});
    bodies_.set_size(slots_.size());
    froms_.set_size(slots_.size());
    user_data_.set_size(slots_.size());
    slots_[i].box = box;
    slots_[i].flags = flags;
    slots_[i].layer = layer;
    slots_[i].refers = body.shape.refers();
    bodies_[i] = body;
    froms_[i] = body.pose;
    filters_.set(i, filters);
    margins_.set(i, margin);
    user_data_[i] = user_data;
    mark_moved(i);
    return handle(i);
  }
  // Makes the handle stale.
  void remove(std::uint32_t i) {
    if (grouped_ != 0) set_group(i, 0);
    slots_[i].flags |= kDying;
    slots_[i].box = Aabb<D, T>::nothing();
    if (dying_++ == 0) {
      first_dying_ = i;
    } else {
      Slot::set_next_free(slots_[last_dying_], i);
    }
    last_dying_ = i;
  }
  void set_shape(std::uint32_t i, const WorldShape<D, T>& shape) {
    bodies_[i].shape = shape;
    slots_[i].refers = shape.refers();
  }
  void mark_moved(std::uint32_t i) {
    if (flag_moved(i)) list_moved(i);
  }
  // As above in two steps, the first of which a job may do. Returns false if it is listed already.
  bool flag_moved(std::uint32_t i) {
    if (has(i, kMoved)) return false;
    slots_[i].flags |= kMoved;
    return true;
  }
  void list_moved(std::uint32_t i) {
    moved_.set_size(moved_.size() + 1);
    moved_.back() = i;
  }

  // The slots that moved since the last update(), those removed included.
  std::span<const std::uint32_t> moved() const { return {moved_.data(), moved_.size()}; }
  bool changed() const { return !moved_.empty() || dying_ != 0; }
  // Ends an update(): previous poses become the current ones, and slots of removed objects are
  // free.
  void settle() {
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      if (k + kAhead < moved_.size()) {
        const std::uint32_t soon = moved_[k + kAhead];
        prefetch_for_write(&slots_[soon]);
        masu::prefetch(&bodies_[soon].pose);
        prefetch_for_write(&froms_[soon]);
      }
      const std::uint32_t i = moved_[k];
      slots_[i].flags &= static_cast<std::uint8_t>(~kMoved);
      froms_[i] = bodies_[i].pose;
    }
    moved_.clear();
    if (dying_ != 0) free_dying();
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  std::uint32_t free_slot() const { return slots_.first_free(); }
  // Calls f(slot) for the slots that add() takes next, in that order, and then for those that an
  // update() will free.
  template <class F>
  void for_each_free(F&& f) const {
    for (std::uint32_t i = free_slot(); i != Handle::kNone; i = slots_.next_free(i)) f(i);
    for_each_dying(f);
  }
  // Makes an empty store with the slots of another, to be filled by set(). Returns false if out of
  // memory.
  [[nodiscard]] bool start_restore(std::size_t slots, bool filtered) {
    if (!reserve(slots, filtered) || !slots_.start_restore(slots)) return false;
    bodies_.set_size(slots);
    froms_.set_size(slots);
    user_data_.set_size(slots);
    moved_.clear();
    dying_ = 0;
    return true;
  }
  void set(std::uint32_t i, const Slot& slot, const Body& body, std::uint64_t user_data) {
    slots_[i] = slot;
    slots_[i].refers = body.shape.refers();
    bodies_[i] = body;
    froms_[i] = body.pose;
    user_data_[i] = user_data;
  }
  // Returns false if the list of free slots is damaged.
  [[nodiscard]] bool end_restore(std::uint32_t free) {
    slots_.restored(free);
    return validate();
  }
  bool validate() const {
    std::size_t alive_now = 0;
    std::size_t moved_now = 0;
    for (std::uint32_t i = 0; i < slots(); ++i) {
      alive_now += alive(i) ? 1 : 0;
      moved_now += has(i, kMoved) ? 1 : 0;
    }
    return slots_.validate() && alive_now == size() && moved_now == moved_.size();
  }

 private:
  MASU_NOINLINE void free_dying() {
    for_each_dying([&](std::uint32_t i) {
      slots_[i].flags = 0;
      slots_.free(i);
    });
    dying_ = 0;
  }
  // Calls f(slot) in the order of removal. f may free the slot.
  template <class F>
  void for_each_dying(F&& f) const {
    std::uint32_t i = first_dying_;
    for (std::size_t k = 0; k < dying_; ++k) f(std::exchange(i, slots_.next_free(i)));
  }

  SlotTable<Slot> slots_;
  Buffer<Body> bodies_;
  Buffer<Pose> froms_;
  RareColumn<ObjectFilters> filters_;
  RareColumn<T> margins_;
  RareColumn<std::int32_t> groups_;
  std::size_t grouped_ = 0;
  Buffer<std::uint64_t> user_data_;
  Buffer<std::uint32_t> moved_;
  // Slots removed since the last update, linked like free slots.
  std::size_t dying_ = 0;
  std::uint32_t first_dying_ = 0;
  std::uint32_t last_dying_ = 0;
};

}  // namespace masu::detail
