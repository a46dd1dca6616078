// SPDX-License-Identifier: MIT
#include "tests/broad_phase/bvh_families.hpp"
#include "tests/broad_phase/property_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, FinderProperties, TierCases<BvhFamily>, CaseNames);

}  // namespace masu::test
