// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include "broad_phase/walk_kernels.hpp"

namespace masu::detail {

using WalkTable = std::tuple<WalkKernels<2, float>, WalkKernels<3, float>, WalkKernels<2, double>,
                             WalkKernels<3, double>>;

}  // namespace masu::detail
