# SPDX-License-Identifier: MIT
"""Runs the cases of test programs one at a time, so that a mutant meets only those that reach it."""

import collections
import os
import resource
import signal
import subprocess
import time

MOST_MEMORY = 4 << 30
SHORT = 0.1  # seconds: cases that take less run together


class Case:
    """A case of a test program: its seconds, and the mutants that it reaches."""

    def __init__(self, program, path, name):
        self.program, self.path, self.name = program, path, name
        self.seconds, self.reached = 0.0, frozenset()


def run(path, names, limit, **variables):
    """Runs some cases of a program until one fails: ok, killed or timeout, and the seconds."""
    def limits():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    environment = {**os.environ, "RC_PARAMS": "seed=20261121", "GTEST_FAIL_FAST": "1",
                   "GTEST_FILTER": ":".join(names), **variables}
    child = subprocess.Popen([str(path)], cwd=path.parent, env=environment, preexec_fn=limits,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        outcome = "ok" if child.wait(timeout=limit) == 0 else "killed"
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        outcome = "timeout"
    return outcome, time.monotonic() - start


def names_of(path):
    listed = subprocess.run([str(path), "--gtest_list_tests"], cwd=path.parent, check=True,
                            capture_output=True, text=True).stdout
    suite = ""
    for line in listed.splitlines():
        name = line.split("#")[0].rstrip()
        if not line.startswith(" "):
            suite = name
        elif "DISABLED_" not in suite + name:
            yield suite + name.strip()


def measured(program, path, file, size):
    """The cases of a program that reach a mutant. Each must pass without one."""
    for name in names_of(path):
        case = Case(program, path, name)
        file.write_bytes(bytes(size))
        outcome, case.seconds = run(path, [name], 600, MASU_MUTANT_REACHED=str(file))
        if outcome != "ok":
            raise SystemExit(f"masu: {program} {name} fails without a mutant: {outcome}")
        case.reached = frozenset(i for i, byte in enumerate(file.read_bytes()) if byte)
        if case.reached:
            yield case


class Judge:
    """Tries mutants: first the cases that are short or have killed mutants of the same file. After
    `most` seconds, a mutant has survived."""

    def __init__(self, cases, most):
        self.cases, self.most = cases, most
        self.kills = collections.Counter()

    def judge(self, number, mutant):
        """killed, timeout, survived or not_reached; by which case; the seconds spent."""
        short, groups = {}, []
        for case in self.cases:
            if number in case.reached:
                if case.seconds < SHORT:
                    short.setdefault(case.path, []).append(case)
                else:
                    groups.append([case])
        groups += short.values()

        def cost(group):
            kills = sum(self.kills[mutant.file, case.program, case.name] for case in group)
            return sum(case.seconds for case in group) / (1 + kills)

        outcome, last, spent = "not_reached", "", 0.0
        for group in sorted(groups, key=cost):
            limit = 2 + 3 * sum(case.seconds for case in group)
            names = [case.name for case in group]
            result, took = run(group[0].path, names, limit, MASU_MUTANT=str(number))
            spent += took
            if result == "timeout":  # because of the mutant, or of other work on the machine
                result, took = run(group[0].path, names, 4 * limit, MASU_MUTANT=str(number))
                spent += took
            last = group[0].program
            if result != "ok":
                for case in group:
                    self.kills[mutant.file, case.program, case.name] += 1
                return result, last, spent
            outcome = "survived"
            if spent > self.most:
                break
        return outcome, last, spent
