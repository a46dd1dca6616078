#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares docs/sources.md with the tree: check_rows.py [ROOT] [--list].

Every row of the five texts is in the table once. A row under "Built" names existing code and test
files in which some test has its ID; every ID in the tests is in the table.
--list prints the tests of each row instead.
"""

import pathlib
import re
import sys

ROWS = {"Q": 13, "U": 11, "S": 8, "M": 9, "L": 23}
EXPECTED = [f"{text}{i}" for text, n in ROWS.items() for i in range(1, n + 1)]
MISTAKE = re.compile(r"E([2-9]|1[0-7])")
CELL = r"((?:[^|\\]|\\.)*)\|"
ROW = re.compile(rf"^\| ([QUSML]\d+) \|{CELL}(?:{CELL}{CELL})?\s*$")
TEST = re.compile(
    r"(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)"
    r"\(\s*(\w+),\s*(\w+)|add_test\(\s*NAME\s+([\w.]+)"
)
# Tests of the playground, which run in a browser: 'L9: what it shows'.
BROWSER_TEST = re.compile(r"\btest\(\s*(['\"`])([QUSMLE]\d+): ((?:(?!\1).)+)\1")
ID = re.compile(r"(?:^|[_.])([QUSMLE]\d+)(?=_|$)")


def read_table(text):
    """Returns (rows built: ID -> (code paths, test paths), all IDs in order)."""
    built, order, section = {}, [], ""
    for line in text.splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ").lower()
        match = ROW.match(line)
        if not match:
            continue
        order.append(match[1])
        if section == "built":
            built[match[1]] = [re.findall(r"`([^`]+)`", cell or "") for cell in match.group(3, 4)]
    return built, order


def read_tests(root):
    """Returns ID -> [(file, test name)], from the sources of the tests."""
    tests = {}
    for folder in ("tests", "scenes", "apps", "examples", "bench"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix != ".cpp" and path.name != "CMakeLists.txt":
                continue
            for match in TEST.finditer(path.read_text(encoding="utf-8")):
                name = match[3] or f"{match[1]}.{match[2]}"
                for row in ID.findall(name):
                    tests.setdefault(row, []).append((str(path.relative_to(root)), name))
    for path in sorted((root / "web/test").glob("*.test.js")):
        for _, row, name in BROWSER_TEST.findall(path.read_text(encoding="utf-8")):
            tests.setdefault(row, []).append((str(path.relative_to(root)), name))
    return tests


def find_faults(root):
    built, order = read_table((root / "docs/sources.md").read_text(encoding="utf-8"))
    tests = read_tests(root)
    for row in EXPECTED:
        if order.count(row) != 1:
            yield f"docs/sources.md: row {row} appears {order.count(row)} times, not once"
    for row in order:
        if row not in EXPECTED:
            yield f"docs/sources.md: there is no row {row} in the texts"
    for row, (code, files) in built.items():
        if not code or not files:
            yield f"docs/sources.md: row {row} is built but names no code or no test file"
        for path in code + files:
            if not (root / path).is_file():
                yield f"docs/sources.md: row {row} names {path}, which does not exist"
        for path in files:
            if path not in (file for file, _ in tests.get(row, [])):
                yield f"row {row} is built, but no test in {path} carries its ID"
    for row, named in tests.items():
        if row not in EXPECTED and not MISTAKE.fullmatch(row):
            for file, name in named:
                yield f"{file}: test {name} carries {row}, which is not a row"


def main(arguments):
    root = pathlib.Path(next((a for a in arguments if a != "--list"), "."))
    if "--list" in arguments:
        for row, named in sorted(read_tests(root).items(), key=lambda r: (r[0][0], int(r[0][1:]))):
            print(row, *sorted({f"{file}:{name}" for file, name in named}), sep="\n    ")
        return 0
    faults = list(find_faults(root))
    print(*faults, sep="\n")
    print(f"{len(faults)} faults in the table of rows" if faults else "every row built has its test")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
