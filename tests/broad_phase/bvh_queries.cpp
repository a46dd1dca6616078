// SPDX-License-Identifier: MIT
#include "tests/broad_phase/bvh_families.hpp"
#include "tests/broad_phase/index_suite.hpp"

namespace masu::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Bvh, IndexQueries, TierCases<BvhFamily>, CaseNames);
INSTANTIATE_TYPED_TEST_SUITE_P(QueueBvh, IndexQueries, TierCases<QueueBvhFamily>, CaseNames);

}  // namespace masu::test
