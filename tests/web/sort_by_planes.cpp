// SPDX-License-Identifier: MIT
// Pairs by a BSP tree of the boxes' edges, as on the playground's page of sorts; and its counters,
// which web/test/sorting.test.js compares with the page.
#include "steps/sort_by_planes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <masu/broad_phase/all_pairs.hpp>

#include "scenes/generators/scene.hpp"

namespace masu::test {
namespace {

using steps::SortByPlanes;

std::vector<Pair> sorted(const PairList& pairs) {
  std::vector<Pair> list(pairs.begin(), pairs.end());
  std::sort(list.begin(), list.end());
  return list;
}

TEST(SortByPlanes, L10_finds_the_pairs_of_brute_force_in_every_scene) {
  for (const std::string_view scene : scenes::scene_names()) {
    for (const std::size_t n : {1, 2, 30, 200}) {
      const auto boxes = scenes::make_scene<2, float>(scene, n, 3);
      PairList found, expected;
      ASSERT_EQ(SortByPlanes().find_pairs(boxes, found).status, Status::ok);
      (void)AllPairs<2, float>().find_pairs(BoxSpan<2, float>(boxes), expected);
      EXPECT_EQ(sorted(found), sorted(expected)) << scene << ' ' << n;
    }
  }
}

TEST(SortByPlanes, counters_equal_those_on_the_page) {
  const auto boxes = scenes::make_scene<2, float>("uniform", 40, 3);
  PairList pairs;
  SortByPlanes finder;
  const QueryStats stats = finder.find_pairs(boxes, pairs).stats;
  EXPECT_TRUE(finder.tree().validate());
  const std::vector<std::uint64_t> counted = {stats.tests, stats.comparisons, stats.nodes,
                                              stats.results};
  EXPECT_EQ(counted, (std::vector<std::uint64_t>{874, 36672, 954, 33}));
}

}  // namespace
}  // namespace masu::test
