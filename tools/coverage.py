#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the share of lines and branches that tests reached: coverage.py FILE [--missed FOLDER]

FILE is what `gcovr --json` wrote. --missed lists the lines in a folder that no test reached, and those
of whose branches one was never taken, for a reader.
"""

import argparse
import collections
import json
import pathlib


def folder_of(name):
    """include/masu/hull/x.hpp and src/hull/x.cpp are one folder."""
    parts = pathlib.PurePath(name).parts[1:-1]
    parts = parts[1:] if parts[:1] == ("masu",) else parts
    return parts[0] if parts else "top"


def counted(lines):
    branches = [branch for line in lines for branch in line["branches"]]
    return [sum(line["count"] > 0 for line in lines), len(lines),
            sum(branch["count"] > 0 for branch in branches), len(branches)]


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "none"


def table(files):
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        for name in (folder_of(file["file"]), "all"):
            folders[name] = [a + b for a, b in zip(folders[name], counted(file["lines"]))]
    yield "| folder | lines | reached | branches | taken |"
    yield "| --- | --- | --- | --- | --- |"
    for name, (reached, lines, taken, branches) in sorted(folders.items(), key=lambda f: (f[0] == "all", f[0])):
        yield f"| `{name}` | {lines} | {percent(reached, lines)} | {branches} | {percent(taken, branches)} |"


def missed(files, folder):
    for file in files:
        if folder_of(file["file"]) != folder:
            continue
        text = pathlib.Path(file["file"]).read_text(encoding="utf-8").splitlines()
        for line in file["lines"]:
            taken = [branch["count"] > 0 for branch in line["branches"]]
            if line["count"] and all(taken):
                continue
            what = "never" if not line["count"] else f"{taken.count(True)}/{len(taken)}"
            yield f"{file['file']}:{line['line_number']}: {what:5} {text[line['line_number'] - 1].strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--missed", metavar="FOLDER")
    arguments = parser.parse_args()
    files = json.loads(arguments.file.read_text(encoding="utf-8"))["files"]
    for file in files:
        file["lines"] = [line for line in file["lines"] if not line["gcovr/noncode"]]
    print(*(missed(files, arguments.missed) if arguments.missed else table(files)), sep="\n")


if __name__ == "__main__":
    main()
