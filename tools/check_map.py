#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that files include only what the map in CONTRIBUTING.md allows: check_map.py [ROOT].

The map is the table below "Where things go": a folder, what is in it, and the folders that it may
include. `x` means `include/masu/x` and `src/x`. Files in a folder `detail` belong to the folder above
it; the map lists `x/detail` if other folders include them too. An entry that no file uses is an error.
Headers at an old path may include the one at the new path, whatever the map says.
"""

import pathlib
import re
import sys

from include_graph import include_graph

ROW = re.compile(r"^\| `([\w/]+)` \|[^|]*\| ([^|]*) \|$", re.M)
PUBLIC = "include/masu/"


def read_map(root):
    """Returns for each folder what it may include in addition to itself."""
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return {folder: set(re.findall(r"`([\w/]+)`", allowed)) for folder, allowed in ROW.findall(text)}


def folder_of(name):
    """Returns the folder of the map that contains a file, and whether the file is in a folder detail."""
    parts = name.split("/")
    if name.startswith(PUBLIC):
        return ("doors" if len(parts) == 3 else parts[2]), "detail" in parts
    if parts[0] == "src":
        return parts[1], False
    return parts[0], False


def forwards(name, targets):
    """Returns whether a public header is only the old path of another one."""
    return name.startswith(PUBLIC) and [t.split("/")[-1] for t in targets] == [name.split("/")[-1]]


def find_faults(root):
    allowed = read_map(root)
    graph = include_graph(root)
    used = set()
    for name, targets in graph.items():
        folder, _ = folder_of(name)
        if folder not in allowed:
            yield f"{name}: its folder `{folder}` is not in the map of CONTRIBUTING.md"
            continue
        for target in [] if forwards(name, targets) else targets:
            other, inner = folder_of(target)
            if other == folder:
                continue
            arrow = f"{other}/detail" if inner else other
            used.add((folder, arrow))
            if arrow not in allowed[folder]:
                yield f"{name}: includes {target}, but the map has no arrow from `{folder}` to `{arrow}`"
    for folder, arrows in allowed.items():
        for arrow in sorted(arrows):
            if (folder, arrow) not in used:
                yield f"CONTRIBUTING.md: nothing in `{folder}` includes `{arrow}`: delete the arrow"


def main(arguments):
    faults = list(find_faults(pathlib.Path(arguments[0] if arguments else ".")))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
