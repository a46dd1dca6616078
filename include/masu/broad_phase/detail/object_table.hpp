// SPDX-License-Identifier: MIT
// ObjectTable: the objects of a dynamic index by slot: boxes, filters, user data and stale handles.
#pragma once

#include <masu/broad_phase/orthtree_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/detail/rare_column.hpp>
#include <masu/core/detail/slot_table.hpp>
#include <masu/core/platform.hpp>

namespace masu::detail {

// What a search reads is contiguous, in 32 bytes for three floats; filters and user data are apart,
// and exist only where some object has others than Filter{} and 0.
template <int D, class T>
class ObjectTable {
 public:
  using Object = RegisteredObject<D, T>;

  // The index stores a link at each slot; that of a new slot is kNoLink.
  static constexpr std::uint32_t kNoLink = 0x7fff'ffffu;

  explicit ObjectTable(Allocator allocator)
      : slots_(allocator), filters_(allocator), user_data_(allocator), moved_(allocator) {}

  // Reserves memory for that many slots: insert() then cannot fail for objects with these columns.
  [[nodiscard]] bool reserve(std::size_t slots, const InsertColumns& columns = {}) {
    return slots_.reserve(slots) && moved_.grow(slots) &&
           reserve_columns(!columns.user_data.empty(), !columns.filters.empty());
  }
  // Reserves memory for what set_rest() sets. Returns false if out of memory.
  [[nodiscard]] bool reserve_rest(std::uint64_t user_data, const Filter& filter) {
    return reserve_columns(user_data != 0, filter != Filter{});
  }

  // Inserts an object, which counts as moved. Unchanged if it fails.
  InsertResult insert(const Aabb<D, T>& box, std::uint64_t user_data, const Filter& filter) {
    const std::uint32_t next = slots_.next();
    if (next >= kNoLink) return {Status::too_many_objects, {}};
    if ((next == slots_.size() && !reserve(next + std::size_t(1))) ||
        !reserve_rest(user_data, filter)) {
      return {Status::out_of_memory, {}};
    }
    const std::uint32_t i = slots_.take({Aabb<D, T>::nothing(), 0, kNoLink, 0});
    slots_[i].box = box;
    slots_[i].link = kNoLink;
    user_data_.set(i, user_data);
    filters_.set(i, filter);
    filtered_ += filter != Filter{} ? 1 : 0;
    mark_moved(i);
    return {Status::ok, handle(i)};
  }

  // Frees a slot. Precondition: it is alive, and the index has dropped its link.
  void erase(std::uint32_t i) {
    filtered_ -= filter(i) != Filter{} ? 1 : 0;
    slots_[i].box = Aabb<D, T>::nothing();
    slots_.free(i);
  }

  // Erases all objects; all handles become stale, memory is kept. O(slots).
  void clear() {
    for (std::uint32_t i = 0; i < slots(); ++i) {
      slots_[i].box = Aabb<D, T>::nothing();
      slots_[i].moved = 0;
    }
    slots_.free_all();
    moved_.clear();
    filtered_ = 0;
  }

  std::size_t size() const { return slots_.taken(); }
  // Returns the number of slots, with and without an object.
  std::uint32_t slots() const { return slots_.size(); }
  bool alive(std::uint32_t i) const { return slots_.is_taken(i); }
  bool contains(Handle h) const { return slots_.contains(h); }
  Handle handle(std::uint32_t i) const { return slots_.handle(i); }
  Object object(std::uint32_t i) const { return {slots_[i].box, filter(i), user_data_[i]}; }

  const Aabb<D, T>& box(std::uint32_t i) const { return slots_[i].box; }
  void set_box(std::uint32_t i, const Aabb<D, T>& box) { slots_[i].box = box; }
  std::uint32_t link(std::uint32_t i) const { return slots_[i].link; }
  void set_link(std::uint32_t i, std::uint32_t link) { slots_[i].link = link & kNoLink; }
  Filter filter(std::uint32_t i) const { return filters_[i]; }
  void set_rest(std::uint32_t i, std::uint64_t user_data, const Filter& filter) {
    filtered_ += (filter != Filter{} ? 1 : 0) - (this->filter(i) != Filter{} ? 1 : 0);
    filters_.set(i, filter);
    user_data_.set(i, user_data);
  }
  // Returns whether some object has a filter other than Filter{}; else filters need not be tested.
  bool has_filters() const { return filtered_ != 0; }
  bool accepted(std::uint32_t i, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, filters_[i]);
  }
  bool accept_each_other(std::uint32_t i, std::uint32_t j) const {
    return filtered_ == 0 || accepts(filters_[i], filters_[j]);
  }

  // Returns the boxes by slot; an empty one without an object. Valid until the table changes.
  BoxSpan<D, T> boxes() const {
    if (slots_.empty()) return {};
    return {slots_[0].box.min.v, slots_[0].box.max.v, sizeof(Slot), std::size_t(slots_.size())};
  }
  void prefetch(std::uint32_t i) const { masu::prefetch(&slots_[i]); }

  // The slots that moved since forget_moved(), each once; some may have been erased since.
  std::span<const std::uint32_t> moved() const { return {moved_.data(), moved_.size()}; }
  bool is_moved(std::uint32_t i) const { return slots_[i].moved != 0; }
  void mark_moved(std::uint32_t i) {
    if (slots_[i].moved != 0) return;
    slots_[i].moved = 1;
    moved_.append_unchecked(i);
  }
  // Shrinks the list to its first `retained` entries.
  void forget_moved(std::size_t retained = 0) {
    for (std::size_t k = retained; k < moved_.size(); ++k) slots_[moved_[k]].moved = 0;
    if (retained < moved_.size()) moved_.set_size(retained);
  }

 private:
  // Reserves columns for as many slots as memory is reserved for.
  bool reserve_columns(bool user_data, bool filters) {
    return user_data_.reserve(moved_.capacity(), user_data) &&
           filters_.reserve(moved_.capacity(), filters);
  }

  struct Slot {
    Aabb<D, T> box;
    std::uint32_t generation;  // odd while alive
    std::uint32_t link : 31;   // of a free slot: the next free one
    std::uint32_t moved : 1;

    static std::uint32_t next_free(const Slot& slot) {
      return slot.link == kNoLink ? Handle::kNone : slot.link;
    }
    static void set_next_free(Slot& slot, std::uint32_t next) { slot.link = next & kNoLink; }
  };

  SlotTable<Slot> slots_;
  RareColumn<Filter> filters_;
  RareColumn<std::uint64_t> user_data_;
  Buffer<std::uint32_t> moved_;
  std::size_t filtered_ = 0;
};

}  // namespace masu::detail
