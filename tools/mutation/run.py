#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation tests: whether the tests notice a changed operator, constant or statement.

run.py ROOT FOLDER... [--seed N] [--count N] [--tests FOLDER...] [--only FILE...] [--minutes N] [--again]

Copies the tree to ROOT/build/mutate/tree, writes `count` mutants per folder into its copy, builds the
library and the tests once, and runs, for each mutant, the cases that reach it until one fails. Results
go to build/mutate/FOLDER-SEED.csv, as they come: a later run continues there. The library of the copy has
only the components that the folders use.
"""

import argparse
import hashlib
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import time

import cases
import find
import ledger
import rewrite

# Where GCC sees an error; failing that, where the template is used in which it is.
ERRORS = [re.compile(rf"^(\S+?):(\d+):\d+: +{what}", re.M) for what in ("(?:fatal )?error", "required from")]
LOG = "build.log"
# What the copy builds otherwise, because only a part of it is needed. An index outside an array ends the
# test, as it does in the tier `clang`.
ADDS = "target_sources(masu PRIVATE $<TARGET_OBJECTS:masu_${name}_objects>)\n"
EDITS = {
    "src/CMakeLists.txt": (f"  {ADDS}", f"""  if(name MATCHES "^(PARTS)$")
    {ADDS}  endif()
  if(name MATCHES "^(CHECKED)$")
    target_compile_options(masu_${{name}}_objects PRIVATE -fsanitize=bounds-strict -fsanitize-undefined-trap-on-error)
  endif()
  if(name STREQUAL "core")
    target_sources(masu_core_objects PRIVATE FILES)
  endif()
"""),
    "scenes/CMakeLists.txt": ("masu_scenes PUBLIC masu::readers masu::masu)",
                              "masu_scenes PUBLIC masu::masu)\ntarget_include_directories(masu_scenes PUBLIC "
                              "${PROJECT_SOURCE_DIR})"),
}
READERS = "#include <scenes/readers/"


def say(text):
    print(f"masu: {text}", file=sys.stderr, flush=True)


class Copy:
    """The tree with its mutants, and a build folder of its own."""

    def __init__(self, root):
        self.root = root
        self.base = root / "build" / "mutate"
        self.tree = self.base / "tree"
        self.build = self.tree / "build" / "dev"

    def write(self, path, content, keep_time=False):
        """Files that stay the same keep their time, so that nothing is compiled for them."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            before = path.stat() if keep_time else None
            path.write_bytes(content)
            if before:
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def mutate(self, mutants, names, keep_time=False):
        files = {}
        for number, mutant in mutants.items():
            files.setdefault(mutant.file, []).append((number, mutant))
        for name in names:
            text = (self.root / name).read_bytes()
            own = files.get(name)
            self.write(self.tree / name, rewrite.rewritten(text, own) if own else text, keep_time)

    def update(self, mutants, parts, checked):
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=self.root, check=True, capture_output=True).stdout
        names = [n for n in listed.decode().split("\0")
                 if n and (self.root / n).is_file() and not (self.root / n).is_symlink()]
        self.mutate(mutants, [n for n in names if n not in EDITS])
        for name in EDITS:
            self.write(self.tree / name, edited(name, (self.root / name).read_text(), parts, checked).encode())
        for name in names:
            shutil.copymode(self.root / name, self.tree / name)
        header = self.root / "tools" / "mutation" / "mutant.hpp.in"
        self.write(self.tree / "include" / "masu_mutant.hpp", header.read_bytes())

    def environment(self):
        return {**os.environ, "CCACHE_BASEDIR": str(self.tree), "CCACHE_NOHASHDIR": "1"}

    def configure(self):
        """As for tests, so that the compiler cache has those that include no mutant; but kernels are
        optimised as the rest is."""
        subprocess.run(["cmake", "--preset", "dev", "-DMASU_KERNEL_OPTIONS=", "-DMASU_PYTHON=OFF"], cwd=self.tree,
                       check=True, stdout=subprocess.DEVNULL, env=self.environment())

    def make(self, targets, jobs):
        """Returns the output of a failed build, otherwise nothing."""
        command = ["ninja", "-C", str(self.build), "-j", str(jobs), *targets]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment())
        (self.base / LOG).write_text(done.stdout + done.stderr)
        return done.stdout if done.returncode else ""

    def targets(self, folders, match):
        """Test programs of the folders, except those that read files of others: target -> path."""
        lines = subprocess.run(["ninja", "-C", str(self.build), "-t", "targets", "all"], check=True,
                               capture_output=True, text=True).stdout
        found = {}
        for folder in folders:
            for path in re.findall(rf"^(tests/{folder}/(?:\w+/)*test_\w+): CXX_EXECUTABLE", lines, re.M):
                directory, target = path.rsplit("/test_", 1)
                source = self.tree / directory / f"{target}.cpp"
                if source.exists() and READERS in with_headers(source):
                    say(f"left out: {target}")
                elif re.search(match, target):
                    found[f"test_{target}"] = self.build / path
        return found


def with_headers(source):
    """Its text, and that of headers beside it that it includes."""
    text = source.read_text()
    beside = [source.parent / name for name in re.findall(r'^#include "(\w+\.hpp)"', text, re.M)]
    return text + "".join(header.read_text() for header in beside if header.exists())


def parts_of(text, folders):
    """The components of src/CMakeLists.txt that the folders are or use."""
    uses = {line.split()[0]: line.split()[1:] for line in re.findall(r"^masu_component\((.+)\)$", text, re.M)}
    found, todo = {"core"}, list(folders)
    while todo:
        name = todo.pop()
        if name not in found or name == "core":
            found.add(name)
            todo += [u for u in uses.get(name, []) if u not in found]
    return found


def edited(name, text, parts, checked):
    """The library made of some of its components, some of them with indices checked; scenes without readers of files."""
    before, after = EDITS[name]
    if before not in text:
        raise SystemExit(f"masu: {name} is otherwise than the tool expects")
    folders, files = sorted(p for p in parts if "." not in p), sorted(p for p in parts if "." in p)
    words = {"PARTS": "|".join(folders), "FILES": " ".join(files), "CHECKED": "|".join(sorted(checked))}
    for word, value in words.items():
        after = after.replace(word, value)
    return text.replace(before, after)


def guilty(copy, mutants, output, pattern):
    """The mutants on the lines that the compiler names. Copies have a line more at their beginning."""
    lines = set()
    for name, line in pattern.findall(output):
        path = pathlib.Path(os.path.normpath(copy.build / name))
        if copy.tree in path.parents:
            lines.add((str(path.relative_to(copy.tree)), int(line) - 1))
    return {n for n, m in mutants.items() for file, line in lines
            if file == m.file and m.line <= line <= m.line + m.before.count("\n")}


def build(copy, mutants, targets, jobs):
    """Builds; drops the mutants on lines with errors until there are none, and returns those dropped.
    What has been compiled stays: there, they are only never chosen."""
    dropped = []
    while True:
        output = copy.make(list(targets), jobs)
        if not output:
            return dropped
        unlinked = re.search(r"^FAILED: \S*/(test_\w+) (?s:.*)undefined reference", output, re.M)
        if unlinked:
            say(f"left out, for it uses other components (--parts): {unlinked[1]}")
            del targets[unlinked[1]]
            continue
        bad = guilty(copy, mutants, output, ERRORS[0]) or guilty(copy, mutants, output, ERRORS[1])
        if not bad:
            raise SystemExit(f"masu: the build failed for another reason: {copy.base / LOG}")
        say(f"{len(bad)} mutants do not compile, and are left out")
        files = {mutants[number].file for number in bad}
        dropped += [mutants.pop(number) for number in bad]
        copy.mutate(mutants, files, keep_time=True)


def found_in(copy, file):
    """The mutants of a file, found once for each of its contents."""
    arguments = ["-xc++", "-std=c++20", "-DMASU_TWO_SIMD_TARGETS", f"-I{copy.root}/include", f"-I{copy.root}/src"]
    finder = pathlib.Path(find.__file__).read_bytes()
    name = hashlib.sha1(finder + file.encode() + (copy.root / file).read_bytes()).hexdigest()
    stored = copy.base / "found" / name
    if not stored.exists():
        stored.parent.mkdir(parents=True, exist_ok=True)
        stored.write_bytes(pickle.dumps(find.find(copy.root, file, arguments)))
    return pickle.loads(stored.read_bytes())


def sample(copy, folder, options):
    """The first `count` mutants in an order that the seed decides."""
    files = sorted(str(p.relative_to(copy.root)) for base in ("include/masu", "src")
                   for p in (copy.root / base / folder).rglob("*.?pp"))
    every = [m for f in files if not options.only or f in options.only for m in found_in(copy, f)]
    every.sort(key=lambda m: hashlib.sha1(f"{options.seed} {m.key}".encode()).digest())
    picked = every[: options.count]
    say(f"{folder}: {len(files)} files, {len(every)} mutants, {len(picked)} of them with seed {options.seed}")
    return picked


def known_equivalents(root):
    lines = (root / "tools" / "mutation" / "equivalent.txt").read_text().splitlines()
    return {line.split()[0] for line in lines if line and line[0] != "#"}


def measured(copy, size, programs):
    """The cases that reach mutants, measured once for each build of a program and the library."""
    reached, stored = copy.base / "reached", copy.base / "cases"
    library = [path.stat().st_mtime_ns for path in (copy.build / "src").glob("libmasu*")]
    known = pickle.loads(stored.read_bytes()) if stored.exists() else {}
    for name, path in programs.items():
        build = (size, path.stat().st_mtime_ns, library)
        if known.get(name, ("",))[0] != build:
            known[name] = build, list(cases.measured(name, path, reached, size))
            stored.write_bytes(pickle.dumps(known))
    return [case for name in programs for case in known[name][1]]


def test_folder(copy, mutants, book, programs, options):
    """Judges the mutants that are still open."""
    again = ("survived", "not_reached") if options.again else ()
    known = known_equivalents(copy.root)
    todo = {n: m for n, m in mutants.items()
            if m.key not in book.rows or book.rows[m.key]["outcome"] in again and m.key not in known}
    if not todo:
        return
    start = time.monotonic()
    found = measured(copy, max(mutants, default=0) + 1, programs)
    say(f"{len(found)} cases reach mutants; measured in {time.monotonic() - start:.0f} s")
    judge = cases.Judge(found, options.seconds)
    start, done = time.monotonic(), 0
    for number, mutant in todo.items():
        if time.monotonic() - start > 60 * options.minutes:
            break
        outcome, test, seconds = judge.judge(number, mutant)
        book.add(mutant, outcome, test, seconds)
        done += 1
        if outcome in ("survived", "not_reached"):
            say(f"{outcome}: {mutant.key} {mutant.file}:{mutant.line}: {mutant.before!r} -> {mutant.after!r}")
    hours = (time.monotonic() - start) / 3600
    if done:
        say(f"{done} mutants of {len(todo)}, {done / hours:.0f} an hour without the build")


def main():
    parser = argparse.ArgumentParser(prog="./masu.sh test mutate")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="mutants of each folder")
    parser.add_argument("--tests", nargs="+", metavar="FOLDER", help="whose tests run; the folder's own")
    parser.add_argument("--match", default="", metavar="REGEX", help="names of test programs; all")
    parser.add_argument("--only", nargs="+", metavar="FILE", help="files to change; all")
    parser.add_argument("--parts", nargs="+", default=[], metavar="PART", help="more components, or files of src, that tests use")
    parser.add_argument("--minutes", type=float, default=1e9, help="of each folder; the rest is left for another run")
    parser.add_argument("--seconds", type=float, default=1e9, help="of tests for each mutant, which then survives")
    parser.add_argument("--again", action="store_true", help="try those again that survived and are not equivalent")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    copy = Copy(options.root.resolve())
    books = {f: ledger.Ledger(copy.base / f"{f}-{options.seed}.csv") for f in options.folders}
    picked = {f: sample(copy, f, options) for f in options.folders}
    folder_of = {m.key: f for f, ms in picked.items() for m in ms}
    numbered = enumerate((m for ms in picked.values() for m in ms), 1)
    mutants = {n: m for n, m in numbered
               if books[folder_of[m.key]].rows.get(m.key, {"outcome": ""})["outcome"] != "invalid"}
    parts = parts_of((copy.root / "src" / "CMakeLists.txt").read_text(),
                     options.folders + options.parts + (options.tests or []))
    say("components: " + " ".join(sorted(parts)))
    copy.update(mutants, parts, {*options.folders, *(options.tests or [])})
    copy.configure()
    for folder, targets in [("", {"masu": ""})] + [(f, copy.targets(options.tests or [f], options.match)) for f in options.folders]:
        start = time.monotonic()
        for mutant in build(copy, mutants, targets, options.jobs):
            books[folder_of[mutant.key]].add(mutant, "invalid")
        say(f"{folder or 'library'} built in {time.monotonic() - start:.0f} s")
        if folder:
            own = {n: m for n, m in mutants.items() if folder_of[m.key] == folder}
            test_folder(copy, own, books[folder], targets, options)
    rows = [books[f].rows[m.key] for f, ms in picked.items() for m in ms if m.key in books[f].rows]
    for line in ledger.summary(rows, known_equivalents(copy.root)):
        print(line)


if __name__ == "__main__":
    main()
