# SPDX-License-Identifier: MIT
"""PointTree against brute force by NumPy."""
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies

import masu
from support import rows_of

KINDS = [(d, t) for d in (2, 3) for t in (np.float32, np.float64)]


def distances_between(a, b):
    return np.sqrt(((a[:, None].astype(float) - b[None].astype(float)) ** 2).sum(axis=2))


@pytest.fixture(params=KINDS, ids=str)
def scene(request):
    dimension, dtype = request.param
    rng = np.random.default_rng(2)
    points = rng.uniform(0, 10, (700, dimension)).astype(dtype)
    return points, rng.uniform(-1, 11, (300, dimension)).astype(dtype), masu.PointTree(points)


@pytest.mark.parametrize("k", [1, 4, 800])
def test_nearest_equals_brute_force(scene, k):
    points, asked, tree = scene
    found, indices = tree.nearest(asked, k)
    exact = np.sort(distances_between(asked, points), axis=1)[:, :k]
    np.testing.assert_allclose(found.reshape(300, k)[:, :700], exact, rtol=1e-5, atol=1e-6)
    if k == 1:
        assert found.shape == (300,) and indices.dtype == np.uint32
    if k == 800:
        assert np.isinf(found[:, 700:]).all() and (indices[:, 700:] == 700).all()
        assert (np.sort(indices[:, :700], axis=1) == np.arange(700)).all()
    more = tree.query(asked, k, threads=2)  # by the name of scipy
    np.testing.assert_array_equal(more[1], indices)


def test_within_equals_brute_force(scene):
    points, asked, tree = scene
    exact = distances_between(asked, points)
    for row, distance in zip(rows_of(tree.within(asked, 0.75)), exact):
        assert set(np.flatnonzero(distance < 0.74999)) <= row
        assert row <= set(np.flatnonzero(distance < 0.75001))
    np.testing.assert_array_equal(
        tree.within(asked[0], 5), sorted(rows_of(tree.within(asked[:1], 5))[0])
    )


@given(
    strategies.lists(strategies.tuples(*[strategies.integers(-3, 3)] * 2), max_size=20),
    strategies.tuples(*[strategies.integers(-4, 4)] * 2),
    strategies.integers(1, 25),
)
def test_ties_go_by_index(points, asked, k):
    tree = masu.PointTree(np.array(points, float).reshape(-1, 2))
    found, indices = tree.nearest(np.array(asked, float), k)
    squared = [(x - asked[0]) ** 2 + (y - asked[1]) ** 2 for x, y in points]
    order = sorted(range(len(points)), key=lambda i: (squared[i], i))[:k]
    expected = order + [len(points)] * (k - len(order))
    assert np.atleast_1d(indices).tolist() == expected
    assert np.atleast_1d(found)[: len(order)].tolist() == [np.sqrt(squared[i]) for i in order]


def test_single_points_empty_trees_and_pickle(scene):
    points, asked, tree = scene
    distance, index = tree.nearest(points[5])
    assert (distance, index) == (0, 5) and isinstance(index, int)
    copy = pickle.loads(pickle.dumps(tree))
    assert (len(copy), copy.dimension, copy.dtype) == (700, tree.dimension, tree.dtype)
    np.testing.assert_array_equal(copy.nearest(asked)[1], tree.nearest(asked)[1])
    empty = masu.PointTree(points[:0])
    assert empty.nearest(points[0]) == (np.inf, 0) and empty.within(points[0], 1).size == 0
    assert "700 points" in repr(tree)


def test_refusals(scene):
    points, asked, tree = scene
    for wrong in (points[0], points[:, :1], np.zeros((2, 2, 2)), np.zeros((2, 4))):
        with pytest.raises(ValueError):
            masu.PointTree(wrong)
    with pytest.raises(TypeError):
        masu.PointTree([["a", "b"]])
    with pytest.raises(ValueError):
        tree.nearest(asked, 0)
    for radius in (-1, np.nan):
        with pytest.raises(masu.Error):
            tree.within(asked, radius)
    with pytest.raises(ValueError, match="copy"):
        tree.nearest(asked[:, ::-1], copy=False)
    nan = masu.PointTree([[0, 0], [np.nan, 0], [5, 5]])
    assert nan.nearest([0, 0], 3)[1].tolist() == [0, 2, 3]
