// SPDX-License-Identifier: MIT
// Docstrings of narrow.cpp, contacts.cpp and impacts.cpp.
#pragma once

namespace masu::python {

inline constexpr char kDistanceDoc[] = R"(Compute the distance of two shapes, at one or many poses.

Parameters
----------
a, b : Shape
    Of one dimension D.
pose_a, pose_b : array_like, optional
    Positions (D,) or (n, D); rows of position and rotation (2D: x, y, cosine, sine; 3D: x, y, z and
    a quaternion x, y, z, w), (4,), (7,) or (n, 4), (n, 7); or homogeneous matrices (D + 1, D + 1)
    or (n, D + 1, D + 1). By default the identity. One pose counts for all n of the other shape.
threads : int, optional
    0: one for each processor. The result does not depend on it.

Returns
-------
float, or ndarray of shape (n,)
    The distance of the nearest points; 0 where the shapes touch or overlap.

Raises
------
masu.Error
    not_unit: a rotation whose length is not 1; not_finite; size_mismatch.

Examples
--------
>>> import masu
>>> masu.distance(masu.circle(1), masu.box([1, 1]), pose_b=[[3, 0], [4, 0]])
array([1., 2.])
)";

inline constexpr char kIntersectsDoc[] = R"(Find whether two shapes overlap or touch.

`distance` is 0 then; this takes less time.

Parameters
----------
a, b, pose_a, pose_b, threads
    As in `distance`.

Returns
-------
bool, or ndarray of bool, shape (n,)

Examples
--------
>>> import masu
>>> masu.intersects(masu.circle(1), masu.box([1, 1]), pose_b=[[3, 0], [2, 0]])
array([False,  True])
)";

inline constexpr char kContactDoc[] = R"(Compute the signed distance and the points of contact.

Parameters
----------
a, b, pose_a, pose_b, threads
    As in `distance`.

Returns
-------
record, or recarray of shape (n,)
    With these fields, which are attributes, too:

    - ``distance``: of the nearest points; where the shapes overlap, minus the penetration depth
    - ``lower``, ``upper``: bounds of the exact distance
    - ``normal``: unit, from a to b: b moved along it by -distance touches a
    - ``point_a``, ``point_b``: the nearest or deepest points, on the surfaces
    - ``status``: 0, or 9 (not_converged) where the bounds are wide

Examples
--------
>>> import masu
>>> masu.contact(masu.circle(1), masu.circle(1), pose_b=[1.5, 0]).distance
-0.5
)";

inline constexpr char kSubShapeContactsDoc[] =
    R"(Compute the contacts of all sub-shapes: triangles of a mesh, children of a compound.

Parameters
----------
a, b, pose_a, pose_b, threads
    As in `distance`. A convex shape has one sub-shape, 0.
margin : float, optional
    Sub-shapes no farther apart than this are in contact, too.
skip_internal_edges : bool, optional
    Replace normals at edges inside a surface, on which objects would get stuck, by those that the
    surface has there.

Returns
-------
recarray, or for many poses Contacts ``(indptr, contacts)``
    The fields of `contact`, and ``sub_shape_a``, ``sub_shape_b``; sorted by these. Contacts of pose
    i are ``contacts[indptr[i]:indptr[i + 1]]``.

Notes
-----
A mesh is a surface: a ball inside a closed mesh does not touch it. Typically O(log n + k) for k
pairs of sub-shapes whose boxes overlap.

Examples
--------
>>> import masu
>>> floor = masu.mesh([[0, 0], [4, 0], [9, 0]], [[1, 0], [2, 1]])
>>> masu.contacts(floor, masu.circle(1), pose_b=[4.25, 0.75]).sub_shape_a
array([0, 1], dtype=uint32)
)";

inline constexpr char kManifoldDoc[] =
    R"(Compute the contact manifold: the corners of the contact area.

Parameters
----------
a, b, pose_a, pose_b, threads
    As in `distance`.
margin : float, optional
    Corners no farther apart than this belong to the contact, too.

Returns
-------
Manifold ``(contact, points)``, or for many poses Manifolds ``(contacts, indptr, points)``
    ``contact`` is that of `contact`. ``points`` has the fields ``point_a``, ``point_b``,
    ``distance`` and ``feature_id``; those of pose i are ``points[indptr[i]:indptr[i + 1]]``.
)";

inline constexpr char kImpactDoc[] = R"(Compute when two moving shapes first touch.

Each shape moves from its pose `begin` at t = 0 to its pose `end` at t = 1: on a straight line, and
the shorter way around.

Parameters
----------
a, b : Shape
begin_a, end_a, begin_b, end_b : array_like, optional
    Poses, as in `distance`. Without an end the shape stays.
tolerance : float, optional
    The gap that counts as contact, as a fraction of the size of the shapes.
threads : int, optional

Returns
-------
record, or recarray of shape (n,)
    Fields ``hit``, ``t`` (1 without a hit), ``normal``, ``point_a``, ``point_b``, ``status``;
    ``sub_shape_a``, ``sub_shape_b``: of a mesh or compound the part that is hit first, else 0.

Examples
--------
>>> import masu
>>> masu.time_of_impact(masu.circle(1), masu.circle(1), begin_b=[4, 0], end_b=[0, 0]).t.round(6)
0.5
)";

inline constexpr char kDistancesDoc[] =
    R"(Compute distances of pairs of shapes in many configurations.

One robot, 10 000 configurations: one call.

Parameters
----------
shapes : sequence of m Shape
poses : array_like, shape (m, ...) or (n, m, ...)
    The pose of each shape, in each configuration; in the forms of `distance`.
pairs : array_like of int, shape (k, 2), optional
    Which pairs of shapes; by default all with i < j.
signed : bool, optional
    Minus the penetration depth where shapes overlap, instead of 0.
threads : int, optional

Returns
-------
ndarray, shape (k,) or (n, k)
)";

inline constexpr char kManifoldTypeDoc[] = "A contact, and the corners of its contact area.";
inline constexpr char kContactsTypeDoc[] = "Contacts of sub-shapes in compressed rows.";
inline constexpr char kManifoldsTypeDoc[] =
    "Contacts, and the corners of their contact areas in compressed rows.";

}  // namespace masu::python
