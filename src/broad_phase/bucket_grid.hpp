// SPDX-License-Identifier: MIT
// An unbounded grid of hashed cells. Each cell stores the boxes of its objects.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <masu/broad_phase/hash_grid.hpp>
#include <masu/core/platform.hpp>
#include "broad_phase/block_table.hpp"
#include "broad_phase/bucket.hpp"

namespace masu::detail {

// Cells form blocks of 16 neighbours in space, so that a search reads few cache lines; only blocks
// are hashed. A cell has a chain of buckets of two cache lines each; most chains have one bucket.
//
// Level l has cells of edge base * 2^l. An object is on the lowest level whose half edge is at
// least its extent, in the cell of its lower corner. Rounding cannot lose an object o that overlaps
// a box b: x -> floor(x / edge) is monotone, and o.max >= b.min implies o.min >= b.min - reach,
// where `reach` is at least every extent on the level; rounding to nearest preserves this order.
template <int D, class T>
class BucketGrid {
 public:
  using Bucket = detail::Bucket<D, T>;
  static constexpr std::uint32_t kNone = BlockTable<D>::kNone;
  static constexpr int kLevels = BlockTable<D>::kLevels;

  explicit BucketGrid(Allocator allocator) : buckets_(allocator), table_(allocator) { clear(1); }

  // Removes all objects. `edge`: of the finest cells, finite and positive.
  void clear(T edge) {
    buckets_.clear();
    table_.clear();
    free_bucket_ = kNone;
    occupied_levels_ = 0;
    edge_ = edge;
    for (Level& level : levels_) {
      level = Level{T(1) / edge, edge / 2, {}};
      // An infinite edge would have the inverse 0, and 0 * infinity is NaN: the end of an infinite
      // box would have no cell. Therefore all levels above the largest finite edge are equal.
      if (is_finite(2 * edge)) edge *= 2;
    }
  }

  // Reserves memory for this many objects, two per cell. False: out of memory.
  [[nodiscard]] bool reserve(std::size_t objects) {
    return buckets_.reserve(objects / Bucket::kSize * 2 + 1) && table_.reserve_cells(objects / 2);
  }

  T edge() const { return edge_; }
  Allocator allocator() const { return buckets_.allocator(); }

  // Inserts an object with a non-empty box into its cell. Returns its bucket; kNone: out of memory,
  // nothing has changed.
  template <class Trace = NoTrace>
  std::uint32_t insert(std::uint32_t id, const Aabb<D, T>& box, Trace&& trace = {}) {
    return insert(id, box, cell_of(box), trace);
  }

  // Erases an object that insert() or move() stored with this box in this bucket. If another object
  // fills the gap, calls relink(id, bucket) with its new bucket.
  template <class Relink, class Trace = NoTrace>
  void erase(std::uint32_t id, const Aabb<D, T>& box, std::uint32_t bucket, Relink&& relink,
             Trace&& trace = {}) {
    erase(id, cell_of(box), bucket, relink, trace);
  }

  // Returns the new bucket of the object; kNone: out of memory, nothing has changed.
  template <class Relink, class Trace = NoTrace>
  std::uint32_t move(std::uint32_t id, const Aabb<D, T>& from, const Aabb<D, T>& to,
                     std::uint32_t bucket, Relink&& relink, Trace&& trace = {}) {
    const Cell old = cell_of(from);
    const Cell cell = cell_of(to);
    if (old == cell) {
      Bucket& b = buckets_[bucket];
      b.set(b.lane_of(id), id, to);
      Level& level = levels_[cell.level];
      for (int a = 0; a < D; ++a) level.reach[a] = std::max(level.reach[a], wide(to, a));
      return bucket;
    }
    const std::uint32_t into = insert(id, to, cell, trace);
    if (into != kNone) erase(id, old, bucket, relink, trace);
    return into;
  }

  // Calls f(bucket) with the head of each chain that may contain an object overlapping the box,
  // until f returns false. Reads no bucket. Counts the blocks that it looks up as nodes.
  // Precondition: the box is not empty.
  template <class F, class Trace>
  bool for_each_chain(const Aabb<D, T>& box, QueryStats& stats, F&& f, Trace& trace) const {
    for (std::uint32_t levels = occupied_levels_; levels != 0; levels &= levels - 1) {
      if (!search_level(std::countr_zero(levels), box, stats, f, trace)) return false;
    }
    return true;
  }
  const Bucket* buckets() const { return buckets_.data(); }
  void prefetch_bucket(std::uint32_t i) const {
    const auto* const lines = reinterpret_cast<const char*>(&buckets_[i]);
    for (std::size_t at = 0; at < sizeof(Bucket); at += 64) prefetch(lines + at);
  }

  // Calls f(ids) with the objects that overlap the box, at most kMostListed * Bucket::kSize at a
  // time, until f returns false. Precondition: the box is not empty.
  template <class F, class Trace>
  bool search(const Aabb<D, T>& box, QueryStats& stats, F&& f, Trace& trace) const {
    constexpr std::uint32_t kMost = 16;
    std::uint32_t list[kMost];
    std::uint32_t count = 0;
    const auto flush = [&] {
      const bool on = search_listed(box, list, count, stats, f, trace);
      count = 0;
      return on;
    };
    const auto note = [&](std::uint32_t i) {
      list[count++] = i;
      return count < kMost || flush();
    };
    return for_each_chain(box, stats, note, trace) && flush();
  }
  // The same for at most kMostListed chains from for_each_chain(). Overwrites the list. Reads
  // all heads first, since they were prefetched together.
  static constexpr std::uint32_t kMostListed = 24;
  template <class F, class Trace>
  bool search_listed(const Aabb<D, T>& box, std::uint32_t* list, std::uint32_t count,
                     QueryStats& stats, F&& f, Trace& trace) const {
    std::uint32_t ids[kMostListed * Bucket::kSize];
    while (count != 0) {
      for (std::uint32_t k = 0; k < count; ++k) {
        trace.on(ReadBucket{list[k], buckets_[list[k]].count});
      }
      stats.tests += count * Bucket::kSize;
      const std::uint32_t found = kernels_->overlapping(buckets_.data(), list, count, box, ids);
      if (!f(std::span<const std::uint32_t>(ids, found))) return false;
      std::uint32_t longer = 0;
      for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t next = buckets_[list[k]].next;
        list[longer] = next;
        longer += next != kNone ? 1 : 0;
      }
      count = longer;
    }
    return true;
  }

  // Calls f(id, ids) for each object and the objects that it overlaps, each pair once, until f
  // returns false. Fine levels come before coarse ones; the order of cells on a level is fixed.
  template <class F, class Trace>
  bool join(QueryStats& stats, F&& f, Trace& trace) const {
    typename BlockTable<D>::Recent recent(table_);
    for (std::uint32_t levels = occupied_levels_; levels != 0; levels &= levels - 1) {
      const int level = std::countr_zero(levels);
      const auto of_cell = [&](const Coords& at, std::uint32_t head) {
        return join_cell({at, level}, head, recent, stats, f, trace);
      };
      if (!table_.for_each_cell_on(level, of_cell)) return false;
    }
    return true;
  }

  // Returns a sort key: nearby cells have nearby keys. If objects are inserted in this order, their
  // cells lie in the same order in memory.
  std::uint64_t order_of(const Aabb<D, T>& box) const {
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

  // Calls visit(bounds, depth, number of objects) for each cell in use, then object(id) for each of
  // its objects. The coarsest level has depth 0.
  template <class Visit, class Object>
  void for_each_cell(Visit&& visit, Object&& object) const {
    const int coarsest = static_cast<int>(std::bit_width(occupied_levels_)) - 1;
    for (int level = coarsest; level >= 0; --level) {
      (void)table_.for_each_cell_on(level, [&](const Coords& at, std::uint32_t head) {
        std::size_t objects = 0;
        for (std::uint32_t b = head; b != kNone; b = buckets_[b].next) objects += buckets_[b].count;
        visit(bounds_of(at, level), coarsest - level, objects);
        for (std::uint32_t b = head; b != kNone; b = buckets_[b].next) {
          for (std::uint32_t k = 0; k < buckets_[b].count; ++k) object(buckets_[b].ids[k]);
        }
        return true;
      });
    }
  }

  // Returns whether every object is stored in the cell of its box, and nothing else is stored.
  // link(id) is the bucket that insert() returned, box(id) the box. O(size).
  template <class BoxOf, class LinkOf>
  bool validate(std::size_t objects, BoxOf&& box, LinkOf&& link) const {
    std::size_t found = 0;
    const auto right = [&](const Coords& block, int level, std::uint32_t index,
                           std::uint32_t head) {
      for (std::uint32_t b = head; b != kNone; b = buckets_[b].next) {
        if (!sound(buckets_[b], b == head)) return false;
        for (std::uint32_t k = 0; k < buckets_[b].count; ++k, ++found) {
          const Aabb<D, T> stored = buckets_[b].box(k);
          const std::uint32_t id = buckets_[b].ids[k];
          const Cell cell = cell_of(stored);
          const bool here = stored == box(id) && link(id) == b && cell.level == level &&
                            BlockCells<D>::block_of(cell.at) == block &&
                            BlockCells<D>::index_in_block(cell.at) == index;
          if (!here) return false;
        }
      }
      return true;
    };
    return table_.for_each_cell(right) && found == objects;
  }

 private:
  using Coords = GridCoords<D>;
  using Cell = typename BlockTable<D>::Cell;
  struct Level {
    T inverse;
    T largest;  // extent
    Vec<D, T> reach;
    std::uint32_t objects = 0;
  };

  // --- From boxes to cells -----------------------------------------------------------------------

  // Returns the extent, rounded up: never less than the exact value.
  static T wide(const Aabb<D, T>& box, int a) {
    const T extent = box.max[a] - box.min[a];
    return extent * (1 + 2 * std::numeric_limits<T>::epsilon()) +
           std::numeric_limits<T>::denorm_min();
  }
  int level_of(const Aabb<D, T>& box) const {
    T extent = 0;
    for (int a = 0; a < D; ++a) extent = std::max(extent, box.max[a] - box.min[a]);
    int level = 0;
    while (level < kLevels - 1 && extent > levels_[level].largest) ++level;
    return level;
  }
  static std::int32_t coord(T x, T inverse) {
    constexpr T kMost = T(1 << 29);
    const T scaled = x * inverse;
    // Also for NaN: infinity minus infinite reach, or 0 times the inverse of a tiny edge.
    if (!(scaled > -kMost)) return -(1 << 29);
    if (scaled >= kMost) return 1 << 29;
    const auto whole = static_cast<std::int32_t>(scaled);
    return whole - (static_cast<T>(whole) > scaled ? 1 : 0);
  }
  Cell cell_of(const Aabb<D, T>& box) const {
    Cell cell;
    cell.level = level_of(box);
    const T inverse = levels_[cell.level].inverse;
    for (int a = 0; a < D; ++a) cell.at[a] = coord(box.min[a], inverse);
    return cell;
  }
  Aabb<D, T> bounds_of(const Coords& at, int level) const {
    const T edge = levels_[level].largest * 2;
    Aabb<D, T> box;
    for (int a = 0; a < D; ++a) {
      box.min[a] = static_cast<T>(at[a]) * edge;
      box.max[a] = static_cast<T>(at[a] + 1) * edge;
    }
    return box;
  }

  // insert() and erase() for the cell of the box.
  template <class Trace>
  std::uint32_t insert(std::uint32_t id, const Aabb<D, T>& box, const Cell& cell, Trace& trace) {
    std::uint32_t* const head = table_.use(cell);
    if (head == nullptr) return kNone;
    const std::uint32_t bucket = head_with_space(*head);
    if (bucket == kNone) {
      if (*head == kNone) table_.erase(cell);
      return kNone;
    }
    buckets_[bucket].set(buckets_[bucket].count++, id, box);
    Level& level = levels_[cell.level];
    ++level.objects;
    occupied_levels_ |= 1u << cell.level;
    for (int a = 0; a < D; ++a) level.reach[a] = std::max(level.reach[a], wide(box, a));
    trace.on(EnterCell<D>{id, cell.level, cell.at});
    return bucket;
  }
  template <class Relink, class Trace>
  void erase(std::uint32_t id, const Cell& cell, std::uint32_t bucket, Relink&& relink,
             Trace& trace) {
    Bucket& b = buckets_[bucket];
    const std::uint32_t hole = b.lane_of(id);
    trace.on(LeaveCell<D>{id, cell.level, cell.at});
    const std::uint32_t head = b.is_head != 0 ? bucket : table_.head(cell);
    Bucket& h = buckets_[head];
    const std::uint32_t last = --h.count;
    b.set(hole, h.ids[last], h.box(last));
    h.vacate(last);
    if (head != bucket) relink(b.ids[hole], bucket);
    if (last == 0) erase_head(cell, head);
    if (--levels_[cell.level].objects == 0) leave_level(cell.level);
  }

  // --- Buckets -----------------------------------------------------------------------------------

  // Returns the head of the chain, with a free lane; kNone: out of memory. If the head is full, a
  // new head is inserted before it, so that no chain is searched for a free lane.
  std::uint32_t head_with_space(std::uint32_t& head) {
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
  // Only the head of a chain has free lanes, and free lanes overlap nothing.
  static bool sound(const Bucket& b, bool is_head) {
    if (b.count == 0 || b.count > Bucket::kSize || (b.is_head != 0) != is_head) return false;
    if (!is_head && b.count < Bucket::kSize) return false;
    for (std::uint32_t k = b.count; k < Bucket::kSize; ++k) {
      if (b.lo[0][k] == b.lo[0][k]) return false;
    }
    return true;
  }
  // Removes the head of the cell's chain, which is empty.
  void erase_head(const Cell& cell, std::uint32_t head) {
    const std::uint32_t next = buckets_[head].next;
    table_.head(cell) = next;
    if (next != kNone) buckets_[next].is_head = 1;
    buckets_[head].next = free_bucket_;
    free_bucket_ = head;
    if (next == kNone) table_.erase(cell);
  }
  void leave_level(int level) {
    occupied_levels_ &= ~(1u << level);
    levels_[level].reach = {};
  }

  // --- Searching ---------------------------------------------------------------------------------

  template <class F, class Trace>
  bool search_level(int level, const Aabb<D, T>& box, QueryStats& stats, F& f, Trace& trace) const {
    const auto all = [](const Coords&) { return 0xffffu; };
    return search_blocks(level, box, all, table_, stats, f, trace);
  }
  // Visits the cells in wanted(block). `table`: a BlockTable or its cache of lookups.
  template <class MaskOf, class Table, class F, class Trace>
  bool search_blocks(int level, const Aabb<D, T>& box, MaskOf&& mask_of, Table& table,
                     QueryStats& stats, F& f, Trace& trace) const {
    const Level& l = levels_[level];
    Coords lo, hi;
    for (int a = 0; a < D; ++a) {
      lo[a] = coord(box.min[a] - l.reach[a], l.inverse);
      hi[a] = coord(box.max[a], l.inverse);
    }
    const Coords first = BlockCells<D>::block_of(lo);
    const Coords last = BlockCells<D>::block_of(hi);
    double span = 1;  // exact where it matters
    for (int a = 0; a < D; ++a) span *= last[a] - first[a] + 1;
    const auto seen = [&](const Coords& block) {
      ++stats.nodes;
      trace.on(LookUpBlock<D>{level, block});
    };
    const auto within = [&](const Coords& block) {
      return BlockCells<D>::cells_within(block, lo, hi) & mask_of(block);
    };
    if (span > table_.count(level)) return table_.for_each_head_on(level, seen, within, f);
    for (Coords at = first;;) {
      const std::uint32_t cells = within(at);
      if (cells != 0) {
        seen(at);
        if (!table.for_each_head(at, level, cells, f)) return false;
      }
      int a = 0;
      for (; a < D && ++at[a] > last[a]; ++a) at[a] = first[a];
      if (a == D) return true;
    }
  }

  // Joins each object of a cell with the later objects of that cell, the objects of later cells on
  // the level, and those of all coarser levels. The buckets that any of them may overlap are looked
  // up once for the whole cell, unless there are too many.
  template <class F, class Trace>
  bool join_cell(const Cell& cell, std::uint32_t head, typename BlockTable<D>::Recent& recent,
                 QueryStats& stats, F& f, Trace& trace) const {
    std::uint32_t list[kMostListed];
    std::uint32_t count = 0;
    Aabb<D, T> all = Aabb<D, T>::nothing();
    const auto note_chain = [&](std::uint32_t b) {
      for (; b != kNone; b = buckets_[b].next) {
        if (count == kMostListed) return false;
        list[count++] = b;
      }
      return true;
    };
    bool whole = note_chain(head);
    for (std::uint32_t k = 0; k < count; ++k) {
      const Bucket& bucket = buckets_[list[k]];
      for (std::uint32_t lane = 0; lane < bucket.count; ++lane) all = merge(all, bucket.box(lane));
    }
    whole = whole && search_after(cell, all, recent, stats, note_chain, trace);
    for (std::uint32_t b = head, k = 0; b != kNone; b = buckets_[b].next, ++k) {
      for (std::uint32_t lane = 0; lane < buckets_[b].count; ++lane) {
        const bool on = whole ? report_listed(b, lane, {list + k, count - k}, stats, f, trace)
                              : join_object(cell, b, lane, recent, stats, f, trace);
        if (!on) return false;
      }
    }
    return true;
  }
  // Joins the object with the later ones in the first bucket and with all in the other buckets.
  template <class F, class Trace>
  bool report_listed(std::uint32_t bucket, std::uint32_t lane, std::span<const std::uint32_t> list,
                     QueryStats& stats, F& f, Trace& trace) const {
    const Bucket& own = buckets_[bucket];
    for (const std::uint32_t b : list) trace.on(ReadBucket{b, buckets_[b].count});
    stats.tests += list.size() * Bucket::kSize;
    std::uint32_t ids[kMostListed * Bucket::kSize];
    const std::uint32_t found = kernels_->overlapping(
        buckets_.data(), list.data(), static_cast<std::uint32_t>(list.size()), own.box(lane), ids);
    std::uint32_t first = 0;
    // Ends: objects with empty boxes are not in cells, so the object overlaps itself.
    while (ids[first++] != own.ids[lane]) {
    }
    return f(own.ids[lane], std::span<const std::uint32_t>(ids + first, found - first));
  }
  // The same if there are more buckets than a list holds.
  template <class F, class Trace>
  MASU_NOINLINE bool join_object(const Cell& cell, std::uint32_t bucket, std::uint32_t lane,
                                 typename BlockTable<D>::Recent& recent, QueryStats& stats, F& f,
                                 Trace& trace) const {
    const Aabb<D, T> box = buckets_[bucket].box(lane);
    const std::uint32_t id = buckets_[bucket].ids[lane];
    if (!report_listed(bucket, lane, {&bucket, 1}, stats, f, trace)) return false;
    std::uint32_t list[kMostListed];
    std::uint32_t count = 0;
    const auto flush = [&] {
      const std::uint32_t listed = std::exchange(count, 0u);
      const auto report = [&](std::span<const std::uint32_t> ids) { return f(id, ids); };
      return search_listed(box, list, listed, stats, report, trace);
    };
    const auto note = [&](std::uint32_t b) {
      list[count++] = b;
      return count < kMostListed || flush();
    };
    if (buckets_[bucket].next != kNone) (void)note(buckets_[bucket].next);
    return search_after(cell, box, recent, stats, note, trace) && flush();
  }
  // Calls f(bucket) with the heads of later cells on the same level, and of all cells on coarser
  // levels, that may contain an object overlapping the box.
  template <class F, class Trace>
  bool search_after(const Cell& cell, const Aabb<D, T>& box, typename BlockTable<D>::Recent& recent,
                    QueryStats& stats, F& f, Trace& trace) const {
    const Coords own = BlockCells<D>::block_of(cell.at);
    const std::uint32_t later = 0xfffeu << BlockCells<D>::index_in_block(cell.at) & 0xffffu;
    const auto after = [&](const Coords& block) {
      for (int a = D - 1; a >= 0; --a) {
        if (block[a] != own[a]) return block[a] > own[a] ? 0xffffu : 0u;
      }
      return later;
    };
    if (!search_blocks(cell.level, box, after, recent, stats, f, trace)) return false;
    const auto any = [](const Coords&) { return 0xffffu; };
    std::uint32_t coarser = occupied_levels_ & (~1u << cell.level);
    for (; coarser != 0; coarser &= coarser - 1) {
      const int level = std::countr_zero(coarser);
      if (!search_blocks(level, box, any, recent, stats, f, trace)) return false;
    }
    return true;
  }

  Buffer<Bucket> buckets_;
  BlockTable<D> table_;
  std::uint32_t free_bucket_ = kNone;
  std::uint32_t occupied_levels_ = 0;
  T edge_ = 1;
  const BucketKernels<D, T>* kernels_ = &bucket_kernels<D, T>();
  Level levels_[kLevels];
};

}  // namespace masu::detail
