# SPDX-License-Identifier: MIT
"""The clearance of a robot arm along a path: 10 000 configurations in one call."""

import pathlib

import numpy as np

import masu

FOLDER = pathlib.Path(__file__).parent / "arm"


def main(configurations: int = 10_000) -> float:
    robot = masu.RobotModel(FOLDER / "arm.urdf", FOLDER / "arm.srdf")
    print(robot, "joints:", ", ".join(robot.joints))

    t = np.linspace(0, 1, configurations)[:, None]
    begin = np.array([0.0, 0.4, 0.6, 0.0, 0.5, 0.0])
    end = np.array([2.9, -0.5, 2.8, 1.0, 1.6, 0.1])
    path = (1 - t) * begin + t * end
    assert ((robot.lower <= path) & (path <= robot.upper)).all()

    # Of the arm to itself: pairs of links that no joint joins and the SRDF does not disable.
    itself = robot.distances(path, threads=0)
    collides = robot.self_collisions(path, threads=0)
    for pair in robot.pairs[collides.any(axis=0)]:
        print("the path has collisions of", " and ".join(robot.links[link] for link in pair))

    # Of the arm to obstacles that stay.
    obstacles = [masu.box([0.1, 0.1, 0.4]), masu.sphere(0.15)]
    poses = masu.poses([[0.0, 0.55, 0.4], [-0.5, -0.3, 0.3]])
    clearance = robot.clearance(path, obstacles, poses, signed=True, threads=0)

    nearest = np.minimum(itself.min(axis=1), clearance)
    worst = int(nearest.argmin())
    print(f"{(nearest <= 0).mean():.1%} of the path collides; least {nearest[worst]:.3f} at {worst}")
    return float(nearest[worst])


if __name__ == "__main__":
    main()
