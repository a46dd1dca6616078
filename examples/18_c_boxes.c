/* SPDX-License-Identifier: MIT */
/* Boxes without shapes in C: the pairs of an array, the first box on a ray; and a jump onto a
 * one-way platform. */
#include <masu/c/masu.h>

#include <stdio.h>

static int counts(void* platform, const masu_slide_obstacle_2f* o) {
  const masu_vec_2f up = {0, 1};
  const masu_handle* one_way = (const masu_handle*)platform;
  return o->object.index != one_way->index || masu_slide_gap_2f(o, up) >= 0;
}

static int jump(void) {
  masu_world_options options = masu_world_options_default(2, MASU_FLOAT);
  masu_slide_options_2f slide_options = masu_slide_options_default_2f();
  masu_capsule_mover_2f hero = {{0, 1}, 0.5f, {0, 0}};
  const masu_vec_2f half = {4, 0.125f}, position = {0, 2.5f}, center = {0, 0}, up = {0, 1};
  const masu_handle none = {MASU_NO_INDEX, 0};
  const masu_pose_2f pose = masu_pose_at_2f(position);
  const masu_shape_2f plate = masu_box_2f(half, center);
  masu_slide_result_2f result = {0};
  masu_world* world;
  masu_handle platform;
  float speed = 0.75f;

  if (masu_world_create(&options, NULL, &world) != MASU_OK) return 1;
  if (masu_world_add_2f(world, &plate, &pose, NULL, &platform) != MASU_OK) return 1;
  slide_options.up = up;
  slide_options.counts = counts;
  slide_options.counts_context = &platform;
  while (!result.on_ground) {
    const masu_vec_2f displacement = {0, speed};
    if (masu_world_slide_2f(world, &hero, &displacement, NULL, none, &slide_options, NULL, NULL,
                            &result) != MASU_OK)
      return 1;
    speed -= 0.125f;
  }
  printf("landed at %.1f\n", (double)hero.position.y);
  return masu_world_destroy(world) == MASU_OK ? 0 : 1;
}

int main(void) {
  const masu_aabb_2f boxes[4] = {
      {{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}, {{5, 0}, {6, 3}}, {{2.5f, 2}, {5, 4}}};
  const masu_ray_2f ray = {{9, 1}, {-1, 0}, 100};
  const masu_index_pair* pairs;
  masu_broad_phase* all;
  masu_box_hit_2f hit;
  size_t count, i;

  if (masu_broad_phase_create_2f(NULL, NULL, &all) != MASU_OK) return 1;
  if (masu_broad_phase_find_2f(all, boxes, 4, NULL, NULL, NULL) != MASU_OK) return 1;
  pairs = masu_broad_phase_pairs(all, &count);
  for (i = 0; i < count; ++i) printf("%d and %d\n", (int)pairs[i].a, (int)pairs[i].b);
  if (masu_broad_phase_build_2f(all, boxes, 4, NULL) != MASU_OK) return 1;
  if (masu_broad_phase_ray_cast_2f(all, &ray, NULL, &hit) != MASU_OK) return 1;
  printf("the ray meets %d at %g\n", (int)hit.index, (double)hit.t);
  if (masu_broad_phase_destroy(all) != MASU_OK) return 1;
  return jump();
}
// Output: 0 and 1
// Output: 1 and 3
// Output: 2 and 3
// Output: the ray meets 2 at 3
// Output: landed at 3.1
