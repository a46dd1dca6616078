# SPDX-License-Identifier: MIT
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import masu
from support import assert_same_records

RNG = np.random.default_rng(5)

SHAPES_3D = [
    masu.sphere(0.5),
    masu.box([0.5, 0.3, 0.2]),
    masu.capsule([0, -1, 0], [0, 1, 0], 0.25),
    masu.ellipsoid([0.5, 0.4, 0.3]),
    masu.cylinder(0.4, 0.6),
    masu.cone(0.5, 0.5),
    masu.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
    masu.segment([0, 0, 0], [1, 1, 1]),
    masu.point([0.1, 0.2, 0.3]),
    masu.rounded(masu.box([0.3, 0.3, 0.3]), 0.1),
    masu.convex_polyhedron(RNG.normal(size=(40, 3))),
]
SHAPES_2D = [
    masu.circle(0.5),
    masu.box([0.5, 0.3]),
    masu.capsule([0, -1], [0, 1], 0.25),
    masu.ellipsoid([0.5, 0.4]),
    masu.convex_polygon(RNG.normal(size=(20, 2))),
]


def random_poses(count, dimension, side=4.0, seed=0):
    rng = np.random.default_rng(seed)
    position = rng.uniform(-side, side, (count, dimension))
    if dimension == 2:
        return masu.poses(position, rng.uniform(0, 7, count))
    q = rng.normal(size=(count, 4))
    return masu.poses(position, q / np.linalg.norm(q, axis=1, keepdims=True))


def matrices(rows):
    """Rows of position and rotation as homogeneous matrices."""
    n, d = len(rows), 2 if rows.shape[1] == 4 else 3
    m = np.tile(np.eye(d + 1), (n, 1, 1))
    m[:, :d, d] = rows[:, :d]
    if d == 2:
        c, s = rows[:, 2], rows[:, 3]
        m[:, 0, 0], m[:, 0, 1], m[:, 1, 0], m[:, 1, 1] = c, -s, s, c
    else:
        v, w = rows[:, 3:6], rows[:, 6]
        skew = np.cross(v[:, None, :], np.eye(3)).transpose(0, 2, 1)  # skew @ p = cross(v, p)
        m[:, :3, :3] += 2 * w[:, None, None] * skew + 2 * skew @ skew
    return m


@pytest.mark.parametrize("shapes", [SHAPES_2D, SHAPES_3D], ids=["2D", "3D"])
def test_batches_equal_single_calls(shapes):
    d = shapes[0].dimension
    for i, a in enumerate(shapes):
        b = shapes[(i + 1) % len(shapes)]
        of_a, of_b = random_poses(20, d, seed=i), random_poses(20, d, seed=100 + i)
        distances = masu.distance(a, b, of_a, of_b)
        contacts = masu.contact(a, b, of_a, of_b)
        manifolds = masu.manifold(a, b, of_a, of_b, margin=0.1)
        for k in range(20):
            assert masu.distance(a, b, of_a[k], of_b[k]) == distances[k]
            one = masu.contact(a, b, of_a[k], of_b[k])
            assert_same_records(one, contacts[k])
            assert max(one.distance, 0) == pytest.approx(distances[k], abs=1e-9)
            m = masu.manifold(a, b, of_a[k], of_b[k], margin=0.1)
            assert_same_records(m.contact, manifolds.contacts[k])
            part = manifolds.points[manifolds.indptr[k] : manifolds.indptr[k + 1]]
            assert_same_records(m.points, part)
        np.testing.assert_allclose(
            contacts.point_b - contacts.point_a, contacts.distance[:, None] * contacts.normal, atol=1e-9
        )
        for threads in (0, 2):
            many = np.tile(of_a, (20, 1))
            np.testing.assert_array_equal(
                masu.distance(a, b, many, of_b[0], threads=threads), masu.distance(a, b, many, of_b[0])
            )


@pytest.mark.parametrize("shapes", [SHAPES_2D, SHAPES_3D], ids=["2D", "3D"])
def test_forms_of_poses(shapes):
    d = shapes[0].dimension
    a, b = shapes[0], shapes[1]
    rows = random_poses(9, d)
    expected = masu.distance(a, b, pose_b=rows)
    np.testing.assert_allclose(masu.distance(a, b, pose_b=matrices(rows)), expected, atol=1e-12)
    assert masu.distance(a, b, pose_b=matrices(rows)[3]) == pytest.approx(expected[3], abs=1e-12)
    np.testing.assert_allclose(
        masu.distance(a, b, pose_b=rows[:, :d]), masu.distance(a, b, pose_b=masu.poses(rows[:, :d]))
    )
    np.testing.assert_allclose(masu.distance(a, b, pose_b=rows.astype(np.float32)), expected, atol=1e-4)


def test_distance_of_spheres_and_boxes():
    p = np.random.default_rng(3).uniform(-5, 5, (1000, 3))
    exact = np.maximum(np.linalg.norm(p, axis=1) - 1.5, 0)
    np.testing.assert_allclose(masu.distance(masu.sphere(1), masu.sphere(0.5), pose_b=p), exact, atol=1e-12)
    gap = np.maximum(np.abs(p) - 3, 0)
    np.testing.assert_allclose(
        masu.distance(masu.box([1, 1, 1]), masu.box([2, 2, 2]), pose_b=p), np.linalg.norm(gap, axis=1), atol=1e-12
    )


@pytest.mark.parametrize("dimension", [2, 3])
def test_intersects_where_the_distance_is_zero(dimension):
    rng = np.random.default_rng(11)
    zero = np.zeros(dimension)
    hull = (masu.convex_polygon if dimension == 2 else masu.convex_polyhedron)(
        rng.normal(size=(20, dimension))
    )
    simplex = np.vstack([zero, np.eye(dimension)])
    corners = [[0, 1], [1, 2], [2, 0]]
    if dimension == 3:
        corners = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    shapes = [hull, masu.box(zero + 1), masu.sphere(0.5, zero), masu.mesh(simplex, corners)]
    poses = rng.uniform(-3, 3, (200, dimension))
    for a in shapes:
        for b in shapes:
            found = masu.intersects(a, b, pose_b=poses, threads=2)
            assert found.dtype == bool and found.any() and not found.all()
            np.testing.assert_array_equal(found, masu.distance(a, b, pose_b=poses) == 0)
    assert masu.intersects(hull, hull) is True
    with pytest.raises(masu.Error):
        masu.intersects(hull, hull, [np.nan] * dimension)


def test_polytopes_against_shapely():
    geometry = pytest.importorskip("shapely.geometry")
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(12, 2)), rng.normal(size=(9, 2))
    to = rng.uniform(-4, 4, (200, 2))
    got = masu.distance(masu.convex_polygon(a), masu.convex_polygon(b), pose_b=to)
    hull = geometry.MultiPoint(a).convex_hull
    expected = [hull.distance(geometry.MultiPoint(b + t).convex_hull) for t in to]
    np.testing.assert_allclose(got, expected, atol=1e-12)
    assert (got == 0).any() and (got > 0).any()


@settings(max_examples=200, deadline=None)
@given(st.floats(1.1, 20), st.floats(0, 6.3), st.floats(-0.9, 0.9))
def test_time_of_impact_of_circles(far, angle, aside):
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    begin = far * 2 * along + aside * across
    hit = masu.time_of_impact(masu.circle(0.5), masu.circle(0.5), begin_b=begin, end_b=begin - 2 * far * along)
    assert hit.hit
    assert (1 - hit.t) * 2 * far == pytest.approx(np.sqrt(1 - aside**2), abs=1e-4)


def test_time_of_impact_of_many():
    begin = np.array([[3.0, 0], [3, 5], [0.2, 0]])
    hits = masu.time_of_impact(masu.circle(0.5), masu.circle(0.5), begin_b=begin, end_b=begin - [3, 0])
    assert hits.hit.tolist() == [True, False, True]
    assert hits.t == pytest.approx([2 / 3, 1, 0], abs=1e-5)


def test_configurations_of_many_shapes():
    shapes = SHAPES_3D[:5]
    poses = random_poses(30 * 5, 3).reshape(30, 5, 7)
    got = masu.distances(shapes, poses)
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    assert got.shape == (30, len(pairs))
    for column, (i, j) in enumerate(pairs):
        np.testing.assert_array_equal(got[:, column], masu.distance(shapes[i], shapes[j], poses[:, i], poses[:, j]))
    np.testing.assert_array_equal(masu.distances(shapes, poses[4]), got[4])
    some = masu.distances(shapes, poses, [[4, 0]], signed=True)
    np.testing.assert_array_equal(
        some[:, 0], masu.contact(shapes[4], shapes[0], poses[:, 4], poses[:, 0]).distance
    )
    in_matrices = matrices(poses.reshape(-1, 7)).reshape(30, 5, 4, 4)
    np.testing.assert_allclose(masu.distances(shapes, in_matrices), got, atol=1e-12)
    np.testing.assert_array_equal(masu.distances(shapes, np.tile(poses, (20, 1, 1)), threads=2)[:30], got)
    with pytest.raises(ValueError, match="poses"):
        masu.distances(shapes, poses[:, :4])
    with pytest.raises(IndexError):
        masu.distances(shapes, poses, [[0, 5]])


@pytest.mark.parametrize("shape", SHAPES_2D + SHAPES_3D, ids=str)
def test_shapes_survive_pickle_and_print(shape):
    copy = pickle.loads(pickle.dumps(shape))
    assert repr(copy) == repr(shape) and copy.kind == shape.kind and copy.radius == shape.radius
    pose = random_poses(1, shape.dimension)[0]
    np.testing.assert_array_equal(copy.aabb(pose), shape.aabb(pose))
    other = SHAPES_2D[0] if shape.dimension == 2 else SHAPES_3D[0]
    assert masu.distance(copy, other, pose) == masu.distance(shape, other, pose)


def terrain(n=8):
    """A bumpy floor of 2 (n - 1)^2 triangles."""
    x, y = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    vertices = np.stack([x, y, np.sin(x) * np.cos(y)], axis=-1).reshape(-1, 3).astype(float)
    a = (x * n + y)[:-1, :-1].ravel()
    corners = np.concatenate([np.stack([a, a + n, a + 1], 1), np.stack([a + 1, a + n, a + n + 1], 1)])
    return vertices, corners


def test_distance_of_a_mesh_is_that_of_its_nearest_triangle():
    vertices, corners = terrain()
    floor = masu.mesh(vertices, corners)
    ball = masu.sphere(0.25)
    at = np.random.default_rng(0).uniform([0, 0, -3], [7, 7, 3], (60, 3))
    triangles = [masu.triangle(*vertices[t].tolist()) for t in corners]
    expected = np.min([masu.distance(t, ball, pose_b=at) for t in triangles], axis=0)
    np.testing.assert_allclose(masu.distance(floor, ball, pose_b=at), expected, atol=1e-12)
    np.testing.assert_allclose(masu.distance(ball, floor, at), expected, atol=1e-12)
    poses = np.stack([np.zeros_like(at), at], axis=1)
    np.testing.assert_allclose(masu.distances([floor, ball], poses)[:, 0], expected, atol=1e-12)
    assert masu.distance(floor, floor, pose_b=[0, 0, 5]) == pytest.approx(5 - np.ptp(vertices[:, 2]), abs=2)
    np.testing.assert_allclose(floor.aabb()[[2, 5]], [vertices[:, 2].min(), vertices[:, 2].max()])
    assert (floor.kind, floor.radius) == ("mesh", 0)
    copy = pickle.loads(pickle.dumps(floor))
    np.testing.assert_array_equal(masu.distance(copy, ball, pose_b=at), masu.distance(floor, ball, pose_b=at))


def test_contacts_of_a_mesh_are_those_of_its_triangles():
    vertices, corners = terrain()
    floor, ball = masu.mesh(vertices, corners), masu.sphere(0.25)
    at = np.random.default_rng(1).uniform([0, 0, -1], [7, 7, 1], (80, 3))
    triangles = [masu.triangle(*vertices[t].tolist()) for t in corners]
    single = [masu.contact(t, ball, pose_b=at) for t in triangles]
    for margin in (0.0, 0.1):
        found = masu.contacts(floor, ball, pose_b=at, margin=margin, threads=2)
        expected = [[k for k, c in enumerate(single) if c.distance[i] <= margin] for i in range(len(at))]
        rows = np.split(found.contacts, found.indptr[1:-1])
        assert [r.sub_shape_a.tolist() for r in rows] == expected and sum(map(len, expected)) > 50
        for i, contacts in enumerate(rows):
            for c in contacts:
                assert c.distance == pytest.approx(single[c.sub_shape_a].distance[i], abs=1e-9)
                assert c.sub_shape_b == 0
    most = int(np.diff(found.indptr).argmax())
    one = masu.contacts(floor, ball, pose_b=at[most], margin=margin)
    assert_same_records(one, rows[most])
    flipped = masu.contacts(ball, floor, at[most], margin=margin)
    np.testing.assert_array_equal(flipped.sub_shape_b, one.sub_shape_a)
    np.testing.assert_array_equal(flipped.normal, -one.normal)
    flat = masu.mesh([[0, 0], [4, 0], [9, 0]], [[1, 0], [2, 1]])
    smooth = masu.contacts(flat, masu.circle(1), pose_b=[4.25, 0.75], skip_internal_edges=True)
    np.testing.assert_allclose(smooth.normal, [[0, 1]] * len(smooth), atol=1e-12)


def test_contacts_of_convex_shapes():
    a, b, at = masu.circle(1), masu.box([1, 1]), [[1.5, 0], [2.25, 0], [9, 0]]
    found = masu.contacts(a, b, pose_b=at, margin=0.5)
    assert found.indptr.tolist() == [0, 1, 2, 2] and (found.contacts.sub_shape_a == 0).all()
    np.testing.assert_array_equal(found.contacts.distance, masu.contact(a, b, pose_b=at[:2]).distance)
    for margin in (-1, np.nan, np.inf):
        with pytest.raises(masu.Error) as refused:
            masu.contacts(a, b, margin=margin)
        assert refused.value.status == "out_of_range"


def test_impacts_of_meshes():
    vertices, corners = terrain()
    floor, ball = masu.mesh(vertices, corners), masu.sphere(0.25)
    begin = np.random.default_rng(2).uniform([0, 0, 3], [7, 7, 4], (40, 3))
    found = masu.time_of_impact(floor, ball, begin_b=begin, end_b=begin - [0, 0, 6])
    each = [
        masu.time_of_impact(masu.triangle(*vertices[t].tolist()), ball, begin_b=begin, end_b=begin - [0, 0, 6]).t
        for t in corners
    ]
    assert found.hit.all()
    np.testing.assert_allclose(found.t, np.min(each, axis=0), atol=1e-6)
    np.testing.assert_allclose(np.array(each)[found.sub_shape_a, np.arange(40)], found.t, atol=1e-6)
    assert (found.sub_shape_b == 0).all()
    miss = masu.time_of_impact(ball, floor, begin[0], begin[0] + [0, 0, 1])
    assert not miss.hit and miss.sub_shape_b == 0xFFFFFFFF


def test_meshes_are_refused_where_shapes_must_be_convex():
    vertices, corners = terrain(3)
    floor, ball = masu.mesh(vertices, corners), masu.sphere(1)
    for call in (masu.contact, masu.manifold):
        with pytest.raises(ValueError, match="convex"):
            call(ball, floor)
    with pytest.raises(ValueError, match="convex"):
        masu.rounded(floor, 1)
    with pytest.raises(masu.Error) as refused:
        masu.mesh(vertices, corners + 5)
    assert refused.value.status == "bad_index"
    with pytest.raises(masu.Error) as refused:
        masu.mesh(vertices, corners[:0])
    assert refused.value.status == "no_points"
    for wrong, error in (
        (corners.astype(float), TypeError),
        (corners[:, :2], ValueError),
        (corners.ravel(), ValueError),
    ):
        with pytest.raises(error, match="corners"):
            masu.mesh(vertices, wrong)


def test_boxes_around_shapes():
    poses = random_poses(50, 3)
    boxes = masu.sphere(0.5).aabb(poses)
    np.testing.assert_allclose(boxes, np.hstack([poses[:, :3] - 0.5, poses[:, :3] + 0.5]), atol=1e-12)
    assert masu.box([1, 2]).aabb().tolist() == [-1, -2, 1, 2]


@pytest.mark.parametrize(
    "make, status",
    [
        (lambda: masu.sphere(0), "not_positive"),
        (lambda: masu.sphere(np.nan), "not_finite"),
        (lambda: masu.half_space([1, 1], 0), "not_unit"),
        (lambda: masu.convex_polygon(np.empty((0, 2))), "no_points"),
        (lambda: masu.convex_polygon([[0, 0], [1, 1], [2, 2]]), "flat"),
        (lambda: masu.distance(masu.circle(1), masu.circle(1), [0, 0, 2, 0]), "not_unit"),
        (lambda: masu.distance(masu.circle(1), masu.circle(1), [np.nan, 0]), "not_finite"),
        (lambda: masu.contact(masu.circle(1), masu.circle(1), np.diag([1, 1, 2.0])), "wrong_format"),
        (lambda: masu.distance(masu.circle(1), masu.circle(1), np.zeros((2, 2)), np.zeros((3, 2))), "size_mismatch"),
        (lambda: masu.manifold(masu.circle(1), masu.circle(1), margin=-1), "out_of_range"),
    ],
)
def test_statuses_become_errors(make, status):
    with pytest.raises(masu.Error) as refused:
        make()
    assert refused.value.status == status
    assert isinstance(refused.value, ValueError)


def test_wrong_arguments():
    with pytest.raises(masu.Error, match="pose_b: a matrix is no rotation and translation"):
        masu.distance(masu.circle(1), masu.circle(1), pose_b=np.eye(3) * 2)
    with pytest.raises(ValueError, match="2D"):
        masu.distance(masu.circle(1), masu.sphere(1))
    with pytest.raises(ValueError, match="pose_b"):
        masu.distance(masu.circle(1), masu.circle(1), pose_b=np.zeros((4, 5)))
    with pytest.raises(TypeError):
        masu.distance(masu.circle(1), "a circle")
    with pytest.raises(ValueError, match="center"):
        masu.box([1, 2], center=[0, 0, 0])


def test_empty_batches():
    assert masu.distance(masu.circle(1), masu.circle(1), np.empty((0, 2))).shape == (0,)
    assert len(masu.contact(masu.circle(1), masu.circle(1), np.empty((0, 4)))) == 0
    assert masu.manifold(masu.circle(1), masu.circle(1), np.empty((0, 2))).indptr.tolist() == [0]


def test_a_mesh_keeps_no_array_of_the_caller():
    vertices, corners = terrain(4)
    corners = np.ascontiguousarray(corners, dtype=np.uint32)
    floor, ball = masu.mesh(vertices, corners), masu.sphere(1)
    before = masu.distance(floor, ball, None, [1, 9, 1])
    corners[:] = 0
    for shape in (floor, pickle.loads(pickle.dumps(floor))):
        assert masu.distance(shape, ball, None, [1, 9, 1]) == before


@pytest.mark.parametrize("wrong", [2**32, -1, 2**63 - 1])
def test_indices_do_not_wrap(wrong):
    with pytest.raises(masu.Error) as refused:
        masu.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[wrong, 1, 2]])
    assert refused.value.status == "bad_index"
    with pytest.raises(IndexError):
        masu.distances([masu.circle(1)] * 2, [[0, 0], [5, 0]], [[wrong, 1]])


def test_indices_are_integers():
    for wrong in ([[0.5, 1.0]], [["a", "b"]], [[True, False]]):
        with pytest.raises(TypeError, match="pairs"):
            masu.distances([masu.circle(1)] * 2, [[0, 0], [5, 0]], wrong)
