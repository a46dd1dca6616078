# SPDX-License-Identifier: MIT
"""Pictures in 2D: plot() by matplotlib, and _repr_svg_() of notebooks."""

from __future__ import annotations

from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from . import _masu

Drawn = Union[_masu.Shape, _masu.World2D, _masu.Corridor]
WIDTH = 400  # of a picture, in pixels


def _rows(indptr: NDArray[np.uint32], points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    return np.split(points, indptr[1:-1].astype(np.intp)) if len(indptr) > 1 else []


def _parts(
    thing: Drawn,
) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]], NDArray[np.float64]]:
    """Polygons, open lines and points of contact."""
    none = np.empty((0, 2))
    if isinstance(thing, _masu.Corridor):
        vertices, indptr, _ = thing.chains()
        return [], _rows(indptr, vertices), none
    if isinstance(thing, _masu.World2D):
        touching = thing.contacts()
        return _rows(*thing.outlines()), [], np.asarray(touching.point_a)
    if isinstance(thing, _masu.Shape) and thing.dimension == 2:
        return _rows(*thing.outline()), [], none
    raise TypeError(f"plot: expected a Shape in 2D, a World2D or a Corridor, got {thing!r}")


def plot(thing: Drawn, ax: Any = None, **style: Any) -> Any:
    """Draw a shape in 2D, a World2D with its contacts, or the walls of a Corridor.

    Needs matplotlib. In a notebook, these objects have pictures of their own.

    Parameters
    ----------
    thing : Shape, World2D or Corridor
    ax : matplotlib.axes.Axes, optional
        By default the current one.
    **style
        Options of matplotlib's collections, such as ``facecolor`` or ``linewidth``.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from matplotlib import pyplot  # type: ignore[import]
    from matplotlib.collections import LineCollection, PolyCollection  # type: ignore[import]

    polygons, lines, points = _parts(thing)
    ax = pyplot.gca() if ax is None else ax
    defaults = {"facecolor": "none", "edgecolor": "black"}
    if polygons:
        ax.add_collection(PolyCollection(polygons, **{**defaults, **style}))
    if lines:
        ax.add_collection(LineCollection(lines, **{"color": "black", **style}))
    if len(points):
        ax.plot(*points.T, ".", color="tab:red")
    ax.set_aspect("equal")
    ax.autoscale_view()
    return ax


def _svg(thing: Drawn) -> str | None:
    """The picture of a notebook; None for shapes in 3D."""
    if isinstance(thing, _masu.Shape) and thing.dimension != 2:
        return None
    polygons, lines, points = _parts(thing)
    everything = np.concatenate([*polygons, *lines, points]) if polygons or lines else points
    if len(everything) == 0:
        return None
    low, high = everything.min(axis=0), everything.max(axis=0)
    size = max(float((high - low).max()), 1e-300)
    scale = WIDTH / size
    width, height = (high - low) * scale + 4

    def placed(rows: NDArray[np.float64]) -> NDArray[np.float64]:
        moved: NDArray[np.float64] = (rows - [low[0], high[1]]) * [scale, -scale] + 2
        return moved  # SVG's y points down

    def tags(name: str, some: list[NDArray[np.float64]], attributes: str) -> list[str]:
        paths = (" ".join(f"{x:.6g},{y:.6g}" for x, y in placed(rows)) for rows in some)
        return [f'<{name} points="{path}" {attributes}/>' for path in paths]

    dots = [f'<circle cx="{x:.6g}" cy="{y:.6g}" r="2" fill="#c00"/>' for x, y in placed(points)]
    body = tags("polygon", polygons, 'fill="#8ac4" stroke="#246"')
    body += tags("polyline", lines, 'fill="none" stroke="#246"') + dots
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.6g}" height="{height:.6g}">'
        + "".join(body)
        + "</svg>"
    )


def install() -> None:
    """Gives the classes of the compiled module their pictures."""
    for cls in (_masu.Shape, _masu.World2D, _masu.Corridor):
        setattr(cls, "_repr_svg_", _svg)
