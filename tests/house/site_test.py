# SPDX-License-Identifier: MIT
"""site_test.py ROOT: what docs/site makes of headers and pages."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "docs/site"))
import headers
import pages

HEADER = """// SPDX
// Says what the file is for.
#pragma once

namespace masu {

// A thing.
template <class T = int>
struct Thing {
  int size() const { return 1; }
  int other() const {
    // Why.
    return 2;
  }
  // Counts.
  int first(int n = {}) const;
  int second() const;

  int third() const;
  int status;  // how
  double x, y;

 protected:
  int hidden;
};
extern template struct Thing<int>;

}  // namespace masu
"""
WORDS = headers.read_words(
    "| word | meaning |\n| `size()` | How many. |\n| `x` | Here. |\n| `y` | There. |\n"
    "| `(constructor)` | Empty. |\n| `(copy, move)` | As usual. |\n")


class Headers(unittest.TestCase):
    def setUp(self):
        self.lines = headers.for_doxygen(HEADER, WORDS).splitlines()

    def line(self, number):
        return self.lines[number - 1].strip()

    def test_line_for_line(self):
        self.assertEqual(len(self.lines), len(HEADER.splitlines()))
        for path in (ROOT / "include").rglob("*.h*"):
            text = path.read_text(encoding="utf-8")
            made = headers.for_doxygen(text, WORDS)
            self.assertEqual(len(made.splitlines()), len(text.splitlines()), path)

    def test_own_comments(self):
        self.assertEqual(self.lines[:2], ["/// @file", "/// Says what the file is for."])
        self.assertEqual(self.line(7), "/// A thing.")
        self.assertEqual(self.line(20), "int status;  ///< how")

    def test_bodies_stay_as_they_are(self):
        self.assertEqual(self.line(12), "// Why.")

    def test_words(self):
        self.assertEqual(self.line(10), "/** How many. */ int size() const { return 1; }")

    def test_the_comment_at_the_head_of_a_run(self):
        self.assertEqual(self.line(17), "/** Counts. */ int second() const;")
        self.assertEqual(self.line(19), "int third() const;")
        self.assertEqual(self.line(11), "int other() const {")

    def test_several_variables(self):
        self.assertEqual(self.line(21), "/** Here. */ double x; /** There. */ double y;")

    def test_what_is_not_public(self):
        self.assertIn("@cond", self.line(23))
        self.assertIn("@endcond", self.line(25))
        self.assertEqual(self.line(26), "")


class Pages(unittest.TestCase):
    def setUp(self):
        self.site = pages.Site({
            "README.md": "# m\n[b](docs/b.md)\n\n## More\n- [a](docs/a.md)\n- [b](docs/b.md#two-words)\n",
            "docs/a.md": "# A\n![p](p.svg) [b](b.md) [code](../src/x.cpp)\n```\n[b](b.md)\n```\n",
            "docs/b.md": "# B\n\n## Two words\n",
            "docs/b/c.md": "# C\n",
        })

    def test_the_tree_is_in_the_order_of_the_list(self):
        self.assertEqual(self.site.children["README.md"][:2], ["docs/a.md", "docs/b.md"])

    def test_no_page_is_lost(self):
        self.assertEqual(set(self.site.parent), set(self.site.pages) - {"README.md"})

    def test_links(self):
        text = self.site.page("docs/a.md")
        self.assertIn('@ref page_docs_b "b"', text)
        self.assertIn('<img src="docs/p.svg" alt="p"/>', text)
        self.assertIn("<code>code</code>", text)
        self.assertIn("```\n[b](b.md)\n```", text)
        self.assertIn('@subpage page_docs_a "a"', self.site.page("README.md"))
        self.assertIn("@ref page_docs_b_two_words", self.site.page("README.md"))
        self.assertIn("## Two words {#page_docs_b_two_words}", self.site.page("docs/b.md"))


if __name__ == "__main__":
    unittest.main()
