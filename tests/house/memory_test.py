#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""memory_test.py ROOT: each class that takes an allocator is tested with one that refuses requests."""

import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(sys.argv[1])
del sys.argv[1:]

# Classes that tests do not name: what fills them has its test, or a suite of their family has.
BY_OTHERS = {
    "AutoFinder": "tests/broad_phase/auto_family.hpp",
    "Polytope2": "HalfSpaceIntersection",
    "Polytope3": "HalfSpaceIntersection",
    "ClosedSurface": "Quickhull3",
    "WallBoxes": "BoxedWalls",
    "WorldQueries": "World",
}


def classes():
    """Returns class -> its header, for classes with a constructor that takes an Allocator."""
    found = {}
    for path in sorted((ROOT / "include/masu").rglob("*.hpp")):
        name = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if "detail" in path.parts:
                break
            if opened := re.match(r"(?:class|struct)(?: MASU_\w+)? (\w+)(?: final)?(?: :[^;{]*)?\s*\{", line):
                name = opened[1]
            elif line.startswith("};"):
                name = None
            elif name and "Allocator allocator" in line:
                found.setdefault(name, path)
    return found


class RefusedMemory(unittest.TestCase):
    def setUp(self):
        paths = [path for path in (ROOT / "tests").rglob("*.[hc]pp")]
        texts = {path: path.read_text(encoding="utf-8") for path in paths}
        self.tests = [text for text in texts.values() if "FailingAllocator" in text]
        self.classes = classes()

    def is_tested(self, name):
        return any(re.search(rf"\b{name}\b", text) for text in self.tests)

    def test_every_class_is_tested(self):
        self.assertGreater(len(self.classes), 50)
        for name, path in self.classes.items():
            with self.subTest(name, header=str(path)):
                other = BY_OTHERS.get(name, name)
                self.assertTrue((ROOT / other).is_file() or self.is_tested(other))

    def test_exceptions_are_needed(self):
        for name in BY_OTHERS:
            with self.subTest(name):
                self.assertIn(name, self.classes)
                self.assertFalse(self.is_tested(name))


if __name__ == "__main__":
    unittest.main()
