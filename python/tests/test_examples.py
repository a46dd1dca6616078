# SPDX-License-Identifier: MIT
"""The examples, the docstrings and the code of the page run."""
import doctest
import importlib.util
import pathlib
import re

import numpy as np
import pytest

import masu
from masu import _masu, _poses

ROOT = pathlib.Path(__file__).resolve().parents[2]


def example(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "python/examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_spatial_join(capsys):
    assert example("spatial_join").main() > 500_000


def test_robot_arm(capsys):
    assert -0.1 < example("robot_arm").main(2000) < 0.1


def test_particles(capsys):
    assert example("particles").main(500, 20) > 10


def test_every_example_is_tested():
    names = {p.stem for p in (ROOT / "python/examples").glob("*.py")}
    assert names == {n.removeprefix("test_") for n in globals() if n.startswith("test_")} & names


DOCUMENTED = [n for n in masu.__all__ if callable(getattr(masu, n))]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstrings(name):
    thing = getattr(masu, name)
    assert thing.__doc__
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    tests = finder.find(thing, name, module=False, globs={"masu": masu})
    for member in vars(thing).values() if isinstance(thing, type) else ():
        if callable(member) and getattr(member, "__doc__", None):
            tests += finder.find(member, name, module=False, globs={"masu": masu})
    for test in tests:
        runner.run(test)
    assert runner.failures == 0
    assert (runner.tries > 0) == has_examples(thing)


def has_examples(thing):
    members = vars(thing).values() if isinstance(thing, type) else ()
    return any(">>>" in (getattr(t, "__doc__", None) or "") for t in (thing, *members))


def test_there_are_examples():
    names = {n for n in DOCUMENTED if has_examples(getattr(masu, n))}
    assert {"BoxTree", "World2D", "World3D", "pairs", "convex_hull", "distance"} <= names


def test_methods_are_documented():
    for cls in (masu.BoxTree, masu.Shape, masu.World2D, masu.World3D):
        for name in dir(cls):
            if not name.startswith("_"):
                assert getattr(cls, name).__doc__, f"{cls.__name__}.{name}"


def test_the_stub_declares_what_there_is():
    stub = (pathlib.Path(masu.__file__).parent / "_masu.pyi").read_text(encoding="utf-8")
    declared = set(re.findall(r"^(?:def|class) (\w+)|^(\w+): Final", stub, re.M))
    names = {a or b for a, b in declared} - {"_World"}
    assert names == {n for n in dir(_masu) if not n.startswith("__") or n == "__version__"}
    for cls in ("BoxTree", "Shape", "World2D"):
        text = stub[stub.index(f"class {cls if cls != 'World2D' else '_World'}") :]
        text = text[: text.index("\n\n# ---") if "\n\n# ---" in text else text.index("\n\n@final")]
        methods = set(re.findall(r"^    def (\w+)", text.split("\ndef ")[0], re.M))
        public = {n for n in dir(getattr(masu, cls)) if not n.startswith("_")}
        assert public == {m for m in methods if not m.startswith("_")}


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_pages(page, capsys):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def test_all_is_complete():
    public = {n for n in vars(masu) if not n.startswith("_")}
    assert public | {"__version__"} == set(masu.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", masu.__version__)
    assert isinstance(_poses.poses([1, 2]), np.ndarray)
