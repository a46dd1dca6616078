#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the C headers of each dimension and scalar from src/c/api: write_c_headers.py [--check] [ROOT].

Writes include/masu/c/masu_2f.h, masu_3f.h, masu_2d.h and masu_3d.h, with every name as a program
writes it, and docs/c_calls.md, which lists all calls of the C interface. Comments are in the first of
these headers that has the declaration. --check writes nothing, and fails if a file would change.

The templates are C in which MASU_OF(vec) becomes masu_vec_2f and so on, MASU_REAL is the scalar and
MASU_DIMENSION 2 or 3. They may contain comments between declarations, structures, functions, pointers to
functions, `#if MASU_DIMENSION == ...` and includes of one another.
"""

import argparse
import pathlib
import re
import sys
import textwrap

COLUMNS = 100
TEMPLATES = "src/c/api"
HEADERS = "include/masu/c"
PAGE = "docs/c_calls.md"
KINDS = {"2f": (2, "float"), "3f": (3, "float"), "2d": (2, "double"), "3d": (3, "double")}
COMMENT = re.compile(r"/\*.*?\*/", re.S)
INCLUDE = re.compile(r"#include <masu/c/(\w+\.h)>")
STRUCT = re.compile(r"typedef struct (\w+) \{(.*)\} \w+;", re.S)
HEAD = """/* SPDX-License-Identifier: MIT */
/* A part of masu.h: the types and functions for {what}.{words}
 * Written by tools/write_c_headers.py from src/c/api. */
#ifndef MASU_C_MASU_{kind}_H
#define MASU_C_MASU_{kind}_H
#ifndef MASU_C_MASU_H
#error "include <masu/c/masu.h>, which includes this"
#endif
/* clang-format off */"""

PAGE_HEAD = """# All calls of the C interface

Written by `tools/write_c_headers.py` from the headers; [From C](c.md) says how the calls go together.
Names without an ending are declared in [masu.h](../include/masu/c/masu.h) and the headers that it
includes. The others end in the dimension and the scalar: `_2f`, `_3f`, `_2d` or `_3d`, 2D or 3D,
float or double.

The first column has the name in [masu_2f.h](../include/masu/c/masu_2f.h), or in
[masu_3f.h](../include/masu/c/masu_3f.h) where a call is of 3D alone; the second column has the other
endings that exist. A comment is about all calls in its row."""


# --- Reading --------------------------------------------------------------------------------------


def is_wanted(condition, dimension):
    """Returns whether lines below this #if are kept, for a generator of bindings that reads C."""
    if found := re.match(r"#if MASU_DIMENSION == (\d)$", condition):
        return int(found[1]) == dimension
    if condition.startswith("#ifdef"):
        return condition == "#ifdef MASU_DECLARATIONS_ONLY"
    return condition != "#ifndef MASU_DECLARATIONS_ONLY"


def lines_of(root, path, dimension=0):
    """Returns the lines of a file that #if keeps, including those of templates that it includes."""
    wanted = [True]
    for line in (root / path).read_text(encoding="utf-8").splitlines():
        if line.startswith("#if"):
            wanted.append(is_wanted(line, dimension))
        elif line == "#else":
            wanted[-1] = not wanted[-1]
        elif line.startswith("#endif"):
            wanted.pop()
        elif not all(wanted):
            continue
        elif (found := INCLUDE.match(line)) and path.endswith(".in"):
            yield ""
            yield from lines_of(root, f"{TEMPLATES}/{found[1]}.in", dimension)
        elif not line.startswith("#"):
            yield line
        elif path.endswith(".in"):
            raise SystemExit(f"{path}: templates know no `{line}`")


def expanded(root, kind):
    """Returns the templates as the preprocessor would expand them for a kind, with their comments."""
    dimension, real = KINDS[kind]
    text = "\n".join(lines_of(root, f"{TEMPLATES}/kind.h.in", dimension)) + "\n"
    text = re.sub(r"MASU_OF\((\w+)\)", rf"masu_\1_{kind}", text)
    text = re.sub(r"\b(masu_\w+)_\.\.", rf"\1_{kind}", text)
    return text.replace("MASU_REAL", real).replace("MASU_DIMENSION", str(dimension))


def items(text):
    """Yields (what, text) in order: "blank", "comment" or "code", a whole declaration."""
    at = 0
    while at < len(text):
        if text[at] == "\n":
            yield "blank", ""
            at += 1
        elif found := COMMENT.match(text, at):
            yield "comment", found[0]
            at = text.index("\n", found.end()) + 1
        else:
            end = end_of_line(text, end_of_declaration(text, at))
            yield "code", text[at:end].rstrip()
            at = end + 1


def end_of_declaration(text, at):
    """Returns the position behind its semicolon, which is outside of braces."""
    depth = 0
    while text[at] != ";" or depth:
        if found := COMMENT.match(text, at):
            at = found.end()
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at + 1


def end_of_line(text, at):
    """Returns the end of the line, or of the last line of a comment that begins in it."""
    while text[at] != "\n":
        found = COMMENT.match(text, at)
        at = found.end() if found else at + 1
    return at


def plain(code):
    """Returns a declaration without comments, in one line."""
    code = " ".join(COMMENT.sub(" ", code).split())
    return re.sub(r" \* ?(?=\w)", "* ", code)


def declared(code):
    """Returns (the declared name, whether it is a function); None for constants."""
    code = plain(code)
    if code.startswith("enum"):
        return None
    if found := re.match(r"typedef struct (\w+)|typedef .*?\(\*(\w+)\)|typedef .* (\w+);", code):
        return next(name for name in found.groups() if name), False
    found = re.search(r"(\w+)\(", code)
    if not found or "{" in code:
        raise SystemExit(f"a declaration without a body is missing for MASU_DECLARATIONS_ONLY: {code}")
    return found[1], True


def runs(text):
    """Yields (comment or None, declarations, behind a blank line?): a comment applies up to a blank
    line or the next comment."""
    comment, run, blank = None, [], False
    for what, item in items(text):
        if what != "code" and (comment or run):
            yield comment, run, blank
            comment, run, blank = None, [], False
        blank = blank or what == "blank"
        if what == "comment":
            comment = item
        elif what == "code":
            run.append(item)
    if comment or run:
        yield comment, run, blank


# --- Writing headers ------------------------------------------------------------------------------


def filled(parts, first, others, between=" "):
    """Fills lines with the parts, without splitting any."""
    text = between.join(part.replace(" ", "\0") for part in parts)
    return [line.replace("\0", " ") for line in textwrap.wrap(
        text, COLUMNS, initial_indent=first.replace(" ", "\0"), break_on_hyphens=False,
        subsequent_indent=others.replace(" ", "\0"))]


def wrapped(code, indent=""):
    """Wraps a declaration, with arguments aligned."""
    if len(indent + code) <= COLUMNS or "," not in code:
        return [indent + code]
    opening = code.rfind("(", 0, code.index(",")) + 1
    return filled(code[opening:].split(", "), indent + code[:opening],
                  " " * (len(indent) + opening), ", ")


def with_comments(code):
    """Returns a declaration with its comments: those behind members are aligned."""
    found = STRUCT.match(code)
    if not found:
        return wrapped(plain(code))
    lines, row = [f"typedef struct {found[1]} {{"], []
    for what, text in items("\n".join(line.strip() for line in found[2].strip().splitlines()) + "\n"):
        behind = COMMENT.search(text) if what == "code" else None
        if behind:
            row.append((plain(text), behind[0]))
            continue
        lines += aligned(row)
        row = []
        lines += comment_lines(text, "  ") if what == "comment" else wrapped(plain(text), "  ")
    return lines + aligned(row) + [f"}} {found[1]};"]


def aligned(members):
    """Aligns comments, as far as lines are long enough."""
    first = [len(code) for code, _ in members]
    for count in range(len(members), 0, -1):
        width = max(first[:count])
        lines = [f"  {code:<{width}} {comment}" for code, comment in members[:count]]
        if count == 1 or all(len(line) <= COLUMNS for line in lines):
            return lines + aligned(members[count:])
    return []


def comment_lines(text, indent=""):
    return [indent + (line if line.startswith("/*") else f" {line}")
            for line in (line.strip() for line in text.splitlines())]


def without_comments(code):
    found = STRUCT.match(code)
    if not found:
        return wrapped(plain(code))
    members = re.findall(r"[^;]+;", plain(found[2]))
    line = f"typedef struct {found[1]} {{{''.join(f' {m.strip()}' for m in members)} }} {found[1]};"
    if len(line) <= COLUMNS:
        return [line]
    return [f"typedef struct {found[1]} {{", *filled([m.strip() for m in members], "  ", "  "),
            f"}} {found[1]};"]


def section(comment):
    """Returns the lines of a comment that heads a section or a template; none for others."""
    if comment.startswith("/* ---"):
        return ["", comment]
    text = " ".join(line.strip("/* ") for line in comment.splitlines()).strip()
    if found := re.match(r"A part of kind\.h.*?: (.)(.*)", text):
        return ["", *comment_lines("\n* ".join(textwrap.wrap(
            f"/* --- {found[1].upper()}{found[2]} */", COLUMNS - 3, break_on_hyphens=False)))]
    return []


def is_heading(comment):
    return comment.startswith(("/* ---", "/* SPDX", "/* A part of "))


def body(text, said):
    """Returns the lines of a header. `said`: names without kind whose comments were written before."""
    lines = []
    for comment, run, blank in runs(text):
        if comment and (is_heading(comment) or "write_c_headers" in comment):
            lines += section(comment)
            comment = None
        names = {name[:-3] for name, _ in filter(None, map(declared, run))}
        new = not names <= said
        if new:
            lines += [*[""] * blank, *comment_lines(comment or "")]
        for code in run:
            lines += with_comments(code) if new else without_comments(code)
        said |= names
    return lines


def header(root, kind, said):
    """Returns the text of the header of a kind; with all of its comments if `said` is empty."""
    dimension, real = KINDS[kind]
    words = f"\n * Comments are in masu_{next(iter(KINDS))}.h." if said else ""
    head = HEAD.format(kind=kind.upper(), what=f"{dimension}D and {real}", words=words)
    return "\n".join([head, *body(expanded(root, kind), said), "", "#endif", ""])


# --- The page of all calls --------------------------------------------------------------------------


def words_of(comment):
    """Returns the text of a comment, in one line."""
    return " ".join(" ".join(line.strip("/* ") for line in (comment or "").splitlines()).split())


def calls(text, title):
    """Yields (section, functions, their comment) in order; without functions the comment of the section."""
    for comment, run, _ in runs(text):
        said = words_of(comment)
        if found := re.match(r"--- (.*?)( -+)?$", said):
            title = found[1]
        elif found := re.match(r"A part of kind\.h.*?: (.)([^.,;]*)[.,;] ?(.*)", said):
            title = found[1].upper() + found[2]
            yield title, [], found[3]
        names = [name for name, is_function in filter(None, map(declared, run)) if is_function]
        if names:
            yield title, names, said


def calls_of_all(root):
    for name, title in (("masu.h", ""), ("broad_phase.h", "Boxes alone"), ("corridor.h", ""),
                        ("hull.h", "Convex hulls")):
        for title, names, said in calls("\n".join(lines_of(root, f"{HEADERS}/{name}")) + "\n", title):
            yield title, names, "", said


def calls_of_kinds(root):
    """Returns the calls in 2D, then those in 3D only, with the other kinds that have them."""
    of_kind = {kind: list(calls(expanded(root, kind), "")) for kind in KINDS}
    known = {kind: {name[:-3] for _, names, _ in found for name in names}
             for kind, found in of_kind.items()}
    seen = set()
    for kind, found in of_kind.items():
        for title, names, said in found:
            new = [name for name in names if name[:-3] not in seen]
            if new or (not names and kind == next(iter(KINDS))):
                also = [f"`_{k}`" for k in KINDS if k != kind and new and new[0][:-3] in known[k]]
                yield title, new, " ".join(also), said
            seen |= {name[:-3] for name in new}


def tables(found):
    """Returns a table for each section, in order."""
    sections = {}
    for title, names, others, said in found:
        intro, rows = sections.setdefault(title, ([], []))
        if names:
            listed = ", ".join(f"`{name}`" for name in names)
            rows.append(f"| {listed} | {others} | {said} |")
        elif said:
            intro += ["", said[0].upper() + said[1:]]
    for title, (intro, rows) in sections.items():
        head = ["", "| call | also | comment |", "| --- | --- | --- |"]
        yield "\n".join([f"\n## {title}", *intro, *head, *rows])


def page(root):
    return "\n".join([PAGE_HEAD, *tables([*calls_of_all(root), *calls_of_kinds(root)]), ""])


# --- The command ------------------------------------------------------------------------------------


def written(root):
    """Returns file -> its text."""
    said = set()
    files = {f"{HEADERS}/masu_{kind}.h": header(root, kind, said) for kind in KINDS}
    return {**files, PAGE: page(root)}


def find_faults(root):
    for name, text in written(root).items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield f"{name}: not what {TEMPLATES} says: run tools/write_c_headers.py"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    faults = list(find_faults(arguments.root))
    if arguments.check:
        print(*faults, sep="\n", end="\n" if faults else "")
        return 1 if faults else 0
    for name, text in written(arguments.root).items():
        (arguments.root / name).write_text(text, encoding="utf-8")
    for fault in faults:
        print(f"{fault.split(':')[0]}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
