/* SPDX-License-Identifier: MIT */
/* A part of kind.h: characters that slide among the objects of a world; docs/slide.md. */

/* All within `radius` of the segment from position - half_axis to position + half_axis. */
typedef struct MASU_OF(capsule_mover) {
  MASU_OF(vec) position;
  MASU_REAL radius;
  MASU_OF(vec) half_axis; /* 0: a circle or ball */
} MASU_OF(capsule_mover);

/* A piece that a mover comes near, and the move as it begins. */
typedef struct MASU_OF(slide_obstacle) {
  masu_handle object;
  uint32_t piece;               /* of a tile grid: its cell's number */
  MASU_OF(vec) displacement;    /* the whole of what it is to go */
  MASU_OF(capsule_mover) mover; /* before the move */
  const void* inner;            /* for masu_slide_gap_..() */
} MASU_OF(slide_obstacle);
/* How far the mover lies beyond the piece along a direction, before the move: below zero where they
 * overlap on that axis, or the piece lies ahead. 0 without an obstacle. Only in the callback. */
MASU_REAL MASU_OF(slide_gap)(const MASU_OF(slide_obstacle) * obstacle, MASU_OF(vec) direction);
/* Whether it is an obstacle in this move, or 0; asked more than once, to be answered alike. What it
 * throws counts as yes, and the others are not asked any more: all count. */
typedef int (*MASU_OF(slide_counts))(void* context, const MASU_OF(slide_obstacle) * obstacle);

/* `size` is that of the structure. */
typedef struct MASU_OF(slide_options) {
  uint32_t size;         /* of this structure */
  uint32_t max_contacts; /* then the way ends: MASU_NOT_CONVERGED */
  MASU_OF(vec) up;       /* 0: all that is met is a wall, and the next three are without effect */
  MASU_REAL walkable_cosine;    /* of the steepest slope to be walked on */
  MASU_REAL step_height;        /* edges this high are stepped onto */
  MASU_REAL snap;               /* back onto ground no deeper than this */
  MASU_REAL skin;               /* 0: a 128th of the radius */
  MASU_OF(slide_counts) counts; /* platforms that hold from above alone; null: all count */
  void* counts_context;         /* of `counts` */
} MASU_OF(slide_options);
/* As slide() does without any. */
MASU_OF(slide_options) MASU_OF(slide_options_default)(void);

/* What a mover met. */
typedef struct MASU_OF(slide_contact) {
  masu_handle object;
  uint32_t piece;
  uint8_t walkable; /* can it be walked on? */
  double t;         /* the share of the way gone by then */
  double point[MASU_DIMENSION];
  double normal[MASU_DIMENSION]; /* to the mover */
} MASU_OF(slide_contact);

/* How it went. */
typedef struct MASU_OF(slide_result) {
  uint8_t status;
  uint8_t on_ground; /* does something carry it? */
  uint32_t contacts;
  masu_handle ground;         /* none: index MASU_NO_INDEX */
  MASU_OF(vec) ground_normal; /* of what carries it */
  MASU_OF(vec) displacement;  /* as obstacles have turned it */
  MASU_REAL overlap;          /* how deep it still is in obstacles */
  masu_query_stats stats;
} MASU_OF(slide_result);

/* Called for each contact. */
typedef void (*MASU_OF(visit_slide_contact))(void* context, const MASU_OF(slide_contact) * contact);

/* Moves it among the objects that a filter accepts, but for sensors and `left_out`: its own, or
 * index MASU_NO_INDEX. Filter, options and visitor may be null. Changes nothing in the world, and
 * may run in many threads for different movers. MASU_THREW: it has moved, and the rest of the
 * contacts was not told, or obstacles were not asked for. With any other status but
 * MASU_NOT_CONVERGED it has not. */
masu_status MASU_OF(world_slide)(const masu_world* world, MASU_OF(capsule_mover) * mover,
                                 const MASU_OF(vec) * displacement, const masu_filter* filter,
                                 masu_handle left_out, const MASU_OF(slide_options) * options,
                                 MASU_OF(visit_slide_contact) contact, void* context,
                                 MASU_OF(slide_result) * result);

/* How an object moved since the last frame: from `from` to where the world has it now. */
typedef struct MASU_OF(obstacle_motion) {
  masu_handle object;
  MASU_OF(pose) from; /* where it was */
} MASU_OF(obstacle_motion);
/* Returns the pose at a share of a motion, from 0 to 1: straight, rotating by the shorter way. The
 * origin, not rotated, where a pointer is null. */
MASU_OF(pose) MASU_OF(pose_between)(const MASU_OF(pose) * from, const MASU_OF(pose) * to, double t);

/* What carrying did. */
typedef struct MASU_OF(carry_result) {
  uint8_t status;
  uint8_t crushed;                  /* 1: obstacles left no space; it went along until `t` */
  masu_handle ground;               /* the moving object that carried it; none: MASU_NO_INDEX */
  masu_handle crushed_by;           /* the moving object that overlaps it the most */
  MASU_OF(vec) displacement;        /* how far the mover was moved in all */
  MASU_OF(vec) ground_displacement; /* how far the ground moved below it */
  MASU_REAL t;                      /* share of the motions; below 1 only if crushed */
  MASU_REAL overlap;                /* depth in crushed_by at the first step after `t` */
  masu_query_stats stats;
} MASU_OF(carry_result);

/* Moves a mover along with the objects that moved in this frame: what it stands on carries it, what
 * comes at it pushes it. Call it after masu_world_move_..() and before masu_world_slide_..(). Of
 * `moved` those count that are obstacles: not stale, accepted by the filter, no sensors, not
 * `left_out`. Filter and options may be null; `moved` too, where count is 0. [carry()]
 * MASU_OUT_OF_RANGE: an object that may reach the mover moves by more than 256 of its radii.
 * MASU_OUT_OF_MEMORY. MASU_THREW: it has moved, and obstacles were not asked for. With any other
 * status but MASU_NOT_CONVERGED it has not. */
masu_status MASU_OF(world_carry)(const masu_world* world, MASU_OF(capsule_mover) * mover,
                                 const MASU_OF(obstacle_motion) * moved, size_t count,
                                 const masu_filter* filter, masu_handle left_out,
                                 const MASU_OF(slide_options) * options,
                                 MASU_OF(carry_result) * result);
