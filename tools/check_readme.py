#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs and links in the READMEs are true: check_readme.py [ROOT].

The first C++ block of each README is examples/01_smallest.cpp without its first and last comment,
at most twelve lines, and every relative link leads to a file.
"""

import pathlib
import re
import sys

LONGEST = 12


def smallest_program(root):
    lines = (root / "examples/01_smallest.cpp").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("// ")).strip()


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
        prose = re.sub(r"```.*?```", "", text, flags=re.S)
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
            if "://" not in link and not (root / link).exists():
                yield f"{name}: the link to {link} leads nowhere"


def main(arguments):
    faults = list(find_faults(pathlib.Path(arguments[0] if arguments else ".")))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
