/* SPDX-License-Identifier: MIT */
/* A game's world in C: a hero jumps over a wall while a guard watches. It uses events, a filtered
 * ray, and a saved game. */
#include <masu/c/masu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOOR, WALL, COIN, HERO, COUNT };
static const char* const names[COUNT] = {"floor", "wall", "coin", "hero"};

/* Categories: one bit each. */
enum { SOLID = 1, PICKUP = 2, CHARACTER = 4 };

typedef struct game {
  masu_world* world;
  masu_handle objects[COUNT];
  int frame;
} game;

static void check(masu_status status) {
  if (status == MASU_OK) return;
  fprintf(stderr, "masu: %s\n", masu_status_text(status));
  exit(1);
}

static void add(game* g, int name, masu_shape_2f shape, masu_vec_2f position, uint64_t category) {
  masu_object_options options = masu_object_options_default();
  const masu_pose_2f pose = masu_pose_at_2f(position);
  options.user_data = (uint64_t)name;
  options.filter.category = category;
  options.sensor = category == PICKUP;
  options.fixed = category != CHARACTER; /* floor and wall never collide */
  check(masu_world_add_2f(g->world, &shape, &pose, &options, &g->objects[name]));
}

static const char* name_of(const game* g, masu_handle object) {
  masu_object_2f found;
  check(masu_world_find_2f(g->world, object, &found));
  return names[found.options.user_data];
}

static void on_begin(void* context, const masu_pair* pair) {
  const game* g = context;
  size_t count;
  const masu_contact_2f* contacts = masu_world_contacts_2f(g->world, pair, &count);
  printf("frame %d: %s meets %s", g->frame, name_of(g, pair->a), name_of(g, pair->b));
  if (count != 0) printf(", %g deep", -(double)contacts[0].separation.distance);
  printf("\n");
}

static void on_end(void* context, const masu_ended_pair* pair) {
  const game* g = context;
  printf("frame %d: %s leaves %s\n", g->frame, names[pair->user_data_a], names[pair->user_data_b]);
}

/* A guard's line of sight: coins hide nothing. */
static void watch(const game* g, masu_vec_2f eye, masu_vec_2f target) {
  const masu_filter solids_and_hero = {~(uint64_t)0, SOLID | CHARACTER};
  masu_query_filter filter = masu_query_filter_default();
  const masu_ray_2f ray = {eye, {target.x - eye.x, target.y - eye.y}, 1};
  masu_ray_hit_2f hit;
  filter.filter = &solids_and_hero;
  check(masu_world_ray_cast_2f(g->world, &ray, &filter, &hit));
  if (hit.cast.hit) printf("frame %d: the guard sees the %s\n", g->frame, name_of(g, hit.object));
}

int main(void) {
  const masu_vec_2f origin = {0, 0}, eye = {8, 1};
  const masu_vec_2f path[] = {{0, 0.4375f}, {2, 0.4375f}, {3.5f, 0.4375f}, {4.5f, 3}};
  const masu_world_options options = masu_world_options_default(2, MASU_FLOAT);
  const masu_listener_2f listener = {.on_begin = on_begin, .on_end = on_end};
  game g = {0};
  const void* bytes;
  void* saved;
  size_t size;
  uint64_t hash;

  check(masu_world_create_2f(&options, NULL, &g.world));
  add(&g, FLOOR, masu_box_2f((masu_vec_2f){20, 1}, origin), (masu_vec_2f){0, -1}, SOLID);
  add(&g, WALL, masu_box_2f((masu_vec_2f){0.25f, 1}, origin), (masu_vec_2f){4, 1}, SOLID);
  add(&g, COIN, masu_sphere_2f(0.25f, origin), (masu_vec_2f){2, 1}, PICKUP);
  add(&g, HERO, masu_sphere_2f(0.5f, origin), path[0], CHARACTER);

  for (; g.frame < 4; ++g.frame) {
    const masu_pose_2f pose = masu_pose_at_2f(path[g.frame]);
    masu_listener_2f events = listener;
    events.context = &g;
    check(masu_world_move_2f(g.world, g.objects[HERO], &pose));
    check(masu_world_update_with_listener_2f(g.world, &events, NULL));
    watch(&g, eye, path[g.frame]);
  }

  /* The bytes are valid until the next save: copy them, or write them to a file. */
  check(masu_world_save(g.world, &bytes, &size));
  saved = malloc(size);
  if (saved == NULL) return 1;
  memcpy(saved, bytes, size);
  hash = masu_world_hash(g.world);
  check(masu_world_remove(g.world, g.objects[HERO]));
  check(masu_world_update(g.world, NULL));
  check(masu_world_restore(g.world, saved, size));
  printf("restored: %s, %s again\n", masu_world_hash(g.world) == hash ? "the same" : "another",
         name_of(&g, g.objects[HERO]));
  free(saved);
  check(masu_world_destroy(g.world));
  return 0;
}
// Output: frame 0: floor meets hero, 0.0625 deep
// Output: frame 0: the guard sees the wall
// Output: frame 1: coin meets hero
// Output: frame 1: the guard sees the wall
// Output: frame 2: coin leaves hero
// Output: frame 2: wall meets hero, 0.25 deep
// Output: frame 2: the guard sees the wall
// Output: frame 3: floor leaves hero
// Output: frame 3: wall leaves hero
// Output: frame 3: the guard sees the hero
// Output: restored: the same, hero again
