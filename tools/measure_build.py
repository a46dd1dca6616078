#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the CPU seconds of each compilation: measure_build.py BUILD_FOLDER [FOLDER...] [--csv FILE].

Runs the compile commands of a configured build folder (compile_commands.json) one after the other,
without a compiler cache, and prints the seconds of user and system time of each file below the
folders given (src by default), slowest first, and their sum. CPU seconds hardly depend on other load
of the machine.
"""

import argparse
import csv
import json
import pathlib
import resource
import shlex
import subprocess
import sys

LIMIT = 30.0


def cpu_seconds(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def without_cache_and_output(command):
    words = [w for w in shlex.split(command) if not w.endswith("ccache")]
    words[words.index("-o") + 1] = "/dev/null"
    for flag in ("-MF", "-MT"):
        if flag in words:
            at = words.index(flag)
            del words[at : at + 2]
    return [w for w in words if w != "-MD"]


def write_csv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("cpu_seconds", "file"), *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folders", nargs="*", default=["src"])
    parser.add_argument("--csv", type=pathlib.Path)
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    entries = json.loads((arguments.build / "compile_commands.json").read_text())
    rows = []
    for entry in entries:
        name = pathlib.Path(entry["file"]).resolve().relative_to(root).as_posix()
        if name.startswith(tuple(f"{folder}/" for folder in arguments.folders)):
            print(f"\r{len(rows):>4} {name:<60}", end="", file=sys.stderr)
            command = without_cache_and_output(entry["command"])
            rows.append((round(cpu_seconds(command, entry["directory"]), 1), name))
            if arguments.csv:  # after each file: the whole takes long and may be interrupted
                write_csv(arguments.csv, rows)
    print("\r" + " " * 66 + "\r", end="", file=sys.stderr)
    rows.sort(reverse=True)
    for seconds, name in rows:
        print(f"{seconds:>8.1f} {name}" + (f": over {LIMIT:.0f} s" if seconds > LIMIT else ""))
    print(f"{sum(s for s, _ in rows):>8.1f} s in all, {len(rows)} files")
    if arguments.csv:
        write_csv(arguments.csv, rows)


if __name__ == "__main__":
    main()
