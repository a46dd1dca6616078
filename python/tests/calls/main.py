# SPDX-License-Identifier: MIT
"""A process that runs stories, so that a crash or a hang ends it alone.

Writes the figures as JSON. The file of progress holds the numbers of the present story and call;
with --trace, stderr has each call before it is made.
"""
import argparse
import ctypes
import faulthandler
import gc
import json
import mmap
import resource
import struct
import sys
import warnings

import numpy as np

from . import public
from .story import Story

MOST = 3 << 30  # bytes of address space that stories may take: so requests that are too large fail


class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def memory_in_use():
    """Bytes that malloc has given: what C++ has, arrays, and large objects of Python; 0: not known."""
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return 0
    ask.restype = Mallinfo
    info = ask()
    return info.uordblks + info.hblkhd


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--stories", type=int, default=1)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--turns", type=int, default=4, help="how often; with 4 or more, the growth of memory is measured")
    parser.add_argument("--progress")
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--unlimited", action="store_true", help="memory: for AddressSanitizer")
    options = parser.parse_args()
    faulthandler.enable()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    if not options.unlimited:
        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * mmap.PAGESIZE
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST, used + MOST))
    progress = open(options.progress, "r+b", buffering=0) if options.progress else None
    names = [n for n in public.names() if n not in public.EXEMPT]
    figures = {"stories": 0, "calls": 0, "errors": 0, "fault": "", "tally": {}, "grown": 0}

    def run(seed):
        def began(name, call, text):
            if progress:
                progress.seek(0)
                progress.write(struct.pack("qq", seed, call))
            if options.trace:
                print(call, text(), file=sys.stderr, flush=True)

        story = Story(seed, names, figures["tally"], began)
        story.run(options.calls)
        figures["stories"] += 1
        figures["calls"] += story.calls
        figures["errors"] += story.errors
        return story.fault, story.made, story.outcomes

    before = memory_in_use()
    outcomes = {}
    # The first turns make what stays: caches of Python, memory that threads keep.
    for turn in range(options.turns):
        if turn == 3:
            before = memory_in_use()
        for seed in range(options.first, options.first + options.stories):
            fault, made, done = run(seed)
            gc.collect()
            alive = [each() for each in made if each() is not None]
            if not fault and alive:
                fault = f"seed {seed}: objects stay alive: {alive[:5]}"
            if not fault and outcomes.setdefault(seed, done) != done:
                k = next(i for i, (a, b) in enumerate(zip(outcomes[seed], done)) if a != b)
                fault = f"seed {seed}: call {k} of a repeated story: {outcomes[seed][k]}, then {done[k]}"
            if fault:
                figures["fault"] = fault
                print(json.dumps(figures))
                return
            del made, done, alive
    figures["grown"] = memory_in_use() - before
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
