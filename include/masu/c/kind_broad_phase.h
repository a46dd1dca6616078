/* SPDX-License-Identifier: MIT */
/* A part of kind.h: boxes alone, as broad_phase.h has it. */

/* The box that a ray meets first, and where; `hit` is 0 if there is none. */
typedef struct MASU_OF(box_hit) {
  uint8_t status;
  uint8_t hit;
  uint32_t place; /* The box's own. */
  MASU_REAL t;
  masu_query_stats stats;
} MASU_OF(box_hit);

/* A box by its place, and the square of its distance. */
typedef struct MASU_OF(near_box) {
  uint32_t place; /* The box's own. */
  MASU_REAL distance_squared;
} MASU_OF(near_box);

/* A box on a ray, met at t. */
typedef int (*MASU_OF(visit_on_ray))(void* context, uint32_t place, MASU_REAL t);

/* `period`: length of each axis that wraps around, 0 of others; null: none does. Null allocator:
 * the library's own. MASU_OUT_OF_RANGE: a length that is none; MASU_OUT_OF_MEMORY. */
masu_status MASU_OF(broad_phase_create)(const MASU_OF(vec) * period,
                                        const masu_allocator* allocator, masu_broad_phase** made);

/* Each two of an array that overlap, once. `filters`: null, or one for each box; jobs and stats may
 * be null. MASU_TOO_MANY_OBJECTS, MASU_OUT_OF_MEMORY: there are no pairs then. MASU_BUSY: within
 * jobs of a search. [AutoFinder and others] Typically O(n log n + pairs). */
masu_status MASU_OF(broad_phase_find)(masu_broad_phase* broad_phase, const MASU_OF(box) * boxes,
                                      size_t count, const masu_filter* filters,
                                      const masu_jobs* jobs, masu_query_stats* stats);
/* One of each array. Filters for both or for neither: MASU_SIZE_MISMATCH. */
masu_status MASU_OF(broad_phase_find_between)(masu_broad_phase* broad_phase, const MASU_OF(box) * a,
                                              size_t count_a, const MASU_OF(box) * b,
                                              size_t count_b, const masu_filter* filters_a,
                                              const masu_filter* filters_b, const masu_jobs* jobs,
                                              masu_query_stats* stats);

/* An index of these boxes, in place of the last one; it copies them. Statuses: as above, it is
 * empty then. MASU_BUSY: within a visitor or jobs, and nothing has changed. [Bvh] O(n log n). */
masu_status MASU_OF(broad_phase_build)(masu_broad_phase* broad_phase, const MASU_OF(box) * boxes,
                                       size_t count, const masu_filter* filters);
/* The same boxes elsewhere: O(n), and slower answers the farther they went. MASU_SIZE_MISMATCH: not
 * as many; nothing has changed. */
masu_status MASU_OF(broad_phase_refit)(masu_broad_phase* broad_phase, const MASU_OF(box) * boxes,
                                       size_t count);

/* Of the index; filters may be null. Those that overlap a box, or are no farther from it than
 * `radius`. Typically O(log n + results). */
masu_status MASU_OF(broad_phase_overlapping)(const masu_broad_phase* broad_phase,
                                             const MASU_OF(box) * box, const masu_filter* filter,
                                             masu_visit_place visit, void* context);
masu_status MASU_OF(broad_phase_within)(const masu_broad_phase* broad_phase,
                                        const MASU_OF(box) * box, MASU_REAL radius,
                                        const masu_filter* filter, masu_visit_place visit,
                                        void* context);
/* The nearest to a box, at most `places`, by distance. */
masu_status MASU_OF(broad_phase_nearest)(const masu_broad_phase* broad_phase,
                                         const MASU_OF(box) * box, const masu_filter* filter,
                                         MASU_OF(near_box) * found, size_t places, size_t* count);
/* The first that a ray meets, or all in no order. MASU_OUT_OF_RANGE: with a period, rays do not
 * wrap. */
masu_status MASU_OF(broad_phase_ray_cast)(const masu_broad_phase* broad_phase,
                                          const MASU_OF(ray) * ray, const masu_filter* filter,
                                          MASU_OF(box_hit) * hit);
masu_status MASU_OF(broad_phase_on_ray)(const masu_broad_phase* broad_phase,
                                        const MASU_OF(ray) * ray, const masu_filter* filter,
                                        MASU_OF(visit_on_ray) visit, void* context);

/* Many at once, by jobs; these may be null. What is wrong with a ray is in its hit. */
masu_status MASU_OF(broad_phase_overlapping_many)(const masu_broad_phase* broad_phase,
                                                  const MASU_OF(box) * boxes, size_t count,
                                                  const masu_filter* filter, const masu_jobs* jobs,
                                                  masu_results* results);
masu_status MASU_OF(broad_phase_ray_cast_many)(const masu_broad_phase* broad_phase,
                                               const MASU_OF(ray) * rays, size_t count,
                                               const masu_filter* filter, const masu_jobs* jobs,
                                               MASU_OF(box_hit) * hits);
