# SPDX-License-Identifier: MIT
"""Threads of Python on one object, and objects that are made and dropped."""
import gc
import resource
import sys
import threading
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


def test_queries_of_a_tree():
    boxes, queries = random_boxes(5000, 3), random_boxes(500, 3, seed=1)
    tree = masu.BoxTree(boxes)
    expected = tree.query(queries)

    def body():
        for _ in range(10):
            found = tree.query(queries, threads=2)
            np.testing.assert_array_equal(found.indices, expected.indices)
            tree.nearest(queries[:, :3], 2)

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


def peak_memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize(
    "make",
    [
        lambda: masu.pairs(BOXES),
        lambda: masu.BoxTree(BOXES).query(BOXES),
        lambda: masu.convex_polygon(POINTS),
        lambda: masu.convex_hull(POINTS),
        lambda: masu.contact(masu.circle(1), masu.circle(1), POINTS),
        lambda: masu.World2D().add(masu.convex_polygon(POINTS)),
        lambda: pytest.raises(masu.Error, masu.sphere, -1),
    ],
)
def test_nothing_leaks(make):
    for _ in range(200):
        make()
    gc.collect()
    tracemalloc.start()
    before, resident = tracemalloc.get_traced_memory()[0], peak_memory()
    for _ in range(5000):
        make()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000  # an object of 48 bytes each time would be 240 000
    assert peak_memory() - resident < 20000  # KiB


BOXES = random_boxes(50, 2)
POINTS = np.random.default_rng(0).normal(size=(20, 2))


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
