// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"
#include "tests/broad_phase/sweep_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderContract, TierCases<SweepAndPruneFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderMemory, TierCases<SweepAndPruneFamily>,
                               CaseNames);

}  // namespace masu::test
