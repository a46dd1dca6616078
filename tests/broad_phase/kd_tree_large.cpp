// SPDX-License-Identifier: MIT
#include "tests/broad_phase/kd_family.hpp"
#include "tests/broad_phase/large_suite.hpp"

namespace masu::test {

// Two types: how many objects there are is what matters here, not what they are made of.
using LargeCases =
    testing::Types<FinderCase<KdTreeFamily, 2, float>, FinderCase<KdTreeFamily, 3, double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(KdTree, LargeSets, LargeCases, CaseNames);

}  // namespace masu::test
