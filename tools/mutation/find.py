# SPDX-License-Identifier: MIT
"""Finds the places of a C++ file where one operator, constant or statement can be changed.

libclang gives the extents of expressions; the changes themselves are text. Only the bodies of
functions count, and no text that a macro expands to.
"""

import collections
import dataclasses
import hashlib

from clang import cindex

K = cindex.CursorKind

SWAPS = {
    "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
    "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("&",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",),
    "&=": ("|=",), "|=": ("&=",), "^=": ("&=",), "<<=": (">>=",), ">>=": ("<<=",),
}
KINDS = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), "relation"),
    **dict.fromkeys(("&&", "||"), "logic"),
}
UNARY = {b"!": "logic", b"-": "arithmetic", b"~": "arithmetic"}
SYMMETRIC = {"min", "max", "fmin", "fmax", "swap", "dot", "minmax", "hypot"}
LONGEST = 400  # bytes of an expression: each change repeats its text


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    start: int  # bytes of the file that are replaced
    end: int
    kind: str  # relation, logic, arithmetic, constant, condition, statement, arguments
    before: str
    after: str  # empty for a deleted statement
    text: str  # the line, without its indentation
    repeats: int = 0  # how many mutants before it are the same, in such a line

    @property
    def alike(self):
        return self.file, self.text, self.kind, self.before, self.after

    @property
    def key(self):
        """The same while its line stays, wherever it stands in the file."""
        return hashlib.sha1("\0".join((*self.alike, str(self.repeats))).encode()).hexdigest()[:12]


class Finder:
    def __init__(self, root, file, arguments):
        self.file = file
        self.path = str(root / file)
        self.text = (root / file).read_bytes()
        self.found = {}
        index = cindex.Index.create()
        unit = index.parse(self.path, args=arguments)
        fatal = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Fatal]
        if fatal:
            raise RuntimeError(f"{file}: {fatal[0].spelling}")
        for cursor in unit.cursor.get_children():
            if cursor.location.file and cursor.location.file.name == self.path:
                self.visit(cursor, None, False)

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def add(self, cursor, kind, after):
        start, end = self.span(cursor)
        before = self.text[start:end]
        if not before or end - start > LONGEST or after == before or b"#" in before:
            return
        if kind != "statement" and (b"[&" in before or b"[=" in before or b"//" in before):
            return
        line = self.text[self.text.rfind(b"\n", 0, start) + 1 :].split(b"\n", 1)[0].strip()
        mutant = Mutant(self.file, cursor.extent.start.line, start, end, kind, before.decode(), after.decode(),
                        line.decode())
        self.found[start, end, kind, after] = mutant

    def visit(self, cursor, parent, inside):
        kind = cursor.kind
        if kind == K.STATIC_ASSERT:
            return
        start, end = self.span(cursor)
        text = self.text[start:end]
        if text.startswith(b"MASU_"):  # a macro
            return
        # An argument of a template, which only the compiler evaluates: operators have spaces around.
        in_brackets = self.text[start - 1 : start] == b"<" or self.text[end : end + 1] == b">"
        if inside and kind.is_expression() and in_brackets:
            return
        if kind == K.DECL_STMT and (text.startswith(b"constexpr") or b"static constexpr" in text[:40]):
            return
        children = list(cursor.get_children())
        if kind == K.COMPOUND_STMT:
            inside = True
            for child in children:
                self.delete(child)
        elif inside:
            self.change(cursor, kind, children, text)
        for i, child in enumerate(children):
            if kind == K.CASE_STMT and i == 0:
                continue
            if kind == K.IF_STMT and text.startswith(b"if constexpr") and i == 0:
                continue
            # A step of a loop that goes the other way never ends.
            if kind == K.FOR_STMT and child.kind == K.UNARY_OPERATOR:
                continue
            self.visit(child, cursor, inside)

    def delete(self, child):
        start, end = self.span(child)
        text = self.text[start:end]
        kinds = (K.CALL_EXPR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.CONTINUE_STMT, K.BREAK_STMT)
        assigns = child.kind == K.BINARY_OPERATOR and self.operator(child, list(child.get_children())) == "="
        ends = child.kind == K.RETURN_STMT and text == b"return"
        if not (child.kind in kinds or assigns or ends) or self.text[end : end + 1] != b";":
            return
        if not text.startswith(b"MASU_"):
            self.add(child, "statement", b"")

    def operator(self, cursor, children):
        if len(children) != 2:
            return ""
        (start, end), (_, middle), (rest, last) = map(self.span, (cursor, *children))
        if not start <= middle <= rest <= last <= end:
            return ""
        return self.text[middle:rest].strip().decode(errors="replace")

    def change(self, cursor, kind, children, text):
        if kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR):
            self.binary(cursor, children)
        elif kind == K.UNARY_OPERATOR and len(children) == 1 and text[:1] in UNARY:
            self.add(cursor, UNARY[text[:1]], text[1:])
        elif kind in (K.INTEGER_LITERAL, K.FLOATING_LITERAL) and text[:1].isdigit():
            for change in (b" + 1", b" - 1"):
                self.add(cursor, "constant", b"(" + text + change + b")")
        elif kind in (K.IF_STMT, K.WHILE_STMT, K.CONDITIONAL_OPERATOR) and children:
            if children[0].kind.is_expression() and not text.startswith(b"if constexpr"):
                start, end = self.span(children[0])
                self.add(children[0], "condition", b"!(" + self.text[start:end] + b")")
        elif kind == K.CALL_EXPR:
            self.arguments(cursor)

    def binary(self, cursor, children):
        operator = self.operator(cursor, children)
        if operator not in SWAPS:
            return
        (start, _), (_, middle), (rest, end) = map(self.span, (cursor, *children))
        left, right = self.text[start:middle], self.text[rest:end]
        for other in SWAPS[operator]:
            self.add(cursor, KINDS.get(operator, "arithmetic"), left + b" " + other.encode() + b" " + right)
        if KINDS.get(operator) == "logic":
            self.add(cursor, "logic", left)
            self.add(cursor, "logic", right)

    def arguments(self, cursor):
        given = list(cursor.get_arguments())
        if len(given) < 2 or cursor.spelling in SYMMETRIC or cursor.spelling.startswith("operator"):
            return
        start, end = self.span(cursor)
        for a, b in zip(given, given[1:]):
            if a.type.get_canonical().spelling != b.type.get_canonical().spelling:
                continue
            (a0, a1), (b0, b1) = self.span(a), self.span(b)
            if not start <= a0 <= a1 <= b0 <= b1 <= end or self.text[a0:a1] == self.text[b0:b1]:
                continue
            t = self.text
            self.add(cursor, "arguments", t[start:a0] + t[b0:b1] + t[a1:b0] + t[a0:a1] + t[b1:end])
            return


def find(root, file, arguments):
    """The mutants of a file of the tree, in the order of their places."""
    found = Finder(root, file, arguments).found.values()
    seen, numbered = collections.Counter(), []
    for mutant in sorted(found, key=lambda m: (m.start, m.end, m.after)):
        numbered.append(dataclasses.replace(mutant, repeats=seen[mutant.alike]))
        seen[mutant.alike] += 1
    return numbered
