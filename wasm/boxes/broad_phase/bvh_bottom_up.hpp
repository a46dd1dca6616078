// SPDX-License-Identifier: MIT
// masu/boxes instead of src/broad_phase/bvh_bottom_up.hpp: trees are built by Morton codes only.
#pragma once

#include <masu/broad_phase/bvh_trace.hpp>

#include "broad_phase/bvh_shape.hpp"

namespace masu::detail {

template <int D, class T>
class BvhBottomUp {
 public:
  explicit BvhBottomUp(Allocator) {}
  bool build_naive(BvhShape<D, T>&, const Aabb<D, T>*, std::size_t, const BvhTrace&) {
    return false;
  }
  bool build_by_queue(BvhShape<D, T>&, const Aabb<D, T>*, std::size_t, bool, const BvhTrace&) {
    return false;
  }
};

}  // namespace masu::detail
