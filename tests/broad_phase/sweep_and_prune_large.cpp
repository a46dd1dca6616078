// SPDX-License-Identifier: MIT
#include "tests/broad_phase/large_suite.hpp"
#include "tests/broad_phase/sweep_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SweepAndPrune, LargeSets, TierCases<SweepAndPruneFamily>, CaseNames);

}  // namespace masu::test
