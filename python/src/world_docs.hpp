// SPDX-License-Identifier: MIT
// Docstrings of the worlds.
#pragma once

namespace masu::python {

inline constexpr char kWorldDoc[] = R"(Holds moving objects and reports which of them touch.

Collision detection without dynamics. Use it for scenes that live for many frames; `pairs` and
`BoxTree` answer a single question about boxes. Numbers are float64.

Parameters
----------
detail : {'boxes', 'touch', 'points', 'areas', 'volumes'}, optional
    What makes a pair and is computed for it: overlapping boxes; touching shapes; also distance and
    points of contact; also contact areas; also volumes. Each costs more than the one before.
margin : float, optional
    Shapes no farther apart than this touch.
period : sequence of D floats, optional
    The length of each axis that wraps around; 0 for others.
handle_salt : int, optional
    Worlds with different salts refuse each other's handles.
threads : int, optional
    Threads of updates and queries; 0: one for each processor. Results do not depend on it.

Notes
-----
Handles are integers. A handle of an object that was removed is refused (stale_handle). Worlds can
be pickled. Threads may query a world at the same time; those that change it wait for each other.
Updates and queries release the GIL. After os.fork() a world with threads must not be used.

Examples
--------
>>> import masu
>>> world = masu.World2D()
>>> hero = world.add(masu.circle(0.5), [0, 0])
>>> wall = world.add(masu.box([1, 1]), [1.2, 0], fixed=True)
>>> len(world.update().began)
1
)";

inline constexpr char kAddDoc[] = R"(Add an object.

Parameters
----------
shape : Shape
pose : array_like, optional
    A position, a row of position and rotation, or a homogeneous matrix, as in `masu.distance`.
**options
    ``user_data`` (int): for you. ``category``, ``mask`` (int): two objects may collide if each
    one's mask has a bit of the other's category. ``layer`` (int, 0 to 62). ``sensor`` (bool):
    has pairs, but no contacts. ``continuous`` (bool): is swept along its path, see ``Events.impacts``.
    ``fixed`` (bool): makes no pairs with other fixed objects. ``margin`` (float). ``group`` (int):
    two objects with the same positive group always collide, with the same negative one never.

Returns
-------
int
    The handle. Queries find the object at once; pairs have it from the next update() on.
)";

inline constexpr char kAddManyDoc[] =
    R"(Add an object for each pose, several times as fast as one by one.

Parameters
----------
shapes : Shape, or sequence of n Shape
poses : array_like
    n poses.
**options
    As in `add`, for all objects.

Returns
-------
ndarray of uint64, shape (n,)
    Their handles. If one is refused, no object is added.
)";

inline constexpr char kMoveDoc[] = R"(Move an object.

Sensors and continuous objects sweep the straight path from the pose at the last update().)";

inline constexpr char kUpdateDoc[] = R"(Update pairs, contacts and events to the present poses.

Returns
-------
Events
    ``(began, ended, crossed, impacts, left)``.

Notes
-----
Typically O(m log n) for m moved objects.
)";

inline constexpr char kEventsDoc[] = R"(What an update reports, as structured arrays.

began
    Pairs that are new: ``a``, ``b`` (handles), ``id``, ``status``.
ended
    Pairs that no longer touch: ``a``, ``b``, ``user_data_a``, ``user_data_b``.
crossed
    Sensors and objects that touched during the frame and at neither end of it: ``a``, ``b``,
    ``hit``, ``t``, ``normal``, ``point_a``, ``point_b``, ``status``.
impacts
    First contacts of continuous objects during the frame, earliest first; the same fields.
left
    Handles of objects that have left the bounds.)";

inline constexpr char kWorldPairsDoc[] =
    "All pairs in contact as of the last update(): a recarray of a, b (handles), id and status.";
inline constexpr char kContactsDoc[] = R"(All contacts as of the last update().

Returns
-------
recarray
    ``a``, ``b`` (handles), ``distance``, ``normal``, ``point_a``, ``point_b``, ``sub_shape_a``,
    ``sub_shape_b``, ``status``. Empty for a detail of 'boxes' or 'touch'; sensors have none.
)";

inline constexpr char kCornersDoc[] =
    R"(The corners of all contact areas as of the last update(); needs detail='areas'.

Returns
-------
Corners ``(indptr, points)``
    ``points`` has the fields ``point_a``, ``point_b``, ``distance`` and ``feature_id``; those of
    contact i of `contacts` are ``points[indptr[i]:indptr[i + 1]]``.
)";
inline constexpr char kCornersTypeDoc[] = "Corners of contact areas in compressed rows.";
inline constexpr char kVolumesDoc[] =
    R"(What two objects share at each contact, as of the last update(); needs detail='volumes'.

Returns
-------
recarray
    A row for each of `contacts`, with the fields of `contact_volume`: ``volume``, ``centroid``,
    ``area``, ``normal``; ``status``: not 0 where a shape is no polytope, or they only touch.
)";

inline constexpr char kPairFilterDoc[] =
    R"(Set a function that decides which pairs may collide; None: all that filters allow.

`update` calls it for each two objects that come near each other, and its answer holds until they
are apart. It may query the world, but not change it. Pickles and snapshots do not contain it.

Parameters
----------
accept : callable or None
    Called with a PairCandidate; its answer is taken as a bool. An exception leaves `update`, and
    the next `update` asks again.

Examples
--------
>>> import masu
>>> world = masu.World2D()
>>> team = [world.add(masu.circle(1), [i, 0], user_data=i % 2) for i in range(4)]
>>> world.set_pair_filter(lambda pair: pair.user_data_a == pair.user_data_b)
>>> [(p.a == team[0], p.b == team[2]) for p in world.update().began]
[(True, True), (False, False)]
)";
inline constexpr char kPairCandidateDoc[] =
    "Two objects that may collide: handles a and b, and their user data.";
inline constexpr char kLayersDoc[] =
    R"(Set whether objects of two layers collide; at first all do.

Parameters
----------
a, b : int or None
    Layers, 0 to 62; None: objects in no layer.
collide : bool
)";

inline constexpr char kSnapshotDoc[] = R"(Save objects, pairs and contacts as bytes.

For this kind of machine and this version; equal for equal histories. Of convex polygons and
polyhedra they hold the box only: restore() takes those of the world, pickle saves them too. Raises
masu.Error not_updated where something has changed since the last update().)";
inline constexpr char kRestoreDoc[] = R"(Restore what snapshot() returned.

Handles, pairs and all later results are equal, bit for bit. Raises masu.Error: damaged;
wrong_format (another version, or a world with other options); stale_handle (a polytope of the
snapshot is not in the world). The world is unchanged then.)";

inline constexpr char kWorldRayDoc[] =
    R"(Find the first object that a ray hits, for each of many rays.

Parameters
----------
origins, directions : array_like, shape (n, D) or (D,)
    A direction's length is the unit of t. A single one counts for all rays.
max_t : float, optional
    Where rays end.
mask : int, optional
    Only objects whose category has a bit of it count.
sensors : bool, optional
    Whether sensors count; by default not.

Returns
-------
record, or recarray of shape (n,)
    ``hit``, ``object`` (handle), ``t``, ``point``, ``normal``, ``sub_shape``, ``status``.
)";

inline constexpr char kShapeCastDoc[] = R"(Find the first object that a moving shape hits.

Parameters
----------
shape : Shape
poses : array_like
    Where it starts: one pose, or n.
translations : array_like, shape (D,) or (n, D)
mask, sensors : optional
    As in `ray_cast`.

Returns
-------
record, or recarray of shape (n,)
    ``hit``, ``object``, ``t`` (0 to 1), ``normal``, ``point_a`` (of the object), ``point_b``,
    ``sub_shape``, ``status``.
)";

inline constexpr char kOverlappingDoc[] = R"(Find the objects whose bounding boxes overlap boxes.

Parameters
----------
boxes : array_like, shape (n, 2 D) or (n, 2, D), or one box
mask, sensors : optional
    As in `ray_cast`; sensors count by default.

Returns
-------
ndarray of uint64, or HandleRows
    Handles, sorted by slot.
)";

inline constexpr char kTouchingDoc[] =
    R"(Find the objects that a shape touches, at one or many poses.

Parameters
----------
shape : Shape
poses : array_like, optional
mask, sensors : optional

Returns
-------
ndarray of uint64, or HandleRows
)";

inline constexpr char kAtDoc[] = R"(Find the objects that contain a point, or each of many points.

Parameters
----------
points : array_like, shape (n, D) or (D,)
mask, sensors : optional

Returns
-------
ndarray of uint64, or HandleRows
)";

inline constexpr char kWorldNearestDoc[] =
    R"(Find the objects nearest to a point, or to many points.

Parameters
----------
points : array_like, shape (n, D) or (D,)
k : int, optional
mask, sensors : optional

Returns
-------
distances, handles : ndarray, shape (n,) for k = 1, else (n, k)
    Distances to the shapes, 0 inside. Infinity and NO_HANDLE where there are fewer than k objects.
)";

inline constexpr char kWithinDoc[] = R"(Find the objects no farther than a radius from each point.

Parameters
----------
points : array_like, shape (n, D) or (D,)
radius : float
mask, sensors : optional

Returns
-------
Neighbors ``(indptr, handles, distances)``
    Sorted by distance; one row also for a single point.
)";

inline constexpr char kClosestPairDoc[] = R"(Find the two objects with the smallest distance.

Returns
-------
record or None
    ``a``, ``b`` (handles), ``distance``, ``normal``, ``point_a``, ``point_b``; None if there are
    fewer than two objects that may collide.
)";

inline constexpr char kHandleRowsDoc[] = R"(Handles found by many queries, in compressed rows.

Those of query i are ``handles[indptr[i]:indptr[i + 1]]``.)";
inline constexpr char kNeighborsDoc[] = R"(Handles found by many queries, with their distances.

Those of query i are ``handles[indptr[i]:indptr[i + 1]]``.)";

}  // namespace masu::python
