# SPDX-License-Identifier: MIT
import pickle

import numpy as np
import pytest

import masu
from support import box_distances, overlaps, random_boxes, rows_of

KINDS = [(d, t) for d in (2, 3) for t in (np.float32, np.float64)]


@pytest.fixture(params=KINDS, ids=str)
def scene(request):
    dimension, dtype = request.param
    boxes = random_boxes(800, dimension, dtype=dtype)
    queries = random_boxes(300, dimension, seed=1, extent=2, dtype=dtype)
    return boxes, queries, masu.BoxTree(boxes)


def test_query_equals_brute_force(scene):
    boxes, queries, tree = scene
    rows = tree.query(queries)
    assert rows.indptr.dtype == rows.indices.dtype == np.uint32
    expected = overlaps(queries, boxes)
    for i, (a, b) in enumerate(zip(rows.indptr[:-1], rows.indptr[1:])):
        np.testing.assert_array_equal(rows.indices[a:b], np.flatnonzero(expected[i]))
    np.testing.assert_array_equal(tree.query(queries[0]), np.flatnonzero(expected[0]))
    d = queries.shape[1] // 2
    np.testing.assert_array_equal(tree.query(queries[0].reshape(2, d)), np.flatnonzero(expected[0]))


def test_query_within_a_distance(scene):
    boxes, queries, tree = scene
    d = boxes.shape[1] // 2
    points = queries[:, :d]
    found = rows_of(tree.query(np.hstack([points, points]), "dwithin", distance=0.75))
    # Rounding decides where the distance is 0.75 within an ulp.
    distances = box_distances(points.astype(float), boxes.astype(float))
    for row, exact in zip(found, distances):
        assert set(np.flatnonzero(exact < 0.74999)) <= row <= set(np.flatnonzero(exact < 0.75001))
    with pytest.raises(masu.Error):
        tree.query(queries, "dwithin", distance=-1)
    with pytest.raises(ValueError, match="distance"):
        tree.query(queries, distance=1)
    with pytest.raises(ValueError, match="near"):
        tree.query(queries, "near")


@pytest.mark.parametrize("with_empty", [False, True])
def test_query_of_boxes_in_boxes(scene, with_empty):
    boxes, queries, tree = scene
    d = boxes.shape[1] // 2
    if with_empty:
        boxes = boxes.copy()
        boxes[::3, 0] = np.nan
        tree = masu.BoxTree(boxes)
    large, small = queries, np.hstack([queries[:, :d], queries[:, :d] + 0.01]).astype(boxes.dtype)

    def inside(a, b):
        low = (b[None, :, :d] <= a[:, None, :d]).all(axis=2)
        return low & (a[:, None, d:] <= b[None, :, d:]).all(axis=2)

    covered = rows_of(tree.query(large, "covers"))
    covering = rows_of(tree.query(small, "covered_by"))
    assert [set(np.flatnonzero(row)) for row in inside(boxes, large).T] == covered
    assert [set(np.flatnonzero(row)) for row in inside(small, boxes)] == covering
    assert any(covered) and any(covering)


@pytest.mark.parametrize("k", [1, 3, 900])
def test_nearest_equals_brute_force(scene, k):
    boxes, queries, tree = scene
    d = boxes.shape[1] // 2
    points = queries[:40, :d]
    distances, indices = tree.nearest(points, k)
    expected = np.sort(box_distances(points.astype(float), boxes.astype(float)), axis=1)[:, :k]
    got = distances.reshape(40, k)[:, :800]
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)
    if k == 1:
        assert distances.shape == (40,)
    if k == 900:
        assert np.isinf(distances[:, 800:]).all() and (indices[:, 800:] == 800).all()
        assert (np.sort(indices[:, :800], axis=1) == np.arange(800)).all()


def test_nearest_of_a_single_point(scene):
    boxes, queries, tree = scene
    d = boxes.shape[1] // 2
    distance, index = tree.nearest(boxes[5, :d])
    assert isinstance(distance, float) and isinstance(index, int)
    assert distance == 0


def test_ray_cast_equals_brute_force(scene):
    boxes, queries, tree = scene
    d = boxes.shape[1] // 2
    origins, directions = queries[:, :d] - 5, np.ones(d, boxes.dtype)
    t, index = tree.ray_cast(origins, directions)
    with np.errstate(divide="ignore", invalid="ignore"):
        enter = ((boxes[None, :, :d] - origins[:, None]) / directions).max(axis=2)
        leave = ((boxes[None, :, d:] - origins[:, None]) / directions).min(axis=2)
    enter = np.where((enter <= leave) & (leave >= 0), np.maximum(enter, 0), np.inf)
    np.testing.assert_array_equal(t, enter.min(axis=1))
    hit = np.isfinite(t)
    assert hit.any() and (index[~hit] == 800).all()
    assert (enter[hit, index[hit]] == t[hit]).all()


def test_rays_in_any_order(scene):
    boxes, queries, tree = scene
    d = boxes.shape[1] // 2
    origins, directions = queries[:, :d] - 5, queries[::-1, :d]
    t, index = tree.ray_cast(origins, directions)
    assert np.isfinite(t).any()
    for i in range(0, len(origins), 7):
        assert tree.ray_cast(origins[i], directions[i]) == (t[i], index[i])
    t, index = tree.ray_cast(origins[0], directions)  # one origin, many directions
    assert tree.ray_cast(origins[0], directions[9]) == (t[9], index[9])


def test_pickle(scene):
    boxes, queries, tree = scene
    copy = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(tree))))
    assert (len(copy), copy.dimension, copy.dtype) == (len(tree), tree.dimension, tree.dtype)
    for a, b in zip(copy.query(queries), tree.query(queries)):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(masu.Error):
        broken = tree.__getstate__()
        masu.BoxTree.__new__(masu.BoxTree).__setstate__((*broken[:2], broken[2][:-8]))


def test_empty_tree():
    tree = masu.BoxTree(np.empty((0, 4)))
    assert len(tree) == 0
    assert tree.query([0, 0, 1, 1]).size == 0
    assert tree.nearest([0, 0]) == (np.inf, 0)
    assert tree.query(np.empty((0, 4))).indptr.tolist() == [0]


def test_refusals():
    tree = masu.BoxTree(random_boxes(10, 2))
    with pytest.raises(ValueError):
        tree.query(random_boxes(3, 3))
    with pytest.raises(ValueError):
        tree.nearest([[1, 2, 3]])
    with pytest.raises(ValueError):
        tree.nearest([[1, 2]], k=0)
    with pytest.raises(masu.Error):
        tree.ray_cast([np.nan, 0], [1, 0])
    with pytest.raises(masu.Error, match="differ in length"):
        tree.ray_cast(np.zeros((2, 2)), np.ones((3, 2)))
    with pytest.raises(ValueError, match="copy"):
        tree.query(random_boxes(3, 2, dtype=np.float32), copy=False)


def test_threads(scene):
    boxes, queries, tree = scene
    for threads in (0, 2):
        for a, b in zip(tree.query(queries, threads=threads), tree.query(queries)):
            np.testing.assert_array_equal(a, b)
