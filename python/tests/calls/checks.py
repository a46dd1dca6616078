# SPDX-License-Identifier: MIT
"""Whether objects and results are valid: simple queries, compared with brute force by NumPy."""
import numpy as np

import masu
from support import box_distances, overlaps


def check_world(world, facts, draw):
    handles = world.handles().tolist()
    if len(handles) != len(world):
        return f"{len(handles)} handles, but len() is {len(world)}"
    if not all(h in world for h in handles):
        return "handles() has one that the world has not"
    if facts.period or not handles:
        return ""
    draw.dimension = facts.dimension
    box = np.array([draw.box()])
    known = [h for h in handles if h in facts.shapes]
    if len(known) < len(handles):
        return ""
    boxes = np.array([facts.shapes[h].aabb(p) for h, p in zip(handles, world.poses(handles))])
    found = set(world.overlapping(box[0], mask=None).tolist())
    least = {h for h, hit in zip(handles, overlaps(shrunk(boxes, -1e-9), box)) if hit}
    most = {h for h, hit in zip(handles, overlaps(shrunk(boxes, 1e-9), box)) if hit}
    if not least <= found <= most:
        return f"overlapping: {sorted(found)}, brute force: {sorted(least)}"
    return ""


def shrunk(boxes, by):
    """The boxes, larger by this share of their numbers; smaller if it is negative."""
    d = boxes.shape[1] // 2
    slack = by * (1 + np.where(np.isfinite(boxes), np.abs(boxes), 0))
    return boxes + slack * np.repeat([-1, 1], d)


def read(array, width, dtype):
    """An argument of boxes or points as rows."""
    return np.asarray(array, dtype).reshape(-1, width)


def check_box_tree(tree, facts, draw):
    boxes = read(facts.args[0], 2 * tree.dimension, tree.dtype)
    if len(boxes) != len(tree):
        return f"len() is {len(tree)} of {len(boxes)} boxes"
    draw.dimension = tree.dimension
    box = np.array([draw.box()]).astype(tree.dtype)
    expected = np.nonzero(overlaps(boxes, box)[:, 0])[0].tolist()
    found = sorted(tree.query(box[0]).tolist())
    return "" if found == expected else f"query: {found}, brute force: {expected}"


def check_point_tree(tree, facts, draw):
    points = read(facts.args[0], tree.dimension, tree.dtype)
    if len(points) != len(tree):
        return f"len() is {len(tree)} of {len(points)} points"
    if len(points) == 0 or not np.isfinite(points).all() or np.abs(points).max() > 1e6:
        return ""
    point = np.array([draw.vec(tree.dimension)], tree.dtype)
    expected = box_distances(point, np.hstack([points, points])).min()
    found = tree.nearest(point[0])[0]
    return "" if np.isclose(found, expected, 1e-5) else f"nearest: {found}, brute force: {expected}"


def check_corridor(corridor, facts, draw):
    vertices, indptr, _ = corridor.chains()
    if np.abs(vertices).max() > 1e6:  # the brute force is not exact enough
        return ""
    point = np.array(draw.vec(2))
    distances = []
    for begin, end in zip(indptr[:-1], indptr[1:]):
        a, along = vertices[begin : end - 1], np.diff(vertices[begin:end], axis=0)
        squared = (along**2).sum(axis=1)
        with np.errstate(all="ignore"):
            t = np.where(squared > 0, ((point - a) * along).sum(axis=1) / squared, 0).clip(0, 1)
        distances += np.linalg.norm(a + t[:, None] * along - point, axis=1).tolist()
    expected, found = min(distances), corridor.nearest(point).distance
    return "" if np.isclose(found, expected, 1e-6, 1e-9) else f"nearest: {found}, brute force: {expected}"


def check_shape(shape, facts, draw):
    box = shape.aabb()
    return "" if (box[: shape.dimension] <= box[shape.dimension :]).all() else f"aabb: {box}"


CHECKS = {
    "World2D": check_world,
    "World3D": check_world,
    "BoxTree": check_box_tree,
    "PointTree": check_point_tree,
    "Corridor": check_corridor,
    "Shape": check_shape,
}


def check(thing, facts, draw):
    """Returns what is wrong with an object, or an empty text."""
    known = CHECKS.get(type(thing).__name__)
    return known(thing, facts, draw) if known else ""


def examine(value):
    """Returns what is wrong with the result of a valid call: it has a NaN, or rows that are not in
    order."""
    if isinstance(value, float):
        return "NaN" if np.isnan(value) else ""
    if isinstance(value, tuple):
        return next((wrong for wrong in map(examine, value) if wrong), "")
    if isinstance(value, str):
        return "a picture with NaN" if "nan" in value else ""
    if isinstance(value, (np.ndarray, np.void)) and value.dtype.names:
        rows = np.atleast_1d(value)
        if "status" in value.dtype.names:
            rows = rows[rows["status"] == 0]
        return next((f"{wrong} in {n}" for n in value.dtype.names if (wrong := examine(np.asarray(rows[n])))), "")
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return "NaN" if np.isnan(value).any() else ""
    return ""
