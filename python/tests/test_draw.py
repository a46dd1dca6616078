# SPDX-License-Identifier: MIT
"""Outlines, and pictures of notebooks."""
import xml.dom.minidom

import numpy as np
import pytest

import masu


def rows(outlines):
    return [outlines.points[a:b] for a, b in zip(outlines.indptr[:-1], outlines.indptr[1:])]


def test_outlines_of_shapes():
    (box,) = rows(masu.box([2, 1]).outline([10, 0]))
    assert sorted(map(tuple, box.tolist())) == [(8, -1), (8, 1), (12, -1), (12, 1)]
    (circle,) = rows(masu.circle(2).outline(directions=100))
    assert len(circle) == 100
    np.testing.assert_allclose(np.linalg.norm(circle, axis=1), 2)
    (pill,) = rows(masu.capsule([0, 0], [3, 0], 1).outline())
    np.testing.assert_allclose([pill.min(axis=0), pill.max(axis=0)], [[-1, -1], [4, 1]], atol=0.01)
    area = np.cross(pill, np.roll(pill, -1, axis=0)).sum() / 2  # counterclockwise: positive
    assert area == pytest.approx(6 + np.pi, rel=0.01)
    assert len(rows(masu.half_space([0, 1], 0).outline())) == 0
    two = masu.compound([masu.circle(1), masu.box([1, 1])], [[0, 0], [5, 0]])
    assert len(rows(two.outline([[0, 0], [9, 9]]))) == 4
    with pytest.raises(ValueError, match="2D"):
        masu.sphere(1).outline()
    with pytest.raises(ValueError, match="directions"):
        masu.circle(1).outline(directions=2)


def test_pictures():
    world = masu.World2D()
    assert world._repr_svg_() is None
    world.add_many(masu.circle(1), [[0, 0], [1.5, 0], [9, 3]])
    world.update()
    assert len(rows(world.outlines())) == 3
    corridor = masu.Corridor([[0, 0, 4, 0], [4, 0, 4, 2], [9, 9, 9, 8]])
    for thing, tag, count in (
        (world, "polygon", 3),
        (world, "circle", 1),
        (corridor, "polyline", 2),
        (masu.convex_polygon([[0, 0], [1, 0], [0, 1]]), "polygon", 1),
        (masu.point([1, 1]), "polygon", 1),
    ):
        picture = xml.dom.minidom.parseString(thing._repr_svg_())
        assert len(picture.getElementsByTagName(tag)) == count
    assert masu.sphere(1)._repr_svg_() is None


def test_plot():
    with pytest.raises(TypeError, match="plot"):
        pytest.importorskip("matplotlib").use("Agg")
        masu.plot(masu.sphere(1))
    world = masu.World2D()
    world.add_many(masu.circle(1), [[0, 0], [1.5, 0]])
    world.update()
    ax = masu.plot(world, facecolor="yellow")
    assert len(ax.collections) == 1 and len(ax.lines) == 1
    assert masu.plot(masu.Corridor([[0, 0, 4, 0]]), ax) is ax and len(ax.collections) == 2
