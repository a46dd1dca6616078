// SPDX-License-Identifier: MIT
// IndexOptions: options of a static index.
#pragma once

#include <span>

#include <masu/core/filter.hpp>
#include <masu/core/period.hpp>

namespace masu {

// Options of build(), in addition to the boxes.
template <int D, class T>
struct IndexOptions {
  // Empty, or one for each box; copied.
  std::span<const Filter> filters{};
  Period<D, T> period{};  // length of the domain on axes that wrap around
};

}  // namespace masu
