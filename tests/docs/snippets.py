#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""snippets.py ROOT OUT: writes the C++ blocks of pages and headers to OUT.cpp, the C blocks to OUT.c.

A block of a header is a run of comment lines `//    code`. Each block becomes a function, or a
namespace if it begins with a type. snippet_declarations.hpp declares the names that blocks use, but
do not declare. Compilers report faults by file and line.
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```(cpp|c)\n(.*?)^```$", re.M | re.S)
COMMENTED = re.compile(r"^//\n((?://    .*\n)+)", re.M)
INCLUDE = re.compile(r"^#include .*\n", re.M)


def blocks(root):
    """Yields (language, file, line, code); check_readme.py checks the READMEs."""
    for path in sorted((root / "docs").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for found in BLOCK.finditer(text):
            line = text.count("\n", 0, found.start()) + 2
            if "int main" not in found[2]:  # complete programs are examples
                yield found[1], path, line, found[2]
    for path in sorted((root / "include").rglob("*.hpp")):
        text = path.read_text(encoding="utf-8")
        for found in COMMENTED.finditer(text):
            code = re.sub(r"^//    ", "", found[1], flags=re.M)
            yield "cpp", path, text.count("\n", 0, found.start(1)) + 1, code


def as_unit(language, number, path, line, code):
    includes = "".join(INCLUDE.findall(code))
    body = INCLUDE.sub("\n", code)
    origin = f'#line {line} "{path.as_posix()}"\n'
    if language == "c":
        return f"{includes}int snippet_{number}(void);\nint snippet_{number}(void) {{\n{origin}{body}return 0;\n}}\n"
    if body.startswith("template <>"):  # a specialization stands outside of namespaces
        return f"{includes}{origin}{body}"
    if re.match(r"\s*(struct|class|template)\b", body):
        return f"{includes}namespace snippet_{number} {{\n{origin}{body}}}\n"
    return f"{includes}void snippet_{number}();\nvoid snippet_{number}() {{\n{origin}{body}}}\n"


def main(root, out):
    units = {"cpp": ['#include "snippet_declarations.hpp"\n'], "c": []}
    for language, path, line, code in blocks(root):
        units[language].append(as_unit(language, len(units[language]), path, line, code))
    for language, texts in units.items():
        pathlib.Path(f"{out}.{language}").write_text("\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
