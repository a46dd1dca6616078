# SPDX-License-Identifier: MIT
"""Valid arguments of each function: a list of them, or that and a dict of options.

Functions without an entry take no arguments; properties take none.
"""
import numpy as np

import masu
from .draw import CORNERS, TRIANGLES

DETAILS = ["boxes", "touch", "points", "areas", "volumes"]
PREDICATES = ["intersects", "covers", "covered_by", "dwithin"]
SEGMENTS = [[0, 1], [1, 2], [2, 0]]


def two(d):
    return [d.shape(), d.shape(), d.some_poses(), d.some_poses()]


def two_convex(d):
    return [d.convex(), d.convex(), d.some_poses(), d.some_poses()]


def with_threads(arguments):
    return lambda d: (arguments(d), d.given(threads=d.threads))


def of_arrays(d):
    """Options of functions that read arrays of any type of number."""
    return d.given(threads=d.threads, copy=d.flag)


def query_of_tree(d, tree):
    predicate = d.pick(PREDICATES)
    distance = {"distance": d.size()} if predicate == "dwithin" else {}
    return [d.some_boxes(), predicate], {**distance, **of_arrays(d)}


def rays(d, dimension=None):
    n = d.below(4)
    one = d.rarely(3)
    return [
        d.array(d.vec(dimension)) if one else d.points(n, dimension),
        d.array(d.vec(dimension)) if one or d.rarely(3) else d.points(n, dimension),
        d.max_t(),
    ]


def mesh(d):
    corners = TRIANGLES if d.dimension == 3 else SEGMENTS
    return [d.array(CORNERS[d.dimension]), d.array(corners, dtype=np.uint32)]


def compound(d):
    n = 1 + d.below(3)
    return [[d.convex() for _ in range(n)], d.poses(n)]


def height_field(d):
    if d.dimension == 2:
        return [d.array([d.real() for _ in range(4)]), d.size(), d.pick([None, [False, True, False]])]
    holes = d.pick([None, np.eye(2, 3, dtype=bool)])
    return [d.array([d.vec(4) for _ in range(3)]), d.pick([1.0, [1.0, 0.5]]), holes]


def distances(d):
    shapes = [d.convex() for _ in range(1 + d.below(3))]
    n, count = len(shapes), d.below(4)
    rows = np.array([[d.vec() for _ in range(n)] for _ in range(count)]).reshape(count, n, d.dimension)
    pairs = d.pick([None, [[0, n - 1]], np.zeros((0, 2), np.uint32)])
    return [shapes, d.array(rows) if d.flag() else d.poses(n), pairs], d.given(signed=d.flag, threads=d.threads)


def walls(d):
    n = 2 + d.below(5)
    angles = np.linspace(0, 6, n + 1)
    corners = 4 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    each = np.hstack([corners[:-1], corners[1:]])
    options = d.given(weld=lambda: 0.125, reach=lambda: 1.0, open_along=lambda: [0, 1])
    return [d.array(each, d.pick([(n, 4), (n, 2, 2)]))], options


def world(d):
    return [], d.given(
        detail=lambda: d.pick(DETAILS),
        margin=lambda: 0.125,
        period=lambda: d.period() if d.rarely(3) else None,
        handle_salt=lambda: d.below(9),
        threads=lambda: d.threads() if d.rarely(3) else None,
    )


def state(d, thing):
    """What pickle keeps of an object; of a world that has changed since its last update() it keeps nothing."""
    if hasattr(thing, "update"):
        d.story.quietly(thing.update)
    saved = d.story.quietly(thing.__getstate__)
    return [saved or ()]


def q(d):
    joints = d.story.robot().dof
    return [d.array([d.real() / 4 for _ in range(joints)]) if d.flag() else d.points(d.below(4), joints)]


def q_options(d):
    return d.given(threads=d.threads, progress=d.callback)


def movers(d):
    n = d.below(4)
    return [d.points(n, 2), d.points(n, 2), d.size()], d.given(
        passing=lambda: np.full((n, 8), masu.NO_WALL, np.uint32),
        response=lambda: d.pick(["slide", "bounce", "stop"]),
        restitution=lambda: 0.5,
        threads=d.threads,
    )


TABLE = {
    # Boxes, points, hulls.
    "pairs": lambda d: ([d.boxes()], {**of_arrays(d), **d.given(period=d.period)}),
    "pairs_between": lambda d: ([d.boxes(), d.boxes()], {**of_arrays(d), **d.given(period=d.period)}),
    "BoxTree.__init__": lambda d: ([d.boxes()], d.given(copy=d.flag)),
    "BoxTree.__setstate__": state,
    "PointTree.__setstate__": state,
    "World.__setstate__": state,
    "BoxTree.query": query_of_tree,
    "BoxTree.nearest": lambda d, tree: ([d.some_points(), d.k()], of_arrays(d)),
    "BoxTree.ray_cast": lambda d, tree: (rays(d), of_arrays(d)),
    "PointTree.__init__": lambda d: ([d.points()], d.given(copy=d.flag)),
    "PointTree.nearest": lambda d, tree: ([d.some_points(), d.k()], of_arrays(d)),
    "PointTree.query": lambda d, tree: ([d.some_points(), d.k()], of_arrays(d)),
    "PointTree.within": lambda d, tree: ([d.some_points(), d.size()], of_arrays(d)),
    "convex_hull": lambda d: ([d.points(d.below(12))], d.given(merge=lambda: 0.05, copy=d.flag)),
    "decompose": lambda d: (
        [d.array(CORNERS[3]), d.array(TRIANGLES, dtype=np.uint32)],
        d.given(max_parts=lambda: d.pick([1, 4]), tolerance=lambda: 0.1, progress=d.callback),
    ),
    # Shapes.
    "sphere": lambda d: [d.size(), d.vec()],
    "circle": lambda d: [d.size()],
    "box": lambda d: ([d.sizes()], d.given(center=d.vec)),
    "capsule": lambda d: [d.vec(), d.vec(), d.size()],
    "segment": lambda d: [d.vec(), d.vec()],
    "point": lambda d: [d.vec()],
    "triangle": lambda d: [d.vec(), d.vec(), d.vec()],
    "ellipsoid": lambda d: [d.sizes()],
    "cylinder": lambda d: [d.size(), d.size()],
    "cone": lambda d: [d.size(), d.size()],
    "half_space": lambda d: [d.unit(), d.real()],
    "rounded": lambda d: [d.convex(), d.size()],
    "mesh": mesh,
    "compound": compound,
    "height_field": height_field,
    "convex_polygon": lambda d: [d.points(3 + d.below(9), 2)],
    "convex_polyhedron": lambda d: [d.points(4 + d.below(9), 3)],
    "Shape.aabb": lambda d, shape: [d.some_poses()],
    "Shape.outline": lambda d, shape: [d.some_poses(), 3 + d.below(40)],
    "poses": lambda d: [d.points(3), d.pick([None, 0.5 if d.dimension == 2 else d.quaternion()])],
    # Two shapes.
    "distance": with_threads(two),
    "intersects": with_threads(two),
    "contact": with_threads(two_convex),
    "contacts": lambda d: (
        two(d), d.given(margin=lambda: 0.25, skip_internal_edges=d.flag, threads=d.threads)),
    "manifold": lambda d: (two_convex(d), d.given(margin=lambda: 0.25, threads=d.threads)),
    "time_of_impact": lambda d: (
        [d.shape(), d.shape(), d.some_poses(), d.pose(), d.pose(), d.some_poses()],
        d.given(tolerance=lambda: 1e-3, threads=d.threads)),
    "distances": distances,
    "contact_volume": with_threads(
        lambda d: [masu.box(d.sizes()), masu.box(d.sizes()), d.some_poses(), d.some_poses()]),
    # Walls.
    "Corridor.__init__": walls,
    "Corridor.nearest": lambda d, c: ([d.some_points(2), d.max_t()], d.given(threads=d.threads)),
    "Corridor.ray_cast": lambda d, c: (rays(d, 2), d.given(threads=d.threads)),
    "Corridor.circle_cast": lambda d, c: ([d.points(3, 2), d.size(), d.points(3, 2)], d.given(threads=d.threads)),
    "Corridor.move": lambda d, c: movers(d),
    "Corridor.move_walls": lambda d, c: [0, [d.real() / 8, d.real() / 8], d.points(None, 2), d.size()],
    "Corridor.set_vertices": lambda d, c: [d.below(2), d.points(1, 2)],
    # Robots.
    "RobotModel.__init__": lambda d: ([d.story.urdf], d.given(srdf=lambda: d.story.srdf, meshes=lambda: "surface")),
    "RobotModel.link_poses": lambda d, robot: q(d),
    "RobotModel.shape_poses": lambda d, robot: q(d),
    "RobotModel.distances": lambda d, robot: (q(d), {**q_options(d), **d.given(signed=lambda: False)}),
    "RobotModel.distance": lambda d, robot: (q(d), q_options(d)),
    "RobotModel.self_collisions": lambda d, robot: (q(d), {**q_options(d), **d.given(margin=lambda: 0.1)}),
    "RobotModel.clearance": lambda d, robot: ([*q(d), [d.convex(), d.convex()], masu.poses(np.eye(2, 3))], q_options(d)),
    "read_mesh": lambda d: ([d.story.mesh_file], d.given(scale=d.size)),
    # Worlds.
    "World.__init__": world,
    "World.__contains__": lambda d, w: [d.handle(w)],
    "World.add": lambda d, w: ([d.shape(), d.pose()], d.object_options()),
    "World.add_many": lambda d, w: d.pick([
        lambda: ([d.shape(), d.poses(d.below(5))], d.object_options()),
        lambda: ([[d.shape(), d.shape()], d.poses(2)], d.object_options())])(),
    "World.move": lambda d, w: [d.handle(w), d.pose()],
    "World.move_many": lambda d, w: (lambda n: [d.handles(w, n), d.poses(n)])(d.below(5)),
    "World.teleport": lambda d, w: [d.handle(w), d.pose()],
    "World.set_shape": lambda d, w: [d.handle(w), d.shape()],
    "World.set_user_data": lambda d, w: [d.handle(w), 5],
    "World.set_sensor": lambda d, w: [d.handle(w), d.flag()],
    "World.set_continuous": lambda d, w: [d.handle(w), d.flag()],
    "World.set_fixed": lambda d, w: [d.handle(w), d.flag()],
    "World.set_margin": lambda d, w: [d.handle(w), 0.25],
    "World.set_group": lambda d, w: [d.handle(w), d.below(3) - 1],
    "World.set_filter": lambda d, w: [d.handle(w), d.bits(), d.bits()],
    "World.set_layers": lambda d, w: [d.pick([0, 1, None]), d.pick([0, 62]), d.flag()],
    "World.set_pair_filter": lambda d, w: [d.pick([None, d.callback()])],
    "World.refilter": lambda d, w: [d.handle(w)],
    "World.exclude_pair": lambda d, w: d.two_handles(w),
    "World.include_pair": lambda d, w: d.two_handles(w),
    "World.set_bounds": lambda d, w: [d.array(d.box())],
    "World.remove": lambda d, w: [d.handle(w)],
    "World.poses": lambda d, w: [d.handles(w)],
    "World.ray_cast": lambda d, w: (rays(d), d.query_options()),
    "World.shape_cast": lambda d, w: ([d.convex(), d.pose(), d.array(d.vec())], d.query_options()),
    "World.overlapping": lambda d, w: ([d.some_boxes()], d.query_options()),
    "World.touching": lambda d, w: ([d.convex(), d.some_poses()], d.query_options()),
    "World.at": lambda d, w: ([d.some_points()], d.query_options()),
    "World.nearest": lambda d, w: ([d.some_points(), d.k()], d.query_options()),
    "World.within": lambda d, w: ([d.some_points(), d.size()], d.query_options()),
    "World.restore": lambda d, w: [d.pick(d.story.facts(w).saved or [b""])],
    "World.outlines": lambda d, w: [3 + d.below(30)],
}  # fmt: skip

# Functions that are called more often than once where others are.
WEIGHTS = {
    "World.add": 6, "World.add_many": 3, "World.update": 6, "World.move_many": 3, "World.remove": 2,
    "World.snapshot": 3, "World.restore": 3, "World.__getstate__": 2,
    "World.exclude_pair": 2, "World.include_pair": 2,
}  # fmt: skip
