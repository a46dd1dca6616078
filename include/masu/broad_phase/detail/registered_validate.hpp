// SPDX-License-Identifier: MIT
// The invariants of a registered tree, in one place.
#pragma once

#include <masu/broad_phase/registered_objects.hpp>

namespace masu {

template <int D, class T>
bool RegisteredObjects<D, T>::validate() const {
  QueryStats unused;
  std::size_t registered = 0;
  std::size_t cells = 0;
  bool good = true;
  // Lists are linked both ways, end, and hold live objects that belong to their cell.
  for_each_cell_index([&](std::uint32_t c) {
    std::uint32_t before = detail::kEndOfList;
    std::uint32_t count = 0;
    for_each_in_cell(c, [&](std::uint32_t i) {
      good &= alive(i) && slots_[i].cell == c && slots_[i].prev == before;
      good &= !slots_[i].object.box.empty() && cell_of(slots_[i].object.box) == cells_[c].id;
      before = i;
      return good && ++count <= size_;
    });
    good &= count == cells_[c].count && count > 0;
    good &= cells_.find(cells_[c].id, unused) == c;
    registered += count;
    return good && ++cells <= slots_.size();
  });
  good &= cells == cells_.cell_count() && registered == cells_.object_count();
  // Every live object with something in its box is registered; the free slots make up the rest.
  std::size_t living = 0;
  std::size_t placed = 0;
  std::size_t filtered = 0;
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (!alive(i)) good &= slots_[i].cell == detail::kNoCell && slots_[i].object.box.empty();
    if (!alive(i)) continue;
    ++living;
    const bool empty = slots_[i].object.box.empty();
    good &= empty == (slots_[i].cell == detail::kNoCell);
    placed += empty ? 0 : 1;
    filtered += slots_[i].object.filter != Filter{} ? 1 : 0;
  }
  std::size_t free = 0;
  for (std::uint32_t i = free_; i != detail::kEndOfList && free <= slots_.size(); ++free) {
    good &= !alive(i);
    i = slots_[i].next;
  }
  std::size_t marked = 0;
  for (const Slot& slot : slots_) marked += slot.moved;
  for (const std::uint32_t i : moved_) good &= slots_[i].moved != 0;
  return good && living == size_ && filtered == filtered_ && placed == registered &&
         free + living == slots_.size() && marked == moved_.size();
}

}  // namespace masu
