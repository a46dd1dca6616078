#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the programs and links in the pages: check_readme.py [ROOT].

The first C++ block of each README is examples/01_smallest.cpp without its first and last comment,
at most twelve lines. A block below a line `[examples/NAME](...)...:` of any page is that example
without its first line and its output. Every relative link names an existing file.
"""

import pathlib
import re
import sys

LONGEST = 12
QUOTED = re.compile(r"\]\((?:\.\./)*(examples/[\w.]+)\)[^\n]*:\n\n```\w+\n(.*?)```", re.S)


def smallest_program(root):
    lines = (root / "examples/01_smallest.cpp").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("// ")).strip()


def whole_program(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines[1:] if not line.startswith("// Output: ")).strip()


def find_false_quotes(root, name, text):
    for example, block in QUOTED.findall(text):
        path = root / example
        if not path.exists() or whole_program(path) != block.strip():
            yield f"{name}: the block is not {example}"


def find_dead_links(root, name, text):
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose):
        if "://" not in link and not (root / name).parent.joinpath(link).exists():
            yield f"{name}: the link to {link} is broken"


def pages(root):
    """Returns the text of every page by its name."""
    found = [root / "README.md", root / "README.ja.md", *sorted(root.glob("docs/**/*.md"))]
    return {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in found}


def find_faults(root):
    program = smallest_program(root)
    length = len(program.splitlines())
    if length > LONGEST:
        yield f"examples/01_smallest.cpp: {length} lines, at most {LONGEST} are allowed"
    for name in ("README.md", "README.ja.md"):
        text = (root / name).read_text(encoding="utf-8")
        block = re.search(r"```cpp\n(.*?)```", text, re.S)
        if not block or block[1].strip() != program:
            yield f"{name}: the first C++ block is not examples/01_smallest.cpp"
    for name, text in pages(root).items():
        yield from find_false_quotes(root, name, text)
        yield from find_dead_links(root, name, text)


def main(arguments):
    faults = list(find_faults(pathlib.Path(arguments[0] if arguments else ".")))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
