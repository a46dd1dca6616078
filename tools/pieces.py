#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tests again and again with other seeds: pieces.py ROOT oracle|soak [--minutes N] [--summary] [--keep]

Each run of a test program is a piece: MASU_PIECE gives it seeds that no other piece has. Results go to
build/pieces/NAME.csv as they come, so a run that is stopped loses one piece, and the next one continues
with the next. --keep adds them to tools/ledgers, with which other checkouts go on. A piece that fails is
printed with the command that repeats it.
"""

import argparse
import csv
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

COLUMNS = ("commit", "date", "program", "piece", "test", "cases", "seconds", "pieces", "failed", "note")
SUMMED = ("cases", "seconds", "pieces", "failed")
# Name -> (program, filter): tests that take their seeds from seed_of_piece().
PROGRAMS = {
    "oracle": (("tests/hull/test_predicates_test", "Predicates/*_is_exact*"),
               ("tests/oracle/test_box_pairs_test", "*"),
               ("tests/oracle/test_oriented_boxes_test", "*"),
               ("tests/oracle/test_exact_wall_casts_test", "*"),
               ("tests/oracle/test_lattice_gap_test", "*"),
               ("tests/oracle/test_lattice_half_spaces_test", "*"),
               ("tests/oracle/test_lattice_volume_test", "*"),
               ("tests/hull/test_lattice_hulls_test", "*"),
               ("tests/oracle/test_cgal_gap_test", "*"),
               ("tests/oracle/test_cgal_hull_test", "*have_the_same_vertices*"),
               ("tests/oracle/test_cgal_intersection_test", "*"),
               ("tests/oracle/test_qhull_test", "*"),
               ("tests/narrow_phase/test_near_touching_test", "NearTouching/*"),
               ("tests/narrow_phase/test_never_late_test", "*casts_of*"),
               ("tests/narrow_phase/test_rotating_pairs_test", "*"),
               ("tests/narrow_phase/test_stacked_prisms_test", "*share*"),
               ("tests/corridor/test_no_escape_test", "*S8_*"),
               ("tests/calls/test_calls_test", "*")),
    "soak": (("tests/soak/test_soak_test", "*"),),
}
SOAK = {"MASU_SOAK_OBJECTS": "100000", "MASU_SOAK_FRAMES": "1000"}
TIMED = re.compile(r"^\[ +OK \] ([^\s,]+).* \((\d+) ms\)$", re.M)
FAILED = re.compile(r"^\[  FAILED  \] ([^\s,]+).* \(\d+ ms\)$", re.M)
CASES = re.compile(r"^cases of (\S+): (\d+)$", re.M)
NOTE = re.compile(r"^soak of (.*)$", re.M)


def say(text):
    print(f"masu: {text}", file=sys.stderr, flush=True)


def read_rows(path):
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Ledger:
    """Rows of two CSV files: one in the repository, and one to which new rows are appended at once."""

    def __init__(self, path, kept, columns):
        self.path = path
        self.kept = kept
        self.columns = columns
        self.rows = read_rows(kept) + read_rows(path)

    def add(self, *values):
        row = dict(zip(self.columns, map(str, values)))
        is_new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns)
            if is_new:
                writer.writeheader()
            writer.writerow(row)
        self.rows.append(row)

    def time_of(self, column, value, seconds="seconds"):
        return sum(float(r[seconds]) for r in self.rows if r[column] == value)

    def keep(self, rows):
        """Writes rows, which say what all have said, to the repository."""
        self.kept.parent.mkdir(exist_ok=True)
        with open(self.kept, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        self.path.unlink(missing_ok=True)


class Pieces(Ledger):
    def next_piece(self, program):
        return 1 + max((int(r["piece"]) for r in self.rows if r["program"] == program), default=-1)

    def totals(self):
        """Returns one row for each test: the last, with sums."""
        totals = {}
        for row in self.rows:
            so_far = totals.get(row["test"], dict.fromkeys(SUMMED, 0))
            sums = {column: float(so_far[column]) + float(row[column]) for column in SUMMED}
            totals[row["test"]] = {**row, **{column: f"{total:.12g}" for column, total in sums.items()}}
        return [totals[test] for test in sorted(totals)]

    def summary(self):
        yield "| test | cases | pieces | failed | CPU hours | cases an hour |"
        yield "| --- | --- | --- | --- | --- | --- |"
        for row in self.totals():
            cases, hours = float(row["cases"]), float(row["seconds"]) / 3600
            yield (f"| {row['test']} | {cases:.0f} | {row['pieces']} | {row['failed']} | {hours:.3f} | "
                   f"{cases / hours if hours > 0 else 0:.2g} |")


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# The CPU seconds of a program, divided among its tests as their times are.
def shares(output, tests, seconds):
    timed = {name: int(ms) + 1 for name, ms in TIMED.findall(output)}
    times = [timed.get(test, 1) for test in tests]
    return [seconds * t / sum(times) for t in times]


def commit_of(root):
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=root, text=True,
                          capture_output=True, check=False).stdout.strip()


def run_piece(root, name, build, ledger, program, tests):
    piece = ledger.next_piece(program)
    # What a short run must find is no measure of chance: the counts stay small, the seeds change.
    environment = {"MASU_PIECE": str(piece)}
    if name == "soak":
        folder = root / "build" / "pieces" / "soak"
        folder.mkdir(parents=True, exist_ok=True)
        for key, value in SOAK.items():
            environment[key] = os.environ.get(key, value)
        environment["MASU_SOAK_FOLDER"] = str(folder)
        (folder / f"{piece - 2}.state").unlink(missing_ok=True)
    began = cpu_seconds()
    result = subprocess.run([build / program, f"--gtest_filter={tests}"], text=True, check=False,
                            env={**os.environ, **environment}, capture_output=True)
    seconds = cpu_seconds() - began
    found = dict(CASES.findall(result.stdout))
    failed = set(FAILED.findall(result.stdout))
    if result.returncode != 0 and not failed:
        failed = {"crashed"}
    for test in failed:  # a test that fails counts no cases
        found.setdefault(test, 0)
    for (test, cases), own in zip(found.items(), shares(result.stdout, list(found), seconds)):
        ledger.add(commit_of(root), time.strftime("%Y-%m-%d"), program, piece, test, cases, f"{own:.2f}", 1,
                   int(test in failed), "; ".join(NOTE.findall(result.stdout)))
    if result.returncode != 0:
        print(result.stdout[-6000:], result.stderr[-2000:])
        say(f"failed: MASU_PIECE={piece} {build / program} --gtest_filter='{tests}'")
    return result.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("name", choices=PROGRAMS)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--build", default="dev", help="the folder below build/")
    parser.add_argument("--summary", action="store_true", help="only print what the ledger has")
    parser.add_argument("--keep", action="store_true", help="write the sums to tools/ledgers")
    arguments = parser.parse_args()
    ledger = Pieces(arguments.root / "build" / "pieces" / f"{arguments.name}.csv",
                    arguments.root / "tools" / "ledgers" / f"{arguments.name}.csv", COLUMNS)
    build = arguments.root / "build" / arguments.build
    end = time.monotonic() + 60 * arguments.minutes
    passed = True
    if arguments.keep:
        ledger.keep(ledger.totals())
    while not (arguments.summary or arguments.keep) and passed and time.monotonic() < end:
        # The program that has had the least time so far.
        program, tests = min(PROGRAMS[arguments.name], key=lambda p: ledger.time_of("program", p[0]))
        passed = run_piece(arguments.root, arguments.name, build, ledger, program, tests)
    print(*ledger.summary(), sep="\n")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
