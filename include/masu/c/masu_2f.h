/* SPDX-License-Identifier: MIT */
/* A part of masu.h: what depends on dimension and scalar, in 2D of float.
 * Written by tools/write_c_headers.py from src/c/api. */
#ifndef MASU_C_MASU_2F_H
#define MASU_C_MASU_2F_H
#ifndef MASU_C_MASU_H
#error "include <masu/c/masu.h>, which includes this"
#endif
/* clang-format off */

/* --- Places ----------------------------------------------------------------------------------- */

/* A place and a turn: first turned, then moved. */
typedef struct masu_pose_2f {
  masu_vec_2f translation;
  masu_rotation_2f rotation;
} masu_pose_2f;

/* Closed; empty with min > max or NaN on an axis. */
typedef struct masu_aabb_2f {
  masu_vec_2f min;
  masu_vec_2f max;
} masu_aabb_2f;

/* origin + t * direction for 0 <= t <= max_t, which may be infinite. */
typedef struct masu_ray_2f {
  masu_vec_2f origin;
  masu_vec_2f direction;
  float max_t;
} masu_ray_2f;

/* There, not turned. */
masu_pose_2f masu_pose_at_2f(masu_vec_2f translation);

/* Rotations by an angle in radians, counter-clockwise, with the same bits on every machine; for an
 * angle that is not finite, or an axis of length 0, one that every call refuses (MASU_NOT_FINITE,
 * MASU_NOT_UNIT). docs/transforms.md. */
masu_rotation_2f masu_rotation_from_angle_2f(float radians);
/* At `eye`, with its +x axis (in 3D: its +z axis) towards `target`, and its +y axis near `up`. */
masu_pose_2f masu_pose_look_at_2f(masu_vec_2f eye, masu_vec_2f target);
/* Composes two poses: first `child`, then `parent`. */
masu_pose_2f masu_pose_compose_2f(masu_pose_2f parent, masu_pose_2f child);
masu_pose_2f masu_pose_inverse_2f(masu_pose_2f pose);
/* Map a point from the frame of the pose to the world, and back. */
masu_vec_2f masu_pose_to_world_2f(masu_pose_2f pose, masu_vec_2f point);
masu_vec_2f masu_pose_to_local_2f(masu_pose_2f pose, masu_vec_2f point);
/* From and to a homogeneous matrix of 9 numbers, in 3D 16, one column after the other. MASU_NOT_UNIT:
 * it scales or shears; MASU_INVERTED: it mirrors; MASU_WRONG_FORMAT: its last row is not 0 .. 0 1;
 * MASU_NOT_FINITE. */
masu_status masu_pose_from_column_major_2f(const float* matrix, masu_pose_2f* pose);
masu_status masu_pose_to_column_major_2f(const masu_pose_2f* pose, float* matrix);

/* --- Shapes ----------------------------------------------------------------------------------- */

/* All within `radius` of a core: `kind` is MASU_POINT to MASU_HALF_SPACE with its numbers in `p`,
 * or MASU_BODY. Made by the calls below; a radius may be added to any convex one but a half-space.
 */
typedef struct masu_shape_2f {
  uint32_t kind;
  float radius;
  masu_vec_2f p[3]; /* The numbers of the core. */
  const masu_body* body;
} masu_shape_2f;

/* Calls that take a shape check its numbers: MASU_NOT_POSITIVE (a radius, half
 * height or half axis not above zero, a negative half extent), MASU_NOT_FINITE, MASU_NOT_UNIT (the
 * half-space's normal), MASU_OUT_OF_RANGE. */
masu_shape_2f masu_point_2f(masu_vec_2f place);
masu_shape_2f masu_sphere_2f(float radius, masu_vec_2f center);
masu_shape_2f masu_capsule_2f(masu_vec_2f a, masu_vec_2f b, float radius);
masu_shape_2f masu_segment_2f(masu_vec_2f a, masu_vec_2f b);
masu_shape_2f masu_triangle_2f(masu_vec_2f a, masu_vec_2f b, masu_vec_2f c);
masu_shape_2f masu_box_2f(masu_vec_2f half_extents, masu_vec_2f center);
/* A box with edges of that radius, not larger than the sharp one. [rounded_box()] */
masu_shape_2f masu_rounded_box_2f(masu_vec_2f half_extents, float radius, masu_vec_2f center);
masu_shape_2f masu_ellipsoid_2f(masu_vec_2f half_axes);
/* All x with normal . x <= offset. */
masu_shape_2f masu_half_space_2f(masu_vec_2f normal, float offset);
/* What the body is. */
masu_shape_2f masu_shape_of_2f(const masu_body* body);

/* --- Bodies ----------------------------------------------------------------------------------- */

/* A convex part of a compound, and where it is in the compound's frame. */
typedef struct masu_child_2f {
  masu_shape_2f shape;
  masu_pose_2f place;
} masu_child_2f;

/* The point of a convex shape that lies farthest along a direction, which is not 0; finite. If it
 * throws, the origin is taken. */
typedef masu_vec_2f (*masu_support_2f)(void* context, const masu_vec_2f* direction);

/* The convex hull of points. [polygon_of(), polyhedron_of()] O(n log n). */
masu_status masu_hull_create_2f(const masu_vec_2f* points, size_t count,
                                const masu_allocator* allocator, masu_body** made);
/* Corners counter-clockwise. [ConvexPolygon] */
masu_status masu_polygon_create_2f(const masu_vec_2f* corners, size_t count,
                                   const masu_allocator* allocator, masu_body** made);
/* Makes a mesh of triangles (3D) or segments (2D): each is the next three or two of `corners`,
 * which are indices into `vertices`. [SurfaceMesh] */
masu_status masu_mesh_create_2f(const masu_vec_2f* vertices, size_t vertex_count,
                                const uint32_t* corners, size_t corner_count,
                                const masu_allocator* allocator, masu_body** made);
/* Other places for all its vertices: O(vertices). */
masu_status masu_mesh_set_vertices_2f(masu_body* mesh, const masu_vec_2f* vertices, size_t count);
/* Makes a height field: `samples` and `spacing` have an element for each axis of the ground, one in
 * 2D and two in 3D. Heights are at heights[i + k * samples[0]]. [HeightField] */
masu_status masu_height_field_create_2f(const uint32_t* samples, const float* spacing,
                                        const float* heights, size_t count,
                                        const masu_allocator* allocator, masu_body** made);
/* Heights of a block of samples, from `first` on. */
masu_status masu_height_field_set_heights_2f(masu_body* field, const uint32_t* first,
                                             const uint32_t* samples, const float* heights,
                                             size_t count);
/* Whether a cell has no ground. */
masu_status masu_height_field_set_hole_2f(masu_body* field, const uint32_t* cell, int hole);
/* A tile for each cell, axis 0 fastest; null: all empty. [TileGrid] */
masu_status masu_tile_grid_create_2f(const uint32_t size[2], masu_vec_2f cell_size,
                                     const uint8_t* tiles, size_t count,
                                     const masu_allocator* allocator, masu_body** made);
/* Another tile for a cell. */
masu_status masu_tile_grid_set_2f(masu_body* grid, const uint32_t cell[2], uint8_t tile);
/* Convex children, whose bodies it holds. [Compound] */
masu_status masu_compound_create_2f(const masu_child_2f* children, size_t count,
                                    const masu_allocator* allocator, masu_body** made);
/* Another place for a child. */
masu_status masu_compound_move_2f(masu_body* compound, uint32_t child, const masu_pose_2f* place);
/* The hull of two spheres: a capsule with a radius for each end. [TaperedCapsule] */
masu_status masu_tapered_capsule_create_2f(masu_vec_2f a, float radius_a, masu_vec_2f b,
                                           float radius_b, const masu_allocator* allocator,
                                           masu_body** made);
/* A convex shape of the caller's, whose context must outlive it. */
masu_status masu_custom_create_2f(masu_support_2f support, void* context,
                                  const masu_allocator* allocator, masu_body** made);

/* --- Answers ---------------------------------------------------------------------------------- */

/* Unit normal from a to b; point_b - point_a = distance * normal; below zero: minus the depth.
 * docs/contact.md. */
typedef struct masu_separation_2f {
  uint8_t status;
  float distance;
  float lower; /* bounds of the exact distance */
  float upper;
  masu_vec_2f normal;
  masu_vec_2f point_a;
  masu_vec_2f point_b;
} masu_separation_2f;

/* How two pieces touch. */
typedef struct masu_contact_2f {
  uint32_t piece_a; /* 0 of a convex shape */
  uint32_t piece_b;
  masu_separation_2f separation;
  uint32_t first_corner; /* in the pair's corners, of which corner_count are this contact's */
  uint32_t corner_count;
} masu_contact_2f;

/* A corner of a contact area. 4 bytes of padding follow `feature_id` where the scalar is double.
 * [ManifoldPoint] */
typedef struct masu_corner_2f {
  masu_vec_2f point_a; /* on the surface of a */
  masu_vec_2f point_b; /* on the surface of b */
  float distance;      /* point_b - point_a = distance * normal: below 0 where they overlap */
  /* Which features make the corner: that of a in the high 16 bits, that of b in the low 16. Equal
   * from update to update while they do: keep a solver's impulses by pair, pieces and this. */
  uint32_t feature_id;
} masu_corner_2f;

/* A first touch, at time t of a way from 0 to 1. */
typedef struct masu_impact_2f {
  uint8_t status;
  uint8_t hit;
  float t;
  masu_vec_2f normal;
  masu_vec_2f point_a;
  masu_vec_2f point_b;
} masu_impact_2f;

/* A first touch, and which pieces it is of. */
typedef struct masu_piece_impact_2f {
  masu_impact_2f impact;
  uint32_t piece_a;
  uint32_t piece_b;
  masu_query_stats stats;
} masu_piece_impact_2f;

/* Of two objects within a frame. */
typedef struct masu_pair_impact_2f {
  masu_handle a;
  masu_handle b;
  masu_piece_impact_2f first;
} masu_pair_impact_2f;

/* Where a ray meets a shape: at origin + t * direction. */
typedef struct masu_ray_cast_2f {
  uint8_t status;
  uint8_t hit;
  float t;
  masu_vec_2f point;
  masu_vec_2f normal;
} masu_ray_cast_2f;

/* The object that a ray meets, and where; `cast.hit` is 0 if there is none. */
typedef struct masu_ray_hit_2f {
  uint8_t status;
  masu_handle object;
  uint32_t piece;
  masu_ray_cast_2f cast;
  masu_query_stats stats;
} masu_ray_hit_2f;

/* a of `impact` is the object. */
typedef struct masu_cast_hit_2f {
  uint8_t status;
  masu_handle object;
  uint32_t piece;
  masu_impact_2f impact;
  masu_query_stats stats;
} masu_cast_hit_2f;

/* point_asked = point + distance * normal, below zero inside. */
typedef struct masu_surface_point_2f {
  uint8_t status;
  float distance;
  masu_vec_2f point;
  masu_vec_2f normal;
} masu_surface_point_2f;

/* An object, and the square of its distance. */
typedef struct masu_neighbor_2f {
  masu_handle object;
  float distance_squared;
} masu_neighbor_2f;

/* How far apart two objects are, and which pieces are the nearest. */
typedef struct masu_piece_separation_2f {
  masu_separation_2f separation;
  uint32_t piece_a;
  uint32_t piece_b;
  masu_query_stats stats;
} masu_piece_separation_2f;

/* The two nearest objects and the distance between them; none: a.index is MASU_NO_INDEX. */
typedef struct masu_nearest_2f {
  uint8_t status;
  masu_handle a;
  masu_handle b;
  masu_piece_separation_2f separation;
  masu_query_stats stats;
} masu_nearest_2f;

/* What the world has of an object; `options` with the filter that counts. */
typedef struct masu_object_2f {
  masu_pose_2f at;
  masu_aabb_2f box;
  masu_shape_2f shape;
  masu_object_options options; /* With the filter that counts. */
  uint8_t outside;             /* of masu_world_bounds_2f(), at the last update */
} masu_object_2f;

/* As masu_world_create(), for options of this dimension and scalar; others are MASU_OUT_OF_RANGE. A
 * program that makes its worlds so has the code of this kind only; see docs/c.md. */
masu_status masu_world_create_2f(const masu_world_options* options, const masu_allocator* allocator,
                                 masu_world** made);

/* --- Objects ---------------------------------------------------------------------------------- */

/* Null options are the default ones. Statuses: those of the shape and its place, MASU_NO_POINTS (a
 * body without pieces), MASU_WRONG_FORMAT (options of another size, a body of another kind),
 * MASU_TOO_MANY_OBJECTS, and those of all changes; `made` is none then. */
masu_status masu_world_add_2f(masu_world* world, const masu_shape_2f* shape, const masu_pose_2f* at,
                              const masu_object_options* options, masu_handle* made);
/* Adds an object for each pose, several times as fast as one by one. `shapes` has one shape for all
 * objects or `count` of them; so has `options`, or none: the default ones. Statuses: those of
 * masu_world_add_2f(), of the first that is refused, and MASU_SIZE_MISMATCH. No object is added
 * then, and `made` holds none. */
masu_status masu_world_add_many_2f(masu_world* world, const masu_shape_2f* shapes,
                                   size_t shape_count, const masu_pose_2f* at,
                                   const masu_object_options* options, size_t option_count,
                                   size_t count, masu_handle* made);
/* On a straight way, if sensors or continuous objects want to know. */
masu_status masu_world_move_2f(masu_world* world, masu_handle object, const masu_pose_2f* at);
/* Faster than one by one. Stops at the first that is refused; those before it have moved. */
masu_status masu_world_move_many_2f(masu_world* world, const masu_handle* objects,
                                    const masu_pose_2f* at, size_t count);
/* Without a way. */
masu_status masu_world_teleport_2f(masu_world* world, masu_handle object, const masu_pose_2f* at);
/* Another shape, or the same whose body has changed. */
masu_status masu_world_set_shape_2f(masu_world* world, masu_handle object,
                                    const masu_shape_2f* shape);
/* Sets the bounds: masu_world_left() lists objects whose boxes have come to lie outside of them.
 * MASU_OUT_OF_RANGE: an empty box. */
masu_status masu_world_set_bounds_2f(masu_world* world, const masu_aabb_2f* bounds);
masu_status masu_world_bounds_2f(const masu_world* world, masu_aabb_2f* bounds);
/* What the world has of an object. MASU_STALE_HANDLE. */
masu_status masu_world_find_2f(const masu_world* world, masu_handle object, masu_object_2f* found);

/* --- Snapshots -------------------------------------------------------------------------------- */

/* The shape of an object that had a body when it was saved: MASU_BODY with the radius that it had,
 * 0 if there is none. The body is held as by masu_world_add_2f(), and may be released at once. */
typedef int (*masu_body_shape_for_2f)(void* context, masu_handle object, uint64_t user_data,
                                      masu_shape_2f* shape);
/* masu_world_restore() with bodies that are found so, in another process or after objects have been
 * removed. MASU_STALE_HANDLE: there is none, it is no body of the world's kind, or its box is
 * another one. MASU_THREW. The world is as before then. */
masu_status masu_world_restore_with_2f(masu_world* world, const void* bytes, size_t size,
                                       masu_body_shape_for_2f shape_for, void* context);

/* --- The frame -------------------------------------------------------------------------------- */

/* Functions left out are not called. */
typedef struct masu_listener_2f {
  void (*on_end)(void* context, const masu_ended_pair* ended); /* A pair that has ended. */
  /* A sensor and what passed it within the frame. */
  void (*on_cross)(void* context, const masu_pair_impact_2f* crossed);
  void (*on_begin)(void* context, const masu_pair* pair); /* A pair that is new. */
  void (*on_stay)(void* context, const masu_pair* pair);  /* A pair that was there before. */
  /* A continuous object and what it first touches. */
  void (*on_impact)(void* context, const masu_pair_impact_2f* impact);
  void (*on_leave)(void* context, masu_handle object); /* An object that has left the bounds. */
  void* context;
} masu_listener_2f;

/* masu_world_update(), and then all ended and crossed pairs, impacts, begun and stayed pairs, and
 * objects that have left, in turn. MASU_THREW: the listener threw; the world is up to date,
 * and later events are not reported. */
masu_status masu_world_update_and_tell_2f(masu_world* world, const masu_listener_2f* listener,
                                          masu_update_result* result);

/* As of the last update, valid until the next. A sensor and what passed it within the frame; first
 * touches on the ways of continuous objects. Both earliest first. */
const masu_pair_impact_2f* masu_world_crossed_2f(const masu_world* world, size_t* count);
const masu_pair_impact_2f* masu_world_impacts_2f(const masu_world* world, size_t* count);
/* Of a pair, which need not lie where masu_world_pairs() has it: none if it is no more. Corners are
 * those of its contact number `contact`, with MASU_AREAS. */
const masu_contact_2f* masu_world_contacts_2f(const masu_world* world, const masu_pair* pair,
                                              size_t* count);
const masu_corner_2f* masu_world_corners_2f(const masu_world* world, const masu_pair* pair,
                                            size_t contact, size_t* count);

/* What two pieces have in common: an area in the plane. The pointers are valid until the next
 * update. */
typedef struct masu_volume_2f {
  uint8_t status;       /* with any but MASU_OK it is empty; see WorldVolume */
  float volume;         /* how large it is */
  masu_vec_2f centroid; /* of the volume */
  float area;           /* of the cut: of what both surfaces have in common */
  masu_vec_2f normal;   /* of the cut, from a to b */
  size_t vertex_count;  /* how many vertices, */
  size_t face_count;    /* faces, */
  size_t cut_count;     /* loops of the cut */
  size_t index_count;   /* and indices there are */
  const masu_vec_2f* vertices;
  const masu_volume_loop* faces; /* counterclockwise from outside; edges in the plane */
  const masu_volume_loop* cuts;  /* loops of the cut */
  const uint32_t* indices;       /* of vertices, for faces and loops */
} masu_volume_2f;
/* Of a pair's contact number `contact`, in a world with MASU_VOLUMES; found->status is returned.
 * MASU_STALE_HANDLE: the pair is no more; MASU_BAD_INDEX: no such contact; MASU_NOT_UPDATED: the
 * last update failed before it, or the world has no volumes. */
masu_status masu_world_volume_2f(const masu_world* world, const masu_pair* pair, size_t contact,
                                 masu_volume_2f* found);
/* Of a pair: from b to its image that a meets; zero in a world that does not wrap around.
 * MASU_STALE_HANDLE: the pair is no more. */
masu_status masu_world_shift_2f(const masu_world* world, const masu_pair* pair, masu_vec_2f* shift);

/* What there is to see, as MASU_DRAW_OBJECT and so on. MASU_THREW: the rest was not drawn. */
typedef struct masu_debug_draw_2f {
  void (*box)(void* context, const masu_aabb_2f* box, uint32_t kind);
  /* Called for each line. */
  void (*line)(void* context, const masu_vec_2f* from, const masu_vec_2f* to, uint32_t kind);
  void* context;
  float normal_length; /* How long normals are drawn. */
} masu_debug_draw_2f;
/* Hands all that there is to see to these functions. */
masu_status masu_world_draw_2f(const masu_world* world, const masu_debug_draw_2f* draw);

/* --- Boxes alone. See broad_phase.h. */

/* The box that a ray meets first, and where; `hit` is 0 if there is none. */
typedef struct masu_box_hit_2f {
  uint8_t status;
  uint8_t hit;
  uint32_t place; /* The box's own. */
  float t;
  masu_query_stats stats;
} masu_box_hit_2f;

/* A box by its place, and the square of its distance. */
typedef struct masu_near_box_2f {
  uint32_t place; /* The box's own. */
  float distance_squared;
} masu_near_box_2f;

/* A box on a ray, met at t. */
typedef int (*masu_visit_on_ray_2f)(void* context, uint32_t place, float t);

/* `period`: length of each axis that wraps around, 0 of others; null: none does. Null allocator:
 * the library's own. MASU_OUT_OF_RANGE: a length that is none; MASU_OUT_OF_MEMORY. */
masu_status masu_broad_phase_create_2f(const masu_vec_2f* period, const masu_allocator* allocator,
                                       masu_broad_phase** made);

/* Each two of an array that overlap, once. `filters`: null, or one for each box; jobs and stats may
 * be null. MASU_TOO_MANY_OBJECTS, MASU_OUT_OF_MEMORY: there are no pairs then. MASU_BUSY: within
 * jobs of a search. [AutoFinder and others] Typically O(n log n + pairs). */
masu_status masu_broad_phase_find_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* boxes,
                                     size_t count, const masu_filter* filters,
                                     const masu_jobs* jobs, masu_query_stats* stats);
/* One of each array. Filters for both or for neither: MASU_SIZE_MISMATCH. */
masu_status masu_broad_phase_find_between_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* a,
                                             size_t count_a, const masu_aabb_2f* b, size_t count_b,
                                             const masu_filter* filters_a,
                                             const masu_filter* filters_b, const masu_jobs* jobs,
                                             masu_query_stats* stats);

/* An index of these boxes, in place of the last one; it copies them. Statuses: as above, it is
 * empty then. MASU_BUSY: within a visitor or jobs, and nothing has changed. [Bvh] O(n log n). */
masu_status masu_broad_phase_build_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* boxes,
                                      size_t count, const masu_filter* filters);
/* The same boxes elsewhere: O(n), and slower answers the farther they went. MASU_SIZE_MISMATCH: not
 * as many; nothing has changed. */
masu_status masu_broad_phase_refit_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* boxes,
                                      size_t count);

/* Of the index; filters may be null. Those that overlap a box, or are no farther from it than
 * `radius`. Typically O(log n + results). */
masu_status masu_broad_phase_overlapping_2f(const masu_broad_phase* broad_phase,
                                            const masu_aabb_2f* box, const masu_filter* filter,
                                            masu_visit_place visit, void* context);
masu_status masu_broad_phase_within_2f(const masu_broad_phase* broad_phase, const masu_aabb_2f* box,
                                       float radius, const masu_filter* filter,
                                       masu_visit_place visit, void* context);
/* The nearest to a box, at most `places`, by distance. */
masu_status masu_broad_phase_nearest_2f(const masu_broad_phase* broad_phase,
                                        const masu_aabb_2f* box, const masu_filter* filter,
                                        masu_near_box_2f* found, size_t places, size_t* count);
/* The first that a ray meets, or all in no order. MASU_OUT_OF_RANGE: with a period, rays do not
 * wrap. */
masu_status masu_broad_phase_ray_cast_2f(const masu_broad_phase* broad_phase,
                                         const masu_ray_2f* ray, const masu_filter* filter,
                                         masu_box_hit_2f* hit);
masu_status masu_broad_phase_on_ray_2f(const masu_broad_phase* broad_phase, const masu_ray_2f* ray,
                                       const masu_filter* filter, masu_visit_on_ray_2f visit,
                                       void* context);

/* Many at once, by jobs; these may be null. What is wrong with a ray is in its hit. */
masu_status masu_broad_phase_overlapping_many_2f(const masu_broad_phase* broad_phase,
                                                 const masu_aabb_2f* boxes, size_t count,
                                                 const masu_filter* filter, const masu_jobs* jobs,
                                                 masu_results* results);
masu_status masu_broad_phase_ray_cast_many_2f(const masu_broad_phase* broad_phase,
                                              const masu_ray_2f* rays, size_t count,
                                              const masu_filter* filter, const masu_jobs* jobs,
                                              masu_box_hit_2f* hits);

/* --- Convex hulls. See hull.h. */

/* One without points. `merge`: 0, or which share of the largest extent points may lie outside of it
 * for a simpler one, up to 0.1; others are MASU_OUT_OF_RANGE. [Merge] */
masu_status masu_convex_hull_create_2f(double merge, const masu_allocator* allocator,
                                       masu_convex_hull** made);
/* That of these points; nothing is copied of them. MASU_NOT_FINITE, MASU_OUT_OF_RANGE,
 * MASU_TOO_MANY_OBJECTS, MASU_OUT_OF_MEMORY: it is empty then. [AndrewChain, Quickhull3]
 * O(n log n) as a rule. */
masu_status masu_convex_hull_build_2f(masu_convex_hull* hull, const masu_vec_2f* points,
                                      size_t count);

/* --- Queries. The objects of a world are asked as they are now, from any threads while none
 * changes them. */

/* Filters may be null: all objects count; rays and shape casts pass through sensors, and the other
 * queries find them. MASU_WRONG_FORMAT: a filter of another size; MASU_OUT_OF_RANGE: its sensors.
 */
typedef int (*masu_visit_hit_2f)(void* context, const masu_ray_hit_2f* hit);
/* An object within reach, and the place on it that is nearest. */
typedef int (*masu_visit_near_2f)(void* context, masu_handle object,
                                  const masu_surface_point_2f* nearest);

/* The first object; hit->cast.hit says whether there is one. */
masu_status masu_world_ray_cast_2f(const masu_world* world, const masu_ray_2f* ray,
                                   const masu_query_filter* filter, masu_ray_hit_2f* hit);
/* All, in no order, or sorted by t into the results. */
masu_status masu_world_for_each_on_ray_2f(const masu_world* world, const masu_ray_2f* ray,
                                          const masu_query_filter* filter, masu_visit_hit_2f visit,
                                          void* context);
masu_status masu_world_ray_cast_all_2f(const masu_world* world, const masu_ray_2f* ray,
                                       const masu_query_filter* filter, masu_results* results);
/* Of the last of these calls, or of masu_world_ray_cast_all_many_2f(): those of ray i are first[i]
 * to first[i + 1] - 1. */
const masu_ray_hit_2f* masu_results_hits_2f(const masu_results* results, const uint32_t** first,
                                            size_t* count);

/* The first object that a shape meets on its way. */
masu_status masu_world_shape_cast_2f(const masu_world* world, const masu_shape_2f* shape,
                                     const masu_pose_2f* at, const masu_vec_2f* translation,
                                     const masu_query_filter* filter, masu_cast_hit_2f* hit);
/* Objects whose shapes touch a shape, contain a point, or whose boxes overlap a box. */
masu_status masu_world_touching_2f(const masu_world* world, const masu_shape_2f* shape,
                                   const masu_pose_2f* at, const masu_query_filter* filter,
                                   masu_visit_object visit, void* context);
masu_status masu_world_at_2f(const masu_world* world, const masu_vec_2f* point,
                             const masu_query_filter* filter, masu_visit_object visit,
                             void* context);
masu_status masu_world_overlapping_2f(const masu_world* world, const masu_aabb_2f* box,
                                      const masu_query_filter* filter, masu_visit_object visit,
                                      void* context);
/* The objects nearest to a point, at most `places`, by distance to their shapes. */
masu_status masu_world_nearest_2f(const masu_world* world, const masu_vec_2f* point,
                                  const masu_query_filter* filter, masu_neighbor_2f* found,
                                  size_t places, size_t* count);
/* Objects whose shapes are no farther from a point than `radius`. */
masu_status masu_world_within_2f(const masu_world* world, const masu_vec_2f* point, float radius,
                                 const masu_query_filter* filter, masu_visit_near_2f visit,
                                 void* context);
/* The two objects with the least distance: of a world, of one and another, of a world and a shape
 * (b, without a handle). None: a.index is MASU_NO_INDEX. */
masu_status masu_world_closest_pair_2f(const masu_world* world, masu_nearest_2f* found);
masu_status masu_world_closest_between_2f(const masu_world* world, const masu_world* other,
                                          masu_nearest_2f* found);
masu_status masu_world_closest_to_2f(const masu_world* world, const masu_shape_2f* shape,
                                     const masu_pose_2f* at, const masu_query_filter* filter,
                                     masu_nearest_2f* found);
/* Objects of one world and of another whose shapes touch. */
masu_status masu_world_touching_in_2f(const masu_world* world, const masu_world* other,
                                      masu_visit_two visit, void* context);

/* Many at once, by jobs; these may be null. Where answers are arrays, what was wrong with a
 * question is in its answer; where they are lists, all are refused, with the status of the first.
 */
masu_status masu_world_ray_cast_many_2f(const masu_world* world, const masu_ray_2f* rays,
                                        size_t count, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_ray_hit_2f* hits);
masu_status masu_world_overlapping_many_2f(const masu_world* world, const masu_aabb_2f* boxes,
                                           size_t count, const masu_query_filter* filter,
                                           const masu_jobs* jobs, masu_results* results);
masu_status masu_world_nearest_many_2f(const masu_world* world, const masu_vec_2f* points,
                                       size_t count, uint32_t k, const masu_query_filter* filter,
                                       const masu_jobs* jobs, masu_results* results);
/* Of the last call that answers in neighbors: those of point i are first[i] to first[i + 1] - 1. */
const masu_neighbor_2f* masu_results_neighbors_2f(const masu_results* results,
                                                  const uint32_t** first, size_t* count);
/* masu_world_ray_cast_all_2f() for each. */
masu_status masu_world_ray_cast_all_many_2f(const masu_world* world, const masu_ray_2f* rays,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results);
/* Shape i at place i. The results are working memory for those with arrays. Objects that touch each
 * shape, or hold each point, are handles by slot. */
masu_status masu_world_shape_cast_many_2f(const masu_world* world, const masu_shape_2f* shapes,
                                          const masu_pose_2f* at, const masu_vec_2f* translations,
                                          size_t count, const masu_query_filter* filter,
                                          const masu_jobs* jobs, masu_results* results,
                                          masu_cast_hit_2f* hits);
masu_status masu_world_closest_to_many_2f(const masu_world* world, const masu_shape_2f* shapes,
                                          const masu_pose_2f* at, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_nearest_2f* found);
masu_status masu_world_touching_many_2f(const masu_world* world, const masu_shape_2f* shapes,
                                        const masu_pose_2f* at, size_t count,
                                        const masu_query_filter* filter, const masu_jobs* jobs,
                                        masu_results* results);
masu_status masu_world_at_many_2f(const masu_world* world, const masu_vec_2f* points, size_t count,
                                  const masu_query_filter* filter, const masu_jobs* jobs,
                                  masu_results* results);
/* Objects no farther than `radius` from each point, by distance: neighbors. */
masu_status masu_world_within_many_2f(const masu_world* world, const masu_vec_2f* points,
                                      size_t count, float radius, const masu_query_filter* filter,
                                      const masu_jobs* jobs, masu_results* results);
/* For each slot of this world the objects of another that its object touches: handles. */
masu_status masu_world_touching_in_many_2f(const masu_world* world, const masu_world* other,
                                           const masu_jobs* jobs, masu_results* results);

/* --- Shapes without a world. One shape, or two of them, each at a place. Bodies of many pieces
 * are shapes too; `piece` is 0 of a convex one. What is asked is answered bit for bit as the C++
 * verb in brackets does, and its status is returned: those of the shapes and places, and
 * MASU_NOT_CONVERGED, with which the answer is good to its bounds. Bodies are asked as a world asks
 * them: of pieces equally near those may be named that the C++ verb for two meshes does not. Safe
 * in many threads. */

/* From one place to another while t goes from 0 to 1, turning by the shorter way, up to half a
 * turn. */
typedef struct masu_sweep_2f {
  masu_pose_2f begin; /* at t = 0 */
  masu_pose_2f end;   /* at t = 1 */
} masu_sweep_2f;

/* Where a ray meets a shape, and which piece. */
typedef struct masu_piece_ray_cast_2f {
  masu_ray_cast_2f cast;
  uint32_t piece;
  masu_query_stats stats;
} masu_piece_ray_cast_2f;

/* The nearest point of a surface, and of which piece. */
typedef struct masu_piece_surface_point_2f {
  masu_surface_point_2f nearest;
  uint32_t piece;
  masu_query_stats stats;
} masu_piece_surface_point_2f;

/* Can it be? The statuses are those of the calls that make shapes; MASU_NO_POINTS: a body without
 * pieces. [check()] */
masu_status masu_shape_check_2f(const masu_shape_2f* shape);
/* As tight as can be had. [aabb_of()] O(1), for polytopes O(n). */
masu_status masu_shape_box_2f(const masu_shape_2f* shape, const masu_pose_2f* at,
                              masu_aabb_2f* box);
/* [ray_cast()] */
masu_status masu_shape_ray_cast_2f(const masu_shape_2f* shape, const masu_pose_2f* at,
                                   const masu_ray_2f* ray, masu_piece_ray_cast_2f* found);
/* [closest_point()] */
masu_status masu_shape_closest_point_2f(const masu_shape_2f* shape, const masu_pose_2f* at,
                                        const masu_vec_2f* point,
                                        masu_piece_surface_point_2f* found);

/* Are they no farther apart than `margin`? Caches may be null. [intersects()] */
masu_status masu_shapes_touch_2f(const masu_shape_2f* a, const masu_pose_2f* at_a,
                                 const masu_shape_2f* b, const masu_pose_2f* at_b, float margin,
                                 masu_pair_cache* cache, int* touching);
/* 0 where they overlap. [distance()] */
masu_status masu_shapes_distance_2f(const masu_shape_2f* a, const masu_pose_2f* at_a,
                                    const masu_shape_2f* b, const masu_pose_2f* at_b,
                                    masu_piece_separation_2f* found);
/* Minus the depth where they overlap; of convex shapes: MASU_OUT_OF_RANGE for others, which have
 * masu_shapes_contacts_2f(). [penetration()] */
masu_status masu_shapes_penetration_2f(const masu_shape_2f* a, const masu_pose_2f* at_a,
                                       const masu_shape_2f* b, const masu_pose_2f* at_b,
                                       masu_pair_cache* cache, masu_separation_2f* found);
/* How far a convex shape is from the solid that a closed mesh is the surface of; minus the depth
 * where they overlap. A point is a shape. MASU_OPEN_SURFACE, MASU_INVERTED, MASU_UNBOUNDED: as the
 * C++ function says; MASU_WRONG_FORMAT: `mesh` is no mesh. [signed_distance()] */
masu_status masu_mesh_signed_distance_2f(const masu_body* mesh, const masu_pose_2f* at,
                                         const masu_shape_2f* shape, const masu_pose_2f* at_shape,
                                         masu_piece_separation_2f* found);
/* Each two pieces that touch: none, one or many into the results. Null options are the default.
 * MASU_OUT_OF_MEMORY: there are none in the results. [contacts(), contact_manifolds()] */
masu_status masu_shapes_contacts_2f(const masu_shape_2f* a, const masu_pose_2f* at_a,
                                    const masu_shape_2f* b, const masu_pose_2f* at_b,
                                    const masu_contact_options* options, masu_pair_cache* cache,
                                    masu_results* results);
/* Of the last of these calls; corners are those of contact number `contact`, with MASU_AREAS. */
const masu_contact_2f* masu_results_contacts_2f(const masu_results* results, size_t* count);
const masu_corner_2f* masu_results_corners_2f(const masu_results* results, size_t contact,
                                              size_t* count);

/* When b first touches a: on its way by `translation`, not turning [shape_cast()]; when both move
 * and turn [time_of_impact()]. found->impact.hit says whether. */
masu_status masu_shapes_cast_2f(const masu_shape_2f* a, const masu_pose_2f* at_a,
                                const masu_shape_2f* b, const masu_pose_2f* at_b,
                                const masu_vec_2f* translation, masu_piece_impact_2f* found);
masu_status masu_shapes_impact_2f(const masu_shape_2f* a, const masu_sweep_2f* of_a,
                                  const masu_shape_2f* b, const masu_sweep_2f* of_b,
                                  masu_piece_impact_2f* found);

/* --- Characters that slide among the objects of a world. See docs/slide.md. */

/* All within `radius` of the segment from position - half_axis to position + half_axis. */
typedef struct masu_capsule_mover_2f {
  masu_vec_2f position;
  float radius;
  masu_vec_2f half_axis; /* 0: a circle or ball */
} masu_capsule_mover_2f;

/* A piece that a mover comes near, and the move as it begins. */
typedef struct masu_slide_obstacle_2f {
  masu_handle object;
  uint32_t piece;              /* of a tile grid: its cell's number */
  masu_vec_2f displacement;    /* the whole of what it is to go */
  masu_capsule_mover_2f mover; /* before the move */
  const void* inner;           /* for masu_slide_gap_2f() */
} masu_slide_obstacle_2f;
/* How far the mover lies beyond the piece along a direction, before the move: below zero where they
 * overlap on that axis, or the piece lies ahead. 0 without an obstacle. Only in the callback. */
float masu_slide_gap_2f(const masu_slide_obstacle_2f* obstacle, masu_vec_2f direction);
/* Whether it is an obstacle in this move, or 0; asked more than once, to be answered alike. What it
 * throws counts as yes, and the others are not asked any more: all count. */
typedef int (*masu_slide_counts_2f)(void* context, const masu_slide_obstacle_2f* obstacle);

/* `size` is that of the structure. */
typedef struct masu_slide_options_2f {
  uint32_t size;         /* of this structure */
  uint32_t max_contacts; /* then the way ends: MASU_NOT_CONVERGED */
  masu_vec_2f up;        /* 0: all that is met is a wall, and the next three are without effect */
  float walkable_cosine; /* of the steepest slope to be walked on */
  float step_height;     /* edges this high are stepped onto */
  float snap;            /* back onto ground no deeper than this */
  float skin;            /* 0: a 128th of the radius */
  masu_slide_counts_2f counts; /* platforms that hold from above alone; null: all count */
  void* counts_context;        /* of `counts` */
} masu_slide_options_2f;
/* As slide() does without any. */
masu_slide_options_2f masu_slide_options_default_2f(void);

/* What a mover met. */
typedef struct masu_slide_contact_2f {
  masu_handle object;
  uint32_t piece;
  uint8_t walkable; /* can it be walked on? */
  double t;         /* the share of the way gone by then */
  double point[2];
  double normal[2]; /* to the mover */
} masu_slide_contact_2f;

/* How it went. */
typedef struct masu_slide_result_2f {
  uint8_t status;
  uint8_t on_ground; /* does something carry it? */
  uint32_t contacts;
  masu_handle ground;        /* none: index MASU_NO_INDEX */
  masu_vec_2f ground_normal; /* of what carries it */
  masu_vec_2f displacement;  /* as obstacles have turned it */
  float overlap;             /* how deep it still is in obstacles */
  masu_query_stats stats;
} masu_slide_result_2f;

/* Called for each contact. */
typedef void (*masu_visit_slide_contact_2f)(void* context, const masu_slide_contact_2f* contact);

/* Moves a mover among the objects that a filter accepts, except sensors and `left_out` (the mover's
 * own object, or index MASU_NO_INDEX). Filter, options and visitor may be null. The world does not
 * change: threads may move different movers at the same time. MASU_THREW: a callback threw; it has
 * moved, and later contacts are not reported, or all pieces count as obstacles. With any other
 * status but MASU_NOT_CONVERGED it has not moved. */
masu_status masu_world_slide_2f(const masu_world* world, masu_capsule_mover_2f* mover,
                                const masu_vec_2f* displacement, const masu_filter* filter,
                                masu_handle left_out, const masu_slide_options_2f* options,
                                masu_visit_slide_contact_2f contact, void* context,
                                masu_slide_result_2f* result);

/* How an object moved since the last frame: from `from` to where the world has it now. */
typedef struct masu_obstacle_motion_2f {
  masu_handle object;
  masu_pose_2f from; /* where it was */
} masu_obstacle_motion_2f;
/* Returns the pose at a share of a motion, from 0 to 1: straight, rotating by the shorter way. The
 * origin, not rotated, where a pointer is null. */
masu_pose_2f masu_pose_between_2f(const masu_pose_2f* from, const masu_pose_2f* to, double t);

/* What carrying did. */
typedef struct masu_carry_result_2f {
  uint8_t status;
  uint8_t crushed;                 /* 1: obstacles left no space; it went along until `t` */
  masu_handle ground;              /* the moving object that carried it; none: MASU_NO_INDEX */
  masu_handle crushed_by;          /* the moving object that overlaps it the most */
  masu_vec_2f displacement;        /* how far the mover was moved in all */
  masu_vec_2f ground_displacement; /* how far the ground moved below it */
  float t;                         /* share of the motions; below 1 only if crushed */
  float overlap;                   /* depth in crushed_by at the first step after `t` */
  masu_query_stats stats;
} masu_carry_result_2f;

/* Moves a mover along with the objects that moved in this frame: what it stands on carries it, what
 * comes at it pushes it. Call it after masu_world_move_2f() and before masu_world_slide_2f(). Of
 * `moved` those count that are obstacles: not stale, accepted by the filter, no sensors, not
 * `left_out`. Filter and options may be null; `moved` too, where count is 0. [carry()]
 * MASU_OUT_OF_RANGE: an object that may reach the mover moves by more than 256 of its radii.
 * MASU_OUT_OF_MEMORY. MASU_THREW: it has moved, and obstacles were not asked for. With any other
 * status but MASU_NOT_CONVERGED it has not. */
masu_status masu_world_carry_2f(const masu_world* world, masu_capsule_mover_2f* mover,
                                const masu_obstacle_motion_2f* moved, size_t count,
                                const masu_filter* filter, masu_handle left_out,
                                const masu_slide_options_2f* options, masu_carry_result_2f* result);

/* --- Walls and movers of one scalar; see corridor.h. Statuses are those of the C++ classes in
 * brackets; where one is not MASU_OK nothing has changed. */

/* From a to b. */
typedef struct masu_wall_2f {
  masu_vec_2f a;
  masu_vec_2f b;
} masu_wall_2f;

/* What walls are like. Movers meet walls that their filters accept. */
typedef struct masu_wall_kind_2f {
  masu_filter filter;
  masu_vec_2f open_along; /* not 0: who goes along this direction passes; others are stopped */
  uint32_t material;      /* the caller's, like the next */
  uint64_t user_data;
} masu_wall_kind_2f;

/* All within `radius` of the segment from position - half_axis to position + half_axis. */
typedef struct masu_mover_2f {
  masu_vec_2f position;
  float radius;
  masu_vec_2f half_axis; /* 0: a circle */
  masu_filter filter;
  uint32_t passing[8];   /* chains that it is passing through: written by moves */
  uint8_t passing_count; /* how many */
} masu_mover_2f;
/* A circle that meets all walls. */
masu_mover_2f masu_mover_at_2f(masu_vec_2f position, float radius);

/* How a mover went. */
typedef struct masu_move_result_2f {
  uint8_t status;
  masu_query_stats stats;
  uint32_t contacts;
  masu_vec_2f displacement; /* as walls have turned it */
  float overlap;            /* how deep it still is in walls: there was no room to leave them */
} masu_move_result_2f;

/* What a moving wall did to a mover. */
typedef struct masu_push_result_2f {
  uint8_t status;           /* MASU_NOT_FINITE, MASU_OUT_OF_RANGE: no such mover can be */
  uint8_t pushed;           /* did the walls move it? */
  uint8_t crushed;          /* there was no room left between it and others */
  masu_vec_2f displacement; /* that it was pushed by */
  float overlap;            /* of one that is crushed: how deep */
} masu_push_result_2f;

/* `wall` is MASU_NO_WALL if there is none within the distance. */
typedef struct masu_nearest_wall_2f {
  uint8_t status;
  masu_query_stats stats;
  uint32_t wall;
  float distance;
  masu_vec_2f point;
} masu_nearest_wall_2f;

/* --- Chains ----------------------------------------------------------------------------------- */

/* Walls in any order become chains; null options are the default, and the report may be null.
 * [WallChains] */
masu_status masu_wall_chains_create_2f(const masu_wall_2f* walls, size_t count,
                                       const masu_chain_options* options,
                                       const masu_allocator* allocator, masu_chain_report* report,
                                       masu_wall_chains** made);
const masu_vec_2f* masu_wall_chains_vertices_2f(const masu_wall_chains* chains, size_t* count);

/* --- Walls that can be asked ------------------------------------------------------------------ */

/* Copies vertices; a chain may be a stretch of them. Searches no farther than `reach` begin near
 * their end. [ChainTree] */
masu_status masu_chain_tree_create_2f(const masu_vec_2f* vertices, size_t vertex_count,
                                      const masu_wall_chain* chains, size_t chain_count,
                                      float reach, const masu_allocator* allocator,
                                      masu_chain_tree** made);
masu_status masu_chain_tree_set_vertices_2f(masu_chain_tree* tree, uint32_t first,
                                            const masu_vec_2f* vertices, size_t count);
/* Another chain, in places of the tree's choice. */
masu_status masu_chain_tree_insert_2f(masu_chain_tree* tree, const masu_vec_2f* vertices,
                                      size_t count, masu_wall_chain* chain);
masu_status masu_chain_tree_vertex_2f(const masu_chain_tree* tree, uint32_t vertex,
                                      masu_vec_2f* place);

/* The nearest wall, every wall within a radius, the first wall on a way; distances count in. */
masu_status masu_chain_tree_nearest_2f(const masu_chain_tree* tree, const masu_vec_2f* point,
                                       float max_distance, masu_nearest_wall_2f* found);
masu_status masu_chain_tree_within_2f(const masu_chain_tree* tree, const masu_vec_2f* point,
                                      float radius, masu_visit_wall visit, void* context);
masu_status masu_chain_tree_ray_cast_2f(const masu_chain_tree* tree, const masu_ray_2f* ray,
                                        masu_wall_hit* hit);
/* Of a capsule as a mover is; half_axis may be null: a circle. */
masu_status masu_chain_tree_capsule_cast_2f(const masu_chain_tree* tree,
                                            const masu_vec_2f* position,
                                            const masu_vec_2f* half_axis, float radius,
                                            const masu_vec_2f* translation, masu_wall_hit* hit);

/* Many at once: the memory of the results is worked with, the answers are the caller's. What is
 * wrong with a question is in its answer. Jobs may be null. [WallQueryBatch] */
masu_status masu_chain_tree_nearest_many_2f(const masu_chain_tree* tree, const masu_vec_2f* points,
                                            size_t count, float max_distance, const masu_jobs* jobs,
                                            masu_results* results, masu_nearest_wall_2f* found);
masu_status masu_chain_tree_ray_cast_many_2f(const masu_chain_tree* tree, const masu_ray_2f* rays,
                                             size_t count, const masu_jobs* jobs,
                                             masu_results* results, masu_wall_hit* hits);
masu_status masu_chain_tree_circle_cast_many_2f(const masu_chain_tree* tree,
                                                const masu_vec_2f* points, float radius,
                                                const masu_vec_2f* translations, size_t count,
                                                const masu_jobs* jobs, masu_results* results,
                                                masu_wall_hit* hits);

/* --- Corridors -------------------------------------------------------------------------------- */

/* kind_of[w] is the kind of wall w, one for each vertex; null: all are of kinds[0]; no kinds: all
 * stop everybody. [Corridor] */
masu_status masu_corridor_create_2f(const masu_vec_2f* vertices, size_t vertex_count,
                                    const masu_wall_chain* chains, size_t chain_count,
                                    const masu_wall_kind_2f* kinds, size_t kind_count,
                                    const uint32_t* kind_of, const masu_corridor_options* options,
                                    const masu_allocator* allocator, masu_corridor** made);
masu_status masu_corridor_kind_2f(const masu_corridor* corridor, uint32_t wall,
                                  masu_wall_kind_2f* kind);

/* By a displacement, as walls let it. Options and visitor may be null. Changes nothing in the
 * corridor. MASU_NOT_CONVERGED: more contacts than asked for; MASU_TOO_MANY_OBJECTS: it passes
 * through more open chains at once than it can remember; MASU_THREW: the visitor threw; it has
 * moved, and later contacts are not reported. With any other status it has not moved. */
masu_status masu_corridor_move_2f(const masu_corridor* corridor, masu_mover_2f* mover,
                                  const masu_vec_2f* displacement, const masu_move_options* options,
                                  masu_visit_wall_contact contact, void* context,
                                  masu_move_result_2f* result);
/* Each of many, which do not meet each other; the visitor is called from the threads of jobs. What
 * is wrong with a mover is in its result. [MoverBatch] */
masu_status masu_corridor_move_many_2f(const masu_corridor* corridor, masu_mover_2f* movers,
                                       const masu_vec_2f* displacements, size_t count,
                                       const masu_move_options* options, const masu_jobs* jobs,
                                       masu_visit_wall_contact contact, void* context,
                                       masu_results* results, masu_move_result_2f* moved);
/* Moves a chain, or a stretch of one, and pushes movers out of its way; pushed[i] says what
 * happened to movers[i], and may be null. MASU_BUSY: within a visitor of its own. */
masu_status masu_corridor_move_walls_2f(masu_corridor* corridor, const masu_wall_chain* chain,
                                        const masu_vec_2f* translation, masu_mover_2f* movers,
                                        size_t count, masu_push_result_2f* pushed);
/* Other places for vertices; movers learn of it when they move. MASU_BUSY as above. */
masu_status masu_corridor_set_vertices_2f(masu_corridor* corridor, uint32_t first,
                                          const masu_vec_2f* vertices, size_t count);

#endif
