#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py OUT: what Doxygen made in OUT/html has its pictures, free functions and C calls.

Every picture that a page shows is a file; every free function of a header outside detail/ is in the list of
functions, and every function of the C headers in the list of C.
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
import headers

PICTURE = re.compile(r'<(?:img|object)[^>]*?(?:src|data)="([^":]+)"')
ENTRY = re.compile(r"<li>(?:<[^>]*>)?([~\w]+)(?:&#160;|\(|<| )")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
C_CALL = re.compile(r"\b(masu_\w+)\s*\(")


def missing_pictures(html):
    for page in sorted(html.glob("*.html")):
        for source in PICTURE.findall(page.read_text(encoding="utf-8")):
            if not (html / source).is_file():
                yield f"{page.name}: there is no picture {source}"


def entries(html, pattern):
    """The names in the lists of functions, which Doxygen parts by first letters."""
    lists = html.glob(pattern)
    return {name for page in lists for name in ENTRY.findall(page.read_text(encoding="utf-8"))}


def free_functions(text):
    """The functions that a header declares in namespace masu itself."""
    reader = headers.Filter()
    found = set()

    def declare(statement):
        named = headers.declared_name(statement)
        scopes = [name for kind, name in reader.scopes if kind == "open"]
        plain = named and named[1] and re.fullmatch(r"[a-z]\w*", named[0])
        if plain and scopes == [""] and not named[0].startswith("operator"):
            found.add(named[0])

    reader.declare = declare
    for line in COMMENT.sub("", text).splitlines():
        reader.line(line)
    return found


def c_calls(text):
    """The functions that a C header declares: a line each begins with their type."""
    return set(C_CALL.findall(re.sub(r"^#.*$", "", COMMENT.sub("", text), flags=re.M)))


def find_faults(out):
    html, include = out / "html", out / "source/include/masu"
    yield from missing_pictures(html)
    listed = entries(html, "namespacemembers*.html")
    for header in sorted(include.rglob("*.hpp")):
        for name in sorted(free_functions(header.read_text(encoding="utf-8")) - listed):
            yield f"{header.name}: {name}() is not in the list of functions"
    listed = entries(html, "globals*.html")
    for header in sorted((include / "c").glob("*.h")):
        for name in sorted(c_calls(header.read_text(encoding="utf-8")) - listed):
            yield f"{header.name}: {name}() is not in the list of C"


def main(arguments):
    faults = list(find_faults(pathlib.Path(arguments[0])))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
