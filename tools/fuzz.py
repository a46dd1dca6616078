#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the fuzzing targets: fuzz.py ROOT [TARGET...] [--minutes N] [--summary] [--renew] [--keep]

Without --minutes each target runs for MASU_FUZZ_SECONDS (10). With it, the target that has had the least
CPU time so far runs next, for as long as you like. Each run is a row of build/fuzz/ledger.csv: `edges` of the
code were covered at its end and `edges_first` at its start; `grew_at` is the execution that added the last
one. Inputs are kept in build/fuzz/corpus, and those that make a target fail in build/fuzz/found. --renew
writes the smallest inputs that cover the same edges to fuzz/corpus/TARGET.tar.xz, with which other runs
begin. --keep adds the runs to tools/ledgers, with which other checkouts go on.
"""

import argparse
import collections
import hashlib
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tarfile
import tempfile
import time

sys.dont_write_bytecode = True
from pieces import Ledger, commit_of, say  # noqa: E402

COLUMNS = ("commit", "date", "target", "seconds", "cpu_seconds", "executions", "edges_first", "edges", "features",
           "inputs", "grew_at", "failed")
SUMMED = ("seconds", "cpu_seconds", "executions", "failed")
STATE = re.compile(r"^#(\d+)\s+(\w+)\s+cov: (\d+) ft: (\d+) corp: (\d+)/")
LONGEST = 900  # seconds of a run with --minutes; each run reads its inputs first, which takes up to 100
LARGEST = 1024  # bytes of an input in fuzz/corpus


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Target:
    def __init__(self, root, name):
        self.root = root
        self.name = name
        self.program = root / "build" / "fuzz" / "fuzz" / f"fuzz_{name}"
        self.corpus = root / "build" / "fuzz" / "corpus" / name
        self.archive = root / "fuzz" / "corpus" / f"{name}.tar.xz"
        self.found = root / "build" / "fuzz" / "found"

    def unpack(self):
        self.corpus.mkdir(parents=True, exist_ok=True)
        self.found.mkdir(parents=True, exist_ok=True)
        if self.archive.exists():
            with tarfile.open(self.archive) as archive:
                for member in archive:
                    content = archive.extractfile(member).read()
                    (self.corpus / hashlib.sha1(content).hexdigest()).write_bytes(content)
        if not any(self.corpus.iterdir()):  # long inputs: stories begin with short ones else
            chance = random.Random(1)
            for i in range(8):
                (self.corpus / f"first-{i}").write_bytes(chance.randbytes(1 << (i + 2)))

    def run(self, seconds, ledger):
        """Returns whether nothing failed."""
        self.unpack()
        began, cpu_before = time.monotonic(), cpu_of_children()
        last = collections.deque(maxlen=60)
        executions = features = inputs = grew_at = 0
        edges_first = edges = None
        with subprocess.Popen([self.program, f"-max_total_time={seconds:.0f}", "-timeout=25",
                               "-rss_limit_mb=2048", f"-artifact_prefix={self.found}/{self.name}-",
                               self.corpus], stderr=subprocess.PIPE, text=True,
                              errors="replace") as process:
            for line in process.stderr:
                last.append(line)
                if not (state := STATE.match(line)):
                    continue
                executions, covered, features, inputs = (int(state[i]) for i in (1, 3, 4, 5))
                if edges_first is None and state[2] != "READ":  # the corpus has been read
                    edges_first = edges = covered
                elif edges_first is not None and covered > edges:
                    edges, grew_at = covered, executions
        passed = process.returncode == 0
        ledger.add(commit_of(self.root), time.strftime("%Y-%m-%d"), self.name,
                   f"{time.monotonic() - began:.0f}", f"{cpu_of_children() - cpu_before:.0f}",
                   executions, edges_first or 0, edges or 0, features, inputs, grew_at,
                   int(not passed))
        if not passed:
            print("".join(last), file=sys.stderr)
            say(f"{self.program.name} failed: run it on the file above in {self.found}")
        return passed

    def pack(self, inputs):
        self.archive.parent.mkdir(exist_ok=True)
        with tarfile.open(self.archive, "w:xz") as archive:
            for i, file in enumerate(inputs):  # without times: the same inputs, the same archive
                member = tarfile.TarInfo(f"{i:04}")
                member.size = file.stat().st_size
                with file.open("rb") as content:
                    archive.addfile(member, content)

    def renew(self):
        self.unpack()
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([self.program, "-merge=1", "-use_counters=0", f"-max_len={LARGEST}", folder,
                            self.corpus], check=True, capture_output=True)
            inputs = sorted(pathlib.Path(folder).iterdir(), key=lambda p: (p.stat().st_size, p.name))
            self.pack(inputs)
        say(f"{self.name}: {len(inputs)} inputs, {self.archive.stat().st_size} bytes")


def totals(ledger):
    """Returns one row for each target, as if its runs had been a single one."""
    rows = []
    for target in sorted({r["target"] for r in ledger.rows}):
        runs = [r for r in ledger.rows if r["target"] == target]
        # A run that failed at once covered nothing.
        ran = [r for r in runs if r["edges_first"] != "0"] or runs
        total = {**ran[-1], **{column: sum(int(r[column]) for r in runs) for column in SUMMED}}
        idle = 0
        for run in reversed(runs):
            idle += int(run["executions"]) - int(run["grew_at"])
            if run["grew_at"] != "0":
                break
        total["grew_at"] = total["executions"] - idle
        total["edges_first"] = ran[0]["edges_first"]
        rows.append(total)
    return rows


def summary(ledger):
    """Yields the lines of a table."""
    yield ("| target | CPU hours | executions | after the last new edge | edges at first | edges | "
           "features | inputs | failed |")
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for row in totals(ledger):
        yield (f"| `{row['target']}` | {row['cpu_seconds'] / 3600:.3f} | {row['executions']} | "
               f"{row['executions'] - row['grew_at']} | {row['edges_first']} | {row['edges']} | "
               f"{row['features']} | {row['inputs']} | {row['failed']} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all by default")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--renew", action="store_true", help="write fuzz/corpus")
    parser.add_argument("--summary", action="store_true", help="only print what the ledger has")
    parser.add_argument("--keep", action="store_true", help="write the sums to tools/ledgers")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    ledger = Ledger(root / "build" / "fuzz" / "ledger.csv", root / "tools" / "ledgers" / "fuzz.csv", COLUMNS)
    if arguments.keep:
        ledger.keep(totals(ledger))
    if arguments.summary or arguments.keep:
        print(*summary(ledger), sep="\n")
        return 0
    names = arguments.targets or sorted(p.stem for p in (root / "fuzz").glob("*.cpp"))
    targets = [Target(root, name) for name in names]
    if arguments.renew:
        for target in targets:
            target.renew()
        return 0
    passed = True
    if arguments.minutes is None:
        for target in targets:
            seconds = float(os.environ.get("MASU_FUZZ_SECONDS", 10))
            say(f"fuzzing {target.name} for {seconds:.0f} s")
            passed &= target.run(seconds, ledger)
        targets = []
    end = time.monotonic() + 60 * (arguments.minutes or 0)
    share = min(LONGEST, 60 * (arguments.minutes or 0) / len(targets or [0]))
    while targets and (left := end - time.monotonic()) > 1:
        target = min(targets, key=lambda t: ledger.time_of("target", t.name, "cpu_seconds"))
        if not target.run(min(share, left), ledger):
            passed = False
            targets.remove(target)
    print(*summary(ledger), sep="\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
