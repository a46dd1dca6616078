// SPDX-License-Identifier: MIT
#include "wall_finder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/textbook/all_walls.hpp>
#include <masu/textbook/boxed_walls.hpp>
#include <masu/textbook/projection_groups.hpp>

#include "../errors.hpp"
#include "nearest_word.hpp"

namespace masu::cli {
namespace {

// Walls in a leaf, cell or group, where the method has a choice: k in the paper.
constexpr std::uint32_t kTogether = 16;
constexpr int kMostLevels = 16;

// Methods without state for each mover.
template <class Walls>
class StatelessFinder final : public WallFinder {
 public:
  explicit StatelessFinder(Walls walls) : walls_(std::move(walls)) {}
  NearestWall<float> nearest(std::size_t, const Vec<2, float>& p, float reach) override {
    return walls_.nearest(p, reach);
  }
  int boxes_of_node() const override { return std::is_same_v<Walls, ChainTree<float>> ? 8 : 1; }

 private:
  Walls walls_;
};

class GroupFinder final : public WallFinder {
 public:
  GroupFinder(ProjectionGroups<float> groups, std::size_t movers)
      : groups_(std::move(groups)), hints_(groups_.run_count() * movers) {}
  NearestWall<float> nearest(std::size_t mover, const Vec<2, float>& p, float reach) override {
    const std::size_t runs = groups_.run_count();
    return groups_.nearest(std::span(hints_).subspan(mover * runs, runs), p, reach);
  }

 private:
  ProjectionGroups<float> groups_;
  std::vector<std::uint32_t> hints_;
};

using Made = std::unique_ptr<WallFinder>;

Made make_none(const WallChains<float>& walls, std::size_t, float) {
  using All = AllWalls<float>;
  return std::make_unique<StatelessFinder<All>>(All(walls.vertices(), walls.chains()));
}

template <class Index>
Made make_boxed(const WallChains<float>& walls, Index index) {
  BoxedWalls<float, Index> boxed(std::move(index));
  expect_ok(boxed.build(walls.vertices(), walls.chains()));
  return std::make_unique<StatelessFinder<BoxedWalls<float, Index>>>(std::move(boxed));
}

// A square domain with finest cells about as wide as the reach: smaller levels would be searched in
// vain.
Made make_quadtree(const WallChains<float>& walls, std::size_t, float reach) {
  Aabb<2, float> world = Aabb<2, float>::nothing();
  for (const auto& v : walls.vertices()) world = merge(world, Aabb<2, float>::of_point(v));
  const float side = std::max(world.max[0] - world.min[0], world.max[1] - world.min[1]);
  OrthtreeOptions<2, float> options;
  options.domain = {world.min, {world.min[0] + side, world.min[1] + side}};
  options.depth = 1;
  while (options.depth < kMostLevels && side / std::exp2(float(options.depth)) > 3 * reach) {
    ++options.depth;
  }
  return make_boxed(walls, RegisteredOrthtree<2, float>(options));
}

Made make_kd_tree(const WallChains<float>& walls, std::size_t, float) {
  return make_boxed(walls, KdTree<2, float>({.leaf_size = kTogether}));
}

Made make_grid(const WallChains<float>& walls, std::size_t, float) {
  GridOptions<2, float> options;
  options.crowd = kTogether;
  return make_boxed(walls, UniformGrid<2, float>(options));
}

Made make_groups(const WallChains<float>& walls, std::size_t movers, float) {
  ProjectionGroups<float> groups;
  expect_ok(groups.build(walls.vertices(), walls.chains(), kTogether));
  return std::make_unique<GroupFinder>(std::move(groups), movers);
}

Made make_chain_tree(const WallChains<float>& walls, std::size_t, float reach) {
  ChainTree<float> tree;
  expect_ok(tree.build(walls.vertices(), walls.chains(), {reach}));
  return std::make_unique<StatelessFinder<ChainTree<float>>>(std::move(tree));
}

constexpr std::array kMethods = {
    WallMethod{"all_walls", "every wall for every mover", &make_none},
    WallMethod{"registered_orthtree",
               "linear quadtree of registered boxes, the finest cells as wide as a mover",
               &make_quadtree},
    WallMethod{"kd_tree", "k-d tree over boxes, 16 walls a leaf", &make_kd_tree},
    WallMethod{"uniform_grid", "uniform grid of boxes, cells of more than 16 cut again",
               &make_grid},
    WallMethod{"projection_groups",
               "the paper's groups of 16, corrected: each mover has an index in each run",
               &make_groups},
    WallMethod{"chain_tree", "the tree over stretches of 8 walls, with its grid",
               &make_chain_tree}};

constexpr std::pair<std::string_view, std::string_view> kOldNames[] = {
    {"none", "all_walls"},    {"quadtree", "registered_orthtree"}, {"kd-tree", "kd_tree"},
    {"grid", "uniform_grid"}, {"groups", "projection_groups"},     {"chain-tree", "chain_tree"}};

}  // namespace

std::span<const WallMethod> wall_methods() {
  return kMethods;
}

const WallMethod& wall_method_named(const std::string& word) {
  Words known;
  std::string_view name = word;
  for (const auto& [old, now] : kOldNames) {
    if (old != word) continue;
    fmt::print(stderr, "masu: method '{}' is now called '{}'; the old name works as well\n", old,
               now);
    name = now;
  }
  for (const WallMethod& m : kMethods) {
    if (m.name == name) return m;
    known.push_back(m.name);
  }
  throw UsageError(unknown_word("method", word, known));
}

std::string list_of_wall_methods() {
  std::string text;
  for (const WallMethod& m : kMethods) text += fmt::format("  {:<20} {}\n", m.name, m.description);
  return text;
}

}  // namespace masu::cli
