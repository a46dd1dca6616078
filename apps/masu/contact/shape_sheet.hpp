// SPDX-License-Identifier: MIT
// The library's shapes side by side, each above its name.
#pragma once

#include "contact/drawing.hpp"

namespace masu::cli {

// Of the dimension D, which is 2 or 3.
template <int D>
Drawing shape_sheet();

}  // namespace masu::cli
