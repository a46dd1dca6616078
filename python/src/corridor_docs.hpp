// SPDX-License-Identifier: MIT
// Docstrings of corridors.cpp.
#pragma once

namespace masu::python {

inline constexpr char kCorridorDoc[] =
    R"(Walls in 2D: nearest walls, rays, and movers that never tunnel.

Use it for map matching, floor plans and games: line segments that may touch at their ends. Many
threads may query it at once; `move_walls` and `set_vertices` wait for them.

Parameters
----------
walls : array_like, shape (n, 4) or (n, 2, 2)
    Rows of two end points, in any order and direction.
weld : float, optional
    End points within this distance become one; walls are cut at end points within it.
reach : float, optional
    A usual distance of queries or length of moves, which makes those faster.
open_along : array_like, shape (n, 2) or (2,), optional
    One-way walls: movers whose displacement has a part in this direction pass through, others are
    stopped. [0, 1] is a platform that is open from below; [0, 0] stops all.

Raises
------
masu.Error
    no_points: no wall of positive length; out_of_range.

Examples
--------
>>> import masu
>>> walls = masu.Corridor([[0, 0, 10, 0], [10, 0, 10, 5]])
>>> near = walls.nearest([[4, 1], [9, 4]])
>>> near.wall, near.distance
(array([0, 1], dtype=uint32), array([1., 1.]))
>>> walls.move([4, 1], [0, -5], radius=0.5).position.round(6)
array([4. , 0.5])
)";

inline constexpr char kNearestWallDoc[] =
    R"(Find the wall nearest to a point, or to each of many points.

Parameters
----------
points : array_like, shape (n, 2) or (2,)
max_distance : float, optional
    Inclusive.
threads : int, optional
    0: one for each processor.

Returns
-------
record, or recarray of shape (n,)
    Fields ``wall``: a row of the walls given, or NO_WALL where none is near enough; ``distance``;
    ``point``: on the wall.
)";

inline constexpr char kWallRayDoc[] = R"(Find the first wall that a ray hits, for each of many rays.

Parameters
----------
origins, directions : array_like, shape (n, 2) or (2,)
    Directions have any length, which is the unit of t. A single one counts for all rays.
max_t : float, optional
threads : int, optional

Returns
-------
record, or recarray of shape (n,)
    Fields ``hit``; ``wall``: a row of the walls given, or NO_WALL; ``t``; ``normal``: unit, from
    the wall to the side that the ray comes from.
)";

inline constexpr char kCircleCastDoc[] = R"(Find the first wall that a moving circle touches.

Parameters
----------
points : array_like, shape (n, 2) or (2,)
    The centers at the start.
radius : float
translations : array_like, shape (n, 2) or (2,)
threads : int, optional

Returns
-------
record, or recarray of shape (n,)
    As `ray_cast`; ``t`` is the fraction of the path.
)";

inline constexpr char kMoversDoc[] =
    R"(Move circles among the walls: they slide along them and pass none.

Movers do not collide with each other.

Parameters
----------
positions, displacements : array_like, shape (n, 2) or (2,)
radius : float, optional
    0: points.
passing : array_like of int, shape (n, 8) or (8,), optional
    The field of that name of the last move, where walls are one-way.
response : {'slide', 'bounce', 'stop'}, optional
    What walls do to a mover.
restitution : float, optional
    Of a bounce, 0 to 1.
threads : int, optional

Returns
-------
record, or recarray of shape (n,)
    Fields ``position``; ``displacement`` as walls deflected it; ``contacts``: how often;
    ``overlap``: where there was not enough space; ``passing``: the one-way chains that the mover is
    within, filled with NO_WALL; ``status``: 0, or 9 (not_converged) after too many contacts.
)";

inline constexpr char kMoveWallsDoc[] =
    R"(Move a chain of walls, such as a door or a lift, and push circles.

Circles are hit however far the walls go, and slide along them and along all others.

Parameters
----------
chain : int
    A chain, as `chains` numbers them.
translation : sequence of two floats
positions : array_like, shape (n, 2) or (2,), optional
    The circles.
radius : float, optional
passing : array_like of int, optional
    As in `move`.

Returns
-------
record, or recarray of shape (n,)
    Fields ``position``; ``displacement``: by which it was pushed; ``pushed``; ``crushed``: no space
    was left between these walls and others; ``overlap``: the depth at that moment; ``passing``.

Examples
--------
>>> import masu
>>> walls = masu.Corridor([[0, 0, 0, 4]])
>>> walls.move_walls(0, [2, 0], [[1, 2], [5, 2]], radius=0.5).position.round(6)
array([[2.5, 2. ],
       [5. , 2. ]])
)";

inline constexpr char kSetVerticesDoc[] =
    R"(Move vertices, to rotate or bend walls.

Circles react when they move next, so vertices should move by less than a radius at a time.

Parameters
----------
first : int
    The first of the vertices, as `chains` lists them. The last vertex of a loop is its first, too.
vertices : array_like, shape (n, 2) or (2,)
)";

inline constexpr char kChainsDoc[] = R"(Return the chains that the walls were joined to.

Returns
-------
vertices : ndarray, shape (m, 2)
indptr : ndarray, shape (c + 1,)
    Chain i has the vertices ``vertices[indptr[i]:indptr[i + 1]]``.
walls : ndarray, shape (m,)
    The row of the wall that starts at each vertex; NO_WALL at the last of a chain.
)";

}  // namespace masu::python
