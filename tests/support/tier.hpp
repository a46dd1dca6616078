// SPDX-License-Identifier: MIT
// Test sizes: MASU_TEST_TIER=long enables the full ones.
#pragma once

#include <cstdlib>
#include <string_view>

namespace masu::test {

inline bool long_tier() {
  const char* tier = std::getenv("MASU_TEST_TIER");
  return tier != nullptr && std::string_view(tier) == "long";
}

template <class Number>
Number by_tier(Number plain, Number full) {
  return long_tier() ? full : plain;
}

}  // namespace masu::test
