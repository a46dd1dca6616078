#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the share of lines and branches that tests reached: coverage.py FILE [--missed FOLDER]

FILE is what `llvm-cov export` wrote. A branch is a condition that was true, or was false, in any
instantiation of its template. --missed lists code of a folder that was never reached, and conditions that
were never true or never false.
"""

import argparse
import collections
import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def counts_of_lines(segments):
    """Yields (line, how often it was reached) for lines with code, as `llvm-cov show` counts them."""
    # A segment: line, column, count, whether there is code, whether it begins a region, whether it is a gap.
    of_line = collections.defaultdict(list)
    for segment in segments:
        of_line[segment[0]].append(segment)
    before = None
    for line in range(min(of_line, default=0), max(of_line, default=-1) + 1):
        started = [s[2] for s in of_line[line] if s[3] and s[4] and not s[5]]
        if before and before[3]:
            started.append(before[2])
        if started:
            yield line, max(started)
        before = of_line[line][-1] if of_line[line] else before


class File:
    def __init__(self, path):
        self.path = path
        self.lines = collections.Counter()
        # Conditions by where they stand: how often they were true, and false. What only the compiler
        # evaluates has no counts.
        self.conditions = collections.defaultdict(lambda: [0, 0])
        self.text = (ROOT / self.path).read_text(encoding="utf-8").splitlines()

    def add(self, data):
        self.lines.update(dict(counts_of_lines(data["segments"])))
        for line, column, end_line, end_column, true, false, *_ in data["branches"]:
            counts = self.conditions[line, column, end_line, end_column]
            counts[0] += true
            counts[1] += false

    def folder(self):
        """include/masu/hull/x.hpp and src/hull/x.cpp are one folder."""
        parts = [p for p in self.path.parts[1:-1] if p != "masu"]
        return parts[0] if parts else "top"

    def taken(self):
        """Returns the numbers of branches, and of those that were taken."""
        counts = [c for position, pair in self.conditions.items() if not self.is_constant(position) for c in pair]
        return len(counts), sum(c > 0 for c in counts)

    def is_constant(self, position):
        return self.conditions[position] == [0, 0] and "constexpr" in self.text[position[0] - 1]

    def missed(self):
        for line, count in self.lines.items():
            if count == 0:
                yield line, "never"
        for position, (true, false) in self.conditions.items():
            if 0 in (true, false) and not self.is_constant(position) and (true or false):
                condition = self.text[position[0] - 1][position[1] - 1:position[3] - 1 if position[2] == position[0] else None]
                yield position[0], f"never {'true' if not true else 'false'}: {condition}"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else ""


def table(files):
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        for name in (file.folder(), "all"):
            counts = (len(file.lines), sum(count > 0 for count in file.lines.values()), *file.taken())
            folders[name] = [a + b for a, b in zip(folders[name], counts)]
    yield "| folder | lines | reached | branches | taken |"
    yield "| --- | --- | --- | --- | --- |"
    for name, (lines, reached, branches, taken) in sorted(folders.items(), key=lambda f: (f[0] == "all", f[0])):
        yield f"| `{name}` | {lines} | {percent(reached, lines)} | {branches} | {percent(taken, branches)} |"


def missed(files, folder):
    for file in files:
        if file.folder() == folder:
            for line, what in sorted(file.missed()):
                yield f"{file.path}:{line}: {what:14}  | {file.text[line - 1].strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--missed", metavar="FOLDER")
    arguments = parser.parse_args()
    files = {}
    for data in json.loads(arguments.file.read_text(encoding="utf-8"))["data"][0]["files"]:
        path = pathlib.Path(os.path.normpath(data["filename"]))  # ccache makes it build/coverage/../../src/...
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in ("include", "src"):
            path = path.relative_to(ROOT)
            files.setdefault(path, File(path)).add(data)
    files = list(files.values())
    print(*(missed(files, arguments.missed) if arguments.missed else table(files)), sep="\n")


if __name__ == "__main__":
    main()
