// SPDX-License-Identifier: MIT
// HullStats: counters of a hull's work, the same on every machine.
#pragma once

#include <cstdint>

namespace masu {

// The work of a build.
struct HullStats {
  std::uint64_t tests = 0;        // points tested against a line or plane
  std::uint64_t exact_tests = 0;  // those of them that the filters could not decide
  std::uint64_t faces = 0;        // edges in 2D, triangles or faces in 3D, made on the way

  friend constexpr bool operator==(const HullStats&, const HullStats&) = default;
};

}  // namespace masu
