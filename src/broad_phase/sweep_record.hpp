// SPDX-License-Identifier: MIT
// SweepRecord, SweepColumns: boxes in a sweep: records while they are distributed to columns,
// structure of arrays while they are compared.
#pragma once

#include <limits>

#include <masu/core/aabb.hpp>
#include <masu/core/buffer.hpp>

#include "broad_phase/sweep_kernels.hpp"

namespace masu::detail {

// Axis 0 is the one that is swept: the box's own axes, with that one and the first exchanged.
template <int D, class T>
struct SweepRecord {
  T lo[D];
  T hi[D];
  std::uint32_t index;
  std::uint32_t starts;  // bits for each level of columns: does the box begin here?

  static SweepRecord of(const Aabb<D, T>& box, int axis, std::uint32_t index) {
    SweepRecord r;
    for (int a = 0; a < D; ++a) {
      const int from = a == 0 ? axis : (a == axis ? 0 : a);
      r.lo[a] = box.min[from];
      r.hi[a] = box.max[from];
    }
    r.index = index;
    r.starts = 0;
    return r;
  }
};

// The structure of arrays that the kernel reads; its memory is reused.
template <int D, class T>
class SweepColumns {
 public:
  explicit SweepColumns(Allocator allocator) : values_(allocator) {}

  [[nodiscard]] bool fill(const SweepRecord<D, T>* records, std::uint32_t size) {
    const std::size_t stride =
        (std::size_t(size) + 2 * kSweepPadding - 1) / kSweepPadding * kSweepPadding;
    if (!values_.resize(stride * 2 * D)) return false;
    for (int a = 0; a < D; ++a) {
      T* const lo = values_.data() + stride * std::size_t(a);
      T* const hi = values_.data() + stride * std::size_t(D + a);
      for (std::uint32_t i = 0; i < size; ++i) lo[i] = records[i].lo[a], hi[i] = records[i].hi[a];
      for (std::size_t i = size; i < stride; ++i) {
        lo[i] = hi[i] = std::numeric_limits<T>::quiet_NaN();
      }
      list_.lo[a] = lo;
      list_.hi[a] = hi;
    }
    list_.size = size;
    return true;
  }
  const SweepList<D, T>& list() const { return list_; }

 private:
  Buffer<T> values_;
  SweepList<D, T> list_{};
};

}  // namespace masu::detail
