# SPDX-License-Identifier: MIT
"""Progress of long calls: a callback, or tqdm's bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

Progress = Union[bool, Callable[[int, int], object], None]
STEPS = 50  # parts of a long call


class Reporter:
    """Reports to a function of what is done and all, or to tqdm's bar."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._total = total
        self._call = progress if callable(progress) else None
        self._bar = _bar(total) if progress is True else None

    def __call__(self, done: int) -> None:
        if self._call is not None:
            self._call(done, self._total)
        elif self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def in_steps(
    rows: NDArray[np.float64],
    progress: Progress,
    work: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Calls work(some rows) until all are done, and reports after each part."""
    count = len(rows)
    if not progress or count == 0:
        return work(rows)
    step = max(1, -(-count // STEPS))
    parts, report = [], Reporter(progress, count)
    try:
        for first in range(0, count, step):
            parts.append(work(rows[first : first + step]))
            report(min(first + step, count))
    finally:
        report.close()
    return np.concatenate(parts)


def _bar(total: int) -> Any:
    """tqdm's bar; None where it is not installed."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import]
    except ImportError:
        return None
    return tqdm(total=total)
