// SPDX-License-Identifier: MIT
// Every finder finds the set of brute force: on every scene, filtered, on a torus, between two
// sets, and with invalid boxes among the others.
#pragma once

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

template <class Case>
class FinderSets : public testing::Test {
 public:
  using Boxes = typename Case::Boxes;
  using Options = typename Case::Options;

  static Boxes scene(std::string_view name, std::size_t n, std::uint64_t seed = 1) {
    return scenes::make_scene<Case::D, typename Case::T>(name, n, seed);
  }

  // Every variant, asked twice: the second search meets the traces of the first.
  static void expect_same(const Boxes& boxes, const Options& options = {}) {
    const PairVector expected = brute_force(boxes, options);
    for_each_variant<Case>([&](auto& finder, int) {
      EXPECT_TRUE(same_pairs(expected, pairs_of(finder, boxes, options)));
      EXPECT_TRUE(same_pairs(expected, pairs_of(finder, boxes, options)));
    });
  }
  static void expect_same_between(const Boxes& a, const Boxes& b, const Options& options = {}) {
    const PairVector expected = brute_force_between(a, b, options);
    for_each_variant<Case>([&](auto& finder, int) {
      EXPECT_TRUE(same_pairs(expected, pairs_between(finder, a, b, options)));
      EXPECT_TRUE(same_pairs(expected, pairs_between(finder, a, b, options)));
    });
  }
};
TYPED_TEST_SUITE_P(FinderSets);

inline constexpr std::size_t kSmallSizes[] = {0, 1, 2, 3, 15, 16, 17, 100, 257};

TYPED_TEST_P(FinderSets, equal_brute_force_on_small_scenes) {
  for (const std::string_view name : scenes::scene_names()) {
    for (const std::size_t n : kSmallSizes) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(n));
      this->expect_same(this->scene(name, n));
    }
  }
}

TYPED_TEST_P(FinderSets, equal_brute_force_when_filtered) {
  for (const std::string_view name : {"uniform", "equal", "pile", "thin_huge"}) {
    const auto boxes = this->scene(name, 257);
    const std::vector<Filter> filters = random_filters(boxes.size(), 1);
    this->expect_same(boxes, {.filters = filters});
    const std::vector<Filter> none(boxes.size(), Filter{.category = 1, .mask = 2});
    this->expect_same(boxes, {.filters = none});
  }
}

// A period of side / 2 folds the scene over itself, and one of side / 16 makes most boxes overlap.
TYPED_TEST_P(FinderSets, equal_brute_force_on_a_torus) {
  using T = typename TypeParam::T;
  for (const std::string_view name : {"uniform", "sizes", "thin_huge", "stadium", "centre_lines"}) {
    scenes::Scene<TypeParam::D, T> scene(name, 257, 2);
    auto boxes = with_odd_boxes(scene.boxes(), 2);
    for (std::size_t i = 0; i < boxes.size(); i += 3) {  // some start on either side of the domain
      for (int a = 0; a < TypeParam::D; ++a) {
        boxes[i].min[a] -= static_cast<T>(scene.side());
        boxes[i].max[a] -= static_cast<T>(scene.side());
      }
    }
    const std::vector<Filter> filters = random_filters(boxes.size(), 2);
    for (const double part : {1.0, 0.5, 0.0625}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(part));
      const T length = static_cast<T>(scene.side() * part);
      Period<TypeParam::D, T> one_axis;
      one_axis.length[TypeParam::D - 1] = length;
      this->expect_same(boxes, {.period = one_axis});
      this->expect_same(boxes, {.period = {Vec<TypeParam::D, T>::all(length)}});
      this->expect_same(boxes, {.filters = filters, .period = one_axis});
    }
  }
}

TYPED_TEST_P(FinderSets, equal_brute_force_between_two_sets) {
  const auto some = this->scene("uniform", 100, 3);
  const auto more = this->scene("pile", 257, 4);
  const auto odd = with_odd_boxes(this->scene("sizes", 200, 5), 5);
  const typename TypeParam::Boxes none;
  this->expect_same_between(some, more);
  this->expect_same_between(more, some);
  this->expect_same_between(more, odd);
  this->expect_same_between(odd, some);
  this->expect_same_between(some, some);
  this->expect_same_between(none, some);
  this->expect_same_between(some, none);
  this->expect_same_between(none, none);
}

TYPED_TEST_P(FinderSets, equal_brute_force_between_two_sets_filtered_and_on_a_torus) {
  using T = typename TypeParam::T;
  const auto a = this->scene("uniform", 257, 6);
  const auto b = with_odd_boxes(this->scene("thin_huge", 200, 7), 7);
  const std::vector<Filter> filters_a = random_filters(a.size(), 6);
  const std::vector<Filter> filters_b = random_filters(b.size(), 7);
  const Period<TypeParam::D, T> period{Vec<TypeParam::D, T>::all(T(5))};
  this->expect_same_between(a, b, {.filters = filters_a, .filters_b = filters_b});
  this->expect_same_between(a, b, {.period = period});
  this->expect_same_between(a, b, {.filters = filters_a, .filters_b = filters_b, .period = period});
}

TYPED_TEST_P(FinderSets, odd_boxes_do_not_affect_others) {
  for (const std::string_view name : scenes::scene_names()) {
    for (const std::size_t n : kSmallSizes) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(n));
      this->expect_same(with_odd_boxes(this->scene(name, n), n));
    }
  }
  using Bounds = Aabb<TypeParam::D, typename TypeParam::T>;
  const auto nan = std::numeric_limits<typename TypeParam::T>::quiet_NaN();
  for (const Bounds& all : {Bounds::nothing(), Bounds::everything(),
                            Bounds::of_point(Vec<TypeParam::D, typename TypeParam::T>::all(nan))}) {
    this->expect_same(typename TypeParam::Boxes(100, all));
  }
}

REGISTER_TYPED_TEST_SUITE_P(FinderSets, equal_brute_force_on_small_scenes,
                            equal_brute_force_when_filtered, equal_brute_force_on_a_torus,
                            equal_brute_force_between_two_sets,
                            equal_brute_force_between_two_sets_filtered_and_on_a_torus,
                            odd_boxes_do_not_affect_others);

}  // namespace masu::test
