# SPDX-License-Identifier: MIT
"""Arguments that no careful program passes: the answer is an exception, never a crash. What the
stories of test_calls.py have found."""
import itertools
import pathlib

import numpy as np
import pytest

import masu

ARM = pathlib.Path(__file__).resolve().parents[1] / "examples" / "arm"
CLASSES = (masu.World2D, masu.World3D, masu.BoxTree, masu.PointTree, masu.Corridor, masu.Shape)


@pytest.mark.parametrize("cls", CLASSES)
def test_objects_without_init_are_refused(cls):
    incomplete = cls.__new__(cls)
    for name in dir(cls):
        member = getattr(cls, name)
        if name.startswith("_") and name not in ("__len__", "__repr__") or not callable(member):
            continue
        with pytest.raises(TypeError):
            member(incomplete)
    for name in ("dimension", "kind", "radius", "dtype", "skin"):
        if hasattr(cls, name):
            with pytest.raises(TypeError):
                getattr(incomplete, name)


def test_shapes_without_init_are_refused():
    shape = masu.Shape.__new__(masu.Shape)
    world = masu.World2D()
    for call in (
        lambda: world.add(shape),
        lambda: world.add_many([shape], [[0, 0]]),
        lambda: masu.distance(shape, masu.circle(1)),
        lambda: masu.compound([shape]),
        lambda: masu.rounded(shape, 1),
    ):
        with pytest.raises(TypeError):
            call()


def test_robots_without_init_are_refused():
    robot = pytest.importorskip("masu._io", reason="built without the readers of files").Robot
    with pytest.raises(TypeError):
        robot.links(robot.__new__(robot))


@pytest.mark.parametrize("cls", [masu.World2D, masu.World3D])
def test_states_whose_shapes_are_no_dict(cls):
    state = cls().__getstate__()
    with pytest.raises(TypeError):
        cls.__new__(cls).__setstate__((*state[:-1], itertools.repeat((0, 0))))


@pytest.mark.parametrize("dtype", [np.int8, np.float16, np.float32, ">f8"])
def test_conversions_without_memory(dtype):
    rows = np.broadcast_to(np.zeros(1, dtype), (2**44, 4))
    for call in (masu.pairs, masu.BoxTree, masu.Corridor):
        with pytest.raises(MemoryError):
            call(rows)


def test_keywords_may_empty_the_list_of_shapes():
    shapes = [masu.convex_polygon([[0, 0], [1, 0], [0, 1]]) for _ in range(100)]

    class Number:
        def __index__(self):
            shapes.clear()
            return 7

    world = masu.World2D()
    handles = world.add_many(shapes, np.zeros((100, 2)), user_data=Number())
    assert len(shapes) == 0 and len(world) == 100
    assert world.at([0.25, 0.25]).tolist() == handles.tolist()


def test_shapes_are_read_no_further_than_to_the_first_that_is_wrong():
    world = masu.World2D()
    with pytest.raises(TypeError):
        world.add_many(np.broadcast_to(np.uint64(1), (2**40,)), [[0, 0]])
    with pytest.raises(masu.Error) as refused:
        world.add_many(itertools.repeat(masu.circle(1)), [[0, 0], [1, 1]])
    assert refused.value.status == "size_mismatch"
    assert len(world.add_many(masu.circle(1), np.empty((0, 2)))) == len(world) == 0
    with pytest.raises(ValueError, match="2D"):
        world.add_many(masu.sphere(1), np.empty((0, 2)))


def test_outlines_with_too_many_directions():
    world = masu.World2D()
    world.add(masu.circle(1))
    for call in (masu.circle(1).outline, world.outlines):
        with pytest.raises(masu.Error) as refused:
            call(directions=2**31 - 1)
        assert refused.value.status == "out_of_range"


def test_integers_that_no_float_holds():
    huge = 10**400
    for call in (lambda: masu.poses([huge, 0]), lambda: masu.poses([0, 0], huge), lambda: masu.sphere(huge)):
        with pytest.raises((ValueError, TypeError)):
            call()


def test_a_list_that_changes_while_it_is_read():
    for call in (masu.poses, masu.BoxTree, masu.convex_hull):
        rows = [[0.0, 0.0], [1.0, 1.0]]

        class Number:
            def __float__(self):
                rows[1].clear()
                return 1.0

        rows[0][0] = Number()
        with pytest.raises((TypeError, ValueError)):
            call(rows)


def test_robots_with_integers_that_no_float_holds():
    pytest.importorskip("masu._io", reason="built without the readers of files")
    robot = masu.RobotModel(ARM / "arm.urdf")
    q = [0] * robot.dof
    for call in (
        lambda: robot.distance([10**400] * robot.dof),
        lambda: robot.clearance(q, [masu.sphere(1)], [[10**400] * 7]),
    ):
        with pytest.raises(ValueError, match="too large"):
            call()
