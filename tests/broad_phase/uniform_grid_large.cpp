// SPDX-License-Identifier: MIT
#include "tests/broad_phase/large_suite.hpp"
#include "tests/broad_phase/uniform_grid_family.hpp"

namespace masu::test {

// What is never cut, or cut to the utmost, takes long.
struct DefaultGridFamily : UniformGridFamily {
  static constexpr int kVariants = 1;
};

INSTANTIATE_TYPED_TEST_SUITE_P(UniformGrid, LargeSets, TierCases<DefaultGridFamily>, CaseNames);

}  // namespace masu::test
