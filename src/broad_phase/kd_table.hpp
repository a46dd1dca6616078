// SPDX-License-Identifier: MIT
// All instantiations of the kd-tree's queries for one instruction set.
#pragma once

#include <tuple>

#include "broad_phase/kd_kernels.hpp"

namespace masu::detail {

using KdTable = std::tuple<KdKernels<1, float>, KdKernels<2, float>, KdKernels<3, float>,
                           KdKernels<4, float>, KdKernels<1, double>, KdKernels<2, double>,
                           KdKernels<3, double>, KdKernels<4, double>>;

}  // namespace masu::detail
