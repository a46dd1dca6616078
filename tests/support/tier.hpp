// SPDX-License-Identifier: MIT
// How much to test: MASU_TEST_TIER=long asks for the full sizes.
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
