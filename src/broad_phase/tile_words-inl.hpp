// SPDX-License-Identifier: MIT
// Boxes quantised to words of bytes, and the overlap tests of the join on them.
//
// The search runs on bytes. Each node spans its own frame: coordinates become
// round(clamp((x - origin) * scale, 0, 255)), which is monotone, so boxes that overlap still
// overlap as bytes, for every scalar type and rounding. A whole box is one word, and one saturated
// subtraction tests all its sides; the few words that overlap are tested again with exact boxes.
//
// Bytes of a word; in 3D a fourth byte follows each corner:
//   listed   255 - lo[0] .. 255 - lo[D - 1], hi[0] .. hi[D - 1]; the fourth bytes are anything
//   row      255 - hi[0] .. 255 - hi[D - 1], lo[0] .. lo[D - 1]; the fourth bytes are 0
// Two boxes overlap iff row[k] <= listed[k] for all k.
#if defined(MASU_TILE_WORDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_WORDS_INL_HPP
#undef MASU_TILE_WORDS_INL_HPP
#else
#define MASU_TILE_WORDS_INL_HPP
#endif

#include <bit>
#include <cstring>

#include "broad_phase/tile_build-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// Returns the index of the lowest set bit. Precondition: bits != 0.
HWY_INLINE std::uint32_t lowest_bit(std::uint64_t bits) {
  return static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
}

// The indices of the set bits of a byte, in order; entries after them are never read.
struct BitPositions {
  std::uint8_t of[256][8];
  constexpr BitPositions() : of{} {
    for (int byte = 0; byte < 256; ++byte) {
      int n = 0;
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        if ((byte >> bit & 1) != 0) of[byte][n++] = bit;
      }
    }
  }
};
alignas(64) inline constexpr BitPositions kBitPositions;

// Appends base + i for every set bit i of a 16-bit mask, without a branch; may write 16 entries.
HWY_INLINE std::uint32_t append_bits(std::uint32_t mask, std::uint32_t base,
                                     std::uint16_t* HWY_RESTRICT to) {
  const hn::FixedTag<std::uint16_t, 8> d16;
  const hn::FixedTag<std::uint8_t, 8> d8;
  const std::uint32_t low = mask & 0xff;
  const std::uint32_t high = mask >> 8;
  const auto from = hn::Set(d16, static_cast<std::uint16_t>(base));
  const auto first = hn::PromoteTo(d16, hn::Load(d8, kBitPositions.of[low]));
  hn::StoreU(hn::Add(first, from), d16, to);
  const std::uint32_t in_low = static_cast<std::uint32_t>(std::popcount(low));
  const auto second = hn::PromoteTo(d16, hn::Load(d8, kBitPositions.of[high]));
  const auto eight = hn::Set(d16, static_cast<std::uint16_t>(base + 8));
  hn::StoreU(hn::Add(second, eight), d16, to + in_low);
  return in_low + static_cast<std::uint32_t>(std::popcount(high));
}

// Returns the lanes of a mask as bits; at most 32 lanes.
template <class D_, class M>
HWY_INLINE std::uint32_t mask_bits(D_ d, M mask) {
  std::uint8_t bytes[8];
  hn::StoreMaskBits(d, mask, bytes);
  // Reads back exactly what was written, so that the compiler keeps it in a register.
  if constexpr (hn::MaxLanes(D_()) <= 8) return bytes[0];
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes, hn::MaxLanes(D_()) <= 16 ? 2 : 4);
  return bits;
}

// Returns whether two non-empty, closed boxes overlap.
template <int D, class T>
HWY_INLINE std::uint32_t boxes_overlap(const SlotBox<D, T>& a, const SlotBox<D, T>& b) {
  const hn::CappedTag<T, D == 3 ? 4 : D> d;  // the fourth lane of a 3D corner is ignored
  const int lanes = static_cast<int>(hn::Lanes(d));
  std::uint32_t all = 1;
  for (int i = 0; i < D; i += lanes) {
    const auto hit = hn::And(hn::Le(hn::LoadU(d, a.lo + i), hn::LoadU(d, b.hi + i)),
                             hn::Le(hn::LoadU(d, b.lo + i), hn::LoadU(d, a.hi + i)));
    const std::uint32_t used = (1u << (D - i < lanes ? D - i : lanes)) - 1;
    all &= ((mask_bits(d, hit) & used) + 1) >> (D - i < lanes ? D - i : lanes);
  }
  return all;
}

using Bytes16 = hn::FixedTag<std::uint8_t, 16>;

template <int D>
using Word = std::conditional_t<(D == 1), std::uint16_t,
                                std::conditional_t<(D == 2), std::uint32_t, std::uint64_t>>;

// Returns whether the tests use this byte of a word.
template <int D>
constexpr bool in_use(int byte) {
  return byte % kCornerSize<D> < D;
}

template <int D>
HWY_INLINE Word<D> row_of(Word<D> listed) {
  constexpr int kHalf = 8 * kCornerSize<D>;
  constexpr std::uint64_t kUsed = D == 3 ? 0x00ff'ffff'00ff'ffffu : ~std::uint64_t(0);
  const Word<D> swapped = static_cast<Word<D>>(listed >> kHalf | listed << kHalf);
  return static_cast<Word<D>>(~swapped & kUsed);
}

// Origin and scale of a node's bytes, repeated over a vector of slots; finite, so no NaN can arise
// from boxes without one.
template <int D, class T>
struct Frame {
  static constexpr std::size_t kSlot = 2 * kCornerSize<D>;
  static constexpr std::size_t kSize = HWY_MAX(kSlot, kVectorBytes / sizeof(T));
  alignas(64) T origin[kSize];
  alignas(64) T scale[kSize];
};

template <class T>
HWY_INLINE T clamp_finite(T x) {
  constexpr T kMax = std::numeric_limits<T>::max();
  return x < -kMax ? -kMax : (x > kMax ? kMax : x);
}

// Cuts outliers off the bounds of a node: a few tiles far away, or one far box of a tile, would
// leave so few quantisation steps that the other boxes become equal. If an axis is many times as
// long as without the two outermost tiles at either end, it is cut; boxes outside are clamped.
template <int D, class T>
HWY_INLINE bool may_have_outliers(const SlotBox<D, T>* HWY_RESTRICT tiles,
                                  const SlotBox<D, T>& bounds) {
  bool may = false;
  for (int a = 0; a < D; ++a) {
    T shortest = std::numeric_limits<T>::infinity();
    for (int t = 0; t < 15; t += 3) {  // at least one of five tiles is not among the outermost
      const T length = tiles[t].hi[a] - tiles[t].lo[a];
      shortest = length < shortest ? length : shortest;
    }
    may |= bounds.hi[a] - bounds.lo[a] > kManyTimes * shortest;
  }
  return may;
}
template <int D, class T>
HWY_NOINLINE void cut_outliers(const SlotBox<D, T>* HWY_RESTRICT tiles, SlotBox<D, T>& bounds) {
  for (int a = 0; a < D; ++a) {
    T low[kOutermost + 1];
    T high[kOutermost + 1];
    for (T& x : low) x = std::numeric_limits<T>::infinity();
    for (T& x : high) x = -std::numeric_limits<T>::infinity();
    for (std::size_t t = 0; t < kTileSize; ++t) {
      keep_lowest(low, tiles[t].lo[a]);
      keep_highest(high, tiles[t].hi[a]);
    }
    const T inner = high[kOutermost] - low[kOutermost];
    if (!(inner >= 0 && bounds.hi[a] - bounds.lo[a] > kManyTimes * inner)) continue;
    const T lo = low[kOutermost] - inner / 2;
    const T hi = high[kOutermost] + inner / 2;
    bounds.lo[a] = bounds.lo[a] > lo ? bounds.lo[a] : lo;
    bounds.hi[a] = bounds.hi[a] < hi ? bounds.hi[a] : hi;
  }
}

// Maps the bounds to 1 .. 254, so that boxes outside remain distinguishable.
template <int D, class T>
HWY_INLINE void set_frame(const SlotBox<D, T>& bounds, Frame<D, T>& frame) {
  using Limits = std::numeric_limits<T>;
  constexpr std::size_t kCorner = kCornerSize<D>;
  for (std::size_t a = 0; a < kCorner; ++a) {
    // The fourth lane may contain an id; its value as a number, 0 or NaN, does not matter.
    T origin = 1;
    T scale = 0;
    if (a < D) {
      const T lo = clamp_finite(bounds.lo[a]);
      const T hi = clamp_finite(bounds.hi[a]);
      // At least the rounding of the coordinates and never 0, so that the scale is finite.
      const T magnitude = (lo < 0 ? -lo : lo) * Limits::epsilon();
      T step = hi * (T(1) / T(253)) - lo * (T(1) / T(253));
      step = step > magnitude ? step : magnitude;
      step = step > 4 * Limits::min() ? step : 4 * Limits::min();
      origin = clamp_finite(lo - step);
      scale = T(1) / step;
    }
    for (std::size_t at = a; at < Frame<D, T>::kSize; at += kCorner) {
      frame.origin[at] = origin;
      frame.scale[at] = scale;
    }
  }
}

#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
// Saturating packs clamp for free, which Highway's conversions do not offer. A number too large for
// an integer becomes the smallest integer, so only numbers above 255 must be clamped before.
HWY_INLINE __m128i nearest_ints(hn::Vec128<float> v) {
  return _mm_cvtps_epi32(v.raw);
}
HWY_INLINE __m128i nearest_ints(hn::Vec128<double> v) {
  return _mm_cvtpd_epi32(v.raw);
}
#if HWY_TARGET != HWY_SSE4
HWY_INLINE __m128i nearest_ints(hn::Vec256<double> v) {
  return _mm256_cvtpd_epi32(v.raw);
}
#endif

// Converts numbers up to 255 to bytes and complements the bytes selected by `flip`.
template <class D_, class V>
HWY_INLINE void store_bytes(D_ d, const V (&v)[4], std::uint64_t flip, std::uint8_t* to) {
  const __m128i flips = _mm_set1_epi64x(static_cast<long long>(flip));
  if constexpr (hn::MaxLanes(d) == 8) {
#if HWY_TARGET != HWY_SSE4
    const __m256i low =
        _mm256_packs_epi32(_mm256_cvtps_epi32(v[0].raw), _mm256_cvtps_epi32(v[1].raw));
    const __m256i high =
        _mm256_packs_epi32(_mm256_cvtps_epi32(v[2].raw), _mm256_cvtps_epi32(v[3].raw));
    // The halves of the vectors were packed separately: restores the order of groups of four bytes.
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(low, high), order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm256_xor_si256(bytes, _mm256_broadcastsi128_si256(flips)));
#endif
  } else if constexpr (hn::MaxLanes(d) == 4) {
    const __m128i low = _mm_packs_epi32(nearest_ints(v[0]), nearest_ints(v[1]));
    const __m128i high = _mm_packs_epi32(nearest_ints(v[2]), nearest_ints(v[3]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm_xor_si128(_mm_packus_epi16(low, high), flips));
  } else {
    const __m128i low = _mm_unpacklo_epi64(nearest_ints(v[0]), nearest_ints(v[1]));
    const __m128i high = _mm_unpacklo_epi64(nearest_ints(v[2]), nearest_ints(v[3]));
    const __m128i shorts = _mm_packs_epi32(low, high);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to),
                     _mm_xor_si128(_mm_packus_epi16(shorts, shorts), flips));
  }
}
#else
template <class D_, class V>
HWY_INLINE void store_bytes(D_ d, const V (&v)[4], std::uint64_t flip, std::uint8_t* to) {
  using T = hn::TFromD<D_>;
  const hn::Rebind<std::int32_t, D_> di;
  const hn::Rebind<std::uint8_t, D_> d8;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t k = 0; k < 4; ++k) {
    const auto rounded = hn::Add(hn::Max(v[k], hn::Zero(d)), hn::Set(d, T(0.5)));
    if constexpr (sizeof(T) == 4) {
      hn::StoreU(hn::DemoteTo(d8, hn::ConvertTo(di, rounded)), d8, to + k * lanes);
    } else {
      hn::StoreU(hn::DemoteTo(d8, hn::DemoteTo(di, rounded)), d8, to + k * lanes);
    }
  }
  for (std::size_t i = 0; i < 4 * lanes; ++i) {
    to[i] = static_cast<std::uint8_t>(to[i] ^ (flip >> (8 * (i % 8))));
  }
}
#endif

// Converts 16 slots to listed words.
template <int D, class T>
HWY_INLINE void to_listed(const SlotBox<D, T>* HWY_RESTRICT slots, const Frame<D, T>& frame,
                          Word<D>* HWY_RESTRICT out) {
  const TileTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kScalars = kTileSize * 2 * kCornerSize<D>;
  constexpr std::size_t kPattern = Frame<D, T>::kSize;
  static_assert(4 * kLanes % kPattern == 0 && sizeof(SlotBox<D, T>) == kScalars / 16 * sizeof(T));
  constexpr std::uint64_t kFlip = D == 1   ? 0x00ff'00ff'00ff'00ffu
                                  : D == 2 ? 0x0000'ffff'0000'ffffu
                                           : 0x0000'0000'ffff'ffffu;
  const T* const from = reinterpret_cast<const T*>(slots);
  std::uint8_t* const to = reinterpret_cast<std::uint8_t*>(out);
  for (std::size_t i = 0; i < kScalars; i += 4 * kLanes) {
    V v[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = k * kLanes % kPattern;
      v[k] = hn::Sub(hn::LoadU(d, from + i + k * kLanes), hn::Load(d, frame.origin + at));
      v[k] = hn::Min(hn::Mul(v[k], hn::Load(d, frame.scale + at)), hn::Set(d, T(255)));
    }
    store_bytes(d, v, kFlip, to + i);
  }
}

// Returns a bit for each word that overlaps the row.
template <int D>
HWY_INLINE std::uint32_t test_words(const Word<D>* listed, Word<D> row) {
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

// Byte k of the 16 words of a tile, stored twice in a row: a load at offset r rotates them by r.
template <int D>
struct alignas(64) TileSides {
  std::uint8_t of[sizeof(Word<D>)][2 * kTileSize];
};

// Transposes the words. Each pass interleaves the two halves of the 16 words, which rotates the
// address bits by one; four passes move the index of the word to the lowest bits.
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
  for (int k = 0; k < kVectors; ++k) {
    if (!in_use<D>(k)) continue;
    hn::Store(v[k], d, out.of[k]);
    hn::Store(v[k], d, out.of[k] + kTileSize);
  }
}

// Tests the 16 objects of a tile, stored as rows, against single listed words.
template <int D>
class RowTest {
 public:
  explicit RowTest(const TileSides<D>& sides) {
    const Tag d;
    for (int k = 0; k < kBytes; ++k) {
      if (in_use<D>(k)) row_[k] = hn::Not(hn::LoadDup128(d, sides.of[(k + kBytes / 2) % kBytes]));
    }
  }

  // Returns 16 bits for each of the words list[0 .. 4): those of the rows that it overlaps. Uses
  // only registers: a vector load from data just stored in parts would stall.
  HWY_INLINE std::uint64_t test(const Word<D>* words, const std::uint16_t* list) const {
    const Tag d;
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 4; k += kBlocks) {
      const V word = load_blocks(words, list + k);
      V over = hn::SaturatedSub(row_[0], hn::TableLookupBytes(word, hn::Set(d, 0)));
      for (int s = 1; s < kBytes; ++s) {
        if (!in_use<D>(s)) continue;
        const V byte = hn::TableLookupBytes(word, hn::Set(d, static_cast<std::uint8_t>(s)));
        over = hn::Or(over, hn::SaturatedSub(row_[s], byte));
      }
      bits |= std::uint64_t(mask_bits(d, hn::Eq(over, hn::Zero(d)))) << (16 * k);
    }
    return bits;
  }

  // Tests the tile against itself rotated by `turn`, turn + 1, turn + 2, turn + 3. Returns 16 bits
  // for each rotation: those of the rows that overlap.
  HWY_INLINE std::uint64_t test_rotated(const TileSides<D>& sides, std::uint32_t rotation) const {
    const Tag d;
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 4; k += kBlocks) {
      V over = hn::Zero(d);
      for (int s = 0; s < kBytes; ++s) {
        if (!in_use<D>(s)) continue;
        over = hn::Or(over, hn::SaturatedSub(row_[s], load_rotations(sides.of[s] + rotation + k)));
      }
      bits |= std::uint64_t(mask_bits(d, hn::Eq(over, hn::Zero(d)))) << (16 * k);
    }
    return bits;
  }

 private:
  using Tag = hn::CappedTag<std::uint8_t, kVectorBytes>;
  using V = hn::VFromD<Tag>;
  static constexpr int kBytes = sizeof(Word<D>);
  static constexpr std::uint32_t kBlocks = static_cast<std::uint32_t>(hn::MaxLanes(Tag()) / 16);

  // Loads one word into the lowest lanes of each block of 128 bits.
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

  // Loads 16 bytes at `from` into the first block, and at from + 1 into the second.
  static HWY_INLINE V load_rotations(const std::uint8_t* from) {
    const Tag d;
    if constexpr (kBlocks == 1) {
      return hn::LoadU(d, from);
    } else {
      const hn::Half<Tag> half;
      return hn::Combine(d, hn::LoadU(half, from + 1), hn::LoadU(half, from));
    }
  }

  V row_[kBytes];
};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
