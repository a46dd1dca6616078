// SPDX-License-Identifier: MIT
// Walls end to end: a stretch of vertices, each joined to the next by a wall.
#pragma once

#include <cstdint>

namespace masu {

enum class ChainKind : std::uint8_t {
  open,
  outline,  // a loop that lies in an even number of others
  hole,     // a loop that lies in an odd number of others
};

// Vertices first .. first + count - 1 of an array. A loop of n walls has n + 1 vertices: the last
// equals the first.
struct WallChain {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  ChainKind kind = ChainKind::open;
  std::uint32_t depth = 0;  // of a loop: how many others it lies in

  bool loop() const { return kind != ChainKind::open; }
  std::uint32_t wall_count() const { return count - 1; }

  friend bool operator==(const WallChain&, const WallChain&) = default;
};

// A wall has the number of the vertex it starts at; the last vertex of a chain starts none.
inline constexpr std::uint32_t kNoWall = 0xffff'ffffu;

}  // namespace masu
