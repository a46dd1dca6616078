# SPDX-License-Identifier: MIT
"""The include graph of the tree: read from the #include lines, without a compiler."""

import pathlib
import re

FOLDERS = ("include", "src", "io", "scenes", "apps", "bench", "examples", "fuzz", "tests", "wasm", "python", "web",
           "distributed")
SUFFIXES = (".hpp", ".cpp", ".h", ".c", ".inc")
LEFT_OUT = ("node_modules",)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.M)
# Where the build searches for headers, in addition to the folder of the including file.
SEARCHED = ("include", "", "io/include", "src", "tests", "apps/masu", "web", "wasm", "distributed/include")


def sources(root, folders=FOLDERS):
    """Returns the paths of all C and C++ files below the folders, relative to root, sorted."""
    found = []
    for folder in folders:
        for path in (root / folder).rglob("*"):
            if path.suffix in SUFFIXES and not set(path.parts) & set(LEFT_OUT):
                found.append(path.relative_to(root).as_posix())
    return sorted(found)


def include_graph(root):
    """Returns for each file the files of the tree that it includes, in order."""
    names = sources(root)
    known = set(names)
    graph = {}
    for name in names:
        text = (root / name).read_text(encoding="utf-8", errors="replace")
        here = pathlib.PurePosixPath(name).parent
        graph[name] = []
        for target in INCLUDE.findall(text):
            for folder in (here.as_posix(), *SEARCHED):
                candidate = resolved(folder, target)
                if candidate in known:
                    graph[name].append(candidate)
                    break
    return graph


def resolved(folder, target):
    parts = []
    for part in [*folder.split("/"), *target.split("/")]:
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    return "/".join(parts)


def behind(graph, door):
    """Returns the headers that a file includes directly and indirectly, without itself."""
    seen, open_files = set(), [door]
    while open_files:
        for target in graph[open_files.pop()]:
            if target not in seen and target != door:
                seen.add(target)
                open_files.append(target)
    return seen
