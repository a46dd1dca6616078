// SPDX-License-Identifier: MIT
// Properties for any boxes: equality with brute force on hard ones, and laws that need no second
// finder (renaming, mirroring, scaling by two, dividing in two).
#pragma once

#include <rapidcheck.h>

#include <iostream>

#include "tests/broad_phase/box_kinds.hpp"
#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

// Two hundred cases, and more of them in the long tier. One check and not several: RapidCheck
// starts each from the same seed, so that a second one would only repeat the first.
template <class Property>
void check_often(const Property& property) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = by_tier(200, 5000);
  const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata{}, params);
  rc::detail::printResultMessage(result, std::cerr);
  std::cerr << std::endl;
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>());
}

template <class Case>
class FinderProperties : public testing::Test {
 public:
  using Boxes = typename Case::Boxes;

  struct Draw {
    BoxKind kind;
    scenes::Pcg32 random;
    Boxes boxes;
  };

  // Shrinks by taking fewer boxes.
  static Draw draw() {
    // Resized: a range drawn at a small size stays near its start.
    const auto kind = BoxKind(*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, kBoxKinds)));
    const auto n = std::size_t(*rc::gen::resize(200, rc::gen::inRange(0, 200)));
    Draw d{kind, scenes::Pcg32(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())), {}};
    d.boxes = boxes_of_kind<Case::D, typename Case::T>(kind, n, d.random);
    return d;
  }

  static auto find(int variant, const Boxes& boxes) {
    auto finder = Case::Family::template make<Case::D, typename Case::T>(variant);
    return sorted(pairs_of(finder, boxes));
  }
};
TYPED_TEST_SUITE_P(FinderProperties);

TYPED_TEST_P(FinderProperties, hard_boxes_give_the_pairs_of_brute_force) {
  std::uint64_t cases = 0;
  std::uint64_t pairs_of_kind[kBoxKinds] = {};
  std::uint64_t special_cases = 0;
  check_often([&] {
    const auto d = this->draw();
    const auto expected = brute_force(d.boxes);
    for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
      RC_ASSERT(this->find(v, d.boxes) == expected);
    }
    std::uint64_t special = 0;
    for (const auto& p : expected) {
      special += touching_or_degenerate(d.boxes[p.a], d.boxes[p.b]);
    }
    ++cases;
    special_cases += special * 10 >= expected.size() && special != 0;
    pairs_of_kind[int(d.kind)] += expected.size();
  });
  for (int k = 0; k < kBoxKinds; ++k) EXPECT_GE(pairs_of_kind[k], 100u) << name(BoxKind(k));
  EXPECT_GE(special_cases * 10, cases * 3) << "in 30 % of the cases, a tenth of the pairs or more "
                                              "touch or are degenerate";
}

TYPED_TEST_P(FinderProperties, permuting_the_boxes_permutes_the_pairs) {
  check_often([&] {
    auto d = this->draw();
    std::vector<std::uint32_t> permutation(d.boxes.size());
    for (std::uint32_t i = 0; i < permutation.size(); ++i) permutation[i] = i;
    scenes::shuffle(permutation, d.random);
    auto permuted = d.boxes;
    for (std::size_t i = 0; i < permutation.size(); ++i) permuted[permutation[i]] = d.boxes[i];
    auto pairs = this->find(0, d.boxes);
    for (auto& p : pairs) {
      p = {std::min(permutation[p.a], permutation[p.b]),
           std::max(permutation[p.a], permutation[p.b])};
    }
    RC_ASSERT(this->find(0, permuted) == sorted(pairs));
  });
}

// Both are exact in floats; tiny boxes only grow.
TYPED_TEST_P(FinderProperties, mirroring_and_doubling_change_no_pair) {
  check_often([&] {
    const auto d = this->draw();
    auto mirrored = d.boxes;
    auto doubled = d.boxes;
    for (std::size_t i = 0; i < d.boxes.size(); ++i) {
      mirrored[i] = {-d.boxes[i].max, -d.boxes[i].min};
      doubled[i] = {d.boxes[i].min * 2, d.boxes[i].max * 2};
    }
    const auto pairs = this->find(0, d.boxes);
    RC_ASSERT(this->find(0, mirrored) == pairs);
    RC_ASSERT(this->find(0, doubled) == pairs);
  });
}

TYPED_TEST_P(FinderProperties, pairs_of_all_boxes_are_those_of_two_parts_and_those_between_them) {
  check_often([&] {
    auto d = this->draw();
    const auto cut = d.random.below(std::uint32_t(d.boxes.size()) + 1);
    const typename TypeParam::Boxes a(d.boxes.begin(), d.boxes.begin() + cut);
    const typename TypeParam::Boxes b(d.boxes.begin() + cut, d.boxes.end());
    auto finder = TypeParam::Family::template make<TypeParam::D, typename TypeParam::T>(0);
    auto parts = pairs_of(finder, a);
    for (const auto& p : pairs_of(finder, b)) parts.push_back({p.a + cut, p.b + cut});
    for (const auto& p : pairs_between(finder, a, b)) parts.push_back({p.a, p.b + cut});
    RC_ASSERT(sorted(parts) == this->find(0, d.boxes));
  });
}

TYPED_TEST_P(FinderProperties, filters_and_the_torus_are_those_of_brute_force) {
  using T = typename TypeParam::T;
  check_often([&] {
    auto d = this->draw();
    const auto filters = random_filters(d.boxes.size(), d.random.next());
    typename TypeParam::Options options{.filters = filters};
    std::vector<std::uint8_t> fixed(d.boxes.size());
    for (std::uint8_t& f : fixed) f = static_cast<std::uint8_t>(d.random.below(3));
    constexpr bool kTakesFixed = !requires {
      TypeParam::Family::kIsIndex;
    };
    if (kTakesFixed && d.random.below(2) == 0) options.fixed = fixed;
    for (int a = 0; a < TypeParam::D; ++a) {
      if (d.random.below(2) == 0 || d.boxes.empty()) continue;
      // Of the magnitude of a box's coordinates, so that periodic boundaries cut the set.
      const auto& box = d.boxes[d.random.below(std::uint32_t(d.boxes.size()))];
      const T length = std::max(box.max[a], -box.min[a]);
      if (is_finite(length)) options.period.length[a] = std::max(length, T(0));
    }
    const auto expected = brute_force(d.boxes, options);
    for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
      auto finder = TypeParam::Family::template make<TypeParam::D, T>(v);
      RC_ASSERT(sorted(pairs_of(finder, d.boxes, options)) == expected);
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(FinderProperties, hard_boxes_give_the_pairs_of_brute_force,
                            permuting_the_boxes_permutes_the_pairs,
                            mirroring_and_doubling_change_no_pair,
                            pairs_of_all_boxes_are_those_of_two_parts_and_those_between_them,
                            filters_and_the_torus_are_those_of_brute_force);

}  // namespace masu::test
