// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include "mesh/placed_join.hpp"

namespace masu::detail {

using JoinTable = std::tuple<JoinKernels<2, float>, JoinKernels<3, float>, JoinKernels<2, double>,
                             JoinKernels<3, double>, MeshKernels<2, float>, MeshKernels<3, float>,
                             MeshKernels<2, double>, MeshKernels<3, double>,
                             TriangleJoinKernels<float>, TriangleJoinKernels<double>>;

}  // namespace masu::detail
