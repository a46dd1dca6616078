/* SPDX-License-Identifier: MIT */
/* Walls in C: loose walls become chains, a circle slides along them, a moving wall pushes it. */
#include <masu/c/masu.h>

#include <stdio.h>

static void report_contact(void* context, uint32_t mover, const masu_wall_contact* contact) {
  const masu_wall_chains* chains = context;
  uint32_t wall;
  int flipped;
  if (masu_wall_chains_source(chains, contact->wall, &wall, &flipped) != MASU_OK) return;
  printf("circle %d meets wall %d\n", (int)mover, (int)wall);
}

int main(void) {
  /* A room from an editor, with a duplicate wall, and a door. */
  const masu_wall_2f walls[6] = {{{8, 0}, {8, 6}}, {{0, 0}, {8, 0}},     {{0, 6}, {8, 6}},
                                 {{0, 6}, {0, 0}}, {{6, 0.25f}, {6, 5}}, {{8, 6}, {8, 0}}};
  const masu_vec_2f far = {100, -30};
  const masu_vec_2f steps[2] = {{-2, 0}, {-3.75f, 0}};
  masu_mover_2f circle = masu_mover_at_2f((masu_vec_2f){1, 3}, 0.5f);
  masu_move_result_2f moved;
  masu_push_result_2f pushed;
  masu_chain_report report;
  masu_wall_chains* chains;
  masu_corridor* room;
  const masu_wall_chain* list;
  const masu_vec_2f* vertices;
  size_t count, vertex_count, i;
  int step;

  if (masu_wall_chains_create_2f(walls, 6, NULL, NULL, &report, &chains) != MASU_OK) return 1;
  list = masu_wall_chains_list(chains, &count);
  vertices = masu_wall_chains_vertices_2f(chains, &vertex_count);
  printf("%d chains, %d wall given twice\n", (int)count, (int)report.duplicates.count);
  if (masu_corridor_create_2f(vertices, vertex_count, list, count, NULL, 0, NULL, NULL, NULL,
                              &room) != MASU_OK) {
    return 1;
  }
  if (masu_corridor_move_2f(room, &circle, &far, NULL, report_contact, chains, &moved) != MASU_OK)
    return 1;
  printf("at %.2f %.2f\n", circle.position.x, circle.position.y);
  for (i = 0; i < count && list[i].kind != MASU_CHAIN_OPEN; ++i) continue;
  for (step = 0; step < 2; ++step) {
    if (masu_corridor_move_walls_2f(room, &list[i], &steps[step], &circle, 1, &pushed) != MASU_OK) {
      return 1;
    }
    printf("the door %s it, at %.2f %.2f\n", pushed.crushed ? "crushes" : "pushes",
           circle.position.x, circle.position.y);
  }
  masu_corridor_destroy(room);
  masu_wall_chains_destroy(chains);
  return 0;
}
// Output: 2 chains, 1 wall given twice
// Output: circle 0 meets wall 4
// Output: circle 0 meets wall 1
// Output: at 5.50 0.50
// Output: the door pushes it, at 3.50 0.50
// Output: the door crushes it, at 0.50 0.50
