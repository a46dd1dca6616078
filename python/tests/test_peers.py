# SPDX-License-Identifier: MIT
"""Other packages find the same; those that are not installed are skipped."""
import numpy as np
import pytest

import masu
from support import random_boxes, rows_of

BOXES, ASKED = random_boxes(2000, 2, seed=1, side=40), random_boxes(300, 2, seed=2, side=40)
TREE = masu.BoxTree(BOXES)


@pytest.mark.filterwarnings("ignore:STRtree")
def test_shapely():
    pytest.importorskip("shapely")
    from shapely.geometry import box
    from shapely.strtree import STRtree

    tree = STRtree([box(*b) for b in BOXES])
    query = getattr(tree, "query_items", tree.query)  # version 1 returns geometries otherwise
    shapes = [box(*b) for b in ASKED]
    assert rows_of(TREE.query(ASKED)) == [set(np.asarray(query(s)).tolist()) for s in shapes]


def test_rtree():
    index = pytest.importorskip("rtree.index").Index((i, tuple(b), None) for i, b in enumerate(BOXES))
    assert rows_of(TREE.query(ASKED)) == [set(index.intersection(tuple(b))) for b in ASKED]
    for point in ASKED[:50, :2]:
        distance, _ = TREE.nearest(point)
        theirs = BOXES[list(index.nearest(tuple(point), 1))]
        gaps = np.maximum(np.maximum(theirs[:, :2] - point, point - theirs[:, 2:]), 0)
        assert np.linalg.norm(gaps, axis=1).min() == pytest.approx(distance, abs=1e-12)


@pytest.mark.parametrize("dimension", [2, 3])
def test_ckdtree(dimension):
    spatial = pytest.importorskip("scipy.spatial")
    rng = np.random.default_rng(3)
    points, asked = rng.uniform(0, 1, (3000, dimension)), rng.uniform(0, 1, (500, dimension))
    kd, tree = spatial.cKDTree(points), masu.BoxTree(np.hstack([points, points]))
    for k in (1, 5):
        ours, theirs = tree.nearest(asked, k), kd.query(asked, k)
        np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-14)
        np.testing.assert_array_equal(ours[1], theirs[1])
    balls = tree.query(np.hstack([asked, asked]), "dwithin", distance=0.1)
    assert rows_of(balls) == [set(row) for row in kd.query_ball_point(asked, 0.1)]
    cubes = np.hstack([points - 0.025, points + 0.025])
    ours = masu.pairs(cubes)
    theirs = kd.query_pairs(0.05, p=np.inf)
    assert abs(len(ours) - len(theirs)) <= 2  # rounding decides where cubes touch


def test_sparse_rows():
    sparse = pytest.importorskip("scipy.sparse")
    rows = TREE.query(ASKED)
    data = np.ones(len(rows.indices), bool)
    matrix = sparse.csr_matrix((data, rows.indices, rows.indptr), shape=(len(ASKED), len(TREE)))
    assert matrix[7].indices.tolist() == TREE.query(ASKED[7]).tolist()
