// SPDX-License-Identifier: MIT
// CellEdge: the size of a grid's cells, from a sample of its objects.
#pragma once

#include <algorithm>

#include <masu/core/aabb.hpp>

namespace masu::detail {

// Twice the median extent, so that a box and those it may overlap span two cells on each axis; up
// to twice that if objects are so far apart that cells would hold less than two. Points, which have
// no extent, get cells for two. Uses products only: the result is the same on every machine.
template <int D, class T>
class CellEdge {
 public:
  static constexpr std::size_t kSample = 1024;

  // Adds a finite, non-empty box.
  void add(const Aabb<D, T>& box) {
    if (count_ == kSample) return;
    T extent = 0;
    for (int a = 0; a < D; ++a) {
      extent = std::max(extent, box.max[a] - box.min[a]);
      corners_[a][count_] = box.min[a];
    }
    extents_[count_++] = extent;
  }

  // Returns the edge for `objects` objects like the sample. Positive and finite.
  T edge(std::size_t objects) {
    if (count_ == 0) return 1;
    std::nth_element(extents_, extents_ + count_ / 2, extents_ + count_);
    const T median = extents_[count_ / 2];
    const T target_volume = cell_volume_for_two(objects);
    const bool extended = median > 0 && is_finite(8 * median);
    // Not a subnormal number, which a factor may not change and which has no inverse.
    T edge = std::max(extended ? T(2.03125) * median : smallest_, std::numeric_limits<T>::min());
    const T most = extended ? 2 * edge : std::numeric_limits<T>::max() / 8;
    while (volume(edge) < target_volume && edge < most) edge *= T(1.25);
    return edge;
  }

 private:
  // Half of the objects lie between the quartiles of each axis, and so about 2^-D of them within
  // those of all axes.
  T cell_volume_for_two(std::size_t objects) {
    T target_volume = T(2) / static_cast<T>(objects);
    smallest_ = std::numeric_limits<T>::max();
    for (auto& corner : corners_) {
      std::sort(corner, corner + count_);
      const T span = 2 * (corner[count_ * 3 / 4] - corner[count_ / 4]);
      if (span > 0 && is_finite(span)) target_volume *= span, smallest_ = std::min(smallest_, span);
    }
    smallest_ = smallest_ == std::numeric_limits<T>::max() ? T(1) : smallest_ / T(1 << 20);
    return target_volume;
  }
  static T volume(T edge) {
    T v = 1;
    for (int a = 0; a < D; ++a) v *= edge;
    return v;
  }

  std::size_t count_ = 0;
  T smallest_ = 1;
  T extents_[kSample];
  T corners_[D][kSample];
};

}  // namespace masu::detail
