// SPDX-License-Identifier: MIT
#include "tests/broad_phase/dynamic_bvh_family.hpp"
#include "tests/broad_phase/large_suite.hpp"

namespace masu::test {

struct GrownBvhFamily : DynamicBvhFamily {
  static constexpr int kVariants = 1;
};

INSTANTIATE_TYPED_TEST_SUITE_P(DynamicBvh, LargeSets, TierCases<GrownBvhFamily>, CaseNames);

}  // namespace masu::test
