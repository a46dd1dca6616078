// SPDX-License-Identifier: MIT
// Sets of 10^5 boxes (10^6 in the long tier) compared with CGAL, on every scene.
#include "tests/broad_phase/families.hpp"
#include "tests/oracle/cgal_pairs.hpp"
#include "tests/support/sort_by_x.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class C>
class Cgal : public testing::Test {};
TYPED_TEST_SUITE(Cgal, DimensionsAndScalars, CaseNames);

// Where all overlap all, the number of pairs is the limit; on the center lines CGAL is: it
// takes 2.7 s for 10^5 boxes in 2D and 311 s for 10^6.
std::size_t size_for(std::string_view scene) {
  if (scene == "one_cell" || scene == "equal") return by_tier<std::size_t>(1000, 4000);
  if (scene == "centre_lines") return 100'000;
  return by_tier<std::size_t>(100'000, 1'000'000);
}

TYPED_TEST(Cgal, and_the_sorted_tree_find_the_same_set_on_every_scene) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (const std::string_view name : scenes::scene_names()) {
    SCOPED_TRACE(std::string(name));
    scenes::Scene<D, T> scene(name, size_for(name), 21);
    scene.step();
    const auto expected = cgal_pairs(scene.boxes());
    for (int v = 0; v < SortedOrthtreeFamily::kVariants; ++v) {
      auto finder = SortedOrthtreeFamily::make<D, T>(v);
      EXPECT_TRUE(same_pairs(expected, pairs_of(finder, scene.boxes()))) << "variant " << v;
    }
  }
}

TYPED_TEST(Cgal, and_the_registered_tree_find_the_same_set) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (const std::string_view name : {"uniform", "clusters", "sizes", "thin_huge"}) {
    const auto boxes = scenes::make_scene<D, T>(name, by_tier(50'000, 500'000), 25);
    auto finder = RegisteredOrthtreeFamily::make<D, T>(0);
    EXPECT_TRUE(same_pairs(cgal_pairs(boxes), pairs_of(finder, boxes))) << name;
  }
}

TYPED_TEST(Cgal, and_the_sorted_tree_find_the_same_set_between_two_sets) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto a = scenes::make_scene<D, T>("sizes", by_tier(50'000, 500'000), 22);
  const auto b = scenes::make_scene<D, T>("clusters", by_tier(50'000, 500'000), 23);
  auto finder = SortedOrthtreeFamily::make<D, T>(0);
  EXPECT_TRUE(same_pairs(cgal_pairs_between(a, b), pairs_between(finder, a, b)));
  EXPECT_TRUE(same_pairs(cgal_pairs_between(b, a), pairs_between(finder, b, a)));
}

// The oracle by x uses another method, and supports what CGAL does not: filters, the torus, invalid
// boxes.
TYPED_TEST(Cgal, and_the_oracle_by_x_find_the_same_set) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (const std::string_view name : scenes::scene_names()) {
    const bool dense = name == "one_cell" || name == "equal";
    const auto boxes = scenes::make_scene<D, T>(name, dense ? 500 : 5000, 24);
    EXPECT_TRUE(same_pairs(cgal_pairs(boxes), pairs_of(SortByX<D, T>(), boxes))) << name;
  }
}

}  // namespace
}  // namespace masu::test
