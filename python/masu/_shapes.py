# SPDX-License-Identifier: MIT
"""make_shape(): what pickle calls."""

from __future__ import annotations

from typing import Any

from . import _masu


def make_shape(maker: str, *arguments: Any) -> _masu.Shape:
    """Call the maker of a shape by its name."""
    shape: _masu.Shape = getattr(_masu, maker)(*arguments)
    return shape
