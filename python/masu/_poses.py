# SPDX-License-Identifier: MIT
"""poses(): rows of position and rotation; what reads arguments of numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def read_floats(source: ArrayLike, name: str) -> NDArray[np.float64]:
    """The argument as an array of float64; ValueError for integers that are too large, and for
    lists that change meanwhile."""
    try:
        return np.asarray(source, dtype=np.float64)
    except (OverflowError, RuntimeError) as error:
        raise ValueError(f"{name}: {error}") from None


def poses(position: ArrayLike, rotation: ArrayLike | None = None) -> NDArray[np.float64]:
    """Make rows of position and rotation, the form of poses that masu reads in place.

    Parameters
    ----------
    position : array_like, shape (2,), (3,), (n, 2) or (n, 3)
    rotation : array_like, optional
        In 2D angles in radians, counterclockwise: a number or (n,). In 3D quaternions x, y, z, w of
        length 1, as in scipy's ``Rotation.as_quat``: (4,) or (n, 4). By default no rotation.

    Returns
    -------
    ndarray of float64, shape (4,) or (n, 4) in 2D, (7,) or (n, 7) in 3D

    Examples
    --------
    >>> import masu
    >>> masu.poses([[1, 2], [3, 4]])
    array([[1., 2., 1., 0.],
           [3., 4., 1., 0.]])
    """
    p = read_floats(position, "position")
    if p.ndim not in (1, 2) or p.shape[-1] not in (2, 3):
        raise ValueError(f"position: expected rows of 2 or 3 numbers, got shape {p.shape}")
    if p.shape[-1] == 2:
        angle = read_floats(0.0 if rotation is None else rotation, "rotation")
        r = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    else:
        r = read_floats([0.0, 0.0, 0.0, 1.0] if rotation is None else rotation, "rotation")
        if r.shape[-1:] != (4,):
            raise ValueError(f"rotation: expected quaternions of 4 numbers, got shape {r.shape}")
    lead = np.broadcast_shapes(p.shape[:-1], r.shape[:-1])
    return np.concatenate(
        [np.broadcast_to(p, lead + p.shape[-1:]), np.broadcast_to(r, lead + r.shape[-1:])], axis=-1
    )
