// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include <masu/broad_phase/detail/bvh_node.hpp>
#include "broad_phase/triangle_bvh.hpp"

namespace masu::detail {

using BvhTable = std::tuple<BvhKernels<1, float>, BvhKernels<2, float>, BvhKernels<3, float>,
                            BvhKernels<4, float>, BvhKernels<1, double>, BvhKernels<2, double>,
                            BvhKernels<3, double>, BvhKernels<4, double>, TriangleKernels<float>,
                            TriangleKernels<double>>;

}  // namespace masu::detail
