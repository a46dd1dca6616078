// SPDX-License-Identifier: MIT
// The cost of a query in dense walls.
#include <gtest/gtest.h>

#include <vector>

#include <masu/broad_phase/kd_tree.hpp>
#include <masu/textbook/boxed_walls.hpp>
#include <masu/textbook/projection_groups.hpp>

#include "scenes/generators/growing_corridor.hpp"
#include "scenes/generators/pcg32.hpp"

namespace masu::test {
namespace {

using scenes::GrowingCorridor;
constexpr std::size_t kStretches = 8;

// Mean work in each stretch, of movers close to the floor: walls tested, and an eighth of the boxes
// tested.
template <class Walls>
std::vector<double> work_by_stretch(const Walls& walls, double boxes_of_node) {
  scenes::Pcg32 random(1);
  std::vector<double> work;
  constexpr int kPoints = 500;
  for (std::size_t s = 0; s < kStretches; ++s) {
    double sum = 0;
    for (int i = 0; i < kPoints; ++i) {
      const Vec<2, float> p = {float((double(s) + random.unit()) * GrowingCorridor::kLength),
                               float(GrowingCorridor::kLow + random.between(0.1, 0.5))};
      const QueryStats stats = walls.nearest(p, 0.5f).stats;
      sum += double(stats.tests) + double(stats.nodes) * boxes_of_node / 8;
    }
    work.push_back(sum / kPoints);
  }
  return work;
}

TEST(WallDensity, S6_a_query_costs_the_same_wherever_walls_crowd) {
  const GrowingCorridor corridor = scenes::make_growing_corridor(100000, kStretches, 3);
  const double growth = double(corridor.walls_of.back()) / double(corridor.walls_of.front());
  ASSERT_GT(growth, 500);
  std::vector<Segment<2, float>> segments;
  for (const auto& w : corridor.walls) {
    segments.push_back({vec_cast<float>(w.a), vec_cast<float>(w.b)});
  }
  WallChains<float> chains;
  ASSERT_EQ(chains.build(segments), Status::ok);

  ChainTree<float> tree;
  ASSERT_EQ(tree.build(chains.vertices(), chains.chains(), {0.5f}), Status::ok);
  const std::vector<double> ours = work_by_stretch(tree, 8);
  // The depth of the tree grows, and that is all.
  for (const double work : ours) EXPECT_LE(work, 4 * ours.front());

  ProjectionGroups<float> groups;
  ASSERT_EQ(groups.build(chains.vertices(), chains.chains()), Status::ok);
  const std::vector<double> grouped = work_by_stretch(groups, 1);
  for (const double work : grouped) EXPECT_LE(work, 4 * grouped.front());

  // For comparison: an index of boxes tests all walls near the mover.
  BoxedWalls<float, KdTree<2, float>> boxed;
  ASSERT_EQ(boxed.build(chains.vertices(), chains.chains()), Status::ok);
  const std::vector<double> all = work_by_stretch(boxed, 1);
  EXPECT_GE(all.back(), 40 * all.front());
  EXPECT_GE(all.back(), 10 * ours.back());
  EXPECT_GE(all.back(), 5 * grouped.back());
}

}  // namespace
}  // namespace masu::test
