// SPDX-License-Identifier: MIT
// CellRegistry: the objects registered in each cell: one doubly linked list per cell, threaded
// through the objects.
#pragma once

#include <bit>
#include <cstdint>

#include "broad_phase/cell_range.hpp"
#include "broad_phase/cell_table.hpp"

namespace masu::detail {

inline constexpr std::uint32_t kNoCell = 0x7fff'ffffu;
inline constexpr std::uint32_t kEndOfList = 0xffff'ffffu;

// An object's links in its cell's list. An object stores its cell, so it is removed in O(1) and
// cannot be in two lists, or twice in one.
struct CellLink {
  std::uint32_t next = kEndOfList;
  std::uint32_t prev = kEndOfList;
  std::uint32_t cell : 31 = kNoCell;
  std::uint32_t moved : 1 = 0;  // a flag of the owner, in a free bit
};

// A cell exists while it has objects: the first makes it and the last removes it, so an empty cell
// costs nothing. Links are indices, so nothing here owns anything and no cycle can leak.
//
// Slots: slots[i] is the CellLink of object i.
template <int D>
class CellRegistry {
 public:
  struct Cell {
    CellId<D> id;
    std::uint32_t first;       // object
    std::uint32_t count;       // objects
    std::uint32_t next, prev;  // cells of the same level
  };

  explicit CellRegistry(Allocator allocator) : cells_(allocator), table_(allocator) { clear(); }

  // Reserves memory to register `objects` objects anywhere, so that nothing below can fail.
  [[nodiscard]] bool reserve(std::size_t objects) {
    return cells_.grow(objects) && table_.reserve(objects);
  }

  // Removes all cells; the caller must reset the objects' links.
  void clear() {
    cells_.clear();
    table_.clear();
    free_ = kEndOfList;
    cell_count_ = 0;
    object_count_ = 0;
    occupied_ = 0;
    for (int level = 0; level <= CellId<D>::kMaxLevel; ++level) {
      first_[level] = kEndOfList;
      cells_on_[level] = 0;
    }
  }

  // Registers object i in the cell `id`, and nowhere else; does nothing if it is there already.
  // O(1): at most three look-ups in the table.
  template <class Slots>
  void link(Slots& slots, std::uint32_t i, CellId<D> id, QueryStats& stats) {
    CellLink& link = slots[i];
    if (link.cell != kNoCell) {
      if (cells_[link.cell].id == id) return;
      unlink(slots, i, stats);
    }
    ++stats.nodes;
    std::uint32_t c = table_.find(id.word(), stats);
    if (c == CellTable::kAbsent) c = create(id, stats);
    Cell& cell = cells_[c];
    link.cell = c & kNoCell;
    link.prev = kEndOfList;
    link.next = cell.first;
    if (cell.first != kEndOfList) slots[cell.first].prev = i;
    cell.first = i;
    ++cell.count;
    ++object_count_;
  }

  // Removes object i from its cell, if it is in one. O(1).
  template <class Slots>
  void unlink(Slots& slots, std::uint32_t i, QueryStats& stats) {
    CellLink& link = slots[i];
    if (link.cell == kNoCell) return;
    const std::uint32_t c = link.cell;
    if (link.next != kEndOfList) slots[link.next].prev = link.prev;
    if (link.prev != kEndOfList) slots[link.prev].next = link.next;
    if (link.prev == kEndOfList) cells_[c].first = link.next;
    link.next = link.prev = kEndOfList;
    link.cell = kNoCell;
    --object_count_;
    if (--cells_[c].count == 0) reclaim(c, stats);
  }

  const Cell& operator[](std::uint32_t c) const { return cells_[c]; }
  std::size_t cell_count() const { return cell_count_; }
  // The number of registered objects.
  std::size_t object_count() const { return object_count_; }
  // Bit L: level L has cells.
  std::uint64_t occupied_levels() const { return occupied_; }
  std::uint32_t first_cell(int level) const { return first_[level]; }
  std::uint32_t cells_on_level(int level) const { return cells_on_[level]; }

  std::uint32_t find(CellId<D> id, QueryStats& stats) const {
    return table_.find(id.word(), stats);
  }

  // Calls f(cell index) for every cell of `level` that exists, lies in the range and has a code
  // below `end`, until f returns false. Looks up each cell of the range, or traverses the level,
  // whichever is less work.
  template <class F>
  bool for_each_in(const CellRange<D>& range, int level, std::uint64_t end, QueryStats& stats,
                   F&& f) const {
    if (range.size() <= cells_on_[level]) {
      return range.for_each([&](std::uint64_t code) {
        if (code >= end) return true;
        ++stats.nodes;
        const std::uint32_t c = table_.find(CellId<D>::of_code(code, level).word(), stats);
        return c == CellTable::kAbsent || f(c);
      });
    }
    for (std::uint32_t c = first_[level]; c != kEndOfList; c = cells_[c].next) {
      ++stats.nodes;
      const std::uint64_t code = cells_[c].id.code();
      if (code < end && range.contains(code) && !f(c)) return false;
    }
    return true;
  }

 private:
  std::uint32_t create(CellId<D> id, QueryStats& stats) {
    std::uint32_t c = free_;
    if (c != kEndOfList) {
      free_ = cells_[c].next;
    } else {
      c = static_cast<std::uint32_t>(cells_.size());
      cells_.set_size(cells_.size() + 1);
    }
    const int level = id.level();
    cells_[c] = {id, kEndOfList, 0, first_[level], kEndOfList};
    if (first_[level] != kEndOfList) cells_[first_[level]].prev = c;
    first_[level] = c;
    ++cells_on_[level];
    ++cell_count_;
    occupied_ |= std::uint64_t(1) << level;
    table_.insert(id.word(), c, stats);
    return c;
  }

  void reclaim(std::uint32_t c, QueryStats& stats) {
    const Cell cell = cells_[c];
    const int level = cell.id.level();
    if (cell.next != kEndOfList) cells_[cell.next].prev = cell.prev;
    if (cell.prev != kEndOfList) cells_[cell.prev].next = cell.next;
    if (cell.prev == kEndOfList) first_[level] = cell.next;
    if (--cells_on_[level] == 0) occupied_ &= ~(std::uint64_t(1) << level);
    --cell_count_;
    table_.erase(cell.id.word(), stats);
    cells_[c].next = free_;
    free_ = c;
  }

  Buffer<Cell> cells_;
  CellTable table_;
  std::uint32_t free_;
  std::size_t cell_count_;
  std::size_t object_count_;
  std::uint64_t occupied_;
  std::uint32_t first_[CellId<D>::kMaxLevel + 1];
  std::uint32_t cells_on_[CellId<D>::kMaxLevel + 1];
};

}  // namespace masu::detail
