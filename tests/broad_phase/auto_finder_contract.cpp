// SPDX-License-Identifier: MIT
#include "tests/broad_phase/auto_family.hpp"
#include "tests/broad_phase/contract_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(AutoFinder, FinderContract, AutoFinderCases, CaseNames);

}  // namespace masu::test
