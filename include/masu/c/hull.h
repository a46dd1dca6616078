/* SPDX-License-Identifier: MIT */
/* A part of masu.h: convex hulls of points, as indices of these points. For a hull as a shape use
 * masu_hull_create_2f(), which makes a body at once. docs/hull.md. */
#ifndef MASU_C_HULL_H
#define MASU_C_HULL_H

/* A hull and its builder: memory is kept from build to build. Made by
 * masu_convex_hull_create_2f(). */
typedef struct masu_convex_hull masu_convex_hull;

/* Destroys a hull. Null: no effect. */
masu_status masu_convex_hull_destroy(masu_convex_hull* hull);
/* Returns the dimension of the points' affine span: D, less if all points lie in a plane, on a line
 * or at one point, -1 for no points and after a failed build. */
int masu_convex_hull_dimension(const masu_convex_hull* hull);
/* Returns indices of the points that are vertices: counterclockwise in 2D, ascending in 3D. Valid
 * until the next build. */
const uint32_t* masu_convex_hull_vertices(const masu_convex_hull* hull, size_t* count);
/* Returns the number of faces in 3D: 1 if all points lie in a plane, 0 if on a line. In 2D 0. */
size_t masu_convex_hull_face_count(const masu_convex_hull* hull);
/* Returns indices into masu_convex_hull_vertices(), counterclockwise from outside. Null: no
 * face. */
const uint32_t* masu_convex_hull_face(const masu_convex_hull* hull, size_t face, size_t* count);

#endif /* MASU_C_HULL_H */
