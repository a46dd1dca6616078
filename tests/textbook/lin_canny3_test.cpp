// SPDX-License-Identifier: MIT
// LinCanny3 compared with all pairs of features in long double, and GJK.
#include <gtest/gtest.h>

#include <masu/textbook/lin_canny.hpp>

#include "narrow_phase/walk_suite.hpp"

namespace masu::test {
namespace {

struct Walk {
  template <class T, class Trace = NoTrace>
  static FeatureDistance<3, T> run(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                   const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                   ClosestFeatures& cache, Trace&& trace = {}) {
    return lin_canny(a, pose_a, b, pose_b, cache, trace);
  }
};

template <class T>
class LinCanny3 : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LinCanny3, Scalars);

TYPED_TEST(LinCanny3, L15_equals_the_distance_of_all_features_on_random_pairs) {
  walk_at_random<Walk, TypeParam>();
}
TYPED_TEST(LinCanny3, L15_small_gaps_and_touching) {
  walk_small_gaps<Walk, TypeParam>();
}
TYPED_TEST(LinCanny3, L15_collinear_and_coplanar_features) {
  walk_on_a_lattice<Walk, TypeParam>();
}
TYPED_TEST(LinCanny3, L15_steps_are_few_from_frame_to_frame) {
  walk_from_frame_to_frame<Walk, TypeParam>();
}
TYPED_TEST(LinCanny3, L15_steps_lead_to_neighbours) {
  walk_goes_to_neighbours<Walk, TypeParam>();
}
TYPED_TEST(LinCanny3, L15_finds_vertex_edge_and_face) {
  walk_finds_the_features<Walk, TypeParam>();
}
TYPED_TEST(LinCanny3, L15_bad_input_is_refused) {
  walk_refuses_bad_input<Walk, TypeParam>();
}

}  // namespace
}  // namespace masu::test
