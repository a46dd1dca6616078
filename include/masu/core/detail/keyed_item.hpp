// SPDX-License-Identifier: MIT
// The element that radix_sort() sorts.
#pragma once

#include <cstdint>

namespace masu::detail {

template <class Key>
struct KeyedItem {
  Key key;
  std::uint32_t item;
};

}  // namespace masu::detail
