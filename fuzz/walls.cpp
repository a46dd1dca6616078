// SPDX-License-Identifier: MIT
// Walls of arbitrary numbers: connected to chains, stored in a tree whose queries equal brute
// force, with movers between them that do not pass through.
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/corridor/corridor.hpp>
#include <masu/textbook/all_walls.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {
namespace {

template <class T>
void compare(const ChainTree<T>& tree, std::span<const Vec<2, T>> vertices,
             std::span<const WallChain> chains, FuzzInput& bytes) {
  const AllWalls<T> all(vertices, chains);
  const Vec<2, T> p = bytes.position<2, T>();
  const Vec<2, T> displacement = bytes.position<2, T>();
  const T radius = bytes.size<T>();
  const NearestWall<T> near = tree.nearest(p);
  if (near.status == Status::ok) {
    const NearestWall<T> expected = all.nearest(p);
    MASU_ASSERT(near.wall == expected.wall && near.distance == expected.distance);
  }
  std::uint64_t within = 0;
  if (tree.for_each_within(p, radius, [&](std::uint32_t, T) { ++within; }).status == Status::ok) {
    const SearchResult expected = all.for_each_within(p, radius, [](std::uint32_t, T) {});
    MASU_ASSERT(within == expected.stats.results);
  }
  const auto equal = [](const WallHit<T>& x, const WallHit<T>& y) {
    if (x.status != Status::ok) return;
    MASU_ASSERT(x.hit == y.hit && x.wall == y.wall && x.t == y.t && x.normal == y.normal);
  };
  equal(tree.ray_cast({p, displacement, T(2)}), all.ray_cast({p, displacement, T(2)}));
  equal(tree.circle_cast(p, radius, displacement), all.circle_cast(p, radius, displacement));
}

template <class T>
void change(ChainTree<T>& tree, FuzzInput& bytes) {
  while (!bytes.empty()) {
    Vec<2, T> positions[4];
    const std::size_t count = bytes.below(std::size(positions) + 1);
    for (std::size_t i = 0; i < count; ++i) positions[i] = bytes.position<2, T>();
    const std::span<const Vec<2, T>> some(positions, count);
    const std::uint32_t first = bytes.below(16);
    switch (bytes.byte() % 3) {
      case 0: (void)tree.set_vertices(first, some); break;
      case 1: (void)tree.insert(some); break;
      default: (void)tree.erase({.first = first, .count = bytes.below(5)}); break;
    }
  }
  std::vector<Vec<2, T>> vertices;
  std::vector<WallChain> chains;
  for (std::uint32_t i = 0; i < tree.vertex_count(); ++i) {
    vertices.push_back(tree.vertex(i));
    if (tree.is_wall(i)) chains.push_back({.first = i, .count = 2});
  }
  MASU_ASSERT(chains.size() == tree.wall_count());
  const std::uint8_t questions[] = {0x70, 0x74, 0x78, 0x70, 0x20};
  FuzzInput queries(questions, sizeof(questions));
  compare<T>(tree, vertices, chains, queries);
}

template <class T>
void walk(const WallChains<T>& chains, FuzzInput& bytes) {
  Corridor<T> corridor;
  if (corridor.build(chains, {.reach = bytes.size<T>()}) != Status::ok) return;
  Mover<T> mover;
  mover.position = bytes.position<2, T>();
  mover.radius = bytes.size<T>();
  for (int i = 0; i < 4; ++i) {
    MoveOptions options;
    options.response = static_cast<Response>(bytes.below(3));
    std::uint32_t contacts = 0;
    const auto r = corridor.move(mover, bytes.position<2, T>(), options, [&](const WallContact& c) {
      ++contacts;
      MASU_ASSERT(c.t >= 0 && c.t <= 1 && is_finite(c.normal));
    });
    if (r.status == Status::not_finite || r.status == Status::out_of_range) continue;
    MASU_ASSERT(is_finite(mover.position) && is_finite(r.displacement) && r.contacts == contacts);
    MASU_ASSERT(is_finite(r.overlap) && r.overlap >= 0);
  }
}

template <class T>
void order(FuzzInput& bytes) {
  std::vector<Segment<2, T>> walls(bytes.below(24));
  for (auto& w : walls) {
    w.a = bytes.position<2, T>();
    w.b = bytes.position<2, T>();
  }
  ChainOptions<T> options;
  if (bytes.byte() % 4 == 0) options.weld = bytes.size<T>() / 16;
  options.split_junctions = bytes.byte() % 4 != 0;
  WallChains<T> chains;
  ChainReport report;
  if (chains.build(walls, options, &report) != Status::ok) return;
  MASU_ASSERT(report.retained == report.walls - report.not_finite.count - report.zero_length.count -
                                     report.duplicates.count);
  MASU_ASSERT(report.pieces == chains.wall_count());
  for (std::uint32_t i = 0; i < chains.vertices().size(); ++i) {
    MASU_ASSERT(!chains.has_wall(i) || chains.source(i) < walls.size());
  }
  walk(chains, bytes);
  ChainTree<T> tree;
  if (tree.build(chains, {.reach = bytes.flag() ? T(0) : T(1)}) != Status::ok) return;
  compare<T>(tree, chains.vertices(), chains.chains(), bytes);
  change(tree, bytes);
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  bytes.flag() ? masu::fuzz::order<float>(bytes) : masu::fuzz::order<double>(bytes);
  return 0;
}
