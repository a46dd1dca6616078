// SPDX-License-Identifier: MIT
// ChainDraft: chains while WallChains::build() makes them, and the walls meanwhile.
#pragma once

#include <algorithm>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>
#include <masu/corridor/wall_chains.hpp>

namespace masu::detail {

inline constexpr std::uint32_t kFlippedWall = 0x8000'0000u;
inline constexpr std::size_t kMostWalls = 0x7fff'ffffu - 1;

template <class T>
bool less_xy(const Vec<2, T>& p, const Vec<2, T>& q) {
  return p[0] != q[0] ? p[0] < q[0] : p[1] < q[1];
}

// A wall or a piece of one, from the lesser end to the greater.
template <class T>
struct WallPiece {
  Vec<2, T> a;
  Vec<2, T> b;
  std::uint32_t source;  // kFlippedWall: the input wall runs from b to a
  std::int32_t votes;    // input walls that run from a to b, less those that run from b to a
};

// As above, between numbered vertices.
struct WallEdge {
  std::uint32_t u;
  std::uint32_t v;
  std::uint32_t source;
  std::int32_t votes;

  std::uint32_t other(std::uint32_t end) const { return u ^ v ^ end; }
};

// `link`: both edges of a vertex of two, combined by exclusive or: from one follows the other.
template <class T>
struct WallVertex {
  Vec<2, T> p;
  std::uint32_t link;
  std::uint32_t degree;
};

template <class T>
struct ChainDraft {
  explicit ChainDraft(Allocator allocator)
      : points(allocator), sources(allocator), votes(allocator), chains(allocator) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(points.size()); }
  bool has_wall(std::uint32_t slot) const { return sources[slot] != kNoWall; }
  std::uint32_t source(std::uint32_t slot) const { return sources[slot] & ~kFlippedWall; }
  bool reserve(std::size_t slots) {
    return points.reserve(slots) && sources.reserve(slots) && votes.reserve(slots);
  }
  bool push(const Vec<2, T>& p, std::uint32_t source, std::int32_t vote) {
    return points.push_back(p) && sources.push_back(source) && votes.push_back(vote);
  }

  Buffer<Vec<2, T>> points;
  Buffer<std::uint32_t> sources;  // of the wall to the next vertex; kFlippedWall: it is reversed
  Buffer<std::int32_t> votes;     // for the direction of the chain
  Buffer<WallChain> chains;
};

inline std::uint32_t chain_with(std::span<const WallChain> chains, std::uint32_t slot) {
  const auto after =
      std::upper_bound(chains.begin(), chains.end(), slot,
                       [](std::uint32_t s, const WallChain& chain) { return s < chain.first; });
  return static_cast<std::uint32_t>(after - chains.begin()) - 1;
}

}  // namespace masu::detail
