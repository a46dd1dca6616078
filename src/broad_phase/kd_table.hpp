// SPDX-License-Identifier: MIT
// All instantiations of the kd-tree's queries for one instruction set.
#pragma once

#include <tuple>

#include "broad_phase/kd_kernels.hpp"
#include "core/instantiate.hpp"

namespace masu::detail {

using KdTable = std::tuple<MASU_LIST_ALL_D(KdKernels)>;

}  // namespace masu::detail
