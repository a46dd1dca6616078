// SPDX-License-Identifier: MIT
#include "tests/broad_phase/contract_suite.hpp"
#include "tests/broad_phase/memory_suite.hpp"
#include "tests/broad_phase/uniform_grid_family.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(UniformGrid, FinderContract, TierCases<UniformGridFamily>,
                               CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(UniformGrid, FinderMemory, TierCases<UniformGridFamily>, CaseNames);

}  // namespace masu::test
