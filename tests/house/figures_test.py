# SPDX-License-Identifier: MIT
"""figures_test.py ROOT: figures of the pages follow the CSV files, and `bench all` writes both."""

import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(sys.argv.pop()).resolve()
sys.path.insert(0, str(ROOT / "tools"))
import write_figures

BROAD = "scene,dim,n,threads,scalar,method,ns_per_object,exact\n"
WORLD = "scene,n,threads,task,method,ns,exact,best_peer,peer_ratio\n"


def row(*cells):
    return ",".join(map(str, cells)) + "\n"


def small_tree():
    """path -> text of a tree with two benchmarks, two tables and a page."""
    benches = {
        "broad": {"title": "pairs", "time": "ns_per_object", "unit": "ns", "where": {"scalar": "float"}, "runs": ["--n 10", ""]},
        "world": {"title": "worlds", "time": "ns", "unit": "us", "where": {"threads": "1"}, "runs": ["BUNNY"]},
    }
    pairs = {
        "anchor": "pairs", "standing": "all pairs", "bench": "broad", "ours": ["masu:tree"], "head": "scene", "cell": "{ns} ({x})",
        "columns": [{"id": "10", "head": "10", "where": {"n": "10"}}, {"id": "20", "head": "20", "where": {"n": "20"}},
                    {"head": "next", "cell": "{peers}"}],
        "rows": [{"id": "u", "label": {"en": "uniform", "ja": "一様"}, "where": {"scene": "uniform"}, "note": "because"},
                 {"label": "later", "where": {"scene": "later"}, "new": True}],
    }
    worlds = {
        "bench": "world", "ours": ["masu:world"], "head": "what", "cell": "{time} ({x} {peer})",
        "columns": [{"id": "a", "head": "10", "where": {"n": "10"}}], "rows": [{"id": "w", "label": "update", "where": {"task": "update"}}],
    }
    spec = {"benches": benches, "libraries": {"cgal": "CGAL", "box2d": "Box2D"}, "plots": {"p": {"bench": "broad", "shows": "times"}},
            "tables": {"pairs": pairs, "worlds": worlds}}
    quoted = {name: {"folder": "cpu", "machine": "a machine", "date": "2026-01-02", "state": "idle"} for name in benches}
    marks = "".join(f"<!--table {name}-->\n<!--/table-->\n" for name in ("ahead", "behind", "machines", "pairs", "worlds", "p"))
    return {
        "tools/figures.json": json.dumps(spec),
        "bench/results/quoted.json": json.dumps(quoted),
        "bench/results/cpu/broad.csv": BROAD
        + row("uniform", 2, 10, 1, "float", "masu:tree", 10, "true") + row("uniform", 2, 20, 1, "float", "masu:tree", 20, "true")
        + row("uniform", 2, 10, 1, "float", "cgal", 75, "true") + row("uniform", 2, 10, 1, "float", "quick", 1, "false")
        + row("uniform", 2, 20, 1, "float", "cgal", 2500, "") + row("uniform", 2, 10, 1, "float", "limit", 2, "true"),
        "bench/results/cpu/world.csv": WORLD + row("uniform", 10, 1, "update", "masu:world", 1.5, "true", "box2d:contacts", 0.754),
        "docs/performance.md": f"# P\n\n<!--= pairs.least-->?<!--=--> and <!--= worlds.w.a.time--><!--=-->.\n\n{marks}\n## Pairs\n",
        "README.ja.md": "<!--= pairs.u.10.factor-->0<!--=--> 倍\n<!--table pairs-->\n<!--/table-->\n",
    }


class Figures(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        for name, text in small_tree().items():
            self.put(name, text)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def read(self, name="docs/performance.md"):
        return (self.root / name).read_text(encoding="utf-8")

    def replace(self, name, old, new):
        self.assertIn(old, self.read(name))
        self.put(name, self.read(name).replace(old, new))

    def faults(self):
        return list(write_figures.find_faults(self.root))

    def test_numbers(self):
        for x, printed in ((0.345, "0.34"), (0.994, "0.99"), (0.996, "1.0"), (9.94, "9.9"), (9.96, "10"), (1180.4, "1 180")):
            self.assertEqual(write_figures.number(x), printed)
        for ns, printed in ((69.2, "69 ns"), (999.6, "1.0 µs"), (58e6, "58 ms"), (3e10, "30 000 ms")):
            self.assertEqual(write_figures.duration(ns), printed)

    def test_tables_are_written_and_then_stay(self):
        self.assertEqual(len(self.faults()), 2)
        write_figures.write(self.root)
        text = self.read()
        self.assertIn("<!--= pairs.least-->7.5<!--=--> and <!--= worlds.w.a.time-->1.5 µs<!--=-->.", text)
        self.assertIn("| uniform | 10 (7.5x) | 20 (125x) | CGAL |", text)  # not of the wrong one, nor of the limit
        self.assertIn("| update | 1.5 µs (0.75x Box2D) |", text)
        self.assertIn("| [all pairs](#pairs) | 7.5x to 125x | 2 of 2 | CGAL |", text)
        self.assertIn("| pairs | [broad.csv](../bench/results/cpu/broad.csv) | a machine | 2026-01-02 | idle |", text)
        self.assertIn("![times](../bench/results/cpu/p.svg)", text)
        self.assertNotIn("later", text)
        self.assertEqual(self.read("README.ja.md").splitlines()[0], "<!--= pairs.u.10.factor-->7.5<!--=--> 倍")
        self.assertIn("| 一様 | 10 (7.5x) |", self.read("README.ja.md"))
        self.assertEqual(self.faults(), [])

    def test_the_rows_decide_who_is_behind(self):
        write_figures.write(self.root)
        self.assertNotIn("because", self.read())
        self.replace("bench/results/cpu/broad.csv", "cgal,75,true", "cgal,8,true")
        self.assertNotEqual(self.faults(), [])
        write_figures.write(self.root)
        self.assertIn("| [uniform](#pairs) | 0.80x (10) | CGAL | because |", self.read())
        self.assertIn("| [all pairs](#pairs) | 125x | 1 of 2 | CGAL |", self.read())

    def test_faults(self):
        page, broad = "docs/performance.md", "bench/results/cpu/broad.csv"
        for name, old, new in (
            (page, "7.5<!--=-->", "7.6<!--=-->"),
            (page, "(125x)", "(126x)"),
            (page, "pairs.least", "pairs.leest"),
            (page, "worlds.w.a.time", "worlds.w.b.time"),
            (page, "<!--table worlds-->", "<!--table wurlds-->"),
            (page, "<!--/table-->\n\n## Pairs", "\n## Pairs"),
            (page, "<!--=-->.", "."),
            (page, "## Pairs", "## Others"),
            (broad, "masu:tree,20,true", "masu:tree,21,true"),
            (broad, "masu:tree,20,true", "masu:tree,20,false"),
            (broad, "masu:tree,20,true", "masu:trie,20,true"),
            (broad, "uniform,2,10,1,float,cgal", "uniform,2,10,1,float,masu:tree"),
            ("bench/results/quoted.json", '"cpu"', '"gone"'),
            ("bench/results/quoted.json", '"idle"', '"busy"'),
        ):
            with self.subTest(name=name, new=new):
                self.tearDown()
                self.setUp()
                write_figures.write(self.root)
                self.assertEqual(self.faults(), [])
                self.replace(name, old, new)
                self.assertNotEqual(self.faults(), [])

    def bench_all(self, *arguments, program):
        """`./masu.sh bench all` with a program in place of each benchmark, and nothing built."""
        for name in ("bench.sh", "bunny.sh", "common.sh", "portable.sh", "wasm.sh", "python.sh", "write_figures.py"):
            shutil.copy(ROOT / "tools" / name, self.root / "tools" / name)
        self.put("cpuinfo", "processor : 0\nmodel name : New(R) CPU @ 3 GHz\nmodel name : other\n")
        for name in ("broad", "world"):
            self.put(f"bench/{name}/main.cpp", "")
            self.put(f"build/bench/bench/masu_bench_{name}", f"#!/bin/bash\n{program}\n")
            (self.root / f"build/bench/bench/masu_bench_{name}").chmod(0o755)
        script = """set -euo pipefail; called_from=$PWD; source tools/common.sh; source tools/bench.sh
            need_lists() { :; }; configure() { mkdir -p build/logs; }; build() { :; }; bunny_obj() { :; }; state_of_machine() { echo asleep; }
            run_bench all "$@" """
        return subprocess.run(["bash", "-c", script, "bash", *arguments], cwd=self.root, capture_output=True, text=True,
                              env=os.environ | {"MASU_CPUINFO": "cpuinfo"}, check=False)

    # Says how it was called, and saves the rows of the old machine at half the time.
    SAVES = """echo "${0##*_} $*" >>calls
        name=${0##*_}
        [[ $* != *--save* ]] || { mkdir -p bench/results/new-cpu-3-ghz
          sed 's/masu:tree,10,/masu:tree,5,/' bench/results/cpu/$name.csv >bench/results/new-cpu-3-ghz/$name.csv; }"""

    def test_bench_all(self):
        write_figures.write(self.root)
        done = self.bench_all(program=self.SAVES)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = "build/bench-all"
        self.assertEqual(self.read("calls").splitlines(), [
            f"broad --n 10 --json {rows}/broad-0.json", f"broad --json {rows}/broad-1.json",
            f"broad --read {rows}/broad-0.json,{rows}/broad-1.json --save",
            f"world --json {rows}/world-0.json", f"world --read {rows}/world-0.json --save"])
        self.assertIn("| uniform | 5.0 (15x) | 20 (125x) | CGAL |", self.read())
        self.assertRegex(self.read(), r"\(../bench/results/new-cpu-3-ghz/broad.csv\) \| New\(R\) CPU @ 3 GHz, \d+ cores? \| 20.* \| asleep \|")
        self.assertEqual(self.faults(), [])

    def test_bench_all_by_name(self):
        write_figures.write(self.root)
        self.put("build/data/bunny.obj", "")
        self.assertEqual(self.bench_all("world", program=self.SAVES).returncode, 0)
        self.assertEqual(self.read("calls").splitlines()[0],
                         "world --mesh build/data/bunny.obj --json build/bench-all/world-0.json")
        self.assertNotIn("broad", self.read("calls"))
        self.assertEqual(self.bench_all("hull", program=self.SAVES).returncode, 2)
        listed = self.bench_all("--list", program=self.SAVES).stdout.splitlines()
        self.assertEqual(listed, ["./masu.sh bench broad --n 10", "./masu.sh bench broad",
                                  "./masu.sh bench world --mesh build/data/bunny.obj"])

    def test_what_fails_stays_as_it_was(self):
        write_figures.write(self.root)
        before = {name: self.read(name) for name in ("docs/performance.md", "bench/results/quoted.json")}
        lost = self.SAVES + "\n[[ $* != *--save* ]] || sed -i '/masu/d' bench/results/new-cpu-3-ghz/$name.csv"
        for program in ("exit 1", "exit 0", lost):
            with self.subTest(program=program):
                done = self.bench_all(program=program)
                self.assertEqual(done.returncode, 1)
                self.assertIn("broad", done.stderr.splitlines()[-1])
                for name, text in before.items():
                    self.assertEqual(self.read(name), text)


class TheTree(unittest.TestCase):
    def test_each_bench_has_its_runs_and_rows(self):
        spec = json.loads((ROOT / "tools/figures.json").read_text(encoding="utf-8"))
        quoted = json.loads((ROOT / "bench/results/quoted.json").read_text(encoding="utf-8"))
        self.assertEqual(list(spec["benches"]), list(quoted))
        for name, bench in spec["benches"].items():
            text = (ROOT / "bench/results" / quoted[name]["folder"] / f"{name}.csv").read_text(encoding="utf-8")
            columns = next(csv.reader(io.StringIO(text)))
            self.assertIn(bench["time"], columns)
            self.assertTrue(bench["runs"])
            self.assertTrue((ROOT / "bench" / name / "main.cpp").exists() or name == "wasm")

    def test_the_readmes_have_one_screen_of_figures(self):
        rows = json.loads((ROOT / "tools/figures.json").read_text(encoding="utf-8"))["tables"]["readme"]["rows"]
        self.assertLessEqual(len(rows), 8)
        for page in ("README.md", "README.ja.md"):
            text = (ROOT / page).read_text(encoding="utf-8")
            self.assertLessEqual(len(text.splitlines()), 150)
            self.assertEqual(write_figures.TABLE.findall(text), ["readme"])


if __name__ == "__main__":
    unittest.main()
