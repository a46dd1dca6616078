// SPDX-License-Identifier: MIT
#include "tests/broad_phase/bvh_families.hpp"
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderContract, FewFinderCases<BvhFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderMemory, FewFinderCases<BvhFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(QueueBvh, FinderMemory, FewFinderCases<QueueBvhFamily>, CaseNames);

}  // namespace masu::test
