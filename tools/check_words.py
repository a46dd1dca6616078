#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Words that docs/words.md replaces are not used: check_words.py [ROOT].

Comments and pages are free of the retired phrases, code is free of the retired identifiers. Strings
of code do not count, nor `code` in text. tools/words_allowed.txt lists files that still have some
of them, and how many; a file with fewer than its entry fails, too, so that the list only shrinks.
With --write, the script makes the list.
"""

import io
import pathlib
import re
import sys
import tokenize

PHRASES = (
    "somebody", "nobody", "whoever", "anew", "but for", "keepers?", "dearer", "untold", "told",
    "held against",
)
# Identifiers that are one of these, with or without an underscore at the end ...
NAMES = (
    "places?", "ways?", "looks?", "looked_at", "verbs", "good", "how", "wants?", "who",
    "at_[ab]", "WorldGrid", "WorldFit", "KeptBy", "PlaceGroups", "[a-z_]*seam_free", "seamFree",
)
# ... or contain one of these as a word: told_rooms, ToldRooms.
WORDS_IN_NAMES = (
    "anew", "begun", "centres?", "dearer", "keepers?", "nobody", "seamless", "somebody", "told", "untold",
    "whoever",
)
# The words of a phrase may be on two lines, the second of which begins like a comment.
GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*(?:///?|#|\*|>|--)?[ \t]*)"
RETIRED = re.compile(rf"\b(?:{'|'.join(p.replace(' ', GAP) for p in PHRASES)})\b", re.IGNORECASE)

SNAKE = "|".join(WORDS_IN_NAMES)
PASCAL = "|".join(word.capitalize() for word in WORDS_IN_NAMES)
IDENTIFIER = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*")
RETIRED_NAME = re.compile(
    rf"(?:{'|'.join(NAMES)})_?|(?:\w*_)?(?:{SNAKE})(?:_\w*|[A-Z]\w*)?|\w*(?:{PASCAL})(?![a-z])\w*"
)

FOLDERS = (
    "include", "src", "apps", "wasm", "web", "bench", "scenes", "examples", "tests", "fuzz", "io", "python",
    "tools", "packaging", "cmake", "docs", "distributed",
)
OF_THE_ROOT = ("README*", "CONTRIBUTING.md", "CMakeLists.txt", "masu.sh")
EXCEPT = ("docs/words.md", "CHANGELOG.md")
SKIPPED_FOLDERS = {"build", "dist", "node_modules", "__pycache__"}
ALLOWED = "tools/words_allowed.txt"

# Numbers with separators come first, since they contain no character literals, then raw strings.
# Only comments have the group.
C_TOKENS = re.compile(
    r"""\b\d[\w.]*(?:'\w+)+|(?<!\w)(?:u8|[uUL])?R"(?P<end>[^()\\\s]*)\(.*?\)(?P=end)"
    |(?P<comment>//[^\n]*|/\*.*?\*/)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    re.S | re.X,
)
JS_TOKENS = re.compile(
    r"""(?P<comment>(?<!:)//[^\n]*|/\*.*?\*/)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'
    |`(?:\\.|[^`\\])*`""",
    re.S | re.X,
)
HASH_TOKENS = re.compile(
    r"""(?P<comment>(?:^|(?<=\s))\#[^\n]*)|"(?:\\.|[^"\\])*"|(?<!\w)'[^'\n]*'""", re.M | re.X
)
FENCE = re.compile(r"^([ \t]*)```(\w*)[^\n]*\n(.*?)^\1```", re.M | re.S)
NO_PROSE = re.compile(
    r"`[^`\n]*`|\]\([^)\s]*\)|<(?:script|style)\b.*?</(?:script|style)>|<[^<>]*>", re.S
)


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def comments_of(tokens):
    """Returns a function that blanks everything except the comments of a text."""

    def only_comments(text):
        parts, end = [], 0
        for match in tokens.finditer(text):
            comment = match["comment"]
            parts += [blank(text[end : match.start()]), match[0] if comment else blank(match[0])]
            end = match.end()
        return "".join(parts) + blank(text[end:])

    return only_comments


def python_prose(text):
    """Returns the comments and docstrings; the rest is blank."""
    lines = blank(text).split("\n")
    whole = text.split("\n")

    def keep(begin, end):
        for row in range(begin[0] - 1, end[0]):
            low = begin[1] if row == begin[0] - 1 else 0
            high = end[1] if row == end[0] - 1 else len(whole[row])
            lines[row] = lines[row][:low] + whole[row][low:high] + lines[row][high:]

    begins = True  # the next token begins a statement: a string there is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (begins and token.type == tokenize.STRING):
            keep(token.start, token.end)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    return "\n".join(lines)


def page_prose(text):
    """Returns the text without code; of fenced code the comments."""

    def fenced(match):
        prose = PROSE.get("." + match[2])
        return blank(match[0]) if prose in (None, page_prose) else prose(match[0])

    text = FENCE.sub(fenced, text)
    return NO_PROSE.sub(lambda match: blank(match[0]), text)


C_PROSE, JS_PROSE, HASH_PROSE = map(comments_of, (C_TOKENS, JS_TOKENS, HASH_TOKENS))
C_SUFFIXES = (".hpp", ".cpp", ".h", ".c", ".inc")
JS_SUFFIXES = (".js", ".ts", ".mjs")
PROSE = {
    **dict.fromkeys(C_SUFFIXES, C_PROSE),
    **dict.fromkeys((*JS_SUFFIXES, ".css"), JS_PROSE),
    **dict.fromkeys((".sh", ".cmake", ".txt", ".yml", ".map"), HASH_PROSE),
    **dict.fromkeys((".md", ".dox", ".html"), page_prose),
    ".py": python_prose,
}


def files_of(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if not SKIPPED_FOLDERS & set(path.relative_to(root).parts) and path.is_file():
                yield path
    for pattern in OF_THE_ROOT:
        yield from sorted(root.glob(pattern))


def code_of(text, suffix):
    """Returns the code without comments and strings, which are blank."""
    tokens = C_TOKENS if suffix in C_SUFFIXES else JS_TOKENS
    return tokens.sub(lambda match: blank(match[0]), text)


def hits_in(text, suffix):
    """Yields (line, phrase) of each retired phrase and identifier."""
    prose = re.sub(r"`[^`\n]*`", lambda match: blank(match[0]), PROSE[suffix](text))
    for match in RETIRED.finditer(prose):
        yield prose.count("\n", 0, match.start()) + 1, re.sub(r"\W+", " ", match[0])
    if suffix in C_SUFFIXES or suffix in JS_SUFFIXES:
        code = code_of(text, suffix)
        for match in IDENTIFIER.finditer(code):
            if RETIRED_NAME.fullmatch(match[0]):
                yield code.count("\n", 0, match.start()) + 1, match[0]
    elif suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME and RETIRED_NAME.fullmatch(token.string):
                yield token.start[0], token.string


def find_hits(root):
    """Returns the hits of each file that has some."""
    hits = {}
    for path in files_of(root):
        name = path.relative_to(root).as_posix()
        suffix = path.with_suffix("").suffix if path.suffix == ".in" else path.suffix
        if name in EXCEPT or suffix not in PROSE:
            continue
        if found := list(hits_in(path.read_text(encoding="utf-8"), suffix)):
            hits[name] = found
    return hits


def read_allowed(root):
    path = root / ALLOWED
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    entries = (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
    return {name: int(count) for name, count in entries}


def find_faults(root):
    hits, allowed = find_hits(root), read_allowed(root)
    for name, found in hits.items():
        if len(found) > allowed.get(name, 0):
            for line, phrase in found:
                yield f'{name}:{line}: "{phrase}"'
    for name, count in allowed.items():
        if (left := len(hits.get(name, ()))) < count:
            yield f"{ALLOWED}: {name} has {left} phrases, not {count}: use --write"


def write_allowed(root):
    lines = [f"{name} {len(found)}\n" for name, found in sorted(find_hits(root).items())]
    head = "# Files with phrases that check_words.py does not accept elsewhere, and how many.\n"
    (root / ALLOWED).write_text(head + "".join(lines), encoding="utf-8")


def main(arguments):
    write = "--write" in arguments
    roots = [argument for argument in arguments if argument != "--write"]
    root = pathlib.Path(roots[0] if roots else ".")
    if write:
        write_allowed(root)
    faults = list(find_faults(root))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
