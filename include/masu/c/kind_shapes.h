/* SPDX-License-Identifier: MIT */
/* A part of kind.h: a shape, or two of them, each at a place, without a world. Bodies of many
 * pieces are shapes too; `piece` is 0 of a convex one. What is asked is answered bit for bit as the
 * C++ verb in brackets does, and its status is returned: those of the shapes and places, and
 * MASU_NOT_CONVERGED, with which the answer is good to its bounds. Bodies are asked as a world asks
 * them: of pieces equally near those may be named that the C++ verb for two meshes does not. Safe
 * in many threads.
 */

/* From one place to another while t goes from 0 to 1, turning by the shorter way, up to half a
 * turn. */
typedef struct MASU_OF(sweep) {
  MASU_OF(pose) begin; /* at t = 0 */
  MASU_OF(pose) end;   /* at t = 1 */
} MASU_OF(sweep);

/* Where a ray meets a shape, and which piece. */
typedef struct MASU_OF(piece_ray_cast) {
  MASU_OF(ray_cast) cast;
  uint32_t piece;
  masu_query_stats stats;
} MASU_OF(piece_ray_cast);

/* The nearest point of a surface, and of which piece. */
typedef struct MASU_OF(piece_surface_point) {
  MASU_OF(surface_point) nearest;
  uint32_t piece;
  masu_query_stats stats;
} MASU_OF(piece_surface_point);

/* Can it be? The statuses are those of the calls that make shapes; MASU_NO_POINTS: a body without
 * pieces. [check()] */
masu_status MASU_OF(shape_check)(const MASU_OF(shape) * shape);
/* As tight as can be had. [aabb_of()] O(1), for polytopes O(n). */
masu_status MASU_OF(shape_box)(const MASU_OF(shape) * shape, const MASU_OF(pose) * at,
                               MASU_OF(box) * box);
/* [ray_cast()] */
masu_status MASU_OF(shape_ray_cast)(const MASU_OF(shape) * shape, const MASU_OF(pose) * at,
                                    const MASU_OF(ray) * ray, MASU_OF(piece_ray_cast) * found);
/* [closest_point()] */
masu_status MASU_OF(shape_closest_point)(const MASU_OF(shape) * shape, const MASU_OF(pose) * at,
                                         const MASU_OF(vec) * point,
                                         MASU_OF(piece_surface_point) * found);

/* Are they no farther apart than `margin`? Caches may be null. [intersects()] */
masu_status MASU_OF(shapes_touch)(const MASU_OF(shape) * a, const MASU_OF(pose) * at_a,
                                  const MASU_OF(shape) * b, const MASU_OF(pose) * at_b,
                                  MASU_REAL margin, masu_pair_cache* cache, int* touching);
/* 0 where they overlap. [distance()] */
masu_status MASU_OF(shapes_distance)(const MASU_OF(shape) * a, const MASU_OF(pose) * at_a,
                                     const MASU_OF(shape) * b, const MASU_OF(pose) * at_b,
                                     MASU_OF(piece_separation) * found);
/* Minus the depth where they overlap; of convex shapes: MASU_OUT_OF_RANGE for others, which have
 * masu_shapes_contacts_..(). [penetration()] */
masu_status MASU_OF(shapes_penetration)(const MASU_OF(shape) * a, const MASU_OF(pose) * at_a,
                                        const MASU_OF(shape) * b, const MASU_OF(pose) * at_b,
                                        masu_pair_cache* cache, MASU_OF(separation) * found);
/* How far a convex shape is from the solid that a closed mesh is the surface of; minus the depth
 * where they overlap. A point is a shape. MASU_OPEN_SURFACE, MASU_INVERTED, MASU_UNBOUNDED: as the
 * C++ function says; MASU_WRONG_FORMAT: `mesh` is no mesh. [signed_distance()] */
masu_status MASU_OF(mesh_signed_distance)(const masu_body* mesh, const MASU_OF(pose) * at,
                                          const MASU_OF(shape) * shape,
                                          const MASU_OF(pose) * at_shape,
                                          MASU_OF(piece_separation) * found);
/* Each two pieces that touch: none, one or many into the results. Null options are the default.
 * MASU_OUT_OF_MEMORY: there are none in the results. [contacts(), contact_manifolds()] */
masu_status MASU_OF(shapes_contacts)(const MASU_OF(shape) * a, const MASU_OF(pose) * at_a,
                                     const MASU_OF(shape) * b, const MASU_OF(pose) * at_b,
                                     const masu_contact_options* options, masu_pair_cache* cache,
                                     masu_results* results);
/* Of the last of these calls; corners are those of contact number `contact`, with MASU_AREAS. */
const MASU_OF(contact) * MASU_OF(results_contacts)(const masu_results* results, size_t* count);
const MASU_OF(corner) *
    MASU_OF(results_corners)(const masu_results* results, size_t contact, size_t* count);

/* When b first touches a: on its way by `translation`, not turning [shape_cast()]; when both move
 * and turn [time_of_impact()]. found->impact.hit says whether. */
masu_status MASU_OF(shapes_cast)(const MASU_OF(shape) * a, const MASU_OF(pose) * at_a,
                                 const MASU_OF(shape) * b, const MASU_OF(pose) * at_b,
                                 const MASU_OF(vec) * translation, MASU_OF(piece_impact) * found);
masu_status MASU_OF(shapes_impact)(const MASU_OF(shape) * a, const MASU_OF(sweep) * of_a,
                                   const MASU_OF(shape) * b, const MASU_OF(sweep) * of_b,
                                   MASU_OF(piece_impact) * found);
