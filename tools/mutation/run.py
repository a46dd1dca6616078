#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutation tests: whether the tests notice a changed operator, constant or statement.

run.py ROOT FOLDER... [--seed N] [--count N] [--tests FOLDER...] [--only FILE...] [--minutes N]

Copies the tree to ROOT/build/mutate/tree, writes `count` mutants per folder into its copy, builds the
library and the tests once, and runs, for each mutant, the tests that reach it until one fails. Results
go to build/mutate/FOLDER-SEED.csv, as they come: a later run continues there.
"""

import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import find
import ledger
import rewrite

# Where GCC sees an error; failing that, where the template is used in which it is.
ERRORS = [re.compile(rf"^(\S+?):(\d+):\d+: +{what}", re.M) for what in ("(?:fatal )?error", "required from")]
MOST_MEMORY = 4 << 30
LOG = "build.log"


def say(text):
    print(f"masu: {text}", file=sys.stderr, flush=True)


class Copy:
    """The tree with its mutants, and a build folder of its own."""

    def __init__(self, root):
        self.root = root
        self.base = root / "build" / "mutate"
        self.tree = self.base / "tree"
        self.build = self.tree / "build" / "dev"

    def write(self, path, content):
        """Files that stay the same keep their time, so that nothing is compiled for them."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)

    def update(self, mutants):
        files = {}
        for number, mutant in mutants.items():
            files.setdefault(mutant.file, []).append((number, mutant))
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=self.root, check=True, capture_output=True).stdout
        for name in listed.decode().split("\0"):
            source = self.root / name
            if name and source.is_file() and not source.is_symlink():
                text = source.read_bytes()
                own = files.get(name)
                self.write(self.tree / name, rewrite.rewritten(text, own) if own else text)
                shutil.copymode(source, self.tree / name)
        header = self.root / "tools" / "mutation" / "mutant.hpp.in"
        self.write(self.tree / "include" / "masu_mutant.hpp", header.read_bytes())

    def environment(self):
        return {**os.environ, "CCACHE_BASEDIR": str(self.tree), "CCACHE_NOHASHDIR": "1"}

    def configure(self):
        subprocess.run(["cmake", "--preset", "dev"], cwd=self.tree, check=True, stdout=subprocess.DEVNULL,
                       env=self.environment())

    def make(self, targets, jobs):
        """Returns the output of a failed build, otherwise nothing."""
        command = ["ninja", "-C", str(self.build), "-j", str(jobs), "-k", "0", *targets]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment())
        (self.base / LOG).write_text(done.stdout + done.stderr)
        return done.stdout if done.returncode else ""

    def make_by_itself(self, targets):
        """As make(), but of tests alone: what they depend on stays as it was built before."""
        output = ""
        for target in targets:
            listed = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", target], check=True,
                                    capture_output=True, text=True).stdout
            for command in listed.splitlines():
                if f"{target}.dir/" not in command:
                    continue
                done = subprocess.run(command, shell=True, cwd=self.build, capture_output=True, text=True,
                                      env=self.environment())
                if done.returncode:
                    output += done.stdout + done.stderr
                    break
        (self.base / LOG).write_text(output)
        return output

    def targets(self, folders):
        """Test programs of the folders: target -> path."""
        lines = subprocess.run(["ninja", "-C", str(self.build), "-t", "targets", "all"], check=True,
                               capture_output=True, text=True).stdout
        found = {}
        for folder in folders:
            for path in re.findall(rf"^(tests/{folder}/(?:\w+/)*test_\w+): CXX_EXECUTABLE", lines, re.M):
                found[path.rsplit("/", 1)[1]] = self.build / path
        return found


def guilty(copy, mutants, output, pattern):
    """The mutants on the lines that the compiler names. Copies have a line more at their beginning."""
    lines = set()
    for name, line in pattern.findall(output):
        path = pathlib.Path(os.path.normpath(copy.build / name))
        if copy.tree in path.parents:
            lines.add((str(path.relative_to(copy.tree)), int(line) - 1))
    return {n for n, m in mutants.items() for file, line in lines
            if file == m.file and m.line <= line <= m.line + m.before.count("\n")}


def build(copy, mutants, targets, jobs, headers_only):
    """Builds; drops the mutants on lines with errors until there are none. Returns those dropped. With
    `headers_only` the library has no mutants: a folder without sources is compiled into its tests."""
    dropped = []
    if headers_only:
        copy.update({})
        if copy.make(["masu"], jobs):
            raise SystemExit(f"masu: the build failed: {copy.base / LOG}")
    while True:
        copy.update(mutants)
        output = copy.make_by_itself(targets) if headers_only else copy.make(["masu", *targets], jobs)
        if not output:
            return dropped
        bad = guilty(copy, mutants, output, ERRORS[0]) or guilty(copy, mutants, output, ERRORS[1])
        if not bad:
            raise SystemExit(f"masu: the build failed for another reason: {copy.base / LOG}")
        say(f"{len(bad)} mutants do not compile, and are left out")
        for number in bad:
            dropped.append(mutants.pop(number))


def run_test(path, limit, **variables):
    """Returns ok, killed or timeout, and the seconds."""
    def limits():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    environment = {**os.environ, "RC_PARAMS": "seed=20261121", "GTEST_FAIL_FAST": "1", **variables}
    child = subprocess.Popen([str(path)], cwd=path.parent, env=environment, preexec_fn=limits,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        outcome = "ok" if child.wait(timeout=limit) == 0 else "killed"
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        outcome = "timeout"
    return outcome, time.monotonic() - start


def reached_by(copy, programs, size):
    """What each test program reaches without a mutant, and the seconds that it takes."""
    tests = []
    file = copy.base / "reached"
    for name, path in programs.items():
        file.write_bytes(bytes(size))
        outcome, seconds = run_test(path, 600, MASU_MUTANT_REACHED=str(file))
        if outcome != "ok":
            raise SystemExit(f"masu: {name} fails without a mutant: {outcome}")
        reached = {i for i, byte in enumerate(file.read_bytes()) if byte}
        say(f"{name}: {seconds:.1f} s, reaches {len(reached)} mutants")
        tests.append((seconds, name, path, reached))
    return sorted(tests, key=lambda t: t[0])


def judge(number, tests):
    outcome, spent, last = "not_reached", 0.0, ""
    for seconds, name, path, reached in tests:
        if number not in reached:
            continue
        result, took = run_test(path, 3 * seconds + 2, MASU_MUTANT=str(number))
        spent += took
        if result != "ok":
            return result, name, spent
        outcome, last = "survived", name
    return outcome, last, spent


def sample(root, folder, seed, count, only):
    files = sorted(str(p.relative_to(root)) for base in ("include/masu", "src")
                   for p in (root / base / folder).rglob("*.?pp"))
    arguments = ["-xc++", "-std=c++20", "-DMASU_TWO_SIMD_TARGETS", f"-I{root}/include", f"-I{root}/src"]
    every = []
    for file in files:
        if not only or file in only:
            every += find.find(root, file, arguments)
    picked = random.Random(seed).sample(sorted(every, key=lambda m: m.key), min(count, len(every)))
    say(f"{folder}: {len(files)} files, {len(every)} mutants, {len(picked)} of them with seed {seed}")
    return picked


def known_equivalents(root):
    lines = (root / "tools" / "mutation" / "equivalent.txt").read_text().splitlines()
    return {line.split()[0] for line in lines if line and line[0] != "#"}


def test_folder(copy, folder, options):
    book = ledger.Ledger(copy.base / f"{folder}-{options.seed}.csv")
    picked = sample(copy.root, folder, options.seed, options.count, options.only)
    mutants = dict(enumerate(picked, 1))
    headers_only = not (copy.root / "src" / folder).exists()
    copy.update({} if headers_only else mutants)
    copy.configure()
    programs = copy.targets(options.tests or [folder])
    start = time.monotonic()
    for mutant in build(copy, mutants, list(programs), options.jobs, headers_only):
        if mutant.key not in book.rows:
            book.add(mutant, "invalid")
    say(f"built in {time.monotonic() - start:.0f} s")
    tests = reached_by(copy, programs, len(picked) + 1)
    open_ones = {n: m for n, m in mutants.items() if m.key not in book.rows}
    start, done = time.monotonic(), 0
    for number, mutant in open_ones.items():
        if time.monotonic() - start > 60 * options.minutes:
            break
        outcome, test, seconds = judge(number, tests)
        book.add(mutant, outcome, test, seconds)
        done += 1
        if outcome in ("survived", "not_reached"):
            say(f"{outcome}: {mutant.key} {mutant.file}:{mutant.line}: {mutant.before!r} -> {mutant.after!r}")
    hours = (time.monotonic() - start) / 3600
    if done:
        say(f"{folder}: {done} mutants of {len(open_ones)}, {done / hours:.0f} an hour without the build")
    return [book.rows[m.key] for m in picked if m.key in book.rows]


def main():
    parser = argparse.ArgumentParser(prog="./masu.sh test mutate")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="mutants of each folder")
    parser.add_argument("--tests", nargs="+", metavar="FOLDER", help="whose tests run; the folder's own")
    parser.add_argument("--only", nargs="+", metavar="FILE", help="files to change; all")
    parser.add_argument("--minutes", type=float, default=1e9, help="then the rest is left for another run")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    copy = Copy(options.root.resolve())
    rows = []
    for folder in options.folders:
        rows += test_folder(copy, folder, options)
    for line in ledger.summary(rows, known_equivalents(copy.root)):
        print(line)


if __name__ == "__main__":
    main()
