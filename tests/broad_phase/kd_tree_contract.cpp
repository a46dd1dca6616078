// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/kd_family.hpp"
#include "tests/broad_phase/memory_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, FinderContract, TierCases<KdTreeFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, FinderMemory, TierCases<KdTreeFamily>, CaseNames);

}  // namespace masu::test
