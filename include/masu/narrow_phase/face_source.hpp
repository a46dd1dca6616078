// SPDX-License-Identifier: MIT
// Where a face of a contact volume comes from.
#pragma once

#include <cstdint>

namespace masu {

// Which of the two bodies a face lies on.
enum class ContactBody : std::uint8_t { a, b };

// A face (in 2D an edge) of one of the two bodies.
struct FaceSource {
  ContactBody body;    // which of the two
  std::uint32_t face;  // which of its faces

  friend constexpr bool operator==(const FaceSource&, const FaceSource&) = default;
};

}  // namespace masu
