#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the table of stored answers and the builds that gave them: determinism.py [--check] [--run NAME...].

--run builds the tests with label `golden` in build/golden/NAME with the options that determinism.json has
for NAME, runs them, and notes the result there. Rows without options are those of `./masu.sh test
portable`. --check fails if docs/reliability.md has another table than determinism.json says.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = ROOT / "tools/determinism.json"
PAGE = ROOT / "docs/reliability.md"
BEGIN, END = "<!-- tools/determinism.py -->\n", "<!-- end -->\n"


def run(row):
    build = ROOT / "build/golden" / row["name"]
    subprocess.run(["cmake", "--preset", "dev", "-B", build, *row["cmake"]], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", build, "--target", "golden_tests"], check=True)
    output = subprocess.run(["ctest", "--test-dir", build, "-L", "golden", "-LE", "long"], text=True,
                            capture_output=True, check=False).stdout
    failed, tests = map(int, re.search(r"(\d+) tests failed out of (\d+)", output).groups())
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, text=True,
                            capture_output=True, check=True).stdout.strip()
    row["run"] = {"date": time.strftime("%Y-%m-%d"), "commit": commit, "tests": tests, "failed": failed}


def table(rows):
    yield "| compiler | options | instruction sets | platform | result | last run |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in rows:
        result, last = "not run", ""
        if row["run"]:
            r = row["run"]
            result = f"{r['tests']} tests equal" if r["failed"] == 0 else f"{r['failed']} of {r['tests']} tests differ"
            last = f"{r['date']}, `{r['commit']}`"
        cells = (row["compiler"], row["options"], row["sets"], row["platform"], result, last)
        yield f"| {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--run", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    rows = json.loads(ROWS.read_text(encoding="utf-8"))
    for row in rows:
        if row["name"] in arguments.run:
            run(row)
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    written = before + BEGIN + "\n".join(table(rows)) + "\n" + END + after
    if arguments.check:
        if written != page:
            print("docs/reliability.md: another table than tools/determinism.json says: run tools/determinism.py")
        return 1 if written != page else 0
    PAGE.write_text(written, encoding="utf-8")
    if arguments.run:
        ROWS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
