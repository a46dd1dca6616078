// SPDX-License-Identifier: MIT
#include "tests/broad_phase/fixed_suite.hpp"
#include "tests/broad_phase/uniform_grid_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(UniformGrid, FinderSets, TierCases<UniformGridFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(UniformGrid, FinderFixed, FewFinderCases<UniformGridFamily>,
                               CaseNames);

}  // namespace masu::test
