// SPDX-License-Identifier: MIT
// Old name of <masu/spatial_order/domain_grid.hpp>, kept until version 0.3.
#pragma once

#include <masu/spatial_order/domain_grid.hpp>
