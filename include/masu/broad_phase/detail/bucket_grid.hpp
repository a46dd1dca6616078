// SPDX-License-Identifier: MIT
// Cells of an unbounded grid, found by hashing, with the boxes of their objects inside.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <masu/broad_phase/detail/bucket.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/prefetch.hpp>
#include <masu/core/query_stats.hpp>

namespace masu::detail {

// Cells come in blocks of 16, neighbours in space, so that what a search looks up lies in few lines
// of memory; only blocks are hashed. A cell holds a chain of buckets of two lines each, mostly one.
//
// Level l has cells of edge base * 2^l. An object is on the lowest level whose half edge is at
// least its extent, in the cell of its lower corner. No rounding can hide it: x -> floor(x / edge)
// is monotone, and for o.max >= b.min the corner o.min is a number not below b.min - reach, where
// `reach` is at least every extent on the level; rounding that difference to nearest keeps the
// order of numbers.
template <int D, class T>
class BucketGrid {
 public:
  using Box = Aabb<D, T>;
  using Bucket = detail::Bucket<D, T>;
  static constexpr std::uint32_t kNone = 0x7fff'ffffu;
  static constexpr int kLevels = 32;

  explicit BucketGrid(Allocator allocator)
      : buckets_(allocator), blocks_(allocator), table_(allocator) {
    clear(1);
  }

  // Forgets all objects; finest cells get this edge, finite and positive.
  void clear(T edge) {
    buckets_.clear();
    blocks_.clear();
    free_bucket_ = free_block_ = kNone;
    for (TableEntry& e : table_) e.block = kNone;
    block_count_ = 0;
    occupied_levels_ = 0;
    edge_ = edge;
    for (int l = 0; l < kLevels; ++l, edge *= 2) levels_[l] = Level{T(1) / edge, edge / 2, {}};
  }

  T edge() const { return edge_; }
  Allocator allocator() const { return buckets_.allocator(); }
  std::size_t bucket_count() const { return buckets_.size(); }
  std::size_t block_count() const { return block_count_; }

  // Puts an object with a non-empty box into its cell. Returns the bucket it is in; kNone: no
  // memory, nothing has changed.
  std::uint32_t insert(std::uint32_t id, const Box& box) {
    const Cell cell = cell_of(box);
    std::uint32_t* head = make_cell(cell);
    if (head == nullptr) return kNone;
    const std::uint32_t bucket = room_in(*head);
    if (bucket == kNone) {
      if (*head == kNone) drop_cell(cell);
      return kNone;
    }
    buckets_[bucket].put(buckets_[bucket].count++, id, box);
    Level& level = levels_[cell.level];
    ++level.objects;
    occupied_levels_ |= 1u << cell.level;
    for (int a = 0; a < D; ++a) level.reach[a] = std::max(level.reach[a], wide(box, a));
    return bucket;
  }

  // Takes an object out that insert() or move() put, with this box, into this bucket. Another may
  // fill its place: relink(id, bucket) tells.
  template <class Relink>
  void erase(std::uint32_t id, const Box& box, std::uint32_t bucket, Relink&& relink) {
    Bucket& b = buckets_[bucket];
    const std::uint32_t hole = b.lane_of(id);
    const Cell cell = cell_of(box);
    const std::uint32_t head = b.is_head != 0 ? bucket : head_of(cell);
    Bucket& h = buckets_[head];
    const std::uint32_t last = --h.count;
    b.put(hole, h.ids[last], h.box(last));
    h.vacate(last);
    if (head != bucket) relink(b.ids[hole], bucket);
    if (last == 0) drop_head(cell, head);
    if (--levels_[cell.level].objects == 0) leave_level(cell.level);
  }

  // Returns the bucket the object is in afterwards; kNone: no memory, nothing has changed.
  template <class Relink>
  std::uint32_t move(std::uint32_t id, const Box& from, const Box& to, std::uint32_t bucket,
                     Relink&& relink) {
    if (cell_of(from) == cell_of(to)) {
      Bucket& b = buckets_[bucket];
      b.put(b.lane_of(id), id, to);
      Level& level = levels_[level_of(to)];
      for (int a = 0; a < D; ++a) level.reach[a] = std::max(level.reach[a], wide(to, a));
      return bucket;
    }
    const std::uint32_t into = insert(id, to);
    if (into != kNone) erase(id, from, bucket, relink);
    return into;
  }

  // f(bucket) for each bucket that may hold an object that overlaps the box, which is not empty,
  // until f returns false. Counts blocks looked up as nodes.
  template <class F>
  bool for_each_bucket(const Box& box, QueryStats& stats, F&& f) const {
    for (std::uint32_t levels = occupied_levels_; levels != 0; levels &= levels - 1) {
      if (!search_level(std::countr_zero(levels), box, stats, f)) return false;
    }
    return true;
  }
  const Bucket* buckets() const { return buckets_.data(); }
  void prefetch_bucket(std::uint32_t i) const {
    const auto* const lines = reinterpret_cast<const char*>(&buckets_[i]);
    for (std::size_t at = 0; at < sizeof(Bucket); at += 64) prefetch(lines + at);
  }

  // f(id) for each object whose box overlaps the box, which is not empty, until f returns false.
  template <class F>
  bool search(const Box& box, QueryStats& stats, F&& f) const {
    constexpr std::uint32_t kMost = 16;
    std::uint32_t list[kMost];
    std::uint32_t count = 0;
    const auto flush = [&] {
      const bool on = search_listed(box, list, count, stats, f);
      count = 0;
      return on;
    };
    const bool on = for_each_bucket(box, stats, [&](std::uint32_t i) {
      list[count++] = i;
      return count < kMost || flush();
    });
    return on && flush();
  }
  // The same in at most kMostListed buckets that for_each_bucket() named.
  static constexpr std::uint32_t kMostListed = 24;
  template <class F>
  bool search_listed(const Box& box, const std::uint32_t* list, std::uint32_t count,
                     QueryStats& stats, F&& f) const {
    std::uint32_t ids[kMostListed * Bucket::kSize];
    stats.tests += count * Bucket::kSize;
    const std::uint32_t found = kernels_->overlapping(buckets_.data(), list, count, box, ids);
    for (std::uint32_t k = 0; k < found; ++k) {
      if (!f(ids[k])) return false;
    }
    return true;
  }

  // A number with the order in which cells lie in memory after they were filled by it: nearby cells
  // get nearby numbers.
  std::uint64_t order_of(const Box& box) const {
    const Cell cell = cell_of(box);
    std::uint64_t key = 0;
    constexpr int kBitsAnAxis = D == 1 ? 31 : 60 / D;  // a coordinate has 31; far ones may wrap
    for (int bit = kBitsAnAxis - 1; bit >= 0; --bit) {
      for (int a = D - 1; a >= 0; --a) {
        const auto shifted = static_cast<std::uint32_t>(cell.at[a]) + 0x4000'0000u;
        key = key << 1 | (shifted >> bit & 1);
      }
    }
    return key;
  }

  // Every object is where its box belongs, and nothing else is stored. link(id) is the bucket that
  // insert() returned, box(id) the box. O(size).
  template <class BoxOf, class LinkOf>
  bool validate(std::size_t objects, BoxOf&& box, LinkOf&& link) const {
    std::size_t found = 0;
    for (const TableEntry& e : table_) {
      if (e.block == kNone) continue;
      if (e.occupied == 0 || blocks_[e.block].at != e.at) return false;
      for (std::uint32_t c = 0; c < kBlockCells; ++c) {
        std::uint32_t b = blocks_[e.block].head[c];
        if ((b != kNone) != ((e.occupied >> c & 1) != 0)) return false;
        for (; b != kNone; b = buckets_[b].next) {
          const bool is_head = b == blocks_[e.block].head[c];
          const std::uint32_t count = buckets_[b].count;
          if (count == 0 || count > Bucket::kSize) return false;
          if (!is_head && count < Bucket::kSize) return false;
          if ((buckets_[b].is_head != 0) != is_head) return false;
          for (std::uint32_t k = count; k < Bucket::kSize; ++k) {
            if (buckets_[b].lo[0][k] == buckets_[b].lo[0][k]) return false;
          }
          for (std::uint32_t k = 0; k < count; ++k) {
            const Box stored = buckets_[b].box(k);
            const std::uint32_t id = buckets_[b].ids[k];
            const Cell cell = cell_of(stored);
            const bool right = stored == box(id) && link(id) == b && cell.level == e.level &&
                               block_of(cell) == e.at && place_in_block(cell) == c;
            if (!right) return false;
            ++found;
          }
        }
      }
    }
    return found == objects;
  }

 private:
  using Coords = Vec<D, std::int32_t>;
  static constexpr std::uint32_t kBlockCells = 16;
  // Cells of a block along each axis, as a power of two.
  static constexpr int kBits[5][4] = {{}, {4}, {2, 2}, {2, 1, 1}, {1, 1, 1, 1}};

  struct Level {
    T inverse;
    T largest;  // extent
    Vec<D, T> reach;
    std::uint32_t objects = 0;
    std::uint32_t blocks = 0;
    std::uint32_t first_block = kNone;
  };
  struct Cell {
    Coords at;
    int level;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct Block {
    std::uint32_t head[kBlockCells];
    Coords at;
    std::uint32_t next;  // of its level; of a free block, in the list of free ones
    std::uint32_t prev;
  };
  struct TableEntry {
    Coords at;  // of the block
    std::uint32_t block;
    std::uint16_t occupied;  // cells of the block
    std::uint16_t level;
  };

  // --- From boxes to cells -----------------------------------------------------------------------

  // Not below the exact extent, whatever the difference was rounded to.
  static T wide(const Box& box, int a) {
    const T extent = box.max[a] - box.min[a];
    return extent * (1 + 2 * std::numeric_limits<T>::epsilon()) +
           std::numeric_limits<T>::denorm_min();
  }
  int level_of(const Box& box) const {
    T extent = 0;
    for (int a = 0; a < D; ++a) extent = std::max(extent, box.max[a] - box.min[a]);
    int level = 0;
    while (level < kLevels - 1 && extent > levels_[level].largest) ++level;
    return level;
  }
  static std::int32_t coord(T x, T inverse) {
    constexpr T kMost = T(1 << 29);
    const T scaled = x * inverse;
    if (!(scaled > -kMost)) return -(1 << 29);  // NaN too: infinity less infinite reach
    if (scaled >= kMost) return 1 << 29;
    const auto whole = static_cast<std::int32_t>(scaled);
    return whole - (static_cast<T>(whole) > scaled ? 1 : 0);
  }
  Cell cell_of(const Box& box) const {
    Cell cell;
    cell.level = level_of(box);
    const T inverse = levels_[cell.level].inverse;
    for (int a = 0; a < D; ++a) cell.at[a] = coord(box.min[a], inverse);
    return cell;
  }
  static Coords block_of(const Cell& cell) {
    Coords at;
    for (int a = 0; a < D; ++a) at[a] = cell.at[a] >> kBits[D][a];
    return at;
  }
  static std::uint32_t place_in_block(const Cell& cell) {
    std::uint32_t place = 0;
    for (int a = D - 1; a >= 0; --a) {
      place = place << kBits[D][a] |
              (static_cast<std::uint32_t>(cell.at[a]) & ((1u << kBits[D][a]) - 1));
    }
    return place;
  }

  // --- Blocks ------------------------------------------------------------------------------------

  static std::uint32_t hash(const Coords& at, int level) {
    std::uint64_t h = static_cast<std::uint64_t>(level + 1) * 0x9e37'79b9'7f4a'7c15u;
    for (int a = 0; a < D; ++a) {
      h = (h ^ static_cast<std::uint32_t>(at[a])) * 0xbf58'476d'1ce4'e5b9u;
      h ^= h >> 32;
    }
    return static_cast<std::uint32_t>(h);
  }
  // The entry of a block, or the free one where it would go. The table is never full.
  std::size_t find(const Coords& at, int level) const {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = hash(at, level) & mask;; i = (i + 1) & mask) {
      const TableEntry& e = table_[i];
      if (e.block == kNone || (e.level == level && e.at == at)) return i;
    }
  }
  [[nodiscard]] bool grow_table() {
    Buffer<TableEntry> bigger(table_.allocator());
    if (!bigger.resize(table_.empty() ? 64 : 2 * table_.size())) return false;
    for (TableEntry& e : bigger) e.block = kNone;
    std::swap(table_, bigger);
    for (const TableEntry& e : bigger) {
      if (e.block != kNone) table_[find(e.at, e.level)] = e;
    }
    return true;
  }
  // The head of the cell's chain, made if it was not there (kNone then); nullptr: no memory.
  std::uint32_t* make_cell(const Cell& cell) {
    if (2 * (block_count_ + 1) > table_.size() && !grow_table()) return nullptr;
    const Coords at = block_of(cell);
    TableEntry& e = table_[find(at, cell.level)];
    if (e.block == kNone && !make_block(e, at, cell.level)) return nullptr;
    const std::uint32_t place = place_in_block(cell);
    e.occupied |= static_cast<std::uint16_t>(1u << place);
    return &blocks_[e.block].head[place];
  }
  bool make_block(TableEntry& e, const Coords& at, int level) {
    std::uint32_t block = free_block_;
    if (block != kNone) {
      free_block_ = blocks_[block].next;
    } else {
      block = static_cast<std::uint32_t>(blocks_.size());
      if (!blocks_.resize(block + 1)) return false;
    }
    Level& l = levels_[level];
    Block& b = blocks_[block];
    for (std::uint32_t& head : b.head) head = kNone;
    b.at = at;
    b.prev = kNone;
    b.next = l.first_block;
    if (b.next != kNone) blocks_[b.next].prev = block;
    l.first_block = block;
    e = {at, block, 0, static_cast<std::uint16_t>(level)};
    ++block_count_;
    ++l.blocks;
    return true;
  }
  // The cell's chain is empty.
  void drop_cell(const Cell& cell) {
    const std::size_t i = find(block_of(cell), cell.level);
    TableEntry& e = table_[i];
    e.occupied &= static_cast<std::uint16_t>(~(1u << place_in_block(cell)));
    if (e.occupied != 0) return;
    Level& l = levels_[cell.level];
    Block& b = blocks_[e.block];
    if (b.next != kNone) blocks_[b.next].prev = b.prev;
    (b.prev != kNone ? blocks_[b.prev].next : l.first_block) = b.next;
    b.next = free_block_;
    free_block_ = e.block;
    --block_count_;
    --l.blocks;
    close_gap(i);
  }
  // Entries after a freed one move up, so that probing never ends too early.
  void close_gap(std::size_t gap) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = (gap + 1) & mask; table_[i].block != kNone; i = (i + 1) & mask) {
      const std::size_t home = hash(table_[i].at, table_[i].level) & mask;
      if (((i - home) & mask) < ((i - gap) & mask)) continue;  // it would come before its home
      table_[gap] = table_[i];
      gap = i;
    }
    table_[gap].block = kNone;
  }

  // --- Buckets -----------------------------------------------------------------------------------

  // The head of the chain, with room for one more; kNone: no memory. A full head goes behind a new
  // one, so a chain is never walked to find room.
  std::uint32_t room_in(std::uint32_t& head) {
    if (head != kNone && buckets_[head].count < Bucket::kSize) return head;
    std::uint32_t i = free_bucket_;
    if (i != kNone) {
      free_bucket_ = buckets_[i].next;
    } else {
      if (buckets_.size() >= kNone) return kNone;
      i = static_cast<std::uint32_t>(buckets_.size());
      if (!buckets_.resize(i + 1)) return kNone;
    }
    if (head != kNone) buckets_[head].is_head = 0;
    for (std::uint32_t k = 0; k < Bucket::kSize; ++k) buckets_[i].vacate(k);
    buckets_[i].count = 0;
    buckets_[i].next = head;
    buckets_[i].is_head = 1;
    head = i;
    return i;
  }
  std::uint32_t head_of(const Cell& cell) const {
    const TableEntry& e = table_[find(block_of(cell), cell.level)];
    return blocks_[e.block].head[place_in_block(cell)];
  }
  // The head of the cell's chain is empty.
  void drop_head(const Cell& cell, std::uint32_t head) {
    const TableEntry& e = table_[find(block_of(cell), cell.level)];
    const std::uint32_t next = buckets_[head].next;
    blocks_[e.block].head[place_in_block(cell)] = next;
    if (next != kNone) buckets_[next].is_head = 1;
    buckets_[head].next = free_bucket_;
    free_bucket_ = head;
    if (next == kNone) drop_cell(cell);
  }
  void leave_level(int level) {
    occupied_levels_ &= ~(1u << level);
    levels_[level].reach = {};
  }

  // --- Searching ---------------------------------------------------------------------------------

  // Cells of a block, as bits, whose coordinate on `axis` is from .. to.
  static constexpr std::uint32_t slab(int axis, int from, int to) {
    int below = 0;
    for (int a = 0; a < axis; ++a) below += kBits[D][a];
    std::uint32_t cells = 0;
    for (std::uint32_t c = 0; c < kBlockCells; ++c) {
      const int at = static_cast<int>(c >> below) & ((1 << kBits[D][axis]) - 1);
      if (from <= at && at <= to) cells |= 1u << c;
    }
    return cells;
  }
  struct Slabs {
    std::uint16_t cells[D][16][16] = {};
    constexpr Slabs() {
      for (int a = 0; a < D; ++a) {
        for (int from = 0; from < 1 << kBits[D][a]; ++from) {
          for (int to = 0; to < 1 << kBits[D][a]; ++to) {
            cells[a][from][to] = static_cast<std::uint16_t>(slab(a, from, to));
          }
        }
      }
    }
  };
  static constexpr Slabs kSlabs{};

  // The cells of block `at` within lo .. hi.
  static std::uint32_t cells_within(const Coords& at, const Coords& lo, const Coords& hi) {
    std::uint32_t cells = 0xffff;
    for (int a = 0; a < D; ++a) {
      const std::int32_t last = (1 << kBits[D][a]) - 1;
      const std::int32_t first_cell = at[a] * (last + 1);
      const std::int32_t from = std::max(lo[a] - first_cell, 0);
      const std::int32_t to = std::min(hi[a] - first_cell, last);
      if (from > to) return 0;
      cells &= kSlabs.cells[a][from][to];
    }
    return cells;
  }

  template <class F>
  bool search_level(int level, const Box& box, QueryStats& stats, F& f) const {
    const Level& l = levels_[level];
    Coords lo, hi, first, last;
    std::uint64_t span = 1;
    for (int a = 0; a < D; ++a) {
      lo[a] = coord(box.min[a] - l.reach[a], l.inverse);
      hi[a] = coord(box.max[a], l.inverse);
      first[a] = lo[a] >> kBits[D][a];
      last[a] = hi[a] >> kBits[D][a];
      span = std::min<std::uint64_t>(span, 1u << 30) *
             static_cast<std::uint64_t>(last[a] - first[a] + 1);
    }
    if (span > l.blocks) return search_all_blocks(level, lo, hi, stats, f);
    for (Coords at = first;;) {
      ++stats.nodes;
      const TableEntry& e = table_[find(at, level)];
      if (e.block != kNone && !search_block(e.block, cells_within(at, lo, hi) & e.occupied, f)) {
        return false;
      }
      int a = 0;
      for (; a < D && ++at[a] > last[a]; ++a) at[a] = first[a];
      if (a == D) return true;
    }
  }
  // More blocks are asked for than the level has.
  template <class F>
  bool search_all_blocks(int level, const Coords& lo, const Coords& hi, QueryStats& stats,
                         F& f) const {
    for (std::uint32_t i = levels_[level].first_block; i != kNone; i = blocks_[i].next) {
      ++stats.nodes;
      if (!search_block(i, cells_within(blocks_[i].at, lo, hi), f)) return false;
    }
    return true;
  }
  template <class F>
  bool search_block(std::uint32_t block, std::uint32_t cells, F& f) const {
    for (; cells != 0; cells &= cells - 1) {
      std::uint32_t b = blocks_[block].head[std::countr_zero(cells)];
      for (; b != kNone; b = buckets_[b].next) {
        if (!f(b)) return false;
      }
    }
    return true;
  }

  Buffer<Bucket> buckets_;
  Buffer<Block> blocks_;
  Buffer<TableEntry> table_;  // open addressing, at most half full; size a power of two, or 0
  std::uint32_t free_bucket_ = kNone;
  std::uint32_t free_block_ = kNone;
  std::size_t block_count_ = 0;
  std::uint32_t occupied_levels_ = 0;
  T edge_ = 1;
  const BucketKernels<D, T>* kernels_ = &bucket_kernels<D, T>();
  Level levels_[kLevels];
};

}  // namespace masu::detail
