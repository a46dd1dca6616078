// SPDX-License-Identifier: MIT
// The join: tests every node (16 tiles) against the earlier tiles that its bounds overlap, and
// against itself.
#if defined(MASU_TILE_JOIN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_JOIN_INL_HPP
#undef MASU_TILE_JOIN_INL_HPP
#else
#define MASU_TILE_JOIN_INL_HPP
#endif

#include <bit>
#include <cstring>

#include <hwy/cache_control.h>

#include "broad_phase/tile_words-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The tiles gathered for one pass over a node: candidates first, then the node's own tiles.
inline constexpr std::uint32_t kCandidates = 112;
inline constexpr std::uint32_t kGathered = kCandidates + kTileSize;
inline constexpr std::uint32_t kMaxListed = kGathered * kTileSize;
inline constexpr std::uint32_t kMaxHits = 2048;
static_assert(kMaxHits + 64 <= kMostAtOnce);
// With more set bits than this in a word of 64, whole rows are written.
inline constexpr int kDense = 32;
// A hit packs the tile of the node, the position in the list, and the lane.
inline constexpr std::uint32_t kHitTileShift = 20;
inline constexpr std::uint32_t kHitListMask = (1u << kHitTileShift) - 1;
static_assert(kTileSize * kMaxListed * kTileSize <= 1u << kHitTileShift);

template <int D, class T>
class NodeJoin {
 public:
  NodeJoin(const JoinTask<D, T>& task, PairBlock& out, JoinCounts& counts)
      : task_(task), out_(out), counts_(counts) {}

  bool run(std::uint32_t node) {
    const TileView<D, T>& mine = task_.receivers;
    first_tile_ = node * kTileSize;
    const std::uint32_t left = mine.tile_count - first_tile_;
    own_count_ = left < kTileSize ? left : kTileSize;
    SlotBox<D, T> box;
    bound_slots(mine.bounds[0] + first_tile_, &box);
    const SlotBox<D, T>* const own = mine.bounds[0] + first_tile_;
    if (own_count_ > 2 * kOutermost && may_have_outliers(own, box)) cut_outliers(own, box);
    set_frame(box, frame_);
    to_listed(mine.bounds[0] + first_tile_, frame_, own_bounds_);
    set_clip();
    for (std::uint32_t t = 0; t < own_count_; ++t) {
      const SlotBox<D, T>* const slots = mine.boxes + std::size_t(first_tile_ + t) * kTileSize;
      to_listed(slots, frame_, own_ + t * kTileSize);
      fetch_next_node(slots);
    }
    gathered_ = 0;
    dense_tile_ = kNoObject;
    ++counts_.nodes;
    const TileView<D, T>& theirs = task_.sources;
    if (theirs.tile_count != 0 && !gather(theirs.levels - 1, 0)) return false;
    own_at_ = kGathered;
    if (task_.self) {
      own_at_ = gathered_;
      for (std::uint32_t t = 0; t < own_count_; ++t) {
        std::memcpy(words_ + gathered_ * kTileSize, own_ + t * kTileSize,
                    kTileSize * sizeof(Word<D>));
        append(first_tile_ + t, own_bounds_[t]);
      }
    }
    return search();
  }

 private:
  // Prefetches the same tile of the next node. After the last node the prefetch is useless.
  static HWY_INLINE void fetch_next_node(const SlotBox<D, T>* tile) {
    constexpr std::size_t kBytes = kTileSize * sizeof(SlotBox<D, T>);
    const std::uintptr_t next = reinterpret_cast<std::uintptr_t>(tile) + kTileSize * kBytes;
    for (std::size_t at = 0; at < kBytes; at += 64) {
      hwy::Prefetch(reinterpret_cast<const char*>(next + at));
    }
  }

  // Sets the row that candidates must overlap: the node's own bounds.
  void set_clip() {
    std::uint8_t clip[sizeof(Word<D>)];
    std::memset(clip, 255, sizeof(clip));
    for (std::uint32_t t = 0; t < own_count_; ++t) {
      const Word<D> row = row_of<D>(own_bounds_[t]);
      for (std::size_t k = 0; k < sizeof(clip); ++k) {
        const std::uint8_t side = static_cast<std::uint8_t>(row >> (8 * k));
        clip[k] = side < clip[k] ? side : clip[k];
      }
    }
    std::memcpy(&clip_, clip, sizeof(clip));
  }

  // Descends depth first through the pyramid over the sources; earlier tiles come first.
  bool gather(int level, std::uint32_t group) {
    const TileView<D, T>& theirs = task_.sources;
    ++counts_.nodes;
    const std::uint32_t first = group * kTileSize;
    alignas(64) Word<D> listed[kTileSize];
    to_listed(theirs.bounds[level] + first, frame_, listed);
    std::uint32_t mask = test_words<D>(listed, clip_);
    const std::uint32_t in_use = theirs.bound_count[level] - first;
    if (in_use < kTileSize) mask &= (1u << in_use) - 1;
    for (; mask != 0; mask &= mask - 1) {
      const std::uint32_t lane = lowest_bit(mask);
      const std::uint32_t child = first + lane;
      if (task_.self && (std::uint64_t(child) << (4 * level)) >= first_tile_) break;
      if (level != 0) {
        if (!gather(level - 1, child)) return false;
        continue;
      }
      if (gathered_ == kCandidates) {
        own_at_ = kGathered;
        if (!search()) return false;
        gathered_ = 0;
      }
      to_listed(theirs.boxes + std::size_t(child) * kTileSize, frame_,
                words_ + gathered_ * kTileSize);
      append(child, listed[lane]);
    }
    return true;
  }

  void append(std::uint32_t tile, Word<D> bounds) {
    const hn::CappedTag<std::uint32_t, kVectorBytes / 4> d;
    for (std::uint32_t i = 0; i < kTileSize; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
      hn::Store(hn::Iota(d, tile * kTileSize + i), d, slots_ + gathered_ * kTileSize + i);
    }
    bounds_of_[gathered_] = bounds;
    ++gathered_;
  }

  // Tests all tiles of the node against the gathered ones.
  bool search() {
    hits_size_ = 0;
    list_end_ = 0;
    for (std::uint32_t t = 0; t < own_count_; ++t) {
      list_candidates(t);
      if (list_end_ == list_begin_) continue;
      if (!test_rows(t)) return false;
    }
    return emit();
  }

  // Lists the local indices (tile * 16 + lane) of gathered objects that overlap the bounds of
  // tile t.
  void list_candidates(std::uint32_t t) {
    const Word<D> row = row_of<D>(own_bounds_[t]);
    // A tile of fixed objects pairs only with objects that are not fixed.
    const bool all_fixed = task_.receivers.fixed_lanes(first_tile_ + t) == 0xffff;
    const bool with_own = own_at_ != kGathered;
    const std::uint32_t end = with_own ? own_at_ + t : gathered_;
    std::uint32_t tiles = 0;
    for (std::uint32_t base = 0; base < end; base += kTileSize) {
      std::uint32_t mask = test_words<D>(bounds_of_ + base, row);
      if (end - base < kTileSize) mask &= (1u << (end - base)) - 1;
      tiles += append_bits(mask, base, near_ + tiles);
    }
    list_begin_ = list_end_;
    std::uint16_t* const list = list_ + list_begin_;
    std::uint32_t listed = 0;
    for (std::uint32_t i = 0; i < tiles; ++i) {
      const std::uint32_t at = near_[i];
      std::uint32_t lanes = test_words<D>(words_ + at * kTileSize, row);
      if (all_fixed) lanes &= ~task_.sources.fixed_lanes(slots_[at * kTileSize] / kTileSize);
      listed += append_bits(lanes, at * kTileSize, list + listed);
    }
    counts_.tests += tiles * kTileSize;
    own_listed_ = listed;
    if (with_own && !all_fixed) {
      append_bits(0xffff, (own_at_ + t) * kTileSize, list + listed);
      listed += kTileSize;
    }
    list_end_ = list_begin_ + listed;
    for (std::uint32_t k = 0; k < 3; ++k) list[listed + k] = 0;  // read, not used
  }

  // Tests the lanes of tile t against its list, four listed objects per word of 64 bits. Then tests
  // the tile against itself rotated by 1 .. 8, which combines every two lanes once.
  bool test_rows(std::uint32_t t) {
    TileSides<D> sides;
    transpose_words<D>(own_ + t * kTileSize, sides);
    const RowTest<D> rows(sides);
    const std::uint16_t* const list = list_ + list_begin_;
    const std::uint32_t base = t << kHitTileShift | list_begin_ * kTileSize;
    std::uint32_t j = 0;
    for (; j + 4 <= own_listed_; j += 4) {
      const std::uint64_t word = rows.test(words_, list + j);
      const bool more = std::popcount(word) > kDense ? add_dense(t, list + j, word)
                                                     : add_hits(word, base + j * kTileSize);
      if (!more) return false;
    }
    if (j != own_listed_) {
      const std::uint64_t used = (std::uint64_t(1) << (16 * (own_listed_ - j))) - 1;
      if (!add_hits(rows.test(words_, list + j) & used, base + j * kTileSize)) return false;
    }
    counts_.tests += std::uint64_t(own_listed_) * kTileSize;
    if (list_end_ - list_begin_ == own_listed_) return true;
    counts_.tests += kTileSize * kTileSize / 2;
    const std::uint32_t own = base + own_listed_ * kTileSize;
    const std::uint64_t half_rotation =
        ~(std::uint64_t(0xff00) << 48);  // rotation 8 tests every two twice
    return add_own_hits(rows.test_rotated(sides, 1), own, 1) &&
           add_own_hits(rows.test_rotated(sides, 5) & half_rotation, own, 5);
  }

  // Converts bits to hits (tile of the node, position in the list, lane). Most words have few bits:
  // four hits are always written, so no branch can be mispredicted.
  HWY_INLINE bool add_hits(std::uint64_t word, std::uint32_t base) {
    constexpr std::uint64_t kLast = std::uint64_t(1) << 63;  // stands in where no bit is left
    const std::uint32_t count = static_cast<std::uint32_t>(std::popcount(word));
    std::uint32_t* const to = hits_ + hits_size_;
    for (std::uint32_t k = 0; k < 4; k += 2) {
      const std::uint64_t first = lowest_bit(word | kLast) + base;
      word &= word - 1;
      const std::uint64_t second = lowest_bit(word | kLast) + base;
      word &= word - 1;
      const std::uint64_t both = first | second << 32;
      std::memcpy(to + k, &both, 8);
    }
    for (std::uint32_t k = 4; k < count; ++k) {
      to[k] = base + lowest_bit(word);
      word &= word - 1;
    }
    hits_size_ += count;
    return hits_size_ <= kMaxHits - 64 || emit();
  }

  // Handles a word with most bits set: tests and writes whole rows of 16 at once.
  bool add_dense(std::uint32_t t, const std::uint16_t* list, std::uint64_t word) {
    if (out_.capacity - out_.size < 4 * kTileSize && !out_.reserve_slots(out_)) return false;
    const TileView<D, T>& mine = task_.receivers;
    const std::size_t first_slot = std::size_t(first_tile_ + t) * kTileSize;
    if (dense_tile_ != t) {
      load_slots(mine.boxes + first_slot, dense_);
      dense_tile_ = t;
    }
    alignas(64) std::uint32_t ids[kTileSize];
    for (std::uint32_t lane = 0; lane < kTileSize; ++lane) ids[lane] = mine.id(first_slot + lane);
    for (; word != 0; word >>= kTileSize, ++list) {
      const std::size_t slot_b = slots_[*list];
      std::uint32_t mask = static_cast<std::uint32_t>(word & 0xffff);
      mask &= overlapping_lanes(dense_, task_.sources.boxes[slot_b]);
      const std::uint32_t id_b = task_.sources.id(slot_b);
      if (mask == 0xffff && task_.self && !task_.conditions.any &&
          ids[kTileSize - 1] != kNoObject) {
        write_row(ids, id_b);
        continue;
      }
      for (; mask != 0; mask &= mask - 1) {
        const std::uint32_t lane = lowest_bit(mask);
        const std::uint32_t id_a = ids[lane];
        if (id_a == kNoObject) continue;
        if (task_.conditions.any && allowed(first_slot + lane, slot_b, id_a, id_b) == 0) continue;
        const bool swap = task_.self && id_b < id_a;
        out_.data[out_.size++] = {swap ? id_b : id_a, swap ? id_a : id_b};
      }
    }
    return true;
  }

  // Tests the 16 boxes of a tile exactly.
  static std::uint32_t overlapping_lanes(const Tile<D, T>& tile, const SlotBox<D, T>& box) {
    const TileTag<T> d;
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(d)) {
      auto hit = hn::And(hn::Le(hn::Load(d, tile.lo[0] + i), hn::Set(d, box.hi[0])),
                         hn::Ge(hn::Load(d, tile.hi[0] + i), hn::Set(d, box.lo[0])));
      for (int a = 1; a < D; ++a) {
        hit = hn::And(hit, hn::Le(hn::Load(d, tile.lo[a] + i), hn::Set(d, box.hi[a])));
        hit = hn::And(hit, hn::Ge(hn::Load(d, tile.hi[a] + i), hn::Set(d, box.lo[a])));
      }
      mask |= mask_bits(d, hit) << i;
    }
    return mask;
  }

  // Writes 16 pairs, the smaller id first in each.
  void write_row(const std::uint32_t* ids, std::uint32_t id_b) {
    const hn::CappedTag<std::uint32_t, kVectorBytes / 4> d;
    const auto b = hn::Set(d, id_b);
    std::uint32_t* const to = &out_.data[out_.size].a;
    for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(d)) {
      const auto a = hn::Load(d, ids + i);
      hn::StoreInterleaved2(hn::Min(a, b), hn::Max(a, b), d, to + 2 * i);
    }
    out_.size += kTileSize;
  }

  // Bit 16 r + i of the word: lane i overlaps lane (i + turn + r) % 16.
  HWY_INLINE bool add_own_hits(std::uint64_t word, std::uint32_t base, std::uint32_t rotation) {
    constexpr std::uint64_t kLast = std::uint64_t(1) << 63;
    const std::uint32_t count = static_cast<std::uint32_t>(std::popcount(word));
    std::uint32_t* const to = hits_ + hits_size_;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t bit = lowest_bit(word | kLast);
      word &= word - 1;
      const std::uint32_t other = (bit + rotation + bit / kTileSize) % kTileSize;
      to[k] = base + other * kTileSize + bit % kTileSize;
    }
    for (std::uint32_t k = 4; k < count; ++k) {
      const std::uint32_t bit = lowest_bit(word);
      word &= word - 1;
      const std::uint32_t other = (bit + rotation + bit / kTileSize) % kTileSize;
      to[k] = base + other * kTileSize + bit % kTileSize;
    }
    hits_size_ += count;
    return hits_size_ <= kMaxHits - 64 || emit();
  }

  bool emit() {
    const std::uint32_t hits = hits_size_;
    hits_size_ = 0;
    if (out_.capacity - out_.size < hits && !out_.reserve_slots(out_)) return false;
    if (task_.conditions.any) {
      task_.self ? emit_hits<true, true>(hits) : emit_hits<true, false>(hits);
    } else {
      task_.self ? emit_hits<false, true>(hits) : emit_hits<false, false>(hits);
    }
    return true;
  }

  // Tests the hits exactly, for a whole node at once, so that the cache misses overlap in time.
  template <bool kConditions, bool kSelf>
  void emit_hits(std::uint32_t hits) {
    Pair* const data = out_.data + out_.size;
    const std::uint32_t first_slot = first_tile_ * kTileSize;
    const TileView<D, T> mine = task_.receivers;
    const TileView<D, T> theirs = task_.sources;
    const SlotBox<D, T>* const rows = mine.boxes + first_slot;
    std::size_t size = 0;
    for (std::uint32_t h = 0; h < hits; ++h) {
      const std::uint32_t hit = hits_[h];
      const std::size_t row = (hit >> (kHitTileShift - 4) & 0xf0) | hit % kTileSize;
      const std::size_t slot_b = slots_[list_[(hit & kHitListMask) / kTileSize]];
      std::uint32_t overlap = boxes_overlap(rows[row], theirs.boxes[slot_b]);
      const std::uint32_t id_a = mine.id(first_slot + row);
      const std::uint32_t id_b = theirs.id(slot_b);
      if constexpr (kConditions) {
        if (overlap != 0) overlap = allowed(first_slot + row, slot_b, id_a, id_b);
      }
      // The smaller id first, without a branch: which one is smaller is unpredictable.
      data[size].a = kSelf && id_b < id_a ? id_b : id_a;
      data[size].b = kSelf && id_b < id_a ? id_a : id_b;
      size += overlap;
    }
    out_.size += size;
  }

  std::uint32_t allowed(std::size_t slot_a, std::size_t slot_b, std::uint32_t id_a,
                        std::uint32_t id_b) const {
    const PairConditions<D, T>& c = task_.conditions;
    if (task_.receivers.is_fixed(slot_a) && task_.sources.is_fixed(slot_b)) return 0;
    if (c.filters_a != nullptr && !accepts(c.filters_a[id_a], c.filters_b[id_b])) return 0;
    if (c.wrapped_a == nullptr) return 1;
    if (task_.self && id_a == id_b) return 0;  // an object and its own image
    const std::uint8_t image_a = c.image_a[slot_a];
    const std::uint8_t image_b = c.image_b[slot_b];
    if ((image_a & image_b) != 0) return 0;  // both shifted: found unshifted as well
    const std::uint8_t image = image_a | image_b;
    const Aabb<D, T>& a = c.wrapped_a[id_a];
    const Aabb<D, T>& b = c.wrapped_b[id_b];
    for (int i = 0; i < D; ++i) {
      // A pair that overlaps without crossing the boundary of the period is left to its unshifted
      // slots.
      const bool direct = a.min[i] <= b.max[i] && b.min[i] <= a.max[i];
      if (direct == ((image >> i & 1) != 0)) return 0;
    }
    return 1;
  }

  const JoinTask<D, T>& task_;
  PairBlock& out_;
  JoinCounts& counts_;

  std::uint32_t first_tile_ = 0;
  std::uint32_t own_count_ = 0;
  std::uint32_t own_at_ = kGathered;  // where the node's own tiles begin; kGathered: not there
  std::uint32_t gathered_ = 0;
  std::uint32_t list_begin_ = 0;  // the run of the tile in hand
  std::uint32_t list_end_ = 0;
  std::uint32_t own_listed_ = 0;  // what follows in the run is the tile itself
  std::uint32_t hits_size_ = 0;
  std::uint32_t dense_tile_ = kNoObject;  // of the node; its boxes are in dense_
  Tile<D, T> dense_;
  Frame<D, T> frame_;
  Word<D> clip_ = 0;                           // what candidates must overlap, as a row
  alignas(64) Word<D> own_bounds_[kTileSize];  // listed, like all words here
  alignas(64) Word<D> own_[kTileSize * kTileSize];

  alignas(64) std::uint32_t slots_[kGathered * kTileSize];
  alignas(64) Word<D> bounds_of_[kGathered];
  alignas(64) Word<D> words_[kGathered * kTileSize];
  std::uint16_t near_[kGathered + kTileSize];
  std::uint16_t list_[kTileSize * kMaxListed + kTileSize];  // one run for each tile of the node
  std::uint32_t hits_[kMaxHits + 64];
};

template <int D, class T>
bool join_nodes(const JoinTask<D, T>& task, std::uint32_t first, std::uint32_t last, PairBlock& out,
                JoinCounts& counts) {
  NodeJoin<D, T> join(task, out, counts);
  for (std::uint32_t node = first; node < last; ++node) {
    if (!join.run(node)) return false;
  }
  return true;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
