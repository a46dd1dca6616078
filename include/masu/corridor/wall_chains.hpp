// SPDX-License-Identifier: MIT
// Loose walls, put in order: chains that run from start to end, and loops.
#pragma once

#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>
#include <masu/corridor/chain_report.hpp>
#include <masu/corridor/wall_chain.hpp>
#include <masu/shapes/segment.hpp>

namespace masu {

// How loose walls become chains.
template <class T>
struct ChainOptions {
  // End points this near to each other become one, and walls are cut at end points this near to
  // them. 0: only what is exactly equal, or exactly on the wall.
  T weld = 0;
  // Cut walls at end points of others that lie inside them: T-junctions, partial overlaps. False:
  // O(n) but for loops, and crossings are not looked for; overlapping walls stay, each whole.
  bool split_junctions = true;
};

// Walls in any order and direction, as an editor or a file gives them, become chains: runs of walls
// that end where not exactly two walls meet, or close. The walls of a chain lie beside each other
// in memory, and so do chains that are neighbours in space: they are in the order of the Hilbert
// codes of the centres of their boxes. This is the ordering of segments in T. Suzuki, T. Tsukiji,
// "A space partition algorithm for collision detection of objects in the plane", without its
// assumption of one closed loop without faults.
//
// What happens to faults, in this order:
//   - walls with NaN or infinite coordinates are left out;
//   - end points are one vertex if equal (-0 equals 0). With a weld, so are end points within it of
//     each other, and those within it of these, and so on; the vertex is the one with the least x,
//     then y;
//   - walls of zero length are left out; of walls between the same two vertices one is kept;
//   - walls end at vertices that lie inside them: exactly on them (orient2d), or within the weld;
//     then the wall bends to go through the vertex. Pieces that coincide are kept once. With a
//     weld this goes on, up to eight rounds, while bending brings walls near other vertices.
// Walls that cross elsewhere stay as they are and are counted. A report names what was done.
//
// The result does not depend on the order of the walls. A chain runs as most of its walls were
// given (each given wall counts, duplicates too); if as many run either way, an open chain starts
// at the lesser of its ends by x, then y, and a loop goes first to the lesser of the neighbours of
// its start. A loop starts at its least vertex, or at its only junction. Of walls that coincide
// the one with the lowest index is named.
//
// Memory: two scalars and 4 bytes a vertex; some 70 bytes a wall in double while building, more if
// walls are cut.
template <class T>
class WallChains {
 public:
  using Point = Vec<2, T>;

  explicit WallChains(Allocator allocator = default_allocator())
      : vertices_(allocator), sources_(allocator), chains_(allocator) {}

  // Statuses: no_points (no wall is left); out_of_range: the weld is negative, infinite, NaN, or
  // less than 2^-48 of the largest coordinate, or a finite coordinate is beyond what shapes may be
  // made of, see check(); too_many_objects (2^31 - 1 walls, pieces, vertices, or 2^28 cuts);
  // out_of_memory. Then the chains are as before. The report is filled in any case, as far as it
  // went. O(n log n + k) for k pairs of walls whose boxes overlap; with the weld O(m) more for
  // each end point, with m others within about a weld of it. Sorted input is faster than shuffled.
  Status build(std::span<const Segment<2, T>> walls, const ChainOptions<T>& options = {},
               ChainReport* report = nullptr);

  // Of all chains, one after another.
  std::span<const Point> vertices() const { return vertices_; }
  std::span<const WallChain> chains() const { return chains_; }
  std::size_t wall_count() const { return vertices_.size() - chains_.size(); }

  // Has the wall from vertex `slot` to the next, that is: is it not the last of its chain?
  bool has_wall(std::uint32_t slot) const { return sources_[slot] != kNoWall; }
  // The input wall that it is, or is a piece of. `slot` has a wall.
  std::uint32_t source(std::uint32_t slot) const { return sources_[slot] & ~kFlipped; }
  // Does that one run against the chain?
  bool flipped(std::uint32_t slot) const { return (sources_[slot] & kFlipped) != 0; }
  // Which chain has vertex `slot`. O(log n).
  std::uint32_t chain_of(std::uint32_t slot) const;

 private:
  static constexpr std::uint32_t kFlipped = 0x8000'0000u;

  Buffer<Point> vertices_;
  Buffer<std::uint32_t> sources_;
  Buffer<WallChain> chains_;
};

}  // namespace masu
