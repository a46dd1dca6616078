// SPDX-License-Identifier: MIT
// HilbertKeyOf: positions along Hilbert's curve through the bounds of a tree.
#pragma once

#include <algorithm>

#include <masu/core/aabb.hpp>
#include <masu/spatial_order/hilbert.hpp>

namespace masu::detail {

// Returns positions on Hilbert's curve through a grid of 2^16 by 2^16 cells.
template <class T>
class HilbertKeyOf {
 public:
  explicit HilbertKeyOf(const Aabb<2, T>& bounds) : origin_(bounds.min) {
    const T side = std::max(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]);
    scale_ = side > 0 ? T(65535) / side : T(0);
  }
  std::uint32_t operator()(const Aabb<2, T>& box) const {
    return (*this)(box.min * T(0.5) + box.max * T(0.5));
  }
  std::uint32_t operator()(const Vec<2, T>& p) const {
    CellCoords<2> cell{};
    for (int a = 0; a < 2; ++a) {
      const T at = (p[a] - origin_[a]) * scale_;
      cell[std::size_t(a)] = at > 0 ? static_cast<std::uint32_t>(std::min(at, T(65535))) : 0u;
    }
    return hilbert_encode<2, std::uint32_t>(cell, 16);
  }

 private:
  Vec<2, T> origin_;
  T scale_;
};

}  // namespace masu::detail
