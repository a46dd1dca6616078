# SPDX-License-Identifier: MIT
"""Map matching: positions with errors of meters are matched to streets, among a city's walls."""

import numpy as np
from numpy.typing import NDArray

import masu

BLOCK = 100.0  # from street to street
WIDTH = 20.0  # of a street


def streets(blocks: int) -> NDArray[np.float64]:
    """The center lines of a grid of streets, rows of two points, from crossing to crossing."""
    i, k = (x.ravel() * BLOCK for x in np.meshgrid(np.arange(blocks), np.arange(blocks + 1)))
    along = np.stack([i, k, i + BLOCK, k], axis=1)
    return np.concatenate([along, along[:, [1, 0, 3, 2]]])


def houses(blocks: int) -> NDArray[np.float64]:
    """The walls of the blocks between them."""
    i, k = (x.ravel() * BLOCK for x in np.meshgrid(np.arange(blocks), np.arange(blocks)))
    low, high = WIDTH / 2, BLOCK - WIDTH / 2
    corners = np.array([[low, low], [high, low], [high, high], [low, high]])
    corners = np.stack([i, k], axis=1)[:, None] + corners
    walls: NDArray[np.float64] = np.concatenate([corners, np.roll(corners, -1, axis=1)], axis=2)
    return walls.reshape(-1, 4)


def main(blocks: int = 100, walkers: int = 10_000, steps: int = 20) -> float:
    rng = np.random.default_rng(8)
    lines = streets(blocks)
    roads, walls = masu.Corridor(lines, reach=WIDTH), masu.Corridor(houses(blocks), reach=WIDTH)

    # Walkers start on streets. A step counter tells how they go, with errors that add up: walls
    # keep each track in the streets.
    true = rng.integers(len(lines), size=walkers)
    begin, end = lines[true, :2], lines[true, 2:]
    at = begin + rng.uniform(0.2, 0.4, (walkers, 1)) * (end - begin)
    track = at.copy()
    for _ in range(steps):
        step = (end - begin) * 0.4 / steps
        at = at + step
        track = walls.move(track, step + rng.normal(0, 2, step.shape), 0.5, threads=0).position

    matched = roads.nearest(track, WIDTH, threads=0)
    right = float((matched.wall == true).mean())
    error = np.linalg.norm(matched.point - at, axis=1)
    print(f"{right:.1%} of {walkers} are on the right one of {len(lines)} streets", end=", ")
    print(f"with a median error of {np.median(error):.1f} m")

    # Who sees whom? A ray from each to the next that no wall stops.
    sees = ~walls.ray_cast(track[:-1], np.diff(track, axis=0), 1.0, threads=0).hit
    print(f"{sees.sum()} see the next walker")
    return right


if __name__ == "__main__":
    main()
