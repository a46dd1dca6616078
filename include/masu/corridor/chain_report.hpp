// SPDX-License-Identifier: MIT
// ChainReport: what WallChains repaired, merged or rejected.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace masu {

// One kind of fault: how often it occurs, and the lowest indices of input walls that have it.
struct ChainFault {
  static constexpr std::size_t kMostNamed = 8;  // how many walls a fault names at most

  std::uint64_t count = 0;  // how often the fault occurs

  std::span<const std::uint32_t> named() const { return {walls_.data(), named_}; }  // lowest walls

  // Names a wall without counting; each wall is named once. O(1).
  void name(std::uint32_t wall);
  // Counts a fault of a wall, and names the wall. O(1).
  void add(std::uint32_t wall) {
    ++count;
    name(wall);
  }

  friend bool operator==(const ChainFault&, const ChainFault&) = default;

 private:
  std::array<std::uint32_t, kMostNamed> walls_{};
  std::size_t named_ = 0;
};

// The report of WallChains::build(). It counts everything that is dropped:
// - `retained` = walls - not_finite - zero_length - duplicates
// - `pieces` = retained + cuts - overlaps
struct ChainReport {
  std::uint64_t walls = 0;     // given
  std::uint64_t retained = 0;  // of these, without the three kinds dropped whole
  std::uint64_t pieces = 0;    // walls of the chains

  // Dropped.
  ChainFault not_finite;   // walls with a NaN or infinite coordinate
  ChainFault zero_length;  // walls whose ends are one vertex, by themselves or by the weld
  ChainFault duplicates;   // walls between the same two vertices as one with a lower index
  ChainFault overlaps;     // pieces on which a wall with a lower index lies too

  // Repaired.
  ChainFault welded;   // end points that were moved to another within the weld
  ChainFault cuts;     // vertices inside a wall, which was cut there
  ChainFault unsplit;  // such vertices that remain: each round of cutting made more

  // Left as it was.
  ChainFault crossings;  // pairs of pieces that cross where neither has an end
  ChainFault open_ends;  // vertices of one wall
  ChainFault junctions;  // vertices of three walls or more

  std::uint32_t open_chains = 0;     // how many chains there are of each kind
  std::uint32_t outlines = 0;        // loops in an even number of others
  std::uint32_t holes = 0;           // loops in an odd number of others
  std::uint32_t crossing_loops = 0;  // loops with a piece in a crossing

  friend bool operator==(const ChainReport&, const ChainReport&) = default;
};

}  // namespace masu
