/* SPDX-License-Identifier: MIT */
/* A part of masu.h: convex hulls of points, as places of these points. What is to be a shape is a
 * body, which masu_hull_create_2f() makes at once. docs/hull.md. */
#ifndef MASU_C_HULL_H
#define MASU_C_HULL_H

/* A hull and what finds it: memory is kept from build to build. Made by
 * masu_convex_hull_create_2f(). */
typedef struct masu_convex_hull masu_convex_hull;

/* Null is nothing to do. */
masu_status masu_convex_hull_destroy(masu_convex_hull* hull);
/* Of the points' affine span: 2 in the plane and 3 in space, less where they are flat, -1 for none,
 * and after a build that failed. */
int masu_convex_hull_dimension(const masu_convex_hull* hull);
/* Places of the points: in the plane counterclockwise, in space ascending. Valid until the next
 * build. */
const uint32_t* masu_convex_hull_vertices(const masu_convex_hull* hull, size_t* count);
/* Faces in space: one of flat points, none of fewer dimensions, or in the plane. */
size_t masu_convex_hull_face_count(const masu_convex_hull* hull);
/* Places of masu_convex_hull_vertices(), counterclockwise from outside. Null: no such face. */
const uint32_t* masu_convex_hull_face(const masu_convex_hull* hull, size_t face, size_t* count);

#endif /* MASU_C_HULL_H */
