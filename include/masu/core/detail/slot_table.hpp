// SPDX-License-Identifier: MIT
// SlotTable: slots of objects, and the generations that make handles stale.
#pragma once

#include <cstdint>

#include <masu/core/buffer.hpp>
#include <masu/core/handle.hpp>

namespace masu::detail {

// The one place that counts generations and links free slots. `Slot` is what the owner keeps of an
// object; it has a member `generation`, odd while there is an object, and static functions
// next_free(slot) and set_next_free(slot, next), which may use memory that only objects need.
// Of the free slots the one freed last is taken first.
template <class Slot>
class SlotTable {
 public:
  static constexpr std::uint32_t kNone = Handle::kNone;

  // A slot that never had an object has `first_generation`, which is even.
  explicit SlotTable(Allocator allocator, std::uint32_t first_generation = 0)
      : slots_(allocator), first_generation_(first_generation) {}

  // Returns the number of slots, with and without an object.
  std::uint32_t size() const { return static_cast<std::uint32_t>(slots_.size()); }
  bool empty() const { return slots_.empty(); }
  Slot& operator[](std::uint32_t i) { return slots_[i]; }
  const Slot& operator[](std::uint32_t i) const { return slots_[i]; }
  const Slot* begin() const { return slots_.begin(); }
  const Slot* end() const { return slots_.end(); }
  // Returns the number of slots with an object.
  std::size_t taken() const { return taken_; }

  bool is_taken(std::uint32_t i) const { return (slots_[i].generation & 1) != 0; }
  Handle handle(std::uint32_t i) const { return {i, slots_[i].generation}; }
  bool contains(Handle h) const {
    return h.index < slots_.size() && slots_[h.index].generation == h.generation &&
           (h.generation & 1) != 0;
  }

  // Reserves memory for so many slots, so that take() cannot fail. False: no memory.
  [[nodiscard]] bool reserve(std::size_t slots) { return slots_.grow(slots); }
  // The slot that take() takes, size() if all have objects; and the one after it.
  std::uint32_t first_free() const { return free_; }
  std::uint32_t next() const { return free_ != kNone ? free_ : size(); }
  std::uint32_t next_free(std::uint32_t i) const { return Slot::next_free(slots_[i]); }
  // Takes next() for an object. A new slot is a copy of `initial`. Precondition: reserve().
  std::uint32_t take(const Slot& initial) {
    const std::uint32_t i = next();
    if (free_ != kNone) {
      free_ = Slot::next_free(slots_[i]);
    } else {
      slots_.set_size(i + std::size_t(1));
      slots_[i] = initial;
      slots_[i].generation = first_generation_;
    }
    ++slots_[i].generation;
    ++taken_;
    return i;
  }
  // Frees a slot: handles of its object are stale from here on.
  void free(std::uint32_t i) {
    ++slots_[i].generation;
    Slot::set_next_free(slots_[i], free_);
    free_ = i;
    --taken_;
  }
  // Frees all slots, so that they are taken in ascending order. O(slots).
  void free_all() {
    free_ = kNone;
    for (std::uint32_t i = size(); i-- > 0;) {
      slots_[i].generation += slots_[i].generation & 1;
      Slot::set_next_free(slots_[i], free_);
      free_ = i;
    }
    taken_ = 0;
  }

  // Gives the table `slots` slots, which the caller sets, for restored(). False: no memory.
  [[nodiscard]] bool start_restore(std::size_t slots) {
    if (!reserve(slots)) return false;
    slots_.set_size(slots);
    return true;
  }
  // All slots are set; `free` is the first free one.
  void restored(std::uint32_t free) {
    free_ = free;
    taken_ = 0;
    for (const Slot& slot : slots_) taken_ += slot.generation & 1;
  }
  // Whether the free slots and those with objects are all there are. O(slots).
  bool validate() const {
    std::size_t free = 0;
    for (std::uint32_t i = free_; i != kNone; i = Slot::next_free(slots_[i])) {
      if (i >= size() || is_taken(i) || ++free > slots_.size()) return false;
    }
    return free + taken_ == slots_.size();
  }

 private:
  Buffer<Slot> slots_;
  std::uint32_t first_generation_;
  std::uint32_t free_ = kNone;
  std::size_t taken_ = 0;
};

}  // namespace masu::detail
