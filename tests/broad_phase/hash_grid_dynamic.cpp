// SPDX-License-Identifier: MIT
#include "tests/broad_phase/dynamic_suite.hpp"
#include "tests/broad_phase/hash_grid_family.hpp"

namespace masu::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(HashGrid, DynamicQueries, TierCases<HashGridFamily>, CaseNames);

TEST(HashGrid, many_moves_at_once_equal_single_moves) {
  scenes::Scene<3, float> scene("brownian", 500, 1);
  HashGrid<3> one_by_one;
  HashGrid<3> at_once;
  std::vector<Handle> handles;
  for (const auto& box : scene.boxes()) {
    handles.push_back(one_by_one.insert(box));
    ASSERT_EQ(at_once.insert(box).handle, handles.back());
  }
  scene.step();
  for (std::size_t i = 0; i < handles.size(); ++i) {
    ASSERT_EQ(one_by_one.move(handles[i], scene.boxes()[i]), Status::ok);
  }
  ASSERT_EQ(at_once.move_many(handles, scene.boxes()), Status::ok);
  PairList a, b;
  ASSERT_EQ(one_by_one.find_pairs(a).status, Status::ok);
  ASSERT_EQ(at_once.find_pairs(b).status, Status::ok);
  EXPECT_EQ(to_vector(a), to_vector(b));
  EXPECT_TRUE(at_once.validate());
  EXPECT_EQ(at_once.move_many(handles, std::vector<Aabb<3, float>>(3)), Status::size_mismatch);
  handles[7].generation += 2;
  EXPECT_EQ(at_once.move_many(handles, scene.boxes()), Status::stale_handle);
}

// O(1): what a search tests does not depend on how many objects there are, nor on how far out
// they lie.
TEST(HashGrid, work_per_object_does_not_grow_with_the_number_of_objects) {
  double tests[2];
  for (const int k : {0, 1}) {
    const std::size_t n = k == 0 ? 2000 : 64'000;
    HashGrid<3> grid;
    for (auto box : scenes::make_scene<3, float>("uniform", n, 1)) {
      for (int a = 0; a < 3; ++a) box.min[a] += 4096, box.max[a] += 4096;
      ASSERT_EQ(grid.insert(box).status, Status::ok);
    }
    CountPairs count;
    tests[k] = double(grid.find_pairs(count).stats.tests) / double(n);
  }
  EXPECT_LT(tests[1], 1.5 * tests[0]);
  EXPECT_LT(tests[1], 60);
}

TEST(HashGrid, on_a_torus_boxes_overlap_through_its_edges) {
  const Period<2, float> period{{8, 8}};
  HashGrid<2> grid({.cell_edge = 0, .period = period});
  EXPECT_EQ(grid.cell_edge(), 1);  // until a box decides
  const auto boxes = scenes::make_scene<2, float>("uniform", 100, 3);
  for (const auto& box : boxes) ASSERT_EQ(grid.insert(box).status, Status::ok);
  std::size_t through_edges = 0;
  for (const auto& box : boxes) {
    std::vector<std::uint32_t> found, expected;
    const auto note = [&](Handle h) { found.push_back(h.index); };
    ASSERT_EQ(grid.for_each_overlapping(box, note).status, Status::ok);
    std::sort(found.begin(), found.end());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      const auto a = wrap(box, period), b = wrap(boxes[i], period);
      if (!overlaps_wrapped(a, b, period)) continue;
      expected.push_back(i);
      through_edges += overlaps(a, b) ? 0 : 1;
    }
    EXPECT_EQ(found, expected);
  }
  EXPECT_GT(through_edges, 0u);
}

TEST(HashGrid, an_index_with_bad_options_refuses_insertions) {
  const auto box = Aabb<2, float>::of_point({});
  HashGrid<2> negative({.cell_edge = -1, .period = {}});
  HashGrid<2> nan({.cell_edge = std::numeric_limits<float>::quiet_NaN(), .period = {}});
  HashGrid<2> torus({.cell_edge = 0, .period = {{-1, 0}}});
  HashGrid<2> infinite({.cell_edge = std::numeric_limits<float>::infinity(), .period = {}});
  for (auto* grid : {&negative, &nan, &torus, &infinite}) {
    EXPECT_EQ(grid->insert(box).status, Status::out_of_range);
    EXPECT_EQ(grid->size(), 0u);
  }
}

// Found by a property test: the levels above large cells had infinite edges, and there the upper
// end of a box without end fell into the lowest cell.
template <class T>
void expect_infinite_boxes_overlap(T edge) {
  SCOPED_TRACE(edge);
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  const T ends[][2] = {{-kInfinity, kInfinity}, {-kInfinity, -1}, {-kInfinity, -kInfinity},
                       {1, kInfinity},          {-2, 2},          {kInfinity, kInfinity}};
  std::vector<Aabb<2, T>> boxes;
  for (const auto& x : ends) {
    for (const auto& y : ends) boxes.push_back({{x[0], y[0]}, {x[1], y[1]}});
  }
  HashGrid<2, T> grid({.cell_edge = edge, .period = {}});
  for (const auto& box : boxes) ASSERT_EQ(grid.insert(box).status, Status::ok);
  ASSERT_TRUE(grid.validate());
  PairList pairs;
  ASSERT_EQ(grid.find_pairs(pairs).status, Status::ok);
  EXPECT_TRUE(same_pairs(brute_force(boxes), to_vector(pairs)));
  grid.for_each_cell([](const Aabb<2, T>& bounds, int, std::size_t) {
    EXPECT_FALSE(bounds.empty()) << "so no bound is NaN";
  });
}
TEST(HashGrid, infinite_boxes_overlap_however_large_the_cells) {
  for (const float edge : {0.f, 1.f, 0x1p100f, 0x1p126f, std::numeric_limits<float>::max()}) {
    expect_infinite_boxes_overlap(edge);
  }
  for (const double edge : {0x1p1000, std::numeric_limits<double>::max()}) {
    expect_infinite_boxes_overlap(edge);
  }
}

// Found by a property test: on denormal extents the search for an edge never ended.
TEST(HashGrid, handles_the_smallest_and_the_largest_numbers) {
  using Limits = std::numeric_limits<double>;
  for (const double edge : {0.0, Limits::denorm_min(), Limits::min(), Limits::max() / 4}) {
    HashGrid<1, double> grid;
    for (int i = 0; i < 40; ++i) {
      const double at = edge * i / 4;
      ASSERT_EQ(grid.insert({{at}, {at + edge}}).status, Status::ok);
    }
    ASSERT_TRUE(grid.validate());
    CountPairs count;
    ASSERT_EQ(grid.find_pairs(count).status, Status::ok);
    EXPECT_GE(count.count, 39u);
  }
}

}  // namespace
}  // namespace masu::test
