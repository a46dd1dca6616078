#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes lists of statuses, shapes and broad phases from tools/tables.json: write_tables.py [--check] [ROOT].

Writes each list into its enumerations, names and tables in C++, C, TypeScript and the pages. --check
writes nothing, and fails if a file would change. CONTRIBUTING.md, "Adding", says what else a new row
needs.
"""

import argparse
import json
import pathlib
import re
import sys
import textwrap

COLUMNS = 100
SPACE = "\0"  # where no line may end


def enumerators(rows, indent="  "):
    """Returns C++ enumerators, one per line with its meaning."""
    width = max(len(row["name"]) for row in rows) + 1
    return [f"{indent}{row['name'] + ',':<{width}}  // {row['meaning']}" for row in rows]


def cases(enumeration, rows, key):
    return [f'    case {enumeration}::{row["name"]}: return "{row[key]}";' for row in rows]


def c_enumerators(rows, last):
    """Returns C enumerators; a number is written if rows before it are left out."""
    lines, left_out = [], False
    for number, row in enumerate(rows):
        if not row.get("in_c", True):
            left_out = True
            continue
        lines.append(f"  MASU_{row['name'].upper()}{f' = {number}' if left_out else ''},")
        left_out = False
    return [*lines, last]


def typescript(words):
    return textwrap.wrap(" ".join(words), COLUMNS, initial_indent="  ", subsequent_indent="  ",
                         break_on_hyphens=False)


def camel(name):
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def regions(tables):
    """Yields (file, the line before, the line behind, the lines between) for each list."""
    statuses, shapes, methods = tables["statuses"], tables["shapes"], tables["broad_phases"]
    status, view = "include/masu/core/status.hpp", "include/masu/shapes/shape_view.hpp"
    choice, c = "include/masu/broad_phase/choice.hpp", "include/masu/c/masu.h"
    switch, end = "  switch ({}) {{", "  }"
    # In the layout of clang-format, which parses it as a variable.
    yield (status, "enum class [[nodiscard]] Status : std::uint8_t{", "};",
           enumerators(statuses, "    "))
    yield (status, f"constexpr const char* describe(Status status) {{\n{switch.format('status')}", end,
           cases("Status", statuses, "text"))
    yield (status, f"constexpr const char* name(Status status) {{\n{switch.format('status')}", end,
           cases("Status", statuses, "name"))
    yield view, "enum class ShapeKind : std::uint8_t {", "};", enumerators(shapes)
    yield (view, f"constexpr const char* name(ShapeKind kind) {{\n{switch.format('kind')}", end,
           cases("ShapeKind", shapes, "name"))
    yield choice, "enum class BroadPhase : std::uint8_t {", "};", enumerators(methods)
    yield (choice, f"constexpr const char* name(BroadPhase method) {{\n{switch.format('method')}", end,
           cases("BroadPhase", methods, "name"))
    yield (c, "typedef int32_t masu_status;\nenum {", "};",
           c_enumerators(statuses, "  MASU_THREW = 255"))
    yield (c, "/* Kinds of shapes. */\nenum {", "};",
           c_enumerators(shapes, "  MASU_BODY = 255 /* the shape of a masu_body */"))
    yield (c, "/* The methods that find pairs. MASU_AUTOMATIC: chosen by the number and motion of the "
           "objects. */\nenum {", "};", c_enumerators(methods, "  MASU_AUTOMATIC = 255"))
    yield ("wasm/src/errors.ts", "export const statusNames = [", "] as const;",
           typescript(f"'{row['name']}'," for row in statuses))
    yield ("wasm/src/shapes.ts", "const kKinds = {", "};",
           typescript([*(f"{camel(row['name'])}:{SPACE}{number}," for number, row in enumerate(shapes)
                         if row["in_c"]), f"body:{SPACE}255,"]))
    yield ("wasm/src/world_options.ts", "export const broadPhases = [", "] as const;",
           typescript(f"'{row['name']}'," for row in methods))
    yield ("apps/masu/replay/run_replay.cpp", "constexpr BroadPhase kMethods[] = {", "};",
           enumerators([row | {"name": f"BroadPhase::{row['name']}"} for row in methods], "    "))
    yield ("python/masu/_masu.pyi", "Status = Literal[", "]",
           [f'    "{row["name"]}",' for row in statuses])
    yield ("docs/limits.md", "| status | what it says |\n| --- | --- |", "",
           [f"| `{row['name']}` | {row['meaning']} |" for row in statuses])


def replaced(text, before, behind, lines):
    """Returns the text with these lines between the two, or None if the two are not in it."""
    start = text.find(f"{before}\n")
    if start < 0:
        return None
    start += len(before) + 1
    end = start if text.startswith(f"{behind}\n", start) else text.find(f"\n{behind}\n", start) + 1
    if not end and behind == "" and text.endswith("\n"):
        end = len(text)
    between = "".join(f"{line}\n" for line in lines).replace(SPACE, " ")
    return text[:start] + between + text[end:] if end else None


def rewritten(root):
    """Yields (file, its text, the text with the list): one list after the other. None: no such region."""
    tables = json.loads((root / "tools/tables.json").read_text(encoding="utf-8"))
    for name, before, behind, lines in regions(tables):
        text = (root / name).read_text(encoding="utf-8")
        yield name, text, replaced(text, before, behind, lines)


def find_faults(root):
    for name, text, new in rewritten(root):
        if new is None:
            yield f"{name}: a list of tools/tables.json has no markers there any more"
        elif new != text:
            yield f"{name}: not what tools/tables.json says: run tools/write_tables.py"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if not arguments.check:
        for name, text, new in rewritten(arguments.root):
            if new not in (None, text):
                (arguments.root / name).write_text(new, encoding="utf-8")
                print(f"{name}: written")
    faults = list(find_faults(arguments.root))
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
