// SPDX-License-Identifier: MIT
#include "tests/broad_phase/hash_grid_family.hpp"
#include "tests/broad_phase/large_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(HashGrid, LargeSets, TierCases<FilledHashGridFamily>, CaseNames);

}  // namespace masu::test
