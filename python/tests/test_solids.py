# SPDX-License-Identifier: MIT
"""Contact volumes, convex decomposition, compounds and height fields."""
import os
import pickle
import signal
import time

import numpy as np
import pytest
from hypothesis import given, strategies

import masu
from support import assert_same_records


def prism(outline):
    """The vertices and triangles of a prism of height 1 over a polygon with an ear fan at 0."""
    n = len(outline)
    points = np.array([(x, y, z) for z in (0, 1) for x, y in outline], float)
    triangles = []
    for k in range(1, n - 1):
        triangles += [(0, k + 1, k), (n, n + k, n + k + 1)]
    for k in range(n):
        a, b = k, (k + 1) % n
        triangles += [(a, b, n + b), (a, n + b, n + a)]
    return points, np.array(triangles, np.uint32)


# An L: the inner corner comes first, which the fan sees all of.
L_SHAPE = [(1, 1), (1, 2), (0, 2), (0, 0), (2, 0), (2, 1)]


@pytest.mark.parametrize("dimension", [2, 3])
def test_volumes_of_boxes(dimension):
    rng = np.random.default_rng(3)
    half = np.full(dimension, 1.0)
    a, b = masu.box(half), masu.box(half * 0.5)
    offsets = rng.uniform(-2, 2, (300, dimension))
    found = masu.contact_volume(a, b, pose_b=offsets, threads=2)
    low, high = np.maximum(-1, offsets - 0.5), np.minimum(1, offsets + 0.5)
    sides = np.maximum(high - low, 0)
    np.testing.assert_allclose(found.volume, sides.prod(axis=1), atol=1e-12)
    some = found.volume > 0
    assert some.any() and not some.all()
    np.testing.assert_allclose(found.centroid[some], ((low + high) / 2)[some], atol=1e-9)
    assert (found.volume[found.status != 0] == 0).all()
    one = masu.contact_volume(a, b, pose_b=offsets[7])
    assert one.volume == found.volume[7] and one.normal.shape == (dimension,)
    polytope = masu.convex_polygon if dimension == 2 else masu.convex_polyhedron
    corners = np.array(np.meshgrid(*[[-1, 1]] * dimension)).reshape(dimension, -1).T
    same = masu.contact_volume(polytope(corners), b, pose_b=offsets)
    np.testing.assert_allclose(same.volume, found.volume, atol=1e-12)


def test_volumes_are_refused_for_what_is_no_polytope():
    box = masu.box([1, 1, 1])
    for other in (masu.sphere(1), masu.rounded(box, 0.1), masu.half_space([0, 0, 1], 0)):
        with pytest.raises(masu.Error):
            masu.contact_volume(box, other)
    with pytest.raises(ValueError, match="convex"):
        masu.contact_volume(box, masu.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))


def test_an_l_has_two_parts():
    vertices, triangles = prism(L_SHAPE)
    made = masu.decompose(vertices, triangles)
    assert len(made.parts) == 2 and made.converged and made.depth < 0.05
    assert sum(masu.convex_hull(part).dimension == 3 for part in made.parts) == 2
    few = masu.decompose(vertices, triangles, max_parts=1)
    assert len(few.parts) == 1 and not few.converged and few.depth > 0.3

    compound = masu.compound([masu.convex_polyhedron(part) for part in made.parts])
    mesh, ball = masu.mesh(vertices, triangles), masu.sphere(0.1)
    assert compound.kind == "compound" and mesh.kind == "mesh"
    at = np.random.default_rng(4).uniform(-1, 3, (300, 3))
    outside = masu.distance(compound, masu.point([0, 0, 0]), pose_b=at) > 0
    np.testing.assert_allclose(
        masu.distance(compound, ball, pose_b=at)[outside],
        masu.distance(mesh, ball, pose_b=at)[outside],
        atol=1e-9,
    )
    assert outside.any() and not outside.all()


def test_progress_of_a_decomposition():
    vertices, triangles = prism(L_SHAPE)
    expected = masu.decompose(vertices, triangles, max_parts=8)
    seen = []
    made = masu.decompose(vertices, triangles, max_parts=8, progress=lambda done, all_: seen.append((done, all_)))
    assert seen[0] == (1, 8) and len(made.parts) == len(expected.parts)
    for part, other in zip(made.parts, expected.parts):
        np.testing.assert_array_equal(part, other)
    pytest.importorskip("tqdm")
    assert len(masu.decompose(vertices, triangles, max_parts=8, progress=True).parts) == len(made.parts)


def test_a_decomposition_can_be_stopped():
    vertices, triangles = prism(L_SHAPE)

    def stop(done, all_):
        raise StopIteration(done)

    with pytest.raises(StopIteration):
        masu.decompose(vertices, triangles, progress=stop)
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:  # Ctrl-C
        with pytest.raises(KeyboardInterrupt):
            masu.decompose(vertices, triangles, progress=lambda *_: os.kill(os.getpid(), signal.SIGINT) or time.sleep(1))
    finally:
        signal.signal(signal.SIGINT, old)


def test_decompose_refuses():
    vertices, triangles = prism(L_SHAPE)
    for wrong, status in (
        (triangles[:-1], "open_surface"),
        (triangles[:, ::-1], "inverted"),
        (triangles + 1, "bad_index"),
    ):
        with pytest.raises(masu.Error) as refused:
            masu.decompose(vertices, wrong)
        assert refused.value.status == status
    with pytest.raises(masu.Error):
        masu.decompose(vertices, triangles, tolerance=0)
    with pytest.raises(ValueError):
        masu.decompose(vertices[:, :2], triangles)
    with pytest.raises(TypeError):
        masu.decompose(vertices, triangles, max_parts=-1)


@pytest.mark.parametrize("dimension", [2, 3])
def test_compounds(dimension):
    zero = [0.0] * dimension
    right, left = [3.0] + zero[1:], [-3.0] + zero[1:]
    polygon = masu.convex_polygon if dimension == 2 else masu.convex_polyhedron
    simplex = np.vstack([np.zeros(dimension), np.eye(dimension)])
    shapes = [masu.sphere(1, zero), polygon(simplex)]
    dumbbell = masu.compound(shapes, [left, right])
    del shapes
    probe = masu.sphere(0.5, zero)
    assert masu.distance(dumbbell, probe, pose_b=[-1.0] + zero[1:]) == pytest.approx(0.5)
    assert masu.distance(dumbbell, probe, pose_b=[2.0] + zero[1:]) == pytest.approx(0.5)
    np.testing.assert_allclose(dumbbell.aabb()[[0, dimension]], [-4, 4], atol=1e-9)

    world = (masu.World2D if dimension == 2 else masu.World3D)()
    handle = world.add(pickle.loads(pickle.dumps(dumbbell)))
    world.add(probe, [2.9] + zero[1:])
    world.update()
    contact = world.contacts()[0]
    assert contact.sub_shape_a == 1 and contact.distance < 0
    copy = pickle.loads(pickle.dumps(world))
    copy.move(handle, zero)
    copy.update()
    assert_same_records(copy.contacts(), world.contacts())
    assert "compound" in repr(dumbbell)


def test_compounds_are_refused():
    with pytest.raises(masu.Error, match="compound"):
        masu.compound([])
    with pytest.raises(masu.Error) as refused:
        masu.compound([masu.circle(1)], [[0, 0], [1, 1]])
    assert refused.value.status == "size_mismatch"
    with pytest.raises(masu.Error):
        masu.compound([masu.half_space([0, 1], 0)])
    with pytest.raises(ValueError):
        masu.compound([masu.circle(1), masu.sphere(1)])
    with pytest.raises(ValueError, match="convex"):
        masu.compound([masu.compound([masu.circle(1)])])
    with pytest.raises(ValueError, match="convex"):
        masu.rounded(masu.compound([masu.circle(1)]), 1)


def test_height_fields():
    x = np.arange(6) * 0.5
    ramp = masu.height_field(np.tile(x, (4, 1)), (0.5, 2.0))  # y = x, up to x = 2.5, z = 6
    assert ramp.kind == "height_field"
    np.testing.assert_allclose(ramp.aabb(), [0, 0, 0, 2.5, 2.5, 6], atol=1e-9)
    at = [[1, 2, 3], [2, 0, 5]]
    np.testing.assert_allclose(
        masu.distance(ramp, masu.sphere(0.1), pose_b=at), np.array([1, 2]) / 2**0.5 - 0.1
    )
    holes = np.zeros((3, 5), bool)
    holes[1, 1:4] = True
    made = masu.height_field(np.zeros((4, 6)), 1.0, holes)
    holes[:] = False  # the shape has a copy
    open_ = pickle.loads(pickle.dumps(made))
    below = masu.distance(open_, masu.point([2.5, 0.25, 1.5]))
    assert below == pytest.approx(np.hypot(0.5, 0.25))
    line = masu.height_field([0, 1, 0], 1, holes=[False, True])
    assert masu.distance(line, masu.circle(0.5), pose_b=[2, 0]) == pytest.approx(2**0.5 - 0.5)

    heights = np.zeros((3, 3))
    flat = masu.height_field(heights, 1)
    heights += 5  # a copy was taken
    world = masu.World3D()
    world.add(flat, fixed=True)
    world.add(masu.sphere(1), [1, 0.5, 1])
    world.update()
    assert world.contacts().distance.min() == pytest.approx(-0.5)


def test_height_fields_are_refused():
    for arguments, status in (
        (([1.0], 1), "no_points"),
        (([1.0, np.nan], 1), "not_finite"),
        (([1.0, 2.0], 0), "not_positive"),
    ):
        with pytest.raises(masu.Error) as refused:
            masu.height_field(*arguments)
        assert refused.value.status == status
    for arguments in ((np.zeros((2, 2, 2)), 1), (np.zeros((3, 3)), (1, 1, 1)), (5, 1)):
        with pytest.raises(ValueError):
            masu.height_field(*arguments)
    for holes in ([True], np.zeros((3, 2), bool), np.zeros((2, 2, 1), bool)):
        with pytest.raises(ValueError, match="holes"):
            masu.height_field(np.zeros((3, 3)), 1, holes)


@given(strategies.tuples(*[strategies.floats(-3, 3)] * 2), strategies.floats(-4, 4))
def test_volumes_are_symmetric_and_moved_along(position, angle):
    a, b = masu.box([1, 2]), masu.convex_polygon([[-1, -1], [2, 0], [0, 1.5]])
    pose = masu.poses(position, angle)
    one, other = masu.contact_volume(a, b, pose_b=pose), masu.contact_volume(b, a, pose)
    assert one.volume == pytest.approx(other.volume, abs=1e-12)
    np.testing.assert_allclose(one.normal, -other.normal, atol=1e-9)
    assert 0 <= one.volume <= 3.75 + 1e-9
    if one.volume > 0:
        assert masu.distance(a, b, pose_b=pose) == 0
