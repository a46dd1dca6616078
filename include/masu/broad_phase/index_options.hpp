// SPDX-License-Identifier: MIT
// What a static index can be told beside its boxes.
#pragma once

#include <span>

#include <masu/core/filter.hpp>
#include <masu/core/period.hpp>

namespace masu {

// What is built, beside the boxes.
template <int D, class T>
struct IndexOptions {
  // None, or one for each box; copied.
  std::span<const Filter> filters{};
  Period<D, T> period{};
};

}  // namespace masu
