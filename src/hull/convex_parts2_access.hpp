// SPDX-License-Identifier: MIT
// Write access to ConvexParts2 for decompositions.
#pragma once

#include <masu/hull/convex_parts2.hpp>

namespace masu::detail {

struct ConvexParts2Access {
  static Buffer<std::uint32_t>& begin(ConvexParts2& parts) { return parts.begin_; }
  static Buffer<std::uint32_t>& corners(ConvexParts2& parts) { return parts.corners_; }
};

}  // namespace masu::detail
