// SPDX-License-Identifier: MIT
// The objects of a dynamic index by slot: boxes, filters, user data, and handles that go stale.
#pragma once

#include <masu/broad_phase/orthtree_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/platform.hpp>

namespace masu::detail {

// A slot is used again after its object has gone, the last one first. What a search reads lies
// together, in 32 bytes for three floats an axis; filters and user data lie apart.
template <int D, class T>
class ObjectTable {
 public:
  using Box = Aabb<D, T>;
  using Object = RegisteredObject<D, T>;

  // What the index keeps at each slot; a new slot has kNoLink.
  static constexpr std::uint32_t kNoLink = 0x7fff'ffffu;

  explicit ObjectTable(Allocator allocator)
      : slots_(allocator), cold_(allocator), moved_(allocator) {}

  // Room for that many slots, so that insert() cannot fail.
  [[nodiscard]] bool reserve(std::size_t slots) {
    return slots_.grow(slots) && cold_.grow(slots) && moved_.grow(slots);
  }

  // The new object counts as moved. Unchanged if it fails.
  InsertResult insert(const Box& box, std::uint64_t user_data, const Filter& filter) {
    if (free_ == kNoLink && slots_.size() >= kNoLink) return {Status::too_many_objects, {}};
    if (free_ == kNoLink && !reserve(slots_.size() + 1)) return {Status::out_of_memory, {}};
    std::uint32_t i = free_;
    if (i != kNoLink) {
      free_ = slots_[i].link;
    } else {
      i = static_cast<std::uint32_t>(slots_.size());
      slots_.set_size(i + 1);
      cold_.set_size(i + 1);
      slots_[i] = {Box::nothing(), 0, kNoLink, 0};
    }
    slots_[i].box = box;
    slots_[i].link = kNoLink;
    ++slots_[i].generation;
    cold_[i] = {filter, user_data};
    filtered_ += filter != Filter{} ? 1 : 0;
    ++size_;
    mark_moved(i);
    return {Status::ok, {i, slots_[i].generation}};
  }

  // The slot is one that is alive; the index has dropped its link.
  void erase(std::uint32_t i) {
    filtered_ -= cold_[i].filter != Filter{} ? 1 : 0;
    ++slots_[i].generation;
    slots_[i].box = Box::nothing();
    slots_[i].link = free_ & kNoLink;
    free_ = i;
    --size_;
  }

  // All handles become stale; memory is kept. O(slots).
  void clear() {
    free_ = kNoLink;
    for (auto i = static_cast<std::uint32_t>(slots_.size()); i-- > 0;) {
      const std::uint32_t generation = slots_[i].generation;
      slots_[i] = {Box::nothing(), generation + (generation & 1), free_ & kNoLink, 0};
      free_ = i;
    }
    moved_.clear();
    size_ = filtered_ = 0;
  }

  std::size_t size() const { return size_; }
  // Slots there are, with and without an object.
  std::uint32_t slots() const { return static_cast<std::uint32_t>(slots_.size()); }
  bool alive(std::uint32_t i) const { return (slots_[i].generation & 1) != 0; }
  bool contains(Handle h) const {
    return h.index < slots_.size() && slots_[h.index].generation == h.generation &&
           (h.generation & 1) != 0;
  }
  Handle handle(std::uint32_t i) const { return {i, slots_[i].generation}; }
  Object object(std::uint32_t i) const {
    return {slots_[i].box, cold_[i].filter, cold_[i].user_data};
  }

  const Box& box(std::uint32_t i) const { return slots_[i].box; }
  void set_box(std::uint32_t i, const Box& box) { slots_[i].box = box; }
  std::uint32_t link(std::uint32_t i) const { return slots_[i].link; }
  void set_link(std::uint32_t i, std::uint32_t link) { slots_[i].link = link & kNoLink; }
  const Filter& filter(std::uint32_t i) const { return cold_[i].filter; }
  std::uint64_t user_data(std::uint32_t i) const { return cold_[i].user_data; }
  void set_rest(std::uint32_t i, std::uint64_t user_data, const Filter& filter) {
    filtered_ += (filter != Filter{} ? 1 : 0) - (cold_[i].filter != Filter{} ? 1 : 0);
    cold_[i] = {filter, user_data};
  }
  // True when some object has a filter other than Filter{}: nobody need look at them otherwise.
  bool has_filters() const { return filtered_ != 0; }
  bool accepted(std::uint32_t i, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, cold_[i].filter);
  }
  bool accept_each_other(std::uint32_t i, std::uint32_t j) const {
    return filtered_ == 0 || accepts(cold_[i].filter, cold_[j].filter);
  }

  // By slot; slots without an object hold an empty box. Valid until the table changes.
  BoxSpan<D, T> boxes() const {
    if (slots_.empty()) return {};
    return {slots_[0].box.min.v, slots_[0].box.max.v, sizeof(Slot), slots_.size()};
  }
  void prefetch(std::uint32_t i) const { masu::prefetch(&slots_[i]); }

  // Slots that moved since the list was last forgotten, each once; some may have died since.
  std::span<const std::uint32_t> moved() const { return {moved_.data(), moved_.size()}; }
  bool is_moved(std::uint32_t i) const { return slots_[i].moved != 0; }
  void mark_moved(std::uint32_t i) {
    if (slots_[i].moved != 0) return;
    slots_[i].moved = 1;
    moved_.set_size(moved_.size() + 1);
    moved_.back() = i;
  }
  // The list shrinks to its first `kept` entries.
  void forget_moved(std::size_t kept = 0) {
    for (std::size_t k = kept; k < moved_.size(); ++k) slots_[moved_[k]].moved = 0;
    if (kept < moved_.size()) moved_.set_size(kept);
  }

 private:
  struct Slot {
    Box box;
    std::uint32_t generation;  // odd while alive
    std::uint32_t link : 31;   // of a free slot: the next free one
    std::uint32_t moved : 1;
  };
  struct Cold {
    Filter filter;
    std::uint64_t user_data;
  };

  Buffer<Slot> slots_;
  Buffer<Cold> cold_;
  Buffer<std::uint32_t> moved_;
  std::uint32_t free_ = kNoLink;
  std::size_t size_ = 0;
  std::size_t filtered_ = 0;
};

}  // namespace masu::detail
