// SPDX-License-Identifier: MIT
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/fixed_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SortedOrthtree, FinderSets, FewFinderCases<SortedOrthtreeFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(SortedOrthtree, FinderFixed, FewFinderCases<SortedOrthtreeFamily>,
                               CaseNames);

}  // namespace masu::test
