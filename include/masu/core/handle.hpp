// SPDX-License-Identifier: MIT
// Handle: identifies an object, and becomes stale when the object is erased.
#pragma once

#include <cstdint>

namespace masu {

// Identifies an object. `index` is its slot; `generation` is odd while the object lives and counts
// each insertion and erasure in the slot. An old handle is refused until the slot has been reused
// 2^31 times.
struct Handle {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;  // the index of no slot

  std::uint32_t index = kNone;   // the slot
  std::uint32_t generation = 0;  // as of the insertion; even: never an object

  friend constexpr bool operator==(const Handle&, const Handle&) = default;
  // Returns whether it was ever the handle of an object; containers say whether it is stale.
  constexpr explicit operator bool() const { return index != kNone; }
};

}  // namespace masu
