// SPDX-License-Identifier: MIT
// Draws all shapes of the library in a table, each with its name.
#pragma once

#include "contact/drawing.hpp"

namespace masu::cli {

// The shapes of dimension D, 2 or 3.
template <int D>
Drawing shape_sheet();

}  // namespace masu::cli
