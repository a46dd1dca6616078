// SPDX-License-Identifier: MIT
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/large_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(RegisteredOrthtree, LargeSets,
                               FewFinderCases<RegisteredOrthtreeFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(RegisteredOrthtreeOther, LargeSets,
                               OtherFinderCases<RegisteredOrthtreeFamily>, CaseNames);

}  // namespace masu::test
