#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py ROOT OUT: what Doxygen reads, into OUT/source, and the pictures into OUT/html."""

import pathlib
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


def main(root, out):
    source = out / "source"
    shutil.rmtree(out, ignore_errors=True)
    words = headers.read_words(read(root / "docs/words.md"))
    for path in sorted((root / "include").rglob("*.h*")) + sorted((root / "io/include").rglob("*.h*")):
        if "detail" not in path.parts:
            kind = path.stem.removeprefix("masu_")  # with all comments, which stand in one of them
            text = (write_c_headers.header(root, kind, set()) if kind in write_c_headers.KINDS
                    else read(path))
            write(source / path.relative_to(root), headers.for_doxygen(text, words))
    found = sorted(root.glob("*.md")) + [p for f in FOLDERS for p in sorted((root / f).rglob("*.md"))]
    site = pages.Site({p.relative_to(root).as_posix(): read(p) for p in found})
    for path in site.pages:
        write(source / path, site.page(path))
    for folder in FOLDERS:
        for picture in (p for p in (root / folder).rglob("*") if p.suffix in (".svg", ".png")):
            copy = out / "html" / picture.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, copy)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
