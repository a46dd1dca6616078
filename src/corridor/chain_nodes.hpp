// SPDX-License-Identifier: MIT
// The tree over walls as its searches read it: leaves of up to eight walls in a row, and above them
// nodes of eight boxes, level by level, with no pointers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/corridor/chain_tree.hpp>

namespace masu::detail {

// On every instruction set, so that counts and order do not depend on it.
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

// Unused lanes are inf to -inf, which nothing meets and nothing is near to.
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

// Level 0 holds the leaves' boxes, the last level is the root alone. Child i of node j of a level
// is node 8 j + i of the level below.
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

// Where a search begins: a node by level, in the highest four bits, and place.
struct ChainStart {
  std::uint32_t name = kNoWall;

  ChainStart() = default;
  constexpr ChainStart(std::uint32_t level, std::uint32_t node) : name(level << 28 | node) {}
  constexpr explicit operator bool() const { return name != kNoWall; }
  constexpr std::uint32_t level() const { return name >> 28; }
  constexpr std::uint32_t node() const { return name & 0x0fff'ffffu; }
};
inline constexpr std::size_t kChainStarts = 4;
// At most four; of fewer the rest are none.
using ChainStarts = std::span<const ChainStart>;

// Searches of a short reach begin near their end: each cell of a grid knows up to four nodes that
// hold every leaf within `reach` of the cell.
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
  T slack = 0;  // what rounding may do to the place of a cell
  // Walls in here are known to all places within reach of them.
  Aabb<2, T> covered = Aabb<2, T>::nothing();

  // Rounding may choose the cell beside: cells know what is near them and a little more. False:
  // outside the grid, where nothing is within reach.
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

// Walls that were found, on their way to a target.
template <class T>
struct ChainBlock {
  static constexpr std::uint32_t kCapacity = 512;

  explicit ChainBlock(const BlockTarget<WallDistance<T>>& to) : target(to) {}

  BlockTarget<WallDistance<T>> target;
  std::uint32_t size = 0;
  Status status = Status::ok;
  std::uint64_t results = 0;
  WallDistance<T> data[kCapacity];

  // False: stop.
  bool flush() {
    if (size != 0) status = target.take(target.object, {data, size}, results);
    size = 0;
    return status == Status::ok;
  }
};

// Points origin + t direction, 0 <= t <= max_t, widened by `pad` for radius and rounding: what
// lies on the way is in a box that has grown by it.
template <class T>
struct ChainPath {
  Vec<2, T> origin;
  Vec<2, T> inverse;  // of the direction
  Vec<2, T> pad;
  double max_t;
  // Measures a wall; returns the new end of the path.
  FunctionRef<double(std::uint32_t wall, double max_t)> measure;
  // Is told of each node that is looked at, by its ChainStart::name.
  AnyTrace<VisitNode> trace{};
};

struct NearList;

// The functions compiled once for each instruction set.
template <class T>
struct ChainKernels {
  // `best` comes with the square of the radius to look in, inclusive, and no wall.
  void (*nearest)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                  WallDistance<T>& best, ChainCounts& counts);
  bool (*within)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                 T radius_squared, ChainBlock<T>& out, ChainCounts& counts);
  void (*along)(const ChainNodes<T>& nodes, ChainStarts starts, ChainPath<T>& path,
                ChainCounts& counts);
  // What a search from `starts` reads first, and then, if they are of the lowest level.
  void (*load_nodes)(const ChainNodes<T>& nodes, ChainStarts starts);
  void (*load_walls)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                     T radius_squared);
  // within() to the end of a list; false: there is no more room.
  bool (*gather)(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                 T radius_squared, NearList& out, ChainCounts& counts);
  // Of a few walls in a list: how far they are; which are met on a way. See near_lanes-inl.hpp.
  void (*measure)(NearList& list, const Vec2d& p);
  std::uint64_t (*on_way)(const NearList& list, std::uint32_t from, const Vec2d& way,
                          double distance_squared, double slack);
};

template <class T>
const ChainKernels<T>& chain_kernels();

}  // namespace masu::detail
