/* SPDX-License-Identifier: MIT */
/* A part of kind.h: what the objects of a world are asked, as they are now, from any threads while
 * nobody changes them. */

/* Filters may be null: all objects count; rays and shape casts pass through sensors, and the other
 * queries find them. MASU_WRONG_FORMAT: a filter of another size; MASU_OUT_OF_RANGE: its sensors.
 */
typedef int (*MASU_OF(visit_hit))(void* context, const MASU_OF(ray_hit) * hit);
/* An object within reach, and the place on it that is nearest. */
typedef int (*MASU_OF(visit_near))(void* context, masu_handle object,
                                   const MASU_OF(surface_point) * nearest);

/* The first object; hit->cast.hit says whether there is one. */
masu_status MASU_OF(world_ray_cast)(const masu_world* world, const MASU_OF(ray) * ray,
                                    const masu_query_filter* filter, MASU_OF(ray_hit) * hit);
/* All, in no order, or sorted by t into the results. */
masu_status MASU_OF(world_for_each_on_ray)(const masu_world* world, const MASU_OF(ray) * ray,
                                           const masu_query_filter* filter,
                                           MASU_OF(visit_hit) visit, void* context);
masu_status MASU_OF(world_ray_cast_all)(const masu_world* world, const MASU_OF(ray) * ray,
                                        const masu_query_filter* filter, masu_results* results);
/* Of the last of these calls, or of masu_world_ray_cast_all_many_..(): those of ray i are first[i]
 * to first[i + 1] - 1. */
const MASU_OF(ray_hit) *
    MASU_OF(results_hits)(const masu_results* results, const uint32_t** first, size_t* count);

/* The first object that a shape meets on its way. */
masu_status MASU_OF(world_shape_cast)(const masu_world* world, const MASU_OF(shape) * shape,
                                      const MASU_OF(pose) * at, const MASU_OF(vec) * translation,
                                      const masu_query_filter* filter, MASU_OF(cast_hit) * hit);
/* Objects whose shapes touch a shape, contain a point, or whose boxes overlap a box. */
masu_status MASU_OF(world_touching)(const masu_world* world, const MASU_OF(shape) * shape,
                                    const MASU_OF(pose) * at, const masu_query_filter* filter,
                                    masu_visit_object visit, void* context);
masu_status MASU_OF(world_at)(const masu_world* world, const MASU_OF(vec) * point,
                              const masu_query_filter* filter, masu_visit_object visit,
                              void* context);
masu_status MASU_OF(world_overlapping)(const masu_world* world, const MASU_OF(box) * box,
                                       const masu_query_filter* filter, masu_visit_object visit,
                                       void* context);
/* The objects nearest to a point, at most `places`, by distance to their shapes. */
masu_status MASU_OF(world_nearest)(const masu_world* world, const MASU_OF(vec) * point,
                                   const masu_query_filter* filter, MASU_OF(neighbor) * found,
                                   size_t places, size_t* count);
/* Objects whose shapes are no farther from a point than `radius`. */
masu_status MASU_OF(world_within)(const masu_world* world, const MASU_OF(vec) * point,
                                  MASU_REAL radius, const masu_query_filter* filter,
                                  MASU_OF(visit_near) visit, void* context);
/* The two objects with the least distance: of a world, of one and another, of a world and a shape
 * (b, without a handle). None: a.index is MASU_NO_INDEX. */
masu_status MASU_OF(world_closest_pair)(const masu_world* world, MASU_OF(nearest) * found);
masu_status MASU_OF(world_closest_between)(const masu_world* world, const masu_world* other,
                                           MASU_OF(nearest) * found);
masu_status MASU_OF(world_closest_to)(const masu_world* world, const MASU_OF(shape) * shape,
                                      const MASU_OF(pose) * at, const masu_query_filter* filter,
                                      MASU_OF(nearest) * found);
/* Objects of one world and of another whose shapes touch. */
masu_status MASU_OF(world_touching_in)(const masu_world* world, const masu_world* other,
                                       masu_visit_two visit, void* context);

/* Many at once, by jobs; these may be null. Where answers are arrays, what was wrong with a
 * question is in its answer; where they are lists, all are refused, with the status of the first.
 */
masu_status MASU_OF(world_ray_cast_many)(const masu_world* world, const MASU_OF(ray) * rays,
                                         size_t count, const masu_query_filter* filter,
                                         const masu_jobs* jobs, MASU_OF(ray_hit) * hits);
masu_status MASU_OF(world_overlapping_many)(const masu_world* world, const MASU_OF(box) * boxes,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results);
masu_status MASU_OF(world_nearest_many)(const masu_world* world, const MASU_OF(vec) * points,
                                        size_t count, uint32_t k, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_results* results);
/* Of the last call that answers in neighbors: those of point i are first[i] to first[i + 1] - 1. */
const MASU_OF(neighbor) *
    MASU_OF(results_neighbors)(const masu_results* results, const uint32_t** first, size_t* count);
/* masu_world_ray_cast_all_..() for each. */
masu_status MASU_OF(world_ray_cast_all_many)(const masu_world* world, const MASU_OF(ray) * rays,
                                             size_t count, const masu_query_filter* filter,
                                             const masu_jobs* jobs, masu_results* results);
/* Shape i at place i. The results are working memory for those with arrays. Objects that touch each
 * shape, or hold each point, are handles by slot. */
masu_status MASU_OF(world_shape_cast_many)(const masu_world* world, const MASU_OF(shape) * shapes,
                                           const MASU_OF(pose) * at,
                                           const MASU_OF(vec) * translations, size_t count,
                                           const masu_query_filter* filter, const masu_jobs* jobs,
                                           masu_results* results, MASU_OF(cast_hit) * hits);
masu_status MASU_OF(world_closest_to_many)(const masu_world* world, const MASU_OF(shape) * shapes,
                                           const MASU_OF(pose) * at, size_t count,
                                           const masu_query_filter* filter, const masu_jobs* jobs,
                                           masu_results* results, MASU_OF(nearest) * found);
masu_status MASU_OF(world_touching_many)(const masu_world* world, const MASU_OF(shape) * shapes,
                                         const MASU_OF(pose) * at, size_t count,
                                         const masu_query_filter* filter, const masu_jobs* jobs,
                                         masu_results* results);
masu_status MASU_OF(world_at_many)(const masu_world* world, const MASU_OF(vec) * points,
                                   size_t count, const masu_query_filter* filter,
                                   const masu_jobs* jobs, masu_results* results);
/* Objects no farther than `radius` from each point, by distance: neighbors. */
masu_status MASU_OF(world_within_many)(const masu_world* world, const MASU_OF(vec) * points,
                                       size_t count, MASU_REAL radius,
                                       const masu_query_filter* filter, const masu_jobs* jobs,
                                       masu_results* results);
/* For each slot of this world the objects of another that its object touches: handles. */
masu_status MASU_OF(world_touching_in_many)(const masu_world* world, const masu_world* other,
                                            const masu_jobs* jobs, masu_results* results);
