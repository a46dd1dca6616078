# SPDX-License-Identifier: MIT
"""A spatial join of a million boxes: which buildings does each parcel overlap?

What takes a loop over shapely's STRtree, or `tree.query(parcels)` and its geometry objects, is one
call on arrays.
"""

import time

import numpy as np
from numpy.typing import NDArray

import masu


def boxes(count: int, side: float, seed: int) -> NDArray[np.float64]:
    """Boxes of random sides up to `side` in a city of 10 km."""
    rng = np.random.default_rng(seed)
    low = rng.uniform(0, 10_000, (count, 2))
    return np.hstack([low, low + rng.uniform(0, side, (count, 2))])


def main(count: int = 1_000_000) -> int:
    buildings, parcels = boxes(count, 10, seed=1), boxes(count // 10, 40, seed=2)

    start = time.perf_counter()
    joined = masu.pairs_between(parcels, buildings, threads=0)
    print(f"{len(joined)} pairs in {time.perf_counter() - start:.2f} s")

    # The same from an index, which answers more questions later.
    tree = masu.BoxTree(buildings)
    rows = tree.query(parcels, threads=0)
    assert len(rows.indices) == len(joined)

    # Rows add up as those of a sparse matrix.
    per_parcel = np.diff(rows.indptr)
    print(f"the fullest parcel has {per_parcel.max()} buildings")
    return len(joined)


if __name__ == "__main__":
    main()
