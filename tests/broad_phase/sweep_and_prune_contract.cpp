// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"
#include "tests/broad_phase/sweep_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderContract, FewFinderCases<SweepAndPruneFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderMemory, FewFinderCases<SweepAndPruneFamily>,
                               CaseNames);

}  // namespace masu::test
