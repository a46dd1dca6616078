# SPDX-License-Identifier: MIT
"""Calls of all functions with arguments of any type return or raise a documented exception, and lose
nothing. MASU_PIECE=N takes other seeds, MASU_STORIES their number, MASU_SEED the first."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

from calls import public

CALLS = 300  # in a story
PATIENCE = 60  # seconds for a call
STORIES = int(os.environ.get("MASU_STORIES", 8))
FIRST = int(os.environ.get("MASU_SEED", int(os.environ.get("MASU_PIECE", 0)) << 20))
GROWTH = 2000  # bytes: what lists and caches of Python take


def run(first, stories, *more):
    """Runs stories in a process, which is ended if a call takes too long."""
    with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        file.write(bytes(16))
        file.flush()
        command = [sys.executable, "-m", "calls.main", "--progress", file.name, "--calls", str(CALLS)]
        # Freed memory counts as free at once, and not as kept for the thread.
        environment = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0", "OPENBLAS_NUM_THREADS": "1"}
        child = subprocess.Popen([*command, "--first", str(first), "--stories", str(stories), *more], stdout=out,
                                 stderr=errors, env=environment, cwd=pathlib.Path(__file__).parent)  # fmt: skip
        seen, since, hangs = None, time.monotonic(), False
        while child.poll() is None and not hangs:
            time.sleep(0.05)
            now = pathlib.Path(file.name).read_bytes()
            if now != seen:
                seen, since = now, time.monotonic()
            hangs = time.monotonic() - since > PATIENCE
        if hangs:
            child.kill()
            child.wait()
        out.seek(0)
        errors.seek(0)
        seed, call = struct.unpack("qq", pathlib.Path(file.name).read_bytes())
        return child.returncode, hangs, out.read(), errors.read(), seed, call


def test_calls_with_any_arguments(capsys):
    code, hangs, out, errors, seed, call = run(FIRST, STORIES)
    if code != 0:
        *_, calls, _, _ = run(seed, 1, "--trace")
        last = "\n".join(calls.splitlines()[-40:])
        raise AssertionError(f"seed {seed}, call {call}: {'hangs' if hangs else f'ends with {code}'}\n{errors}\n{last}")
    figures = json.loads(out)
    assert not figures["fault"], figures["fault"]
    tally = figures["tally"]
    with capsys.disabled():
        print(f"\ncases of calls: {figures['calls']}, of {len(tally)} functions; {figures['errors']} raised")
    missing = [n for n in public.names() if n not in public.EXEMPT and tally.get(n, [0, 0])[1] == 0]
    if FIRST == 0:
        assert missing == []
    assert figures["grown"] <= GROWTH
