// SPDX-License-Identifier: MIT
// ChainNodes: the tree over walls as searches read it: leaves of up to eight consecutive walls, and
// above them nodes of eight boxes, level by level, without pointers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/corridor/chain_tree.hpp>

namespace masu::detail {

// The same on every instruction set, so that counts and order do not depend on it.
inline constexpr std::uint32_t kChainWidth = 8;
// 8^11 leaves are more than walls can be numbered.
inline constexpr std::uint32_t kChainLevels = 11;
inline constexpr std::uint32_t kChainStack = kChainLevels * kChainWidth;

// Bit i: vertices first + i and first + i + 1 are joined by a wall. Where a chain ends they are
// not.
struct ChainLeaf {
  std::uint32_t first;
  std::uint32_t walls;
};

// Unused lanes are inf to -inf, which overlaps nothing and is near nothing.
template <class T>
struct alignas(64) ChainNode {
  T lo[2][kChainWidth];
  T hi[2][kChainWidth];

  void set(std::uint32_t lane, const Aabb<2, T>& box) {
    for (int a = 0; a < 2; ++a) lo[a][lane] = box.min[a], hi[a][lane] = box.max[a];
  }
  Aabb<2, T> lane(std::uint32_t i) const { return {{lo[0][i], lo[1][i]}, {hi[0][i], hi[1][i]}}; }
  Aabb<2, T> box() const {
    Aabb<2, T> all = lane(0);
    for (std::uint32_t i = 1; i < kChainWidth; ++i) all = merge(all, lane(i));
    return all;
  }
};

// Level 0 has the leaves' boxes, the last level is the root alone. Child i of node j of a level is
// node 8 j + i of the level below.
template <class T>
struct ChainNodes {
  const ChainNode<T>* node = nullptr;
  const ChainLeaf* leaf = nullptr;
  const Vec<2, T>* vertex = nullptr;
  const std::uint32_t* level_first = nullptr;
  std::uint32_t levels = 0;  // 0: no walls

  const ChainNode<T>& at(std::uint32_t level, std::uint32_t j) const {
    return node[level_first[level] + j];
  }
};

// A node where a search starts: its level, in the highest four bits, and its index.
struct ChainStart {
  std::uint32_t key = kNoWall;

  ChainStart() = default;
  constexpr ChainStart(std::uint32_t level, std::uint32_t node) : key(level << 28 | node) {}
  constexpr explicit operator bool() const { return key != kNoWall; }
  constexpr std::uint32_t level() const { return key >> 28; }
  constexpr std::uint32_t node() const { return key & 0x0fff'ffffu; }
};
inline constexpr std::size_t kChainStarts = 4;
// At most four; unused ones are empty.
using ChainStarts = std::span<const ChainStart>;

// Searches of a short reach start near the leaves: each cell of a grid has up to four nodes that
// contain every leaf within `reach` of the cell.
template <class T>
struct ChainGrid {
  struct Cell {
    ChainStart start[kChainStarts];
  };

  Vec<2, T> origin{};
  T scale = 0;  // cells per unit of length
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  T reach = 0;
  T slack = 0;  // the rounding error of a cell's position
  // All cells within reach of walls in here know them.
  Aabb<2, T> covered = Aabb<2, T>::nothing();

  // Rounding may choose the adjacent cell: cells know what is near them and a little more. Returns
  // false outside the grid, where nothing is within reach.
  bool cell_of(const Vec<2, T>& p, std::size_t& cell) const {
    const T x = (p[0] - origin[0]) * scale;
    const T y = (p[1] - origin[1]) * scale;
    if (!(x >= 0 && y >= 0 && x < T(columns) && y < T(rows))) return false;
    cell = std::size_t(static_cast<std::uint32_t>(y)) * columns + static_cast<std::uint32_t>(x);
    return true;
  }
};

struct ChainCounts {
  std::uint64_t nodes = 0;  // of eight boxes each
  std::uint64_t tests = 0;  // walls measured
};

// A buffer of walls found, for a target.
template <class T>
struct ChainBlock {
  static constexpr std::uint32_t kCapacity = 512;

  explicit ChainBlock(const BlockTarget<WallDistance<T>>& to) : target(to) {}

  BlockTarget<WallDistance<T>> target;
  std::uint32_t size = 0;
  Status status = Status::ok;
  std::uint64_t results = 0;
  WallDistance<T> data[kCapacity];

  // Returns false to stop.
  bool flush() {
    if (size != 0) status = target.take(target.object, {data, size}, results);
    size = 0;
    return status == Status::ok;
  }
};

// The points origin + t direction, 0 <= t <= max_t, widened by `pad` for radius and rounding: a
// wall is on the path if the box grown by pad is hit.
template <class T>
struct ChainPath {
  Vec<2, T> origin;
  Vec<2, T> inverse;  // of the direction
  Vec<2, T> pad;
  double max_t;
  // Measures a wall; returns the new end of the path.
  FunctionRef<double(std::uint32_t wall, double max_t)> measure;
  // Receives each node that is visited, by its ChainStart::key.
  AnyTrace<VisitNode> trace{};
};

struct NearList;

// The functions compiled once for each instruction set.
template <class T>
struct ChainKernels {
  // `best` has the squared search radius, inclusive, and no wall.
  void (*nearest)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                  WallDistance<T>& best, ChainCounts& counts);
  bool (*within)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                 T radius_squared, ChainBlock<T>& out, ChainCounts& counts);
  void (*along)(const ChainNodes<T>& nodes, ChainStarts starts, ChainPath<T>& path,
                ChainCounts& counts);
  // Prefetch what a search from `starts` reads first, and what it reads then, if they are of the
  // lowest level.
  void (*load_nodes)(const ChainNodes<T>& nodes, ChainStarts starts);
  void (*load_walls)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                     T radius_squared);
  // within(), appending to a list; returns false if it is full.
  bool (*gather)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                 T radius_squared, NearList& out, ChainCounts& counts);
  // For a few walls in a list: their distances; which are hit on a path. See near_lanes-inl.hpp.
  void (*measure)(NearList& list, const Vec2d& p);
  std::uint64_t (*on_path)(const NearList& list, std::uint32_t from, const Vec2d& displacement,
                           double distance_squared, double slack);
};

template <class T>
const ChainKernels<T>& chain_kernels();

}  // namespace masu::detail
