// SPDX-License-Identifier: MIT
#include "tests/broad_phase/dynamic_bvh_family.hpp"
#include "tests/broad_phase/set_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(DynamicBvh, FinderSets, TierCases<DynamicBvhFamily>, CaseNames);

}  // namespace masu::test
