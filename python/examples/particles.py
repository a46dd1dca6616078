# SPDX-License-Identifier: MIT
"""Particles in a box: events of a world move them, without a loop over particles."""

import numpy as np

import masu

RADIUS = 0.05


def main(count: int = 2_000, frames: int = 100) -> int:
    rng = np.random.default_rng(7)
    position = rng.uniform(0, 10, (count, 2))
    velocity = rng.normal(0, 1, (count, 2))

    world = masu.World2D(detail="points", threads=0)
    handles = world.add_many(masu.circle(RADIUS), position)
    index = {int(h): i for i, h in enumerate(handles)}

    collisions = 0
    for _ in range(frames):
        position += velocity * 0.01
        # Walls: mirror the velocities that point out.
        velocity[(position < 0) & (velocity < 0)] *= -1
        velocity[(position > 10) & (velocity > 0)] *= -1
        world.move_many(handles, position)
        began = world.update().began
        collisions += len(began)

        # Equal masses exchange their velocities along the normal, where they approach.
        contacts = world.contacts()
        a = np.array([index[int(h)] for h in contacts.a], dtype=int)
        b = np.array([index[int(h)] for h in contacts.b], dtype=int)
        for i, j, normal in zip(a, b, contacts.normal):
            approach = float((velocity[j] - velocity[i]) @ normal)
            if approach < 0:
                velocity[i] += approach * normal
                velocity[j] -= approach * normal

    print(f"{collisions} collisions in {frames} frames; {len(world.pairs())} pairs touch now")
    return collisions


if __name__ == "__main__":
    main()
