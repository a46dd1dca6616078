/* SPDX-License-Identifier: MIT */
/* A world in C: a ball falls on a floor and moves through a sensor, and a ray hits it. */
#include <masu/c/masu.h>

#include <stdio.h>

static masu_world* world;

static masu_vec_3f vec(float x, float y, float z) {
  masu_vec_3f v = {x, y, z};
  return v;
}

static masu_handle add(masu_shape_3f shape, masu_vec_3f position, uint64_t name, int fixed,
                       int sensor) {
  masu_object_options options = masu_object_options_default();
  masu_pose_3f pose = masu_pose_at_3f(position);
  masu_handle made;
  options.user_data = name;
  options.fixed = (uint8_t)fixed;
  options.sensor = (uint8_t)sensor;
  if (masu_world_add_3f(world, &shape, &pose, &options, &made) != MASU_OK)
    made.index = MASU_NO_INDEX;
  return made;
}

static int name(masu_handle h) {
  masu_object_3f object;
  return masu_world_find_3f(world, h, &object) == MASU_OK ? (int)object.options.user_data : -1;
}

static void begins(void* context, const masu_pair* pair) {
  size_t count;
  const masu_contact_3f* contacts = masu_world_contacts_3f(world, pair, &count);
  printf("frame %d: %d and %d touch", *(const int*)context, name(pair->a), name(pair->b));
  if (count != 0) printf(", %g deep", (double)-contacts[0].separation.distance);
  printf("\n");
}

static void crosses(void* context, const masu_pair_impact_3f* c) {
  printf("frame %d: %d and %d met on the way\n", *(const int*)context, name(c->a), name(c->b));
}

int main(void) {
  /* A floor of two triangles: the world keeps it alive after masu_body_release(). */
  const masu_vec_3f corners[4] = {{-20, 0, -20}, {20, 0, -20}, {20, 0, 20}, {-20, 0, 20}};
  const uint32_t triangles[6] = {0, 2, 1, 0, 3, 2};
  const float heights[4] = {3, 0.75f, 0.75f, 0.75f};
  const float xs[4] = {0, 0, 0, 9};
  masu_world_options options = masu_world_options_default(3, MASU_FLOAT);
  masu_listener_3f listener = {NULL, crosses, begins, NULL, NULL, NULL, NULL};
  masu_ray_3f ray = {{0, 9, 0}, {0, -1, 0}, 100};
  masu_ray_hit_3f hit;
  masu_body* floor;
  masu_handle ball;
  int frame;

  if (masu_world_create_3f(&options, NULL, &world) != MASU_OK) return 1;
  if (masu_mesh_create_3f(corners, 4, triangles, 6, NULL, &floor) != MASU_OK) return 1;
  add(masu_shape_of_3f(floor), vec(0, 0, 0), 1, 1, 0);
  masu_body_release(floor);
  ball = add(masu_sphere_3f(1, vec(0, 0, 0)), vec(0, 3, 0), 2, 0, 0);
  add(masu_box_3f(vec(0.5f, 9, 9), vec(0, 0, 0)), vec(5, 0, 0), 3, 1, 1);

  for (frame = 0; frame < 4; ++frame) {
    masu_pose_3f pose = masu_pose_at_3f(vec(xs[frame], heights[frame], 0));
    if (masu_world_move_3f(world, ball, &pose) != MASU_OK) return 1;
    listener.context = &frame;
    if (masu_world_update_with_listener_3f(world, &listener, NULL) != MASU_OK) return 1;
  }
  if (masu_world_ray_cast_3f(world, &ray, NULL, &hit) != MASU_OK) return 1;
  printf("the ray meets %d at %g\n", name(hit.object), (double)hit.cast.t);
  printf("again: %s\n",
         masu_status_name(masu_world_remove(world, ball) == MASU_OK ? masu_world_remove(world, ball)
                                                                    : MASU_OK));
  return masu_world_destroy(world) == MASU_OK ? 0 : 1;
}
// Output: frame 1: 1 and 2 touch, 0.25 deep
// Output: frame 3: 2 and 3 met on the way
// Output: the ray meets 1 at 9
// Output: again: stale_handle
