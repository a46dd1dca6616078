// SPDX-License-Identifier: MIT
// VClip compared with all pairs of features in long double, and GJK.
#include <gtest/gtest.h>

#include <masu/textbook/v_clip.hpp>

#include "narrow_phase/walk_suite.hpp"

namespace masu::test {
namespace {

struct Walk {
  template <class T, class Trace = NoTrace>
  static FeatureDistance<3, T> run(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
                                   const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b,
                                   ClosestFeatures& cache, Trace&& trace = {}) {
    return v_clip(a, pose_a, b, pose_b, cache, trace);
  }
};

template <class T>
class VClip : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(VClip, Scalars);

TYPED_TEST(VClip, L16_equals_the_distance_of_all_features_on_random_pairs) {
  walk_at_random<Walk, TypeParam>();
}
TYPED_TEST(VClip, L16_small_gaps_and_touching) {
  walk_small_gaps<Walk, TypeParam>();
}
TYPED_TEST(VClip, L16_collinear_and_coplanar_features) {
  walk_on_a_lattice<Walk, TypeParam>();
}
TYPED_TEST(VClip, L16_steps_are_few_from_frame_to_frame) {
  walk_from_frame_to_frame<Walk, TypeParam>();
}
TYPED_TEST(VClip, L16_steps_lead_to_neighbours) {
  walk_goes_to_neighbours<Walk, TypeParam>();
}
TYPED_TEST(VClip, L16_finds_vertex_edge_and_face) {
  walk_finds_the_features<Walk, TypeParam>();
}
TYPED_TEST(VClip, L16_bad_input_is_refused) {
  walk_refuses_bad_input<Walk, TypeParam>();
}

}  // namespace
}  // namespace masu::test
