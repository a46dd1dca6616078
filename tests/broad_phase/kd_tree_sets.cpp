// SPDX-License-Identifier: MIT
#include "tests/broad_phase/kd_family.hpp"
#include "tests/broad_phase/set_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, FinderSets, TierCases<KdTreeFamily>, CaseNames);

}  // namespace masu::test
