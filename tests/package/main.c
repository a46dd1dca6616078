/* SPDX-License-Identifier: MIT */
/* A user's program in C. */
#include <masu/c/masu.h>

#include <stdio.h>

int main(void) {
  masu_world_options options = masu_world_options_default(3, MASU_DOUBLE);
  masu_vec_3d origin = {0, 0, 0};
  masu_shape_3d ball = masu_sphere_3d(1, origin);
  masu_pose_3d pose = masu_pose_at_3d(origin);
  masu_world* world;
  masu_handle made[2];
  size_t count;
  if (masu_c_abi() != MASU_C_ABI) return 1;
  if (masu_world_create(&options, NULL, &world) != MASU_OK) return 1;
  if (masu_world_add_3d(world, &ball, &pose, NULL, &made[0]) != MASU_OK) return 1;
  if (masu_world_add_3d(world, &ball, &pose, NULL, &made[1]) != MASU_OK) return 1;
  if (masu_world_update(world, NULL) != MASU_OK) return 1;
  (void)masu_world_pairs(world, &count);
  printf("masu %s from C: %d pair\n", masu_version(), (int)count);
  return masu_world_destroy(world) == MASU_OK && count == 1 ? 0 : 1;
}
