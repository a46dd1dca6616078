# SPDX-License-Identifier: MIT
"""planted_faults.py TOOLS: each check passes on a small good tree and fails on each planted fault."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop())
import check_map
import check_portable
import check_readme
import check_release
import check_rows
import check_words
import write_c_headers
import write_tables

PROGRAM = "#include <masu/masu.hpp>\n\nint main() {}\n"


def good_tree():
    rest = "".join(f"| {row} | what |\n" for row in check_rows.EXPECTED if row not in ("Q7", "U11"))
    quoted = f"text\n```cpp\n{PROGRAM}```\n[sources](docs/sources.md#built)\n"
    return {
        "docs/sources.md": "## Built\n| Q7 | what | `src/core/a.cpp` | `tests/a.cpp` |\n"
        "| U11 | what | `src/core/a.cpp` | `web/test/a.test.js` |\n"
        f"## Not built yet\n{rest}",
        "src/core/a.cpp": "#include <vector>\nint a;  // __GNUC__ and mmap() may be spoken of\n",
        "include/masu/core/platform.hpp": "#pragma once\n#if defined(__GNUC__)\n#endif\n",
        "tests/a.cpp": "TEST(A, Q7_is_right) {}\nTEST(A, E17_and_plain) {}\n",
        "web/test/a.test.js": "test('U11: shown', async () => {});\n",
        "examples/01_smallest.cpp": f"// SPDX\n{PROGRAM}// Output: x\n",
        "examples/02_other.cpp": f"// SPDX\n// Says why.\n{PROGRAM}// Output: x\n",
        "docs/page.md": "[examples/02_other.cpp](../examples/02_other.cpp):\n\n```cpp\n"
        f"// Says why.\n{PROGRAM}```\n[sources](sources.md#built)\n",
        "CONTRIBUTING.md": "| `core` | what | nothing |\n| `mesh` | what | `core` `core/detail` |\n"
        "| `tests` | what | nothing |\n| `examples` | what | `doors` |\n| `doors` | what | `mesh` |\n"
        "| `c` | what | nothing |\n",
        "include/masu/masu.hpp": "#include <masu/mesh/m.hpp>\n",
        "include/masu/mesh/m.hpp": "#include <masu/core/platform.hpp>\n",
        "include/masu/core/detail/d.hpp": "#include <masu/core/platform.hpp>\n",
        "src/mesh/m.cpp": '#include "../../include/masu/mesh/m.hpp"\n#include <masu/core/detail/d.hpp>\n',
        "README.md": quoted,
        "README.ja.md": quoted,
        "docs/packaging.md": "GIT_REPOSITORY ${MASU_REPOSITORY_URL}\n  GIT_TAG v1.2.3)\n",
        "tests/package/CMakeLists.txt": "GIT_TAG v1.2.3)\n",
        "CMakeLists.txt": "project(masu VERSION 1.2.3 LANGUAGES CXX)\n",
        "include/masu/c/version.h": "#define MASU_VERSION_MAJOR 1\n#define MASU_VERSION_MINOR 2\n"
        '#define MASU_VERSION_PATCH 3\n#define MASU_VERSION_STRING "1.2.3"\n',
        "wasm/package.json": '{"version": "1.2.3", "repository": "https://a.example/masu.git"}',
        "packaging/vcpkg/masu/vcpkg.json": '{"version-semver": "1.2.3"}',
        "packaging/conan/conanfile.py": '    url = "https://a.example/masu.git"\n',
        "packaging/repository_url.txt": "# where\nhttps://a.example/masu.git\n",
        "tools/story.py": '"""Tells a story."""\nkept = 1  # of it, anew\n',
        "tools/words_allowed.txt": "# some\ntools/story.py 1\n",
        "docs/words.md": "A glossary.\n",
        "CHANGELOG.md": "changes\n",
        "docs/measured.csv": "a\n",
    }


class PlantedFaults(unittest.TestCase):
    def faults(self, check, path=None, old="", new=""):
        files = good_tree()
        if path:
            self.assertIn(old, files[path])
            files[path] = files[path].replace(old, new)
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return list(check.find_faults(root))

    def test_good_tree(self):
        self.assertEqual(self.faults(check_rows), [])
        self.assertEqual(self.faults(check_readme), [])
        self.assertEqual(self.faults(check_map), [])
        self.assertEqual(self.faults(check_portable), [])
        self.assertEqual(self.faults(check_release), [])
        self.assertEqual(self.faults(check_words), [])

    def test_map(self):
        core, mesh, map_ = "include/masu/core/platform.hpp", "src/mesh/m.cpp", "CONTRIBUTING.md"
        for path, old, new in (
            (core, "#pragma once", "#include <masu/mesh/m.hpp>"),
            (core, "#pragma once", "#include <masu/masu.hpp>"),
            (map_, " `core/detail`", ""),
            (map_, "| nothing |\n| `mesh`", "| `mesh` |\n| `mesh`"),
            (map_, "| `doors` | what | `mesh` |\n", ""),
            ("tests/a.cpp", "TEST(A, E", "#include <masu/core/platform.hpp>\nTEST(A, E"),
        ):
            with self.subTest(path=path, new=new):
                self.assertNotEqual(self.faults(check_map, path, old, new), [])

    def test_rows(self):
        for path, old, new in (
            ("tests/a.cpp", "Q7_is", "is"),
            ("tests/a.cpp", "Q7_is", "Q77_is"),
            ("tests/a.cpp", "E17", "E18"),
            ("web/test/a.test.js", "U11: ", ""),
            ("web/test/a.test.js", "U11", "U12"),
            ("docs/sources.md", "src/core/a.cpp", "src/b.cpp"),
            ("docs/sources.md", "`tests/a.cpp`", "-"),
            ("docs/sources.md", "| L23 | what |\n", ""),
            ("docs/sources.md", "| L23 |", "| L22 |"),
            ("docs/sources.md", "| L23 |", "| L24 |"),
        ):
            with self.subTest(path=path, old=old, new=new):
                self.assertNotEqual(self.faults(check_rows, path, old, new), [])

    def test_readme(self):
        for path, old, new in (
            ("README.ja.md", "main", "mian"),
            ("README.md", "docs/sources.md", "docs/nowhere.md"),
            ("docs/page.md", "main", "mian"),
            ("docs/page.md", "sources.md", "nowhere.md"),
            ("examples/02_other.cpp", "why", "what"),
            ("examples/01_smallest.cpp", "{}", "{\n" * 12 + "}"),
        ):
            with self.subTest(path=path, old=old, new=new):
                self.assertNotEqual(self.faults(check_readme, path, old, new), [])

    def test_portable(self):
        for path, old, new in (
            ("src/core/a.cpp", "<vector>", "<unistd.h>"),
            ("src/core/a.cpp", "<vector>", "<sys/mman.h>"),
            ("src/core/a.cpp", "int a;", "int a = __builtin_ctz(4);"),
            ("src/core/a.cpp", "int a;", "#ifdef _WIN32"),
            ("src/core/a.cpp", "int a;", "[[gnu::noinline]] int a();"),
            ("src/core/a.cpp", "int a;", "#pragma GCC ivdep"),
            ("src/core/a.cpp", "int a;", "auto p = mmap(0, 0);"),
            ("include/masu/core/platform.hpp", "#endif", "#endif\n#include <pthread.h>"),
        ):
            with self.subTest(path=path, old=old, new=new):
                self.assertNotEqual(self.faults(check_portable, path, old, new), [])

    def test_release(self):
        for path, old, new in (
            ("include/masu/c/version.h", "PATCH 3", "PATCH 4"),
            ("include/masu/c/version.h", '"1.2.3"', '"1.2.4"'),
            ("wasm/package.json", "1.2.3", "1.3.0"),
            ("packaging/vcpkg/masu/vcpkg.json", "1.2.3", "1.2.2"),
            ("docs/packaging.md", "v1.2.3", "v1.2.0"),
            ("tests/package/CMakeLists.txt", "v1.2.3", "v1.2.0"),
            ("docs/packaging.md", "${MASU_REPOSITORY_URL}", "https://b.example/masu.git"),
            ("wasm/package.json", "a.example", "b.example"),
            ("packaging/conan/conanfile.py", "a.example", "b.example"),
            ("packaging/repository_url.txt", "https", "# https"),
        ):
            with self.subTest(path=path, new=new):
                self.assertNotEqual(self.faults(check_release, path, old, new), [])

    def test_words(self):
        cpp, page, script = "src/core/a.cpp", "docs/page.md", "tools/story.py"
        for path, old, new in (
            (cpp, "spoken of", "told"),
            (cpp, "// __GNUC__", "/* Nobody\n knows */ //"),
            (cpp, "// __GNUC__", 'const char* url = "http://"; // anew'),
            (cpp, "int a;", "int a = 1'000;  // built anew, by 1'000"),
            (cpp, "int a;", "// All but\n// for one.\nint a;"),
            (page, "[sources]", "Whoever reads [sources]"),
            (page, "// Says why.", "// Says why, anew."),
            ("web/test/a.test.js", "async", "/* held against it */ async"),
            ("CMakeLists.txt", "project", "# untold\nproject"),
            ("README.md", "text", "dearer text"),
            (cpp, "int a;", "bool told;"),
            (cpp, "int a;", "bool built_anew_;"),
            (cpp, "int a;", "int place_;"),
            (cpp, "int a;", "struct PairKeeper;"),
            (cpp, "int a;", "Status good = check();"),
            (cpp, "int a;", "TEST(World, nobody_leaves) {}"),
            ("web/test/a.test.js", "async", "toldOnce(); async"),
            (script, "Tells", "Told"),
            (script, "# of it", "# nobody"),
            (script, "kept", "told"),
            (script, "kept", "def nobody_keeps(): pass\nkept"),
            ("tools/words_allowed.txt", "story.py 1", "story.py 2"),
            ("tools/words_allowed.txt", "tools/story.py 1", ""),
            ("tools/words_allowed.txt", "#", "docs/page.md 1\n#"),
        ):
            with self.subTest(path=path, new=new):
                self.assertNotEqual(self.faults(check_words, path, old, new), [])

    def test_words_of_code(self):
        for path, old, new in (
            ("src/core/a.cpp", "int a;", "bool retold, displaced, wayward;  // `told`"),
            ("src/core/a.cpp", "int a;", "int reseamlessly, keeperless;"),
            ("src/core/a.cpp", "int a;", 'auto a = "// told", b = R"(// "told")";'),
            ("src/core/a.cpp", "int a;", "int a;  // an untoldable keeper_ of retold stories"),
            ("docs/page.md", "int main() {}", "int told() {}"),
            ("docs/page.md", "[sources]", "`told()` [sources](told)"),
            ("web/test/a.test.js", "U11: shown", "U11: told // anew"),
            ("CMakeLists.txt", "project", 'set(told "#told")\nproject'),
            ("tools/story.py", "= 1", "= 'told'"),
            ("docs/words.md", "glossary", "told: reported"),
            ("CHANGELOG.md", "changes", "told"),
            ("docs/measured.csv", "a", "told"),
        ):
            with self.subTest(path=path, new=new):
                self.assertEqual(self.faults(check_words, path, old, new), [])

    def test_tables(self):
        here = pathlib.Path(__file__).resolve().parents[2]
        tables = json.loads((here / "tools/tables.json").read_text(encoding="utf-8"))
        names = {name for name, _, _, _ in write_tables.regions(tables)} | {"tools/tables.json"}
        for path, old, new in (
            (None, "", ""),
            ("tools/tables.json", '"stale_handle"', '"gone_handle"'),
            ("tools/tables.json", '"in_c": false', '"in_c": true'),
            ("wasm/src/errors.ts", "'flat'", "'plane'"),
            ("docs/limits.md", "| `flat` |", "| `plane` |"),
            ("docs/limits.md", "| status | what it says |", "| status | meaning |"),
            ("include/masu/c/masu.h", "  MASU_BVH,\n", ""),
        ):
            with self.subTest(path=path, new=new), tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for name in names:
                    text = (here / name).read_text(encoding="utf-8")
                    if name == path:
                        self.assertIn(old, text)
                        text = text.replace(old, new)
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text, encoding="utf-8")
                self.assertEqual(list(write_tables.find_faults(root)) == [], path is None)

    def test_c_headers(self):
        here = pathlib.Path(__file__).resolve().parents[2]
        names = [path.relative_to(here).as_posix() for folder in ("src/c/api", "include/masu/c")
                 for path in (here / folder).iterdir()]
        for path, old, new in (
            (None, "", ""),
            ("src/c/api/kind.h.in", "MASU_OF(box)(", "MASU_OF(cuboid)("),
            ("src/c/api/kind_slide.h.in", "walkable_cosine", "steepest_cosine"),
            ("include/masu/c/masu_3d.h", "masu_cone_3d", "masu_cone_3f"),
            ("include/masu/c/masu.h", "masu_world_clear", "masu_world_empty"),
            ("docs/c_calls.md", "`masu_world_ray_cast_2f`", "`masu_world_ray_cast`"),
        ):
            with self.subTest(path=path, new=new), tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for name in [*names, "docs/c_calls.md"]:
                    text = (here / name).read_text(encoding="utf-8")
                    if name == path:
                        self.assertIn(old, text)
                        text = text.replace(old, new)
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text, encoding="utf-8")
                self.assertEqual(list(write_c_headers.find_faults(root)) == [], path is None)


if __name__ == "__main__":
    unittest.main()
