/* SPDX-License-Identifier: MIT */
/* A part of masu.h: the types and functions for 2D and double.
 * Comments are in masu_2f.h.
 * Written by tools/write_c_headers.py from src/c/api. */
#ifndef MASU_C_MASU_2D_H
#define MASU_C_MASU_2D_H
#ifndef MASU_C_MASU_H
#error "include <masu/c/masu.h>, which includes this"
#endif
/* clang-format off */

/* --- Poses ------------------------------------------------------------------------------------ */
typedef struct masu_pose_2d { masu_vec_2d translation; masu_rotation_2d rotation; } masu_pose_2d;
typedef struct masu_aabb_2d { masu_vec_2d min; masu_vec_2d max; } masu_aabb_2d;
typedef struct masu_ray_2d { masu_vec_2d origin; masu_vec_2d direction; double max_t; } masu_ray_2d;
masu_pose_2d masu_pose_at_2d(masu_vec_2d translation);
masu_rotation_2d masu_rotation_from_angle_2d(double radians);
masu_pose_2d masu_pose_look_at_2d(masu_vec_2d eye, masu_vec_2d target);
masu_pose_2d masu_pose_compose_2d(masu_pose_2d parent, masu_pose_2d child);
masu_pose_2d masu_pose_inverse_2d(masu_pose_2d pose);
masu_vec_2d masu_pose_to_world_2d(masu_pose_2d pose, masu_vec_2d point);
masu_vec_2d masu_pose_to_local_2d(masu_pose_2d pose, masu_vec_2d point);
masu_status masu_pose_from_column_major_2d(const double* matrix, masu_pose_2d* pose);
masu_status masu_pose_to_column_major_2d(const masu_pose_2d* pose, double* matrix);

/* --- Shapes ----------------------------------------------------------------------------------- */
typedef struct masu_shape_2d {
  uint32_t kind; double radius; masu_vec_2d p[3]; const masu_body* body;
} masu_shape_2d;
masu_shape_2d masu_point_2d(masu_vec_2d position);
masu_shape_2d masu_sphere_2d(double radius, masu_vec_2d center);
masu_shape_2d masu_capsule_2d(masu_vec_2d a, masu_vec_2d b, double radius);
masu_shape_2d masu_segment_2d(masu_vec_2d a, masu_vec_2d b);
masu_shape_2d masu_triangle_2d(masu_vec_2d a, masu_vec_2d b, masu_vec_2d c);
masu_shape_2d masu_box_2d(masu_vec_2d half_extents, masu_vec_2d center);
masu_shape_2d masu_rounded_box_2d(masu_vec_2d half_extents, double radius, masu_vec_2d center);
masu_shape_2d masu_ellipsoid_2d(masu_vec_2d half_axes);
masu_shape_2d masu_half_space_2d(masu_vec_2d normal, double offset);
masu_shape_2d masu_shape_of_2d(const masu_body* body);

/* --- Bodies ----------------------------------------------------------------------------------- */
typedef struct masu_child_2d { masu_shape_2d shape; masu_pose_2d pose; } masu_child_2d;
typedef masu_vec_2d (*masu_support_2d)(void* context, const masu_vec_2d* direction);
masu_status masu_hull_create_2d(const masu_vec_2d* points, size_t count,
                                const masu_allocator* allocator, masu_body** made);
masu_status masu_polygon_create_2d(const masu_vec_2d* corners, size_t count,
                                   const masu_allocator* allocator, masu_body** made);
masu_status masu_mesh_create_2d(const masu_vec_2d* vertices, size_t vertex_count,
                                const uint32_t* corners, size_t corner_count,
                                const masu_allocator* allocator, masu_body** made);
masu_status masu_mesh_set_vertices_2d(masu_body* mesh, const masu_vec_2d* vertices, size_t count);
masu_status masu_height_field_create_2d(const uint32_t* samples, const double* spacing,
                                        const double* heights, size_t count,
                                        const masu_allocator* allocator, masu_body** made);
masu_status masu_height_field_set_heights_2d(masu_body* field, const uint32_t* first,
                                             const uint32_t* samples, const double* heights,
                                             size_t count);
masu_status masu_height_field_set_hole_2d(masu_body* field, const uint32_t* cell, int hole);
masu_status masu_tile_grid_create_2d(const uint32_t size[2], masu_vec_2d cell_size,
                                     const uint8_t* tiles, size_t count,
                                     const masu_allocator* allocator, masu_body** made);
masu_status masu_tile_grid_set_2d(masu_body* grid, const uint32_t cell[2], uint8_t tile);
masu_status masu_compound_create_2d(const masu_child_2d* children, size_t count,
                                    const masu_allocator* allocator, masu_body** made);
masu_status masu_compound_move_2d(masu_body* compound, uint32_t child, const masu_pose_2d* pose);
masu_status masu_tapered_capsule_create_2d(masu_vec_2d a, double radius_a, masu_vec_2d b,
                                           double radius_b, const masu_allocator* allocator,
                                           masu_body** made);
masu_status masu_custom_create_2d(masu_support_2d support, void* context,
                                  const masu_allocator* allocator, masu_body** made);

/* --- Results ---------------------------------------------------------------------------------- */
typedef struct masu_separation_2d {
  uint8_t status; double distance; double lower; double upper; masu_vec_2d normal;
  masu_vec_2d point_a; masu_vec_2d point_b;
} masu_separation_2d;
typedef struct masu_contact_2d {
  uint32_t sub_shape_a; uint32_t sub_shape_b; masu_separation_2d separation; uint32_t first_corner;
  uint32_t corner_count;
} masu_contact_2d;
typedef struct masu_corner_2d {
  masu_vec_2d point_a; masu_vec_2d point_b; double distance; uint32_t feature_id;
} masu_corner_2d;
typedef struct masu_impact_2d {
  uint8_t status; uint8_t hit; double t; masu_vec_2d normal; masu_vec_2d point_a;
  masu_vec_2d point_b;
} masu_impact_2d;
typedef struct masu_sub_shape_impact_2d {
  masu_impact_2d impact; uint32_t sub_shape_a; uint32_t sub_shape_b; masu_query_stats stats;
} masu_sub_shape_impact_2d;
typedef struct masu_pair_impact_2d {
  masu_handle a; masu_handle b; masu_sub_shape_impact_2d first;
} masu_pair_impact_2d;
typedef struct masu_ray_cast_2d {
  uint8_t status; uint8_t hit; double t; masu_vec_2d point; masu_vec_2d normal;
} masu_ray_cast_2d;
typedef struct masu_ray_hit_2d {
  uint8_t status; masu_handle object; uint32_t sub_shape; masu_ray_cast_2d cast;
  masu_query_stats stats;
} masu_ray_hit_2d;
typedef struct masu_cast_hit_2d {
  uint8_t status; masu_handle object; uint32_t sub_shape; masu_impact_2d impact;
  masu_query_stats stats;
} masu_cast_hit_2d;
typedef struct masu_surface_point_2d {
  uint8_t status; double distance; masu_vec_2d point; masu_vec_2d normal;
} masu_surface_point_2d;
typedef struct masu_neighbor_2d { masu_handle object; double distance_squared; } masu_neighbor_2d;
typedef struct masu_sub_shape_separation_2d {
  masu_separation_2d separation; uint32_t sub_shape_a; uint32_t sub_shape_b; masu_query_stats stats;
} masu_sub_shape_separation_2d;
typedef struct masu_nearest_2d {
  uint8_t status; masu_handle a; masu_handle b; masu_sub_shape_separation_2d separation;
  masu_query_stats stats;
} masu_nearest_2d;
typedef struct masu_object_2d {
  masu_pose_2d pose; masu_aabb_2d box; masu_shape_2d shape; masu_object_options options;
  uint8_t outside;
} masu_object_2d;

/* --- Worlds ----------------------------------------------------------------------------------- */
masu_status masu_world_create_2d(const masu_world_options* options, const masu_allocator* allocator,
                                 masu_world** made);

/* --- Objects ---------------------------------------------------------------------------------- */
masu_status masu_world_add_2d(masu_world* world, const masu_shape_2d* shape,
                              const masu_pose_2d* pose, const masu_object_options* options,
                              masu_handle* made);
masu_status masu_world_add_many_2d(masu_world* world, const masu_shape_2d* shapes,
                                   size_t shape_count, const masu_pose_2d* poses,
                                   const masu_object_options* options, size_t option_count,
                                   size_t count, masu_handle* made);
masu_status masu_world_move_2d(masu_world* world, masu_handle object, const masu_pose_2d* pose);
masu_status masu_world_move_many_2d(masu_world* world, const masu_handle* objects,
                                    const masu_pose_2d* poses, size_t count);
masu_status masu_world_teleport_2d(masu_world* world, masu_handle object, const masu_pose_2d* pose);
masu_status masu_world_set_shape_2d(masu_world* world, masu_handle object,
                                    const masu_shape_2d* shape);
masu_status masu_world_set_bounds_2d(masu_world* world, const masu_aabb_2d* bounds);
masu_status masu_world_bounds_2d(const masu_world* world, masu_aabb_2d* bounds);
masu_status masu_world_find_2d(const masu_world* world, masu_handle object, masu_object_2d* found);

/* --- Snapshots -------------------------------------------------------------------------------- */
typedef int (*masu_body_shape_for_2d)(void* context, masu_handle object, uint64_t user_data,
                                      masu_shape_2d* shape);
masu_status masu_world_restore_with_2d(masu_world* world, const void* bytes, size_t size,
                                       masu_body_shape_for_2d shape_for, void* context);

/* --- The frame -------------------------------------------------------------------------------- */
typedef struct masu_listener_2d {
  void (*on_end)(void* context, const masu_ended_pair* ended);
  void (*on_cross)(void* context, const masu_pair_impact_2d* crossed);
  void (*on_begin)(void* context, const masu_pair* pair);
  void (*on_stay)(void* context, const masu_pair* pair);
  void (*on_impact)(void* context, const masu_pair_impact_2d* impact);
  void (*on_leave)(void* context, masu_handle object); void* context;
} masu_listener_2d;
masu_status masu_world_update_with_listener_2d(masu_world* world, const masu_listener_2d* listener,
                                               masu_update_result* result);
const masu_pair_impact_2d* masu_world_crossed_2d(const masu_world* world, size_t* count);
const masu_pair_impact_2d* masu_world_impacts_2d(const masu_world* world, size_t* count);
const masu_contact_2d* masu_world_contacts_2d(const masu_world* world, const masu_pair* pair,
                                              size_t* count);
const masu_corner_2d* masu_world_corners_2d(const masu_world* world, const masu_pair* pair,
                                            size_t contact, size_t* count);
typedef struct masu_volume_2d {
  uint8_t status; double volume; masu_vec_2d centroid; double area; masu_vec_2d normal;
  size_t vertex_count; size_t face_count; size_t cut_count; size_t index_count;
  const masu_vec_2d* vertices; const masu_volume_loop* faces; const masu_volume_loop* cuts;
  const uint32_t* indices;
} masu_volume_2d;
masu_status masu_world_volume_2d(const masu_world* world, const masu_pair* pair, size_t contact,
                                 masu_volume_2d* found);
masu_status masu_world_shift_2d(const masu_world* world, const masu_pair* pair, masu_vec_2d* shift);
typedef struct masu_debug_draw_2d {
  void (*box)(void* context, const masu_aabb_2d* box, uint32_t kind);
  void (*line)(void* context, const masu_vec_2d* from, const masu_vec_2d* to, uint32_t kind);
  void* context; double normal_length;
} masu_debug_draw_2d;
masu_status masu_world_draw_2d(const masu_world* world, const masu_debug_draw_2d* draw);

/* --- Boxes alone. See broad_phase.h. */
typedef struct masu_box_hit_2d {
  uint8_t status; uint8_t hit; uint32_t index; double t; masu_query_stats stats;
} masu_box_hit_2d;
typedef struct masu_near_box_2d { uint32_t index; double distance_squared; } masu_near_box_2d;
typedef int (*masu_visit_on_ray_2d)(void* context, uint32_t index, double t);
masu_status masu_broad_phase_create_2d(const masu_vec_2d* period, const masu_allocator* allocator,
                                       masu_broad_phase** made);
masu_status masu_broad_phase_find_2d(masu_broad_phase* broad_phase, const masu_aabb_2d* boxes,
                                     size_t count, const masu_filter* filters,
                                     const masu_jobs* jobs, masu_query_stats* stats);
masu_status masu_broad_phase_find_between_2d(masu_broad_phase* broad_phase, const masu_aabb_2d* a,
                                             size_t count_a, const masu_aabb_2d* b, size_t count_b,
                                             const masu_filter* filters_a,
                                             const masu_filter* filters_b, const masu_jobs* jobs,
                                             masu_query_stats* stats);
masu_status masu_broad_phase_build_2d(masu_broad_phase* broad_phase, const masu_aabb_2d* boxes,
                                      size_t count, const masu_filter* filters);
masu_status masu_broad_phase_refit_2d(masu_broad_phase* broad_phase, const masu_aabb_2d* boxes,
                                      size_t count);
masu_status masu_broad_phase_save_2d(masu_broad_phase* broad_phase, const void** bytes,
                                     size_t* size);
masu_status masu_broad_phase_restore_2d(masu_broad_phase* broad_phase, const void* bytes,
                                        size_t size);
masu_status masu_broad_phase_overlapping_2d(const masu_broad_phase* broad_phase,
                                            const masu_aabb_2d* box, const masu_filter* filter,
                                            masu_visit_index visit, void* context);
masu_status masu_broad_phase_within_2d(const masu_broad_phase* broad_phase, const masu_aabb_2d* box,
                                       double radius, const masu_filter* filter,
                                       masu_visit_index visit, void* context);
masu_status masu_broad_phase_nearest_2d(const masu_broad_phase* broad_phase,
                                        const masu_aabb_2d* box, const masu_filter* filter,
                                        masu_near_box_2d* found, size_t capacity, size_t* count);
masu_status masu_broad_phase_ray_cast_2d(const masu_broad_phase* broad_phase,
                                         const masu_ray_2d* ray, const masu_filter* filter,
                                         masu_box_hit_2d* hit);
masu_status masu_broad_phase_on_ray_2d(const masu_broad_phase* broad_phase, const masu_ray_2d* ray,
                                       const masu_filter* filter, masu_visit_on_ray_2d visit,
                                       void* context);
masu_status masu_broad_phase_overlapping_many_2d(const masu_broad_phase* broad_phase,
                                                 const masu_aabb_2d* boxes, size_t count,
                                                 const masu_filter* filter, const masu_jobs* jobs,
                                                 masu_results* results);
masu_status masu_broad_phase_ray_cast_many_2d(const masu_broad_phase* broad_phase,
                                              const masu_ray_2d* rays, size_t count,
                                              const masu_filter* filter, const masu_jobs* jobs,
                                              masu_box_hit_2d* hits);

/* --- Convex hulls. See hull.h. */
masu_status masu_convex_hull_create_2d(double merge, const masu_allocator* allocator,
                                       masu_convex_hull** made);
masu_status masu_convex_hull_build_2d(masu_convex_hull* hull, const masu_vec_2d* points,
                                      size_t count);

/* --- Queries. They see the objects of a world as they are now, and may run in many threads
 * while none changes the world. */
typedef int (*masu_visit_hit_2d)(void* context, const masu_ray_hit_2d* hit);
typedef int (*masu_visit_near_2d)(void* context, masu_handle object,
                                  const masu_surface_point_2d* nearest);
masu_status masu_world_ray_cast_2d(const masu_world* world, const masu_ray_2d* ray,
                                   const masu_query_filter* filter, masu_ray_hit_2d* hit);
masu_status masu_world_for_each_on_ray_2d(const masu_world* world, const masu_ray_2d* ray,
                                          const masu_query_filter* filter, masu_visit_hit_2d visit,
                                          void* context);
masu_status masu_world_ray_cast_all_2d(const masu_world* world, const masu_ray_2d* ray,
                                       const masu_query_filter* filter, masu_results* results);
const masu_ray_hit_2d* masu_results_hits_2d(const masu_results* results, const uint32_t** first,
                                            size_t* count);
masu_status masu_world_shape_cast_2d(const masu_world* world, const masu_shape_2d* shape,
                                     const masu_pose_2d* pose, const masu_vec_2d* translation,
                                     const masu_query_filter* filter, masu_cast_hit_2d* hit);
masu_status masu_world_touching_2d(const masu_world* world, const masu_shape_2d* shape,
                                   const masu_pose_2d* pose, const masu_query_filter* filter,
                                   masu_visit_object visit, void* context);
masu_status masu_world_at_2d(const masu_world* world, const masu_vec_2d* point,
                             const masu_query_filter* filter, masu_visit_object visit,
                             void* context);
masu_status masu_world_overlapping_2d(const masu_world* world, const masu_aabb_2d* box,
                                      const masu_query_filter* filter, masu_visit_object visit,
                                      void* context);
masu_status masu_world_nearest_2d(const masu_world* world, const masu_vec_2d* point,
                                  const masu_query_filter* filter, masu_neighbor_2d* found,
                                  size_t capacity, size_t* count);
masu_status masu_world_within_2d(const masu_world* world, const masu_vec_2d* point, double radius,
                                 const masu_query_filter* filter, masu_visit_near_2d visit,
                                 void* context);
masu_status masu_world_closest_pair_2d(const masu_world* world, masu_nearest_2d* found);
masu_status masu_world_closest_between_2d(const masu_world* world, const masu_world* other,
                                          masu_nearest_2d* found);
masu_status masu_world_closest_to_2d(const masu_world* world, const masu_shape_2d* shape,
                                     const masu_pose_2d* pose, const masu_query_filter* filter,
                                     masu_nearest_2d* found);
masu_status masu_world_touching_in_2d(const masu_world* world, const masu_world* other,
                                      masu_visit_two visit, void* context);
masu_status masu_world_ray_cast_many_2d(const masu_world* world, const masu_ray_2d* rays,
                                        size_t count, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_ray_hit_2d* hits);
masu_status masu_world_overlapping_many_2d(const masu_world* world, const masu_aabb_2d* boxes,
                                           size_t count, const masu_query_filter* filter,
                                           const masu_jobs* jobs, masu_results* results);
masu_status masu_world_nearest_many_2d(const masu_world* world, const masu_vec_2d* points,
                                       size_t count, uint32_t k, const masu_query_filter* filter,
                                       const masu_jobs* jobs, masu_results* results);
const masu_neighbor_2d* masu_results_neighbors_2d(const masu_results* results,
                                                  const uint32_t** first, size_t* count);
masu_status masu_world_ray_cast_all_many_2d(const masu_world* world, const masu_ray_2d* rays,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results);
masu_status masu_world_shape_cast_many_2d(const masu_world* world, const masu_shape_2d* shapes,
                                          const masu_pose_2d* poses,
                                          const masu_vec_2d* translations, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_cast_hit_2d* hits);
masu_status masu_world_closest_to_many_2d(const masu_world* world, const masu_shape_2d* shapes,
                                          const masu_pose_2d* poses, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_nearest_2d* found);
masu_status masu_world_touching_many_2d(const masu_world* world, const masu_shape_2d* shapes,
                                        const masu_pose_2d* poses, size_t count,
                                        const masu_query_filter* filter, const masu_jobs* jobs,
                                        masu_results* results);
masu_status masu_world_at_many_2d(const masu_world* world, const masu_vec_2d* points, size_t count,
                                  const masu_query_filter* filter, const masu_jobs* jobs,
                                  masu_results* results);
masu_status masu_world_within_many_2d(const masu_world* world, const masu_vec_2d* points,
                                      size_t count, double radius, const masu_query_filter* filter,
                                      const masu_jobs* jobs, masu_results* results);
masu_status masu_world_touching_in_many_2d(const masu_world* world, const masu_world* other,
                                           const masu_jobs* jobs, masu_results* results);

/* --- Shapes without a world. The calls take one shape, or two, each at a pose. Bodies of many
 * sub-shapes are shapes too; `sub_shape` is 0 for a convex one. Results are bit for bit those of
 * the C++ function in brackets, and so is the returned status: those of shapes and poses, or
 * MASU_NOT_CONVERGED, with which the result is only as good as its bounds. For two meshes there is
 * one difference: if several sub-shapes are equally near, the result may name other sub-shapes than
 * the C++ function, because bodies are tested as in a world. All calls are safe in many threads. */
typedef struct masu_sweep_2d { masu_pose_2d begin; masu_pose_2d end; } masu_sweep_2d;
typedef struct masu_sub_shape_ray_cast_2d {
  masu_ray_cast_2d cast; uint32_t sub_shape; masu_query_stats stats;
} masu_sub_shape_ray_cast_2d;
typedef struct masu_sub_shape_surface_point_2d {
  masu_surface_point_2d nearest; uint32_t sub_shape; masu_query_stats stats;
} masu_sub_shape_surface_point_2d;
masu_status masu_shape_check_2d(const masu_shape_2d* shape);
masu_status masu_shape_box_2d(const masu_shape_2d* shape, const masu_pose_2d* pose,
                              masu_aabb_2d* box);
masu_status masu_shape_ray_cast_2d(const masu_shape_2d* shape, const masu_pose_2d* pose,
                                   const masu_ray_2d* ray, masu_sub_shape_ray_cast_2d* found);
masu_status masu_shape_closest_point_2d(const masu_shape_2d* shape, const masu_pose_2d* pose,
                                        const masu_vec_2d* point,
                                        masu_sub_shape_surface_point_2d* found);
masu_status masu_shapes_touch_2d(const masu_shape_2d* a, const masu_pose_2d* pose_a,
                                 const masu_shape_2d* b, const masu_pose_2d* pose_b, double margin,
                                 masu_pair_cache* cache, int* touching);
masu_status masu_shapes_distance_2d(const masu_shape_2d* a, const masu_pose_2d* pose_a,
                                    const masu_shape_2d* b, const masu_pose_2d* pose_b,
                                    masu_sub_shape_separation_2d* found);
masu_status masu_shapes_penetration_2d(const masu_shape_2d* a, const masu_pose_2d* pose_a,
                                       const masu_shape_2d* b, const masu_pose_2d* pose_b,
                                       masu_pair_cache* cache, masu_separation_2d* found);
masu_status masu_mesh_signed_distance_2d(const masu_body* mesh, const masu_pose_2d* pose,
                                         const masu_shape_2d* shape, const masu_pose_2d* shape_pose,
                                         masu_sub_shape_separation_2d* found);
masu_status masu_shapes_contacts_2d(const masu_shape_2d* a, const masu_pose_2d* pose_a,
                                    const masu_shape_2d* b, const masu_pose_2d* pose_b,
                                    const masu_contact_options* options, masu_pair_cache* cache,
                                    masu_results* results);
const masu_contact_2d* masu_results_contacts_2d(const masu_results* results, size_t* count);
const masu_corner_2d* masu_results_corners_2d(const masu_results* results, size_t contact,
                                              size_t* count);
masu_status masu_shapes_cast_2d(const masu_shape_2d* a, const masu_pose_2d* pose_a,
                                const masu_shape_2d* b, const masu_pose_2d* pose_b,
                                const masu_vec_2d* translation, masu_sub_shape_impact_2d* found);
masu_status masu_shapes_impact_2d(const masu_shape_2d* a, const masu_sweep_2d* of_a,
                                  const masu_shape_2d* b, const masu_sweep_2d* of_b,
                                  masu_sub_shape_impact_2d* found);

/* --- Characters that slide among the objects of a world. See docs/slide.md. */
typedef struct masu_capsule_mover_2d {
  masu_vec_2d position; double radius; masu_vec_2d half_axis;
} masu_capsule_mover_2d;
typedef struct masu_slide_obstacle_2d {
  masu_handle object; uint32_t sub_shape; masu_vec_2d displacement; masu_capsule_mover_2d mover;
  const void* inner;
} masu_slide_obstacle_2d;
double masu_slide_gap_2d(const masu_slide_obstacle_2d* obstacle, masu_vec_2d direction);
typedef int (*masu_slide_counts_2d)(void* context, const masu_slide_obstacle_2d* obstacle);
typedef struct masu_slide_options_2d {
  uint32_t size; uint32_t max_contacts; masu_vec_2d up; double walkable_cosine; double step_height;
  double snap; double skin; masu_slide_counts_2d counts; void* counts_context;
} masu_slide_options_2d;
masu_slide_options_2d masu_slide_options_default_2d(void);
typedef struct masu_slide_contact_2d {
  masu_handle object; uint32_t sub_shape; uint8_t walkable; double t; double point[2];
  double normal[2];
} masu_slide_contact_2d;
typedef struct masu_slide_result_2d {
  uint8_t status; uint8_t on_ground; uint32_t contacts; masu_handle ground;
  masu_vec_2d ground_normal; masu_vec_2d displacement; double overlap; masu_query_stats stats;
} masu_slide_result_2d;
typedef void (*masu_visit_slide_contact_2d)(void* context, const masu_slide_contact_2d* contact);
masu_status masu_world_slide_2d(const masu_world* world, masu_capsule_mover_2d* mover,
                                const masu_vec_2d* displacement, const masu_filter* filter,
                                masu_handle left_out, const masu_slide_options_2d* options,
                                masu_visit_slide_contact_2d contact, void* context,
                                masu_slide_result_2d* result);
typedef struct masu_obstacle_motion_2d {
  masu_handle object; masu_pose_2d from;
} masu_obstacle_motion_2d;
masu_pose_2d masu_pose_between_2d(const masu_pose_2d* from, const masu_pose_2d* to, double t);
typedef struct masu_carry_result_2d {
  uint8_t status; uint8_t crushed; masu_handle ground; masu_handle crushed_by;
  masu_vec_2d displacement; masu_vec_2d ground_displacement; double t; double overlap;
  masu_query_stats stats;
} masu_carry_result_2d;
masu_status masu_world_carry_2d(const masu_world* world, masu_capsule_mover_2d* mover,
                                const masu_obstacle_motion_2d* moved, size_t count,
                                const masu_filter* filter, masu_handle left_out,
                                const masu_slide_options_2d* options, masu_carry_result_2d* result);

/* --- Walls and movers of one scalar; see corridor.h. Statuses are those of the C++ classes in
 * brackets. Unless a call says otherwise, nothing has changed if the status is not MASU_OK. */
typedef struct masu_wall_2d { masu_vec_2d a; masu_vec_2d b; } masu_wall_2d;
typedef struct masu_wall_kind_2d {
  masu_filter filter; masu_vec_2d open_along; uint32_t material; uint64_t user_data;
} masu_wall_kind_2d;
typedef struct masu_mover_2d {
  masu_vec_2d position; double radius; masu_vec_2d half_axis; masu_filter filter;
  uint32_t passing[8]; uint8_t passing_count;
} masu_mover_2d;
masu_mover_2d masu_mover_at_2d(masu_vec_2d position, double radius);
typedef struct masu_move_result_2d {
  uint8_t status; masu_query_stats stats; uint32_t contacts; masu_vec_2d displacement;
  double overlap;
} masu_move_result_2d;
typedef struct masu_push_result_2d {
  uint8_t status; uint8_t pushed; uint8_t crushed; masu_vec_2d displacement; double overlap;
} masu_push_result_2d;
typedef struct masu_nearest_wall_2d {
  uint8_t status; masu_query_stats stats; uint32_t wall; double distance; masu_vec_2d point;
} masu_nearest_wall_2d;

/* --- Chains ----------------------------------------------------------------------------------- */
masu_status masu_wall_chains_create_2d(const masu_wall_2d* walls, size_t count,
                                       const masu_chain_options* options,
                                       const masu_allocator* allocator, masu_chain_report* report,
                                       masu_wall_chains** made);
const masu_vec_2d* masu_wall_chains_vertices_2d(const masu_wall_chains* chains, size_t* count);

/* --- Wall queries ----------------------------------------------------------------------------- */
masu_status masu_chain_tree_create_2d(const masu_vec_2d* vertices, size_t vertex_count,
                                      const masu_wall_chain* chains, size_t chain_count,
                                      double reach, const masu_allocator* allocator,
                                      masu_chain_tree** made);
masu_status masu_chain_tree_set_vertices_2d(masu_chain_tree* tree, uint32_t first,
                                            const masu_vec_2d* vertices, size_t count);
masu_status masu_chain_tree_insert_2d(masu_chain_tree* tree, const masu_vec_2d* vertices,
                                      size_t count, masu_wall_chain* chain);
masu_status masu_chain_tree_vertex_2d(const masu_chain_tree* tree, uint32_t vertex,
                                      masu_vec_2d* position);
masu_status masu_chain_tree_nearest_2d(const masu_chain_tree* tree, const masu_vec_2d* point,
                                       double max_distance, masu_nearest_wall_2d* found);
masu_status masu_chain_tree_within_2d(const masu_chain_tree* tree, const masu_vec_2d* point,
                                      double radius, masu_visit_wall visit, void* context);
masu_status masu_chain_tree_ray_cast_2d(const masu_chain_tree* tree, const masu_ray_2d* ray,
                                        masu_wall_hit* hit);
masu_status masu_chain_tree_capsule_cast_2d(const masu_chain_tree* tree,
                                            const masu_vec_2d* position,
                                            const masu_vec_2d* half_axis, double radius,
                                            const masu_vec_2d* translation, masu_wall_hit* hit);
masu_status masu_chain_tree_nearest_many_2d(const masu_chain_tree* tree, const masu_vec_2d* points,
                                            size_t count, double max_distance,
                                            const masu_jobs* jobs, masu_results* results,
                                            masu_nearest_wall_2d* found);
masu_status masu_chain_tree_ray_cast_many_2d(const masu_chain_tree* tree, const masu_ray_2d* rays,
                                             size_t count, const masu_jobs* jobs,
                                             masu_results* results, masu_wall_hit* hits);
masu_status masu_chain_tree_circle_cast_many_2d(const masu_chain_tree* tree,
                                                const masu_vec_2d* points, double radius,
                                                const masu_vec_2d* translations, size_t count,
                                                const masu_jobs* jobs, masu_results* results,
                                                masu_wall_hit* hits);

/* --- Corridors -------------------------------------------------------------------------------- */
masu_status masu_corridor_create_2d(const masu_vec_2d* vertices, size_t vertex_count,
                                    const masu_wall_chain* chains, size_t chain_count,
                                    const masu_wall_kind_2d* kinds, size_t kind_count,
                                    const uint32_t* kind_of, const masu_corridor_options* options,
                                    const masu_allocator* allocator, masu_corridor** made);
masu_status masu_corridor_kind_2d(const masu_corridor* corridor, uint32_t wall,
                                  masu_wall_kind_2d* kind);
masu_status masu_corridor_move_2d(const masu_corridor* corridor, masu_mover_2d* mover,
                                  const masu_vec_2d* displacement, const masu_move_options* options,
                                  masu_visit_wall_contact contact, void* context,
                                  masu_move_result_2d* result);
masu_status masu_corridor_move_many_2d(const masu_corridor* corridor, masu_mover_2d* movers,
                                       const masu_vec_2d* displacements, size_t count,
                                       const masu_move_options* options, const masu_jobs* jobs,
                                       masu_visit_wall_contact contact, void* context,
                                       masu_results* results, masu_move_result_2d* moved);
masu_status masu_corridor_move_walls_2d(masu_corridor* corridor, const masu_wall_chain* chain,
                                        const masu_vec_2d* translation, masu_mover_2d* movers,
                                        size_t count, masu_push_result_2d* pushed);
masu_status masu_corridor_set_vertices_2d(masu_corridor* corridor, uint32_t first,
                                          const masu_vec_2d* vertices, size_t count);

#endif
