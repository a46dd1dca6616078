#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what the public headers promise to callers: list_headers.py ROOT FILE.

kFunctionsInHeaders has each public function that takes code of its caller, and what: a visitor (a sink,
a filter, or another function), a trace, jobs. kSafeInHeaders has each class whose comment says that const
members are safe in many threads. Tests compare these lists with their own, so nothing can be left out.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]) / "include/masu"

JOBS = re.compile(r"\b(JobSystem|PairOptions<D, T>)")
TRACE = re.compile(r"\b(\w*Trace(<[^>]*>)?|Searches|Changes|Watch)(&&)? trace")
VISITOR = re.compile(
    r"\b(BlockTarget<[^>]|FunctionRef<|PairTarget|MoverTarget|\w*Visit<|VisitCut|Target& visit|QueryFilter<|DebugDraw<"
    r"|Contacts contact|Cast cast|Gap gap|(Visit|Sink|Each|Report|Contact|Counts|Gap|Listener|ShapeOf|F|Less|Source|Difference)"
    r"(&&|& accept|& source))")

# No operations: what searches are made of, and members that only pass on what they get.
PARTS = {
    "AnyTrace", "BlockOutput", "BlockTarget", "BodyView", "FunctionRef", "JobSystem", "MoverOutput", "MoverVisitor",
    "Pair", "PairOutput", "PairTarget", "RayMeeting", "VisitItem", "WallDistance",
    "goes_on", "with_trace", "insertion_sort", "selection_sort",
    "check_one_set", "check_two_sets",
}

# What a world takes when it is made.
IN_OPTIONS = {"World::update": "jobs", "World::move_many": "jobs"}


def declarations(path):
    """Yields (class or None, text) of each public declaration outside of namespace detail."""
    scope, public, inner, held = None, True, False, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("//")[0] if not line.startswith("}  // namespace detail") else "}detail"
        if line.startswith("namespace detail"):
            inner = not line.rstrip().endswith("}")
        if line in ("}detail", "}"):
            inner = False
        if inner:
            continue
        if opened := re.match(r"(?:class|struct)(?: MASU_\w+)? (\w+)[^;]*\{", line):
            scope, public, held = opened[1], line.startswith("struct"), ""
            continue
        if line.startswith("};"):
            scope, public = None, True
        if access := re.match(r" *(public|private|protected):", line):
            public, held = access[1] == "public", ""
            continue
        # Bodies of functions are indented deeper than their declarations.
        depth = len(line) - len(line.lstrip())
        if not held and (not public or depth > (2 if scope else 0)):
            continue
        held += " " + line.strip()
        if re.search(r"[;{}]\s*$", line) or not line.strip():
            yield scope, held
            held = ""


def parameters(text):
    """Returns (name, parameters) of the function that is declared; None if there is none."""
    for found in re.finditer(r"(?<![\w.>:~])(\w+)\(", text):
        if found[1] in ("requires", "decltype", "noexcept", "static_assert"):
            continue
        depth, i = 1, found.end()
        while depth and i < len(text):
            depth += {"(": 1, ")": -1}.get(text[i], 0)
            i += 1
        return found[1], text[found.end():i - 1]
    return None


def functions():
    """Returns "Class::function" -> the kinds of code that it takes."""
    found = {name: {kind} for name, kind in IN_OPTIONS.items()}
    for path in sorted(ROOT.rglob("*.hpp")):
        if {"detail", "adapters"} & set(path.parts):
            continue
        for scope, text in declarations(path):
            if re.match(r" *(using|concept|friend|explicit|template <\w+ \w+> concept)\b", text) or " = delete" in text:
                continue
            declared = parameters(text)
            if declared is None:
                continue
            name, listed = declared
            if scope in PARTS or name in PARTS or name == scope:
                continue
            kinds = [kind for kind, pattern in (("visitor", VISITOR), ("trace", TRACE), ("jobs", JOBS))
                     if pattern.search(listed)]
            if kinds:
                full = f"{scope}::{name}" if scope else name
                found.setdefault(full, set()).update(kinds)
    return found


def safe_classes():
    """Returns the classes whose comments say that many threads may use them, if none changes them."""
    found = set()
    for path in sorted(ROOT.rglob("*.hpp")):
        if {"detail", "adapters"} & set(path.parts):
            continue
        comment = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("//"):
                comment += line[2:]
            elif opened := re.match(r"(?:class|struct)(?: MASU_\w+)? (\w+)[^;]*\{", line):
                if re.search(r"onst members are safe|safe in many threads|[Mm]any threads may|may be read in many"
                             r"|move in many threads", comment):
                    found.add(opened[1])
                comment = ""
            elif not re.match(r"template|requires", line):
                comment = ""
    return found


def main():
    order = ("visitor", "trace", "jobs")
    lines = [f'    "{name} {kind}",\n' for name, kinds in sorted(functions().items())
             for kind in order if kind in kinds]
    classes = [f'    "{name}",\n' for name in sorted(safe_classes())]
    pathlib.Path(sys.argv[2]).write_text(
        "// Written by list_headers.py.\n#pragma once\n\n"
        f"inline constexpr const char* kFunctionsInHeaders[] = {{\n{''.join(lines)}}};\n"
        f"inline constexpr const char* kSafeInHeaders[] = {{\n{''.join(classes)}}};\n", encoding="utf-8")


if __name__ == "__main__":
    main()
