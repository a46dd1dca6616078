// SPDX-License-Identifier: MIT
// The sets of 1 000 and 3 000 boxes, from every scene at rest and moving.
#pragma once

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

template <class Case>
class LargeSets : public testing::Test {};
TYPED_TEST_SUITE_P(LargeSets);

// Millions of pairs are compared by number and digest; no set is sorted for them.
template <class Case>
void expect_same_at(const typename Case::Boxes& boxes) {
  constexpr std::uint64_t kMany = 100000;
  using T = typename Case::T;
  PairDigest expected;
  ASSERT_EQ((AllPairs<Case::D, T>().find_pairs(boxes, expected).status), Status::ok);
  const PairVector list = expected.count < kMany ? brute_force(boxes) : PairVector();
  for_each_variant<Case>([&](auto& finder, int) {
    if (expected.count < kMany) {
      EXPECT_TRUE(same_pairs(list, pairs_of(finder, boxes)));
    } else {
      PairDigest found;
      EXPECT_EQ(finder.find_pairs(boxes, found).status, Status::ok);
      EXPECT_EQ(found.count, expected.count);
      EXPECT_EQ(found.sum, expected.sum);
    }
  });
}

TYPED_TEST_P(LargeSets, equal_brute_force_on_every_scene) {
  for (const std::string_view name : scenes::scene_names()) {
    for (const std::size_t n : {1000, 3000}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(n));
      expect_same_at<TypeParam>(
          scenes::make_scene<TypeParam::D, typename TypeParam::T>(name, n, 1));
    }
  }
}

TYPED_TEST_P(LargeSets, equal_brute_force_while_the_scene_moves) {
  for (const std::string_view name : scenes::scene_names()) {
    SCOPED_TRACE(std::string(name));
    scenes::Scene<TypeParam::D, typename TypeParam::T> scene(name, 1000, 2);
    scene.drop();
    for (int frame = 0; frame < 4; ++frame) {
      for (int i = 0; i < 5; ++i) scene.step();
      expect_same_at<TypeParam>(scene.boxes());
    }
  }
}

TYPED_TEST_P(LargeSets, equal_brute_force_with_odd_boxes) {
  for (const std::string_view name : {"uniform", "sizes", "pile"}) {
    SCOPED_TRACE(std::string(name));
    expect_same_at<TypeParam>(
        with_odd_boxes(scenes::make_scene<TypeParam::D, typename TypeParam::T>(name, 3000, 3), 3));
  }
}

REGISTER_TYPED_TEST_SUITE_P(LargeSets, equal_brute_force_on_every_scene,
                            equal_brute_force_while_the_scene_moves,
                            equal_brute_force_with_odd_boxes);

}  // namespace masu::test
