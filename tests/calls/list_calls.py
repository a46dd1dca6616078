#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what a test needs to call every function of the C interface: list_calls.py ROOT FOLDER.

structs.hpp visits the members of each structure by name. calls_2f.cpp and its like, and calls_any.cpp,
list the functions of each kind with the names of their parameters. What to write comes from the headers
and from the templates that tools/write_c_headers.py expands, so no call can be left out.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import write_c_headers as headers  # noqa: E402

VISIT = """template <class F>
void visit_members(%s& s, F&& f) {
%s}
"""
CALLS = """// Written by list_calls.py.
#include "tests/calls/call.hpp"

namespace masu::test {

std::vector<Call> calls_%s() {
  return {
%s  };
}

}  // namespace masu::test
"""


def declarations(kind):
    """Yields the declarations of a kind in one line each; those of all kinds for "any"."""
    if kind == "any":
        names = ("masu", "broad_phase", "corridor", "hull")
        text = "\n".join(line for name in names
                         for line in headers.lines_of(ROOT, f"{headers.HEADERS}/{name}.h")) + "\n"
        text = re.sub(r'extern "C" \{\n|^\}\n', "", text, flags=re.M)
    else:
        text = headers.expanded(ROOT, kind)
    for what, code in headers.items(text):
        if what == "code":
            yield headers.plain(code)


def members(body):
    """Returns the names of the members of a structure."""
    names = []
    for member in re.findall(r"(?:[^;(]|\([^)]*\))+;", body):
        if found := re.search(r"\(\*(\w+)\)", member):
            names.append(found[1])
        else:
            names += re.findall(r"(\w+)(?:\[\w+\])?\s*(?=[,;])", member)
    return names


def parameters(code):
    """Returns the names of the parameters of a function."""
    listed = re.search(r"\w+\((.*)\);", code)[1]
    return [] if listed == "void" else re.findall(r"(\w+)(?:\[\w+\])?(?:,|$)", listed)


def main():
    folder = pathlib.Path(sys.argv[2])
    visits = []
    for kind in ("any", *headers.KINDS):
        calls = []
        for code in declarations(kind):
            if found := headers.STRUCT.match(code):
                lines = "".join(f'  f("{name}", s.{name});\n' for name in members(found[2]))
                visits.append(VISIT % (found[1], lines))
            elif (named := headers.declared(code)) and named[1]:
                names = ", ".join(f'"{name}"' for name in parameters(code))
                calls.append(f"      call_of<&{named[0]}>(\"{named[0]}\", {{{names}}}),\n")
        (folder / f"calls_{kind}.cpp").write_text(CALLS % (kind, "".join(calls)), encoding="utf-8")
    (folder / "structs.hpp").write_text("// Written by list_calls.py.\n" + "\n".join(visits),
                                        encoding="utf-8")


if __name__ == "__main__":
    main()
