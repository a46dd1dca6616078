#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py ROOT OUT: what Doxygen reads, into OUT/source, and the pictures into OUT/html."""

import pathlib
import re
import shutil
import sys

sys.dont_write_bytecode = True
import headers
import pages

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import write_c_headers

FOLDERS = ("docs", "bench")


def read(path):
    return path.read_text(encoding="utf-8")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def purpose(code):
    """The comment at the head of an example, without the line of the licence."""
    head = re.match(r"(?:(?://|/\*| \*).*\n)+", code.split("\n", 1)[1])
    words = [re.sub(r"^(//|/\*| \*)|\*/$", "", line).strip() for line in head[0].splitlines()] if head else []
    return " ".join(words)


def example_pages(root):
    """Each example as a page, and a page that lists them: path -> text."""
    made, lines = {}, ["# Examples\n\nOne idea a program; the tests run them.\n\n"]
    for path in sorted(p for p in (root / "examples").glob("*.c*") if p.suffix in (".c", ".cpp")):
        code, language = read(path), path.suffix[1:]
        made[f"examples/{path.name}"] = f"# {path.name}\n\n```{language}\n{code}```\n"
        lines.append(f"- [{path.name}]({path.name}) {purpose(code)}".rstrip() + "\n")
    return made | {"examples/README.md": "".join(lines)}


def main(root, out):
    source = out / "source"
    shutil.rmtree(out, ignore_errors=True)
    for path in sorted((root / "include").rglob("*.h*")) + sorted((root / "io/include").rglob("*.h*")):
        if "detail" not in path.parts:
            kind = path.stem.removeprefix("masu_")  # with all comments, which stand in one of them
            text = (write_c_headers.header(root, kind, set()) if kind in write_c_headers.KINDS
                    else read(path))
            write(source / path.relative_to(root), headers.for_doxygen(text))
    found = sorted(root.glob("*.md")) + [root / "wasm/README.md"] + [p for f in FOLDERS for p in sorted((root / f).rglob("*.md"))]
    site = pages.Site({p.relative_to(root).as_posix(): read(p) for p in found} | example_pages(root))
    for path in site.pages:
        write(source / (path if path.endswith(".md") else f"{path}.md"), site.page(path))
    for folder in FOLDERS:
        for picture in (p for p in (root / folder).rglob("*") if p.suffix in (".svg", ".png")):
            copy = out / "html" / picture.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, copy)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
