# SPDX-License-Identifier: MIT
"""The results of mutation tests: a CSV file that grows by a row for each mutant, and its summary."""

import csv
import math

COLUMNS = ("key", "file", "line", "kind", "before", "after", "outcome", "test", "seconds")
# killed: a test failed; timeout: one took too long; survived: all passed; not_reached: none executes
# it, or only the compiler does; invalid: it does not compile.
TESTED = ("killed", "timeout", "survived", "not_reached")


class Ledger:
    def __init__(self, path):
        self.path = path
        self.rows = {}
        if path.exists():
            with open(path, newline="", encoding="utf-8") as file:
                self.rows = {row["key"]: row for row in csv.DictReader(file)}
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerow(COLUMNS)

    def add(self, mutant, outcome, test="", seconds=0.0):
        row = dict(zip(COLUMNS, (mutant.key, mutant.file, mutant.line, mutant.kind, mutant.before,
                                 mutant.after, outcome, test, f"{seconds:.2f}")))
        self.rows[mutant.key] = row
        with open(self.path, "a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, COLUMNS).writerow(row)


def wilson(hits, count):
    """The 95 % interval of a share, by E. B. Wilson (1927)."""
    if count == 0:
        return 0.0, 1.0
    z, p = 1.959964, hits / count
    center = (p + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return center - half, center + half


def folder_of(file):
    parts = file.split("/")
    return parts[2] if parts[0] == "include" else parts[1]


def summary(rows, equivalent):
    """Lines of a table: a folder each. `equivalent`: keys of mutants that no test can kill."""
    folders = {}
    for row in rows:
        if row["outcome"] in TESTED:
            folders.setdefault(folder_of(row["file"]), []).append(row)
    yield "| folder | mutants | killed | of these timeouts | survived | not reached | equivalent | score | 95 % interval |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for folder, all_rows in sorted(folders.items()):
        count = {o: sum(r["outcome"] == o for r in all_rows) for o in TESTED}
        same = sum(r["key"] in equivalent and r["outcome"] in ("survived", "not_reached") for r in all_rows)
        killed = count["killed"] + count["timeout"]
        total = len(all_rows) - same
        low, high = wilson(killed, total)
        yield (f"| {folder} | {len(all_rows)} | {killed} | {count['timeout']} | {count['survived']} | "
               f"{count['not_reached']} | {same} | {100 * killed / max(total, 1):.1f} % | "
               f"{100 * low:.1f} to {100 * high:.1f} % |")
