// SPDX-License-Identifier: MIT
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/set_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(RegisteredOrthtree, FinderSets,
                               FewFinderCases<RegisteredOrthtreeFamily>, CaseNames);

}  // namespace masu::test
