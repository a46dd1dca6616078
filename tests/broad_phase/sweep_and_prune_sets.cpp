// SPDX-License-Identifier: MIT
#include "tests/broad_phase/fixed_suite.hpp"
#include "tests/broad_phase/sweep_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderSets, TierCases<SweepAndPruneFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, FinderFixed, FewFinderCases<SweepAndPruneFamily>,
                               CaseNames);

}  // namespace masu::test
