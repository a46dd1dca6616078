# SPDX-License-Identifier: MIT
"""Brute force by NumPy, and scenes."""

import numpy as np


def random_boxes(count, dimension, seed=0, extent=1.0, side=10.0, dtype=np.float64):
    """Boxes of sides up to `extent` in a cube."""
    rng = np.random.default_rng(seed)
    low = rng.uniform(0, side, (count, dimension))
    return np.hstack([low, low + rng.uniform(0, extent, (count, dimension))]).astype(dtype)


def overlaps(a, b):
    """The matrix of closed overlaps of rows of `a` with rows of `b`; empty boxes overlap nothing."""
    d = a.shape[1] // 2
    low_a, high_a, low_b, high_b = a[:, None, :d], a[:, None, d:], b[None, :, :d], b[None, :, d:]
    with np.errstate(invalid="ignore"):
        some = ((low_a <= high_b) & (low_b <= high_a)).all(axis=2)
        full_a, full_b = (a[:, :d] <= a[:, d:]).all(axis=1), (b[:, :d] <= b[:, d:]).all(axis=1)
    return some & full_a[:, None] & full_b[None, :]


def pair_set(pairs):
    return set(map(tuple, pairs.tolist()))


def brute_pairs(boxes):
    return pair_set(np.argwhere(np.triu(overlaps(boxes, boxes), 1)))


def box_distances(points, boxes):
    """The matrix of distances of points and boxes."""
    d = points.shape[1]
    gap = np.maximum(boxes[None, :, :d] - points[:, None], points[:, None] - boxes[None, :, d:])
    return np.sqrt((np.maximum(gap, 0) ** 2).sum(axis=2))


def rows_of(rows):
    """The sets of compressed rows."""
    indptr, indices = rows[0], rows[1]
    return [set(indices[a:b].tolist()) for a, b in zip(indptr[:-1], indptr[1:])]


def assert_same_records(a, b):
    """All fields are equal; memory between fields does not count."""
    assert a.dtype.names == b.dtype.names
    for name in a.dtype.names:
        np.testing.assert_array_equal(a[name], b[name], err_msg=name)


class Pcg32:
    """The generator of scenes/generators/pcg32.hpp."""

    def __init__(self, seed):
        self.state = 0
        self.next()
        self.state = (self.state + seed) & (2**64 - 1)
        self.next()

    def next(self):
        old = self.state
        self.state = (old * 6364136223846793005 + 1) & (2**64 - 1)
        shifted = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF
        rotation = old >> 59
        return ((shifted >> rotation) | (shifted << (-rotation & 31))) & 0xFFFFFFFF

    def unit(self):
        high, low = self.next(), self.next()
        return ((high << 21) | (low >> 11)) * 2.0**-53

    def between(self, low, high):
        return low + (high - low) * self.unit()
