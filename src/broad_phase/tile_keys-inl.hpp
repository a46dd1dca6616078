// SPDX-License-Identifier: MIT
// Converts boxes to keys of cells, 16 at a time: quantises, picks the level, encodes, and adds the
// level's base.
#if defined(MASU_TILE_KEYS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_TILE_KEYS_INL_HPP
#undef MASU_TILE_KEYS_INL_HPP
#else
#define MASU_TILE_KEYS_INL_HPP
#endif

#include <cstring>

#include "broad_phase/tile_load-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// The result of the floating-point part, and input of the integer part. `size` orders extents in
// finest cells; `some` is all ones for a box that is not empty.
template <int D>
struct alignas(64) QuantisedTile {
  std::uint16_t cell[D][kTileSize];
  std::uint16_t other[D][kTileSize];  // the far corner's cell; smallest_cell only
  float size[kTileSize];
  std::uint32_t some[kTileSize];
  std::uint32_t ups[kTileSize];
};

// x -> clamp(floor((x - origin) * scale)), monotone, so overlapping intervals share a cell.
template <class T, class D_, class V = hn::VFromD<D_>>
HWY_INLINE void store_cells(D_ d, V x, T origin, T scale, T last, std::uint16_t* to) {
  V t = hn::Mul(hn::Sub(x, hn::Set(d, origin)), hn::Set(d, scale));
  t = hn::IfThenElseZero(hn::Eq(t, t), t);  // inf - inf
  t = hn::Min(hn::Max(t, hn::Zero(d)), hn::Set(d, last));
  const hn::Rebind<std::int32_t, D_> di;
  const hn::Rebind<std::uint16_t, D_> d16;
  if constexpr (sizeof(T) == 4) {
    hn::Store(hn::DemoteTo(d16, hn::ConvertTo(di, t)), d16, to);
  } else {
    hn::Store(hn::DemoteTo(d16, hn::DemoteTo(di, t)), d16, to);
  }
}

template <int D, class T>
HWY_INLINE void quantise_cells(const Tile<D, T>& tile, const KeyMap<D, T>& map,
                               QuantisedTile<D>& out) {
  const TileTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const hn::Rebind<float, decltype(d)> df;
  const hn::Rebind<std::uint32_t, decltype(d)> du;
  const T last = static_cast<T>((1u << map.depth) - 1);
  const V half = hn::Set(d, T(0.5));
  const bool by_extent = map.registration == Registration::by_extent;
  for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(d)) {
    V extent = hn::Zero(d);
    auto some = hn::Eq(half, half);
    for (int a = 0; a < D; ++a) {
      const V lo = hn::Load(d, tile.lo[a] + i);
      const V hi = hn::Load(d, tile.hi[a] + i);
      some = hn::And(some, hn::Le(lo, hi));
      if (by_extent) {
        const V length = hn::Sub(hi, lo);
        // inf - inf and NaN count as infinite: the coarsest level.
        const V wide = hn::IfThenElse(hn::Eq(length, length), length,
                                      hn::Set(d, std::numeric_limits<T>::infinity()));
        extent = hn::Max(extent, wide);
        const V center = hn::Add(hn::Mul(lo, half), hn::Mul(hi, half));
        store_cells(d, center, map.origin[a], map.scale, last, out.cell[a] + i);
      } else {
        store_cells(d, lo, map.origin[a], map.scale, last, out.cell[a] + i);
        store_cells(d, hi, map.origin[a], map.scale, last, out.other[a] + i);
      }
    }
    const V size = hn::Mul(extent, hn::Set(d, map.scale / T(kCellsPerExtent)));
    const V flag = hn::IfThenElseZero(some, hn::Set(d, T(1)));
    if constexpr (sizeof(T) == 4) {
      hn::Store(size, df, out.size + i);
      hn::Store(hn::BitCast(du, hn::VecFromMask(d, some)), du, out.some + i);
    } else {
      hn::Store(hn::DemoteTo(df, size), df, out.size + i);
      const hn::Rebind<std::int32_t, decltype(d)> di;
      hn::Store(hn::Neg(hn::DemoteTo(di, flag)), di, reinterpret_cast<std::int32_t*>(out.some + i));
    }
  }
}

// Returns the number of bits of x < 2^16, from the exponent of x as float.
template <class D_, class V = hn::VFromD<D_>>
HWY_INLINE V bit_length(D_ du, V x) {
  const hn::Rebind<float, D_> df;
  const hn::Rebind<std::int32_t, D_> di;
  const auto bits = hn::BitCast(du, hn::ConvertTo(df, hn::BitCast(di, x)));
  // The biased exponent of 1 is 127, that of 0 is 0.
  const V length = hn::Sub(hn::ShiftRight<23>(bits), hn::Set(du, 126u));
  return hn::IfThenElse(hn::Eq(x, hn::Zero(du)), hn::Zero(du), length);
}

// Returns the number of levels above the finest one: ceil(log2(size)) clamped to [0, depth].
template <class D_, class V = hn::VFromD<D_>>
HWY_INLINE V levels_up(D_ du, V size_bits, int depth) {
  const V magnitude = hn::And(size_bits, hn::Set(du, 0x7fff'ffffu));
  const V exponent = hn::ShiftRight<23>(hn::Add(magnitude, hn::Set(du, 0x007f'ffffu)));
  const V floor = hn::Set(du, 127u);
  const V up = hn::Sub(hn::Max(exponent, floor), floor);
  return hn::Min(up, hn::Set(du, static_cast<std::uint32_t>(depth)));
}

// Returns all ones in the lanes whose `bit` is set.
template <class D_, class V = hn::VFromD<D_>>
HWY_INLINE V bit_mask(D_ du, V x, int bit) {
  const hn::RebindToSigned<D_> di;
  const V top = hn::ShiftLeftSame(x, 15 - bit);
  return hn::BitCast(du, hn::ShiftRight<15>(hn::BitCast(di, top)));
}

// Skilling's transpose form of the Hilbert curve ("Programming the Hilbert curve", 2004) on two
// tiles of cells; equals masu::hilbert_encode. 16-bit lanes: depth is at most 15.
template <int D>
HWY_INLINE void hilbert_transpose(std::uint16_t (&one)[D][kTileSize],
                                  std::uint16_t (&two)[D][kTileSize], int depth) {
  const TileTag<std::uint16_t> du;
  using V = hn::VFromD<decltype(du)>;
  for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(du)) {
    // Two tiles at once, since each is a single chain of dependent operations.
    V x[D];
    V y[D];
    for (int a = 0; a < D; ++a) x[a] = hn::Load(du, one[a] + i), y[a] = hn::Load(du, two[a] + i);
    const auto step = [&](V(&v)[D], int bit, V below) HWY_ATTR {
      v[0] = hn::Xor(v[0], hn::And(below, bit_mask(du, v[0], bit)));
      for (int a = 1; a < D; ++a) {
        const V set = bit_mask(du, v[a], bit);
        const V swap = hn::AndNot(set, hn::And(hn::Xor(v[0], v[a]), below));
        v[0] = hn::Xor(v[0], hn::Or(swap, hn::And(below, set)));
        v[a] = hn::Xor(v[a], swap);
      }
    };
    for (int bit = depth - 1; bit > 0; --bit) {
      const V below = hn::Set(du, static_cast<std::uint16_t>((1u << bit) - 1));
      step(x, bit, below);
      step(y, bit, below);
    }
    const auto finish = [&](V(&v)[D], std::uint16_t(&to)[D][kTileSize]) HWY_ATTR {
      for (int a = 1; a < D; ++a) v[a] = hn::Xor(v[a], v[a - 1]);
      // A set bit of the last axis flips all bits below it.
      V flip = hn::ShiftRight<1>(v[D - 1]);
      flip = hn::Xor(flip, hn::ShiftRight<1>(flip));
      flip = hn::Xor(flip, hn::ShiftRight<2>(flip));
      flip = hn::Xor(flip, hn::ShiftRight<4>(flip));
      flip = hn::Xor(flip, hn::ShiftRight<8>(flip));
      for (int a = 0; a < D; ++a) hn::Store(hn::Xor(v[a], flip), du, to[a] + i);
    };
    finish(x, one);
    finish(y, two);
  }
}

template <int D, class D_, class V = hn::VFromD<D_>>
HWY_INLINE V spread_bits(D_ du, V x) {
  const auto step = [&](int shift, std::uint32_t keep) HWY_ATTR {
    x = hn::And(hn::Or(x, hn::ShiftLeftSame(x, shift)), hn::Set(du, keep));
  };
  if constexpr (D == 2) {
    step(8, 0x00ff'00ffu), step(4, 0x0f0f'0f0fu), step(2, 0x3333'3333u), step(1, 0x5555'5555u);
  } else if constexpr (D == 3) {
    step(16, 0xff00'00ffu), step(8, 0x0300'f00fu), step(4, 0x030c'30c3u), step(2, 0x0924'9249u);
  } else if constexpr (D == 4) {
    step(12, 0x000f'000fu), step(6, 0x0303'0303u), step(3, 0x1111'1111u);
  }
  return x;
}

// Returns the digits of one level, 2 D bits apart. Axis 0 is the lowest bit of a Morton digit (Q7)
// and the highest bit of a Hilbert digit (Skilling).
template <int D, class V, class D_>
HWY_INLINE V interleave(D_ du, const V (&x)[D], bool first_axis_high) {
  V code = hn::Zero(du);
  for (int a = 0; a < D; ++a) {
    const V digits = spread_bits<D>(du, x[a]);
    code = hn::Or(code, hn::ShiftLeftSame(digits, first_axis_high ? D - 1 - a : a));
  }
  return code;
}

// Returns how many levels above the finest one each box belongs.
template <int D>
HWY_INLINE void find_levels(QuantisedTile<D>& tile, const Registration registration, int depth) {
  const TileTag<std::uint32_t> du;
  using V = hn::VFromD<decltype(du)>;
  const hn::Rebind<float, decltype(du)> df;
  const hn::Rebind<std::uint16_t, decltype(du)> d16;
  for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(du)) {
    if (registration == Registration::by_extent) {
      const V bits = hn::BitCast(du, hn::Load(df, tile.size + i));
      hn::Store(levels_up(du, bits, depth), du, tile.ups + i);
      continue;
    }
    V differ = hn::Zero(du);
    for (int a = 0; a < D; ++a) {
      const auto apart = hn::Xor(hn::Load(d16, tile.cell[a] + i), hn::Load(d16, tile.other[a] + i));
      differ = hn::Or(differ, hn::PromoteTo(du, apart));
    }
    hn::Store(bit_length(du, differ), du, tile.ups + i);
  }
}

template <int D>
HWY_INLINE void encode_cells(const QuantisedTile<D>& in, bool hilbert, int depth,
                             std::uint32_t cells, std::uint32_t* HWY_RESTRICT keys) {
  const TileTag<std::uint32_t> du;
  using V = hn::VFromD<decltype(du)>;
  // (2^(D l) - 1) / (2^D - 1) has a one at every D-th bit.
  constexpr std::uint32_t kOnes[] = {0, 0xffff'ffffu, 0x5555'5555u, 0x4924'9249u, 0x1111'1111u};
  const hn::Rebind<std::uint16_t, decltype(du)> d16;
  for (std::size_t i = 0; i < kTileSize; i += hn::Lanes(du)) {
    V x[D];
    for (int a = 0; a < D; ++a) x[a] = hn::PromoteTo(du, hn::Load(d16, in.cell[a] + i));
    const V up = hn::Load(du, in.ups + i);
    const V finest = interleave<D>(du, x, hilbert);
    const V dims = hn::Set(du, static_cast<std::uint32_t>(D));
    const V code = hn::Shr(finest, hn::Mul(up, dims));
    const V level_bits = hn::Mul(hn::Sub(hn::Set(du, static_cast<std::uint32_t>(depth)), up), dims);
    const V below = hn::Sub(hn::Shl(hn::Set(du, 1u), level_bits), hn::Set(du, 1u));
    const V key = hn::Add(code, hn::And(below, hn::Set(du, kOnes[D])));
    const V some = hn::Load(du, in.some + i);
    hn::Store(hn::IfThenElse(hn::MaskFromVec(some), key, hn::Set(du, cells)), du, keys + i);
  }
}

// The number of tiles quantised before any is encoded. Cells are loaded in vectors of another width
// than stored; a load directly after the store would stall.
inline constexpr std::size_t kKeyBatch = 8;

template <int D, class T>
void compute_keys(const RawBoxes<D, T>& boxes, const KeyMap<D, T>& map, std::uint32_t cells,
                  std::uint32_t* keys) {
  Tile<D, T> tile;
  PackedBoxes<D, T, kKeyBatch> packed;
  QuantisedTile<D> quantised[kKeyBatch] = {};  // tiles are encoded by twos: the last may be alone
  alignas(64) std::uint32_t codes[kTileSize];
  const bool hilbert = map.order == CellOrder::hilbert && D > 1;
  for (std::size_t first = 0; first < boxes.size; first += kKeyBatch * kTileSize) {
    const RawBoxes<D, T> part = packed.from(boxes, first);
    std::size_t batch = 0;
    for (std::size_t i = 0; i < part.size; i += kTileSize) {
      read_tile(part, i, tile);
      quantise_cells(tile, map, quantised[batch++]);
    }
    for (std::size_t b = 0; b < batch; ++b) {
      find_levels(quantised[b], map.registration, map.depth);
    }
    if (hilbert) {
      for (std::size_t b = 0; b < batch; b += 2) {
        hilbert_transpose<D>(quantised[b].cell, quantised[b + 1].cell, map.depth);
      }
    }
    for (std::size_t b = 0; b < batch; ++b) {
      const std::size_t i = first + b * kTileSize;
      const std::size_t count = boxes.size - i < kTileSize ? boxes.size - i : kTileSize;
      encode_cells(quantised[b], hilbert, map.depth, cells, codes);
      std::memcpy(keys + i, codes, count * sizeof(std::uint32_t));
    }
  }
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
