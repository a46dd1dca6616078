# SPDX-License-Identifier: MIT
import math
import pathlib
import pickle
import re

import numpy as np
import pytest

import masu
from support import Pcg32, assert_same_records, overlaps, rows_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def small_world(**options):
    world = masu.World2D(**options)
    a = world.add(masu.circle(1), [0, 0])
    b = world.add(masu.box([1, 1]), [1.5, 0], user_data=7)
    c = world.add(masu.convex_polygon([[-1, -1], [1, -1], [0, 1]]), [10, 0])
    return world, a, b, c


def test_events():
    world, a, b, c = small_world()
    events = world.update()
    assert events.began[["a", "b"]].tolist() == [(a, b)]
    assert len(world) == 3 and a in world
    contact = world.contacts()[0]
    assert contact.distance == pytest.approx(-0.5) and (contact.a, contact.b) == (a, b)
    world.move(a, [10, 1.5])
    events = world.update()
    assert events.ended[["a", "b", "user_data_b"]].tolist() == [(a, b, 7)]
    assert world.pairs()[["a", "b"]].tolist() == [(a, c)]
    world.remove(c)
    assert c not in world
    assert len(world.update().ended) == 1
    with pytest.raises(masu.Error, match="erased") as refused:
        world.move(c, [0, 0])
    assert refused.value.status == "stale_handle"


def test_pairs_equal_brute_force():
    rng = np.random.default_rng(0)
    world = masu.World3D(detail="boxes")
    position = rng.uniform(0, 10, (500, 3))
    handles = world.add_many(masu.box([0.5, 0.5, 0.5]), position)
    for _ in range(5):
        world.update()
        boxes = np.hstack([position - 0.5, position + 0.5])
        slots = {h: i for i, h in enumerate(handles.tolist())}
        found = {tuple(sorted((slots[p["a"]], slots[p["b"]]))) for p in world.pairs()}
        assert found == set(map(tuple, np.argwhere(np.triu(overlaps(boxes, boxes), 1)).tolist()))
        position = position + rng.uniform(-0.3, 0.3, position.shape)
        world.move_many(handles, position)
    np.testing.assert_array_equal(world.poses(handles)[:, :3], position)
    np.testing.assert_array_equal(world.handles(), handles)


def test_add_many_takes_shapes_for_each():
    world = masu.World2D()
    shapes = [masu.circle(1), masu.box([1, 2]), masu.convex_polygon(np.eye(2).tolist() + [[0, 0]])]
    handles = world.add_many(shapes, [[0, 0], [5, 0], [9, 0]], fixed=True)
    del shapes
    assert handles.dtype == np.uint64 and len(world) == 3
    assert world.at([[0.9, 0], [5, 1.9], [9.2, 0.2], [7, 7]]).indptr.tolist() == [0, 1, 2, 3, 3]
    with pytest.raises(masu.Error, match="length"):
        world.add_many([masu.circle(1)], [[0, 0], [1, 1]])
    with pytest.raises(masu.Error) as refused:
        world.add_many(masu.circle(1), [[0, 0], [np.nan, 1]])
    assert refused.value.status == "not_finite" and len(world) == 3


def test_polytopes_live_as_long_as_they_are_used():
    world = masu.World3D()
    points = np.random.default_rng(0).normal(size=(30, 3))
    handles = [world.add(masu.convex_polyhedron(points), [i, 0, 0]) for i in range(20)]
    world.update()
    first = world.contacts()
    for h in handles[::2]:
        world.remove(h)
    world.set_shape(handles[1], masu.convex_polyhedron(points * 0.5))
    for _ in range(20):
        world.add(masu.convex_polyhedron(points), [100, 0, 0])
    assert len(world.update().ended) > 0
    assert len(first) > 0
    world.clear()
    assert len(world) == 0 and len(world.update().ended) > 0


def test_queries():
    world, a, b, c = small_world()
    hit = world.ray_cast([-5, 0], [1, 0])
    assert (hit.hit, hit.object) == (True, a) and hit.t == pytest.approx(4)
    hits = world.ray_cast([[-5, 0], [-5, 9]], [1, 0], max_t=100)
    assert hits.hit.tolist() == [True, False] and hits.object[1] == masu.NO_HANDLE
    assert world.overlapping([-0.5, -0.5, 0.4, 0.5]).tolist() == [a]
    assert rows_of(world.overlapping([[-0.5, -0.5, 0.6, 0.5], [9, -1, 9.5, 0]])) == [{a, b}, {c}]
    assert rows_of(world.touching(masu.circle(0.1), [[0, 0], [10, 0], [5, 5]])) == [{a}, {c}, set()]
    assert world.touching(masu.circle(0.1), [0, 0]).tolist() == [a]
    distance, handle = world.nearest([4, 0])
    assert handle == b and distance == pytest.approx(1.5)
    distances, handles = world.nearest([[4, 0], [8, 0]], k=5)
    assert handles[:, 3].tolist() == [masu.NO_HANDLE] * 2 and np.isinf(distances[:, 3]).all()
    near = world.within([[4, 0]], 1.6)
    assert near.handles.tolist() == [b] and near.distances == pytest.approx([1.5])
    cast = world.shape_cast(masu.circle(0.5), [5, 0], [-5, 0])
    assert cast.object == b and cast.t == pytest.approx(2 / 5)
    nearest = world.closest_pair()
    assert {nearest.a, nearest.b} == {a, b} and nearest.distance == 0


def test_filters_and_sensors():
    world = masu.World2D()
    one = world.add(masu.circle(1), [0, 0], category=1, mask=2)
    two = world.add(masu.circle(1), [0.5, 0], category=2, mask=1)
    three = world.add(masu.circle(1), [0.2, 0], category=4, mask=4, sensor=True)
    world.update()
    assert world.pairs()[["a", "b"]].tolist() == [(one, two)]
    assert set(world.at([0.3, 0]).tolist()) == {one, two, three}
    assert set(world.at([0.3, 0], sensors=False).tolist()) == {one, two}
    world.set_filter(three)
    world.set_filter(one)
    world.set_sensor(three, False)
    assert len(world.update().began) == 1
    with pytest.raises(TypeError, match="colour"):
        world.add(masu.circle(1), colour="red")


def test_meshes_in_a_world():
    ground = masu.mesh([[-10, 0], [0, 1], [10, 0]], [[2, 1], [1, 0]])
    world = masu.World2D()
    floor = world.add(ground, fixed=True)
    ball = world.add(masu.circle(0.5), [0, 1.25])
    world.update()
    assert world.contacts().distance.min() == pytest.approx(-0.25, abs=1e-6)
    assert set(world.contacts().sub_shape_a.tolist()) <= {0, 1}
    hit = world.ray_cast([-5, 9], [0, -1])
    assert (hit.object, hit.sub_shape) == (floor, 1) and hit.t == pytest.approx(8.5)
    copy = pickle.loads(pickle.dumps(world))
    assert copy.hash() == world.hash() and copy.ray_cast([-5, 9], [0, -1]).t == hit.t
    world.remove(floor)
    del ground
    assert len(world.update().ended) == 1 and ball in world


def test_continuous_objects_report_impacts():
    world = masu.World2D()
    world.add(masu.box([0.1, 5]), [0, 0], fixed=True)
    bullet = world.add(masu.circle(0.1), [-5, 0], continuous=True)
    world.update()
    world.move(bullet, [5, 0])
    events = world.update()
    assert len(events.impacts) == 1 and events.impacts.t[0] == pytest.approx(0.48, abs=1e-5)


def test_snapshots_and_pickle():
    world, a, b, c = small_world(margin=0.125)
    with pytest.raises(masu.Error, match="update"):
        world.snapshot()
    world.update()
    bytes_, hash_ = world.snapshot(), world.hash()
    copy = pickle.loads(pickle.dumps(world))
    assert copy.hash() == hash_ and repr(copy) == repr(world)
    for w in (world, copy):
        w.move(a, [9.5, 0.5])
        w.update()
    assert world.hash() == copy.hash() != hash_
    assert_same_records(world.contacts(), copy.contacts())
    world.restore(bytes_)
    assert world.hash() == hash_ and world.pairs()[["a", "b"]].tolist() == [(a, b)]
    with pytest.raises(masu.Error) as refused:
        world.restore(bytes_[:-1])
    assert refused.value.status in ("damaged", "wrong_format")
    with pytest.raises(masu.Error):
        masu.World2D().restore(bytes_)


def test_options_are_checked():
    for wrong in ({"detail": "much"}, {"margin": -1}, {"margin": math.nan}, {"period": [1]}, {"threads": -2}):
        with pytest.raises(ValueError):
            masu.World2D(**wrong)
    with pytest.raises(ValueError, match="2D"):
        masu.World2D().add(masu.sphere(1))
    with pytest.raises(ValueError):
        masu.World2D().add(masu.circle(1), [[0, 0], [1, 1]])
    with pytest.raises(TypeError, match="handles"):
        masu.World2D().move_many([0.5], [[0, 0]])


def golden_hash(dimension, threads):
    """The scene of tests/world/golden_scene_test.cpp, number by number."""
    random = Pcg32(2026)

    def vector(low, high):
        return [random.between(low, high) for _ in range(dimension)]

    def shape_of(i):
        if i % 5 == 0:
            return masu.sphere(random.between(0.25, 0.75), [0] * dimension)
        if i % 5 == 1:
            return masu.box(vector(0.25, 0.75))
        if i % 5 == 4:
            return masu.ellipsoid(vector(0.25, 0.75))
        a, b = vector(-0.5, 0.5), vector(-0.5, 0.5)
        return masu.capsule(a, b, 0.25) if i % 5 == 2 else masu.triangle(a, b, vector(-0.5, 0.5))

    def rotation():
        while True:
            q = [random.between(-1, 1) for _ in range(2 if dimension == 2 else 4)]
            squared = 0.0
            for x in q:
                squared += x * x
            if 0.01 <= squared <= 1:
                return [x / math.sqrt(squared) for x in q]

    world = (masu.World2D if dimension == 2 else masu.World3D)(detail="areas", threads=threads)
    handles, poses = [], []
    for i in range(200):
        shape = shape_of(i)
        poses.append(np.array(vector(-4, 4) + rotation()))
        handles.append(world.add(shape, poses[-1]))
    pairs = 0
    for frame in range(40):
        for i in range(frame % 3, 200, 3):
            poses[i][:dimension] += vector(-0.25, 0.25)
            world.move(handles[i], poses[i])
        world.update()
        pairs += len(world.pairs())
    return world.hash(), pairs


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("dimension", [2, 3])
def test_the_golden_scene_has_the_hash_of_cpp(dimension, threads):
    text = (ROOT / "tests/world/golden_scene.inc").read_text(encoding="utf-8")
    row = re.search(rf"^GOLDEN_SCENE\({dimension}, double, (\d+)u, (\d+),", text, re.M)
    assert golden_hash(dimension, threads) == (int(row[1]), int(row[2]))


def test_wrong_types_are_type_errors():
    world, a, *_ = small_world()
    for options in ({"layer": 300}, {"layer": "x"}, {"mask": "x"}, {"margin": []}, {"group": 2.5}):
        with pytest.raises(TypeError, match=next(iter(options))):
            world.add(masu.circle(1), **options)
    with pytest.raises(TypeError):
        masu.World2D(period=5)
    with pytest.raises(TypeError):
        world.add_many([1], [[0, 0]])
    with pytest.raises(TypeError):
        world.overlapping([0, 0, 1, 1], mask="x")
    with pytest.raises(TypeError):
        masu.BoxTree([[0, 0, 1, 1]]).query([0, 0, 1, 1], "dwithin", distance="x")
    assert len(world) == 3


def test_more_neighbors_than_there_are():
    world, *_ = small_world()
    tree = masu.BoxTree([[0, 0, 1, 1]])
    for k in (2**32, 2**32 + 1):
        for ask in (world.nearest, tree.nearest):
            with pytest.raises(masu.Error) as refused:
                ask([0, 0], k)
            assert refused.value.status == "out_of_range"
    for empty in (masu.World2D(), world):
        distances, handles = empty.nearest([0, 0], 1000)
        assert np.isfinite(distances).sum() == len(empty)
        assert (handles != masu.NO_HANDLE).sum() == len(empty)
    distances, indices = tree.nearest([[3, 1]] * 3, 1000, threads=2)
    assert np.isinf(distances[:, 1:]).all() and (distances[:, 0] == 2).all()
    assert (indices[:, 1:] == 1).all()
    assert np.isinf(masu.BoxTree(np.empty((0, 4))).nearest([0, 0], 5)[0]).all()
