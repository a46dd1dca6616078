// SPDX-License-Identifier: MIT
// SweepKernels: the inner loop of sweeps: tests one box against those that begin inside it, a
// vector of them at a time.
#pragma once

#include <cstdint>

#include "core/instantiate.hpp"

namespace masu::detail {

// Boxes in ascending order of lo[0], structure of arrays. kSweepPadding more elements are readable;
// there lo[0] is NaN, which ends every scan.
inline constexpr std::uint32_t kSweepPadding = 16;

template <int D, class T>
struct SweepList {
  const T* lo[D];
  const T* hi[D];
  std::uint32_t size;
};

struct SweepHit {
  std::uint32_t row;
  std::uint32_t other;
};

// Where the scan of a row begins among the others. Between two lists each pair is found once: rows
// that begin first or together, then others that begin strictly first.
enum class SweepFrom : std::uint8_t { next_row, begin_not_before, begin_after };

// The position of a sweep, which stops when its output is full.
struct SweepCursor {
  std::uint32_t row = 0;
  std::uint32_t first = 0;  // where the row's scan began
  std::uint32_t at = 0;     // where it continues, if inside
  bool inside = false;
  std::uint64_t tests = 0;  // others that begin inside a row
};

template <int D, class T>
struct SweepKernels {
  // Finds pairs that overlap, by row and then by other; `out` has space for at least kSweepPadding.
  // Done when cursor.row is rows.size. Returns how many were written.
  std::uint32_t (*sweep)(const SweepList<D, T>& rows, const SweepList<D, T>& others, SweepFrom from,
                         SweepCursor& cursor, SweepHit* out, std::uint32_t capacity);
};

template <int D, class T>
const SweepKernels<D, T>& sweep_kernels();

#define MASU_INSTANTIATE(D, T) extern template const SweepKernels<D, T>& sweep_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
