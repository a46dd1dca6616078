#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files include only what the map in CONTRIBUTING.md allows: check_map.py [ROOT].

The map is the table below "Where things go": a folder, what is in it, and the folders that it may
include. `x` stands for `include/masu/x` and `src/x`. Files in a folder `detail` serve the folder above
it; the map names `x/detail` where others include them too. An arrow that no file uses is a fault as well.
Headers at an old path that only include the one at the new path may do so across the map.
"""

import pathlib
import re
import sys

from include_graph import include_graph

ROW = re.compile(r"^\| `([\w/]+)` \|[^|]*\| ([^|]*) \|$", re.M)
PUBLIC = "include/masu/"


def read_map(root):
    """folder -> what it may include, the folder itself apart."""
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return {folder: set(re.findall(r"`([\w/]+)`", allowed)) for folder, allowed in ROW.findall(text)}


def folder_of(name):
    """The folder of the map that a file belongs to, and whether it lies in a folder detail."""
    parts = name.split("/")
    if name.startswith(PUBLIC):
        return ("doors" if len(parts) == 3 else parts[2]), "detail" in parts
    if parts[0] == "src":
        return parts[1], False
    return parts[0], False


def forwards(name, targets):
    """Whether a public header is only the old path of another one."""
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
