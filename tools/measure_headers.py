#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the cost of the headers for users: measure_headers.py [--check] [--compile] [ROOT].

Prints the lines of include/, the headers in folders detail, the headers and lines included by each
header masu/*.hpp, and the entries for other folders' detail in CONTRIBUTING.md's map. --compile adds
the results of `g++ -E -P` and `g++ -O2 -c` on the README's program. --check fails if a number exceeds
its budget in tools/budget.json: what is not measured grows. Lower the budget when a number decreases.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

from check_map import folder_of
from include_graph import behind, include_graph

DOORS = ("masu", "broad_phase", "narrow_phase", "hull", "mesh", "corridor", "world")
PROGRAM = "examples/01_smallest.cpp"


def line_count(root, names):
    return sum(len((root / name).read_bytes().splitlines()) for name in names)


def measure(root):
    """Returns name -> number for everything that does not depend on the compiler."""
    graph = include_graph(root)
    public = [name for name in graph if name.startswith("include/")]
    inner = [name for name in public if "/detail/" in name]
    foreign = 0
    for name in [n for n in graph if n.startswith(("include/", "src/"))]:
        for target in graph[name]:
            folder, in_detail = folder_of(target)
            foreign += in_detail and folder != folder_of(name)[0] and folder != "core"
    numbers = {
        "lines in include/": line_count(root, public),
        "headers in include/": len(public),
        "headers in folders detail": len(inner),
        "lines of headers in folders detail": line_count(root, inner),
        "includes of another folder's detail": foreign,
    }
    for door in DOORS:
        for name in (f"include/masu/{door}.hpp", f"include/masu/{door}/{door}.hpp"):
            if name in graph:
                headers = behind(graph, name)
                short = name.removeprefix("include/")
                numbers[f"headers behind {short}"] = len(headers)
                numbers[f"lines behind {short}"] = line_count(root, headers)
    return numbers


def compile_program(root):
    """Returns the cost of compiling the README's program."""
    command = ["g++", "-std=c++20", f"-I{root / 'include'}", str(root / PROGRAM)]
    lines = subprocess.run([*command, "-E", "-P"], check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*command, "-O2", "-c", "-o", f"{folder}/program.o"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        f"preprocessed lines of {PROGRAM}": len(lines.splitlines()),
        f"CPU seconds of {PROGRAM} at -O2": round(
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2
        ),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", default=".", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--compile", action="store_true")
    arguments = parser.parse_args()
    numbers = measure(arguments.root)
    if arguments.compile:
        numbers |= compile_program(arguments.root)
    budget = json.loads((arguments.root / "tools/budget.json").read_text(encoding="utf-8"))
    grown = 0
    for name, number in numbers.items():
        limit = budget.get(name)
        over = limit is not None and number > limit
        grown += over
        print(f"{number:>9} {name}" + (f": over the budget of {limit}" if over else ""))
    return 1 if arguments.check and grown else 0


if __name__ == "__main__":
    sys.exit(main())
