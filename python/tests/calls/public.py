# SPDX-License-Identifier: MIT
"""The public functions, methods and properties of the package, so that none can be forgotten."""
import masu

# Special methods that programs call, by len(), `in`, repr(), str() and pickle.
SPECIAL = ("__init__", "__len__", "__contains__", "__repr__", "__reduce__", "__getstate__", "__setstate__", "_repr_svg_")

# What the stories do not call, and why.
EXEMPT = {
    "Shape.__init__": "shapes have makers instead: it always raises TypeError",
    "plot": "takes matplotlib, which the package does not need; test_draw.py calls it",
}

try:
    import masu._io  # noqa: F401
except ImportError:
    WITHOUT_READERS = ("read_mesh", "RobotModel")
else:
    WITHOUT_READERS = ()


def members(cls):
    """Those that `cls` does not have from `object`."""
    own = [n for n in dir(cls) if getattr(cls, n) is not getattr(object, n, None)]
    return [n for n in own if not n.startswith("_") or n in SPECIAL]


def names():
    """Names as 'pairs', 'World2D.add', without those that need what is not built."""
    found = []
    for name in masu.__all__:
        value = getattr(masu, name)
        if name in WITHOUT_READERS or not callable(value) or isinstance(value, type) and issubclass(value, (tuple, Exception)):
            continue  # constants, and types of results
        found += [f"{name}.{m}" for m in members(value)] if isinstance(value, type) else [name]
    return found
