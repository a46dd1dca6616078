// SPDX-License-Identifier: MIT
// WallChains: joins loose walls to chains, open ones and loops.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>
#include <masu/corridor/chain_report.hpp>
#include <masu/corridor/wall_chain.hpp>
#include <masu/shapes/segment.hpp>

namespace masu {

// Options of WallChains::build().
template <class T>
struct ChainOptions {
  // End points within this distance of each other become one, and walls are cut at end points
  // within it. 0: only where exactly equal, or exactly on the wall.
  T weld = 0;
  // Whether to cut walls at end points of others that lie inside them: T-junctions, partial
  // overlaps. False: O(n) except for loops, and crossings are not searched for; overlapping walls
  // stay, each whole.
  bool split_junctions = true;
};

// Joins walls in any order and direction, as an editor or a file gives them, to chains: runs of
// walls that end where not exactly two walls meet, or are closed. The walls of a chain are
// contiguous in memory, and chains near each other in space are near each other in memory: they are
// sorted by the Hilbert codes of the centers of their boxes. This is the ordering of segments in T.
// Suzuki, T. Tsukiji, "A space partition algorithm for collision detection of objects in the
// plane", without its assumption of one closed loop without faults. Use it before ChainTree or
// Corridor where walls come from a file or an editor.
//
//    masu::WallChains<float> joined;
//    (void)joined.build(walls, {.weld = 0.01f});
//    for (const masu::WallChain& chain : joined.chains()) use(chain.first, chain.count);
//
// Faults are treated in this order:
// - Walls with NaN or infinite coordinates are dropped.
// - End points are one vertex if equal (-0 equals 0). With a weld, so are end points within it of
//   each other, and those within it of these, and so on; the vertex is the one with the least x,
//   then y.
// - Walls of zero length are dropped; of walls between the same two vertices one is kept.
// - Walls are cut at vertices that lie inside them: exactly on them (orient2d), or within the weld;
//   then the wall bends to go through the vertex. Pieces that coincide are kept once. With a weld
//   this is repeated, up to eight rounds, while bending brings walls near other vertices.
//
// Walls that cross elsewhere stay as they are and are counted. A ChainReport lists what was done.
//
// The result does not depend on the order of the walls. A chain runs as most of its walls were
// given (each given wall counts, duplicates too); if as many run either way, an open chain starts
// at the lesser of its ends by x, then y, and a loop goes first to the lesser of the neighbors of
// its start. A loop starts at its least vertex, or at its only junction. Of walls that coincide the
// one with the lowest index is named.
//
// Memory: two scalars and 4 bytes per vertex; some 70 bytes per wall in double while building, more
// if walls are cut.
//
// Cost: typically O(n log n) to build. Threads: const members are safe in many threads while no
// thread changes the chains.
template <class T>
class WallChains {
 public:
  using Point = Vec<2, T>;  // type of vertices

  // Creates an empty list of chains.
  explicit WallChains(Allocator allocator = default_allocator())
      : vertices_(allocator), sources_(allocator), chains_(allocator) {}

  // Builds the chains. Statuses: no_points (no wall is left); out_of_range: the weld is negative,
  // infinite, NaN, or less than 2^-48 of the largest coordinate, or a finite coordinate is beyond
  // what shapes allow, see check(); too_many_objects (2^31 - 1 walls, pieces, vertices, or 2^28
  // cuts); out_of_memory. Then the chains are unchanged. The report is filled in any case, as far
  // as it got. O(n log n + k) for k pairs of walls whose boxes overlap; with the weld O(m) more for
  // each end point, with m others within about a weld of it. Sorted input is faster than shuffled.
  Status build(std::span<const Segment<2, T>> walls, const ChainOptions<T>& options = {},
               ChainReport* report = nullptr);

  // Returns the vertices of all chains, one chain after another.
  std::span<const Point> vertices() const { return vertices_; }
  std::span<const WallChain> chains() const { return chains_; }  // in that order
  // Returns the number of walls of all chains.
  std::size_t wall_count() const { return vertices_.size() - chains_.size(); }

  // Returns whether a wall leads from vertex `slot` to the next: `slot` is not the last of its
  // chain.
  bool has_wall(std::uint32_t slot) const { return sources_[slot] != kNoWall; }
  // Returns the input wall that it is, or is a piece of. Precondition: has_wall(slot).
  std::uint32_t source(std::uint32_t slot) const { return sources_[slot] & ~kFlipped; }
  // Returns whether that input wall runs against the chain.
  bool flipped(std::uint32_t slot) const { return (sources_[slot] & kFlipped) != 0; }
  // Returns the chain of vertex `slot`. O(log n).
  std::uint32_t chain_of(std::uint32_t slot) const;

 private:
  static constexpr std::uint32_t kFlipped = 0x8000'0000u;

  Buffer<Point> vertices_;
  Buffer<std::uint32_t> sources_;
  Buffer<WallChain> chains_;
};

}  // namespace masu
