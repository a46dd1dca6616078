# SPDX-License-Identifier: MIT
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import masu


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimension", [2, 3])
def test_vertices_equal_those_of_scipy(dimension, dtype):
    spatial = pytest.importorskip("scipy.spatial")
    for seed in range(5):
        points = np.random.default_rng(seed).normal(size=(500, dimension)).astype(dtype)
        hull = masu.convex_hull(points)
        expected = spatial.ConvexHull(points.astype(float))
        assert set(hull.vertices.tolist()) == set(expected.vertices.tolist())
        assert hull.dimension == dimension
        if dimension == 3:
            assert {frozenset(t) for t in hull.triangles.tolist()} == {
                frozenset(t) for t in expected.simplices.tolist()
            }


def test_a_hull_in_2d_is_counterclockwise():
    points = np.random.default_rng(0).normal(size=(100, 2))
    p = points[masu.convex_hull(points).vertices]
    e = np.roll(p, -1, axis=0) - p
    f = np.roll(e, -1, axis=0)
    assert (e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0] > 0).all()


def test_faces_of_a_cube_are_squares():
    cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    hull = masu.convex_hull(np.vstack([cube, np.random.default_rng(0).uniform(0, 1, (100, 3))]))
    assert hull.vertices.tolist() == list(range(8))
    assert np.diff(hull.indptr).tolist() == [4] * 6
    assert hull.triangles.shape == (12, 3)
    a, b, c = (cube[hull.triangles[:, i]] for i in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(1)
    np.testing.assert_allclose((cube @ hull.planes[:, :3].T - hull.planes[:, 3]).max(axis=0), 0, atol=1e-15)


@settings(max_examples=100, deadline=None)
@given(hnp.arrays(float, st.tuples(st.integers(1, 20), st.just(3)), elements=st.integers(-3, 3)))
def test_all_points_lie_behind_the_planes(points):
    hull = masu.convex_hull(points)
    assert hull.dimension == np.linalg.matrix_rank(points - points[0])
    if hull.dimension == 3:
        assert (points @ hull.planes[:, :3].T - hull.planes[:, 3]).max() < 1e-13


def test_refusals():
    with pytest.raises(ValueError, match="points"):
        masu.convex_hull(np.zeros((3, 4)))
    with pytest.raises(masu.Error, match="NaN"):
        masu.convex_hull([[0, 0], [np.nan, 1], [1, 1]])
    with pytest.raises(masu.Error):
        masu.convex_hull(np.zeros((3, 2)), merge=1)
    assert masu.convex_hull(np.empty((0, 2))).dimension == -1


def test_strided_points():
    points = np.random.default_rng(0).normal(size=(100, 3))
    wide = np.zeros((100, 7))
    wide[:, 2:5] = points
    np.testing.assert_array_equal(
        masu.convex_hull(wide[:, 2:5], copy=False).triangles, masu.convex_hull(points).triangles
    )
