// SPDX-License-Identifier: MIT
#include "tests/broad_phase/bvh_families.hpp"
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderContract, TierCases<BvhFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderMemory, TierCases<BvhFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(QueueBvh, FinderMemory, TierCases<QueueBvhFamily>, CaseNames);

}  // namespace masu::test
