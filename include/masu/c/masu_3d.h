/* SPDX-License-Identifier: MIT */
/* A part of masu.h: the types and functions for 3D and double.
 * Comments are in masu_2f.h.
 * Written by tools/write_c_headers.py from src/c/api. */
#ifndef MASU_C_MASU_3D_H
#define MASU_C_MASU_3D_H
#ifndef MASU_C_MASU_H
#error "include <masu/c/masu.h>, which includes this"
#endif
/* clang-format off */

/* --- Poses ------------------------------------------------------------------------------------ */
typedef struct masu_pose_3d { masu_vec_3d translation; masu_rotation_3d rotation; } masu_pose_3d;
typedef struct masu_aabb_3d { masu_vec_3d min; masu_vec_3d max; } masu_aabb_3d;
typedef struct masu_ray_3d { masu_vec_3d origin; masu_vec_3d direction; double max_t; } masu_ray_3d;
masu_pose_3d masu_pose_at_3d(masu_vec_3d translation);
masu_rotation_3d masu_rotation_from_axis_angle_3d(masu_vec_3d axis, double radians);
masu_pose_3d masu_pose_look_at_3d(masu_vec_3d eye, masu_vec_3d target, masu_vec_3d up);
masu_pose_3d masu_pose_compose_3d(masu_pose_3d parent, masu_pose_3d child);
masu_pose_3d masu_pose_inverse_3d(masu_pose_3d pose);
masu_vec_3d masu_pose_to_world_3d(masu_pose_3d pose, masu_vec_3d point);
masu_vec_3d masu_pose_to_local_3d(masu_pose_3d pose, masu_vec_3d point);
masu_status masu_pose_from_column_major_3d(const double* matrix, masu_pose_3d* pose);
masu_status masu_pose_to_column_major_3d(const masu_pose_3d* pose, double* matrix);

/* --- Shapes ----------------------------------------------------------------------------------- */
typedef struct masu_shape_3d {
  uint32_t kind; double radius; masu_vec_3d p[3]; const masu_body* body;
} masu_shape_3d;
masu_shape_3d masu_point_3d(masu_vec_3d position);
masu_shape_3d masu_sphere_3d(double radius, masu_vec_3d center);
masu_shape_3d masu_capsule_3d(masu_vec_3d a, masu_vec_3d b, double radius);
masu_shape_3d masu_segment_3d(masu_vec_3d a, masu_vec_3d b);
masu_shape_3d masu_triangle_3d(masu_vec_3d a, masu_vec_3d b, masu_vec_3d c);
masu_shape_3d masu_box_3d(masu_vec_3d half_extents, masu_vec_3d center);
masu_shape_3d masu_rounded_box_3d(masu_vec_3d half_extents, double radius, masu_vec_3d center);
masu_shape_3d masu_ellipsoid_3d(masu_vec_3d half_axes);
masu_shape_3d masu_half_space_3d(masu_vec_3d normal, double offset);
masu_shape_3d masu_cylinder_3d(double radius, double half_height);
masu_shape_3d masu_cone_3d(double radius, double half_height);
masu_shape_3d masu_shape_of_3d(const masu_body* body);

/* --- Bodies ----------------------------------------------------------------------------------- */
typedef struct masu_child_3d { masu_shape_3d shape; masu_pose_3d pose; } masu_child_3d;
typedef masu_vec_3d (*masu_support_3d)(void* context, const masu_vec_3d* direction);
masu_status masu_hull_create_3d(const masu_vec_3d* points, size_t count,
                                const masu_allocator* allocator, masu_body** made);
masu_status masu_polyhedron_create_3d(const masu_vec_3d* points, size_t point_count,
                                      const uint32_t* loops, size_t loop_count,
                                      const uint32_t* counts, size_t face_count,
                                      const masu_allocator* allocator, masu_body** made);
masu_status masu_mesh_create_3d(const masu_vec_3d* vertices, size_t vertex_count,
                                const uint32_t* corners, size_t corner_count,
                                const masu_allocator* allocator, masu_body** made);
masu_status masu_mesh_set_vertices_3d(masu_body* mesh, const masu_vec_3d* vertices, size_t count);
masu_status masu_height_field_create_3d(const uint32_t* samples, const double* spacing,
                                        const double* heights, size_t count,
                                        const masu_allocator* allocator, masu_body** made);
masu_status masu_height_field_set_heights_3d(masu_body* field, const uint32_t* first,
                                             const uint32_t* samples, const double* heights,
                                             size_t count);
masu_status masu_height_field_set_hole_3d(masu_body* field, const uint32_t* cell, int hole);
masu_status masu_tile_grid_create_3d(const uint32_t size[3], masu_vec_3d cell_size,
                                     const uint8_t* tiles, size_t count,
                                     const masu_allocator* allocator, masu_body** made);
masu_status masu_tile_grid_set_3d(masu_body* grid, const uint32_t cell[3], uint8_t tile);
masu_status masu_compound_create_3d(const masu_child_3d* children, size_t count,
                                    const masu_allocator* allocator, masu_body** made);
masu_status masu_compound_move_3d(masu_body* compound, uint32_t child, const masu_pose_3d* pose);
masu_status masu_tapered_capsule_create_3d(masu_vec_3d a, double radius_a, masu_vec_3d b,
                                           double radius_b, const masu_allocator* allocator,
                                           masu_body** made);
masu_status masu_custom_create_3d(masu_support_3d support, void* context,
                                  const masu_allocator* allocator, masu_body** made);

/* --- Results ---------------------------------------------------------------------------------- */
typedef struct masu_separation_3d {
  uint8_t status; double distance; double lower; double upper; masu_vec_3d normal;
  masu_vec_3d point_a; masu_vec_3d point_b;
} masu_separation_3d;
typedef struct masu_contact_3d {
  uint32_t sub_shape_a; uint32_t sub_shape_b; masu_separation_3d separation; uint32_t first_corner;
  uint32_t corner_count;
} masu_contact_3d;
typedef struct masu_corner_3d {
  masu_vec_3d point_a; masu_vec_3d point_b; double distance; uint32_t feature_id;
} masu_corner_3d;
typedef struct masu_impact_3d {
  uint8_t status; uint8_t hit; double t; masu_vec_3d normal; masu_vec_3d point_a;
  masu_vec_3d point_b;
} masu_impact_3d;
typedef struct masu_sub_shape_impact_3d {
  masu_impact_3d impact; uint32_t sub_shape_a; uint32_t sub_shape_b; masu_query_stats stats;
} masu_sub_shape_impact_3d;
typedef struct masu_pair_impact_3d {
  masu_handle a; masu_handle b; masu_sub_shape_impact_3d first;
} masu_pair_impact_3d;
typedef struct masu_ray_cast_3d {
  uint8_t status; uint8_t hit; double t; masu_vec_3d point; masu_vec_3d normal;
} masu_ray_cast_3d;
typedef struct masu_ray_hit_3d {
  uint8_t status; masu_handle object; uint32_t sub_shape; masu_ray_cast_3d cast;
  masu_query_stats stats;
} masu_ray_hit_3d;
typedef struct masu_cast_hit_3d {
  uint8_t status; masu_handle object; uint32_t sub_shape; masu_impact_3d impact;
  masu_query_stats stats;
} masu_cast_hit_3d;
typedef struct masu_surface_point_3d {
  uint8_t status; double distance; masu_vec_3d point; masu_vec_3d normal;
} masu_surface_point_3d;
typedef struct masu_neighbor_3d { masu_handle object; double distance_squared; } masu_neighbor_3d;
typedef struct masu_sub_shape_separation_3d {
  masu_separation_3d separation; uint32_t sub_shape_a; uint32_t sub_shape_b; masu_query_stats stats;
} masu_sub_shape_separation_3d;
typedef struct masu_nearest_3d {
  uint8_t status; masu_handle a; masu_handle b; masu_sub_shape_separation_3d separation;
  masu_query_stats stats;
} masu_nearest_3d;
typedef struct masu_object_3d {
  masu_pose_3d pose; masu_aabb_3d box; masu_shape_3d shape; masu_object_options options;
  uint8_t outside;
} masu_object_3d;

/* --- Worlds ----------------------------------------------------------------------------------- */
masu_status masu_world_create_3d(const masu_world_options* options, const masu_allocator* allocator,
                                 masu_world** made);

/* --- Objects ---------------------------------------------------------------------------------- */
masu_status masu_world_add_3d(masu_world* world, const masu_shape_3d* shape,
                              const masu_pose_3d* pose, const masu_object_options* options,
                              masu_handle* made);
masu_status masu_world_add_many_3d(masu_world* world, const masu_shape_3d* shapes,
                                   size_t shape_count, const masu_pose_3d* poses,
                                   const masu_object_options* options, size_t option_count,
                                   size_t count, masu_handle* made);
masu_status masu_world_move_3d(masu_world* world, masu_handle object, const masu_pose_3d* pose);
masu_status masu_world_move_many_3d(masu_world* world, const masu_handle* objects,
                                    const masu_pose_3d* poses, size_t count);
masu_status masu_world_teleport_3d(masu_world* world, masu_handle object, const masu_pose_3d* pose);
masu_status masu_world_set_shape_3d(masu_world* world, masu_handle object,
                                    const masu_shape_3d* shape);
masu_status masu_world_set_bounds_3d(masu_world* world, const masu_aabb_3d* bounds);
masu_status masu_world_bounds_3d(const masu_world* world, masu_aabb_3d* bounds);
masu_status masu_world_find_3d(const masu_world* world, masu_handle object, masu_object_3d* found);

/* --- Snapshots -------------------------------------------------------------------------------- */
typedef int (*masu_body_shape_for_3d)(void* context, masu_handle object, uint64_t user_data,
                                      masu_shape_3d* shape);
masu_status masu_world_restore_with_3d(masu_world* world, const void* bytes, size_t size,
                                       masu_body_shape_for_3d shape_for, void* context);

/* --- The frame -------------------------------------------------------------------------------- */
typedef struct masu_listener_3d {
  void (*on_end)(void* context, const masu_ended_pair* ended);
  void (*on_cross)(void* context, const masu_pair_impact_3d* crossed);
  void (*on_begin)(void* context, const masu_pair* pair);
  void (*on_stay)(void* context, const masu_pair* pair);
  void (*on_impact)(void* context, const masu_pair_impact_3d* impact);
  void (*on_leave)(void* context, masu_handle object); void* context;
} masu_listener_3d;
masu_status masu_world_update_with_listener_3d(masu_world* world, const masu_listener_3d* listener,
                                               masu_update_result* result);
const masu_pair_impact_3d* masu_world_crossed_3d(const masu_world* world, size_t* count);
const masu_pair_impact_3d* masu_world_impacts_3d(const masu_world* world, size_t* count);
const masu_contact_3d* masu_world_contacts_3d(const masu_world* world, const masu_pair* pair,
                                              size_t* count);
const masu_corner_3d* masu_world_corners_3d(const masu_world* world, const masu_pair* pair,
                                            size_t contact, size_t* count);
typedef struct masu_volume_3d {
  uint8_t status; double volume; masu_vec_3d centroid; double area; masu_vec_3d normal;
  size_t vertex_count; size_t face_count; size_t cut_count; size_t index_count;
  const masu_vec_3d* vertices; const masu_volume_loop* faces; const masu_volume_loop* cuts;
  const uint32_t* indices;
} masu_volume_3d;
masu_status masu_world_volume_3d(const masu_world* world, const masu_pair* pair, size_t contact,
                                 masu_volume_3d* found);
masu_status masu_world_shift_3d(const masu_world* world, const masu_pair* pair, masu_vec_3d* shift);
typedef struct masu_debug_draw_3d {
  void (*box)(void* context, const masu_aabb_3d* box, uint32_t kind);
  void (*line)(void* context, const masu_vec_3d* from, const masu_vec_3d* to, uint32_t kind);
  void* context; double normal_length;
} masu_debug_draw_3d;
masu_status masu_world_draw_3d(const masu_world* world, const masu_debug_draw_3d* draw);

/* --- Boxes alone. See broad_phase.h. */
typedef struct masu_box_hit_3d {
  uint8_t status; uint8_t hit; uint32_t index; double t; masu_query_stats stats;
} masu_box_hit_3d;
typedef struct masu_near_box_3d { uint32_t index; double distance_squared; } masu_near_box_3d;
typedef int (*masu_visit_on_ray_3d)(void* context, uint32_t index, double t);
masu_status masu_broad_phase_create_3d(const masu_vec_3d* period, const masu_allocator* allocator,
                                       masu_broad_phase** made);
masu_status masu_broad_phase_find_3d(masu_broad_phase* broad_phase, const masu_aabb_3d* boxes,
                                     size_t count, const masu_filter* filters,
                                     const masu_jobs* jobs, masu_query_stats* stats);
masu_status masu_broad_phase_find_between_3d(masu_broad_phase* broad_phase, const masu_aabb_3d* a,
                                             size_t count_a, const masu_aabb_3d* b, size_t count_b,
                                             const masu_filter* filters_a,
                                             const masu_filter* filters_b, const masu_jobs* jobs,
                                             masu_query_stats* stats);
masu_status masu_broad_phase_build_3d(masu_broad_phase* broad_phase, const masu_aabb_3d* boxes,
                                      size_t count, const masu_filter* filters);
masu_status masu_broad_phase_refit_3d(masu_broad_phase* broad_phase, const masu_aabb_3d* boxes,
                                      size_t count);
masu_status masu_broad_phase_save_3d(masu_broad_phase* broad_phase, const void** bytes,
                                     size_t* size);
masu_status masu_broad_phase_restore_3d(masu_broad_phase* broad_phase, const void* bytes,
                                        size_t size);
masu_status masu_broad_phase_overlapping_3d(const masu_broad_phase* broad_phase,
                                            const masu_aabb_3d* box, const masu_filter* filter,
                                            masu_visit_index visit, void* context);
masu_status masu_broad_phase_within_3d(const masu_broad_phase* broad_phase, const masu_aabb_3d* box,
                                       double radius, const masu_filter* filter,
                                       masu_visit_index visit, void* context);
masu_status masu_broad_phase_nearest_3d(const masu_broad_phase* broad_phase,
                                        const masu_aabb_3d* box, const masu_filter* filter,
                                        masu_near_box_3d* found, size_t capacity, size_t* count);
masu_status masu_broad_phase_ray_cast_3d(const masu_broad_phase* broad_phase,
                                         const masu_ray_3d* ray, const masu_filter* filter,
                                         masu_box_hit_3d* hit);
masu_status masu_broad_phase_on_ray_3d(const masu_broad_phase* broad_phase, const masu_ray_3d* ray,
                                       const masu_filter* filter, masu_visit_on_ray_3d visit,
                                       void* context);
masu_status masu_broad_phase_overlapping_many_3d(const masu_broad_phase* broad_phase,
                                                 const masu_aabb_3d* boxes, size_t count,
                                                 const masu_filter* filter, const masu_jobs* jobs,
                                                 masu_results* results);
masu_status masu_broad_phase_ray_cast_many_3d(const masu_broad_phase* broad_phase,
                                              const masu_ray_3d* rays, size_t count,
                                              const masu_filter* filter, const masu_jobs* jobs,
                                              masu_box_hit_3d* hits);

/* --- Convex hulls. See hull.h. */
masu_status masu_convex_hull_create_3d(double merge, const masu_allocator* allocator,
                                       masu_convex_hull** made);
masu_status masu_convex_hull_build_3d(masu_convex_hull* hull, const masu_vec_3d* points,
                                      size_t count);
masu_status masu_convex_hull_plane_3d(const masu_convex_hull* hull, size_t face,
                                      masu_vec_3d* normal, double* offset);

/* --- Queries. They see the objects of a world as they are now, and may run in many threads
 * while none changes the world. */
typedef int (*masu_visit_hit_3d)(void* context, const masu_ray_hit_3d* hit);
typedef int (*masu_visit_near_3d)(void* context, masu_handle object,
                                  const masu_surface_point_3d* nearest);
masu_status masu_world_ray_cast_3d(const masu_world* world, const masu_ray_3d* ray,
                                   const masu_query_filter* filter, masu_ray_hit_3d* hit);
masu_status masu_world_for_each_on_ray_3d(const masu_world* world, const masu_ray_3d* ray,
                                          const masu_query_filter* filter, masu_visit_hit_3d visit,
                                          void* context);
masu_status masu_world_ray_cast_all_3d(const masu_world* world, const masu_ray_3d* ray,
                                       const masu_query_filter* filter, masu_results* results);
const masu_ray_hit_3d* masu_results_hits_3d(const masu_results* results, const uint32_t** first,
                                            size_t* count);
masu_status masu_world_shape_cast_3d(const masu_world* world, const masu_shape_3d* shape,
                                     const masu_pose_3d* pose, const masu_vec_3d* translation,
                                     const masu_query_filter* filter, masu_cast_hit_3d* hit);
masu_status masu_world_touching_3d(const masu_world* world, const masu_shape_3d* shape,
                                   const masu_pose_3d* pose, const masu_query_filter* filter,
                                   masu_visit_object visit, void* context);
masu_status masu_world_at_3d(const masu_world* world, const masu_vec_3d* point,
                             const masu_query_filter* filter, masu_visit_object visit,
                             void* context);
masu_status masu_world_overlapping_3d(const masu_world* world, const masu_aabb_3d* box,
                                      const masu_query_filter* filter, masu_visit_object visit,
                                      void* context);
masu_status masu_world_nearest_3d(const masu_world* world, const masu_vec_3d* point,
                                  const masu_query_filter* filter, masu_neighbor_3d* found,
                                  size_t capacity, size_t* count);
masu_status masu_world_within_3d(const masu_world* world, const masu_vec_3d* point, double radius,
                                 const masu_query_filter* filter, masu_visit_near_3d visit,
                                 void* context);
masu_status masu_world_closest_pair_3d(const masu_world* world, masu_nearest_3d* found);
masu_status masu_world_closest_between_3d(const masu_world* world, const masu_world* other,
                                          masu_nearest_3d* found);
masu_status masu_world_closest_to_3d(const masu_world* world, const masu_shape_3d* shape,
                                     const masu_pose_3d* pose, const masu_query_filter* filter,
                                     masu_nearest_3d* found);
masu_status masu_world_touching_in_3d(const masu_world* world, const masu_world* other,
                                      masu_visit_two visit, void* context);
masu_status masu_world_ray_cast_many_3d(const masu_world* world, const masu_ray_3d* rays,
                                        size_t count, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_ray_hit_3d* hits);
masu_status masu_world_overlapping_many_3d(const masu_world* world, const masu_aabb_3d* boxes,
                                           size_t count, const masu_query_filter* filter,
                                           const masu_jobs* jobs, masu_results* results);
masu_status masu_world_nearest_many_3d(const masu_world* world, const masu_vec_3d* points,
                                       size_t count, uint32_t k, const masu_query_filter* filter,
                                       const masu_jobs* jobs, masu_results* results);
const masu_neighbor_3d* masu_results_neighbors_3d(const masu_results* results,
                                                  const uint32_t** first, size_t* count);
masu_status masu_world_ray_cast_all_many_3d(const masu_world* world, const masu_ray_3d* rays,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results);
masu_status masu_world_shape_cast_many_3d(const masu_world* world, const masu_shape_3d* shapes,
                                          const masu_pose_3d* poses,
                                          const masu_vec_3d* translations, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_cast_hit_3d* hits);
masu_status masu_world_closest_to_many_3d(const masu_world* world, const masu_shape_3d* shapes,
                                          const masu_pose_3d* poses, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_nearest_3d* found);
masu_status masu_world_touching_many_3d(const masu_world* world, const masu_shape_3d* shapes,
                                        const masu_pose_3d* poses, size_t count,
                                        const masu_query_filter* filter, const masu_jobs* jobs,
                                        masu_results* results);
masu_status masu_world_at_many_3d(const masu_world* world, const masu_vec_3d* points, size_t count,
                                  const masu_query_filter* filter, const masu_jobs* jobs,
                                  masu_results* results);
masu_status masu_world_within_many_3d(const masu_world* world, const masu_vec_3d* points,
                                      size_t count, double radius, const masu_query_filter* filter,
                                      const masu_jobs* jobs, masu_results* results);
masu_status masu_world_touching_in_many_3d(const masu_world* world, const masu_world* other,
                                           const masu_jobs* jobs, masu_results* results);

/* --- Shapes without a world. The calls take one shape, or two, each at a pose. Bodies of many
 * sub-shapes are shapes too; `sub_shape` is 0 for a convex one. Results are bit for bit those of
 * the C++ function in brackets, and so is the returned status: those of shapes and poses, or
 * MASU_NOT_CONVERGED, with which the result is only as good as its bounds. For two meshes there is
 * one difference: if several sub-shapes are equally near, the result may name other sub-shapes than
 * the C++ function, because bodies are tested as in a world. All calls are safe in many threads. */
typedef struct masu_sweep_3d { masu_pose_3d begin; masu_pose_3d end; } masu_sweep_3d;
typedef struct masu_sub_shape_ray_cast_3d {
  masu_ray_cast_3d cast; uint32_t sub_shape; masu_query_stats stats;
} masu_sub_shape_ray_cast_3d;
typedef struct masu_sub_shape_surface_point_3d {
  masu_surface_point_3d nearest; uint32_t sub_shape; masu_query_stats stats;
} masu_sub_shape_surface_point_3d;
masu_status masu_shape_check_3d(const masu_shape_3d* shape);
masu_status masu_shape_box_3d(const masu_shape_3d* shape, const masu_pose_3d* pose,
                              masu_aabb_3d* box);
masu_status masu_shape_ray_cast_3d(const masu_shape_3d* shape, const masu_pose_3d* pose,
                                   const masu_ray_3d* ray, masu_sub_shape_ray_cast_3d* found);
masu_status masu_shape_closest_point_3d(const masu_shape_3d* shape, const masu_pose_3d* pose,
                                        const masu_vec_3d* point,
                                        masu_sub_shape_surface_point_3d* found);
masu_status masu_shapes_touch_3d(const masu_shape_3d* a, const masu_pose_3d* pose_a,
                                 const masu_shape_3d* b, const masu_pose_3d* pose_b, double margin,
                                 masu_pair_cache* cache, int* touching);
masu_status masu_shapes_distance_3d(const masu_shape_3d* a, const masu_pose_3d* pose_a,
                                    const masu_shape_3d* b, const masu_pose_3d* pose_b,
                                    masu_sub_shape_separation_3d* found);
masu_status masu_shapes_penetration_3d(const masu_shape_3d* a, const masu_pose_3d* pose_a,
                                       const masu_shape_3d* b, const masu_pose_3d* pose_b,
                                       masu_pair_cache* cache, masu_separation_3d* found);
masu_status masu_mesh_signed_distance_3d(const masu_body* mesh, const masu_pose_3d* pose,
                                         const masu_shape_3d* shape, const masu_pose_3d* shape_pose,
                                         masu_sub_shape_separation_3d* found);
masu_status masu_shapes_contacts_3d(const masu_shape_3d* a, const masu_pose_3d* pose_a,
                                    const masu_shape_3d* b, const masu_pose_3d* pose_b,
                                    const masu_contact_options* options, masu_pair_cache* cache,
                                    masu_results* results);
const masu_contact_3d* masu_results_contacts_3d(const masu_results* results, size_t* count);
const masu_corner_3d* masu_results_corners_3d(const masu_results* results, size_t contact,
                                              size_t* count);
masu_status masu_shapes_cast_3d(const masu_shape_3d* a, const masu_pose_3d* pose_a,
                                const masu_shape_3d* b, const masu_pose_3d* pose_b,
                                const masu_vec_3d* translation, masu_sub_shape_impact_3d* found);
masu_status masu_shapes_impact_3d(const masu_shape_3d* a, const masu_sweep_3d* of_a,
                                  const masu_shape_3d* b, const masu_sweep_3d* of_b,
                                  masu_sub_shape_impact_3d* found);

/* --- Characters that slide among the objects of a world. See docs/slide.md. */
typedef struct masu_capsule_mover_3d {
  masu_vec_3d position; double radius; masu_vec_3d half_axis;
} masu_capsule_mover_3d;
typedef struct masu_slide_obstacle_3d {
  masu_handle object; uint32_t sub_shape; masu_vec_3d displacement; masu_capsule_mover_3d mover;
  const void* inner;
} masu_slide_obstacle_3d;
double masu_slide_gap_3d(const masu_slide_obstacle_3d* obstacle, masu_vec_3d direction);
typedef int (*masu_slide_counts_3d)(void* context, const masu_slide_obstacle_3d* obstacle);
typedef struct masu_slide_options_3d {
  uint32_t size; uint32_t max_contacts; masu_vec_3d up; double walkable_cosine; double step_height;
  double snap; double skin; masu_slide_counts_3d counts; void* counts_context;
} masu_slide_options_3d;
masu_slide_options_3d masu_slide_options_default_3d(void);
typedef struct masu_slide_contact_3d {
  masu_handle object; uint32_t sub_shape; uint8_t walkable; double t; double point[3];
  double normal[3];
} masu_slide_contact_3d;
typedef struct masu_slide_result_3d {
  uint8_t status; uint8_t on_ground; uint32_t contacts; masu_handle ground;
  masu_vec_3d ground_normal; masu_vec_3d displacement; double overlap; masu_query_stats stats;
} masu_slide_result_3d;
typedef void (*masu_visit_slide_contact_3d)(void* context, const masu_slide_contact_3d* contact);
masu_status masu_world_slide_3d(const masu_world* world, masu_capsule_mover_3d* mover,
                                const masu_vec_3d* displacement, const masu_filter* filter,
                                masu_handle left_out, const masu_slide_options_3d* options,
                                masu_visit_slide_contact_3d contact, void* context,
                                masu_slide_result_3d* result);
typedef struct masu_obstacle_motion_3d {
  masu_handle object; masu_pose_3d from;
} masu_obstacle_motion_3d;
masu_pose_3d masu_pose_between_3d(const masu_pose_3d* from, const masu_pose_3d* to, double t);
typedef struct masu_carry_result_3d {
  uint8_t status; uint8_t crushed; masu_handle ground; masu_handle crushed_by;
  masu_vec_3d displacement; masu_vec_3d ground_displacement; double t; double overlap;
  masu_query_stats stats;
} masu_carry_result_3d;
masu_status masu_world_carry_3d(const masu_world* world, masu_capsule_mover_3d* mover,
                                const masu_obstacle_motion_3d* moved, size_t count,
                                const masu_filter* filter, masu_handle left_out,
                                const masu_slide_options_3d* options, masu_carry_result_3d* result);

#endif
