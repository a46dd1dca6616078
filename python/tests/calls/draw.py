# SPDX-License-Identifier: MIT
"""Draws valid arguments of calls by a seed."""
import random

import numpy as np

import masu


class Draw:
    """`story` has the objects that calls share; `dimension` is that of the call."""

    def __init__(self, story, seed):
        self.story = story
        self.random = random.Random(seed)
        self.dimension = 2
        self.pick = self.random.choice

    def below(self, count):
        return self.random.randrange(count)

    def rarely(self, count):
        """True once in `count` times."""
        return self.below(count) == 0

    def given(self, **options):
        """Some of the options; those are left out whose value is None."""
        values = {k: make() for k, make in options.items() if self.rarely(3)}
        return {k: v for k, v in values.items() if v is not None}

    # --- Numbers and arrays -------------------------------------------------------------------------

    def real(self, low=-4.0, high=4.0):
        x = self.random.uniform(low, high)
        return round(4 * x) / 4 if self.rarely(2) else x

    def size(self):
        return self.pick([0.25, 0.5, 1.0, self.random.uniform(0.1, 2)])

    def vec(self, dimension=None):
        return [self.real() for _ in range(dimension or self.dimension)]

    def sizes(self):
        return [self.size() for _ in range(self.dimension)]

    def unit(self):
        axis = self.below(self.dimension)
        return [float(i == axis) for i in range(self.dimension)]

    def array(self, numbers, shape=None, dtype=np.float64):
        """The numbers in any of the forms that calls take."""
        a = np.array(numbers, dtype)
        if shape is not None:
            a = a.reshape(shape)
        form = self.below(10)
        if form == 0 and a.size > 0:
            return a.tolist()
        if form == 1 and a.ndim > 1 and len(a) > 0:
            return tuple(map(np.array, a))
        if form == 2 and dtype == np.float64:
            return a.astype(np.float32)
        if form == 3:
            return np.asfortranarray(a)
        if form == 4 and a.ndim > 0:
            return np.repeat(a, 2, axis=0)[::2]
        if form == 5:
            a.setflags(write=False)
        if form == 6:
            return a.astype(a.dtype.newbyteorder())
        if form == 7:
            return a.view(Subclass)
        if form == 8 and a.ndim > 0:
            return np.flip(np.flip(a, -1).copy(), -1)
        return a

    def points(self, count=None, dimension=None):
        d = dimension or self.dimension
        n = self.below(9) if count is None else count
        return self.array([self.vec(d) for _ in range(n)], (n, d))

    def some_points(self, dimension=None):
        """One point or many."""
        return self.array(self.vec(dimension)) if self.rarely(3) else self.points(None, dimension)

    def box(self):
        low = self.vec()
        return low + [x + self.size() for x in low]

    def boxes(self, count=None):
        n = self.below(12) if count is None else count
        d = self.dimension
        shape = (n, 2 * d) if self.rarely(2) else (n, 2, d)
        return self.array([self.box() for _ in range(n)], shape)

    def some_boxes(self):
        return self.array(self.box()) if self.rarely(3) else self.boxes()

    def quaternion(self):
        if self.rarely(3):
            return [0.0, 0.0, 0.0, 1.0]
        q = np.array([self.random.gauss(0, 1) for _ in range(4)])
        return (q / np.linalg.norm(q)).tolist()

    def pose(self):
        """A pose in any form."""
        return self.poses(1, single=True)

    def poses(self, count, single=False):
        d = self.dimension
        rows = masu.poses(
            np.array([self.vec() for _ in range(count)]).reshape(count, d),
            np.array([self.real() if d == 2 else self.quaternion() for _ in range(count)]).reshape(
                (count,) if d == 2 else (count, 4)
            ),
        )
        form = self.below(4)
        if form < 2:
            rows = rows[:, :d]
        elif form == 2 and d == 2:
            matrices = np.zeros((count, 3, 3))
            for m, (x, y, c, s) in zip(matrices, rows):
                m[:] = [[c, -s, x], [s, c, y], [0, 0, 1]]
            rows = matrices
        a = rows[0] if single else rows
        if rows.shape[-1] == d or d == 3 and rows.shape[-1] != 7:
            return self.array(a)
        # Rotations in float32 have not exactly length 1, but that is near enough.
        return self.array(a)

    def some_poses(self):
        kind = self.below(5)
        return None if kind == 0 else self.pose() if kind < 3 else self.poses(self.below(5))

    def bits(self):
        return self.pick([1, 3, 1 << 63, (1 << 64) - 1])

    def threads(self):
        return self.pick([0, 1, 2])

    def flag(self):
        return self.rarely(2)

    def k(self):
        return self.pick([1, 1, 2, 5, 100])

    def period(self):
        return [self.pick([0.0, 16.0]) for _ in range(self.dimension)]

    def max_t(self):
        return self.pick([0.0, 1.0, 100.0, float("inf")])

    # --- Objects ------------------------------------------------------------------------------------

    def convex(self):
        """A new convex shape of the dimension."""
        d = self.dimension

        def near():
            return [x / 4 for x in self.vec()]

        makers = [
            lambda: masu.sphere(self.size(), near()),
            lambda: masu.box(self.sizes(), near()),
            lambda: masu.box(self.sizes()),
            lambda: masu.capsule(near(), near(), self.size()),
            lambda: masu.segment(near(), near()),
            lambda: masu.point(near()),
            lambda: masu.triangle(*CORNERS[d][:3]),
            lambda: masu.ellipsoid(self.sizes()),
            lambda: masu.half_space(self.unit(), self.real()),
            lambda: masu.rounded(masu.box(self.sizes()), self.size()),
            lambda: (masu.convex_polygon if d == 2 else masu.convex_polyhedron)(
                np.array([self.vec() for _ in range(6)]) / 4
            ),
        ]
        if d == 3:
            makers += [lambda: masu.cylinder(self.size(), self.size()), lambda: masu.cone(self.size(), 1)]
        return self.story.quietly(self.pick(makers)) or masu.box([1.0] * d)

    def shape(self):
        """A shape of the story, or a new one."""
        shapes = [s for s in self.story.all("Shape") if s.dimension == self.dimension]
        return self.pick(shapes) if shapes and not self.rarely(3) else self.convex()

    def handle(self, world):
        handles = self.story.facts(world).handles
        return self.pick(handles) if handles else 7

    def two_handles(self, world):
        handles = self.story.facts(world).handles
        return self.random.sample(handles, 2) if len(handles) > 1 else [7, 8]

    def handles(self, world, count=None):
        n = self.below(5) if count is None else count
        listed = [self.handle(world) for _ in range(n)]
        return self.pick([listed, np.array(listed, np.uint64), np.repeat(np.array(listed, np.uint64), 2)[::2]])

    def object_options(self):
        return self.given(
            user_data=lambda: self.pick([0, 7, (1 << 64) - 1]),
            category=lambda: self.bits() if self.rarely(3) else None,
            mask=lambda: self.bits() if self.rarely(3) else None,
            layer=lambda: self.pick([0, 1, 62]),
            sensor=self.flag,
            continuous=self.flag,
            fixed=self.flag,
            margin=lambda: 0.125,
            group=lambda: self.below(3) - 1,
        )

    def query_options(self):
        return self.given(mask=self.bits, sensors=self.flag)

    def callback(self):
        """A function that answers, raises, makes calls itself or drops objects."""
        mood, last = self.below(8), 1 + self.below(4)
        seen = []

        def call(*arguments):
            seen.append(len(arguments))
            if len(seen) == last and mood == 0:
                raise Thrown
            if len(seen) <= last and mood in (1, 2):
                self.story.nested()
            if len(seen) == last and mood == 3:
                self.story.drop_some()
            return len(seen) % 3 != 0

        return call


class Thrown(Exception):
    """What callbacks raise."""


class Subclass(np.ndarray):
    """An array of another class."""


CORNERS = {
    2: [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    3: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
}
TRIANGLES = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]  # of the tetrahedron CORNERS[3]
