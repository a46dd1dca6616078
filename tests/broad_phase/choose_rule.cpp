// SPDX-License-Identifier: MIT
// The sample of choose() and the choice made by it.
#include <gtest/gtest.h>

#include <masu/broad_phase/auto_finder.hpp>

#include <string>

#include "scenes/generators/exact_math.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {
namespace {

template <int D, class T>
SceneDescription described(const std::vector<Aabb<D, T>>& boxes) {
  return describe(BoxSpan<D, T>(boxes));
}
template <int D, class T>
SceneDescription described(const std::vector<Aabb<D, T>>& before,
                           const std::vector<Aabb<D, T>>& now) {
  return describe(BoxSpan<D, T>(before), BoxSpan<D, T>(now));
}
double root_of(double x) {
  return scenes::root(x, 3);
}
BroadPhase chosen(const SceneDescription& d) {
  return choose(d).method;
}

using Boxes3 = std::vector<Aabb<3, float>>;

TEST(Describe, FindsExtentsAndPairsOfKnownScenes) {
  for (const std::size_t n : {1000u, 30'000u}) {
    const SceneDescription d = described<3, float>(scenes::make_scene<3, float>("uniform", n, 3));
    EXPECT_EQ(d.n, n);
    EXPECT_EQ(d.dimension, 3);
    EXPECT_NEAR(d.extent, 1, 1e-4);
    EXPECT_NEAR(d.extent_spread, 1, 1e-4);
    EXPECT_NEAR(d.pairs_per_object, 1, 0.4);
    EXPECT_LT(d.stray, 2);
    EXPECT_EQ(d.moving, 1);
  }
  // Log-uniform over three decades, 0.03 to 30: the middle is 0.95, 19 twentieths are below 21.
  const SceneDescription sizes =
      described<2, double>(scenes::make_scene<2, double>("sizes", 8000, 3));
  EXPECT_NEAR(sizes.extent, 0.95, 0.3);
  EXPECT_NEAR(sizes.extent_spread, 21 / 0.95, 6);
  const SceneDescription equal =
      described<2, float>(scenes::make_scene<2, float>("equal", 5000, 1));
  EXPECT_NEAR(equal.pairs_per_object, 4999.0 / 2, 1);
  EXPECT_GT((described<3, float>(scenes::make_scene<3, float>("stadium", 3000, 1)).stray), 1000);
}

TEST(Describe, FindsTheMoversAndTheirDisplacements) {
  scenes::Scene<3, float> scene("one_percent", 20'000, 1);
  const Boxes3 before = scene.boxes();
  scene.step();
  const SceneDescription few = described(before, scene.boxes());
  EXPECT_NEAR(few.moving, 0.01, 0.01);
  EXPECT_GT(few.moving, 0);
  EXPECT_LT(few.step, 0.1);
  EXPECT_FALSE(few.deformable);
  EXPECT_EQ(few.motion(), Motion::coherent);

  EXPECT_EQ(described(before, before).moving, 0);
  EXPECT_EQ(described(before, before).motion(), Motion::still);

  scenes::Scene<3, float> random_scene("uniform", 20'000, 1);
  const Boxes3 old = random_scene.boxes();
  random_scene.step();
  EXPECT_EQ(described(old, random_scene.boxes()).moving, 1);
  EXPECT_EQ(described(old, random_scene.boxes()).motion(), Motion::random);

  Boxes3 bent = before;
  for (auto& box : bent) box.max[1] += 0.05f;
  EXPECT_TRUE(described(before, bent).deformable);
  // Two of five bend, the others move.
  for (std::size_t i = 0; i < bent.size(); ++i) {
    if (i % 5 < 3) bent[i] = before[i], bent[i].min[0] += 0.05f, bent[i].max[0] += 0.05f;
  }
  EXPECT_FALSE(described(before, bent).deformable);
  // Other boxes at the same indices change their extents too.
  for (const char* name : {"rods", "sizes"}) {
    const Boxes3 one = scenes::make_scene<3, float>(name, 2000, 1);
    const Boxes3 two = scenes::make_scene<3, float>(name, 2000, 2);
    EXPECT_FALSE(described(one, two).deformable) << name;
  }
  EXPECT_EQ(described(before, Boxes3(5, before[0])).moving, 1) << "other boxes altogether";
}

// n boxes with the edges `edges`, their lower corners anywhere in a cube.
Boxes3 bars(std::size_t n, double side, const Vec<3, double>& edges, std::uint64_t seed,
            int directions = 1) {
  scenes::Pcg32 random(seed);
  Boxes3 boxes(n);
  for (auto& box : boxes) {
    const int shift = static_cast<int>(random.below(static_cast<std::uint32_t>(directions)));
    for (int a = 0; a < 3; ++a) {
      const double edge = edges[(a + 3 - shift) % 3];
      const double low = edge < side ? random.between(0, side) : 0;
      box.min[a] = static_cast<float>(low);
      box.max[a] = static_cast<float>(low + edge);
    }
  }
  return boxes;
}

// Of boxes that begin anywhere in a domain, the share that overlaps on an axis.
double overlap_share(double e, double f, double side) {
  return (e + f) / side - (e * e + f * f) / (2 * side * side);
}

TEST(Describe, EstimatesTheTestsOfCells) {
  const SceneDescription cubes =
      described<3, float>(scenes::make_scene<3, float>("uniform", 5000, 4));
  EXPECT_EQ(cubes.cell_candidates, cubes.pairs_per_object);
  EXPECT_EQ(cubes.tile_candidates, cubes.pairs_per_object);
  const double side = root_of(4 * 5000.0);
  EXPECT_NEAR(cubes.axis_candidates, 2500 * overlap_share(1, 1, side), 60);

  // Rods along one axis: a cube as wide as one meets the rods around, its tile only what it does.
  const SceneDescription rods = described<3, float>(bars(5000, 400, {100, 1, 1}, 1));
  const double cell =
      overlap_share(100, 100, 400) * overlap_share(100, 1, 400) * overlap_share(100, 1, 400);
  EXPECT_NEAR(rods.cell_candidates, 2500 * cell, 1000 * cell);
  EXPECT_LT(rods.tile_candidates, 1);
  EXPECT_GT(rods.thin_axis, 0);
  EXPECT_NEAR(rods.axis_candidates, 2500 * overlap_share(1, 1, 400), 8);
  // Along three, tiles hold several directions, and no axis is thin.
  const SceneDescription mixed = described<3, float>(bars(5000, 400, {100, 1, 1}, 1, 3));
  EXPECT_GT(mixed.tile_candidates, 20);
  EXPECT_GT(mixed.axis_candidates, 200);
}

TEST(Describe, CubesOfAnySizeSuitCells) {
  for (const std::size_t n : {150u, 700u, 5000u}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto boxes = scenes::make_scene<3, float>("sizes", n, seed);
      const SceneDescription d = described<3, float>(boxes);
      EXPECT_EQ(d.cell_candidates, d.pairs_per_object) << n << " " << seed;
      EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree) << n << " " << seed;
    }
  }
}

TEST(Describe, IsDeterministicAndSurvivesOddBoxes) {
  const auto boxes = with_odd_boxes(scenes::make_scene<2, float>("sizes", 5000, 1), 4);
  const SceneDescription d = described(boxes);
  EXPECT_EQ(described(boxes).pairs_per_object, d.pairs_per_object);
  EXPECT_EQ(described(boxes).extent, d.extent);
  const auto finite = [](double x) { return x == x && x - x == 0; };
  EXPECT_TRUE(finite(d.extent) && finite(d.extent_spread) && finite(d.pairs_per_object));
  EXPECT_EQ(described(boxes, boxes).moving > 0.1, false) << "NaN boxes do not move";
  const std::vector<Aabb<2, float>> none;
  EXPECT_EQ(described(none).pairs_per_object, 0);
  EXPECT_EQ(described(none, none).moving, 0);
  for (const auto& box : {Aabb<2, float>::nothing(), Aabb<2, float>::everything()}) {
    EXPECT_EQ(described(std::vector<Aabb<2, float>>(100, box)).extent, 0);
  }
}

TEST(Choose, L12_few_objects_are_compared_and_many_are_sorted) {
  SceneDescription d;
  for (const int dimension : {1, 2, 3, 4}) {
    d.dimension = dimension;
    d.n = 10;
    EXPECT_EQ(chosen(d), BroadPhase::all_pairs);
    d.n = 100;
    EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree);
    d.n = 1'000'000;
    EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree);
    d.stray = 1000;
    EXPECT_EQ(choose(d).order, CellOrder::morton);
    d.n = 7000;
    EXPECT_EQ(chosen(d), BroadPhase::sweep_and_prune);
    EXPECT_EQ(choose(d).axes, dimension > 2 ? dimension : 1);
    d.stray = 1;
  }
}

TEST(Choose, L12_few_movers_are_tracked) {
  SceneDescription d;
  d.n = 100'000;
  for (const double share : {0.0, 0.001, 0.01, 0.03}) {
    d.moving = share;
    EXPECT_EQ(chosen(d), BroadPhase::pair_tracker) << share;
  }
  d.moving = 0.2;
  EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree);
  d.changes = true;
  EXPECT_EQ(chosen(d), BroadPhase::pair_tracker);
  d = {.n = 100'000, .pairs_per_object = 4, .moving = 0.07, .step = 2};
  EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree) << "movers that change many pairs cost more";
}

// As long as the domain along two axes or three: the repros of a review, where cells took four
// times as long as a sweep and twice as long as a hierarchy.
TEST(Choose, L12_rods_get_a_sweep_or_a_bvh) {
  const Boxes3 two = bars(3000, 1000, {1000, 1, 1}, 1, 2);
  const Choice swept = choose(BoxSpan<3, float>(two));
  EXPECT_EQ(swept.method, BroadPhase::sweep_and_prune);
  EXPECT_EQ(swept.axis, 2);
  EXPECT_EQ(swept.axes, 1);
  EXPECT_EQ(choose(BoxSpan<3, float>(bars(30'000, 1000, {1000, 1, 1}, 1, 3))).method,
            BroadPhase::bvh);
  EXPECT_EQ(choose(BoxSpan<3, float>(bars(300, 1000, {1000, 1, 1}, 1, 3))).method,
            BroadPhase::sorted_orthtree);
}

TEST(Choose, L12_rods_that_jitter_are_swept_incrementally) {
  SceneDescription d = described<3, float>(scenes::make_scene<3, float>("rods", 5000, 3));
  d.moving = 0.05;
  d.step = 0.001;
  EXPECT_EQ(chosen(d), BroadPhase::incremental_sweep);
  d.moving = 0.0005;
  EXPECT_EQ(chosen(d), BroadPhase::pair_tracker) << "a sweep looks at all objects";
  d.moving = 1;
  EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree);
  d.moving = 0.05;
  d.step = 0.5;
  EXPECT_EQ(chosen(d), BroadPhase::sorted_orthtree) << "half a rod passes many ends";
}

TEST(Choose, BeamsThatSpanTheDomainAreNotSweptIncrementally) {
  SceneDescription d = described<3, float>(bars(5000, 1000, {1000, 1, 1}, 1, 2));
  for (const double moving : {0.01, 0.05}) {
    d.moving = moving;
    d.step = 0.0001;
    EXPECT_EQ(chosen(d), BroadPhase::sweep_and_prune);
  }
}

QueryIndex index_for(SceneDescription d, bool boxes, bool rays, bool nearest) {
  d.boxes = boxes;
  d.rays = rays;
  d.nearest = nearest;
  return choose(d).index;
}

TEST(Choose, L12_the_index_supports_the_requested_queries) {
  for (const int dimension : {2, 3}) {
    for (const double moving : {0.0, 0.01, 1.0}) {
      for (const double step : {0.1, 1.0, 10.0}) {
        for (const std::size_t n : {5u, 300u, 100'000u}) {
          const SceneDescription d{.n = n, .dimension = dimension, .moving = moving, .step = step};
          EXPECT_EQ(index_for(d, false, false, false), QueryIndex::none);
          EXPECT_NE(index_for(d, true, false, false), QueryIndex::none);
          EXPECT_EQ(index_for(d, false, true, false), QueryIndex::bvh) << "a grid has no rays";
          EXPECT_EQ(index_for(d, true, true, true), QueryIndex::bvh);
          EXPECT_EQ(index_for(d, true, false, true), QueryIndex::kd_tree);
        }
      }
    }
  }
}

TEST(Choose, QueriesDoNotChangeTheMethodForPairs) {
  SceneDescription d{.n = 10'000, .moving = 1, .changes = true, .boxes = true, .rays = true};
  EXPECT_EQ(choose(d).method, BroadPhase::pair_tracker);
  EXPECT_EQ(choose(d).index, QueryIndex::bvh);
}

TEST(Choose, L12_deforming_objects_are_refitted_and_flying_ones_rebuilt) {
  SceneDescription d{.n = 10'000, .dimension = 2, .step = 0.1, .boxes = true};
  EXPECT_TRUE(choose(d).refit);
  EXPECT_EQ(choose(d).builder, BvhBuilder::surface_area);
  d.step = 1;
  EXPECT_EQ(choose(d).index, QueryIndex::uniform_grid);
  d.deformable = true;
  EXPECT_EQ(choose(d).index, QueryIndex::bvh);
  EXPECT_TRUE(choose(d).refit) << "a mesh keeps its neighbours";
  d.step = 100;
  EXPECT_FALSE(choose(d).refit) << "and has none when all is rebuilt";
  d.step = 1;
  d.deformable = false;
  d.extent_spread = 20;
  EXPECT_EQ(choose(d).index, QueryIndex::bvh) << "no grid suits all sizes";
  d.extent_spread = 1;
  d.moving = 0.01;
  EXPECT_TRUE(choose(d).refit) << "few go far";
  d.moving = 0;
  EXPECT_FALSE(choose(d).refit) << "nothing is to be done";
  EXPECT_EQ(choose(d).builder, BvhBuilder::surface_area);
}

TEST(Choose, FewBoxesWithAFarOutlierAreNotSorted) {
  for (const std::size_t n : {28u, 45u}) {
    EXPECT_NE(choose(BoxSpan<3, float>(scenes::make_scene<3, float>("stadium", n, 3))).method,
              BroadPhase::sorted_orthtree);
    EXPECT_EQ(choose(BoxSpan<3, float>(scenes::make_scene<3, float>("uniform", n, 3))).method,
              BroadPhase::sorted_orthtree);
  }
  EXPECT_EQ(choose(BoxSpan<2, double>(scenes::make_scene<2, double>("one_cell", 30, 1))).method,
            BroadPhase::all_pairs)
      << "one on either side";
  Boxes3 near = scenes::make_scene<3, float>("uniform", 45, 3);
  for (int a = 0; a < 3; ++a) near[7].min[a] = 100, near[7].max[a] = 101;
  EXPECT_EQ(choose(BoxSpan<3, float>(near)).method, BroadPhase::sorted_orthtree)
      << "twenty worlds away are not far";
  Boxes3 odd = scenes::make_scene<3, float>("stadium", 40, 3);
  odd[3].min[0] = odd[4].max[1] = NAN;
  odd[5] = Aabb<3, float>::everything();
  EXPECT_NE(choose(BoxSpan<3, float>(odd)).method, BroadPhase::sorted_orthtree);
}

// Of eight frames, where a single step would say that nothing moves or that much does.
TEST(Choose, AllStepsOfFewObjectsCount) {
  std::vector<std::vector<Aabb<2, float>>> path(8, scenes::make_scene<2, float>("uniform", 40, 1));
  for (auto& frame : path) frame[7] = Aabb<2, float>::of_point(Vec<2, float>::all(NAN));
  const auto frames = [&] { return std::vector<BoxSpan<2, float>>(path.begin(), path.end()); };
  const auto pick = [&] { return choose(std::span<const BoxSpan<2, float>>(frames())); };
  EXPECT_EQ(pick().method, BroadPhase::pair_tracker) << "nothing moves, NaN boxes included";
  for (std::size_t i = 10; i < 20; ++i) path[7][i].max[0] += 1;  // 10 of 40, in one step of 7
  EXPECT_EQ(pick().method, BroadPhase::pair_tracker);
  EXPECT_NE(choose(frames()[6], frames()[7]).method, BroadPhase::pair_tracker);
  path[3].pop_back();  // all are new, twice
  EXPECT_NE(pick().method, BroadPhase::pair_tracker);
  EXPECT_EQ(choose(std::span<const BoxSpan<2, float>>()).method, BroadPhase::all_pairs);
}

TEST(Choose, EveryChoiceHasANameAndAReason) {
  for (const double moving : {0.0, 0.01, 1.0}) {
    for (const double step : {0.1, 10.0}) {
      for (const bool queries : {false, true}) {
        for (const std::size_t n : {0u, 5u, 5000u}) {
          SceneDescription d;
          d.n = n;
          d.moving = moving;
          d.step = step;
          d.boxes = d.rays = queries;
          const Choice c = choose(d);
          EXPECT_STRNE(name(c.method), "unknown");
          EXPECT_GT(std::string(c.why).size(), 20u);
          EXPECT_GE(c.ns_per_object, 0);
          EXPECT_STRNE(name(c.index), queries ? "none" : "");
          EXPECT_EQ(std::string(c.why_index).size() > 20, queries);
        }
      }
    }
  }
}

TEST(AutoFinder, TakesTheMethodThatSuitsEachSize) {
  AutoFinder<3, float> finder;
  PairList pairs;
  const auto search = [&](const char* scene, std::size_t n) {
    const auto boxes = scenes::make_scene<3, float>(scene, n, 1);
    EXPECT_EQ(finder.find_pairs(boxes, pairs).status, Status::ok);
    return finder.choice().method;
  };
  EXPECT_EQ(search("uniform", 20), BroadPhase::all_pairs);
  EXPECT_EQ(search("uniform", 3000), BroadPhase::sorted_orthtree);
  EXPECT_EQ(search("stadium", 400), BroadPhase::sweep_and_prune);
  EXPECT_EQ(search("uniform", 390), BroadPhase::sweep_and_prune) << "does not look each frame";
  for (std::uint32_t i = 0; i < AutoFinder<3, float>::kFrames; ++i) search("uniform", 390);
  EXPECT_EQ(finder.choice().method, BroadPhase::sorted_orthtree) << "but looks again";
}

TEST(AutoFinder, SearchesRodsWithABvh) {
  AutoFinder<3, float> finder;
  const Boxes3 rods = bars(20'000, 1000, {1000, 1, 1}, 1, 3);
  CountPairs count;
  CountPairs expected;
  ASSERT_EQ(finder.find_pairs(BoxSpan<3, float>(rods), count).status, Status::ok);
  EXPECT_EQ(finder.choice().method, BroadPhase::bvh);
  (void)(SortedOrthtree<3, float>().find_pairs(BoxSpan<3, float>(rods), expected));
  EXPECT_EQ(count.count, expected.count);
}

}  // namespace
}  // namespace masu::test
