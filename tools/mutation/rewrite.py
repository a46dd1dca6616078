# SPDX-License-Identifier: MIT
"""Writes a file that holds all its mutants. masu_mutant::on(id) chooses one at run time."""

INCLUDE = b"#include <masu_mutant.hpp>\n"


class Span:
    """A range of bytes that some mutants replace, and the ranges in it that others do."""

    def __init__(self, start, end):
        self.start, self.end = start, end
        self.mutants = []
        self.children = []


def tree_of(size, mutants):
    root = Span(0, size)
    stack = [root]
    for number, mutant in sorted(mutants, key=lambda m: (m[1].start, -m[1].end)):
        while mutant.start >= stack[-1].end or mutant.end > stack[-1].end:
            stack.pop()
        if (mutant.start, mutant.end) != (stack[-1].start, stack[-1].end):
            stack.append(Span(mutant.start, mutant.end))
            stack[-2].children.append(stack[-1])
        stack[-1].mutants.append((number, mutant))
    return root


def on(number):
    return b"::masu_mutant::on(%d)" % number


def render(text, span):
    at, parts = span.start, []
    for child in span.children:
        parts += [text[at : child.start], render(text, child)]
        at = child.end
    whole = b"".join(parts) + text[at : span.end]
    prefix = b""
    for number, mutant in span.mutants:
        if mutant.kind == "statement":
            prefix += b"if (!" + on(number) + b") "
        elif mutant.kind == "condition":
            whole = b"(" + on(number) + b" != static_cast<bool>(" + whole + b"))"
        else:
            after = mutant.after.encode().replace(b"\n", b" ")
            # Parts of a condition may be no bool, and have another type than the whole.
            part = b"static_cast<bool>(" if mutant.kind == "logic" else b"("
            whole = b"(" + on(number) + b" ? " + part + after + b") : " + part + whole + b"))"
    return prefix + whole


def rewritten(text, mutants):
    """The text with its mutants, pairs of a number and a Mutant. Lines stay what they were, except
    that one comes before the first."""
    return INCLUDE + render(text, tree_of(len(text), mutants))
