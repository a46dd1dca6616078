// SPDX-License-Identifier: MIT
#include "tests/broad_phase/auto_family.hpp"
#include "tests/broad_phase/memory_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(AutoFinder, FinderMemory, AutoFinderCases, CaseNames);

}  // namespace masu::test
