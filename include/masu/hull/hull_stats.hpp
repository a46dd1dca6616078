// SPDX-License-Identifier: MIT
// The work of a hull, counted: the same numbers on every machine.
#pragma once

#include <cstdint>

namespace masu {

// What a hull took: counted.
struct HullStats {
  std::uint64_t tests = 0;        // points held against a line or plane
  std::uint64_t exact_tests = 0;  // those of them that the filters left in doubt
  std::uint64_t faces = 0;        // edges in 2D, triangles or faces in 3D, that stood for a while

  friend constexpr bool operator==(const HullStats&, const HullStats&) = default;
};

}  // namespace masu
