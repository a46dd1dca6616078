# SPDX-License-Identifier: MIT
"""site_test.py ROOT: what docs/site makes of headers and pages."""

import pathlib
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(sys.argv.pop())
sys.path.insert(0, str(ROOT / "docs/site"))
import check
import guides
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
  double x, y;  // a coordinate
  int unsaid;
  Thing(const Thing&) = delete;

  // Names of types.
  using Scalar = T;
  using Index = int;

 protected:
  int hidden;
};
extern template struct Thing<int>;

}  // namespace masu
"""
MOST_STANDARD_NAMES = 15
DETAIL = re.compile(r"^namespace detail \{\n(?:[^{}]*\n\}\n|.*?^\}  // namespace detail\n)", re.M | re.S)
# Classes and structures with a body, outside of others, that are not specializations.
CLASS = re.compile(r"^(?:template <[^;{]*>\n(?:requires[^\n]*\n)?)?(?:typedef )?(?:class|struct)"
                   r"(?: alignas\([^)]*\)| \[\[\w+\]\])* \w+(?: (?:final )?: [^;{]*)? \{", re.M)

# The comment above a class, and its name.
CLASS_COMMENT = re.compile(r"((?:^//.*\n)+)(?:template <[^;{]*>\n(?:requires[^\n]*\n)?)?^class (\w+)[^;{]*\{", re.M)
# Not compiled with the tests, or called by indices of PairTracker alone.
WITHOUT_SNIPPET = {"OneTbbJobs", "MoverVisitor", "MoverOutput"}


class Headers(unittest.TestCase):
    def test_classes_have_a_snippet_and_a_word_on_threads(self):
        missing, count = [], 0
        for path in sorted((ROOT / "include").rglob("*.hpp")):
            if "detail" in path.parts:
                continue
            for comment, name in CLASS_COMMENT.findall(DETAIL.sub("", path.read_text(encoding="utf-8"))):
                count += 1
                snippet = name in WITHOUT_SNIPPET or "\n//    " in comment
                if not snippet or not re.search("[Tt]hread", comment):
                    missing.append(f"{path.name}: {name}")
        self.assertEqual(missing, [])
        self.assertGreater(count, 70)

    def setUp(self):
        self.lines = headers.for_doxygen(HEADER).splitlines()

    def line(self, number):
        return self.lines[number - 1].strip()

    def test_line_for_line(self):
        self.assertEqual(len(self.lines), len(HEADER.splitlines()))
        for path in (ROOT / "include").rglob("*.h*"):
            text = path.read_text(encoding="utf-8")
            made = headers.for_doxygen(text)
            self.assertEqual(len(made.splitlines()), len(text.splitlines()), path)

    def test_own_comments(self):
        self.assertEqual(self.lines[:2], ["/// @file", "/// Says what the file is for."])
        self.assertEqual(self.line(7), "/// A thing.")
        self.assertEqual(self.line(20), "int status;  ///< how")

    def test_bodies_stay_as_they_are(self):
        self.assertEqual(self.line(12), "// Why.")

    def test_what_has_no_comment_stays_without(self):
        self.assertEqual(self.line(10), "int size() const { return 1; }")
        self.assertEqual(self.line(22), "int unsaid;")

    def test_names_that_need_no_comment(self):
        self.assertLessEqual(len(headers.STANDARD), MOST_STANDARD_NAMES)
        deleted, scalar = headers.STANDARD["(deleted)"], headers.STANDARD["Scalar"]
        self.assertEqual(self.line(23), f"/** {deleted} */ Thing(const Thing&) = delete;")
        self.assertEqual(self.line(25), "/// Names of types.")
        self.assertEqual(self.line(26), "using Scalar = T;")
        text = HEADER.replace("  // Names of types.\n", "")
        lines = [line.strip() for line in headers.for_doxygen(text).splitlines()]
        self.assertIn(f"/** {scalar} */ using Scalar = T;", lines)
        self.assertIn("using Index = int;", lines)

    def test_the_comment_at_the_head_of_a_run(self):
        self.assertEqual(self.line(17), "/** Counts. */ int second() const;")
        self.assertEqual(self.line(19), "int third() const;")
        self.assertEqual(self.line(11), "int other() const {")
        self.assertEqual(self.line(27), "/** Names of types. */ using Index = int;")

    def test_several_variables(self):
        self.assertEqual(self.line(21), "/** a coordinate */ double x; /** a coordinate */ double y;")

    def test_classes_link_their_guide(self):
        lines = headers.for_doxygen(HEADER, "page_x").splitlines()
        self.assertEqual(lines[6], "/// A thing. @see @ref page_x")
        self.assertEqual([line for line in lines if "@see" in line], [lines[6]])
        lines = headers.for_doxygen("// SPDX\n\n// A map.\ntemplate <class T>\nstruct Map;\n", "page_x")
        self.assertIn("/// A map. @see @ref page_x\n", lines)
        lines = headers.for_doxygen("/* SPDX */\n/* A file. */\n\n/* A kind. */\ntypedef struct a {\n  int b;\n} a;\n", "page_x")
        self.assertIn("/** A kind. @see @ref page_x */", lines)

    def test_every_class_has_a_guide(self):
        for path in sorted((ROOT / "include/masu").rglob("*.hpp")):
            name = path.relative_to(ROOT / "include/masu").as_posix()
            text = path.read_text(encoding="utf-8")
            public = DETAIL.sub(lambda m: "\n" * m[0].count("\n"), text)
            if "detail" in path.parts or not CLASS.search(public):
                continue
            guide = guides.guide_of(name)
            self.assertTrue(guide, name)
            made = headers.for_doxygen(text, pages.page_id(guide)).splitlines()
            for found in CLASS.finditer(public):
                above = made[public.count("\n", 0, found.start()) - 1]
                self.assertRegex(above, r"^/// {1,3}\S.* @see @ref page_docs_\w+$", f"{name}: {found[0]}")  # no code
        self.assertEqual(guides.guide_of("masu.hpp"), None)
        for begin, page in guides.GUIDES:
            self.assertTrue((ROOT / page).is_file(), page)
            folder = "io/include/masu" if begin.startswith("io/") else "include/masu"
            self.assertTrue(list((ROOT / folder).glob(f"{begin}*")), begin)

    def test_code_in_a_comment(self):
        text = headers.for_doxygen("// SPDX\n\n// A thing.\n//\n//    a.b();\n//\n// - x\n//   y\nstruct A {\n};\n")
        self.assertIn("\n///     a.b();\n/// \n/// - x\n///   y\n", text)

    def test_what_is_not_public(self):
        self.assertIn("@cond", self.line(29))
        self.assertIn("@endcond", self.line(31))
        self.assertEqual(self.line(32), "")


class Pages(unittest.TestCase):
    def setUp(self):
        self.site = pages.Site({
            "README.md": "# m\n[b](docs/b.md)\n\n## More\n- [a](docs/a.md)\n- [b](docs/b.md#two-words)\n",
            "docs/a.md": "# A\n![p](p.svg) [b](b.md) [code](../src/x.cpp)\n```\n[b](b.md)\n```\n",
            "docs/b.md": "# B\n\n## Two words\n<!--= a.b-->7<!--=--> times `<!--x-->`\n",
            "docs/b/c.md": "# C\n",
        })

    def test_the_tree_is_in_the_order_of_the_list(self):
        self.assertEqual(self.site.children["README.md"][:2], ["docs/a.md", "docs/b.md"])

    def test_a_front_page_takes_no_page_of_another(self):
        site = pages.Site({
            "README.md": "# m\n\n## More\n- [docs](docs/README.md)\n- [a](docs/a.md)\n",
            "docs/README.md": "# Front\n[b](a/b.md) [guide](guides/c.md)\n",
            "docs/a.md": "# A\n[b](a/b.md)\n",
            "docs/a/b.md": "# B\n",
            "docs/guides/c.md": "# C\n",
        })
        self.assertEqual(site.parent["docs/a/b.md"], "docs/a.md")
        self.assertEqual(site.parent["docs/guides/c.md"], "docs/README.md")

    def test_no_page_is_lost(self):
        self.assertEqual(set(self.site.parent), set(self.site.pages) - {"README.md"})

    def test_a_section_and_a_page_below_have_different_ids(self):
        self.assertNotEqual(pages.section_id("docs/b.md", "c"), pages.page_id("docs/b/c.md"))

    def test_links(self):
        text = self.site.page("docs/a.md")
        self.assertIn('@ref page_docs_b "b"', text)
        self.assertIn('<img src="docs/p.svg" alt="p"/>', text)
        self.assertIn("<code>code</code>", text)
        self.assertIn("```\n[b](b.md)\n```", text)
        self.assertIn('@subpage page_docs_a "a"', self.site.page("README.md"))
        self.assertIn("@ref page_docs_b__two_words", self.site.page("README.md"))
        self.assertIn("## Two words {#page_docs_b__two_words}\n7 times `<!--x-->`\n", self.site.page("docs/b.md"))

    def test_code_with_a_quote_stands_in_two_backticks(self):
        site = pages.Site({"README.md": "# m\n\n## More\n`a` it's `import 'b'`; ``it's``\n```\n`'`\n```\n"})
        self.assertIn("`a` it's ``import 'b'``; ``it's``\n```\n`'`\n```\n", site.page("README.md"))


class Check(unittest.TestCase):
    """Faults planted in a site of three pages."""

    def faults(self, **files):
        made = {
            "html/index.html": '<img src="p.svg" alt="p"/>',
            "html/p.svg": "<svg/>",
            "html/namespacemembers_func.html": "<ul><li>f()&#160;:&#160;<a>masu</a></li></ul>",
            "html/globals_func.html": "<ul><li>masu_f()&#160;:&#160;<a>masu.h</a></li></ul>",
            "source/include/masu/x.hpp": "namespace masu {\n/// Not g().\nint f();\n"
                                         "struct S {\n  int h();\n};\n}\n",
            "source/include/masu/c/masu.h": "/* masu_g() */\n#define MASU_H masu_h(1)\nint masu_f(void);\n",
        }
        made.update({name.replace("__", "/").replace("_dot_", "."): text
                     for name, text in files.items()})
        with tempfile.TemporaryDirectory() as folder:
            for name, text in made.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(check.find_faults(pathlib.Path(folder)))

    def test_a_whole_site(self):
        self.assertEqual(self.faults(), [])

    def test_a_picture_that_is_not_there(self):
        self.assertEqual(len(self.faults(html__index_dot_html='<img src="q.svg"/>')), 1)

    def test_a_free_function_that_is_not_listed(self):
        self.assertEqual(len(self.faults(html__namespacemembers_func_dot_html="<li>g()</li>")), 1)

    def test_a_c_call_that_is_not_listed(self):
        self.assertEqual(len(self.faults(html__globals_func_dot_html="<li>g()</li>")), 1)


if __name__ == "__main__":
    unittest.main()
