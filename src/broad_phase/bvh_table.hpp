// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include "broad_phase/bvh_node.hpp"
#include "broad_phase/triangle_bvh.hpp"
#include "core/instantiate.hpp"

namespace masu::detail {

using BvhTable =
    std::tuple<MASU_LIST_ALL_D(BvhKernels), TriangleKernels<float>, TriangleKernels<double>>;

}  // namespace masu::detail
