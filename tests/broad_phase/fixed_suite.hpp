// SPDX-License-Identifier: MIT
// Finders with PairOptions::fixed find the pairs of brute force except pairs of fixed boxes.
#pragma once

#include "tests/broad_phase/set_suite.hpp"

namespace masu::test {

template <class Case>
class FinderFixed : public FinderSets<Case> {
 public:
  using Boxes = typename Case::Boxes;
  using Options = typename Case::Options;

  static Status status_of(const Boxes& boxes, Options options,
                          std::span<const std::uint8_t> fixed) {
    auto finder = Case::Family::template make<Case::D, typename Case::T>(0);
    options.fixed = fixed;
    PairList pairs;
    return finder.find_pairs(boxes, pairs, options).status;
  }
};
TYPED_TEST_SUITE_P(FinderFixed);

// Runs of fixed boxes fill whole tiles and cells, as static geometry does; single ones do not.
TYPED_TEST_P(FinderFixed, two_fixed_boxes_never_form_a_pair) {
  using T = typename TypeParam::T;
  for (const std::string_view name : {"uniform", "pile"}) {
    const auto boxes = with_odd_boxes(this->scene(name, 257), 3);
    const Period<TypeParam::D, T> period{Vec<TypeParam::D, T>::all(T(5))};
    const std::vector<Filter> filters = random_filters(boxes.size(), 3);
    for (const std::uint32_t run : {1u, 40u, 300u}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(run));
      std::vector<std::uint8_t> fixed(boxes.size());
      for (std::size_t i = 0; i < fixed.size(); ++i) fixed[i] = i / run % 3 != 1 ? 1 : 0;
      for (const auto& options :
           {typename TypeParam::Options{.fixed = fixed},
            typename TypeParam::Options{.filters = filters, .period = period, .fixed = fixed}}) {
        auto without = options;
        without.fixed = {};
        PairVector expected = brute_force(boxes, without);
        std::erase_if(expected, [&](const auto& p) { return fixed[p.a] != 0 && fixed[p.b] != 0; });
        EXPECT_TRUE(same_pairs(expected, brute_force(boxes, options)));
        EXPECT_EQ(this->status_of(boxes, options, {fixed.data(), fixed.size() - 1}),
                  Status::size_mismatch);
        this->expect_same(boxes, options);
      }
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(FinderFixed, two_fixed_boxes_never_form_a_pair);

}  // namespace masu::test
