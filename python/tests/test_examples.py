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


@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_spatial_join(capsys, count):
    assert example("spatial_join").main(count) > count * count / 2e6


def test_robot_arm(capsys):
    pytest.importorskip("masu._io", reason="built without the readers of files")
    assert -0.1 < example("robot_arm").main(500) <= 0


def test_decompose_mesh(capsys):
    assert 6 <= example("decompose_mesh").main(12) <= 32
    found = [float(x) for x in re.findall(r"([\d.]+) from the", capsys.readouterr().out)]
    assert found[0] > 0.3 and found[1] == 0


def test_map_matching(capsys):
    assert example("map_matching").main(blocks=20, walkers=500) > 0.9


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
    classes = (masu.BoxTree, masu.PointTree, masu.Shape, masu.World2D, masu.World3D)
    for cls in (*classes, masu.Corridor, masu.RobotModel):
        for name in dir(cls):
            if not name.startswith("_"):
                assert getattr(cls, name).__doc__, f"{cls.__name__}.{name}"


def test_the_stub_declares_what_there_is():
    stub = (pathlib.Path(masu.__file__).parent / "_masu.pyi").read_text(encoding="utf-8")
    declared = set(re.findall(r"^(?:def|class) (\w+)|^(\w+): Final", stub, re.M))
    names = {a or b for a, b in declared} - {"_World"}
    assert names == {n for n in dir(_masu) if not n.startswith("__") or n == "__version__"}
    for cls in ("BoxTree", "PointTree", "Shape", "Corridor", "World3D"):
        text = stub[stub.index(f"class {cls if cls != 'World3D' else '_World'}") :]
        text = text[: text.index("\n\n# ---") if "\n\n# ---" in text else text.index("\n\n@final")]
        methods = set(re.findall(r"^    def (\w+)", text.split("\ndef ")[0], re.M))
        public = {n for n in dir(getattr(masu, cls)) if not n.startswith("_")}
        assert public == {m for m in methods if not m.startswith("_")}


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_pages(page, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)  # the page names files of the repository
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
