# SPDX-License-Identifier: MIT
"""Markdown pages as Doxygen wants them: links of files become links of pages, in one tree.

A page is below the first page whose list of links (`## More`, a table, a folder's README) names
it; the order of the links is that of the tree.
"""

import posixpath
import re

FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^][]*\])*)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^(#+) (.*)$", re.M)
SPAN = re.compile(r"(`+)(.+?)(?<!`)\1(?!`)")
# Marks of figures (tools/write_figures.py): Doxygen drops the space behind a comment too.
COMMENT = re.compile(r"(`[^`\n]*`)|<!--.*?-->", re.S)
ROOT = "README.md"


def page_id(path):
    return "page_" + re.sub(r"\W", "_", path.removesuffix(".md"))


def slug(heading):
    """The anchor that readers of Markdown files know."""
    plain = re.sub(r"[^\w\- ]", "", re.sub(r"[`*]|\]\([^)]*\)", "", heading).lower())
    return plain.replace(" ", "-")


def section_id(path, anchor):
    return page_id(path) + "__" + re.sub(r"\W", "_", anchor)


def prose(text):
    """The text without its fenced blocks."""
    return FENCE.sub("", text)


def target(path, link):
    """The file or folder in the tree that a link of a page leads to, and the anchor in it."""
    file, _, anchor = link.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
    return file, anchor


class Site:
    """All pages: path -> text. A link to a folder is one to its README."""

    def __init__(self, pages):
        self.pages = pages
        self.parent = {}
        self.children = {path: [] for path in pages}
        self.place(ROOT)
        self.adopt()

    def find(self, file):
        return next((p for p in (file, f"{file}/README.md") if p in self.pages), None)

    def place(self, path):
        """Hangs the pages that this one names below it, then goes into each."""
        text = self.pages[path]
        if path == ROOT:
            text = text[text.index("\n## More") :]
        for picture, _, link in LINK.findall(prose(text)):
            page = None if picture or "://" in link else self.find(target(path, link)[0])
            if page and page not in self.parent and page != ROOT and self.goes_below(path, page):
                self.parent[page] = path
                self.children[path].append(page)
        for child in self.children[path]:
            self.place(child)

    def goes_below(self, path, page):
        """Below the root hang those of docs/ and folders' own, others below their folder's."""
        folder = posixpath.dirname(page)
        if path == ROOT:
            of_folder = page.endswith("/README.md") and posixpath.dirname(folder) in ("", "docs")
            return folder in ("", "docs") or of_folder
        return folder in (path.removesuffix(".md"), posixpath.dirname(path)) and folder != "docs" or (
            path.endswith("/README.md") and folder.startswith(posixpath.dirname(path) + "/")
            and f"{folder}.md" not in self.pages)

    def adopt(self):
        """Puts pages that no page names below their folder's page, or else the root."""
        for page in sorted(self.pages):
            if page != ROOT and page not in self.parent:
                above = [f"{folder}/README.md" for folder in posixpath.dirname(page).split("/")[:1]]
                self.parent[page] = next((p for p in above if p in self.pages), ROOT)
                self.children[self.parent[page]].append(page)

    def page(self, path):
        """The text for Doxygen."""
        text, named = self.pages[path], set()
        if path == ROOT:  # the order is that of its list, not of its first paragraphs
            above, line, text = text.partition("\n## More")
            above = self.told(path, above, set(self.pages))
            text = above + self.told(path, line + text, named)
        else:
            text = self.told(path, text, named)
        rest = [f"- @subpage {page_id(c)}\n" for c in self.children[path] if c not in named]
        if rest:
            text += "\n" + "".join(rest)
        return text

    def told(self, path, text, named):
        return "".join(
            part if part.startswith("```") else self.marked(path, part, named)
            for part in FENCE.split(text))

    def marked(self, path, text, named):
        text = LINK.sub(lambda m: self.link(path, m, named), COMMENT.sub(lambda m: m[1] or "", text))
        # Doxygen ends code in one backtick at a quote.
        text = SPAN.sub(lambda m: f"``{m[2]}``" if m[1] == "`" and "'" in m[2] else m[0], text)
        return HEADING.sub(lambda m: self.heading(path, m), text)

    def heading(self, path, m):
        if m[1] == "#":
            if path == ROOT:  # named as the project: else the tree has it twice
                return f"# masu {{#{page_id(path)}}}"
            contents = len(HEADING.findall(prose(self.pages[path]))) > 5
            return f"# {m[2]} {{#{page_id(path)}}}" + ("\n\n[TOC]\n" if contents else "")
        return f"{m[1]} {m[2]} {{#{section_id(path, slug(m[2]))}}}"

    def link(self, path, m, named):
        picture, words, link = m.groups()
        if "://" in link:
            return m[0]
        file, anchor = target(path, link)
        if picture:
            return f'<img src="{file}" alt="{words}"/>'
        page = self.find(file)
        if page is None:
            return words if words.startswith("`") else f"<code>{words}</code>"
        words = re.sub(r"[`\"]", "", words)
        if anchor:
            return f'@ref {section_id(page, anchor)} "{words}"'
        if page in self.children[path] and page not in named:
            named.add(page)
            return f'@subpage {page_id(page)} "{words}"'
        return f'@ref {page_id(page)} "{words}"'
