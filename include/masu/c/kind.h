/* SPDX-License-Identifier: MIT */
/* A part of masu.h, which reads it four times: what depends on dimension and scalar. MASU_OF(vec)
 * is masu_vec_2f, and so on; MASU_REAL is float or double. No guard, as it is read again and again.
 */

/* --- Places ----------------------------------------------------------------------------------- */

/* A place and a turn: first turned, then moved. */
typedef struct MASU_OF(pose) {
  MASU_OF(vec) translation;
  MASU_OF(rotation) rotation;
} MASU_OF(pose);

/* Closed; empty with min > max or NaN on an axis. */
typedef struct MASU_OF(box) {
  MASU_OF(vec) min;
  MASU_OF(vec) max;
} MASU_OF(box);

/* origin + t * direction for 0 <= t <= max_t, which may be infinite. */
typedef struct MASU_OF(ray) {
  MASU_OF(vec) origin;
  MASU_OF(vec) direction;
  MASU_REAL max_t;
} MASU_OF(ray);

/* There, not turned. */
MASU_OF(pose) MASU_OF(pose_at)(MASU_OF(vec) translation);

/* Rotations by an angle in radians, counter-clockwise, with the same bits on every machine; for an
 * angle that is not finite, or an axis of length 0, one that every call refuses (MASU_NOT_FINITE,
 * MASU_NOT_UNIT). docs/transforms.md. */
#if MASU_DIMENSION == 2
MASU_OF(rotation) MASU_OF(rotation_from_angle)(MASU_REAL radians);
#else
/* About an axis of any length. */
MASU_OF(rotation) MASU_OF(rotation_from_axis_angle)(MASU_OF(vec) axis, MASU_REAL radians);
#endif
/* At `eye`, with its +x axis (in 3D: its +z axis) towards `target`, and its +y axis near `up`. */
#if MASU_DIMENSION == 2
MASU_OF(pose) MASU_OF(pose_look_at)(MASU_OF(vec) eye, MASU_OF(vec) target);
#else
MASU_OF(pose) MASU_OF(pose_look_at)(MASU_OF(vec) eye, MASU_OF(vec) target, MASU_OF(vec) up);
#endif
/* Composes two poses: first `child`, then `parent`. */
MASU_OF(pose) MASU_OF(pose_compose)(MASU_OF(pose) parent, MASU_OF(pose) child);
MASU_OF(pose) MASU_OF(pose_inverse)(MASU_OF(pose) pose); /* Undoes a pose. */
/* Map a point from the frame of the pose to the world, and back. */
MASU_OF(vec) MASU_OF(pose_to_world)(MASU_OF(pose) pose, MASU_OF(vec) point);
MASU_OF(vec) MASU_OF(pose_to_local)(MASU_OF(pose) pose, MASU_OF(vec) point);
/* From and to a homogeneous matrix of 9 numbers, in 3D 16, one column after the other. MASU_NOT_UNIT:
 * it scales or shears; MASU_INVERTED: it mirrors; MASU_WRONG_FORMAT: its last row is not 0 .. 0 1;
 * MASU_NOT_FINITE. */
masu_status MASU_OF(pose_from_column_major)(const MASU_REAL* matrix, MASU_OF(pose) * pose);
masu_status MASU_OF(pose_to_column_major)(const MASU_OF(pose) * pose, MASU_REAL* matrix);

/* --- Shapes ----------------------------------------------------------------------------------- */

/* All within `radius` of a core: `kind` is MASU_POINT to MASU_HALF_SPACE with its numbers in `p`,
 * or MASU_BODY. Made by the calls below; a radius may be added to any convex one but a half-space.
 */
typedef struct MASU_OF(shape) {
  uint32_t kind;
  MASU_REAL radius;
  MASU_OF(vec) p[3]; /* The numbers of the core. */
  const masu_body* body;
} MASU_OF(shape);

/* Whether the numbers can be is told by those who get the shape: MASU_NOT_POSITIVE (a radius, half
 * height or half axis not above zero, a negative half extent), MASU_NOT_FINITE, MASU_NOT_UNIT (the
 * half-space's normal), MASU_OUT_OF_RANGE. */
MASU_OF(shape) MASU_OF(point)(MASU_OF(vec) place);
MASU_OF(shape) MASU_OF(sphere)(MASU_REAL radius, MASU_OF(vec) center);
MASU_OF(shape) MASU_OF(capsule)(MASU_OF(vec) a, MASU_OF(vec) b, MASU_REAL radius);
MASU_OF(shape) MASU_OF(segment)(MASU_OF(vec) a, MASU_OF(vec) b);
MASU_OF(shape) MASU_OF(triangle)(MASU_OF(vec) a, MASU_OF(vec) b, MASU_OF(vec) c);
MASU_OF(shape) MASU_OF(cuboid)(MASU_OF(vec) half_extents, MASU_OF(vec) center);
MASU_OF(shape) MASU_OF(ellipsoid)(MASU_OF(vec) half_axes);
/* All x with normal . x <= offset. */
MASU_OF(shape) MASU_OF(half_space)(MASU_OF(vec) normal, MASU_REAL offset);
#if MASU_DIMENSION == 3
/* Along y, around the origin; the cone's apex is at +half_height. */
MASU_OF(shape) MASU_OF(cylinder)(MASU_REAL radius, MASU_REAL half_height);
MASU_OF(shape) MASU_OF(cone)(MASU_REAL radius, MASU_REAL half_height);
#endif
/* What the body is. */
MASU_OF(shape) MASU_OF(shape_of)(const masu_body* body);

/* --- Bodies ----------------------------------------------------------------------------------- */

/* A convex part of a compound, and where it is in the compound's frame. */
typedef struct MASU_OF(child) {
  MASU_OF(shape) shape;
  MASU_OF(pose) place;
} MASU_OF(child);

/* The point of a convex shape that lies farthest along a direction, which is not 0; finite. If it
 * throws, the origin is taken. */
typedef MASU_OF(vec) (*MASU_OF(support))(void* context, const MASU_OF(vec) * direction);

/* All copy what they are given; `made` is null where they fail. A null allocator: the library's
 * own. MASU_OUT_OF_MEMORY, and statuses as the C++ classes in brackets say. */

/* The convex hull of points. [polygon_of(), polyhedron_of()] O(n log n). */
masu_status MASU_OF(hull_create)(const MASU_OF(vec) * points, size_t count,
                                 const masu_allocator* allocator, masu_body** made);
#if MASU_DIMENSION == 2
/* Corners counter-clockwise. [ConvexPolygon] */
masu_status MASU_OF(polygon_create)(const MASU_OF(vec) * corners, size_t count,
                                    const masu_allocator* allocator, masu_body** made);
#else
/* Face f is the next counts[f] of `loops`, places in `points`, counter-clockwise from outside.
 * [ConvexPolyhedron] */
masu_status MASU_OF(polyhedron_create)(const MASU_OF(vec) * points, size_t point_count,
                                       const uint32_t* loops, size_t loop_count,
                                       const uint32_t* counts, size_t face_count,
                                       const masu_allocator* allocator, masu_body** made);
#endif
/* Triangles, in the plane segments: each is the next two or three of `corners`, places in
 * `vertices`. [SurfaceMesh] */
masu_status MASU_OF(mesh_create)(const MASU_OF(vec) * vertices, size_t vertex_count,
                                 const uint32_t* corners, size_t corner_count,
                                 const masu_allocator* allocator, masu_body** made);
/* Other places for all its vertices: O(vertices). */
masu_status MASU_OF(mesh_set_vertices)(masu_body* mesh, const MASU_OF(vec) * vertices,
                                       size_t count);
/* `samples` and `spacing` have an element an axis of the ground: one in the plane, two in space;
 * heights[i + k * samples[0]]. [HeightField] */
masu_status MASU_OF(height_field_create)(const uint32_t* samples, const MASU_REAL* spacing,
                                         const MASU_REAL* heights, size_t count,
                                         const masu_allocator* allocator, masu_body** made);
/* Heights of a block of samples, from `first` on. */
masu_status MASU_OF(height_field_set_heights)(masu_body* field, const uint32_t* first,
                                              const uint32_t* samples, const MASU_REAL* heights,
                                              size_t count);
/* Whether a cell has no ground. */
masu_status MASU_OF(height_field_set_hole)(masu_body* field, const uint32_t* cell, int hole);
/* A tile for each cell, axis 0 fastest; null: all empty. [TileGrid] */
masu_status MASU_OF(tile_grid_create)(const uint32_t size[MASU_DIMENSION], MASU_OF(vec) cell_size,
                                      const uint8_t* tiles, size_t count,
                                      const masu_allocator* allocator, masu_body** made);
/* Another tile for a cell. */
masu_status MASU_OF(tile_grid_set)(masu_body* grid, const uint32_t cell[MASU_DIMENSION],
                                   uint8_t tile);
/* Convex children, whose bodies it holds. [Compound] */
masu_status MASU_OF(compound_create)(const MASU_OF(child) * children, size_t count,
                                     const masu_allocator* allocator, masu_body** made);
/* Another place for a child. */
masu_status MASU_OF(compound_move)(masu_body* compound, uint32_t child,
                                   const MASU_OF(pose) * place);
/* A convex shape of the caller's, whose context must outlive it. */
masu_status MASU_OF(custom_create)(MASU_OF(support) support, void* context,
                                   const masu_allocator* allocator, masu_body** made);

/* --- Answers ---------------------------------------------------------------------------------- */

/* Unit normal from a to b; point_b - point_a = distance * normal; below zero: minus the depth.
 * docs/contact.md. */
typedef struct MASU_OF(separation) {
  uint8_t status;
  MASU_REAL distance;
  MASU_REAL lower; /* bounds of the exact distance */
  MASU_REAL upper;
  MASU_OF(vec) normal;
  MASU_OF(vec) point_a;
  MASU_OF(vec) point_b;
} MASU_OF(separation);

/* How two pieces touch. */
typedef struct MASU_OF(contact) {
  uint32_t piece_a; /* 0 of a convex shape */
  uint32_t piece_b;
  MASU_OF(separation) separation;
  uint32_t first_corner; /* in the pair's corners, of which corner_count are this contact's */
  uint32_t corner_count;
} MASU_OF(contact);

/* A corner of a contact area. 4 bytes of padding follow `feature_id` where MASU_REAL is double.
 * [ManifoldPoint] */
typedef struct MASU_OF(corner) {
  MASU_OF(vec) point_a; /* on the surface of a */
  MASU_OF(vec) point_b; /* on the surface of b */
  MASU_REAL distance;   /* point_b - point_a = distance * normal: below 0 where they overlap */
  /* Which features make the corner: that of a in the high 16 bits, that of b in the low 16. Equal
   * from update to update while they do: keep a solver's impulses by pair, pieces and this. */
  uint32_t feature_id;
} MASU_OF(corner);

/* A first touch, at time t of a way from 0 to 1. */
typedef struct MASU_OF(impact) {
  uint8_t status;
  uint8_t hit;
  MASU_REAL t;
  MASU_OF(vec) normal;
  MASU_OF(vec) point_a;
  MASU_OF(vec) point_b;
} MASU_OF(impact);

/* A first touch, and which pieces it is of. */
typedef struct MASU_OF(piece_impact) {
  MASU_OF(impact) impact;
  uint32_t piece_a;
  uint32_t piece_b;
  masu_query_stats stats;
} MASU_OF(piece_impact);

/* Of two objects within a frame. */
typedef struct MASU_OF(pair_impact) {
  masu_handle a;
  masu_handle b;
  MASU_OF(piece_impact) first;
} MASU_OF(pair_impact);

/* Where a ray meets a shape: at origin + t * direction. */
typedef struct MASU_OF(ray_cast) {
  uint8_t status;
  uint8_t hit;
  MASU_REAL t;
  MASU_OF(vec) point;
  MASU_OF(vec) normal;
} MASU_OF(ray_cast);

/* The object that a ray meets, and where; `cast.hit` is 0 if there is none. */
typedef struct MASU_OF(ray_hit) {
  uint8_t status;
  masu_handle object;
  uint32_t piece;
  MASU_OF(ray_cast) cast;
  masu_query_stats stats;
} MASU_OF(ray_hit);

/* a of `impact` is the object. */
typedef struct MASU_OF(cast_hit) {
  uint8_t status;
  masu_handle object;
  uint32_t piece;
  MASU_OF(impact) impact;
  masu_query_stats stats;
} MASU_OF(cast_hit);

/* point_asked = point + distance * normal, below zero inside. */
typedef struct MASU_OF(surface_point) {
  uint8_t status;
  MASU_REAL distance;
  MASU_OF(vec) point;
  MASU_OF(vec) normal;
} MASU_OF(surface_point);

/* An object, and the square of its distance. */
typedef struct MASU_OF(neighbor) {
  masu_handle object;
  MASU_REAL distance_squared;
} MASU_OF(neighbor);

/* How far apart two objects are, and which pieces are the nearest. */
typedef struct MASU_OF(piece_separation) {
  MASU_OF(separation) separation;
  uint32_t piece_a;
  uint32_t piece_b;
  masu_query_stats stats;
} MASU_OF(piece_separation);

typedef struct MASU_OF(nearest) {
  uint8_t status;
  masu_handle a;
  masu_handle b;
  MASU_OF(piece_separation) separation;
  masu_query_stats stats;
} MASU_OF(nearest);

/* What the world has of an object; `options` with the filter that counts. */
typedef struct MASU_OF(object) {
  MASU_OF(pose) at;
  MASU_OF(box) box;
  MASU_OF(shape) shape;
  masu_object_options options; /* With the filter that counts. */
  uint8_t outside;             /* of masu_world_bounds_..(), at the last update */
} MASU_OF(object);

/* As masu_world_create(), for options of this dimension and scalar; others are MASU_OUT_OF_RANGE. A
 * program that makes its worlds so has the code of this kind only; see docs/c.md. */
masu_status MASU_OF(world_create)(const masu_world_options* options,
                                  const masu_allocator* allocator, masu_world** made);

/* --- Objects ---------------------------------------------------------------------------------- */

/* Null options are the default ones. Statuses: those of the shape and its place, MASU_NO_POINTS (a
 * body without pieces), MASU_WRONG_FORMAT (options of another size, a body of another kind),
 * MASU_TOO_MANY_OBJECTS, and those of all changes; `made` is none then. */
masu_status MASU_OF(world_add)(masu_world* world, const MASU_OF(shape) * shape,
                               const MASU_OF(pose) * at, const masu_object_options* options,
                               masu_handle* made);
/* Adds an object for each pose, several times as fast as one by one. `shapes` has one shape for all
 * objects or `count` of them; so has `options`, or none: the default ones. Statuses: those of
 * masu_world_add_..(), of the first that is refused, and MASU_SIZE_MISMATCH. No object is added
 * then, and `made` holds none. */
masu_status MASU_OF(world_add_many)(masu_world* world, const MASU_OF(shape) * shapes,
                                    size_t shape_count, const MASU_OF(pose) * at,
                                    const masu_object_options* options, size_t option_count,
                                    size_t count, masu_handle* made);
/* On a straight way, if sensors or continuous objects want to know. */
masu_status MASU_OF(world_move)(masu_world* world, masu_handle object, const MASU_OF(pose) * at);
/* Faster than one by one. Stops at the first that is refused; those before it have moved. */
masu_status MASU_OF(world_move_many)(masu_world* world, const masu_handle* objects,
                                     const MASU_OF(pose) * at, size_t count);
/* Without a way. */
masu_status MASU_OF(world_teleport)(masu_world* world, masu_handle object,
                                    const MASU_OF(pose) * at);
/* Another shape, or the same whose body has changed. */
masu_status MASU_OF(world_set_shape)(masu_world* world, masu_handle object,
                                     const MASU_OF(shape) * shape);
/* Where objects are to stay; those whose boxes have no point in it are told by masu_world_left().
 * MASU_OUT_OF_RANGE: an empty box. */
masu_status MASU_OF(world_set_bounds)(masu_world* world, const MASU_OF(box) * bounds);
masu_status MASU_OF(world_bounds)(const masu_world* world, MASU_OF(box) * bounds);
/* What the world has of an object. MASU_STALE_HANDLE. */
masu_status MASU_OF(world_find)(const masu_world* world, masu_handle object,
                                MASU_OF(object) * found);

/* --- Snapshots -------------------------------------------------------------------------------- */

/* The shape of an object that had a body when it was saved: MASU_BODY with the radius that it had,
 * 0 if there is none. The body is held as by masu_world_add_..(), and may be released at once. */
typedef int (*MASU_OF(body_shape_for))(void* context, masu_handle object, uint64_t user_data,
                                       MASU_OF(shape) * shape);
/* masu_world_restore() with bodies that are found so, in another process or after objects have been
 * removed. MASU_STALE_HANDLE: there is none, it is no body of the world's kind, or its box is
 * another one. MASU_THREW. The world is as before then. */
masu_status MASU_OF(world_restore_with)(masu_world* world, const void* bytes, size_t size,
                                        MASU_OF(body_shape_for) shape_for, void* context);

/* --- The frame -------------------------------------------------------------------------------- */

/* Functions left out are not called. */
typedef struct MASU_OF(listener) {
  void (*on_end)(void* context, const masu_ended_pair* ended); /* A pair that has ended. */
  /* A sensor and what passed it within the frame. */
  void (*on_cross)(void* context, const MASU_OF(pair_impact) * crossed);
  void (*on_begin)(void* context, const masu_pair* pair); /* A pair that is new. */
  void (*on_stay)(void* context, const masu_pair* pair);  /* A pair that was there before. */
  /* A continuous object and what it first touches. */
  void (*on_impact)(void* context, const MASU_OF(pair_impact) * impact);
  void (*on_leave)(void* context, masu_handle object); /* An object that has left the bounds. */
  void* context;
} MASU_OF(listener);

/* masu_world_update(), and then all ended and crossed pairs, impacts, begun and stayed pairs, and
 * objects that have left, in turn. MASU_THREW: the world is up to date, and the rest was not told.
 */
masu_status MASU_OF(world_update_and_tell)(masu_world* world, const MASU_OF(listener) * listener,
                                           masu_update_result* result);

/* As of the last update, valid until the next. A sensor and what passed it within the frame; first
 * touches on the ways of continuous objects. Both earliest first. */
const MASU_OF(pair_impact) * MASU_OF(world_crossed)(const masu_world* world, size_t* count);
const MASU_OF(pair_impact) * MASU_OF(world_impacts)(const masu_world* world, size_t* count);
/* Of a pair, which need not lie where masu_world_pairs() has it: none if it is no more. Corners are
 * those of its contact number `contact`, with MASU_AREAS. */
const MASU_OF(contact) *
    MASU_OF(world_contacts)(const masu_world* world, const masu_pair* pair, size_t* count);
const MASU_OF(corner) * MASU_OF(world_corners)(const masu_world* world, const masu_pair* pair,
                                               size_t contact, size_t* count);

/* What two pieces have in common: an area in the plane. The pointers are valid until the next
 * update. */
typedef struct MASU_OF(volume) {
  uint8_t status;        /* with any but MASU_OK it is empty; see WorldVolume */
  MASU_REAL volume;      /* how large it is */
  MASU_OF(vec) centroid; /* of the volume */
  MASU_REAL area;        /* of the cut: of what both surfaces have in common */
  MASU_OF(vec) normal;   /* of the cut, from a to b */
  size_t vertex_count;   /* how many vertices, */
  size_t face_count;     /* faces, */
  size_t cut_count;      /* loops of the cut */
  size_t index_count;    /* and indices there are */
  const MASU_OF(vec) * vertices;
  const masu_volume_loop* faces; /* counterclockwise from outside; edges in the plane */
  const masu_volume_loop* cuts;  /* loops of the cut */
  const uint32_t* indices;       /* of vertices, for faces and loops */
} MASU_OF(volume);
/* Of a pair's contact number `contact`, in a world with MASU_VOLUMES; found->status is returned.
 * MASU_STALE_HANDLE: the pair is no more; MASU_BAD_INDEX: no such contact; MASU_NOT_UPDATED: the
 * last update failed before it, or the world has no volumes. */
masu_status MASU_OF(world_volume)(const masu_world* world, const masu_pair* pair, size_t contact,
                                  MASU_OF(volume) * found);
/* Of a pair: from b to its image that a meets; zero in a world that does not wrap around.
 * MASU_STALE_HANDLE: the pair is no more. */
masu_status MASU_OF(world_shift)(const masu_world* world, const masu_pair* pair,
                                 MASU_OF(vec) * shift);

/* What there is to see, as MASU_DRAW_OBJECT and so on. MASU_THREW: the rest was not drawn. */
typedef struct MASU_OF(debug_draw) {
  void (*box)(void* context, const MASU_OF(box) * box, uint32_t kind);
  /* Called for each line. */
  void (*line)(void* context, const MASU_OF(vec) * from, const MASU_OF(vec) * to, uint32_t kind);
  void* context;
  MASU_REAL normal_length; /* How long normals are drawn. */
} MASU_OF(debug_draw);
/* Hands all that there is to see to these functions. */
masu_status MASU_OF(world_draw)(const masu_world* world, const MASU_OF(debug_draw) * draw);

#include <masu/c/kind_broad_phase.h>
#include <masu/c/kind_hull.h>
#include <masu/c/kind_queries.h>
#include <masu/c/kind_shapes.h>
#include <masu/c/kind_slide.h>
#if MASU_DIMENSION == 2
#include <masu/c/kind_corridor.h>
#endif

#undef MASU_DIMENSION
#undef MASU_REAL
#undef MASU_OF
