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
/* The dimension of the points' affine span: D, less if all points lie in a plane, on a line or at
 * one point, -1 for no points and after a failed build. */
int masu_convex_hull_dimension(const masu_convex_hull* hull);
/* Indices of the points that are vertices: counterclockwise in 2D, ascending in 3D. Valid until the
 * next build. */
const uint32_t* masu_convex_hull_vertices(const masu_convex_hull* hull, size_t* count);
/* The number of faces in 3D: 1 if all points lie in a plane, 0 if on a line. In 2D 0. */
size_t masu_convex_hull_face_count(const masu_convex_hull* hull);
/* Indices into masu_convex_hull_vertices(), counterclockwise from outside. Null: no such face. */
const uint32_t* masu_convex_hull_face(const masu_convex_hull* hull, size_t face, size_t* count);

#endif /* MASU_C_HULL_H */
