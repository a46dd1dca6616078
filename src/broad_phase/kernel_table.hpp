// SPDX-License-Identifier: MIT
// All instantiations of the kernels for one instruction set.
#pragma once

#include <tuple>

#include <masu/broad_phase/detail/tiles.hpp>

namespace masu::detail {

using KernelTable =
    std::tuple<TileKernels<1, float>, TileKernels<2, float>, TileKernels<3, float>,
               TileKernels<4, float>, TileKernels<1, double>, TileKernels<2, double>,
               TileKernels<3, double>, TileKernels<4, double>>;

}  // namespace masu::detail
