# SPDX-License-Identifier: MIT
"""Threads of Python on one object, and objects that are made and dropped."""
import gc
import pathlib
import pickle
import resource
import sys
import threading
import time
import tracemalloc

import numpy as np
import pytest

import masu
from support import random_boxes


def run_in_threads(count, body):
    failures = []

    def run():
        try:
            body()
        except BaseException as e:  # reported by the test's thread
            failures.append(e)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
    assert not any(t.is_alive() for t in threads), "deadlock"
    assert not failures, failures


def test_queries_of_trees_and_walls():
    boxes, queries = random_boxes(5000, 3), random_boxes(500, 3, seed=1)
    tree = masu.BoxTree(boxes)
    expected = tree.query(queries)
    points, walls = masu.PointTree(boxes[:, :3]), masu.Corridor(boxes[:, :4])
    nearest, wall = points.nearest(queries[:, :3], 2)[1], walls.nearest(queries[:, :2]).wall

    def body():
        for _ in range(10):
            found = tree.query(queries, threads=2)
            np.testing.assert_array_equal(found.indices, expected.indices)
            tree.nearest(queries[:, :3], 2)
            np.testing.assert_array_equal(points.nearest(queries[:, :3], 2)[1], nearest)
            np.testing.assert_array_equal(walls.nearest(queries[:, :2], threads=2).wall, wall)

    run_in_threads(6, body)


def test_queries_and_changes_of_a_world():
    world = masu.World2D(threads=2)
    handles = world.add_many(masu.circle(0.5), np.random.default_rng(0).uniform(0, 30, (500, 2)))
    world.update()
    stop = threading.Event()

    def change():
        rng = np.random.default_rng(1)
        for _ in range(50):
            world.move_many(handles, rng.uniform(0, 30, (500, 2)))
            world.update()
            world.move(int(handles[0]), [1, 1])
            world.remove(world.add(masu.convex_polygon(rng.normal(size=(5, 2))), [3, 3]))
        stop.set()

    def ask():
        while not stop.is_set():
            world.overlapping(random_boxes(50, 2, side=30))
            world.ray_cast(np.zeros((20, 2)), [1, 1])
            world.pairs()
            len(world)

    changer = threading.Thread(target=change)
    changer.start()
    run_in_threads(3, ask)
    changer.join(60)
    assert not changer.is_alive()


@pytest.mark.parametrize("threads", [1, 2])
def test_two_threads_update_a_world(threads):
    world = masu.World2D(threads=threads)
    lock = threading.Lock()
    began, ended = [], []
    seeds = iter((1, 2))

    def body():
        rng = np.random.default_rng(next(seeds))
        own = []
        for step in range(150):
            # Shapes that nothing but the world refers to.
            polygons = [masu.convex_polygon(rng.normal(size=(12, 2))) for _ in range(4)]
            own += world.add_many(polygons, rng.uniform(0, 6, (4, 2))).tolist()
            own.append(world.add(masu.convex_polygon(rng.normal(size=(9, 2)))))
            del polygons
            world.set_shape(own[0], masu.convex_polygon(rng.normal(size=(7, 2))))
            events = world.update()
            while len(own) > 12:
                world.remove(own.pop(int(rng.integers(len(own)))))
            world.pairs(), world.contacts(), world.touching(masu.circle(1), [3, 3])
            if step % 50 == 0:
                assert len(pickle.dumps(world.update())) > 0
            with lock:
                began.append(events.began)
                ended.append(events.ended)

    run_in_threads(2, body)
    world.update()
    assert sum(map(len, began)) > 100 and sum(map(len, ended)) > 100


def test_handles_that_change_while_a_call_waits():
    world = masu.World2D()
    handles = world.add_many(masu.circle(0.5), np.zeros((800, 2)))
    asked = handles.copy()
    updater = threading.Thread(target=world.update)
    updater.start()
    time.sleep(0.02)
    mover = threading.Thread(target=lambda: world.move_many(asked, np.ones((800, 2))))
    mover.start()  # waits for the update, which finds 300 000 pairs
    time.sleep(0.02)
    assert updater.is_alive()
    asked[:] = masu.NO_HANDLE
    for thread in (updater, mover):
        thread.join(60)
    np.testing.assert_array_equal(world.poses(handles)[:, :2], np.ones((800, 2)))


def test_each_event_is_reported_once():
    world = masu.World2D(detail="touch")
    handles = world.add_many(masu.circle(0.5), np.arange(400)[:, None] * [2.0, 0])
    world.update()
    found = []

    def body():
        for _ in range(300):
            world.teleport(int(handles[0]), [2, 0.1])
            first = world.update()
            world.teleport(int(handles[0]), [0, 0])
            second = world.update()
            found.extend(len(e.began) - len(e.ended) for e in (first, second))

    run_in_threads(2, body)
    # A pair that began ends before it begins again.
    assert sum(found) == len(world.pairs()) == 0


def test_a_finalizer_may_change_the_world():
    world = masu.World2D()
    handles = world.add_many(masu.circle(1), np.zeros((60, 2)))
    world.update()

    class Remover:
        def __init__(self, handle):
            self.handle, self.cycle = handle, self

        def __del__(self):
            world.remove(self.handle)

    def body():
        thresholds = gc.get_threshold()
        gc.set_threshold(1)
        try:
            for handle in handles.tolist():
                Remover(handle)
                world.contacts(), world.pairs(), world.update()
        finally:
            gc.set_threshold(*thresholds)

    run_in_threads(1, body)
    gc.collect()
    assert len(world) == 0


def resident_memory():
    """What the process has in memory now, in KiB."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


@pytest.mark.parametrize("count", [1500, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "make",
    [
        lambda: masu.pairs(BOXES),
        lambda: masu.BoxTree(BOXES).query(BOXES),
        lambda: masu.convex_polygon(POINTS),
        lambda: masu.convex_hull(POINTS),
        lambda: masu.contact(masu.circle(1), masu.circle(1), POINTS),
        lambda: masu.PointTree(POINTS).nearest(POINTS),
        lambda: masu.Corridor(BOXES).nearest(POINTS),
        lambda: masu.compound([masu.convex_polygon(POINTS)]),
        lambda: masu.World2D().add(masu.convex_polygon(POINTS)),
        lambda: masu.World2D().set_pair_filter(lambda pair: POINTS),
        lambda: masu.contacts(masu.circle(1), masu.circle(1), POINTS),
        lambda: pytest.raises(masu.Error, masu.sphere, -1),
    ],
)
def test_nothing_leaks(make, count):
    tracemalloc.start()
    for _ in range(200):  # what is kept once, such as free blocks, is there then
        make()
    gc.collect()
    before, grown_resident = tracemalloc.get_traced_memory()[0], []
    for _ in range(3):  # memory of the system is taken in large parts: a leak grows each time
        resident = resident_memory()
        for _ in range(count):
            make()
        gc.collect()
        grown_resident.append(resident_memory() - resident)
        if grown_resident[-1] < 1000 + count / 5:
            break
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    # No object of 48 bytes each time; a table of 32 kB of the interpreter may grow once.
    assert grown < 45 * count
    assert min(grown_resident) < 1000 + count / 5  # KiB; the smallest result has 1.2


# All of them are corners of their hull.
ANGLES = np.linspace(0, 6, 300)
BOXES = random_boxes(300, 2)
POINTS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], 1)


def test_references():
    shape = masu.convex_polygon(POINTS)
    count = sys.getrefcount(shape)
    world = masu.World2D()
    for _ in range(10):
        world.remove(world.add(shape))
    masu.distance(shape, shape)
    assert sys.getrefcount(shape) == count
    boxes = random_boxes(10, 2)
    count = sys.getrefcount(boxes)
    masu.pairs(boxes)
    tree = masu.BoxTree(boxes)
    with pytest.raises(ValueError):
        tree.query(POINTS[:, :1])
    assert sys.getrefcount(boxes) == count
