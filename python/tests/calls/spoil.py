# SPDX-License-Identifier: MIT
"""Puts other values instead of valid arguments."""
import array
import fractions
import math

import numpy as np

import masu
from .draw import Subclass, Thrown

NUMBERS = [
    math.nan, math.inf, -math.inf, -0.0, 0.0, 5e-324, 1e-310, 1e-30, 1e30, 1e300, -1e308, 1.5, -1, 0, 1, 2, 255, 256,
    2**31 - 1, 2**31, -(2**31), 2**32 - 1, 2**32, 2**53 + 1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**400,
]  # fmt: skip
# Made at each use, since calls may write into them.
OTHERS = [
    lambda: None, lambda: "", lambda: "1", lambda: "points", lambda: "\udc80", lambda: "a\0b", lambda: b"bytes",
    lambda: True, lambda: [], lambda: (), lambda: {}, lambda: {1, 2}, lambda: object(), lambda: 1j, lambda: [[]],
    lambda: [None], lambda: [[1, 2], [3]], lambda: [math.nan] * 2, lambda: ["a", "b"], lambda: list(range(7)),
    lambda: range(4), lambda: iter([1.0, 2.0]), lambda: (x for x in (1.0, 2.0)), lambda: lambda *a: True, lambda: int,
    lambda: fractions.Fraction(1, 3), lambda: memoryview(b"12345678"), lambda: array.array("d", [1, 2, 3, 4]),
    lambda: np.float32(0.5), lambda: np.uint64(2**64 - 1), lambda: np.int8(-1), lambda: np.array(1.0),
    lambda: np.array(None), lambda: np.array([1, "x"], object), lambda: np.array(["1", "2"]), lambda: np.zeros((0,)),
    lambda: np.zeros((0, 4)), lambda: np.zeros((0, 6)), lambda: np.zeros((4, 0)), lambda: np.zeros((1,) * 32),
    lambda: np.zeros(2, [("x", "f8"), ("y", "i4")]), lambda: np.array(["2020-01-01"], "M8[D]"), lambda: np.ones(4, complex),
    lambda: np.ma.masked_array([1.0, 2.0], [True, False]), lambda: np.matrix([[1.0, 2.0, 3.0, 4.0]]),
    # As large as no memory: views of one number.
    lambda: np.broadcast_to(np.float64(1), (2**40, 4)), lambda: np.broadcast_to(np.int8(1), (2**40, 2)),
    lambda: np.broadcast_to(np.uint32(1), (2**40, 3)), lambda: np.broadcast_to(np.uint64(1), (2**40,)),
    lambda: np.broadcast_to(np.float32(1), (2**30, 2**30)), lambda: masu.NO_HANDLE, lambda: masu.Error, lambda: masu,
    lambda: masu.World2D.__new__(masu.World2D), lambda: masu.Shape.__new__(masu.Shape),
]  # fmt: skip
TYPES = "f2 f4 g i1 u1 i8 u8 ? c16 O U3 >f8 m8[s]".split()


class Odd:
    """Converts to another value, and does something first: calls, raises, drops objects."""

    def __init__(self, value, act):
        self._value, self._act = value, act

    def _answer(self, convert):
        self._act()
        try:
            return convert(self._value)
        except (AttributeError, KeyError, OverflowError) as error:
            raise ValueError(error) from None

    def __array__(self, dtype=None):
        return self._answer(lambda v: np.asarray(v, dtype))

    def __index__(self):
        return self._answer(int)

    def __float__(self):
        return self._answer(float)

    def __bool__(self):
        return self._answer(bool)

    def __len__(self):
        return self._answer(len)

    def __iter__(self):
        return self._answer(iter)

    def __getitem__(self, i):
        return self._answer(lambda v: v[i])

    def __call__(self, *arguments):
        return self._answer(lambda v: v)

    def __fspath__(self):
        return self._answer(str)


class Spoiler:
    def __init__(self, draw):
        self.draw = draw

    def number(self):
        return self.draw.random.uniform(-1e4, 1e4) if self.draw.rarely(4) else self.draw.pick(NUMBERS)

    def other(self):
        """Anything."""
        kind = self.draw.below(5)
        if kind == 0:
            return self.number()
        if kind == 1:
            everything = self.draw.story.everything()
            return self.draw.pick(everything) if everything else None
        return self.draw.pick(OTHERS)()

    def spoil(self, args, options):
        """Returns other arguments and options."""
        args, options = list(args), dict(options)
        spots = [*range(len(args)), *options]
        for _ in range(1 + self.draw.rarely(4)):
            if spots and not self.draw.rarely(12):
                at = self.draw.pick(spots)
                into = options if isinstance(at, str) else args
                into[at] = self.damaged(into[at], 3)
            elif self.draw.rarely(3):
                options["unknown"] = self.other()
                spots = []
            elif args and self.draw.rarely(2):
                return args[:-1], options
            else:
                args.append(self.other())
        return args, options

    def damaged(self, value, depth):
        draw = self.draw
        if draw.rarely(8):
            return Odd(value, self.action(value))
        if depth == 0 or draw.rarely(4):
            return self.other()
        if isinstance(value, bool) or value is None:
            return self.other()
        if isinstance(value, (int, float)):
            return self.number()
        if isinstance(value, np.ndarray) and value.size < 1000 and value.dtype.kind in "fiu":
            return self.damaged_array(value)
        if isinstance(value, bytes):
            return self.damaged_bytes(value)
        if isinstance(value, dict) and value:
            return {**value, draw.pick([*value, 0]): self.other()}
        if isinstance(value, (list, tuple)) and value:
            copy = list(value)
            i = draw.below(len(copy))
            kind = draw.below(6)
            if kind == 0:
                del copy[i]
            elif kind == 1:
                copy.append(self.other() if draw.flag() else copy[i])
            else:
                copy[i] = self.damaged(copy[i], depth - 1)
            return type(value)(copy) if type(value) in (list, tuple) else copy
        return self.other()

    def action(self, value):
        """What an Odd value does."""
        kind, story = self.draw.below(5), self.draw.story
        done = []

        def act():
            if len(done) > 2:
                return
            done.append(True)
            if kind == 0:
                raise Thrown
            if kind == 1:
                story.nested()
            if kind == 2:
                story.drop_some()
            if kind == 3:
                story.empty_lists()

        return act

    def damaged_bytes(self, value):
        if self.draw.rarely(3):
            return value[: self.draw.below(len(value) + 1)] + b"x" * self.draw.below(3)
        copy = bytearray(value)
        for _ in range(1 + self.draw.below(3)):
            if copy:
                copy[self.draw.below(len(copy))] = self.draw.below(256)
        return bytes(copy)

    def damaged_array(self, value):
        draw, kind = self.draw, self.draw.below(8)
        if kind == 0:
            return self.cast(value, draw.pick(TYPES))
        if kind == 1 and value.ndim > 0:
            return value[draw.below(2) :: draw.pick([1, 2, -1])]
        if kind == 2:
            return draw.pick([value[None], value[..., None], value.T, value.reshape(-1), value[..., :-1]]) if value.ndim else value
        if kind == 3 and value.ndim > 0:
            return np.broadcast_to(value[..., :1], value.shape)
        if kind == 4:  # not aligned
            raw = np.zeros(value.nbytes + 1, np.uint8)
            moved = raw[1:].view(value.dtype).reshape(value.shape)
            moved[...] = value
            return moved
        if kind == 5:
            return value.view(Subclass)[::-1] if value.ndim else value
        copy = np.array(value)
        for _ in range(1 + draw.below(3)):
            if copy.size:
                self.put(copy, draw.below(copy.size), self.number())
        return copy

    @staticmethod
    def cast(value, to):
        try:
            return value.astype(to)
        except (TypeError, ValueError):
            return value

    @staticmethod
    def put(array_, i, number):
        try:
            array_.flat[i] = number
        except (OverflowError, ValueError):  # an integer type
            array_.flat[i] = 0
