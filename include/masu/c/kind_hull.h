/* SPDX-License-Identifier: MIT */
/* A part of kind.h: convex hulls, as hull.h has it. */

/* One without points. `merge`: 0, or which share of the largest extent points may lie outside of it
 * for a simpler one, up to 0.1; others are MASU_OUT_OF_RANGE. [Merge] */
masu_status MASU_OF(convex_hull_create)(double merge, const masu_allocator* allocator,
                                        masu_convex_hull** made);
/* That of these points; nothing is copied of them. MASU_NOT_FINITE, MASU_OUT_OF_RANGE,
 * MASU_TOO_MANY_OBJECTS, MASU_OUT_OF_MEMORY: it is empty then. [AndrewChain, Quickhull3]
 * O(n log n) as a rule. */
masu_status MASU_OF(convex_hull_build)(masu_convex_hull* hull, const MASU_OF(vec) * points,
                                       size_t count);
#if MASU_DIMENSION == 3
/* All of it has normal . x <= offset, but for rounding. MASU_BAD_INDEX: no such face. */
masu_status MASU_OF(convex_hull_plane)(const masu_convex_hull* hull, size_t face,
                                       MASU_OF(vec) * normal, MASU_REAL* offset);
#endif
