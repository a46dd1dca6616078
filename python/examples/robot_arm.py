# SPDX-License-Identifier: MIT
"""The clearance of a robot arm along a path: 10 000 configurations in one call."""

import numpy as np
from numpy.typing import NDArray

import masu

LINK = 0.4  # length of each of the four links
LINKS = [masu.capsule([0, 0, 0], [LINK, 0, 0], 0.05) for _ in range(4)]
OBSTACLES = [masu.box([0.2, 0.2, 1.0]), masu.sphere(0.3)]
OBSTACLE_POSES = masu.poses([[0.1, 1.82, 0.0], [-0.9, -0.9, 0.3]])


def forward(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The poses (n, links, 4, 4) of links that rotate about z, for joint angles (n, links)."""
    n, links = angles.shape
    poses = np.zeros((n, links, 4, 4))
    frame = np.tile(np.eye(4), (n, 1, 1))
    for i in range(links):
        joint = np.tile(np.eye(4), (n, 1, 1))
        c, s = np.cos(angles[:, i]), np.sin(angles[:, i])
        joint[:, 0, 0], joint[:, 0, 1], joint[:, 1, 0], joint[:, 1, 1] = c, -s, s, c
        joint[:, 0, 3] = 0.0 if i == 0 else LINK
        frame = frame @ joint
        poses[:, i] = frame
    return poses


def main(configurations: int = 10_000) -> float:
    t = np.linspace(0, 1, configurations)[:, None]
    path = (1 - t) * np.array([0.0, 0.4, 0.6, 0.5]) + t * np.array([2.9, -0.5, -0.9, 0.3])
    links = forward(path)

    # The obstacles stay: their poses are the same in each configuration.
    matrices = np.tile(np.eye(4), (len(OBSTACLES), 1, 1))
    matrices[:, :3, 3] = OBSTACLE_POSES[:, :3]
    poses = np.concatenate([links, np.broadcast_to(matrices, (configurations, 2, 4, 4))], axis=1)

    # Each link and each obstacle; and the arm itself, except neighbors, which share a joint.
    pairs = [[i, 4 + k] for i in range(4) for k in range(2)] + [[0, 2], [0, 3], [1, 3]]
    clearance = masu.distances(LINKS + OBSTACLES, poses, pairs, signed=True, threads=0)

    nearest = clearance.min(axis=1)
    worst = int(nearest.argmin())
    print(f"{(nearest < 0).mean():.1%} of the path collides; clearance {nearest[worst]:.3f} at {worst}")
    return float(nearest[worst])


if __name__ == "__main__":
    main()
