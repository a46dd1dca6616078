# SPDX-License-Identifier: MIT
"""Convex parts of a mesh, and what they are good for: a ring that a ball falls through."""

import sys

import numpy as np
from numpy.typing import NDArray

import masu


def ring(segments: int, sides: int = 8) -> tuple[NDArray[np.float64], NDArray[np.uint32]]:
    """The vertices and triangles of a torus around z."""
    around = np.arange(segments) * 2 * np.pi / segments
    across = np.arange(sides) * 2 * np.pi / sides
    u, v = np.meshgrid(around, across, indexing="ij")
    distance = 1 + 0.3 * np.cos(v)
    vertices = np.stack([distance * np.cos(u), distance * np.sin(u), 0.3 * np.sin(v)], axis=-1)
    i, j = np.meshgrid(np.arange(segments), np.arange(sides), indexing="ij")
    next_i, next_j = (i + 1) % segments, (j + 1) % sides
    a, b = i * sides + j, next_i * sides + j
    c, d = next_i * sides + next_j, i * sides + next_j
    triangles = np.concatenate(
        [np.stack([a, b, c], axis=-1), np.stack([a, c, d], axis=-1)]
    ).reshape(-1, 3)
    return vertices.reshape(-1, 3), triangles.astype(np.uint32)


def main(segments: int = 24) -> int:
    # A file instead: decompose_mesh.py mesh.obj
    files = sys.argv[1:] if __name__ == "__main__" else []
    vertices, triangles = masu.read_mesh(files[0]) if files else ring(segments)
    made = masu.decompose(vertices, triangles, tolerance=0.05, max_parts=32)
    print(f"{len(triangles)} triangles -> {len(made.parts)} convex parts, pockets of {made.depth:.3f}")

    parts = masu.compound([masu.convex_polyhedron(points) for points in made.parts])
    hull = masu.convex_polyhedron(vertices)
    ball = masu.sphere(0.2)
    print(f"a ball in the middle: {masu.distance(parts, ball):.3f} from the parts,", end=" ")
    print(f"{masu.distance(hull, ball):.3f} from the hull")
    return len(made.parts)


if __name__ == "__main__":
    main()
