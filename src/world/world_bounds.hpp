// SPDX-License-Identifier: MIT
// WorldBounds: the box in which the objects of a world should stay, and which objects have left it.
#pragma once

#include <algorithm>

#include "world/object_store.hpp"
#include "world/torus.hpp"

namespace masu::detail {

// Periodic axes do not count. update() flags objects that are outside as kOutside.
template <int D, class T>
class WorldBounds {
 public:
  using Store = ObjectStore<D, T>;

  explicit WorldBounds(Allocator allocator) : left_(allocator) {}

  void set(const Aabb<D, T>& box) {
    box_ = box;
    bounded_ = box != Aabb<D, T>::everything();
    changed_ = true;
  }
  const Aabb<D, T>& box() const { return box_; }
  // Returns whether the box has changed since the last update().
  bool changed() const { return changed_; }
  bool outside(const Aabb<D, T>& box, const Torus<D, T>& torus) const {
    bool in = true;
    for (int a = 0; a < D; ++a) {
      in = in && (torus.wraps(a) || (box.min[a] <= box_.max[a] && box_.min[a] <= box.max[a]));
    }
    return !in;
  }

  // Reserves memory for the results of update(). Returns false if out of memory.
  [[nodiscard]] bool reserve(const Store& objects) {
    return is_idle() || left_.grow(objects.slots());
  }
  // Checks the objects that have moved; all objects if the box is new.
  void update(Store& objects, const Torus<D, T>& torus) {
    if (!is_idle()) update_some(objects, torus);
  }
  // Returns whether no object can have left since the last update(), nor had at that update.
  bool is_idle() const { return !changed_ && !bounded_; }
  // Objects that are outside and were not at the last update, by slot.
  std::span<const Handle> left() const { return {left_.data(), left_.size()}; }
  bool has_left() const { return !is_idle() && !left_.empty(); }
  void forget_left() { left_.clear(); }

  // Returns whether the flag of an object is correct. The flag of an object moved since the last
  // update may be old.
  bool validate(std::uint32_t i, const Store& objects, const Torus<D, T>& torus) const {
    return changed_ || objects.has(i, kMoved) ||
           outside(objects.slot(i).box, torus) == objects.has(i, kOutside);
  }

 private:
  MASU_NOINLINE void update_some(Store& objects, const Torus<D, T>& torus) {
    left_.clear();
    if (changed_) {
      for (std::uint32_t i = 0; i < objects.slots(); ++i) check_object(i, objects, torus);
    } else {
      for (const std::uint32_t i : objects.moved()) check_object(i, objects, torus);
    }
    changed_ = false;
    std::sort(left_.begin(), left_.end(), [](Handle x, Handle y) { return x.index < y.index; });
  }
  void check_object(std::uint32_t i, Store& objects, const Torus<D, T>& torus) {
    if (!objects.alive(i)) return;
    auto& slot = objects.slot(i);
    const bool out = outside(slot.box, torus);
    if (out && (slot.flags & kOutside) == 0) {
      left_.set_size(left_.size() + 1);
      left_.back() = objects.handle(i);
    }
    slot.flags = static_cast<std::uint8_t>(out ? slot.flags | kOutside : slot.flags & ~kOutside);
  }

  bool changed_ = false;  // since the last update()
  bool bounded_ = false;  // whether the box is finite on some side
  Aabb<D, T> box_ = Aabb<D, T>::everything();
  Buffer<Handle> left_;
};

}  // namespace masu::detail
