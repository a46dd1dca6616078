// SPDX-License-Identifier: MIT
// A name for a stored object that goes stale when the object is erased.
#pragma once

#include <cstdint>

namespace masu {

// `generation` is odd while the object lives and counts every create and erase of its slot, so an
// old handle is refused until the slot has been reused 2^31 times.
struct Handle {
  static constexpr std::uint32_t kNone = 0xffff'ffffu;

  std::uint32_t index = kNone;
  std::uint32_t generation = 0;

  friend constexpr bool operator==(const Handle&, const Handle&) = default;
  // Whether it ever named an object.
  constexpr explicit operator bool() const { return index != kNone; }
};

}  // namespace masu
