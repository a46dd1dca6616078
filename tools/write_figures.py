#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the figures of the pages from bench/results: write_figures.py [--check] [--root ROOT].

A page has a table between <!--table NAME--> and <!--/table-->, and a number between
<!--= NAME.ROW.COLUMN.FORMAT--> and <!--=-->. tools/figures.json says which rows of which benchmark
these are. bench/results/quoted.json says which folder's CSV files are quoted. --check writes
nothing, and fails where a page differs from the CSV files.

For `./masu.sh bench all`: --benches prints the names of the benchmarks that the pages quote, --runs
BENCH the options of its runs, one line per run. --quote FOLDER BENCH... quotes the rows in FOLDER
from now on. They count as measured today, on the machine --machine in the state --state.
"""

import argparse
import csv
import datetime
import json
import os
import pathlib
import re
import sys

SPEC, QUOTED, RESULTS = "tools/figures.json", "bench/results/quoted.json", "bench/results"
PAGES = ("README.md", "README.ja.md", "docs/performance.md")
TABLE = re.compile(r"<!--table (\w+)-->\n.*?<!--/table-->", re.S)
NUMBER = re.compile(r"<!--= ([\w.]+)-->.*?<!--=-->", re.S)
NANOSECONDS = {"ns": 1, "us": 1e3}


class Fault(Exception):
    """Something that a page, the description or the CSV files lack."""


def number(x):
    """Returns two digits below 10, whole numbers above: 0.75, 9.4, 578, 1 180."""
    if x >= 9.95:
        return f"{x:,.0f}".replace(",", " ")
    return f"{x:.1f}" if x >= 0.995 else f"{x:.2f}"


def duration(ns):
    for unit, size in (("ns", 1), ("µs", 1e3), ("ms", 1e6)):
        if ns < 999.5 * size:
            break
    return f"{number(ns / size)} {unit}"


def is_behind(ratio):
    """Returns whether a ratio is printed as less than 1."""
    return ratio < 0.995


def in_language(text, language):
    return text if isinstance(text, str) else text[language]


class Contest:
    """masu's time for a task, and that of the fastest other method with right answers, if any."""

    def __init__(self, ns, other_ns, peer, n):
        self.ns, self.other_ns, self.peer, self.n = ns, other_ns, peer, n
        self.ratio = other_ns / ns if other_ns is not None else None

    def values(self):
        values = {"ns": number(self.ns), "time": duration(self.ns), "frame": duration(self.ns * self.n),
                  "factor": "", "x": "", "inverse": "", "peer": ""}
        if self.ratio is not None:
            values |= {"factor": number(self.ratio), "x": f"{number(self.ratio)}x",
                       "inverse": number(1 / self.ratio), "peer": self.peer}
        return values

    def fill(self, template):
        """Fills a template. Text in brackets describes the other method; without one it is removed."""
        if self.ratio is None:
            template = re.sub(r" \(.*\)", "", template)
        return template.format(**self.values())


class Rows:
    """The quoted rows of all benchmarks."""

    def __init__(self, root, spec):
        self.root, self.spec, self.read = root, spec, {}
        self.quoted = json.loads((root / QUOTED).read_text(encoding="utf-8"))

    def file(self, bench):
        return f"{RESULTS}/{self.quoted[bench]['folder']}/{bench}.csv"

    def rows(self, bench):
        if bench not in self.read:
            try:
                text = (self.root / self.file(bench)).read_text(encoding="utf-8")
            except OSError as error:
                raise Fault(f"{self.file(bench)} is quoted, and cannot be read") from error
            self.read[bench] = list(csv.DictReader(text.splitlines()))
        return self.read[bench]

    def select(self, bench, where, methods, measure):
        """Returns the fastest right row of these methods, or of all other libraries; or None."""
        found = {}
        for row in self.rows(bench):
            named = row["method"] in methods if methods else not is_own(row["method"])
            if not named or any(row.get(key) != value for key, value in where.items()):
                continue
            if row["method"] in found:
                raise Fault(f"{self.file(bench)}: {row['method']} has two rows for {where}")
            found[row["method"]] = row
        right = [row for row in found.values() if is_right(row)]
        return min(right, key=lambda row: self.measured(bench, row, measure), default=None)

    def measured(self, bench, row, measure):
        """Returns the time in nanoseconds; `measure` names a column other than the usual one."""
        described = self.spec["benches"][bench]
        return float(row[measure or described["time"]]) * NANOSECONDS[described["unit"]]

    def name_of_peer(self, method):
        return self.spec["libraries"].get(method.split(":")[0], method)

    def contest(self, bench, where, methods, versus, measure):
        """Returns a contest, or None if it was not measured."""
        row = self.select(bench, where, methods, measure)
        if row is None:
            return None
        ns, n = self.measured(bench, row, measure), int(row.get("n") or 1)
        if versus is not None:
            where = where | versus.get("where", {})
            other = self.select(bench, where, versus.get("ours", methods), measure)
        elif measure is None and "peer_ratio" in row:  # as the benchmark judged
            if not row["peer_ratio"]:
                return Contest(ns, None, None, n)
            return Contest(ns, ns * float(row["peer_ratio"]), self.name_of_peer(row["best_peer"]), n)
        else:
            other = self.select(bench, where, None, measure)
        if other is None:
            return Contest(ns, None, None, n)
        peer = (versus or {}).get("name") or self.name_of_peer(other["method"])
        return Contest(ns, self.measured(bench, other, measure), peer, n)


def is_own(method):
    return method.startswith("masu") or method == "limit"


def is_right(row):
    return row.get("exact") != "false" and float(row.get("wrong") or 0) <= 0.02


class Table:
    """A table of figures.json: its contests by row and column."""

    def __init__(self, name, described, rows):
        self.name, self.described, self.source = name, described, rows
        self.columns = described["columns"]
        self.rows = []
        for row in described["rows"]:
            contests = [self.contest(row, column) for column in self.columns]
            if any(contests) or not row.get("new"):
                self.rows.append((row, contests))

    def template(self, row, column):
        cells = row.get("cell", {})
        return cells.get(column.get("id")) or column.get("cell") or self.described["cell"]

    def contest(self, row, column):
        if self.template(row, column) in ("{peers}", "{with}"):
            return None
        bench = row.get("bench") or self.described["bench"]
        where = dict(self.source.spec["benches"][bench]["where"])
        for part in (self.described, column, row):
            where |= part.get("where", {})
        where = {key: value.replace("*", row.get("stem", "*")) for key, value in where.items()}
        methods = column.get("ours") or row.get("ours") or self.described.get("ours")
        found = self.source.contest(bench, where, methods, self.described.get("versus"), row.get("measure"))
        if found is None and not row.get("gaps") and not row.get("new"):
            raise Fault(f"{self.source.file(bench)} has no correct row of {' or '.join(methods)} for {where}")
        return found

    def cell(self, row, column, contest, contests):
        template = self.template(row, column)
        if template == "{with}":
            return row["with"]
        if template == "{peers}":
            return ", ".join(dict.fromkeys(c.peer for c in contests if c and c.peer))
        return contest.fill(template) if contest else ""

    def lines(self, language):
        heads = [self.described["head"], *(column["head"] for column in self.columns)]
        yield heads_of(in_language(head, language) for head in heads)
        for row, contests in self.rows:
            cells = [self.cell(row, column, contest, contests)
                     for column, contest in zip(self.columns, contests)]
            yield line_of([in_language(row["label"], language), *cells])

    def standings(self):
        """Yields (row, [(head of the column, contest)]) for contests with another method."""
        for row, contests in self.rows:
            pairs = [(column["head"], contest) for column, contest in zip(self.columns, contests)
                     if contest and contest.ratio is not None]
            if len({(contest.ns, contest.ratio) for _, contest in pairs}) == 1:
                pairs = [("", pairs[0][1])]
            if pairs:
                yield row, pairs

    def value(self, path):
        """Returns a number. `path` is ROW.COLUMN.FORMAT; a single row or column is left out."""
        *ids, form = path
        rows = [(row, contests) for row, contests in self.rows if not ids or row.get("id") == ids[0]]
        contests = [contest for _, contests in rows for column, contest in zip(self.columns, contests)
                    if contest and (len(ids) < 2 or column.get("id") == ids[1])]
        if form in ("least", "most"):
            ratios = [c.ratio for c in contests if c.ratio is not None]
            if ratios:
                return number((min if form == "least" else max)(ratios))
        if form in ("least_inverse", "most_inverse"):
            return number((min if form == "least_inverse" else max)(1 / c.ratio for c in contests))
        found = {contest.values().get(form) for contest in contests}
        if len(found) != 1 or None in found:
            raise Fault(f"{'.'.join([self.name, *path])} names {len(found - {None})} numbers, not one")
        return found.pop()


def line_of(cells):
    return "| " + " | ".join(cells) + " |"


def heads_of(cells):
    cells = list(cells)
    return line_of(cells) + "\n|" + " --- |" * len(cells)


class Figures:
    """All tables and numbers of the pages."""

    def __init__(self, root):
        self.spec = json.loads((root / SPEC).read_text(encoding="utf-8"))
        self.rows = Rows(root, self.spec)
        self.tables = {name: Table(name, described, self.rows)
                       for name, described in self.spec["tables"].items()}
        self.made = {"ahead": self.ahead, "behind": self.behind, "machines": self.machines}

    def ranked(self):
        return [table for table in self.tables.values() if "anchor" in table.described]

    def ahead(self, _page):
        """Yields a line per table: where masu is faster, by how much, and in how many of its rows."""
        yield heads_of(("task", "factor", "masu is ahead in", "fastest others"))
        for table in self.ranked():
            contests = [contest for _, pairs in table.standings() for _, contest in pairs]
            ahead = [contest for contest in contests if not is_behind(contest.ratio)]
            if not ahead:
                continue
            ratios = sorted(contest.ratio for contest in ahead)
            factor = dict.fromkeys(f"{number(ratio)}x" for ratio in (ratios[0], ratios[-1]))
            peers = dict.fromkeys(contest.peer for contest in contests)
            yield line_of((f"[{table.described['standing']}](#{table.described['anchor']})",
                           " to ".join(factor), f"{len(ahead)} of {len(contests)}", ", ".join(peers)))

    def behind(self, _page):
        """Yields a line per row in which a column is below 1."""
        yield heads_of(("task", "factor", "fastest other", "why, and what to do"))
        for table in self.ranked():
            says, anchor = table.described.get("says"), table.described["anchor"]
            for row, pairs in table.standings():
                slow = [(head, contest) for head, contest in pairs if is_behind(contest.ratio)]
                if not slow:
                    continue
                label = ": ".join(filter(None, (says, in_language(row["label"], "en"), row.get("with"))))
                factors = [f"{number(contest.ratio)}x" + (f" ({head})" if head else "")
                           for head, contest in slow]
                peers = dict.fromkeys(contest.peer for _, contest in slow)
                note = row.get("note") or table.described.get("note", "")
                yield line_of((f"[{label}](#{anchor})", ", ".join(factors), ", ".join(peers), note))

    def machines(self, page):
        yield heads_of(("figures", "rows", "machine", "measured", "the machine was"))
        for bench, quoted in self.rows.quoted.items():
            file = os.path.relpath(self.rows.file(bench), os.path.dirname(page) or ".")
            yield line_of((self.spec["benches"][bench]["title"], f"[{bench}.csv]({file})",
                           quoted["machine"], quoted["date"], quoted["state"]))

    def plot(self, page, name):
        """Returns the picture that the benchmark saved next to its rows."""
        plot = self.spec["plots"][name]
        folder = os.path.relpath(os.path.dirname(self.rows.file(plot["bench"])), os.path.dirname(page) or ".")
        return [f"![{plot['shows']}]({folder}/{name}.svg)"]

    def table(self, page, name):
        if name in self.made:
            return self.made[name](page)
        if name in self.spec["plots"]:
            return self.plot(page, name)
        if name not in self.tables:
            raise Fault(f"{page}: there is no table {name}")
        return self.tables[name].lines("ja" if page.endswith(".ja.md") else "en")

    def value(self, page, path):
        name, *rest = path.split(".")
        if name not in self.tables or not rest:
            raise Fault(f"{page}: there is no number {path}")
        return self.tables[name].value(rest)

    def page(self, page, text):
        """Returns the text with up-to-date tables and numbers."""
        for marks, whole in ((r"<!--/?table\b", TABLE), ("<!--=", NUMBER)):
            if len(re.findall(marks, text)) != 2 * len(whole.findall(text)):
                raise Fault(f"{page}: a mark of a figure has no end, or no beginning")
        text = TABLE.sub(lambda m: f"<!--table {m[1]}-->\n\n"
                         + "\n".join(self.table(page, m[1])) + "\n\n<!--/table-->", text)
        return NUMBER.sub(lambda m: f"<!--= {m[1]}-->{self.value(page, m[1])}<!--=-->", text)


def slugs(text):
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def rewritten(root):
    """Yields (page, its text, its text with the figures of the CSV files)."""
    figures = Figures(root)
    for page in PAGES:
        if (root / page).exists():
            text = (root / page).read_text(encoding="utf-8")
            yield page, text, figures.page(page, text)
            if page == "docs/performance.md":
                for table in figures.ranked():
                    if table.described["anchor"] not in slugs(text):
                        raise Fault(f"{page}: no heading for the rows of {table.name}")


def find_faults(root):
    try:
        for page, text, new in rewritten(root):
            if text != new:
                yield f"{page}: differs from the CSV files: run tools/write_figures.py"
    except Fault as fault:
        yield str(fault)


def quote(root, folder, benches, machine, state):
    quoted = json.loads((root / QUOTED).read_text(encoding="utf-8"))
    for bench in benches:
        quoted[bench] = {"folder": folder, "machine": machine,
                         "date": datetime.date.today().isoformat(), "state": state}
    (root / QUOTED).write_text(json.dumps(quoted, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def write(root):
    """Writes the pages that differ from the CSV files, and returns their names."""
    stale = [(page, new) for page, text, new in rewritten(root) if new != text]
    for page, new in stale:
        (root / page).write_text(new, encoding="utf-8")
    return [page for page, _ in stale]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--benches", action="store_true")
    parser.add_argument("--runs", metavar="BENCH")
    parser.add_argument("--quote", nargs="+", metavar=("FOLDER", "BENCH"))
    parser.add_argument("--machine", default="")
    parser.add_argument("--state", default="")
    arguments = parser.parse_args()
    root = arguments.root
    if arguments.benches or arguments.runs:
        benches = json.loads((root / SPEC).read_text(encoding="utf-8"))["benches"]
        print(*(benches if arguments.benches else benches[arguments.runs]["runs"]), sep="\n")
        return 0
    before = (root / QUOTED).read_bytes()
    if arguments.quote:
        quote(root, arguments.quote[0], arguments.quote[1:], arguments.machine, arguments.state)
    try:
        if not arguments.check:
            print(*(f"{page}: written\n" for page in write(root)), sep="", end="")
    except Fault as fault:
        (root / QUOTED).write_bytes(before)
        print(fault)
        return 1
    faults = list(find_faults(root))
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
