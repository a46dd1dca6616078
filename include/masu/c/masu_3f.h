/* SPDX-License-Identifier: MIT */
/* A part of masu.h: the types and functions for 3D and float.
 * Comments are in masu_2f.h.
 * Written by tools/write_c_headers.py from src/c/api. */
#ifndef MASU_C_MASU_3F_H
#define MASU_C_MASU_3F_H
#ifndef MASU_C_MASU_H
#error "include <masu/c/masu.h>, which includes this"
#endif
/* clang-format off */

/* --- Poses ------------------------------------------------------------------------------------ */
typedef struct masu_pose_3f { masu_vec_3f translation; masu_rotation_3f rotation; } masu_pose_3f;
typedef struct masu_aabb_3f { masu_vec_3f min; masu_vec_3f max; } masu_aabb_3f;
typedef struct masu_ray_3f { masu_vec_3f origin; masu_vec_3f direction; float max_t; } masu_ray_3f;
masu_pose_3f masu_pose_at_3f(masu_vec_3f translation);
/* Returns a rotation about an axis of any length. */
masu_rotation_3f masu_rotation_from_axis_angle_3f(masu_vec_3f axis, float radians);
masu_pose_3f masu_pose_look_at_3f(masu_vec_3f eye, masu_vec_3f target, masu_vec_3f up);
masu_pose_3f masu_pose_compose_3f(masu_pose_3f parent, masu_pose_3f child);
masu_pose_3f masu_pose_inverse_3f(masu_pose_3f pose);
masu_vec_3f masu_pose_to_world_3f(masu_pose_3f pose, masu_vec_3f point);
masu_vec_3f masu_pose_to_local_3f(masu_pose_3f pose, masu_vec_3f point);
masu_status masu_pose_from_column_major_3f(const float* matrix, masu_pose_3f* pose);
masu_status masu_pose_to_column_major_3f(const masu_pose_3f* pose, float* matrix);

/* --- Shapes ----------------------------------------------------------------------------------- */
typedef struct masu_shape_3f {
  uint32_t kind; float radius; masu_vec_3f p[3]; const masu_body* body;
} masu_shape_3f;
masu_shape_3f masu_point_3f(masu_vec_3f position);
masu_shape_3f masu_sphere_3f(float radius, masu_vec_3f center);
masu_shape_3f masu_capsule_3f(masu_vec_3f a, masu_vec_3f b, float radius);
masu_shape_3f masu_segment_3f(masu_vec_3f a, masu_vec_3f b);
masu_shape_3f masu_triangle_3f(masu_vec_3f a, masu_vec_3f b, masu_vec_3f c);
masu_shape_3f masu_box_3f(masu_vec_3f half_extents, masu_vec_3f center);
masu_shape_3f masu_rounded_box_3f(masu_vec_3f half_extents, float radius, masu_vec_3f center);
masu_shape_3f masu_ellipsoid_3f(masu_vec_3f half_axes);
masu_shape_3f masu_half_space_3f(masu_vec_3f normal, float offset);
/* Make shapes along y, centered at the origin; the cone's apex is at +half_height. */
masu_shape_3f masu_cylinder_3f(float radius, float half_height);
masu_shape_3f masu_cone_3f(float radius, float half_height);
masu_shape_3f masu_shape_of_3f(const masu_body* body);

/* --- Bodies ----------------------------------------------------------------------------------- */
typedef struct masu_child_3f { masu_shape_3f shape; masu_pose_3f pose; } masu_child_3f;
typedef masu_vec_3f (*masu_support_3f)(void* context, const masu_vec_3f* direction);
masu_status masu_hull_create_3f(const masu_vec_3f* points, size_t count,
                                const masu_allocator* allocator, masu_body** made);
/* Makes a polyhedron. Face f has the next counts[f] of `loops`, which are indices into `points`,
 * counterclockwise from outside. [ConvexPolyhedron] */
masu_status masu_polyhedron_create_3f(const masu_vec_3f* points, size_t point_count,
                                      const uint32_t* loops, size_t loop_count,
                                      const uint32_t* counts, size_t face_count,
                                      const masu_allocator* allocator, masu_body** made);
masu_status masu_mesh_create_3f(const masu_vec_3f* vertices, size_t vertex_count,
                                const uint32_t* corners, size_t corner_count,
                                const masu_allocator* allocator, masu_body** made);
masu_status masu_mesh_set_vertices_3f(masu_body* mesh, const masu_vec_3f* vertices, size_t count);
masu_status masu_height_field_create_3f(const uint32_t* samples, const float* spacing,
                                        const float* heights, size_t count,
                                        const masu_allocator* allocator, masu_body** made);
masu_status masu_height_field_set_heights_3f(masu_body* field, const uint32_t* first,
                                             const uint32_t* samples, const float* heights,
                                             size_t count);
masu_status masu_height_field_set_hole_3f(masu_body* field, const uint32_t* cell, int hole);
masu_status masu_tile_grid_create_3f(const uint32_t size[3], masu_vec_3f cell_size,
                                     const uint8_t* tiles, size_t count,
                                     const masu_allocator* allocator, masu_body** made);
masu_status masu_tile_grid_set_3f(masu_body* grid, const uint32_t cell[3], uint8_t tile);
masu_status masu_compound_create_3f(const masu_child_3f* children, size_t count,
                                    const masu_allocator* allocator, masu_body** made);
masu_status masu_compound_move_3f(masu_body* compound, uint32_t child, const masu_pose_3f* pose);
masu_status masu_tapered_capsule_create_3f(masu_vec_3f a, float radius_a, masu_vec_3f b,
                                           float radius_b, const masu_allocator* allocator,
                                           masu_body** made);
masu_status masu_custom_create_3f(masu_support_3f support, void* context,
                                  const masu_allocator* allocator, masu_body** made);

/* --- Results ---------------------------------------------------------------------------------- */
typedef struct masu_separation_3f {
  uint8_t status; float distance; float lower; float upper; masu_vec_3f normal; masu_vec_3f point_a;
  masu_vec_3f point_b;
} masu_separation_3f;
typedef struct masu_contact_3f {
  uint32_t sub_shape_a; uint32_t sub_shape_b; masu_separation_3f separation; uint32_t first_corner;
  uint32_t corner_count;
} masu_contact_3f;
typedef struct masu_corner_3f {
  masu_vec_3f point_a; masu_vec_3f point_b; float distance; uint32_t feature_id;
} masu_corner_3f;
typedef struct masu_impact_3f {
  uint8_t status; uint8_t hit; float t; masu_vec_3f normal; masu_vec_3f point_a;
  masu_vec_3f point_b;
} masu_impact_3f;
typedef struct masu_sub_shape_impact_3f {
  masu_impact_3f impact; uint32_t sub_shape_a; uint32_t sub_shape_b; masu_query_stats stats;
} masu_sub_shape_impact_3f;
typedef struct masu_pair_impact_3f {
  masu_handle a; masu_handle b; masu_sub_shape_impact_3f first;
} masu_pair_impact_3f;
typedef struct masu_ray_cast_3f {
  uint8_t status; uint8_t hit; float t; masu_vec_3f point; masu_vec_3f normal;
} masu_ray_cast_3f;
typedef struct masu_ray_hit_3f {
  uint8_t status; masu_handle object; uint32_t sub_shape; masu_ray_cast_3f cast;
  masu_query_stats stats;
} masu_ray_hit_3f;
typedef struct masu_cast_hit_3f {
  uint8_t status; masu_handle object; uint32_t sub_shape; masu_impact_3f impact;
  masu_query_stats stats;
} masu_cast_hit_3f;
typedef struct masu_surface_point_3f {
  uint8_t status; float distance; masu_vec_3f point; masu_vec_3f normal;
} masu_surface_point_3f;
typedef struct masu_neighbor_3f { masu_handle object; float distance_squared; } masu_neighbor_3f;
typedef struct masu_sub_shape_separation_3f {
  masu_separation_3f separation; uint32_t sub_shape_a; uint32_t sub_shape_b; masu_query_stats stats;
} masu_sub_shape_separation_3f;
typedef struct masu_nearest_3f {
  uint8_t status; masu_handle a; masu_handle b; masu_sub_shape_separation_3f separation;
  masu_query_stats stats;
} masu_nearest_3f;
typedef struct masu_object_3f {
  masu_pose_3f pose; masu_aabb_3f box; masu_shape_3f shape; masu_object_options options;
  uint8_t outside;
} masu_object_3f;

/* --- Worlds ----------------------------------------------------------------------------------- */
masu_status masu_world_create_3f(const masu_world_options* options, const masu_allocator* allocator,
                                 masu_world** made);

/* --- Objects ---------------------------------------------------------------------------------- */
masu_status masu_world_add_3f(masu_world* world, const masu_shape_3f* shape,
                              const masu_pose_3f* pose, const masu_object_options* options,
                              masu_handle* made);
masu_status masu_world_add_many_3f(masu_world* world, const masu_shape_3f* shapes,
                                   size_t shape_count, const masu_pose_3f* poses,
                                   const masu_object_options* options, size_t option_count,
                                   size_t count, masu_handle* made);
masu_status masu_world_move_3f(masu_world* world, masu_handle object, const masu_pose_3f* pose);
masu_status masu_world_move_many_3f(masu_world* world, const masu_handle* objects,
                                    const masu_pose_3f* poses, size_t count);
masu_status masu_world_teleport_3f(masu_world* world, masu_handle object, const masu_pose_3f* pose);
masu_status masu_world_set_shape_3f(masu_world* world, masu_handle object,
                                    const masu_shape_3f* shape);
masu_status masu_world_set_bounds_3f(masu_world* world, const masu_aabb_3f* bounds);
masu_status masu_world_bounds_3f(const masu_world* world, masu_aabb_3f* bounds);
masu_status masu_world_find_3f(const masu_world* world, masu_handle object, masu_object_3f* found);

/* --- Snapshots -------------------------------------------------------------------------------- */
typedef int (*masu_body_shape_for_3f)(void* context, masu_handle object, uint64_t user_data,
                                      masu_shape_3f* shape);
masu_status masu_world_restore_with_3f(masu_world* world, const void* bytes, size_t size,
                                       masu_body_shape_for_3f shape_for, void* context);

/* --- The frame -------------------------------------------------------------------------------- */
typedef struct masu_listener_3f {
  void (*on_end)(void* context, const masu_ended_pair* ended);
  void (*on_cross)(void* context, const masu_pair_impact_3f* crossed);
  void (*on_begin)(void* context, const masu_pair* pair);
  void (*on_stay)(void* context, const masu_pair* pair);
  void (*on_impact)(void* context, const masu_pair_impact_3f* impact);
  void (*on_leave)(void* context, masu_handle object); void* context;
} masu_listener_3f;
masu_status masu_world_update_with_listener_3f(masu_world* world, const masu_listener_3f* listener,
                                               masu_update_result* result);
const masu_pair_impact_3f* masu_world_crossed_3f(const masu_world* world, size_t* count);
const masu_pair_impact_3f* masu_world_impacts_3f(const masu_world* world, size_t* count);
const masu_contact_3f* masu_world_contacts_3f(const masu_world* world, const masu_pair* pair,
                                              size_t* count);
const masu_corner_3f* masu_world_corners_3f(const masu_world* world, const masu_pair* pair,
                                            size_t contact, size_t* count);
typedef struct masu_volume_3f {
  uint8_t status; float volume; masu_vec_3f centroid; float area; masu_vec_3f normal;
  size_t vertex_count; size_t face_count; size_t cut_count; size_t index_count;
  const masu_vec_3f* vertices; const masu_volume_loop* faces; const masu_volume_loop* cuts;
  const uint32_t* indices;
} masu_volume_3f;
masu_status masu_world_volume_3f(const masu_world* world, const masu_pair* pair, size_t contact,
                                 masu_volume_3f* found);
masu_status masu_world_shift_3f(const masu_world* world, const masu_pair* pair, masu_vec_3f* shift);
typedef struct masu_debug_draw_3f {
  void (*box)(void* context, const masu_aabb_3f* box, uint32_t kind);
  void (*line)(void* context, const masu_vec_3f* from, const masu_vec_3f* to, uint32_t kind);
  void* context; float normal_length;
} masu_debug_draw_3f;
masu_status masu_world_draw_3f(const masu_world* world, const masu_debug_draw_3f* draw);

/* --- Boxes alone. See broad_phase.h. */
typedef struct masu_box_hit_3f {
  uint8_t status; uint8_t hit; uint32_t index; float t; masu_query_stats stats;
} masu_box_hit_3f;
typedef struct masu_near_box_3f { uint32_t index; float distance_squared; } masu_near_box_3f;
typedef int (*masu_visit_on_ray_3f)(void* context, uint32_t index, float t);
masu_status masu_broad_phase_create_3f(const masu_vec_3f* period, const masu_allocator* allocator,
                                       masu_broad_phase** made);
masu_status masu_broad_phase_find_3f(masu_broad_phase* broad_phase, const masu_aabb_3f* boxes,
                                     size_t count, const masu_filter* filters,
                                     const masu_jobs* jobs, masu_query_stats* stats);
masu_status masu_broad_phase_find_between_3f(masu_broad_phase* broad_phase, const masu_aabb_3f* a,
                                             size_t count_a, const masu_aabb_3f* b, size_t count_b,
                                             const masu_filter* filters_a,
                                             const masu_filter* filters_b, const masu_jobs* jobs,
                                             masu_query_stats* stats);
masu_status masu_broad_phase_build_3f(masu_broad_phase* broad_phase, const masu_aabb_3f* boxes,
                                      size_t count, const masu_filter* filters);
masu_status masu_broad_phase_refit_3f(masu_broad_phase* broad_phase, const masu_aabb_3f* boxes,
                                      size_t count);
masu_status masu_broad_phase_save_3f(masu_broad_phase* broad_phase, const void** bytes,
                                     size_t* size);
masu_status masu_broad_phase_restore_3f(masu_broad_phase* broad_phase, const void* bytes,
                                        size_t size);
masu_status masu_broad_phase_overlapping_3f(const masu_broad_phase* broad_phase,
                                            const masu_aabb_3f* box, const masu_filter* filter,
                                            masu_visit_index visit, void* context);
masu_status masu_broad_phase_within_3f(const masu_broad_phase* broad_phase, const masu_aabb_3f* box,
                                       float radius, const masu_filter* filter,
                                       masu_visit_index visit, void* context);
masu_status masu_broad_phase_nearest_3f(const masu_broad_phase* broad_phase,
                                        const masu_aabb_3f* box, const masu_filter* filter,
                                        masu_near_box_3f* found, size_t capacity, size_t* count);
masu_status masu_broad_phase_ray_cast_3f(const masu_broad_phase* broad_phase,
                                         const masu_ray_3f* ray, const masu_filter* filter,
                                         masu_box_hit_3f* hit);
masu_status masu_broad_phase_on_ray_3f(const masu_broad_phase* broad_phase, const masu_ray_3f* ray,
                                       const masu_filter* filter, masu_visit_on_ray_3f visit,
                                       void* context);
masu_status masu_broad_phase_overlapping_many_3f(const masu_broad_phase* broad_phase,
                                                 const masu_aabb_3f* boxes, size_t count,
                                                 const masu_filter* filter, const masu_jobs* jobs,
                                                 masu_results* results);
masu_status masu_broad_phase_ray_cast_many_3f(const masu_broad_phase* broad_phase,
                                              const masu_ray_3f* rays, size_t count,
                                              const masu_filter* filter, const masu_jobs* jobs,
                                              masu_box_hit_3f* hits);

/* --- Convex hulls. See hull.h. */
masu_status masu_convex_hull_create_3f(double merge, const masu_allocator* allocator,
                                       masu_convex_hull** made);
masu_status masu_convex_hull_build_3f(masu_convex_hull* hull, const masu_vec_3f* points,
                                      size_t count);
/* Returns a face's plane: the hull has normal . x <= offset, to rounding. MASU_BAD_INDEX: no
 * face. */
masu_status masu_convex_hull_plane_3f(const masu_convex_hull* hull, size_t face,
                                      masu_vec_3f* normal, float* offset);

/* --- Queries. They see the objects of a world as they are now, and may run in many threads
 * while none changes the world. */
typedef int (*masu_visit_hit_3f)(void* context, const masu_ray_hit_3f* hit);
typedef int (*masu_visit_near_3f)(void* context, masu_handle object,
                                  const masu_surface_point_3f* nearest);
masu_status masu_world_ray_cast_3f(const masu_world* world, const masu_ray_3f* ray,
                                   const masu_query_filter* filter, masu_ray_hit_3f* hit);
masu_status masu_world_for_each_on_ray_3f(const masu_world* world, const masu_ray_3f* ray,
                                          const masu_query_filter* filter, masu_visit_hit_3f visit,
                                          void* context);
masu_status masu_world_ray_cast_all_3f(const masu_world* world, const masu_ray_3f* ray,
                                       const masu_query_filter* filter, masu_results* results);
const masu_ray_hit_3f* masu_results_hits_3f(const masu_results* results, const uint32_t** first,
                                            size_t* count);
masu_status masu_world_shape_cast_3f(const masu_world* world, const masu_shape_3f* shape,
                                     const masu_pose_3f* pose, const masu_vec_3f* translation,
                                     const masu_query_filter* filter, masu_cast_hit_3f* hit);
masu_status masu_world_touching_3f(const masu_world* world, const masu_shape_3f* shape,
                                   const masu_pose_3f* pose, const masu_query_filter* filter,
                                   masu_visit_object visit, void* context);
masu_status masu_world_at_3f(const masu_world* world, const masu_vec_3f* point,
                             const masu_query_filter* filter, masu_visit_object visit,
                             void* context);
masu_status masu_world_overlapping_3f(const masu_world* world, const masu_aabb_3f* box,
                                      const masu_query_filter* filter, masu_visit_object visit,
                                      void* context);
masu_status masu_world_nearest_3f(const masu_world* world, const masu_vec_3f* point,
                                  const masu_query_filter* filter, masu_neighbor_3f* found,
                                  size_t capacity, size_t* count);
masu_status masu_world_within_3f(const masu_world* world, const masu_vec_3f* point, float radius,
                                 const masu_query_filter* filter, masu_visit_near_3f visit,
                                 void* context);
masu_status masu_world_closest_pair_3f(const masu_world* world, masu_nearest_3f* found);
masu_status masu_world_closest_between_3f(const masu_world* world, const masu_world* other,
                                          masu_nearest_3f* found);
masu_status masu_world_closest_to_3f(const masu_world* world, const masu_shape_3f* shape,
                                     const masu_pose_3f* pose, const masu_query_filter* filter,
                                     masu_nearest_3f* found);
masu_status masu_world_touching_in_3f(const masu_world* world, const masu_world* other,
                                      masu_visit_two visit, void* context);
masu_status masu_world_ray_cast_many_3f(const masu_world* world, const masu_ray_3f* rays,
                                        size_t count, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_ray_hit_3f* hits);
masu_status masu_world_overlapping_many_3f(const masu_world* world, const masu_aabb_3f* boxes,
                                           size_t count, const masu_query_filter* filter,
                                           const masu_jobs* jobs, masu_results* results);
masu_status masu_world_nearest_many_3f(const masu_world* world, const masu_vec_3f* points,
                                       size_t count, uint32_t k, const masu_query_filter* filter,
                                       const masu_jobs* jobs, masu_results* results);
const masu_neighbor_3f* masu_results_neighbors_3f(const masu_results* results,
                                                  const uint32_t** first, size_t* count);
masu_status masu_world_ray_cast_all_many_3f(const masu_world* world, const masu_ray_3f* rays,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results);
masu_status masu_world_shape_cast_many_3f(const masu_world* world, const masu_shape_3f* shapes,
                                          const masu_pose_3f* poses,
                                          const masu_vec_3f* translations, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_cast_hit_3f* hits);
masu_status masu_world_closest_to_many_3f(const masu_world* world, const masu_shape_3f* shapes,
                                          const masu_pose_3f* poses, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_nearest_3f* found);
masu_status masu_world_touching_many_3f(const masu_world* world, const masu_shape_3f* shapes,
                                        const masu_pose_3f* poses, size_t count,
                                        const masu_query_filter* filter, const masu_jobs* jobs,
                                        masu_results* results);
masu_status masu_world_at_many_3f(const masu_world* world, const masu_vec_3f* points, size_t count,
                                  const masu_query_filter* filter, const masu_jobs* jobs,
                                  masu_results* results);
masu_status masu_world_within_many_3f(const masu_world* world, const masu_vec_3f* points,
                                      size_t count, float radius, const masu_query_filter* filter,
                                      const masu_jobs* jobs, masu_results* results);
masu_status masu_world_touching_in_many_3f(const masu_world* world, const masu_world* other,
                                           const masu_jobs* jobs, masu_results* results);

/* --- Shapes without a world. The calls take one shape, or two, each at a pose. Bodies of many
 * sub-shapes are shapes too; `sub_shape` is 0 for a convex one. Results are bit for bit those of
 * the C++ function in brackets, and so is the returned status: those of shapes and poses, or
 * MASU_NOT_CONVERGED, with which the result is only as good as its bounds. For two meshes there is
 * one difference: if several sub-shapes are equally near, the result may name other sub-shapes than
 * the C++ function, because bodies are tested as in a world. All calls are safe in many threads. */
typedef struct masu_sweep_3f { masu_pose_3f begin; masu_pose_3f end; } masu_sweep_3f;
typedef struct masu_sub_shape_ray_cast_3f {
  masu_ray_cast_3f cast; uint32_t sub_shape; masu_query_stats stats;
} masu_sub_shape_ray_cast_3f;
typedef struct masu_sub_shape_surface_point_3f {
  masu_surface_point_3f nearest; uint32_t sub_shape; masu_query_stats stats;
} masu_sub_shape_surface_point_3f;
masu_status masu_shape_check_3f(const masu_shape_3f* shape);
masu_status masu_shape_box_3f(const masu_shape_3f* shape, const masu_pose_3f* pose,
                              masu_aabb_3f* box);
masu_status masu_shape_ray_cast_3f(const masu_shape_3f* shape, const masu_pose_3f* pose,
                                   const masu_ray_3f* ray, masu_sub_shape_ray_cast_3f* found);
masu_status masu_shape_closest_point_3f(const masu_shape_3f* shape, const masu_pose_3f* pose,
                                        const masu_vec_3f* point,
                                        masu_sub_shape_surface_point_3f* found);
masu_status masu_shapes_touch_3f(const masu_shape_3f* a, const masu_pose_3f* pose_a,
                                 const masu_shape_3f* b, const masu_pose_3f* pose_b, float margin,
                                 masu_pair_cache* cache, int* touching);
masu_status masu_shapes_distance_3f(const masu_shape_3f* a, const masu_pose_3f* pose_a,
                                    const masu_shape_3f* b, const masu_pose_3f* pose_b,
                                    masu_sub_shape_separation_3f* found);
masu_status masu_shapes_penetration_3f(const masu_shape_3f* a, const masu_pose_3f* pose_a,
                                       const masu_shape_3f* b, const masu_pose_3f* pose_b,
                                       masu_pair_cache* cache, masu_separation_3f* found);
masu_status masu_mesh_signed_distance_3f(const masu_body* mesh, const masu_pose_3f* pose,
                                         const masu_shape_3f* shape, const masu_pose_3f* shape_pose,
                                         masu_sub_shape_separation_3f* found);
masu_status masu_shapes_contacts_3f(const masu_shape_3f* a, const masu_pose_3f* pose_a,
                                    const masu_shape_3f* b, const masu_pose_3f* pose_b,
                                    const masu_contact_options* options, masu_pair_cache* cache,
                                    masu_results* results);
const masu_contact_3f* masu_results_contacts_3f(const masu_results* results, size_t* count);
const masu_corner_3f* masu_results_corners_3f(const masu_results* results, size_t contact,
                                              size_t* count);
masu_status masu_shapes_cast_3f(const masu_shape_3f* a, const masu_pose_3f* pose_a,
                                const masu_shape_3f* b, const masu_pose_3f* pose_b,
                                const masu_vec_3f* translation, masu_sub_shape_impact_3f* found);
masu_status masu_shapes_impact_3f(const masu_shape_3f* a, const masu_sweep_3f* of_a,
                                  const masu_shape_3f* b, const masu_sweep_3f* of_b,
                                  masu_sub_shape_impact_3f* found);

/* --- Characters that slide among the objects of a world. See docs/slide.md. */
typedef struct masu_capsule_mover_3f {
  masu_vec_3f position; float radius; masu_vec_3f half_axis;
} masu_capsule_mover_3f;
typedef struct masu_slide_obstacle_3f {
  masu_handle object; uint32_t sub_shape; masu_vec_3f displacement; masu_capsule_mover_3f mover;
  const void* inner;
} masu_slide_obstacle_3f;
float masu_slide_gap_3f(const masu_slide_obstacle_3f* obstacle, masu_vec_3f direction);
typedef int (*masu_slide_counts_3f)(void* context, const masu_slide_obstacle_3f* obstacle);
typedef struct masu_slide_options_3f {
  uint32_t size; uint32_t max_contacts; masu_vec_3f up; float walkable_cosine; float step_height;
  float snap; float skin; masu_slide_counts_3f counts; void* counts_context;
} masu_slide_options_3f;
masu_slide_options_3f masu_slide_options_default_3f(void);
typedef struct masu_slide_contact_3f {
  masu_handle object; uint32_t sub_shape; uint8_t walkable; double t; double point[3];
  double normal[3];
} masu_slide_contact_3f;
typedef struct masu_slide_result_3f {
  uint8_t status; uint8_t on_ground; uint32_t contacts; masu_handle ground;
  masu_vec_3f ground_normal; masu_vec_3f displacement; float overlap; masu_query_stats stats;
} masu_slide_result_3f;
typedef void (*masu_visit_slide_contact_3f)(void* context, const masu_slide_contact_3f* contact);
masu_status masu_world_slide_3f(const masu_world* world, masu_capsule_mover_3f* mover,
                                const masu_vec_3f* displacement, const masu_filter* filter,
                                masu_handle left_out, const masu_slide_options_3f* options,
                                masu_visit_slide_contact_3f contact, void* context,
                                masu_slide_result_3f* result);
typedef struct masu_obstacle_motion_3f {
  masu_handle object; masu_pose_3f from;
} masu_obstacle_motion_3f;
masu_pose_3f masu_pose_between_3f(const masu_pose_3f* from, const masu_pose_3f* to, double t);
typedef struct masu_carry_result_3f {
  uint8_t status; uint8_t crushed; masu_handle ground; masu_handle crushed_by;
  masu_vec_3f displacement; masu_vec_3f ground_displacement; float t; float overlap;
  masu_query_stats stats;
} masu_carry_result_3f;
masu_status masu_world_carry_3f(const masu_world* world, masu_capsule_mover_3f* mover,
                                const masu_obstacle_motion_3f* moved, size_t count,
                                const masu_filter* filter, masu_handle left_out,
                                const masu_slide_options_3f* options, masu_carry_result_3f* result);

#endif
