// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/families.hpp"
#include "tests/broad_phase/memory_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SortedOrthtree, FinderContract, FewFinderCases<SortedOrthtreeFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(SortedOrthtree, FinderMemory, FewFinderCases<SortedOrthtreeFamily>,
                               CaseNames);

INSTANTIATE_TYPED_TEST_SUITE_P(TwoPassOrthtree, FinderMemory, FewFinderCases<TwoPassOrthtreeFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(LinearOrthtree, FinderMemory, FewFinderCases<LinearOrthtreeFamily>,
                               CaseNames);

}  // namespace masu::test
