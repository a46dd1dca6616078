// SPDX-License-Identifier: MIT
// The oracle by x: compared with brute force like any finder, then the sorted tree compared with
// it, at sizes that brute force does not reach.
#include "tests/support/sort_by_x.hpp"
#include "tests/support/threads.hpp"

#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/set_suite.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

struct SortByXFamily {
  static constexpr const char* kName = "SortByX";
  static constexpr int kVariants = 1;
  template <int D, class T>
  using Finder = SortByX<D, T>;
  template <int D, class T>
  static Finder<D, T> make(int, Allocator = default_allocator()) {
    return {};
  }
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(SortByX, FinderSets, FewFinderCases<SortByXFamily>, CaseNames);

namespace {

template <class C>
class ByX : public testing::Test {};
using ByXCases = testing::Types<Case<1, float>, Case<2, double>, Case<3, float>, Case<4, double>>;
TYPED_TEST_SUITE(ByX, ByXCases, CaseNames);

TYPED_TEST(ByX, and_the_sorted_tree_find_the_same_pairs_with_odd_boxes_filters_and_a_torus) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const std::size_t n = by_tier<std::size_t>(20'000, 100'000);
  scenes::Scene<D, T> scene("uniform", n, 31);
  auto boxes = scene.boxes();
  const auto odd = with_odd_boxes(scenes::make_scene<D, T>("uniform", 100, 32), 32);
  for (std::size_t i = 0; i < odd.size(); ++i) boxes[i * (n / 100)] = odd[i];
  const std::vector<Filter> filters = random_filters(n, 33);
  Threads threads(2);
  PairOptions<D, T> options{.filters = filters, .jobs = threads.jobs()};
  for (const double length : {0.0, scene.side()}) {
    options.period.length = Vec<D, T>::all(T(length));
    const PairVector expected = pairs_of(SortByX<D, T>(), boxes, options);
    for (int v = 0; v < SortedOrthtreeFamily::kVariants; ++v) {
      auto finder = SortedOrthtreeFamily::make<D, T>(v);
      EXPECT_TRUE(same_pairs(expected, pairs_of(finder, boxes, options))) << v << ' ' << length;
    }
  }
}

}  // namespace
}  // namespace masu::test
