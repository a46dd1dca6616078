/* SPDX-License-Identifier: MIT */
/* A part of kind.h, in the plane alone: walls and movers of one scalar; see corridor.h. Statuses
 * are those of the C++ classes in brackets; where one is not MASU_OK nothing has changed.
 */

typedef struct MASU_OF(wall) {
  MASU_OF(vec) a;
  MASU_OF(vec) b;
} MASU_OF(wall);

/* What walls are like. Movers meet walls that their filters accept. */
typedef struct MASU_OF(wall_kind) {
  masu_filter filter;
  MASU_OF(vec) open_along; /* not 0: who goes along this direction passes; others are stopped */
  uint32_t material;       /* the caller's, like the next */
  uint64_t user_data;
} MASU_OF(wall_kind);

/* All within `radius` of the segment from position - half_axis to position + half_axis. */
typedef struct MASU_OF(mover) {
  MASU_OF(vec) position;
  MASU_REAL radius;
  MASU_OF(vec) half_axis; /* 0: a circle */
  masu_filter filter;
  uint32_t passing[8]; /* chains that it is passing through: written by moves */
  uint8_t passing_count;
} MASU_OF(mover);
/* A circle that meets all walls. */
MASU_OF(mover) MASU_OF(mover_at)(MASU_OF(vec) position, MASU_REAL radius);

typedef struct MASU_OF(move_result) {
  uint8_t status;
  masu_query_stats stats;
  uint32_t contacts;
  MASU_OF(vec) displacement; /* as walls have turned it */
  MASU_REAL overlap;         /* how deep it still is in walls: there was no room to leave them */
} MASU_OF(move_result);

/* What a moving wall did to a mover. */
typedef struct MASU_OF(push_result) {
  uint8_t status; /* MASU_NOT_FINITE, MASU_OUT_OF_RANGE: no such mover can be */
  uint8_t pushed;
  uint8_t crushed; /* there was no room left between it and others */
  MASU_OF(vec) displacement;
  MASU_REAL overlap; /* of one that is crushed */
} MASU_OF(push_result);

/* `wall` is MASU_NO_WALL if there is none within the distance. */
typedef struct MASU_OF(nearest_wall) {
  uint8_t status;
  masu_query_stats stats;
  uint32_t wall;
  MASU_REAL distance;
  MASU_OF(vec) point;
} MASU_OF(nearest_wall);

/* --- Chains ----------------------------------------------------------------------------------- */

/* Walls in any order become chains; null options are the default, and the report may be null.
 * [WallChains] */
masu_status MASU_OF(wall_chains_create)(const MASU_OF(wall) * walls, size_t count,
                                        const masu_chain_options* options,
                                        const masu_allocator* allocator, masu_chain_report* report,
                                        masu_wall_chains** made);
const MASU_OF(vec) * MASU_OF(wall_chains_vertices)(const masu_wall_chains* chains, size_t* count);

/* --- Walls that can be asked ------------------------------------------------------------------ */

/* Copies vertices; a chain may be a stretch of them. Searches no farther than `reach` begin near
 * their end. [ChainTree] */
masu_status MASU_OF(chain_tree_create)(const MASU_OF(vec) * vertices, size_t vertex_count,
                                       const masu_wall_chain* chains, size_t chain_count,
                                       MASU_REAL reach, const masu_allocator* allocator,
                                       masu_chain_tree** made);
masu_status MASU_OF(chain_tree_set_vertices)(masu_chain_tree* tree, uint32_t first,
                                             const MASU_OF(vec) * vertices, size_t count);
/* Another chain, in places of the tree's choice. */
masu_status MASU_OF(chain_tree_insert)(masu_chain_tree* tree, const MASU_OF(vec) * vertices,
                                       size_t count, masu_wall_chain* chain);
masu_status MASU_OF(chain_tree_vertex)(const masu_chain_tree* tree, uint32_t vertex,
                                       MASU_OF(vec) * place);

masu_status MASU_OF(chain_tree_nearest)(const masu_chain_tree* tree, const MASU_OF(vec) * point,
                                        MASU_REAL max_distance, MASU_OF(nearest_wall) * found);
masu_status MASU_OF(chain_tree_within)(const masu_chain_tree* tree, const MASU_OF(vec) * point,
                                       MASU_REAL radius, masu_visit_wall visit, void* context);
masu_status MASU_OF(chain_tree_ray_cast)(const masu_chain_tree* tree, const MASU_OF(ray) * ray,
                                         masu_wall_hit* hit);
/* Of a capsule as a mover is; half_axis may be null: a circle. */
masu_status MASU_OF(chain_tree_capsule_cast)(const masu_chain_tree* tree,
                                             const MASU_OF(vec) * position,
                                             const MASU_OF(vec) * half_axis, MASU_REAL radius,
                                             const MASU_OF(vec) * translation, masu_wall_hit* hit);

/* Many at once: the memory of the results is worked with, the answers are the caller's. What is
 * wrong with a question is in its answer. Jobs may be null. [WallQueryBatch] */
masu_status MASU_OF(chain_tree_nearest_many)(const masu_chain_tree* tree,
                                             const MASU_OF(vec) * points, size_t count,
                                             MASU_REAL max_distance, const masu_jobs* jobs,
                                             masu_results* results, MASU_OF(nearest_wall) * found);
masu_status MASU_OF(chain_tree_ray_cast_many)(const masu_chain_tree* tree,
                                              const MASU_OF(ray) * rays, size_t count,
                                              const masu_jobs* jobs, masu_results* results,
                                              masu_wall_hit* hits);
masu_status MASU_OF(chain_tree_circle_cast_many)(const masu_chain_tree* tree,
                                                 const MASU_OF(vec) * points, MASU_REAL radius,
                                                 const MASU_OF(vec) * translations, size_t count,
                                                 const masu_jobs* jobs, masu_results* results,
                                                 masu_wall_hit* hits);

/* --- Corridors -------------------------------------------------------------------------------- */

/* kind_of[w] is the kind of wall w, one for each vertex; null: all are of kinds[0]; no kinds: all
 * stop everybody. [Corridor] */
masu_status MASU_OF(corridor_create)(const MASU_OF(vec) * vertices, size_t vertex_count,
                                     const masu_wall_chain* chains, size_t chain_count,
                                     const MASU_OF(wall_kind) * kinds, size_t kind_count,
                                     const uint32_t* kind_of, const masu_corridor_options* options,
                                     const masu_allocator* allocator, masu_corridor** made);
masu_status MASU_OF(corridor_kind)(const masu_corridor* corridor, uint32_t wall,
                                   MASU_OF(wall_kind) * kind);

/* By a displacement, as walls let it. Options and visitor may be null. Changes nothing in the
 * corridor. MASU_NOT_CONVERGED: more contacts than asked for; MASU_TOO_MANY_OBJECTS: it passes
 * through more open chains at once than it can remember; MASU_THREW: the rest was not told: then
 * too it has moved, and with any other status not. */
masu_status MASU_OF(corridor_move)(const masu_corridor* corridor, MASU_OF(mover) * mover,
                                   const MASU_OF(vec) * displacement,
                                   const masu_move_options* options,
                                   masu_visit_wall_contact contact, void* context,
                                   MASU_OF(move_result) * result);
/* Each of many, which do not meet each other; the visitor is called from the threads of jobs. What
 * is wrong with a mover is in its result. [MoverBatch] */
masu_status MASU_OF(corridor_move_many)(const masu_corridor* corridor, MASU_OF(mover) * movers,
                                        const MASU_OF(vec) * displacements, size_t count,
                                        const masu_move_options* options, const masu_jobs* jobs,
                                        masu_visit_wall_contact contact, void* context,
                                        masu_results* results, MASU_OF(move_result) * moved);
/* Moves a chain, or a stretch of one, and pushes movers out of its way; pushed[i] says what
 * happened to movers[i], and may be null. MASU_BUSY: within a visitor of its own. */
masu_status MASU_OF(corridor_move_walls)(masu_corridor* corridor, const masu_wall_chain* chain,
                                         const MASU_OF(vec) * translation, MASU_OF(mover) * movers,
                                         size_t count, MASU_OF(push_result) * pushed);
/* Other places for vertices; movers learn of it when they move. MASU_BUSY as above. */
masu_status MASU_OF(corridor_set_vertices)(masu_corridor* corridor, uint32_t first,
                                           const MASU_OF(vec) * vertices, size_t count);
