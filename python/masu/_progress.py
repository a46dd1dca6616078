# SPDX-License-Identifier: MIT
"""Progress of long calls: a callback, or tqdm's bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

Progress = Union[bool, Callable[[int, int], object], None]
STEPS = 50  # parts of a long call


def in_steps(
    rows: NDArray[np.float64],
    progress: Progress,
    work: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Calls work(some rows) until all are done, and reports after each part.

    `progress`: a function of the rows done and all rows; True: tqdm's bar, where it is installed.
    """
    count = len(rows)
    if not progress or count == 0:
        return work(rows)
    step = max(1, -(-count // STEPS))
    parts, bar = [], _bar(count) if progress is True else None
    for first in range(0, count, step):
        part = work(rows[first : first + step])
        parts.append(part)
        done = min(first + step, count)
        if callable(progress):
            progress(done, count)
        elif bar is not None:
            bar.update(len(part))
    if bar is not None:
        bar.close()
    return np.concatenate(parts)


def _bar(total: int) -> Any:
    try:
        from tqdm.auto import tqdm  # type: ignore[import]
    except ImportError:
        return None
    return tqdm(total=total)
