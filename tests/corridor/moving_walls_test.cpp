// SPDX-License-Identifier: MIT
// Walls that move, come and leave: the tree answers like one built of the present walls.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <masu/textbook/all_walls.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class MovingWalls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MovingWalls, Scalars);

// What a tree should hold, kept by hand.
template <class T>
struct Model {
  std::vector<Vec<2, T>> vertices;
  std::vector<WallChain> chains;

  void set(const WallChain& chain, const std::vector<Vec<2, T>>& points) {
    if (vertices.size() < chain.first + chain.count) vertices.resize(chain.first + chain.count);
    std::copy(points.begin(), points.end(), vertices.begin() + chain.first);
  }
};

template <class T>
void expect_same_answers(scenes::Pcg32& random, const Model<T>& model, const ChainTree<T>& tree,
                         double reach) {
  const AllWalls<T> all(model.vertices, model.chains);
  std::size_t walls = 0;
  for (const WallChain& chain : model.chains) walls += chain.count - 1;
  ASSERT_EQ(tree.wall_count(), walls);
  for (int i = 0; i < 8; ++i) {
    const Vec<2, T> p{T(random.between(-70, 70)), T(random.between(-70, 70))};
    const T radius = i % 3 == 0 ? std::numeric_limits<T>::infinity() : T(reach * random.unit());
    const NearestWall<T> expected = all.nearest(p, radius);
    const NearestWall<T> got = tree.nearest(p, radius);
    ASSERT_EQ(got.wall, expected.wall) << i << " within " << radius;
    ASSERT_EQ(got.distance, expected.distance);
    const Vec<2, T> displacement{T(random.between(-1, 1) * reach),
                                 T(random.between(-1, 1) * reach)};
    const WallHit<T> hit = tree.circle_cast(p, T(0.2), displacement);
    const WallHit<T> expected_hit = all.circle_cast(p, T(0.2), displacement);
    ASSERT_EQ(hit.wall, expected_hit.wall) << i;
    ASSERT_EQ(hit.t, expected_hit.t);
  }
}

template <class T>
std::vector<Vec<2, T>> some_line(scenes::Pcg32& random, std::uint32_t count, double spread) {
  std::vector<Vec<2, T>> points;
  double x = random.between(-spread, spread);
  double y = random.between(-spread, spread);
  for (std::uint32_t i = 0; i < count; ++i) {
    points.push_back({T(x), T(y)});
    x += random.between(-2, 2), y += random.between(-2, 2);
  }
  return points;
}

// A model-based test: each step is one change, drawn at random, with and without a grid.
TYPED_TEST(MovingWalls, results_equal_brute_force_after_any_changes) {
  using T = TypeParam;
  for (const double reach : {0.0, 3.0}) {
    scenes::Pcg32 random(77);
    Model<T> model;
    const WallWorld<T> start = random_world<T>(random, 300, 100, 0);
    model.vertices = start.vertices;
    model.chains = start.chains;
    ChainTree<T> tree;
    ASSERT_EQ(tree.build(start.vertices, start.chains, {T(reach)}), Status::ok);
    for (std::uint32_t step = 0; step < by_tier(200u, 10000u); ++step) {
      SCOPED_TRACE(step);
      const std::uint32_t what = random.below(10);
      const double spread = step % 50 == 0 ? 200 : 50;  // now and then beyond the grid
      if (what < 4 && !model.chains.empty()) {
        const WallChain chain = model.chains[random.below(std::uint32_t(model.chains.size()))];
        std::vector<Vec<2, T>> points = some_line<T>(random, chain.count, spread);
        if (what < 2) {  // a small step
          const Vec<2, T> by{T(random.between(-1, 1)), T(random.between(-1, 1))};
          for (std::uint32_t i = 0; i < chain.count; ++i) {
            points[i] = model.vertices[chain.first + i] + by;
          }
        }
        ASSERT_EQ(tree.set_vertices(chain.first, points), Status::ok);
        model.set(chain, points);
      } else if (what < 7) {
        const std::uint32_t most = random.below(2) == 0 ? 3 : 40;
        const auto points = some_line<T>(random, 2 + random.below(most), spread);
        const InsertedChain added = tree.insert(points);
        ASSERT_EQ(added.status, Status::ok);
        for (const WallChain& c : model.chains) {
          ASSERT_TRUE(added.chain.first >= c.first + c.count ||
                      c.first >= added.chain.first + added.chain.count);
        }
        model.chains.push_back(added.chain);
        model.set(added.chain, points);
      } else if (!model.chains.empty()) {
        const std::uint32_t which = random.below(std::uint32_t(model.chains.size()));
        const WallChain chain = model.chains[which];
        EXPECT_EQ(tree.is_wall(chain.first), true);
        ASSERT_EQ(tree.erase(chain), Status::ok);
        EXPECT_EQ(tree.is_wall(chain.first), false);
        EXPECT_EQ(tree.erase(chain), Status::stale_handle);
        model.chains[which] = model.chains.back();
        model.chains.pop_back();
      }
      ASSERT_NO_FATAL_FAILURE(expect_same_answers(random, model, tree, 3));
      if (step % 10 != 0) continue;
      std::vector<bool> walls(tree.vertex_count() + 300);  // and beyond the last vertex
      for (const WallChain& c : model.chains) {
        for (std::uint32_t i = c.first; i + 1 < c.first + c.count; ++i) walls[i] = true;
      }
      for (std::uint32_t i = 0; i < walls.size(); ++i) ASSERT_EQ(tree.is_wall(i), walls[i]) << i;
    }
  }
}

// The three walls are in one leaf, so the inserted one is between the walls of another leaf. Walls
// behind it were taken for none: they moved without their boxes.
TYPED_TEST(MovingWalls, a_wall_may_be_inserted_between_those_of_a_leaf) {
  using T = TypeParam;
  const std::vector<Vec<2, T>> vertices = {{0, 0}, {4, 4}, {0, 4}, {4, 0}, {0, 1}, {4, 3}};
  const std::vector<WallChain> chains = {
      {.first = 0, .count = 2}, {.first = 2, .count = 2}, {.first = 4, .count = 2}};
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(vertices, chains), Status::ok);
  ASSERT_EQ(tree.erase(chains[1]), Status::ok);
  const std::vector<Vec<2, T>> line = {{0, 2}, {4, 2}};
  ASSERT_EQ(tree.insert(line).chain, chains[1]);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(tree.is_wall(i), i % 2 == 0) << i;
  const std::vector<Vec<2, T>> away = {{100, 1}, {104, 3}};
  ASSERT_EQ(tree.set_vertices(4, away), Status::ok);
  const NearestWall<T> nearest = tree.nearest({T(102), T(2)}, T(1));
  EXPECT_EQ(nearest.wall, 4u);
  EXPECT_EQ(nearest.distance, T(0));
  EXPECT_EQ(tree.erase(chains[2]), Status::ok);
  EXPECT_EQ(tree.wall_count(), 2u);
}

// A change rebuilds the cells near it and keeps the others: as many as there were.
TYPED_TEST(MovingWalls, a_small_step_keeps_the_grid) {
  using T = TypeParam;
  scenes::Pcg32 random(78);
  const WallWorld<T> world = random_world<T>(random, 300, 100, 0);
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(world.vertices, world.chains, {T(3)}), Status::ok);
  const std::size_t bytes = tree.bytes();
  const Aabb<2, T> bounds = tree.bounds();
  const Vec<2, T> center = (bounds.min + bounds.max) * T(0.5);
  std::uint32_t nearest = 0;
  for (std::uint32_t i = 0; i < world.vertices.size(); ++i) {
    const auto from_center = [&](std::uint32_t k) {
      return length_squared(world.vertices[k] - center);
    };
    if (from_center(i) < from_center(nearest)) nearest = i;
  }
  const Vec<2, T> moved[] = {world.vertices[nearest] + Vec<2, T>{T(0.25), 0}};
  ASSERT_EQ(tree.set_vertices(nearest, moved), Status::ok);
  EXPECT_EQ(tree.bytes(), bytes);
  const Vec<2, T> far[] = {bounds.max + Vec<2, T>{100, 100}};
  ASSERT_EQ(tree.set_vertices(nearest, far), Status::ok);
  EXPECT_NE(tree.bytes(), bytes) << "it proves nothing";
}

// The last walls that leave do not lie where the grid is: they came later.
TYPED_TEST(MovingWalls, a_tree_with_a_grid_can_be_emptied_and_filled_again) {
  using T = TypeParam;
  const std::vector<Vec<2, T>> line = {{0, 0}, {1, 0}, {1, 1}};
  const WallChain chain{.first = 0, .count = 3};
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(line, {&chain, 1}, {T(1)}), Status::ok);
  const std::vector<Vec<2, T>> away = {{50, 50}, {60, 50}};
  const InsertedChain added = tree.insert(away);
  ASSERT_EQ(added.status, Status::ok);
  ASSERT_EQ(tree.erase(chain), Status::ok);
  const std::size_t bytes = tree.bytes();
  ASSERT_EQ(tree.erase(added.chain), Status::ok);
  EXPECT_EQ(tree.bytes(), bytes) << "no grid is made for no walls";
  EXPECT_EQ(tree.wall_count(), 0u);
  EXPECT_EQ(tree.nearest({50, 50}, T(0.5)).wall, kNoWall);
  const InsertedChain again = tree.insert(away);
  ASSERT_EQ(again.status, Status::ok);
  EXPECT_EQ(tree.nearest({55, 49}, 1).wall, again.chain.first);
  EXPECT_EQ(tree.nearest({55, 49}, T(0.5)).wall, kNoWall);
}

TYPED_TEST(MovingWalls, a_tree_can_be_emptied_and_filled_again) {
  using T = TypeParam;
  ChainTree<T> tree;
  const std::vector<Vec<2, T>> line = {{0, 0}, {1, 0}, {2, 1}};
  const InsertedChain first = tree.insert(line);
  ASSERT_EQ(first.status, Status::ok);
  ASSERT_EQ(tree.erase(first.chain), Status::ok);
  EXPECT_EQ(tree.wall_count(), 0u);
  EXPECT_EQ(tree.nearest({0, 0}).wall, kNoWall);
  EXPECT_FALSE(tree.circle_cast({0, 5}, 1, {0, -10}).hit);
  const InsertedChain again = tree.insert(line);
  ASSERT_EQ(again.status, Status::ok);
  EXPECT_EQ(again.chain.first, first.chain.first);
  EXPECT_EQ(tree.nearest({0, 3}).wall, again.chain.first + 1);
}

TYPED_TEST(MovingWalls, a_range_of_walls_may_be_erased_and_its_neighbours_stay) {
  using T = TypeParam;
  std::vector<Vec<2, T>> line;
  for (int i = 0; i <= 40; ++i) line.push_back({T(i), T(0)});
  ChainTree<T> tree;
  const InsertedChain all = tree.insert(line);
  ASSERT_EQ(all.status, Status::ok);
  ASSERT_EQ(tree.erase({10, 6}), Status::ok);  // walls 10 to 14
  EXPECT_EQ(tree.wall_count(), 35u);
  EXPECT_EQ(tree.nearest({T(12), T(1)}).wall, 9u);
  EXPECT_EQ(tree.nearest({T(15.5), T(1)}).wall, 15u);
  // Vertices 10 and 15 are still in use: a chain of five does not fit between them.
  const InsertedChain in = tree.insert(std::vector<Vec<2, T>>{{0, 9}, {1, 9}, {2, 9}, {3, 9}});
  EXPECT_EQ(in.chain.first, 11u);
  EXPECT_EQ(tree.nearest({T(9.5), T(1)}).wall, 9u);
  EXPECT_EQ(tree.nearest({T(1), T(8)}).wall, 11u);
}

TYPED_TEST(MovingWalls, bad_input_is_named_and_changes_nothing) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  ChainTree<T> tree;
  const std::vector<Vec<2, T>> line = {{0, 0}, {1, 0}, {2, 1}};
  ASSERT_EQ(tree.insert(line).status, Status::ok);
  EXPECT_EQ(tree.insert(std::span(line).first(1)).status, Status::no_points);
  EXPECT_EQ(tree.insert(std::vector<Vec<2, T>>{{0, 0}, {nan, 0}}).status, Status::not_finite);
  EXPECT_EQ(tree.set_vertices(1, line), Status::bad_index);
  EXPECT_EQ(tree.set_vertices(0, std::vector<Vec<2, T>>{{0, nan}}), Status::not_finite);
  EXPECT_EQ(tree.set_vertices(0, std::vector<Vec<2, T>>{{0, 2 * ChainTree<T>::kLargest}}),
            Status::out_of_range);
  EXPECT_EQ(tree.erase({0, 4}), Status::stale_handle);
  EXPECT_EQ(tree.erase({0, 1}), Status::stale_handle);
  EXPECT_EQ(tree.erase({2, 2}), Status::stale_handle);
  EXPECT_EQ(tree.wall_count(), 2u);
  EXPECT_EQ(tree.vertex(2), (Vec<2, T>{2, 1}));
}

TYPED_TEST(MovingWalls, failed_allocations_leave_the_tree_unchanged) {
  using T = TypeParam;
  scenes::Pcg32 random(13);
  FailingAllocator memory;
  ChainTree<T> tree(memory.allocator());
  const WallWorld<T> start = random_world<T>(random, 100, 100, 0);
  ASSERT_EQ(tree.build(start.vertices, start.chains, {T(2)}), Status::ok);
  Model<T> model{start.vertices, start.chains};
  const auto line = some_line<T>(random, 2000, 40);
  Status last = Status::out_of_memory;
  for (std::size_t fail = 1; last == Status::out_of_memory; ++fail) {
    ASSERT_LT(fail, 200u);
    memory.fail(fail);
    const InsertedChain added = tree.insert(line);
    last = added.status;
    if (last == Status::ok) {
      model.chains.push_back(added.chain);
      model.set(added.chain, line);
    }
    memory.fail(FailingAllocator::kNever);
    ASSERT_NO_FATAL_FAILURE(expect_same_answers(random, model, tree, 2));
  }
  EXPECT_EQ(last, Status::ok);
}

// A wall moves along the lower border of the grid of cells, then along its left border. An index
// that takes columns for rows would look for it in other cells.
TYPED_TEST(MovingWalls, cells_know_a_wall_that_moves_beside_a_border) {
  using T = TypeParam;
  for (const int up : {0, 1}) {
    WallWorld<T> world;
    for (int i = 0; i < 32 * 32; ++i) {
      world.begin();
      world.add(10 * (i % 32), 10 * (i / 32));
      world.add(10 * (i % 32) + 1, 10 * (i / 32));
    }
    ChainTree<T> tree;
    ASSERT_EQ(tree.build(world.vertices, world.chains, {T(1)}), Status::ok);
    for (std::uint32_t i = 0; i < 1024; ++i) {
      ASSERT_TRUE(tree.is_wall(2 * i));
      ASSERT_FALSE(tree.is_wall(2 * i + 1));
    }
    const std::uint32_t wall = up != 0 ? 2 * 32 * 16 : 2 * 16;
    for (int x = 165; x < 305; x += 5) {
      const Vec<2, T> p = up != 0 ? Vec<2, T>{5, T(x)} : Vec<2, T>{T(x), 5};
      const Vec<2, T> ends[] = {p, p + Vec<2, T>{1, 0}};
      ASSERT_EQ(tree.set_vertices(wall, ends), Status::ok);
      ASSERT_EQ(tree.nearest(p, T(1)).wall, wall) << x;
    }
  }
}

}  // namespace
}  // namespace masu::test
