# SPDX-License-Identifier: MIT
"""Which pairs of a world may collide, and what it reports of them."""
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import masu
from support import assert_same_records


def row(count, **options):
    """A world of circles that each overlap their neighbors, and their handles."""
    world = masu.World2D(**options)
    return world, world.add_many(masu.circle(0.6), np.arange(count)[:, None] * [1.0, 0]).tolist()


def pairs_of(world):
    return world.pairs()[["a", "b"]].tolist()


def test_a_function_decides_which_pairs_collide():
    world, handles = row(4)
    asked = []

    def accept(pair):
        asked.append(pair)
        return pair.a != handles[1]

    world.set_user_data(handles[3], 8)
    world.set_pair_filter(accept)
    world.update()
    assert [p[:2] for p in asked] == list(zip(handles, handles[1:]))
    assert asked[2].user_data_b == 8 and isinstance(asked[0], masu.PairCandidate)
    assert pairs_of(world) == [(handles[0], handles[1]), (handles[2], handles[3])]
    world.update()
    assert len(asked) == 3  # answers hold
    world.refilter(handles[1])
    world.update()
    assert len(asked) > 3
    world.set_pair_filter(None)
    world.update()
    assert len(world.pairs()) == 3
    for wrong in (5, "f"):
        with pytest.raises(TypeError, match="accept"):
            world.set_pair_filter(wrong)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_filter_may_query_the_world_but_not_change_it(threads):
    world, handles = row(40, threads=threads)
    found, refused = [], []

    def accept(pair):
        found.append(world.nearest([0, 0])[1])
        found.append(world.handles()[0])
        assert len(world) == 40 and len(world.pairs()) == 0
        for change in (
            lambda: world.move(pair.a, [9, 9]),
            lambda: world.move_many([pair.a], [[9, 9]]),
            lambda: world.add(masu.circle(1)),
            lambda: world.set_pair_filter(None),
            lambda: world.set_layers(0, 1, False),
            world.update,
            world.clear,
        ):
            with pytest.raises(masu.Error) as error:
                change()
            refused.append(error.value.status)
        return True

    world.set_pair_filter(accept)
    world.update()
    assert set(found) == {handles[0]} and set(refused) == {"busy"} and len(world.pairs()) == 39


def test_an_exception_of_a_filter_leaves_the_update():
    world, handles = row(5)
    calls = []

    def accept(pair):
        calls.append(pair)
        if len(calls) == 2:
            raise KeyError("no")
        return True

    world.set_pair_filter(accept)
    with pytest.raises(KeyError):
        world.update()
    world.update()
    assert len(calls) > 4 and len(world.pairs()) == 4
    world.set_pair_filter(lambda pair: np.zeros(2))  # has no truth value
    with pytest.raises(ValueError, match="truth"):
        world.update()


def test_other_threads_wait_for_a_filter():
    world, handles = row(200)
    inside, seen = threading.Event(), []

    def accept(pair):
        inside.set()
        return True

    def change():
        inside.wait(30)
        world.move(handles[0], [500, 0])
        seen.append(len(world.handles()))

    world.set_pair_filter(accept)
    thread = threading.Thread(target=change)
    thread.start()
    for _ in range(20):
        world.update()
    thread.join(60)
    assert not thread.is_alive() and seen == [200]
    world.update()
    assert len(world.pairs()) == 198


def test_a_filter_that_refers_to_its_world_is_collected():
    for kind in (masu.World2D, masu.World3D):
        world = kind()
        world.set_pair_filter(lambda pair, world=world: len(world) > 0)

        class Watched:
            def __call__(self, pair, world=world):
                return True

        watched = Watched()
        world.set_pair_filter(watched)
        gone = weakref.ref(watched)
        del world, watched, Watched
        gc.collect()
        assert gone() is None
    world, _ = row(3)
    world.set_pair_filter(lambda pair: False)
    world.update()
    copy = pickle.loads(pickle.dumps(world))  # without the filter
    assert len(copy.update().began) == 0  # but with its answers
    copy.refilter(int(copy.handles()[0]))
    assert len(copy.update().began) == 1


def test_exclusions():
    world, handles = row(3)
    world.exclude_pair(handles[0], handles[1])
    world.update()
    assert pairs_of(world) == [(handles[1], handles[2])]
    world.include_pair(handles[1], handles[0])
    world.update()
    assert len(world.pairs()) == 2
    with pytest.raises(masu.Error):
        world.exclude_pair(handles[0], handles[0])


def test_layers():
    world = masu.World2D()
    a = world.add(masu.circle(1), layer=1)
    b = world.add(masu.circle(1), layer=2)
    c = world.add(masu.circle(1))
    world.set_layers(1, 2, False)
    world.set_layers(2, None, False)
    world.update()
    assert pairs_of(world) == [(a, c)]
    world.set_layers(2, 1, True)
    world.update()
    assert sorted(pairs_of(world)) == [(a, b), (a, c)]
    for wrong in ((63, 1), (-1, 1), (None, None)):
        with pytest.raises(masu.Error):
            world.set_layers(*wrong, True)


def test_objects_leave_bounds():
    world, handles = row(3)
    world.set_bounds([[-1, -1], [5, 1]])
    assert len(world.update().left) == 0
    world.move(handles[1], [9, 9])
    assert world.update().left.tolist() == [handles[1]]
    with pytest.raises(masu.Error):
        world.set_bounds([1, 1, 0, 0])
    with pytest.raises(ValueError, match="single"):
        world.set_bounds([[0, 0, 1, 1]])


def test_corners_and_volumes_of_contacts():
    world = masu.World3D(detail="volumes")
    a = world.add(masu.box([1, 1, 1]))
    world.add(masu.box([1, 1, 1]), [1.5, 0, 0])
    world.add(masu.sphere(1), [-1.75, 0, 0])
    world.update()
    contacts, (indptr, points), volumes = world.contacts(), world.corners(), world.volumes()
    assert len(contacts) == len(volumes) == 2 and indptr[-1] == len(points)
    boxes = [k for k in range(2) if volumes.status[k] == 0]
    assert len(boxes) == 1
    k = boxes[0]
    assert a in (contacts.a[k], contacts.b[k])
    assert volumes.volume[k] == pytest.approx(2) and volumes.area[k] == pytest.approx(4)
    np.testing.assert_allclose(volumes.centroid[k], [0.75, 0, 0], atol=1e-12)
    own = points[indptr[k] : indptr[k + 1]]
    alone = masu.manifold(masu.box([1, 1, 1]), masu.box([1, 1, 1]), pose_b=[1.5, 0, 0])
    assert len(own) == len(alone.points) == 4
    assert_same_records(np.sort(own, order="feature_id"), np.sort(alone.points, order="feature_id"))
    plain = masu.World3D()
    plain.add_many(masu.box([1, 1, 1]), [[0, 0, 0], [1.5, 0, 0]])
    plain.update()
    assert plain.corners().indptr.tolist() == [0, 0]
    assert (plain.volumes().volume == 0).all()
