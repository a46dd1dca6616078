// SPDX-License-Identifier: MIT
// A hash table of blocks of grid cells. Only blocks with a cell in use exist.
#pragma once

#include <bit>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/platform.hpp>
#include "broad_phase/block_cells.hpp"

namespace masu::detail {

// Maps each cell in use to a number of the owner: its head, the first bucket of its chain. Other
// cells have kNone. Open addressing with linear probing; the blocks of a level also form a list.
template <int D>
class BlockTable {
 public:
  using Cells = BlockCells<D>;
  using Coords = GridCoords<D>;
  static constexpr std::uint32_t kNone = 0x7fff'ffffu;
  static constexpr int kLevels = 32;

  struct Cell {
    Coords at;
    int level;
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  explicit BlockTable(Allocator allocator) : blocks_(allocator), entries_(allocator) { clear(); }

  Allocator allocator() const { return blocks_.allocator(); }
  // Reserves memory for this many cells, with half of each block in use. False: out of memory.
  [[nodiscard]] bool reserve_cells(std::size_t cells) {
    const std::size_t blocks = cells / (Cells::kCells / 2) + 1;
    if (!blocks_.reserve(blocks)) return false;
    return 2 * blocks <= entries_.size() || grow(std::bit_ceil(2 * blocks));
  }
  void clear() {
    blocks_.clear();
    for (Entry& e : entries_) e.block = kNone;
    free_ = kNone;
    count_ = 0;
    for (Level& l : levels_) l = {};
  }

  // Returns the number of blocks of a level.
  std::uint32_t count(int level) const { return levels_[level].blocks; }

  // Returns the head of a cell in use.
  std::uint32_t& head(const Cell& cell) {
    const Entry& e = entries_[find(Cells::block_of(cell.at), cell.level)];
    return blocks_[e.block].head[Cells::index_in_block(cell.at)];
  }
  // Marks a cell as used and returns its head. nullptr: out of memory, nothing has changed.
  std::uint32_t* use(const Cell& cell) {
    if (2 * (count_ + 1) > entries_.size() &&
        !grow(entries_.empty() ? kFewest : 2 * entries_.size())) {
      return nullptr;
    }
    const Coords at = Cells::block_of(cell.at);
    Entry& e = entries_[find(at, cell.level)];
    if (e.block == kNone && !make_block(e, at, cell.level)) return nullptr;
    const std::uint32_t index = Cells::index_in_block(cell.at);
    e.occupied |= static_cast<std::uint16_t>(1u << index);
    return &blocks_[e.block].head[index];
  }
  // Marks a cell as unused. Precondition: its head is kNone again.
  void erase(const Cell& cell) {
    const std::size_t i = find(Cells::block_of(cell.at), cell.level);
    Entry& e = entries_[i];
    e.occupied &= static_cast<std::uint16_t>(~(1u << Cells::index_in_block(cell.at)));
    if (e.occupied != 0) return;
    erase_block(e.block, levels_[cell.level]);
    close_gap(i);
  }

  // Calls f(head) for the cells in use among `cells` of one block of a level, until f returns
  // false.
  template <class F>
  bool for_each_head(const Coords& at, int level, std::uint32_t cells, F& f) const {
    const Entry& e = entries_[find(at, level)];
    return e.block == kNone || visit(blocks_[e.block], cells & e.occupied, f);
  }
  // A cache of recent lookups, for searches at neighbouring positions. The blocks around a common
  // corner do not evict each other. Valid until the table changes.
  class Recent {
   public:
    explicit Recent(const BlockTable& table) : table_(table) {
      for (auto& level : known_) {
        for (Known& known : level) known.at = Coords::all(std::numeric_limits<std::int32_t>::min());
      }
    }
    // Calls f(head) for the cells in use among `cells` of a block, until f returns false.
    template <class F>
    bool for_each_head(const Coords& at, int level, std::uint32_t cells, F& f) {
      std::uint32_t corner = 0;
      for (int a = 0; a < D; ++a) corner |= (static_cast<std::uint32_t>(at[a]) & 1u) << a;
      Known& known = known_[level][corner];
      if (known.at != at) {
        const Entry& e = table_.entries_[table_.find(at, level)];
        known = {at, e.block, e.block == kNone ? std::uint16_t(0) : e.occupied};
      }
      cells &= known.occupied;
      return cells == 0 || visit(table_.blocks_[known.block], cells, f);
    }

   private:
    struct Known {
      Coords at;
      std::uint32_t block;
      std::uint16_t occupied;
    };
    const BlockTable& table_;
    Known known_[kLevels][1 << D];
  };

  // Calls f(head) for the cells in use of all blocks of a level that are in the set of cells
  // within(coordinates of the block). Before each block it calls seen(coordinates of the block).
  template <class Seen, class Within, class F>
  bool for_each_head_on(int level, Seen&& seen, Within&& within, F& f) const {
    for (std::uint32_t i = levels_[level].first; i != kNone; i = blocks_[i].next) {
      seen(blocks_[i].at);
      const Block& block = blocks_[i];
      if (!visit(block, within(block.at), f)) return false;
    }
    return true;
  }

  // Calls f(coordinates, head) for the cells in use of a level, until f returns false.
  template <class F>
  bool for_each_cell_on(int level, F&& f) const {
    for (std::uint32_t i = levels_[level].first; i != kNone; i = blocks_[i].next) {
      for (std::uint32_t c = 0; c < Cells::kCells; ++c) {
        const std::uint32_t head = blocks_[i].head[c];
        if (head != kNone && !f(Cells::cell_at(blocks_[i].at, c), head)) return false;
      }
    }
    return true;
  }

  // Calls f(block, level, index in the block, head) for all cells in use, until it returns false.
  // Also returns false if a cell is marked wrongly. For validation.
  template <class F>
  bool for_each_cell(F&& f) const {
    for (const Entry& e : entries_) {
      if (e.block == kNone) continue;
      const Block& block = blocks_[e.block];
      if (e.occupied == 0 || block.at != e.at) return false;
      for (std::uint32_t c = 0; c < Cells::kCells; ++c) {
        if ((block.head[c] != kNone) != ((e.occupied >> c & 1) != 0)) return false;
        if (block.head[c] != kNone && !f(e.at, int(e.level), c, block.head[c])) return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t kFewest = 64;  // entries

  struct Block {
    std::uint32_t head[Cells::kCells];
    Coords at;
    std::uint32_t next;  // of its level; of a free block, in the list of free ones
    std::uint32_t prev;
  };
  struct Entry {
    Coords at;  // of the block
    std::uint32_t block;
    std::uint16_t occupied;  // cells of the block
    std::uint16_t level;
  };
  struct Level {
    std::uint32_t blocks = 0;
    std::uint32_t first = kNone;
  };

  static std::uint32_t hash(const Coords& at, int level) {
    std::uint64_t h = static_cast<std::uint64_t>(level + 1) * 0x9e37'79b9'7f4a'7c15u;
    for (int a = 0; a < D; ++a) {
      h = (h ^ static_cast<std::uint32_t>(at[a])) * 0xbf58'476d'1ce4'e5b9u;
      h ^= h >> 32;
    }
    return static_cast<std::uint32_t>(h);
  }
  // Returns the entry of a block, or the free entry where it would go. The table is never full.
  std::size_t find(const Coords& at, int level) const {
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = hash(at, level) & mask;; i = (i + 1) & mask) {
      const Entry& e = entries_[i];
      if (e.block == kNone || (e.level == level && e.at == at)) return i;
    }
  }
  [[nodiscard]] MASU_NOINLINE bool grow(std::size_t size) {
    Buffer<Entry> bigger(entries_.allocator());
    if (!bigger.resize(size)) return false;
    for (Entry& e : bigger) e.block = kNone;
    std::swap(entries_, bigger);
    for (const Entry& e : bigger) {
      if (e.block != kNone) entries_[find(e.at, e.level)] = e;
    }
    return true;
  }
  bool make_block(Entry& e, const Coords& at, int level) {
    std::uint32_t i = free_;
    if (i != kNone) {
      free_ = blocks_[i].next;
    } else {
      i = static_cast<std::uint32_t>(blocks_.size());
      if (!blocks_.resize(i + 1)) return false;
    }
    Level& l = levels_[level];
    Block& b = blocks_[i];
    for (std::uint32_t& head : b.head) head = kNone;
    b.at = at;
    b.prev = kNone;
    b.next = l.first;
    if (b.next != kNone) blocks_[b.next].prev = i;
    l.first = i;
    e = {at, i, 0, static_cast<std::uint16_t>(level)};
    ++count_;
    ++l.blocks;
    return true;
  }
  void erase_block(std::uint32_t i, Level& l) {
    Block& b = blocks_[i];
    if (b.next != kNone) blocks_[b.next].prev = b.prev;
    (b.prev != kNone ? blocks_[b.prev].next : l.first) = b.next;
    b.next = free_;
    free_ = i;
    --count_;
    --l.blocks;
  }
  // Moves the entries after a freed one up, so that probing never ends too early.
  void close_gap(std::size_t gap) {
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = (gap + 1) & mask; entries_[i].block != kNone; i = (i + 1) & mask) {
      const std::size_t home = hash(entries_[i].at, entries_[i].level) & mask;
      if (((i - home) & mask) < ((i - gap) & mask)) continue;  // it would come before its home
      entries_[gap] = entries_[i];
      gap = i;
    }
    entries_[gap].block = kNone;
  }

  template <class F>
  static bool visit(const Block& block, std::uint32_t cells, F& f) {
    for (; cells != 0; cells &= cells - 1) {
      const std::uint32_t head = block.head[std::countr_zero(cells)];
      if (head != kNone && !f(head)) return false;
    }
    return true;
  }

  Buffer<Block> blocks_;
  Buffer<Entry> entries_;  // at most half full; size a power of two, or 0
  std::uint32_t free_ = kNone;
  std::size_t count_ = 0;
  Level levels_[kLevels];
};

}  // namespace masu::detail
