# SPDX-License-Identifier: MIT
"""Measures the package against shapely, rtree, scipy, sklearn, python-fcl and trimesh.

Results are compared: a row says whether a library has found the same. Those that are not installed
are left out with a message.
"""

import argparse
import gc
import importlib
import pathlib
import subprocess
import tempfile
import time

import numpy as np

import masu


def optional(name, package=None):
    """A module, or None with a message."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{package or name} is not installed: its rows are left out")
        return None


shapely, spatial, rtree_index = optional("shapely"), optional("scipy.spatial", "scipy"), optional("rtree.index", "rtree")
neighbors = optional("sklearn.neighbors", "sklearn")
fcl, trimesh = optional("fcl", "python-fcl"), optional("trimesh")
if shapely:
    from shapely.geometry import box as shapely_box
    from shapely.strtree import STRtree


def timed(work, repeat, clock=time.perf_counter):
    """The best of several runs in seconds, and the result."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        start = clock()
        result = work()
        best = min(best, clock() - start)
    return best, result


def row(task, library, seconds, reference, same):
    """Prints a row; `reference` are masu's seconds."""
    ratio = seconds / reference
    print(f"{task:34} {library:10} {seconds * 1e3:10.2f} ms {ratio:8.2f}x  {'equal' if same else 'DIFFERENT'}", flush=True)
    if not same:
        raise SystemExit(f"{library} has another result")


def boxes_of(n, dimension, density, seed=1):
    """Boxes with random sides: each box overlaps about `density` other boxes."""
    rng = np.random.default_rng(seed)
    side = (n / density) ** (1 / dimension)
    low = rng.uniform(0, side, (n, dimension))
    return np.hstack([low, low + rng.uniform(0, 1, (n, dimension))])


def sorted_pairs(i, j):
    """Pairs i < j, once each, as one sorted array of numbers."""
    i, j = np.asarray(i, np.int64), np.asarray(j, np.int64)
    keep = i < j
    return np.sort(i[keep] << 32 | j[keep])


# Since version 2 shapely takes arrays. Before, each box is an object and each query a call.
ARRAYS = shapely is not None and int(shapely.__version__.split(".")[0]) >= 2


def geometries(boxes):
    if ARRAYS:
        return shapely.box(boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3])
    return [shapely_box(*b) for b in boxes.tolist()]


def shapely_query(tree, asked):
    """Two arrays: queries, and the boxes that they have found."""
    if ARRAYS:
        return tree.query(asked)
    rows = [tree.query_items(shape) for shape in asked]
    counts = [len(row) for row in rows]
    return np.repeat(np.arange(len(rows)), counts), np.concatenate(rows).astype(np.int64)


def self_join(n, repeat):
    boxes = boxes_of(n, 2, 1)
    task = f"self join, {n} boxes"
    own, pairs = timed(lambda: masu.pairs(boxes), repeat)
    expected = sorted_pairs(pairs[:, 0], pairs[:, 1])
    row(task, "masu", own, own, True)
    two, pairs = timed(lambda: masu.pairs(boxes, threads=0), repeat)
    row(task, "masu, all", two, own, np.array_equal(sorted_pairs(pairs[:, 0], pairs[:, 1]), expected))
    small = boxes.astype(np.float32)
    row(task, "masu, f32", timed(lambda: masu.pairs(small), repeat)[0], own, True)
    if shapely:
        shapes = geometries(boxes)
        some = len(shapes) if ARRAYS else max(1, len(shapes) // 10)  # a tenth of the queries
        seconds, tree = timed(lambda: STRtree(shapes), 1)
        more, (i, j) = timed(lambda: shapely_query(tree, shapes[:some]), 1)
        seconds += more * len(shapes) / some
        found = expected[expected >> 32 < some]
        row(task, "shapely", seconds, own, np.array_equal(sorted_pairs(i, j), found))
    if spatial:
        # The boxes are not balls: the join of cubes of equal sides is the nearest that it has.
        seconds, _ = timed(lambda: spatial.cKDTree(boxes[:, :2]).query_pairs(0.5, p=np.inf, output_type="ndarray"), 1)
        print(f"{task:34} {'cKDTree':10} {seconds * 1e3:10.2f} ms  (points within 0.5, another question)")


def tree_queries(n, queries, repeat):
    boxes, asked = boxes_of(n, 2, 1), boxes_of(queries, 2, queries / n, seed=2)
    own, tree = timed(lambda: masu.BoxTree(boxes), repeat)
    row(f"build, {n} boxes", "masu", own, own, True)
    if shapely:
        shapes = geometries(boxes)
        seconds, strtree = timed(lambda: STRtree(shapes), 1)
        # STRtree builds its nodes at the first query.
        first, _ = timed(lambda: shapely_query(strtree, shapes[:1]), 1)
        row(f"build, {n} boxes", "shapely", seconds + first, own, True)
    if rtree_index:
        seconds, rtree = timed(lambda: rtree_index.Index((i, tuple(b), None) for i, b in enumerate(boxes)), 1)
        row(f"build, {n} boxes", "rtree", seconds, own, True)

    task = f"{queries} queries"
    own, rows = timed(lambda: tree.query(asked), repeat)
    row(task, "masu", own, own, True)
    seconds, more = timed(lambda: tree.query(asked, threads=0), repeat)
    row(task, "masu, all", seconds, own, np.array_equal(more.indices, rows.indices))
    if shapely:
        queried = geometries(asked)
        seconds, (i, j) = timed(lambda: shapely_query(strtree, queried), 1)
        order = np.lexsort((j, i))
        row(task, "shapely", seconds, own, np.array_equal(j[order], rows.indices))
    if rtree_index:
        some = max(1, queries // 10)
        seconds, found = timed(lambda: [sorted(rtree.intersection(tuple(b))) for b in asked[:some]], 1)
        same = np.array_equal(np.concatenate(found).astype(np.int64), rows.indices[: rows.indptr[some]])
        row(task, "rtree", seconds * queries / some, own, same)


def nearest(n, queries, k, repeat):
    rng = np.random.default_rng(3)
    points, asked = rng.uniform(0, 1, (n, 3)), rng.uniform(0, 1, (queries, 3))
    build, task = f"build, {n} points in 3D", f"{k} nearest of {n} points in 3D"
    built, tree = timed(lambda: masu.PointTree(points), repeat)
    row(build, "masu", built, built, True)
    own, (distances, indices) = timed(lambda: tree.nearest(asked, k), repeat)
    row(task, "masu", own, own, True)
    seconds, (_, more) = timed(lambda: tree.nearest(asked, k, threads=0), repeat)
    row(task, "masu, all", seconds, own, np.array_equal(more, indices))
    boxes = masu.BoxTree(np.hstack([points, points]))
    seconds, (_, more) = timed(lambda: boxes.nearest(asked, k), repeat)
    row(task, "BoxTree", seconds, own, np.array_equal(more, indices))
    if spatial:
        seconds, kd = timed(lambda: spatial.cKDTree(points), repeat)
        row(build, "cKDTree", seconds, built, True)
        seconds, (expected, _) = timed(lambda: kd.query(asked, k), repeat)
        row(task, "cKDTree", seconds, own, np.allclose(distances, expected, rtol=1e-12))
    if neighbors:
        seconds, kd = timed(lambda: neighbors.KDTree(points), 1)
        row(build, "sklearn", seconds, built, True)
        seconds, (expected, _) = timed(lambda: kd.query(asked, k), 1)
        row(task, "sklearn", seconds, own, np.allclose(distances.reshape(queries, k), expected, rtol=1e-12))


def within(n, queries, repeat):
    """About eight points each."""
    rng = np.random.default_rng(6)
    points, asked = rng.uniform(0, 1, (n, 3)), rng.uniform(0, 1, (queries, 3))
    radius = (8 / n / (4 / 3 * np.pi)) ** (1 / 3)
    task, tree = f"within a radius, {n} points in 3D", masu.PointTree(points)
    own, rows = timed(lambda: tree.within(asked, radius), repeat)
    row(task, "masu", own, own, True)
    if spatial:
        kd = spatial.cKDTree(points)
        seconds, found = timed(lambda: kd.query_ball_point(asked, radius, return_sorted=True), repeat)
        row(task, "cKDTree", seconds, own, np.array_equal(np.concatenate(found).astype(np.int64), rows.indices))


def hull(n, repeat):
    points = np.random.default_rng(4).normal(size=(n, 3))
    own, ours = timed(lambda: masu.convex_hull(points), repeat)
    row(f"hull of {n} points", "masu", own, own, True)
    if spatial:
        seconds, theirs = timed(lambda: spatial.ConvexHull(points), 1)
        row(f"hull of {n} points", "scipy", seconds, own, set(theirs.vertices) == set(ours.vertices.tolist()))


def convex_pairs(n, repeat):
    """Debian's peers have none of this: the last row shows the batch against single calls."""
    rng = np.random.default_rng(5)
    points = [rng.normal(size=(30, 3)) for _ in range(2)]
    a, b = (masu.convex_polyhedron(p) for p in points)
    poses = rng.uniform(-4, 4, (n, 3))
    task = f"{n} distances of polyhedra"
    own, batch = timed(lambda: masu.distance(a, b, pose_b=poses), repeat)
    row(task, "masu", own, own, True)
    some = poses[: n // 20]
    if fcl:
        one, two = (fcl.CollisionObject(fcl_convex(p)) for p in points)
        request = fcl.DistanceRequest()

        def ask(position):
            two.setTranslation(position)
            return max(fcl.distance(one, two, request, fcl.DistanceResult()), 0)

        seconds, theirs = timed(lambda: [ask(p) for p in some], 1)
        row(task, "python-fcl", seconds * 20, own, np.allclose(theirs, batch[: n // 20], atol=1e-4))
    seconds, single = timed(lambda: [masu.distance(a, b, pose_b=p) for p in some], 1)
    row(task, "one by one", seconds * 20, own, np.array_equal(single, batch[: n // 20]))


def fcl_convex(points):
    triangles = masu.convex_hull(points).triangles
    faces = np.insert(triangles, 0, 3, axis=1)  # each begins with the number of its corners
    return fcl.Convex(points, len(faces), faces.ravel().astype(np.int64))


def rays_of_a_mesh(n, repeat):
    """trimesh uses Embree where pyembree is installed."""
    rng = np.random.default_rng(7)
    ball = rng.normal(size=(20_000, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    triangles = masu.convex_hull(ball).triangles
    origins, directions = rng.uniform(-0.5, 0.5, (n, 3)), rng.normal(size=(n, 3))
    world = masu.World3D()
    world.add(masu.mesh(ball, triangles))
    task = f"{n} rays, {len(triangles)} triangles"
    own, hits = timed(lambda: world.ray_cast(origins, directions), repeat)
    row(task, "masu", own, own, bool(hits.hit.all()))
    if trimesh:
        rays = trimesh.Trimesh(ball, triangles, process=False).ray
        seconds, (found, asked) = timed(lambda: rays.intersects_id(origins, directions, multiple_hits=False), 1)
        # Embree has float32: rays through edges may differ.
        row(task, "trimesh", seconds, own, (hits.sub_shape[asked] == found).mean() > 0.999)


def one_call():
    """What a call costs that has next to nothing to search."""
    tree, asked, calls = masu.BoxTree(boxes_of(10, 2, 1)), np.zeros((1, 4)), 10_000
    seconds, _ = timed(lambda: [tree.query(asked) for _ in range(calls)], 3)
    print(f"{'a call with one query':34} {'masu':10} {seconds / calls * 1e6:10.2f} us")


def binding(program, n, repeat):
    """What the binding costs: the same work in C++ alone, on the same arrays, in processor time."""
    rng = np.random.default_rng(8)
    arrays = {
        "boxes": boxes_of(n, 2, 1),
        "asked": boxes_of(n, 2, 1, seed=2),
        "points": rng.normal(size=(n, 3)),
        "poses": rng.uniform(-4, 4, (n, 3)),
    }
    boxes, asked, points, poses = arrays.values()
    a, b = (masu.convex_polyhedron(points[i : i + 30]) for i in (0, 30))
    tree = masu.BoxTree(boxes)
    works = {
        "pairs": lambda: masu.pairs(boxes),
        "build": lambda: masu.BoxTree(boxes),
        "query": lambda: tree.query(asked),
        "hull": lambda: masu.convex_hull(points),
        "distance": lambda: masu.distance(a, b, pose_b=poses),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, array in arrays.items():
            array.tofile(pathlib.Path(folder) / name)
        # In turn, so that other work on the machine slows both.
        ours, plain = dict.fromkeys(works, np.inf), dict.fromkeys(works, np.inf)
        for _ in range(4 * repeat):
            lines = subprocess.run([program, folder, "3"], check=True, capture_output=True, text=True).stdout
            for name, seconds in (line.split() for line in lines.splitlines()):
                plain[name] = min(plain[name], float(seconds))
                ours[name] = min(ours[name], timed(works[name], 3, time.process_time)[0])
    for name in works:
        share = 100 * (ours[name] / plain[name] - 1)
        print(f"{f'{name} of {n}, in C++ alone':34} {'masu':10} {plain[name] * 1e3:10.2f} ms, the package {share:+.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objects", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=3, help="masu's rows: best of so many")
    parser.add_argument("--plain", help="the program masu_python_plain")
    options = parser.parse_args()
    if options.plain:
        binding(options.plain, options.queries, options.repeat)
    self_join(options.objects, options.repeat)
    tree_queries(options.objects, options.queries, options.repeat)
    nearest(options.objects, options.queries, 1, options.repeat)
    nearest(options.objects, options.queries, 4, options.repeat)
    within(options.objects, options.queries, options.repeat)
    hull(options.objects, options.repeat)
    convex_pairs(options.queries, options.repeat)
    rays_of_a_mesh(options.queries, options.repeat)
    one_call()


if __name__ == "__main__":
    main()
