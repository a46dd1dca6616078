// SPDX-License-Identifier: MIT
#include "tests/broad_phase/index_suite.hpp"
#include "tests/broad_phase/kd_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, IndexQueries, TierCases<KdTreeFamily>, CaseNames);

}  // namespace masu::test
