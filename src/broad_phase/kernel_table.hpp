// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include "broad_phase/tiles.hpp"

#include "core/instantiate.hpp"

namespace masu::detail {

using KernelTable = std::tuple<MASU_LIST_ALL_D(TileKernels)>;

}  // namespace masu::detail
