// SPDX-License-Identifier: MIT
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/fixed_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SortedOrthtreeOther, FinderSets,
                               OtherFinderCases<SortedOrthtreeFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(LinearOrthtree, FinderFixed, FewFinderCases<LinearOrthtreeFamily>,
                               CaseNames);

}  // namespace masu::test
