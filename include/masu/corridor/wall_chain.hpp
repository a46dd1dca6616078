// SPDX-License-Identifier: MIT
// WallChain: walls end to end, as consecutive vertices that are each joined to the next by a wall.
#pragma once

#include <cstdint>

namespace masu {

// A loop inside an even number of other loops is an outline (inside two: an island), one inside an
// odd number a hole.
enum class ChainKind : std::uint8_t { open, outline, hole };

// Vertices `first` to `first + count - 1` of an array. A loop of n walls has n + 1 vertices: the
// last equals the first.
struct WallChain {
  std::uint32_t first = 0;           // index of the first vertex
  std::uint32_t count = 0;           // number of vertices
  ChainKind kind = ChainKind::open;  // open, or a loop around or in others
  std::uint32_t depth = 0;           // of a loop: how many others it lies in; of an open chain: 0

  // Returns whether it is closed.
  bool loop() const { return kind != ChainKind::open; }
  std::uint32_t wall_count() const { return count == 0 ? 0 : count - 1; }  // one less than vertices

  friend bool operator==(const WallChain&, const WallChain&) = default;
};

// No wall. A wall has the number of the vertex where it starts; at the last of a chain none starts.
inline constexpr std::uint32_t kNoWall = 0xffff'ffffu;

}  // namespace masu
