// SPDX-License-Identifier: MIT
// The inner loop of sweeps for every instruction set.
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#include "broad_phase/sweep_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/sweep_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 256 bits at most: wider vectors have most of their lanes past the end of the scan.
template <class T>
using SweepTag = hn::CappedTag<T, 32 / sizeof(T)>;

template <int D, class T>
class SweepRow {
 public:
  using Tag = SweepTag<T>;
  using V = hn::VFromD<Tag>;

  HWY_INLINE SweepRow(const SweepList<D, T>& rows, std::uint32_t i) {
    for (int a = 0; a < D; ++a) {
      lo_[a] = hn::Set(Tag(), rows.lo[a][i]);
      hi_[a] = hn::Set(Tag(), rows.hi[a][i]);
    }
  }
  // The others that begin inside the row: consecutive lanes from the first on.
  HWY_INLINE auto begin_inside(const SweepList<D, T>& others, std::uint32_t j) const {
    return hn::Le(hn::LoadU(Tag(), others.lo[0] + j), hi_[0]);
  }
  // Those of them that overlap it: they do not begin before it, so axis 0 is settled.
  template <class M>
  HWY_INLINE M test(const SweepList<D, T>& others, std::uint32_t j, M mask) const {
    for (int a = 1; a < D; ++a) {
      mask = hn::And(mask, hn::Le(hn::LoadU(Tag(), others.lo[a] + j), hi_[a]));
      mask = hn::And(mask, hn::Ge(hn::LoadU(Tag(), others.hi[a] + j), lo_[a]));
    }
    return mask;
  }

 private:
  V lo_[D];
  V hi_[D];
};

template <class D_, class M>
HWY_INLINE std::uint32_t lane_bits(D_ d, M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];  // eight lanes at most
}

template <int D, class T>
HWY_INLINE std::uint32_t scan_from(const SweepList<D, T>& rows, const SweepList<D, T>& others,
                                   SweepFrom from, std::uint32_t row, std::uint32_t first) {
  if (from == SweepFrom::next_row) return row + 1;
  const T begin = rows.lo[0][row];
  if (from == SweepFrom::begin_not_before) {
    while (first < others.size && others.lo[0][first] < begin) ++first;
  } else {
    while (first < others.size && others.lo[0][first] <= begin) ++first;
  }
  return first;
}

template <int D, class T>
std::uint32_t sweep(const SweepList<D, T>& rows, const SweepList<D, T>& others, SweepFrom from,
                    SweepCursor& cursor, SweepHit* out, std::uint32_t capacity) {
  const SweepTag<T> d;
  const std::uint32_t lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  std::uint32_t size = 0;
  for (; cursor.row < rows.size; ++cursor.row) {
    if (!cursor.inside) {
      cursor.at = cursor.first = scan_from(rows, others, from, cursor.row, cursor.first);
    }
    const SweepRow<D, T> row(rows, cursor.row);
    std::uint32_t j = cursor.at;
    for (;; j += lanes) {
      if (size + lanes > capacity) {
        cursor.at = j;
        cursor.inside = true;
        return size;
      }
      const auto inside = row.begin_inside(others, j);
      std::uint32_t hits = lane_bits(d, row.test(others, j, inside));
      for (; hits != 0; hits &= hits - 1) {
        out[size++] = {cursor.row,
                       j + static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(hits))};
      }
      if (hn::AllTrue(d, inside)) {
        cursor.tests += lanes;
        continue;
      }
      cursor.tests += hn::CountTrue(d, inside);
      break;
    }
    cursor.inside = false;
  }
  return size;
}

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr SweepKernels<D, T> kTable<SweepKernels<D, T>> = {&sweep<D, T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const SweepKernels<D, T>& sweep_kernels() {
  using Kernels = SweepKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

#define MASU_INSTANTIATE(D, T) template const SweepKernels<D, T>& sweep_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
