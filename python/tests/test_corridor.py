# SPDX-License-Identifier: MIT
"""Walls in 2D against brute force by NumPy."""
import threading

import numpy as np
import pytest
from hypothesis import assume, given, strategies

import masu

SQUARE = np.array([[0, 0, 4, 0], [4, 0, 4, 4], [4, 4, 0, 4], [0, 4, 0, 0]], float)


def segment_distances(points, walls):
    a, d = walls[None, :, :2], walls[None, :, 2:] - walls[None, :, :2]
    t = ((points[:, None] - a) * d).sum(axis=2) / (d**2).sum(axis=2)
    nearest = a + np.clip(t, 0, 1)[..., None] * d
    return np.linalg.norm(points[:, None] - nearest, axis=2), nearest


@pytest.fixture
def scene():
    rng = np.random.default_rng(5)
    start = rng.uniform(0, 100, (400, 2))
    walls = np.hstack([start, start + rng.uniform(-3, 3, (400, 2))])
    return walls, rng.uniform(-5, 105, (500, 2)), masu.Corridor(walls)


@pytest.mark.parametrize("layout", ["rows", "pairs", "strided", "float32"])
def test_nearest_equals_brute_force(scene, layout):
    walls, points, corridor = scene
    given = {
        "rows": walls,
        "pairs": walls.reshape(-1, 2, 2),
        "strided": np.hstack([walls, walls])[:, :4],
        "float32": walls.astype(np.float32),
    }[layout]
    found = masu.Corridor(given).nearest(points, threads=2)
    distances, nearest = segment_distances(points, np.asarray(given, float).reshape(-1, 4))
    np.testing.assert_allclose(found.distance, distances.min(axis=1), atol=1e-9)
    row = np.arange(500)
    np.testing.assert_allclose(distances[row, found.wall], distances.min(axis=1), atol=1e-9)
    np.testing.assert_allclose(found.point, nearest[row, found.wall], atol=1e-9)
    one = masu.Corridor(given).nearest(points[3])
    assert one.wall == found.wall[3]


def test_nearest_within_a_distance(scene):
    walls, points, corridor = scene
    near, all_ = corridor.nearest(points, 1.0), corridor.nearest(points)
    far = all_.distance > 1
    assert far.any() and (near.wall[far] == masu.NO_WALL).all()
    np.testing.assert_array_equal(near.wall[~far], all_.wall[~far])
    with pytest.raises(masu.Error):
        corridor.nearest(points, -1)
    with pytest.raises(masu.Error) as refused:
        corridor.nearest([[0, np.nan]])
    assert refused.value.status == "not_finite"


def test_rays_and_circles():
    corridor = masu.Corridor(SQUARE)
    hit = corridor.ray_cast([2, 1], [[1, 0], [0, 2], [-1, 0], [0, -1]])
    assert hit.hit.all() and hit.wall.tolist() == [1, 2, 3, 0]
    np.testing.assert_allclose(hit.t, [2, 1.5, 2, 1])
    np.testing.assert_allclose(hit.normal, [[-1, 0], [0, -1], [1, 0], [0, 1]], atol=1e-12)
    miss = corridor.ray_cast([2, 1], [1, 0], 1.5)
    assert not miss.hit and miss.wall == masu.NO_WALL
    circle = corridor.circle_cast([[2, 2], [1, 2]], 0.5, [3, 0])
    np.testing.assert_allclose(circle.t, [0.5, 2.5 / 3])
    with pytest.raises(ValueError, match="length"):
        corridor.ray_cast(np.zeros((2, 2)), np.ones((3, 2)))


def test_movers_stay_inside():
    corridor = masu.Corridor(SQUARE, reach=1)
    rng = np.random.default_rng(6)
    at = rng.uniform(1, 3, (300, 2))
    for response in ("slide", "bounce", "stop"):
        position = at
        for _ in range(5):
            moved = corridor.move(
                position, rng.normal(0, 30, (300, 2)), 0.5, response=response, threads=2
            )
            position = moved.position
            assert ((position >= 0.5) & (position <= 3.5)).all()
        assert (moved.contacts > 0).mean() > 0.9
    stopped = corridor.move([2, 2], [5, 0], response="stop")
    np.testing.assert_allclose(stopped.position, [4, 2], atol=1e-9)
    with pytest.raises(ValueError, match="response"):
        corridor.move([2, 2], [1, 0], response="jump")
    with pytest.raises(masu.Error):
        corridor.move([2, 2], [1, 0], -1)


def test_one_way_walls():
    corridor = masu.Corridor(SQUARE, open_along=[[0, 1], [0, 0], [0, 0], [0, 0]])
    inside = corridor.move([2, -1], [0, 2], 0.25)
    assert inside.position[1] == pytest.approx(1) and (inside.passing == masu.NO_WALL).all()
    outside = corridor.move(inside.position, [0, -3], 0.25)
    np.testing.assert_allclose(outside.position, [2, 0.25], atol=1e-9)
    # A mover that stops in the wall passes on, either way, if it says where it is.
    within = corridor.move([[2, -1]] * 2, [0, 1], 0.25)
    assert (within.passing[:, 0] == 0).all() and (within.passing[:, 1:] == masu.NO_WALL).all()
    back = corridor.move(within.position, [0, -2], 0.25, passing=within.passing)
    np.testing.assert_allclose(back.position[:, 1], -2)
    one = corridor.move(within.position[0], [0, -2], 0.25, passing=within.passing[0])
    np.testing.assert_allclose(one.position, [2, -2])
    with pytest.raises(masu.Error):
        corridor.move(within.position, [0, -2], 0.25, passing=within.passing[:1])
    with pytest.raises(masu.Error):
        masu.Corridor(SQUARE, open_along=np.zeros((3, 2)))
    with pytest.raises(masu.Error):
        masu.Corridor(SQUARE, open_along=[0, np.nan])
    platform = masu.Corridor([[0, 0, 4, 0]], open_along=[0, 1])
    assert platform.move([2, -1], [0, 2]).position[1] == 1


def test_moving_walls_push():
    corridor = masu.Corridor([[0, 0, 0, 4], [9, 0, 9, 4]])
    vertices, indptr, _ = corridor.chains()
    chain = int(np.flatnonzero(vertices[indptr[:-1], 0] == 0)[0])
    at = np.array([[2.0, 1], [5, 1], [8.5, 2], [np.pi, 50]])
    moved = corridor.move_walls(chain, [3, 0], at, 0.5)
    assert moved.pushed.tolist() == [True, False, False, False] and not moved.crushed.any()
    np.testing.assert_allclose(moved.position, [[3.5, 1], *at[1:]], atol=1e-9)
    np.testing.assert_allclose(moved.displacement[0], [1.5, 0], atol=1e-9)
    crushed = corridor.move_walls(chain, (5.5, 0), [8.25, 2], 0.5)
    assert crushed.crushed and crushed.overlap > 0
    assert corridor.nearest([0, 2]).distance == pytest.approx(8.5)
    np.testing.assert_allclose(corridor.chains()[0][indptr[chain]], [8.5, 0])
    corridor.set_vertices(int(indptr[chain]), [[0, 0], [0, 4]])
    assert corridor.nearest([0, 2]).distance == 0
    assert len(corridor.move_walls(chain, [1, 0])) == 0
    for wrong in (2, masu.NO_WALL):
        with pytest.raises(masu.Error) as refused:
            corridor.move_walls(wrong, [1, 0])
        assert refused.value.status == "bad_index"
    with pytest.raises(masu.Error):
        corridor.move_walls(chain, [np.nan, 0])
    with pytest.raises(TypeError):
        corridor.move_walls(chain, [1])
    with pytest.raises(masu.Error):
        corridor.set_vertices(3, [[0, 0], [1, 1]])


def test_queries_while_walls_move():
    corridor = masu.Corridor([[0, 0, 0, 4], [9, 0, 9, 4]])
    stop = threading.Event()

    def ask():
        while not stop.is_set():
            found = corridor.nearest(np.full((300, 2), 2.0), threads=2)
            assert (found.distance == found.distance[0]).all()
            corridor.chains(), corridor.move(np.full((20, 2), 5.0), [1, 0], 0.1)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for t in threads:
        t.start()
    for step in range(100):
        corridor.move_walls(0, [0.25 if step % 2 else -0.25, 0], [[5, 2]], 0.5)
    stop.set()
    for t in threads:
        t.join(60)
    assert not any(t.is_alive() for t in threads)


def test_chains():
    corridor = masu.Corridor(SQUARE[[2, 0, 3, 1]])
    vertices, indptr, walls = corridor.chains()
    assert indptr.tolist() == [0, 5] and len(vertices) == 5
    np.testing.assert_array_equal(vertices[0], vertices[4])
    assert sorted(walls.tolist()) == [0, 1, 2, 3, masu.NO_WALL] and len(corridor) == 4
    assert corridor.skin > 0 and "4 walls" in repr(corridor)
    loose = SQUARE + np.random.default_rng(7).uniform(-1e-3, 1e-3, SQUARE.shape)
    assert len(masu.Corridor(loose, weld=0.01).chains()[1]) == 2
    assert len(masu.Corridor(loose).chains()[1]) == 5


def test_walls_are_refused():
    for wrong in (np.empty((0, 4)), [[1, 1, 1, 1]]):
        with pytest.raises(masu.Error) as refused:
            masu.Corridor(wrong)
        assert refused.value.status == "no_points"
    for wrong in (np.zeros((3, 2)), np.zeros((3, 6)), np.zeros(4)):
        with pytest.raises(ValueError):
            masu.Corridor(wrong)
    with pytest.raises(masu.Error):
        masu.Corridor(SQUARE, weld=-1)


@given(
    strategies.lists(strategies.tuples(*[strategies.integers(-4, 4)] * 4), min_size=1, max_size=12),
    strategies.tuples(*[strategies.integers(-5, 5)] * 2),
)
def test_walls_on_a_grid(walls, point):
    long = [w for w in walls if w[:2] != w[2:]]
    assume(long)
    found = masu.Corridor(np.array(walls, float)).nearest(np.array(point, float))
    distances = segment_distances(np.array([point], float), np.array(long, float))[0][0]
    assert found.distance == pytest.approx(distances.min(), abs=1e-12)
    own = segment_distances(np.array([point], float), np.array([walls[found.wall]], float))[0][0]
    assert own[0] == pytest.approx(distances.min(), abs=1e-12)
