// SPDX-License-Identifier: MIT
// Old name of <masu/mesh/sub_shape_results.hpp>, kept until version 0.3.
#pragma once

#include <masu/mesh/sub_shape_results.hpp>
