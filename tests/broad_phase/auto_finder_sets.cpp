// SPDX-License-Identifier: MIT
#include "tests/broad_phase/auto_family.hpp"
#include "tests/broad_phase/fixed_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(AutoFinder, FinderSets, AutoFinderCases, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(AutoFinder, FinderFixed, AutoFinderCases, CaseNames);

}  // namespace masu::test
