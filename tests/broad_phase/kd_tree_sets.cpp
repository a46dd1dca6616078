// SPDX-License-Identifier: MIT
#include "tests/broad_phase/fixed_suite.hpp"
#include "tests/broad_phase/kd_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, FinderSets, TierCases<KdTreeFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, FinderFixed, FewFinderCases<KdTreeFamily>, CaseNames);

}  // namespace masu::test
