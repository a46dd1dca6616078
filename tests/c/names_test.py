# SPDX-License-Identifier: MIT
"""names_test.py ROOT CC [CLANG]: names of the C interface stand in its headers as programs write
them, and generators of bindings read the headers: cffi after the preprocessor, and clang."""

import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT, CC, *CLANG = sys.argv[1:]
del sys.argv[1:]
ROOT = pathlib.Path(ROOT)
sys.path.insert(0, str(ROOT / "tools"))
import write_c_headers

try:
    import cffi
except ImportError:
    cffi = None

MASU = "include/masu/c/masu.h"


def run(*command, text=None):
    return subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout


@functools.cache
def declarations():
    """masu.h as its users' preprocessor leaves it: declarations alone."""
    return run(CC, "-E", "-P", "-DMASU_DECLARATIONS_ONLY", f"-I{ROOT / 'include'}", str(ROOT / MASU))


@functools.cache
def declared():
    """name -> whether it is a function, of all that masu.h declares."""
    found = [write_c_headers.declared(code)
             for what, code in write_c_headers.items(declarations()) if what == "code"]
    return dict(filter(None, found))


def names_in(text):
    return set(re.findall(r"\b(?:masu|MASU)_\w+", text))


class Names(unittest.TestCase):
    def setUp(self):
        headers = sorted((ROOT / "include/masu/c").glob("*.h"))
        self.text = "\n".join(path.read_text(encoding="utf-8") for path in headers)

    def test_stand_as_programs_write_them(self):
        self.assertGreater(len(declared()), 700)
        for name in ("masu_world_ray_cast_2f", "masu_box_3d", "masu_aabb_2d", "masu_corridor_move_2f",
                     "masu_cone_3f", "masu_world_options_default", "masu_ray_hit_3f"):
            self.assertIn(name, declared())
        written = names_in(write_c_headers.COMMENT.sub("", self.text))
        self.assertEqual(set(declared()) - written, set())
        self.assertNotIn("##", self.text)

    def test_preprocessed_declarations_have_no_bodies(self):
        self.assertNotRegex(declarations(), r"\b(inline|static|return)\b|^#")

    def test_old_names_are_those_of_functions(self):
        old = dict(re.findall(r"^#define (masu_\w+) (masu_\w+)$", self.text, re.M))
        self.assertEqual(set(old.values()) - set(declared()), set())
        self.assertEqual(set(old) & set(declared()), set())

    def test_names_in_pages_exist(self):
        pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.c")]
        known = names_in(declarations()) | set(re.findall(r"#define (\w+)", self.text))
        for path in pages:
            text = path.read_text(encoding="utf-8")
            for name in re.findall(r"\bmasu_\w+?_[23][fd]\b", text):
                self.assertIn(name, known, path)
            if path.name in ("c.md", "c_calls.md"):
                headers = {f"masu_{kind}" for kind in write_c_headers.KINDS}
                self.assertEqual(names_in(text) - known - headers, set(), path)

    def test_the_page_lists_every_call(self):
        text = (ROOT / write_c_headers.PAGE).read_text(encoding="utf-8")
        listed = set()
        for calls, also in re.findall(r"^\| (`masu_.*?) \| (?:((?:`_..` ?)*) \| )?", text, re.M):
            names = re.findall(r"`(masu_\w+)`", calls)
            listed |= {*names, *(n[:-3] + k for n in names for k in re.findall(r"`(_..)`", also))}
        self.assertEqual(listed, {name for name, is_function in declared().items() if is_function})


@unittest.skipIf(cffi is None, "no cffi here: python3-cffi")
class Cffi(unittest.TestCase):
    def setUp(self):
        self.ffi = cffi.FFI()
        self.ffi.cdef(declarations())

    def test_types(self):
        types = {name for name, is_function in declared().items() if not is_function}
        self.assertEqual(types - set(self.ffi.list_types()[0]), set())

    def test_layout_is_that_of_the_compiler(self):
        structs = [name for name in self.ffi.list_types()[0]
                   if self.ffi.typeof(name).kind == "struct" and self.ffi.typeof(name).fields]
        self.assertGreater(len(structs), 150)
        members = [(name, field) for name in structs for field, _ in self.ffi.typeof(name).fields]
        program = "\n".join([
            "#include <masu/c/masu.h>", "#include <stdio.h>", "int main(void) {",
            *(f'printf("%d\\n", (int)sizeof({name}));' for name in structs),
            *(f'printf("%d\\n", (int)offsetof({name}, {field}));' for name, field in members),
            "return 0; }"])
        with tempfile.TemporaryDirectory() as folder:
            run(CC, "-std=c99", "-xc", "-", f"-I{ROOT / 'include'}", "-o", f"{folder}/sizes",
                text=program)
            compiled = list(map(int, run(f"{folder}/sizes").split()))
        self.assertEqual(compiled, [*map(self.ffi.sizeof, structs),
                                    *(self.ffi.offsetof(name, field) for name, field in members)])


@unittest.skipIf(not CLANG, "no clang here")
class Clang(unittest.TestCase):
    def test_sees_every_declaration(self):
        tree = json.loads(run(CLANG[0], "-std=c99", "-xc", "-fsyntax-only", "-Xclang",
                              "-ast-dump=json", f"-I{ROOT / 'include'}", str(ROOT / MASU)))
        seen = {node["name"]: node["kind"] == "FunctionDecl" for node in tree["inner"]
                if node["kind"] in ("FunctionDecl", "TypedefDecl")}
        for name, is_function in declared().items():
            self.assertEqual(seen.get(name), is_function, name)


if __name__ == "__main__":
    unittest.main()
