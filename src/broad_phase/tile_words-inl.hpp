// SPDX-License-Identifier: MIT
// Boxes as words of bytes, and the tests on them that the join is made of.
//
// The search runs on bytes. Each node spans its own frame: coordinates become
// round(clamp((x - origin) * scale, 0, 255)), which is monotone, so boxes that overlap still
// overlap as bytes, whatever the scalar type and the rounding. A whole box is one word, and one
// saturated subtraction tests all its sides; the few words that meet are decided by the exact
// boxes.
//
// Bytes of a word, for D axes (the rest is 0):
//   listed   hi[0] .. hi[D - 1], 255 - lo[0] .. 255 - lo[D - 1]
//   row      lo[0] .. lo[D - 1], 255 - hi[0] .. 255 - hi[D - 1]
// Two boxes meet iff row[k] <= listed[k] for all k.
#if defined(MASU_TILE_WORDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_WORDS_INL_HPP
#undef MASU_TILE_WORDS_INL_HPP
#else
#define MASU_TILE_WORDS_INL_HPP
#endif

#include <bit>

#include "broad_phase/tile_build-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Of bits that are not all 0.
HWY_INLINE std::uint32_t lowest_bit(std::uint64_t bits) {
  return static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
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

// The lanes of a mask as bits; at most 32 lanes.
template <class D_, class M>
HWY_INLINE std::uint32_t mask_bits(D_ d, M mask) {
  std::uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  // Read back exactly what was written: the store folds into a register.
  if constexpr (hn::MaxLanes(D_()) <= 8) return bytes[0];
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes, hn::MaxLanes(D_()) <= 16 ? 2 : 4);
  return bits;
}

// Closed overlap of two non-empty boxes.
template <int D, class T>
HWY_INLINE std::uint32_t boxes_meet(const SlotBox<D, T>& a, const SlotBox<D, T>& b) {
  const hn::CappedTag<T, D == 3 ? 4 : D> d;  // the fourth lane of a 3D corner is not looked at
  const int lanes = static_cast<int>(hn::Lanes(d));
  std::uint32_t all = 1;
  for (int i = 0; i < D; i += lanes) {
    const auto hit = hn::And(hn::Le(hn::LoadU(d, a.lo + i), hn::LoadU(d, b.hi + i)),
                             hn::Le(hn::LoadU(d, b.lo + i), hn::LoadU(d, a.hi + i)));
    const std::uint32_t want = (1u << (D - i < lanes ? D - i : lanes)) - 1;
    all &= ((mask_bits(d, hit) & want) + 1) >> (D - i < lanes ? D - i : lanes);
  }
  return all;
}

using Bytes16 = hn::FixedTag<std::uint8_t, 16>;

template <int D>
using Word = std::conditional_t<(D <= 2), std::uint32_t, std::uint64_t>;

template <int D>
HWY_INLINE Word<D> row_of(Word<D> listed) {
  constexpr int kHalf = 8 * D;
  constexpr Word<D> kUsed = static_cast<Word<D>>(~Word<D>(0)) >> (8 * sizeof(Word<D>) - 2 * kHalf);
  return static_cast<Word<D>>(~(listed >> kHalf | listed << kHalf)) & kUsed;
}

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

// The bounds become 1 .. 254, so that what lies outside can be told apart.
template <int D, class T>
HWY_INLINE Frame<D, T> frame_of(const SlotBox<D, T>& bounds) {
  using Limits = std::numeric_limits<T>;
  Frame<D, T> frame;
  for (int a = 0; a < D; ++a) {
    const T lo = clamp_finite(bounds.lo[a]);
    const T hi = clamp_finite(bounds.hi[a]);
    // Not below the rounding of the coordinates, and never 0: the scale stays finite.
    const T magnitude = (lo < 0 ? -lo : lo) * Limits::epsilon();
    T step = hi * (T(1) / T(253)) - lo * (T(1) / T(253));
    step = step > magnitude ? step : magnitude;
    step = step > 4 * Limits::min() ? step : 4 * Limits::min();
    frame.origin[a] = clamp_finite(lo - step);
    frame.scale[a] = T(1) / step;
  }
  return frame;
}

// Adding this leaves round(t) in the low bits of a float or double t in [0, 255].
template <class T>
inline constexpr T kRounder = sizeof(T) == 4 ? T(12582912) : T(6755399441055744);

template <class D_, class V, class DU = hn::RebindToUnsigned<D_>>
HWY_INLINE hn::VFromD<DU> side_bits(D_ d, V x, V origin, V scale) {
  V t = hn::Mul(hn::Sub(x, origin), scale);
  t = hn::Min(hn::Max(t, hn::Zero(d)), hn::Set(d, hn::TFromD<D_>(255)));
  return hn::BitCast(DU(), hn::Add(t, hn::Set(d, kRounder<hn::TFromD<D_>>)));
}

// What is left in a lane of bits beside the sides' values: the rounder's exponent, shifted along,
// and the complement of the low sides. One exclusive-or removes both.
template <class U>
constexpr U lane_correction(U rounder, int dims, int first, int count) {
  U fix = 0;
  for (int k = 0; k < count; ++k) {
    fix ^= static_cast<U>(rounder << (8 * k));
    if (first + k >= dims) fix ^= static_cast<U>(U(255) << (8 * k));
  }
  return fix;
}

// Sides [first, first + count) of the listed form, packed into the lanes.
template <int D, int kFirst, int kCount, class T>
HWY_INLINE hn::VFromD<hn::RebindToUnsigned<TileTag<T>>> pack_sides(const Tile<D, T>& tile,
                                                                   const Frame<D, T>& frame,
                                                                   std::size_t lane) {
  const TileTag<T> d;
  const hn::RebindToUnsigned<TileTag<T>> du;
  using U = hn::TFromD<decltype(du)>;
  constexpr U kFix = lane_correction<U>(std::bit_cast<U>(kRounder<T>), D, kFirst, kCount);
  auto packed = hn::Set(du, kFix);
  for (int k = 0; k < kCount; ++k) {
    const int side = kFirst + k;
    const int axis = side % D;
    const T* const from = side < D ? tile.hi[axis] : tile.lo[axis];
    const auto bits = side_bits(d, hn::Load(d, from + lane), hn::Set(d, frame.origin[axis]),
                                hn::Set(d, frame.scale[axis]));
    packed = hn::Xor(packed, hn::ShiftLeftSame(bits, 8 * k));
  }
  return packed;
}

template <int D, class T>
HWY_INLINE void to_listed(const Tile<D, T>& tile, const Frame<D, T>& frame,
                          Word<D>* HWY_RESTRICT out) {
  const TileTag<T> d;
  const hn::RebindToUnsigned<TileTag<T>> du;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < kTileSize; i += lanes) {
    if constexpr (sizeof(T) == 8 && D <= 2) {
      const hn::Rebind<std::uint32_t, decltype(d)> half;
      hn::Store(hn::TruncateTo(half, pack_sides<D, 0, 2 * D>(tile, frame, i)), half, out + i);
    } else if constexpr (sizeof(T) == 8) {
      hn::Store(pack_sides<D, 0, 2 * D>(tile, frame, i), du, out + i);
    } else if constexpr (D <= 2) {
      hn::Store(pack_sides<D, 0, 2 * D>(tile, frame, i), du, out + i);
    } else {
      const auto low = pack_sides<D, 0, 4>(tile, frame, i);
      const auto high = pack_sides<D, 4, 2 * D - 4>(tile, frame, i);
      if constexpr (HWY_TARGET == HWY_EMU128) {
        // Plain stores there: 32-bit halves must not be written into 64-bit words by a cast.
        std::uint32_t halves[2 * kTileSize];
        hn::StoreInterleaved2(low, high, du, halves);
        std::memcpy(out + i, halves, lanes * sizeof(Word<D>));
      } else {
        hn::StoreInterleaved2(low, high, du, reinterpret_cast<std::uint32_t*>(out + i));
      }
    }
  }
}

// Bits of the words that meet the row.
template <int D>
HWY_INLINE std::uint32_t meet(const Word<D>* listed, Word<D> row) {
  const hn::CappedTag<Word<D>, kVectorBytes / sizeof(Word<D>)> d;
  const hn::Repartition<std::uint8_t, decltype(d)> d8;
  const auto r = hn::BitCast(d8, hn::Set(d, row));
  std::uint32_t mask = 0;
  for (std::uint32_t i = 0; i < kTileSize; i += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const auto over = hn::SaturatedSub(r, hn::BitCast(d8, hn::Load(d, listed + i)));
    mask |= mask_bits(d, hn::Eq(hn::BitCast(d, over), hn::Zero(d))) << i;
  }
  return mask;
}

// Byte k of the 16 words of a tile, twice in a row: loaded at offset r they are rotated by r.
template <int D>
struct alignas(64) TileSides {
  std::uint8_t of[2 * D][2 * kTileSize];
};

// Each pass interleaves the two halves of the 16 words, which rotates the address bits by one;
// four passes bring the number of the word to the bottom.
template <int D>
HWY_INLINE void transpose_words(const Word<D>* words, TileSides<D>& out) {
  const Bytes16 d;
  constexpr int kVectors = sizeof(Word<D>);
  hn::VFromD<Bytes16> v[kVectors], w[kVectors];
  const std::uint8_t* const bytes = reinterpret_cast<const std::uint8_t*>(words);
  for (int i = 0; i < kVectors; ++i) v[i] = hn::Load(d, bytes + 16 * i);
  for (int pass = 0; pass < 4; ++pass) {
    for (int i = 0; i < kVectors / 2; ++i) {
      w[2 * i] = hn::InterleaveLower(d, v[i], v[i + kVectors / 2]);
      w[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kVectors / 2]);
    }
    for (int i = 0; i < kVectors; ++i) v[i] = w[i];
  }
  for (int k = 0; k < 2 * D; ++k) {
    hn::Store(v[k], d, out.of[k]);
    hn::Store(v[k], d, out.of[k] + kTileSize);
  }
}

// The 16 objects of a tile, held as rows, against single listed words.
template <int D>
class RowTest {
 public:
  explicit RowTest(const TileSides<D>& sides) {
    const Tag d;
    for (int k = 0; k < 2 * D; ++k) {
      row_[k] = hn::Not(hn::LoadDup128(d, sides.of[(k + D) % (2 * D)]));
    }
  }

  // Of the words named by list[0 .. 4): 16 bits each, those of the rows that they meet. All in
  // registers: what is stored in small parts cannot be loaded back at once.
  HWY_INLINE std::uint64_t test(const Word<D>* words, const std::uint16_t* list) const {
    const Tag d;
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 4; k += kBlocks) {
      const V word = load_blocks(words, list + k);
      V over = hn::SaturatedSub(row_[0], hn::TableLookupBytes(word, hn::Set(d, 0)));
      for (int s = 1; s < 2 * D; ++s) {
        const V byte = hn::TableLookupBytes(word, hn::Set(d, static_cast<std::uint8_t>(s)));
        over = hn::Or(over, hn::SaturatedSub(row_[s], byte));
      }
      bits |= std::uint64_t(mask_bits(d, hn::Eq(over, hn::Zero(d)))) << (16 * k);
    }
    return bits;
  }

  // Of the objects of the tile itself, rotated by `turn`, turn + 1, turn + 2, turn + 3: 16 bits
  // each, those of the rows that they meet.
  HWY_INLINE std::uint64_t test_rotated(const TileSides<D>& sides, std::uint32_t turn) const {
    const Tag d;
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 4; k += kBlocks) {
      V over = hn::Zero(d);
      for (int s = 0; s < 2 * D; ++s) {
        over = hn::Or(over, hn::SaturatedSub(row_[s], load_turns(sides.of[s] + turn + k)));
      }
      bits |= std::uint64_t(mask_bits(d, hn::Eq(over, hn::Zero(d)))) << (16 * k);
    }
    return bits;
  }

 private:
  using Tag = hn::CappedTag<std::uint8_t, kVectorBytes>;
  using V = hn::VFromD<Tag>;
  static constexpr std::uint32_t kBlocks = static_cast<std::uint32_t>(hn::MaxLanes(Tag()) / 16);

  // One word at the bottom of each block of 128 bits.
  static HWY_INLINE V load_blocks(const Word<D>* words, const std::uint16_t* list) {
    const Tag d;
    const hn::Repartition<Word<D>, Tag> dw;
    if constexpr (kBlocks == 1) {
      return hn::BitCast(d, hn::Set(dw, words[list[0]]));
    } else {
      const hn::Half<decltype(dw)> half;
      return hn::BitCast(
          d, hn::Combine(dw, hn::Set(half, words[list[1]]), hn::Set(half, words[list[0]])));
    }
  }

  // 16 bytes from `from`, and from the next in each further block.
  static HWY_INLINE V load_turns(const std::uint8_t* from) {
    const Tag d;
    if constexpr (kBlocks == 1) {
      return hn::LoadU(d, from);
    } else {
      const hn::Half<Tag> half;
      return hn::Combine(d, hn::LoadU(half, from + 1), hn::LoadU(half, from));
    }
  }

  V row_[2 * D];
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
