// SPDX-License-Identifier: MIT
// Sizes of structures, for tests of the code that declares their layout again.
#include <masu/c/masu.h>

namespace {

#define MASU_JS_SIZES(of)                                                                          \
  sizeof(masu_pose_##of), sizeof(masu_aabb_##of), sizeof(masu_ray_##of), sizeof(masu_shape_##of),  \
      sizeof(masu_child_##of), sizeof(masu_separation_##of), sizeof(masu_contact_##of),            \
      sizeof(masu_corner_##of), sizeof(masu_impact_##of), sizeof(masu_sub_shape_impact_##of),      \
      sizeof(masu_pair_impact_##of), sizeof(masu_ray_cast_##of), sizeof(masu_ray_hit_##of),        \
      sizeof(masu_cast_hit_##of), sizeof(masu_surface_point_##of), sizeof(masu_neighbor_##of),     \
      sizeof(masu_sub_shape_separation_##of), sizeof(masu_nearest_##of), sizeof(masu_object_##of), \
      sizeof(masu_sweep_##of), sizeof(masu_sub_shape_ray_cast_##of),                               \
      sizeof(masu_sub_shape_surface_point_##of), sizeof(masu_volume_##of),                         \
      sizeof(masu_capsule_mover_##of), sizeof(masu_slide_obstacle_##of),                           \
      sizeof(masu_slide_options_##of), sizeof(masu_slide_contact_##of),                            \
      sizeof(masu_slide_result_##of), sizeof(masu_box_hit_##of), sizeof(masu_near_box_##of),       \
      sizeof(masu_obstacle_motion_##of), sizeof(masu_carry_result_##of),                           \
      sizeof(masu_query_filter), sizeof(masu_query_candidate)
constexpr uint32_t kSizes[] = {MASU_JS_SIZES(2f), MASU_JS_SIZES(3f), MASU_JS_SIZES(2d),
                               MASU_JS_SIZES(3d)};

}  // namespace

extern "C" {

// Returns the sizes for 2f, 3f, 2d and 3d in turn, each in the order above.
const uint32_t* masu_js_sizes(uint32_t* count) {
  *count = sizeof(kSizes) / sizeof(kSizes[0]);
  return kSizes;
}

}  // extern "C"
