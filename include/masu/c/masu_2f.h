/* SPDX-License-Identifier: MIT */
/* A part of masu.h: the types and functions for 2D and float.
 * Written by tools/write_c_headers.py from src/c/api. */
#ifndef MASU_C_MASU_2F_H
#define MASU_C_MASU_2F_H
#ifndef MASU_C_MASU_H
#error "include <masu/c/masu.h>, which includes this"
#endif
/* clang-format off */

/* --- Poses ------------------------------------------------------------------------------------ */

/* A pose: rotates first, then translates. */
typedef struct masu_pose_2f {
  masu_vec_2f translation;   /* applied after the rotation */
  masu_rotation_2f rotation; /* applied first */
} masu_pose_2f;

/* A closed box. It is empty if min > max or NaN on an axis. */
typedef struct masu_aabb_2f {
  masu_vec_2f min; /* the lower corner */
  masu_vec_2f max; /* the upper corner */
} masu_aabb_2f;

/* A ray: origin + t * direction for 0 <= t <= max_t, which may be infinite. */
typedef struct masu_ray_2f {
  masu_vec_2f origin;    /* the point at t = 0 */
  masu_vec_2f direction; /* of any length, which is the unit of t */
  float max_t;           /* the end of the ray; not negative */
} masu_ray_2f;

/* Returns the pose at a position, without rotation. */
masu_pose_2f masu_pose_at_2f(masu_vec_2f translation);

/* Return rotations by an angle in radians, counterclockwise, with the same bits on every machine.
 * If the angle is not finite, or the axis has length 0, every call refuses the result
 * (MASU_NOT_FINITE, MASU_NOT_UNIT). docs/transforms.md. */
masu_rotation_2f masu_rotation_from_angle_2f(float radians);
/* Returns the pose at `eye` with its +x axis (in 3D: its +z axis) towards `target`, and its +y axis
 * near `up`. */
masu_pose_2f masu_pose_look_at_2f(masu_vec_2f eye, masu_vec_2f target);
/* Composes two poses: first `child`, then `parent`. */
masu_pose_2f masu_pose_compose_2f(masu_pose_2f parent, masu_pose_2f child);
/* Returns the inverse of a pose. */
masu_pose_2f masu_pose_inverse_2f(masu_pose_2f pose);
/* Map a point from the frame of the pose to the world, and back. */
masu_vec_2f masu_pose_to_world_2f(masu_pose_2f pose, masu_vec_2f point);
masu_vec_2f masu_pose_to_local_2f(masu_pose_2f pose, masu_vec_2f point);
/* Convert from and to a homogeneous matrix of 9 numbers (16 in 3D), in column-major order.
 * Statuses: MASU_NOT_UNIT: it scales or shears; MASU_INVERTED: it mirrors; MASU_WRONG_FORMAT: its
 * last row is not 0 .. 0 1; MASU_NOT_FINITE. */
masu_status masu_pose_from_column_major_2f(const float* matrix, masu_pose_2f* pose);
masu_status masu_pose_to_column_major_2f(const masu_pose_2f* pose, float* matrix);

/* --- Shapes ----------------------------------------------------------------------------------- */

/* A shape: all points within `radius` of a core. `kind` is MASU_POINT to MASU_HALF_SPACE with its
 * numbers in `p`, or MASU_BODY. The calls below make shapes. You may add a radius to every convex
 * shape. */
typedef struct masu_shape_2f {
  uint32_t kind;         /* MASU_POINT to MASU_HALF_SPACE, or MASU_BODY */
  float radius;          /* around the core; 0: none */
  masu_vec_2f p[3];      /* The numbers of the core. */
  const masu_body* body; /* of MASU_BODY; else null */
} masu_shape_2f;

/* Make shapes. Calls that take a shape check its numbers: MASU_NOT_POSITIVE (a radius, half height
 * or half axis not above zero, a negative half extent), MASU_NOT_FINITE, MASU_NOT_UNIT (the
 * half-space's normal), MASU_OUT_OF_RANGE. */
masu_shape_2f masu_point_2f(masu_vec_2f position);
masu_shape_2f masu_sphere_2f(float radius, masu_vec_2f center);
masu_shape_2f masu_capsule_2f(masu_vec_2f a, masu_vec_2f b, float radius);
masu_shape_2f masu_segment_2f(masu_vec_2f a, masu_vec_2f b);
masu_shape_2f masu_triangle_2f(masu_vec_2f a, masu_vec_2f b, masu_vec_2f c);
masu_shape_2f masu_box_2f(masu_vec_2f half_extents, masu_vec_2f center);
/* Makes a box with edges rounded by `radius`, not larger than the sharp box. [rounded_box()] */
masu_shape_2f masu_rounded_box_2f(masu_vec_2f half_extents, float radius, masu_vec_2f center);
/* An ellipsoid with half its size along each of its own axes; its center is the origin. */
masu_shape_2f masu_ellipsoid_2f(masu_vec_2f half_axes);
/* Makes the half-space of all points x with normal . x <= offset. */
masu_shape_2f masu_half_space_2f(masu_vec_2f normal, float offset);
/* Returns the shape of a body. */
masu_shape_2f masu_shape_of_2f(const masu_body* body);

/* --- Bodies ----------------------------------------------------------------------------------- */

/* A convex child of a compound, and its pose in the compound's frame. */
typedef struct masu_child_2f {
  masu_shape_2f shape; /* convex */
  masu_pose_2f pose;   /* in the compound's frame */
} masu_child_2f;

/* Returns the point of a convex shape that lies farthest along a direction. The direction is not 0;
 * the point must be finite. If the callback throws, the origin is used. */
typedef masu_vec_2f (*masu_support_2f)(void* context, const masu_vec_2f* direction);

/* Makes the convex hull of points. This and the calls below copy their input; `made` is null if
 * they fail. Null allocator: the library's own. Statuses: MASU_OUT_OF_MEMORY, and those of the C++
 * classes in brackets. [polygon_of(), polyhedron_of()] O(n log n). */
masu_status masu_hull_create_2f(const masu_vec_2f* points, size_t count,
                                const masu_allocator* allocator, masu_body** made);
/* Makes a polygon of corners in counterclockwise order. [ConvexPolygon] */
masu_status masu_polygon_create_2f(const masu_vec_2f* corners, size_t count,
                                   const masu_allocator* allocator, masu_body** made);
/* Makes a mesh of triangles (3D) or segments (2D). Each takes the next three or two of `corners`,
 * which are indices into `vertices`. [SurfaceMesh] */
masu_status masu_mesh_create_2f(const masu_vec_2f* vertices, size_t vertex_count,
                                const uint32_t* corners, size_t corner_count,
                                const masu_allocator* allocator, masu_body** made);
/* Moves all vertices of a mesh. O(vertices). */
masu_status masu_mesh_set_vertices_2f(masu_body* mesh, const masu_vec_2f* vertices, size_t count);
/* Makes a height field. `samples` and `spacing` have an element for each axis of the ground: one in
 * 2D, two in 3D. Heights are at heights[i + k * samples[0]]. [HeightField] */
masu_status masu_height_field_create_2f(const uint32_t* samples, const float* spacing,
                                        const float* heights, size_t count,
                                        const masu_allocator* allocator, masu_body** made);
/* Sets the heights of a block of samples that starts at sample `first`. */
masu_status masu_height_field_set_heights_2f(masu_body* field, const uint32_t* first,
                                             const uint32_t* samples, const float* heights,
                                             size_t count);
/* Sets whether a cell is a hole, without ground. */
masu_status masu_height_field_set_hole_2f(masu_body* field, const uint32_t* cell, int hole);
/* Makes a grid with a tile for each cell, axis 0 fastest. Null tiles: all cells are empty.
 * [TileGrid] */
masu_status masu_tile_grid_create_2f(const uint32_t size[2], masu_vec_2f cell_size,
                                     const uint8_t* tiles, size_t count,
                                     const masu_allocator* allocator, masu_body** made);
/* Sets the tile of a cell. */
masu_status masu_tile_grid_set_2f(masu_body* grid, const uint32_t cell[2], uint8_t tile);
/* Makes a compound of convex children; it keeps their bodies alive. [Compound] */
masu_status masu_compound_create_2f(const masu_child_2f* children, size_t count,
                                    const masu_allocator* allocator, masu_body** made);
/* Moves a child of a compound. */
masu_status masu_compound_move_2f(masu_body* compound, uint32_t child, const masu_pose_2f* pose);
/* Makes the hull of two spheres: a capsule with a radius for each end. [TaperedCapsule] */
masu_status masu_tapered_capsule_create_2f(masu_vec_2f a, float radius_a, masu_vec_2f b,
                                           float radius_b, const masu_allocator* allocator,
                                           masu_body** made);
/* Makes a convex shape of your own, whose context must outlive it. */
masu_status masu_custom_create_2f(masu_support_2f support, void* context,
                                  const masu_allocator* allocator, masu_body** made);

/* --- Results ---------------------------------------------------------------------------------- */

/* The distance of two shapes. The normal has length 1 and points from a to b; point_b - point_a =
 * distance * normal; a negative distance is minus the depth. docs/contact.md. */
typedef struct masu_separation_2f {
  uint8_t status;      /* MASU_OK, MASU_NOT_CONVERGED (wide bounds), or why there is none */
  float distance;      /* between the surfaces; negative where they overlap */
  float lower;         /* bounds of the exact distance */
  float upper;         /* not below the exact distance */
  masu_vec_2f normal;  /* from a to b */
  masu_vec_2f point_a; /* the nearest, or deepest, point of a */
  masu_vec_2f point_b; /* the nearest, or deepest, point of b */
} masu_separation_2f;

/* The contact of two sub-shapes. */
typedef struct masu_contact_2f {
  uint32_t sub_shape_a;          /* 0 for a convex shape */
  uint32_t sub_shape_b;          /* likewise, of the other shape */
  masu_separation_2f separation; /* of the two sub-shapes */
  uint32_t first_corner; /* index in the pair's corners; corner_count of them are this contact's */
  uint32_t corner_count; /* how many corners are this contact's */
} masu_contact_2f;

/* A corner of a contact area. 4 bytes of padding follow `feature_id` if the scalar is double.
 * [ManifoldPoint] */
typedef struct masu_corner_2f {
  masu_vec_2f point_a; /* on the surface of a */
  masu_vec_2f point_b; /* on the surface of b */
  float distance;      /* point_b - point_a = distance * normal: negative where they overlap */
  /* The features that make the corner: that of a in the high 16 bits, that of b in the low 16. The
   * id stays equal from update to update while they make it: store a solver's impulses by pair,
   * sub-shapes and this id. */
  uint32_t feature_id;
} masu_corner_2f;

/* A first contact, at time t of a path; t is from 0 to 1. */
typedef struct masu_impact_2f {
  uint8_t status;      /* MASU_OK; MASU_NOT_CONVERGED: nothing touches before t */
  uint8_t hit;         /* whether there is a contact */
  float t;             /* 1 without a contact */
  masu_vec_2f normal;  /* from a to b */
  masu_vec_2f point_a; /* the point of contact on a */
  masu_vec_2f point_b; /* the point of contact on b */
} masu_impact_2f;

/* A first contact, and its sub-shapes. */
typedef struct masu_sub_shape_impact_2f {
  masu_impact_2f impact;  /* with the status of the query */
  uint32_t sub_shape_a;   /* sub-shape of a */
  uint32_t sub_shape_b;   /* sub-shape of b */
  masu_query_stats stats; /* work of the search */
} masu_sub_shape_impact_2f;

/* A first contact of two objects within a frame. */
typedef struct masu_pair_impact_2f {
  masu_handle a;                  /* the first object */
  masu_handle b;                  /* the second object */
  masu_sub_shape_impact_2f first; /* where and when they touch first */
} masu_pair_impact_2f;

/* Where a ray hits a shape: at origin + t * direction. */
typedef struct masu_ray_cast_2f {
  uint8_t status;     /* MASU_OK; MASU_NOT_CONVERGED: t is a lower bound */
  uint8_t hit;        /* whether the ray meets the shape */
  float t;            /* of the first common point */
  masu_vec_2f point;  /* on the surface */
  masu_vec_2f normal; /* of the surface, against the ray */
} masu_ray_cast_2f;

/* The object that a ray hits, and where; `cast.hit` is 0 if there is none. */
typedef struct masu_ray_hit_2f {
  uint8_t status;         /* of the whole query */
  masu_handle object;     /* none: index MASU_NO_INDEX */
  uint32_t sub_shape;     /* of the object's shape; 0 if it is convex */
  masu_ray_cast_2f cast;  /* where the ray hits it */
  masu_query_stats stats; /* work of the query */
} masu_ray_hit_2f;

/* The object that a shape cast hits. In `impact`, a is that object, and b the cast shape. */
typedef struct masu_cast_hit_2f {
  uint8_t status;         /* of the whole query */
  masu_handle object;     /* none: index MASU_NO_INDEX */
  uint32_t sub_shape;     /* of the object's shape; 0 if it is convex */
  masu_impact_2f impact;  /* where and when the shape hits it */
  masu_query_stats stats; /* work of the query */
} masu_cast_hit_2f;

/* The nearest point of a surface. The query point is point + distance * normal; inside, distance is
 * negative. */
typedef struct masu_surface_point_2f {
  uint8_t status;     /* MASU_OK, MASU_NOT_CONVERGED (less accurate), or why there is none */
  float distance;     /* from the surface; negative inside */
  masu_vec_2f point;  /* the nearest point of the surface */
  masu_vec_2f normal; /* outward at `point` */
} masu_surface_point_2f;

/* An object, and the square of its distance. */
typedef struct masu_neighbor_2f {
  masu_handle object;     /* which object */
  float distance_squared; /* from the query to the object */
} masu_neighbor_2f;

/* The distance of two shapes, and their nearest sub-shapes. */
typedef struct masu_sub_shape_separation_2f {
  masu_separation_2f separation; /* of the two nearest sub-shapes */
  uint32_t sub_shape_a;          /* sub-shape of a */
  uint32_t sub_shape_b;          /* sub-shape of b */
  masu_query_stats stats;        /* work of the search */
} masu_sub_shape_separation_2f;

/* The two nearest objects and the distance between them; none: a.index is MASU_NO_INDEX. */
typedef struct masu_nearest_2f {
  uint8_t status;                          /* of the whole query */
  masu_handle a;                           /* the first object */
  masu_handle b;                           /* the second object */
  masu_sub_shape_separation_2f separation; /* the distance between them */
  masu_query_stats stats;                  /* work of the query */
} masu_nearest_2f;

/* The state of an object in a world. */
typedef struct masu_object_2f {
  masu_pose_2f pose;           /* position and rotation */
  masu_aabb_2f box;            /* around the shape at the pose */
  masu_shape_2f shape;         /* what was added */
  masu_object_options options; /* With the effective filter: that of its layer. */
  uint8_t outside;             /* of masu_world_bounds_2f(), as of the last update */
} masu_object_2f;

/* --- Worlds ----------------------------------------------------------------------------------- */

/* As masu_world_create(), but only for options of this dimension and scalar; others are
 * MASU_OUT_OF_RANGE. A program that makes all its worlds with this call links only code of this
 * dimension and scalar; see docs/c.md. */
masu_status masu_world_create_2f(const masu_world_options* options, const masu_allocator* allocator,
                                 masu_world** made);

/* --- Objects ---------------------------------------------------------------------------------- */

/* Adds an object. Null options: the default. Statuses: those of the shape and its pose,
 * MASU_NO_POINTS (a body without sub-shapes), MASU_WRONG_FORMAT (options of another size, a body of
 * another kind), MASU_TOO_MANY_OBJECTS, and those of all changes; `made` has no object then. */
masu_status masu_world_add_2f(masu_world* world, const masu_shape_2f* shape,
                              const masu_pose_2f* pose, const masu_object_options* options,
                              masu_handle* made);
/* Adds an object for each pose, several times as fast as one by one. `shapes` has one shape for all
 * objects, or `count` shapes. `options` has one element for all, `count` elements, or none (the
 * default). Statuses: MASU_SIZE_MISMATCH, and that of masu_world_add_2f() for the first object that
 * is refused. No object is added then, and `made` has none. */
masu_status masu_world_add_many_2f(masu_world* world, const masu_shape_2f* shapes,
                                   size_t shape_count, const masu_pose_2f* poses,
                                   const masu_object_options* options, size_t option_count,
                                   size_t count, masu_handle* made);
/* Moves an object. Sensors and continuous objects sweep the straight path. */
masu_status masu_world_move_2f(masu_world* world, masu_handle object, const masu_pose_2f* pose);
/* Moves many objects, faster than one by one. Stops at the first that is refused; those before it
 * have moved. */
masu_status masu_world_move_many_2f(masu_world* world, const masu_handle* objects,
                                    const masu_pose_2f* poses, size_t count);
/* Moves an object without a sweep. */
masu_status masu_world_teleport_2f(masu_world* world, masu_handle object, const masu_pose_2f* pose);
/* Replaces the shape of an object. Call it also when the body of its shape has changed. */
masu_status masu_world_set_shape_2f(masu_world* world, masu_handle object,
                                    const masu_shape_2f* shape);
/* Sets the bounds. masu_world_left() lists objects whose boxes have left the bounds.
 * MASU_OUT_OF_RANGE: an empty box. */
masu_status masu_world_set_bounds_2f(masu_world* world, const masu_aabb_2f* bounds);
/* Returns the bounds. */
masu_status masu_world_bounds_2f(const masu_world* world, masu_aabb_2f* bounds);
/* Returns the state of an object. MASU_STALE_HANDLE. */
masu_status masu_world_find_2f(const masu_world* world, masu_handle object, masu_object_2f* found);

/* --- Snapshots -------------------------------------------------------------------------------- */

/* Sets the shape of an object that had a body when it was saved: MASU_BODY with the radius that it
 * had. Returns 0 if there is none. The world keeps the body alive as after masu_world_add_2f(); you
 * may release it at any time. */
typedef int (*masu_body_shape_for_2f)(void* context, masu_handle object, uint64_t user_data,
                                      masu_shape_2f* shape);
/* As masu_world_restore(), but takes bodies from `shape_for`: for another process, or after objects
 * have been removed. MASU_STALE_HANDLE: `shape_for` returns 0, a body of another dimension or
 * scalar, or a body with another box. MASU_THREW. The world is unchanged then. */
masu_status masu_world_restore_with_2f(masu_world* world, const void* bytes, size_t size,
                                       masu_body_shape_for_2f shape_for, void* context);

/* --- The frame -------------------------------------------------------------------------------- */

/* Callbacks for events. Null callbacks are not called. */
typedef struct masu_listener_2f {
  void (*on_end)(void* context, const masu_ended_pair* ended); /* Pairs that have ended. */
  /* Sensors and objects that crossed them within the frame. */
  void (*on_cross)(void* context, const masu_pair_impact_2f* crossed);
  void (*on_begin)(void* context, const masu_pair* pair); /* Pairs that are new. */
  void (*on_stay)(void* context, const masu_pair* pair);  /* Pairs that existed before. */
  /* First contacts of continuous objects. */
  void (*on_impact)(void* context, const masu_pair_impact_2f* impact);
  void (*on_leave)(void* context, masu_handle object); /* Objects that have left the bounds. */
  void* context;                                       /* passed to all of these */
} masu_listener_2f;

/* Updates as masu_world_update(), then calls the listener for all ended and crossed pairs, impacts,
 * pairs that began, pairs that stayed, and objects that have left, in this order. MASU_THREW: the
 * listener threw; the world is up to date, and later events are not reported. */
masu_status masu_world_update_with_listener_2f(masu_world* world, const masu_listener_2f* listener,
                                               masu_update_result* result);

/* As of the last update, valid until the next: sensors with the objects that crossed them within
 * the frame; first contacts on the paths of continuous objects. Both earliest first. */
const masu_pair_impact_2f* masu_world_crossed_2f(const masu_world* world, size_t* count);
const masu_pair_impact_2f* masu_world_impacts_2f(const masu_world* world, size_t* count);
/* Return the contacts of a pair, and with MASU_AREAS the corners of its contact number `contact`.
 * The pair may be a copy of one in masu_world_pairs(). A pair that has ended has none. */
const masu_contact_2f* masu_world_contacts_2f(const masu_world* world, const masu_pair* pair,
                                              size_t* count);
const masu_corner_2f* masu_world_corners_2f(const masu_world* world, const masu_pair* pair,
                                            size_t contact, size_t* count);

/* The intersection of two sub-shapes; in 2D an area. Pointers are valid until the next update. */
typedef struct masu_volume_2f {
  uint8_t status;                /* with any but MASU_OK it is empty; see WorldVolume */
  float volume;                  /* in 2D an area */
  masu_vec_2f centroid;          /* of the volume */
  float area;                    /* of the cut: of what both surfaces share */
  masu_vec_2f normal;            /* of the cut, from a to b */
  size_t vertex_count;           /* the number of vertices, */
  size_t face_count;             /* faces, */
  size_t cut_count;              /* loops of the cut */
  size_t index_count;            /* and indices */
  const masu_vec_2f* vertices;   /* corners of faces and loops */
  const masu_volume_loop* faces; /* counterclockwise from outside; in 2D edges */
  const masu_volume_loop* cuts;  /* loops of the cut */
  const uint32_t* indices;       /* of vertices, for faces and loops */
} masu_volume_2f;
/* Returns the volume of a pair's contact number `contact`, in a world with MASU_VOLUMES, and
 * found->status. MASU_STALE_HANDLE: the pair has ended; MASU_BAD_INDEX: no such contact;
 * MASU_NOT_UPDATED: the last update failed before it, or the world has no volumes. */
masu_status masu_world_volume_2f(const masu_world* world, const masu_pair* pair, size_t contact,
                                 masu_volume_2f* found);
/* Returns the offset from object b of a pair to the periodic image of b that a touches; zero in a
 * world without periods. MASU_STALE_HANDLE: the pair has ended. */
masu_status masu_world_shift_2f(const masu_world* world, const masu_pair* pair, masu_vec_2f* shift);

/* Callbacks that draw a world, with kinds MASU_DRAW_OBJECT and so on. MASU_THREW: a callback threw,
 * and not all was drawn. */
typedef struct masu_debug_draw_2f {
  /* Called for each box. */
  void (*box)(void* context, const masu_aabb_2f* box, uint32_t kind);
  /* Called for each line. */
  void (*line)(void* context, const masu_vec_2f* from, const masu_vec_2f* to, uint32_t kind);
  void* context;       /* passed to both functions */
  float normal_length; /* The length of normals. */
} masu_debug_draw_2f;
/* Calls these functions for everything that can be drawn. */
masu_status masu_world_draw_2f(const masu_world* world, const masu_debug_draw_2f* draw);

/* --- Boxes alone. See broad_phase.h. */

/* The first box that a ray hits, and where; `hit` is 0 if there is none. */
typedef struct masu_box_hit_2f {
  uint8_t status;         /* of the query */
  uint8_t hit;            /* whether the ray meets a box */
  uint32_t index;         /* of the box */
  float t;                /* where: origin + t * direction */
  masu_query_stats stats; /* work of the query */
} masu_box_hit_2f;

/* A box, and the square of its distance. */
typedef struct masu_near_box_2f {
  uint32_t index;         /* of the box */
  float distance_squared; /* from the query to the box */
} masu_near_box_2f;

/* Receives a box that a ray hits at t. Returns 0 to stop the search: MASU_STOPPED. */
typedef int (*masu_visit_on_ray_2f)(void* context, uint32_t index, float t);

/* Makes a pair finder and index of boxes. `period`: length of each periodic axis, 0 for others;
 * null: no period. Null allocator: the library's own. MASU_OUT_OF_RANGE: an invalid length;
 * MASU_OUT_OF_MEMORY. */
masu_status masu_broad_phase_create_2f(const masu_vec_2f* period, const masu_allocator* allocator,
                                       masu_broad_phase** made);

/* Finds each pair of overlapping boxes of an array, once. `filters`: null, or one for each box;
 * jobs and stats may be null. MASU_TOO_MANY_OBJECTS, MASU_OUT_OF_MEMORY: there are no pairs then.
 * MASU_BUSY: called in a job of a search. [AutoFinder and others] Typically O(n log n + pairs). */
masu_status masu_broad_phase_find_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* boxes,
                                     size_t count, const masu_filter* filters,
                                     const masu_jobs* jobs, masu_query_stats* stats);
/* Finds each overlapping pair of a box of `a` and a box of `b`, as above. MASU_SIZE_MISMATCH:
 * filters for only one of the arrays. */
masu_status masu_broad_phase_find_between_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* a,
                                             size_t count_a, const masu_aabb_2f* b, size_t count_b,
                                             const masu_filter* filters_a,
                                             const masu_filter* filters_b, const masu_jobs* jobs,
                                             masu_query_stats* stats);

/* Builds the index of these boxes, which replaces the previous one; copies them. Statuses: as
 * above; the index is empty then. MASU_BUSY: called in a visitor or job; nothing has changed. [Bvh]
 * O(n log n). */
masu_status masu_broad_phase_build_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* boxes,
                                      size_t count, const masu_filter* filters);
/* Moves the boxes of the index: O(n), and slower queries the farther they moved. Statuses:
 * MASU_SIZE_MISMATCH: nothing has changed; MASU_OUT_OF_MEMORY: the index is empty. */
masu_status masu_broad_phase_refit_2f(masu_broad_phase* broad_phase, const masu_aabb_2f* boxes,
                                      size_t count);

/* Returns the index as bytes, valid until the next save or destroy. Other threads, processes and
 * machines with the same byte order can restore them. */
masu_status masu_broad_phase_save_2f(masu_broad_phase* broad_phase, const void** bytes,
                                     size_t* size);
/* Replaces the index by a copy of a saved one, with the period that it had: O(size), no sorting. It
 * answers the same queries; masu_broad_phase_refit_2f() returns MASU_NOT_UPDATED until the next
 * build. If it fails, the index is unchanged. MASU_DAMAGED: altered bytes; MASU_WRONG_FORMAT:
 * another kind or version; MASU_OUT_OF_MEMORY; MASU_BUSY: as above. */
masu_status masu_broad_phase_restore_2f(masu_broad_phase* broad_phase, const void* bytes,
                                        size_t size);

/* Visit the boxes of the index that overlap a box, or are no farther from it than `radius`. Filters
 * may be null. Typically O(log n + results). */
masu_status masu_broad_phase_overlapping_2f(const masu_broad_phase* broad_phase,
                                            const masu_aabb_2f* box, const masu_filter* filter,
                                            masu_visit_index visit, void* context);
masu_status masu_broad_phase_within_2f(const masu_broad_phase* broad_phase, const masu_aabb_2f* box,
                                       float radius, const masu_filter* filter,
                                       masu_visit_index visit, void* context);
/* Finds the boxes nearest to a box, at most `capacity`, sorted by distance. */
masu_status masu_broad_phase_nearest_2f(const masu_broad_phase* broad_phase,
                                        const masu_aabb_2f* box, const masu_filter* filter,
                                        masu_near_box_2f* found, size_t capacity, size_t* count);
/* Find the first box that a ray hits, or visit all such boxes in no particular order.
 * MASU_OUT_OF_RANGE: the index has a period. */
masu_status masu_broad_phase_ray_cast_2f(const masu_broad_phase* broad_phase,
                                         const masu_ray_2f* ray, const masu_filter* filter,
                                         masu_box_hit_2f* hit);
masu_status masu_broad_phase_on_ray_2f(const masu_broad_phase* broad_phase, const masu_ray_2f* ray,
                                       const masu_filter* filter, masu_visit_on_ray_2f visit,
                                       void* context);

/* Batches of queries. Jobs may be null. The status of each ray is in its hit. */
masu_status masu_broad_phase_overlapping_many_2f(const masu_broad_phase* broad_phase,
                                                 const masu_aabb_2f* boxes, size_t count,
                                                 const masu_filter* filter, const masu_jobs* jobs,
                                                 masu_results* results);
masu_status masu_broad_phase_ray_cast_many_2f(const masu_broad_phase* broad_phase,
                                              const masu_ray_2f* rays, size_t count,
                                              const masu_filter* filter, const masu_jobs* jobs,
                                              masu_box_hit_2f* hits);

/* --- Convex hulls. See hull.h. */

/* Makes a hull builder, without points. `merge`: 0 (an exact hull), or the share of the largest
 * extent by which points may lie outside of a simplified hull, up to 0.1. MASU_OUT_OF_RANGE: other
 * values. [Merge] */
masu_status masu_convex_hull_create_2f(double merge, const masu_allocator* allocator,
                                       masu_convex_hull** made);
/* Builds the hull of these points; does not keep them. MASU_NOT_FINITE, MASU_OUT_OF_RANGE,
 * MASU_TOO_MANY_OBJECTS, MASU_OUT_OF_MEMORY: it is empty then. [AndrewChain, Quickhull3] Usually
 * O(n log n). */
masu_status masu_convex_hull_build_2f(masu_convex_hull* hull, const masu_vec_2f* points,
                                      size_t count);

/* --- Queries. They see the objects of a world as they are now, and may run in many threads
 * while none changes the world. */

/* Receives an object that a ray hits. Returns 0 to stop the search: MASU_STOPPED. */
typedef int (*masu_visit_hit_2f)(void* context, const masu_ray_hit_2f* hit);
/* Receives an object within reach, and its nearest point. Returns 0 to stop: MASU_STOPPED. */
typedef int (*masu_visit_near_2f)(void* context, masu_handle object,
                                  const masu_surface_point_2f* nearest);

/* Finds the first object that a ray hits; hit->cast.hit is 0 if there is none. In this and all
 * other queries the filter may be null: then all objects count, but rays and shape casts pass
 * through sensors. MASU_WRONG_FORMAT: a filter of another size; MASU_OUT_OF_RANGE: an invalid
 * `sensors`. */
masu_status masu_world_ray_cast_2f(const masu_world* world, const masu_ray_2f* ray,
                                   const masu_query_filter* filter, masu_ray_hit_2f* hit);
/* Find all objects on a ray: visit them in no particular order, or list them sorted by t. */
masu_status masu_world_for_each_on_ray_2f(const masu_world* world, const masu_ray_2f* ray,
                                          const masu_query_filter* filter, masu_visit_hit_2f visit,
                                          void* context);
masu_status masu_world_ray_cast_all_2f(const masu_world* world, const masu_ray_2f* ray,
                                       const masu_query_filter* filter, masu_results* results);
/* Results of the last of these calls, or of masu_world_ray_cast_all_many_2f(): those of ray i are
 * first[i] to first[i + 1] - 1. */
const masu_ray_hit_2f* masu_results_hits_2f(const masu_results* results, const uint32_t** first,
                                            size_t* count);

/* Finds the first object that a shape hits when it moves by `translation`. */
masu_status masu_world_shape_cast_2f(const masu_world* world, const masu_shape_2f* shape,
                                     const masu_pose_2f* pose, const masu_vec_2f* translation,
                                     const masu_query_filter* filter, masu_cast_hit_2f* hit);
/* Visit objects whose shapes touch a shape, contain a point, or whose boxes overlap a box. */
masu_status masu_world_touching_2f(const masu_world* world, const masu_shape_2f* shape,
                                   const masu_pose_2f* pose, const masu_query_filter* filter,
                                   masu_visit_object visit, void* context);
masu_status masu_world_at_2f(const masu_world* world, const masu_vec_2f* point,
                             const masu_query_filter* filter, masu_visit_object visit,
                             void* context);
masu_status masu_world_overlapping_2f(const masu_world* world, const masu_aabb_2f* box,
                                      const masu_query_filter* filter, masu_visit_object visit,
                                      void* context);
/* Finds the objects nearest to a point, at most `capacity`, sorted by distance to their shapes. */
masu_status masu_world_nearest_2f(const masu_world* world, const masu_vec_2f* point,
                                  const masu_query_filter* filter, masu_neighbor_2f* found,
                                  size_t capacity, size_t* count);
/* Visits objects whose shapes are no farther from a point than `radius`. */
masu_status masu_world_within_2f(const masu_world* world, const masu_vec_2f* point, float radius,
                                 const masu_query_filter* filter, masu_visit_near_2f visit,
                                 void* context);
/* Find the closest pair: of two objects of a world; of objects of two worlds; of an object and a
 * shape (b, without a handle). None: a.index is MASU_NO_INDEX. */
masu_status masu_world_closest_pair_2f(const masu_world* world, masu_nearest_2f* found);
masu_status masu_world_closest_between_2f(const masu_world* world, const masu_world* other,
                                          masu_nearest_2f* found);
masu_status masu_world_closest_to_2f(const masu_world* world, const masu_shape_2f* shape,
                                     const masu_pose_2f* pose, const masu_query_filter* filter,
                                     masu_nearest_2f* found);
/* Visits pairs of objects of two worlds whose shapes touch. */
masu_status masu_world_touching_in_2f(const masu_world* world, const masu_world* other,
                                      masu_visit_two visit, void* context);

/* Batches of queries. Jobs may be null. If each query has one result, its status is in that result.
 * If queries have lists of results and one query is invalid, the whole batch is refused with the
 * status of the first such query. */
masu_status masu_world_ray_cast_many_2f(const masu_world* world, const masu_ray_2f* rays,
                                        size_t count, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_ray_hit_2f* hits);
masu_status masu_world_overlapping_many_2f(const masu_world* world, const masu_aabb_2f* boxes,
                                           size_t count, const masu_query_filter* filter,
                                           const masu_jobs* jobs, masu_results* results);
masu_status masu_world_nearest_many_2f(const masu_world* world, const masu_vec_2f* points,
                                       size_t count, uint32_t k, const masu_query_filter* filter,
                                       const masu_jobs* jobs, masu_results* results);
/* Results of the last batch of neighbors: those of point i are first[i] to first[i + 1] - 1. */
const masu_neighbor_2f* masu_results_neighbors_2f(const masu_results* results,
                                                  const uint32_t** first, size_t* count);
/* Calls masu_world_ray_cast_all_2f() for each ray. */
masu_status masu_world_ray_cast_all_many_2f(const masu_world* world, const masu_ray_2f* rays,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results);
/* Batches of queries with shape i at pose i. Casts and closest pairs are written to the caller's
 * array; `results` is their working memory. Objects that touch each shape, or contain each point,
 * are listed in `results` as handles, sorted by slot. */
masu_status masu_world_shape_cast_many_2f(const masu_world* world, const masu_shape_2f* shapes,
                                          const masu_pose_2f* poses,
                                          const masu_vec_2f* translations, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_cast_hit_2f* hits);
masu_status masu_world_closest_to_many_2f(const masu_world* world, const masu_shape_2f* shapes,
                                          const masu_pose_2f* poses, size_t count,
                                          const masu_query_filter* filter, const masu_jobs* jobs,
                                          masu_results* results, masu_nearest_2f* found);
masu_status masu_world_touching_many_2f(const masu_world* world, const masu_shape_2f* shapes,
                                        const masu_pose_2f* poses, size_t count,
                                        const masu_query_filter* filter, const masu_jobs* jobs,
                                        masu_results* results);
masu_status masu_world_at_many_2f(const masu_world* world, const masu_vec_2f* points, size_t count,
                                  const masu_query_filter* filter, const masu_jobs* jobs,
                                  masu_results* results);
/* Finds the objects no farther than `radius` from each point, as neighbors sorted by distance. */
masu_status masu_world_within_many_2f(const masu_world* world, const masu_vec_2f* points,
                                      size_t count, float radius, const masu_query_filter* filter,
                                      const masu_jobs* jobs, masu_results* results);
/* Finds, for the object in each slot of this world, the objects of the other world that it touches,
 * as handles. */
masu_status masu_world_touching_in_many_2f(const masu_world* world, const masu_world* other,
                                           const masu_jobs* jobs, masu_results* results);

/* --- Shapes without a world. The calls take one shape, or two, each at a pose. Bodies of many
 * sub-shapes are shapes too; `sub_shape` is 0 for a convex one. Results are bit for bit those of
 * the C++ function in brackets, and so is the returned status: those of shapes and poses, or
 * MASU_NOT_CONVERGED, with which the result is only as good as its bounds. For two meshes there is
 * one difference: if several sub-shapes are equally near, the result may name other sub-shapes than
 * the C++ function, because bodies are tested as in a world. All calls are safe in many threads. */

/* A motion from one pose to another while t goes from 0 to 1. It rotates along the shorter arc, by
 * up to 180 degrees. */
typedef struct masu_sweep_2f {
  masu_pose_2f begin; /* at t = 0 */
  masu_pose_2f end;   /* at t = 1 */
} masu_sweep_2f;

/* Where a ray hits a shape, and the sub-shape that it hits. */
typedef struct masu_sub_shape_ray_cast_2f {
  masu_ray_cast_2f cast;  /* where the ray hits */
  uint32_t sub_shape;     /* which sub-shape is hit */
  masu_query_stats stats; /* work of the search */
} masu_sub_shape_ray_cast_2f;

/* The nearest point of a surface, and its sub-shape. */
typedef struct masu_sub_shape_surface_point_2f {
  masu_surface_point_2f nearest; /* the point */
  uint32_t sub_shape;            /* which sub-shape it lies on */
  masu_query_stats stats;        /* work of the search */
} masu_sub_shape_surface_point_2f;

/* Returns whether a shape is valid: the statuses of the calls that make shapes; MASU_NO_POINTS: a
 * body without sub-shapes. [check()] */
masu_status masu_shape_check_2f(const masu_shape_2f* shape);
/* Returns the tightest bounding box. [aabb_of()] O(1), for polytopes O(n). */
masu_status masu_shape_box_2f(const masu_shape_2f* shape, const masu_pose_2f* pose,
                              masu_aabb_2f* box);
/* Casts a ray against a shape. [ray_cast()] */
masu_status masu_shape_ray_cast_2f(const masu_shape_2f* shape, const masu_pose_2f* pose,
                                   const masu_ray_2f* ray, masu_sub_shape_ray_cast_2f* found);
/* Finds the nearest point of a shape's surface. [closest_point()] */
masu_status masu_shape_closest_point_2f(const masu_shape_2f* shape, const masu_pose_2f* pose,
                                        const masu_vec_2f* point,
                                        masu_sub_shape_surface_point_2f* found);

/* Tests whether two shapes are at most `margin` apart. Caches may be null. [intersects()] */
masu_status masu_shapes_touch_2f(const masu_shape_2f* a, const masu_pose_2f* pose_a,
                                 const masu_shape_2f* b, const masu_pose_2f* pose_b, float margin,
                                 masu_pair_cache* cache, int* touching);
/* Returns the distance of two shapes, 0 if they overlap. [distance()] */
masu_status masu_shapes_distance_2f(const masu_shape_2f* a, const masu_pose_2f* pose_a,
                                    const masu_shape_2f* b, const masu_pose_2f* pose_b,
                                    masu_sub_shape_separation_2f* found);
/* Returns the distance of two convex shapes, or minus the depth if they overlap. MASU_OUT_OF_RANGE:
 * a shape is not convex; use masu_shapes_contacts_2f(). [penetration()] */
masu_status masu_shapes_penetration_2f(const masu_shape_2f* a, const masu_pose_2f* pose_a,
                                       const masu_shape_2f* b, const masu_pose_2f* pose_b,
                                       masu_pair_cache* cache, masu_separation_2f* found);
/* Returns the distance of a convex shape (such as a point) from the solid that a closed mesh
 * bounds, or minus the depth if they overlap. MASU_OPEN_SURFACE, MASU_INVERTED, MASU_UNBOUNDED: as
 * the C++ function; MASU_WRONG_FORMAT: `mesh` is not a mesh. [signed_distance()] */
masu_status masu_mesh_signed_distance_2f(const masu_body* mesh, const masu_pose_2f* pose,
                                         const masu_shape_2f* shape, const masu_pose_2f* shape_pose,
                                         masu_sub_shape_separation_2f* found);
/* Finds the contacts of all pairs of sub-shapes that touch, and puts them into the results. Null
 * options: the default. MASU_OUT_OF_MEMORY: the results are empty. [contacts(),
 * contact_manifolds()] */
masu_status masu_shapes_contacts_2f(const masu_shape_2f* a, const masu_pose_2f* pose_a,
                                    const masu_shape_2f* b, const masu_pose_2f* pose_b,
                                    const masu_contact_options* options, masu_pair_cache* cache,
                                    masu_results* results);
/* Results of the last masu_shapes_contacts_2f(); with MASU_AREAS also the corners of contact number
 * `contact`. */
const masu_contact_2f* masu_results_contacts_2f(const masu_results* results, size_t* count);
const masu_corner_2f* masu_results_corners_2f(const masu_results* results, size_t contact,
                                              size_t* count);

/* Find when b first touches a: if b moves by `translation` without rotating [shape_cast()], or if
 * both move and rotate [time_of_impact()]. found->impact.hit is 0 if they do not touch. */
masu_status masu_shapes_cast_2f(const masu_shape_2f* a, const masu_pose_2f* pose_a,
                                const masu_shape_2f* b, const masu_pose_2f* pose_b,
                                const masu_vec_2f* translation, masu_sub_shape_impact_2f* found);
masu_status masu_shapes_impact_2f(const masu_shape_2f* a, const masu_sweep_2f* of_a,
                                  const masu_shape_2f* b, const masu_sweep_2f* of_b,
                                  masu_sub_shape_impact_2f* found);

/* --- Characters that slide among the objects of a world. See docs/slide.md. */

/* All points within `radius` of the segment from position - half_axis to position + half_axis. */
typedef struct masu_capsule_mover_2f {
  masu_vec_2f position;  /* its center */
  float radius;          /* around the segment; not negative */
  masu_vec_2f half_axis; /* 0: a circle or ball */
} masu_capsule_mover_2f;

/* A sub-shape near the path of a mover, and the state at the start of the move. */
typedef struct masu_slide_obstacle_2f {
  masu_handle object;          /* whose sub-shape it is */
  uint32_t sub_shape;          /* in a tile grid: the number of its cell */
  masu_vec_2f displacement;    /* of the whole move */
  masu_capsule_mover_2f mover; /* before the move */
  const void* inner;           /* for masu_slide_gap_2f() */
} masu_slide_obstacle_2f;
/* Returns the gap between the sub-shape and the mover along a direction, before the move. It is
 * negative if they overlap on that axis, or if the sub-shape lies ahead of the mover. 0 if
 * `obstacle` is null. Call it only in the callback. */
float masu_slide_gap_2f(const masu_slide_obstacle_2f* obstacle, masu_vec_2f direction);
/* Returns whether the sub-shape is an obstacle in this move; 0: it is not. May be called more than
 * once for a sub-shape, and must return the same each time. If it throws, it is not called again,
 * and all sub-shapes count as obstacles. */
typedef int (*masu_slide_counts_2f)(void* context, const masu_slide_obstacle_2f* obstacle);

/* Options of masu_world_slide_2f() and masu_world_carry_2f(). */
typedef struct masu_slide_options_2f {
  uint32_t size;               /* of this structure */
  uint32_t max_contacts;       /* with more the move ends: MASU_NOT_CONVERGED */
  masu_vec_2f up;              /* 0: every obstacle is a wall, and the next three have no effect */
  float walkable_cosine;       /* of the steepest slope that counts as ground */
  float step_height;           /* edges up to this height are stepped onto */
  float snap;                  /* ground up to this far below: the mover is put back on it */
  float skin;                  /* 0: a 128th of the radius */
  masu_slide_counts_2f counts; /* for one-way platforms; null: all count */
  void* counts_context;        /* of `counts` */
} masu_slide_options_2f;
/* The default options, those of slide(). */
masu_slide_options_2f masu_slide_options_default_2f(void);

/* A contact that stopped a mover. */
typedef struct masu_slide_contact_2f {
  masu_handle object; /* the obstacle */
  uint32_t sub_shape; /* of the obstacle */
  uint8_t walkable;   /* whether the mover can stand on it */
  double t;           /* the fraction of the displacement before it */
  double point[2];    /* on the obstacle */
  double normal[2];   /* to the mover */
} masu_slide_contact_2f;

/* The result of a move. */
typedef struct masu_slide_result_2f {
  uint8_t status;            /* MASU_OK; MASU_NOT_CONVERGED: too many contacts; else not moved */
  uint8_t on_ground;         /* whether the mover stands on something */
  uint32_t contacts;         /* how often an obstacle stopped it */
  masu_handle ground;        /* none: index MASU_NO_INDEX */
  masu_vec_2f ground_normal; /* of the ground there */
  masu_vec_2f displacement;  /* as obstacles deflected it */
  float overlap;             /* depth in obstacles that it lacked space to leave */
  masu_query_stats stats;    /* work of the search */
} masu_slide_result_2f;

/* Called for each contact. */
typedef void (*masu_visit_slide_contact_2f)(void* context, const masu_slide_contact_2f* contact);

/* Moves a mover among the objects that a filter accepts, except sensors and `left_out` (the mover's
 * own object, or index MASU_NO_INDEX). Filter, options and visitor may be null. The world does not
 * change: threads may move different movers at the same time. MASU_THREW: a callback threw. The
 * mover has moved; if the visitor threw, it gets no later contacts; if `counts` threw, all
 * sub-shapes counted as obstacles. With MASU_NOT_CONVERGED the mover has moved, too; with any other
 * error it has not. */
masu_status masu_world_slide_2f(const masu_world* world, masu_capsule_mover_2f* mover,
                                const masu_vec_2f* displacement, const masu_filter* filter,
                                masu_handle left_out, const masu_slide_options_2f* options,
                                masu_visit_slide_contact_2f contact, void* context,
                                masu_slide_result_2f* result);

/* How an object moved since the last frame: from pose `from` to its current pose in the world. */
typedef struct masu_obstacle_motion_2f {
  masu_handle object; /* which object */
  masu_pose_2f from;  /* its last pose */
} masu_obstacle_motion_2f;
/* Returns the pose at a share of a motion, from 0 to 1: straight, rotating along the shorter arc.
 * If a pointer is null, returns the origin without rotation. */
masu_pose_2f masu_pose_between_2f(const masu_pose_2f* from, const masu_pose_2f* to, double t);

/* The result of carrying. */
typedef struct masu_carry_result_2f {
  uint8_t status;                  /* see masu_world_carry_2f() */
  uint8_t crushed;                 /* 1: obstacles left no space; it went along until `t` */
  masu_handle ground;              /* the moving object that carried it; none: MASU_NO_INDEX */
  masu_handle crushed_by;          /* the moving object that overlaps it the most */
  masu_vec_2f displacement;        /* how far the mover was moved in all */
  masu_vec_2f ground_displacement; /* how far the ground moved below it */
  float t;                         /* share of the motions; below 1 only if crushed */
  float overlap;                   /* depth in crushed_by at the first step after `t` */
  masu_query_stats stats;          /* work of the search */
} masu_carry_result_2f;

/* Moves a mover along with the objects that moved in this frame: the object that it stands on
 * carries it, others that hit it push it. Call it after masu_world_move_2f() and before
 * masu_world_slide_2f(). Entries of `moved` count only if they are obstacles: not stale, accepted
 * by the filter, not a sensor, not `left_out`. Filter and options may be null; `moved` too, if
 * count is 0. [carry()] MASU_OUT_OF_RANGE: an object that may reach the mover moves by more than
 * 256 of its radii. MASU_OUT_OF_MEMORY. MASU_THREW: `counts` threw; the mover has moved, and all
 * sub-shapes counted as obstacles. With MASU_NOT_CONVERGED the mover has moved, too; with any other
 * error it has not. */
masu_status masu_world_carry_2f(const masu_world* world, masu_capsule_mover_2f* mover,
                                const masu_obstacle_motion_2f* moved, size_t count,
                                const masu_filter* filter, masu_handle left_out,
                                const masu_slide_options_2f* options, masu_carry_result_2f* result);

/* --- Walls and movers of one scalar; see corridor.h. Statuses are those of the C++ classes in
 * brackets. Unless a call says otherwise, nothing has changed if the status is not MASU_OK. */

/* A wall from a to b. */
typedef struct masu_wall_2f {
  masu_vec_2f a; /* where it starts */
  masu_vec_2f b; /* where it ends */
} masu_wall_2f;

/* Properties of walls. Movers collide with walls that their filters accept. */
typedef struct masu_wall_kind_2f {
  masu_filter filter;     /* which movers collide with it */
  masu_vec_2f open_along; /* not 0: movers along this direction pass, others are stopped */
  uint32_t material;      /* for the user, like user_data */
  uint64_t user_data;     /* of the caller */
} masu_wall_kind_2f;

/* All points within `radius` of the segment from position - half_axis to position + half_axis. */
typedef struct masu_mover_2f {
  masu_vec_2f position;  /* its center */
  float radius;          /* around the segment; not negative */
  masu_vec_2f half_axis; /* 0: a circle */
  masu_filter filter;    /* which walls it collides with */
  uint32_t passing[8];   /* chains that it is passing through: written by moves */
  uint8_t passing_count; /* the number of them */
} masu_mover_2f;
/* Returns a circle that collides with all walls. */
masu_mover_2f masu_mover_at_2f(masu_vec_2f position, float radius);

/* The result of a move. */
typedef struct masu_move_result_2f {
  uint8_t status;           /* see masu_corridor_move_2f() */
  masu_query_stats stats;   /* work of the search */
  uint32_t contacts;        /* how often a wall deflected it */
  masu_vec_2f displacement; /* as walls deflected it */
  float overlap;            /* depth in walls that it had no space to leave */
} masu_move_result_2f;

/* The effect of moving walls on a mover. */
typedef struct masu_push_result_2f {
  uint8_t status;           /* MASU_NOT_FINITE, MASU_OUT_OF_RANGE: the mover is not valid */
  uint8_t pushed;           /* whether the walls moved it */
  uint8_t crushed;          /* whether there was no space left between these and other walls */
  masu_vec_2f displacement; /* by which it was pushed */
  float overlap;            /* if crushed: the depth */
} masu_push_result_2f;

/* The nearest wall. `wall` is MASU_NO_WALL if there is none within the distance. */
typedef struct masu_nearest_wall_2f {
  uint8_t status;         /* of the query */
  masu_query_stats stats; /* work of the query */
  uint32_t wall;          /* its index */
  float distance;         /* from the query point */
  masu_vec_2f point;      /* of the wall, nearest to the query point */
} masu_nearest_wall_2f;

/* --- Chains ----------------------------------------------------------------------------------- */

/* Joins walls, given in any order, into chains. Null options: the default. The report may be null.
 * [WallChains] */
masu_status masu_wall_chains_create_2f(const masu_wall_2f* walls, size_t count,
                                       const masu_chain_options* options,
                                       const masu_allocator* allocator, masu_chain_report* report,
                                       masu_wall_chains** made);
/* Returns the vertices of all chains, one chain after another. */
const masu_vec_2f* masu_wall_chains_vertices_2f(const masu_wall_chains* chains, size_t* count);

/* --- Wall queries ----------------------------------------------------------------------------- */

/* Builds an index of walls; copies the vertices. Chains may use only some of the vertices. Searches
 * that reach no farther than `reach` start near the leaves. [ChainTree] */
masu_status masu_chain_tree_create_2f(const masu_vec_2f* vertices, size_t vertex_count,
                                      const masu_wall_chain* chains, size_t chain_count,
                                      float reach, const masu_allocator* allocator,
                                      masu_chain_tree** made);
/* Replaces vertices from `first` on, and moves their walls. */
masu_status masu_chain_tree_set_vertices_2f(masu_chain_tree* tree, uint32_t first,
                                            const masu_vec_2f* vertices, size_t count);
/* Inserts a chain; the tree chooses its indices. */
masu_status masu_chain_tree_insert_2f(masu_chain_tree* tree, const masu_vec_2f* vertices,
                                      size_t count, masu_wall_chain* chain);
/* Returns the position of a vertex. MASU_BAD_INDEX. */
masu_status masu_chain_tree_vertex_2f(const masu_chain_tree* tree, uint32_t vertex,
                                      masu_vec_2f* position);

/* Find the nearest wall, the walls within a radius, or the first wall on a path. Distances are
 * inclusive. */
masu_status masu_chain_tree_nearest_2f(const masu_chain_tree* tree, const masu_vec_2f* point,
                                       float max_distance, masu_nearest_wall_2f* found);
masu_status masu_chain_tree_within_2f(const masu_chain_tree* tree, const masu_vec_2f* point,
                                      float radius, masu_visit_wall visit, void* context);
masu_status masu_chain_tree_ray_cast_2f(const masu_chain_tree* tree, const masu_ray_2f* ray,
                                        masu_wall_hit* hit);
/* Finds the first wall on the path of a capsule, which is given like a mover; null half_axis: a
 * circle. */
masu_status masu_chain_tree_capsule_cast_2f(const masu_chain_tree* tree,
                                            const masu_vec_2f* position,
                                            const masu_vec_2f* half_axis, float radius,
                                            const masu_vec_2f* translation, masu_wall_hit* hit);

/* Batches. The results are in the caller's arrays, with the status of each query; `results` is
 * working memory. Jobs may be null. [WallQueryBatch] */
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

/* Makes a corridor. kind_of[w] is the index of the kind of wall w; it has an element for each
 * vertex. Null kind_of: all walls are of kinds[0]. No kinds: all walls stop all movers.
 * [Corridor] */
masu_status masu_corridor_create_2f(const masu_vec_2f* vertices, size_t vertex_count,
                                    const masu_wall_chain* chains, size_t chain_count,
                                    const masu_wall_kind_2f* kinds, size_t kind_count,
                                    const uint32_t* kind_of, const masu_corridor_options* options,
                                    const masu_allocator* allocator, masu_corridor** made);
/* Returns the kind of a wall. MASU_BAD_INDEX. */
masu_status masu_corridor_kind_2f(const masu_corridor* corridor, uint32_t wall,
                                  masu_wall_kind_2f* kind);

/* Moves a mover by a displacement among the walls. Options and visitor may be null. The corridor
 * does not change. MASU_NOT_CONVERGED: more contacts than max_contacts. MASU_TOO_MANY_OBJECTS: the
 * mover passes through more open chains at once than it can remember. MASU_THREW: the visitor
 * threw, and gets no later contacts. With these statuses the mover has moved; with any other error
 * it has not. */
masu_status masu_corridor_move_2f(const masu_corridor* corridor, masu_mover_2f* mover,
                                  const masu_vec_2f* displacement, const masu_move_options* options,
                                  masu_visit_wall_contact contact, void* context,
                                  masu_move_result_2f* result);
/* Moves many movers, which do not collide with each other. Jobs call the visitor in their threads.
 * The status of each mover is in its result. [MoverBatch] */
masu_status masu_corridor_move_many_2f(const masu_corridor* corridor, masu_mover_2f* movers,
                                       const masu_vec_2f* displacements, size_t count,
                                       const masu_move_options* options, const masu_jobs* jobs,
                                       masu_visit_wall_contact contact, void* context,
                                       masu_results* results, masu_move_result_2f* moved);
/* Moves a chain, or consecutive walls of it, and pushes movers. pushed[i] is the result for
 * movers[i]; `pushed` may be null. MASU_BUSY: called in a visitor of this corridor. */
masu_status masu_corridor_move_walls_2f(masu_corridor* corridor, const masu_wall_chain* chain,
                                        const masu_vec_2f* translation, masu_mover_2f* movers,
                                        size_t count, masu_push_result_2f* pushed);
/* Moves vertices. Movers react when they move next. MASU_BUSY as above. */
masu_status masu_corridor_set_vertices_2f(masu_corridor* corridor, uint32_t first,
                                          const masu_vec_2f* vertices, size_t count);

#endif
