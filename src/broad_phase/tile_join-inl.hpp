// SPDX-License-Identifier: MIT
// The join: every node (16 tiles) against the earlier tiles its bounds meet, and within itself.
//
// The search runs on bytes. Each node spans its own frame: coordinates become
// clamp(floor((x - origin) * scale) + 1, 0, 255), which is monotone, so boxes that overlap still
// overlap as bytes, whatever the scalar type and the rounding. One register then tests 16 objects
// per 128 bits. The few pairs of bytes that meet are decided by the exact boxes.
//
// Bytes come in two forms, so that a test is one saturated subtraction per axis and side:
//   row      (lo, 255 - hi)     listed   (hi, 255 - lo)     meet iff row[k] <= listed[k] for all k
// and listed = 255 - row with the sides swapped.
#if defined(MASU_TILE_JOIN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_JOIN_INL_HPP
#undef MASU_TILE_JOIN_INL_HPP
#else
#define MASU_TILE_JOIN_INL_HPP
#endif

#include <bit>

#include "broad_phase/tile_load-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Bits>
HWY_INLINE std::uint32_t lowest_bit(Bits bits) {
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

// Places of the set bits of a byte, in order; what follows them is never read.
struct BitPlaces {
  std::uint8_t of[256][8];
  constexpr BitPlaces() : of{} {
    for (int byte = 0; byte < 256; ++byte) {
      int n = 0;
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        if ((byte >> bit & 1) != 0) of[byte][n++] = bit;
      }
    }
  }
};
alignas(64) inline constexpr BitPlaces kBitPlaces;

// Appends base + i for every set bit i of a 16-bit mask; writes up to 16 places, without a branch.
HWY_INLINE std::uint32_t append_bits(std::uint32_t mask, std::uint32_t base,
                                     std::uint16_t* HWY_RESTRICT to) {
  const hn::FixedTag<std::uint16_t, 8> d16;
  const hn::FixedTag<std::uint8_t, 8> d8;
  const std::uint32_t low = mask & 0xff;
  const std::uint32_t high = mask >> 8;
  const auto from = hn::Set(d16, static_cast<std::uint16_t>(base));
  const auto first = hn::PromoteTo(d16, hn::Load(d8, kBitPlaces.of[low]));
  hn::StoreU(hn::Add(first, from), d16, to);
  const std::uint32_t in_low = static_cast<std::uint32_t>(std::popcount(low));
  const auto second = hn::PromoteTo(d16, hn::Load(d8, kBitPlaces.of[high]));
  const auto eight = hn::Set(d16, static_cast<std::uint16_t>(base + 8));
  hn::StoreU(hn::Add(second, eight), d16, to + in_low);
  return in_low + static_cast<std::uint32_t>(std::popcount(high));
}

// Closed overlap of two non-empty boxes, each 2 D scalars; reads up to one scalar past the second
// corner.
template <int D, class T>
HWY_INLINE std::uint32_t boxes_meet(const T* a, const T* b) {
  const hn::CappedTag<T, D == 3 ? 4 : D> d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  std::uint32_t all = 1;
  for (int i = 0; i < D; i += lanes) {
    const auto hit = hn::And(hn::Le(hn::LoadU(d, a + i), hn::LoadU(d, b + D + i)),
                             hn::Le(hn::LoadU(d, b + i), hn::LoadU(d, a + D + i)));
    const std::uint32_t want = (1u << (D - i < lanes ? D - i : lanes)) - 1;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hit, bits);
    all &= static_cast<std::uint32_t>((bits[0] & want) == want);
  }
  return all;
}

using Bytes16 = hn::FixedTag<std::uint8_t, 16>;

// Tiles gathered for one pass over a node: candidates first, then the node's own.
inline constexpr std::uint32_t kCandidates = 112;
inline constexpr std::uint32_t kGathered = kCandidates + kTileSize;
inline constexpr std::uint32_t kMaxListed = kGathered * kTileSize;
inline constexpr std::uint32_t kMaxHits = 2048;

// Origin and scale of a node's bytes; always finite, so no NaN can arise from boxes without one.
template <int D, class T>
struct Frame {
  T origin[D];
  T scale[D];
};

template <class T>
HWY_INLINE T clamp_finite(T x) {
  constexpr T kMax = std::numeric_limits<T>::max();
  return x < -kMax ? -kMax : (x > kMax ? kMax : x);
}

template <int D, class T>
HWY_INLINE Frame<D, T> frame_of(const Aabb<D, T>& bounds) {
  constexpr T kSteps = T(253.5);
  constexpr T kMax = std::numeric_limits<T>::max();
  Frame<D, T> frame;
  for (int a = 0; a < D; ++a) {
    frame.origin[a] = clamp_finite(bounds.min[a]);
    const T extent = clamp_finite(bounds.max[a]) - frame.origin[a];
    const T scale = kSteps / extent;  // 0 for an infinite extent, infinite for none
    frame.scale[a] = scale > kMax ? kMax : (scale > T(0) ? scale : T(1) / kMax);
  }
  return frame;
}

template <class T>
HWY_INLINE void to_bytes(const T* HWY_RESTRICT lanes, T origin, T scale,
                         std::uint8_t* HWY_RESTRICT out) {
  const TileTag<T> d;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  const auto o = hn::Set(d, origin);
  const auto s = hn::Set(d, scale);
  const auto one = hn::Set(d, T(1));
  const auto zero = hn::Zero(d);
  const auto top = hn::Set(d, T(255));
  for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(d)) {
    auto t = hn::Add(hn::Mul(hn::Sub(hn::Load(d, lanes + i), o), s), one);
    t = hn::Min(hn::Max(t, zero), top);
    if constexpr (sizeof(T) == 4) {
      hn::Store(hn::DemoteTo(d8, hn::ConvertTo(di, t)), d8, out + i);
    } else {
      hn::Store(hn::DemoteTo(d8, hn::DemoteTo(di, t)), d8, out + i);
    }
  }
}

// The listed form of 16 boxes, structure of arrays.
template <int D>
struct alignas(16) ByteTile {
  std::uint8_t side[2 * D][kTileSize];
};

template <int D, class T>
HWY_INLINE void to_listed(const Tile<D, T>& tile, const Frame<D, T>& frame, ByteTile<D>& out) {
  const Bytes16 d;
  for (int a = 0; a < D; ++a) {
    to_bytes(tile.hi[a], frame.origin[a], frame.scale[a], out.side[a]);
    to_bytes(tile.lo[a], frame.origin[a], frame.scale[a], out.side[D + a]);
    hn::Store(hn::Not(hn::Load(d, out.side[D + a])), d, out.side[D + a]);
  }
}

// Bits of the lanes of `tile` that meet the row (one byte for each side).
template <int D>
HWY_INLINE std::uint32_t meet(const ByteTile<D>& tile, const std::uint8_t* row) {
  const Bytes16 d;
  auto over = hn::SaturatedSub(hn::Set(d, row[0]), hn::Load(d, tile.side[0]));
  for (int k = 1; k < 2 * D; ++k) {
    over = hn::Or(over, hn::SaturatedSub(hn::Set(d, row[k]), hn::Load(d, tile.side[k])));
  }
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::Eq(over, hn::Zero(d)), bits);
  std::uint32_t mask = 0;
  std::memcpy(&mask, bits, 2);
  return mask;
}

// The 16 objects of a tile as 8-byte records, bytes in the order of the sides.
template <int D>
HWY_INLINE void to_records(const ByteTile<D>& tile, std::uint8_t* HWY_RESTRICT out) {
  const Bytes16 d;
  const hn::FixedTag<std::uint16_t, 8> d16;
  const hn::FixedTag<std::uint32_t, 4> d32;
  using V = hn::VFromD<Bytes16>;
  V side[8];
  for (int k = 0; k < 8; ++k) side[k] = k < 2 * D ? hn::Load(d, tile.side[k]) : hn::Zero(d);
  for (int half = 0; half < 2; ++half) {
    V two[4];
    for (int k = 0; k < 4; ++k) {
      two[k] = half == 0 ? hn::InterleaveLower(d, side[2 * k], side[2 * k + 1])
                         : hn::InterleaveUpper(d, side[2 * k], side[2 * k + 1]);
    }
    const auto a = hn::BitCast(d16, two[0]);
    const auto b = hn::BitCast(d16, two[1]);
    const auto c = hn::BitCast(d16, two[2]);
    const auto e = hn::BitCast(d16, two[3]);
    for (int quarter = 0; quarter < 2; ++quarter) {
      const auto left = hn::BitCast(
          d32, quarter == 0 ? hn::InterleaveLower(d16, a, b) : hn::InterleaveUpper(d16, a, b));
      const auto right = hn::BitCast(
          d32, quarter == 0 ? hn::InterleaveLower(d16, c, e) : hn::InterleaveUpper(d16, c, e));
      std::uint8_t* const to = out + 64 * half + 32 * quarter;
      hn::Store(hn::BitCast(d, hn::InterleaveLower(d32, left, right)), d, to);
      hn::Store(hn::BitCast(d, hn::InterleaveUpper(d32, left, right)), d, to + 16);
    }
  }
}

template <int D, class T>
class NodeJoin {
 public:
  NodeJoin(const JoinTask<D, T>& task, PairBlock& out, JoinCounts& counts)
      : task_(task), out_(out), counts_(counts) {}

  bool run(std::uint32_t node) {
    const TileView<D, T>& mine = task_.receivers;
    const Tile<D, T>& own_bounds = mine.bounds[0][node];
    first_tile_ = node * kTileSize;
    const std::uint32_t left = mine.tile_count - first_tile_;
    own_count_ = left < kTileSize ? left : kTileSize;
    bounds_ = Aabb<D, T>::nothing();
    for (std::uint32_t lane = 0; lane < own_count_; ++lane) {
      for (int a = 0; a < D; ++a) {
        bounds_.min[a] =
            own_bounds.lo[a][lane] < bounds_.min[a] ? own_bounds.lo[a][lane] : bounds_.min[a];
        bounds_.max[a] =
            own_bounds.hi[a][lane] > bounds_.max[a] ? own_bounds.hi[a][lane] : bounds_.max[a];
      }
    }
    frame_ = frame_of(bounds_);
    to_listed(own_bounds, frame_, own_bytes_);
    set_clip();
    for (std::uint32_t t = 0; t < own_count_; ++t) {
      to_listed(mine.tiles[first_tile_ + t], frame_, rows_[t]);
    }
    gathered_ = 0;
    ++counts_.nodes;
    const TileView<D, T>& theirs = task_.sources;
    if (theirs.tile_count != 0 && !gather(theirs.levels - 1, 0)) return false;
    if (task_.self) {
      own_at_ = gathered_;
      for (std::uint32_t t = 0; t < own_count_; ++t) {
        append(first_tile_ + t, rows_[t], own_bytes_, t);
      }
    }
    return search();
  }

 private:
  // What a candidate must meet: the node's own bounds, as bytes.
  void set_clip() {
    for (int a = 0; a < D; ++a) {
      std::uint8_t highest = 0;
      std::uint8_t lowest = 0;  // of 255 - lo, so of the lowest corner
      for (std::uint32_t t = 0; t < own_count_; ++t) {
        highest = own_bytes_.side[a][t] > highest ? own_bytes_.side[a][t] : highest;
        lowest = own_bytes_.side[D + a][t] > lowest ? own_bytes_.side[D + a][t] : lowest;
      }
      clip_[a] = static_cast<std::uint8_t>(255 - lowest);
      clip_[D + a] = static_cast<std::uint8_t>(255 - highest);
    }
  }

  // Depth first through the pyramid over the sources; earlier tiles come first.
  bool gather(int level, std::uint32_t group) {
    const Tile<D, T>& bounds = task_.sources.bounds[level][group];
    ++counts_.nodes;
    if (level == 0) return gather_tiles(group, bounds);
    std::uint32_t mask = overlapping(bounds);
    while (mask != 0) {
      const std::uint32_t lane = lowest_bit(mask);
      mask &= mask - 1;
      const std::uint32_t child = group * kTileSize + lane;
      if (task_.self && (std::uint64_t(child) << (4 * level)) >= first_tile_) break;
      if (!gather(level - 1, child)) return false;
    }
    return true;
  }

  std::uint32_t overlapping(const Tile<D, T>& bounds) const {
    const TileTag<T> d;
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(d)) {
      auto hit = hn::And(hn::Le(hn::Load(d, bounds.lo[0] + i), hn::Set(d, bounds_.max[0])),
                         hn::Ge(hn::Load(d, bounds.hi[0] + i), hn::Set(d, bounds_.min[0])));
      for (int a = 1; a < D; ++a) {
        hit = hn::And(hit, hn::Le(hn::Load(d, bounds.lo[a] + i), hn::Set(d, bounds_.max[a])));
        hit = hn::And(hit, hn::Ge(hn::Load(d, bounds.hi[a] + i), hn::Set(d, bounds_.min[a])));
      }
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hit, bits);
      std::uint32_t part = 0;
      std::memcpy(&part, bits, 2);
      mask |= part << i;
    }
    return mask;
  }

  bool gather_tiles(std::uint32_t group, const Tile<D, T>& bounds) {
    if (task_.self && group * kTileSize >= first_tile_) return true;
    ByteTile<D> bytes;
    to_listed(bounds, frame_, bytes);
    std::uint32_t mask = meet<D>(bytes, clip_);
    const std::uint32_t in_use = task_.sources.tile_count - group * kTileSize;
    if (in_use < kTileSize) mask &= (1u << in_use) - 1;
    while (mask != 0) {
      const std::uint32_t lane = lowest_bit(mask);
      mask &= mask - 1;
      const std::uint32_t tile = group * kTileSize + lane;
      if (gathered_ == kCandidates) {
        own_at_ = kGathered;
        if (!search()) return false;
        gathered_ = 0;
      }
      ByteTile<D> listed;
      to_listed(task_.sources.tiles[tile], frame_, listed);
      append(tile, listed, bytes, lane);
    }
    return true;
  }

  void append(std::uint32_t tile, const ByteTile<D>& listed, const ByteTile<D>& bounds,
              std::uint32_t lane) {
    const std::uint32_t at = gathered_++;
    tile_[at] = tile;
    bytes_[at] = listed;
    for (int k = 0; k < 2 * D; ++k) bound_[k][at] = bounds.side[k][lane];
    to_records<D>(listed, records_ + std::size_t(at) * kTileSize * 8);
  }

  // All of the node's tiles against what was gathered.
  bool search() {
    for (std::uint32_t t = 0; t < own_count_; ++t) {
      list_candidates(t);
      if (listed_ == 0) continue;
      test_rows(t);
      if (!emit(t)) return false;
    }
    return true;
  }

  // Local indices (tile * 16 + lane) of the gathered objects that meet the bounds of tile t.
  void list_candidates(std::uint32_t t) {
    std::uint8_t row[2 * D];
    for (int a = 0; a < D; ++a) {
      row[a] = static_cast<std::uint8_t>(255 - own_bytes_.side[D + a][t]);
      row[D + a] = static_cast<std::uint8_t>(255 - own_bytes_.side[a][t]);
    }
    const bool with_own = own_at_ != kGathered && task_.self;
    const std::uint32_t end = with_own ? own_at_ + t : gathered_;
    std::uint32_t listed = 0;
    std::uint32_t tiles = 0;
    const hn::ScalableTag<std::uint8_t> d;
    const std::uint32_t lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t base = 0; base < end; base += lanes) {
      auto over = hn::SaturatedSub(hn::Set(d, row[0]), hn::LoadU(d, bound_[0] + base));
      for (int k = 1; k < 2 * D; ++k) {
        over = hn::Or(over, hn::SaturatedSub(hn::Set(d, row[k]), hn::LoadU(d, bound_[k] + base)));
      }
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Eq(over, hn::Zero(d)), bits);
      std::uint64_t mask = 0;
      std::memcpy(&mask, bits, 8);
      if (end - base < 64) mask &= (std::uint64_t(1) << (end - base)) - 1;
      while (mask != 0) {
        const std::uint32_t at = base + lowest_bit(mask);
        mask &= mask - 1;
        listed += append_bits(meet<D>(bytes_[at], row), at * kTileSize, list_ + listed);
        ++tiles;
      }
    }
    own_listed_ = listed;
    counts_.tests += tiles * kTileSize;
    if (with_own) {
      for (std::uint32_t lane = 0; lane < kTileSize; ++lane) {
        list_[listed++] = static_cast<std::uint16_t>((own_at_ + t) * kTileSize + lane);
      }
    }
    listed_ = listed;
  }

  // masks_[j]: bits of the lanes of tile t whose bytes meet listed object j.
  void test_rows(std::uint32_t t) {
    const hn::ScalableTag<std::uint8_t> d;
    const std::uint32_t blocks = static_cast<std::uint32_t>(hn::Lanes(d) / 16);
    using V = hn::VFromD<decltype(d)>;
    for (std::uint32_t j = 0; j < listed_; ++j) {
      std::memcpy(listed_records_ + 16 * j, records_ + 8 * std::size_t(list_[j]), 8);
    }
    V row[2 * D];
    for (int a = 0; a < D; ++a) {
      row[a] = hn::Not(hn::LoadDup128(d, rows_[t].side[D + a]));
      row[D + a] = hn::Not(hn::LoadDup128(d, rows_[t].side[a]));
    }
    for (std::uint32_t j = 0; j < listed_; j += blocks) {
      const V record = hn::Load(d, listed_records_ + 16 * j);
      V over = hn::SaturatedSub(row[0], hn::TableLookupBytes(record, hn::Set(d, 0)));
      for (int k = 1; k < 2 * D; ++k) {
        const V side = hn::TableLookupBytes(record, hn::Set(d, static_cast<std::uint8_t>(k)));
        over = hn::Or(over, hn::SaturatedSub(row[k], side));
      }
      hn::StoreMaskBits(d, hn::Eq(over, hn::Zero(d)), reinterpret_cast<std::uint8_t*>(masks_ + j));
    }
    counts_.tests += std::uint64_t(listed_) * kTileSize;
    // Within the tile: lane i < j, so that each pair comes once and none with itself.
    for (std::uint32_t lane = 0; lane < listed_ - own_listed_; ++lane) {
      masks_[own_listed_ + lane] &= static_cast<std::uint16_t>((1u << lane) - 1);
    }
    for (std::uint32_t j = listed_; j < listed_ + 4; ++j) masks_[j] = 0;
  }

  // The bits of the masks become hits, then pairs: two plain loops, so that the many short runs of
  // bits cost no mispredicted branch each.
  bool emit(std::uint32_t t) {
    std::uint32_t hits = 0;
    for (std::uint32_t j = 0; j < listed_; j += 4) {
      std::uint64_t word;
      std::memcpy(&word, masks_ + j, 8);
      const std::uint32_t count = static_cast<std::uint32_t>(std::popcount(word));
      std::uint16_t* const to = hits_ + hits;
      const std::uint32_t base = j * kTileSize;
      for (std::uint32_t k = 0; k < 4; ++k) {
        to[k] = static_cast<std::uint16_t>(base + lowest_bit(word));
        word &= word - 1;
      }
      for (std::uint32_t k = 4; k < count; ++k) {
        to[k] = static_cast<std::uint16_t>(base + lowest_bit(word));
        word &= word - 1;
      }
      hits += count;
      if (hits > kMaxHits - 64) {
        if (!emit_hits(t, hits)) return false;
        hits = 0;
      }
    }
    return emit_hits(t, hits);
  }

  bool emit_hits(std::uint32_t t, std::uint32_t hits) {
    if (out_.capacity - out_.size < hits && !out_.make_room(out_)) return false;
    const std::uint32_t first_slot = (first_tile_ + t) * kTileSize;
    Pair<std::uint32_t>* const data = out_.data + out_.size;
    std::size_t size = 0;
    for (std::uint32_t h = 0; h < hits; ++h) {
      const std::uint32_t hit = hits_[h];
      const std::uint32_t slot_a = first_slot + hit % kTileSize;
      const std::uint32_t local = list_[hit / kTileSize];
      const std::uint32_t slot_b = tile_[local / kTileSize] * kTileSize + local % kTileSize;
      std::uint32_t meets =
          boxes_meet<D, T>(task_.receivers.boxes[slot_a].min.v, task_.sources.boxes[slot_b].min.v);
      const std::uint32_t id_a = task_.receivers.ids[slot_a];
      const std::uint32_t id_b = task_.sources.ids[slot_b];
      if (task_.conditions.any) [[unlikely]] {
        if (meets != 0) meets = allowed(slot_a, slot_b, id_a, id_b);
      }
      const bool swap = task_.self && id_b < id_a;
      data[size] = {swap ? id_b : id_a, swap ? id_a : id_b};
      size += meets;
    }
    out_.size += size;
    return true;
  }

  std::uint32_t allowed(std::uint32_t slot_a, std::uint32_t slot_b, std::uint32_t id_a,
                        std::uint32_t id_b) const {
    const PairConditions<D, T>& c = task_.conditions;
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
      // A pair that meets without crossing the seam is left to its unshifted slots.
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
  std::uint32_t listed_ = 0;
  std::uint32_t own_listed_ = 0;  // the last listed_ - own_listed_ are the tile itself
  Aabb<D, T> bounds_;
  Frame<D, T> frame_;
  std::uint8_t clip_[2 * D];
  ByteTile<D> own_bytes_;        // bounds of the node's tiles
  ByteTile<D> rows_[kTileSize];  // the node's objects, listed form

  std::uint32_t tile_[kGathered];
  ByteTile<D> bytes_[kGathered];
  alignas(64) std::uint8_t bound_[2 * D][kGathered + 64];
  alignas(64) std::uint8_t records_[kGathered * kTileSize * 8];
  std::uint16_t list_[kMaxListed + kTileSize];
  std::uint16_t hits_[kMaxHits + 64];
  alignas(64) std::uint8_t listed_records_[kMaxListed * 16];
  alignas(64) std::uint16_t masks_[kMaxListed + 32];
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
