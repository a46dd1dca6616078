// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include <masu/world/detail/object_kernels.hpp>

namespace masu::detail {

using ObjectKernelTable = std::tuple<ObjectKernels<2, float>, ObjectKernels<3, float>,
                                     ObjectKernels<2, double>, ObjectKernels<3, double>>;

}  // namespace masu::detail
