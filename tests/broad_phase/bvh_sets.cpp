// SPDX-License-Identifier: MIT
#include "tests/broad_phase/bvh_families.hpp"
#include "tests/broad_phase/fixed_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderSets, TierCases<BvhFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderFixed, FewFinderCases<BvhFamily>, CaseNames);

}  // namespace masu::test
