# SPDX-License-Identifier: MIT
"""A story: some hundred calls on shared objects. Each returns or raises a documented exception, and
the objects stay valid."""
import copy
import pathlib
import pickle
import traceback
import weakref

import numpy as np

import masu
from . import public
from .checks import check, examine
from .draw import Draw, Thrown
from .spoil import Odd, Spoiler
from .table import TABLE, WEIGHTS

ARM = pathlib.Path(__file__).resolve().parents[2] / "examples" / "arm"
# As docs/python.md lists them. masu.Error is a ValueError.
DOCUMENTED = (TypeError, ValueError, MemoryError, IndexError, OSError, Thrown)
STATUSES = set(
    "stopped too_many_objects size_mismatch not_finite out_of_range stale_handle damaged not_converged unbounded wrong_format "
    "not_positive not_unit no_points flat bad_index open_surface inverted not_convex apart touching busy not_updated".split()
)
KEPT = {"Shape": 6}  # objects of a class; of others two
MAKERS = [n for n in TABLE if "." not in n and n in "box capsule sphere mesh compound height_field convex_polygon rounded".split()]
# These may have done a part of their work when they raise.
PARTIAL = ("move_many", "update")


class Facts:
    """What the story knows of an object."""

    def __init__(self, dimension=2, args=()):
        self.dimension = dimension
        self.args = args  # of what made it
        self.period = False
        self.handles, self.shapes, self.saved = [], {}, []


class Story:
    """`tally` counts calls: name -> [called, succeeded]; `began(name, call, text)` is called before each."""

    def __init__(self, seed, names, tally, began):
        self.seed, self.tally, self.began = seed, tally, began
        self.draw = Draw(self, seed)
        self.spoiler = Spoiler(self.draw)
        self.names = [n for n in names for _ in range(WEIGHTS.get(self._entry(n), 1))]
        self.next = []  # those to be called, each once before any is called again
        self.home = self.draw.pick([2, 3])
        self.calls = self.errors = self.depth = 0
        self.fault = ""
        self.touched = False  # whether an argument has changed during the call
        self.outcomes = []
        self.recent = []
        self.made = []  # weak references to all objects
        self._pools, self._facts, self._lists = {}, {}, []
        self.urdf, self.srdf = str(ARM / "arm.urdf"), str(ARM / "arm.srdf")
        self.mesh_file = str(ARM / "link.obj")

    def run(self, count):
        for i in range(count):
            self.step()
            if i % 50 == 49:
                self._check()
            if self.fault:
                return
        self._check()

    # --- Objects ------------------------------------------------------------------------------------

    def all(self, name):
        return self._pools.get(name, [])

    def everything(self):
        handles = [h for facts in self._facts.values() for h in facts.handles]
        return [each for pool in self._pools.values() for each in pool] + handles

    def facts(self, of):
        return self._facts.get(id(of)) or Facts()

    def robot(self):
        if not self.all("RobotModel"):
            self._keep(masu.RobotModel(self.urdf), Facts(3))
        return self.all("RobotModel")[-1]

    def drop_some(self):
        """Lets go of an object, which a call may be using."""
        pools = [pool for name, pool in self._pools.items() if pool and name != "RobotModel"]
        if pools:
            pool = self.draw.pick(pools)
            self._facts.pop(id(pool.pop(self.draw.below(len(pool)))), None)

    def empty_lists(self):
        """Empties the lists among the arguments of the present call."""
        self.touched = True
        for each in self._lists:
            each.clear()

    def _keep(self, value, facts):
        name = type(value).__name__
        if name not in CLASSES:
            return
        pool = self._pools.setdefault(name, [])
        pool.append(value)
        self.made.append(weakref.ref(value))
        self._facts[id(value)] = facts
        if len(pool) > KEPT.get(name, 2):
            self._facts.pop(id(pool.pop(0)), None)

    # --- Calls --------------------------------------------------------------------------------------

    def nested(self):
        """Makes a call from a callback."""
        if self.depth < 3 and not self.fault:
            self.depth += 1
            dimension = self.draw.dimension
            self.step()
            self.draw.dimension = dimension
            self.depth -= 1

    def step(self):
        if not self.next:
            self.next = self.names[:]
            self.draw.random.shuffle(self.next)
        self._call(self.next.pop())

    @staticmethod
    def _entry(name):
        return name.replace("World2D", "World").replace("World3D", "World")

    def _call(self, name):
        draw = self.draw
        cls, _, member = name.partition(".")
        receiver = None
        if member and member != "__init__":
            if cls == "RobotModel":
                self.robot()
            elif (not self.all(cls) or draw.rarely(60)) and self.depth < 3:
                self.depth += 1
                self._call(draw.pick(MAKERS) if cls == "Shape" else cls + ".__init__")
                self.depth -= 1
            if not self.all(cls):
                return
            receiver = draw.pick(self.all(cls))
        draw.dimension = self.home if draw.below(5) else draw.pick([2, 3])
        if receiver is not None:
            draw.dimension = self.facts(receiver).dimension
        elif cls in ("World2D", "World3D"):
            draw.dimension = int(cls[5])
        arguments = TABLE.get(self._entry(name), lambda *_: [])
        drawn = arguments(draw) if receiver is None else arguments(draw, receiver)
        args, options = drawn if isinstance(drawn, tuple) else (drawn, {})
        spoilt = draw.rarely(4)
        if spoilt:
            args, options = self.spoiler.spoil(args, options)
        self._perform(name, receiver, member, args, options, spoilt)

    def _perform(self, name, receiver, member, args, options, spoilt):
        self.calls += 1
        calls = self.calls
        counts = self.tally.setdefault(name, [0, 0])
        counts[0] += 1
        self.recent = self.recent[-11:] + [(name, args, options)]
        self.began(name, calls, lambda: described(name, args, options))
        outer, self._lists = self._lists, [a for a in args if isinstance(a, list)]
        before = self._hash(receiver)
        self.touched = False
        try:
            result = invoke(name, receiver, member, args, options)
        except Exception as error:
            self.errors += 1
            status = getattr(error, "status", "")
            self.outcomes.append((name, type(error).__name__, status))
            if not isinstance(error, DOCUMENTED) or isinstance(error, masu.Error) and status not in STATUSES:
                self.fail(f"{name} raised {type(error).__name__}", error)
            # What update() raises may be the filter's.
            elif not spoilt and isinstance(error, TypeError) and member != "update":
                self.fail(f"{name} raised TypeError for valid arguments", error)
            alone = self.calls == calls
            if alone and member not in PARTIAL and before != self._hash(receiver):
                self.fail(f"{name} raised and has changed the world", error)
            error.__traceback__ = None
        else:
            counts[1] += 1
            self.outcomes.append((name, "ok", ""))
            # Callbacks may have changed what is known.
            if self.calls == calls and not self.touched and not odd([*args, *options.values()]):
                self._learn(name, receiver, member, args, options, result)
            elif isinstance(receiver, WORLDS):
                facts = self.facts(receiver)
                facts.shapes, facts.handles = {}, receiver.handles().tolist()
            if not spoilt and (wrong := examine(result)):
                self.fail(f"{name} returned {wrong}")
        self._lists = outer

    def _hash(self, of):
        return self.quietly(of.hash) if isinstance(of, WORLDS) else None

    def quietly(self, call):
        """Returns what call() returns, or None where it raises what calls may."""
        try:
            return call()
        except DOCUMENTED:
            return None

    def _learn(self, name, receiver, member, args, options, result):
        cls = name.partition(".")[0]
        if member == "__init__":
            self._keep(result, Facts(int(cls[5]) if cls in ("World2D", "World3D") else self.draw.dimension, args))
            facts = self.facts(result)
            if hasattr(result, "dimension"):
                facts.dimension = result.dimension
            facts.period = options.get("period") is not None
        elif isinstance(result, masu.Shape):
            self._keep(result, Facts(result.dimension))
        if receiver is None:
            return
        facts = self.facts(receiver)
        given = {**dict(zip(("handle", "shape") if member == "set_shape" else ("shape", "poses"), args)), **options}
        shape = given.get("shapes", given.get("shape"))
        if member == "add":
            facts.handles.append(result)
            facts.shapes[result] = shape
        elif member == "add_many":
            facts.handles += result.tolist()
            shapes = [shape] * len(result) if isinstance(shape, masu.Shape) else shape
            facts.shapes.update(zip(result.tolist(), shapes))
        elif member == "set_shape":
            facts.shapes[int(given["handle"])] = shape
        elif member == "remove" and self.draw.below(4):  # some stale handles are kept
            facts.handles = [h for h in facts.handles if h in receiver]
        elif member == "clear":
            facts.handles = facts.handles[-1:]
        elif member == "snapshot":
            facts.saved = facts.saved[-2:] + [result]
        elif member == "restore":
            facts.shapes, facts.handles = {}, receiver.handles().tolist()

    def fail(self, what, error=None):
        if self.fault:
            return
        lines = [f"seed {self.seed}, call {self.calls}: {what}"]
        if error is not None:
            lines += traceback.format_exception(error)
        lines += ["last calls:", *("  " + described(*each) for each in self.recent)]
        self.fault = "\n".join(lines)

    def _check(self):
        for pool in list(self._pools.values()):
            for each in list(pool):
                try:
                    wrong = check(each, self.facts(each), self.draw)
                except Exception as error:  # checks make valid calls only
                    self.fail(f"a {type(each).__name__} is not valid: {error!r}", error)
                else:
                    if wrong:
                        self.fail(f"a {type(each).__name__} is not valid: {wrong}")


WORLDS = (masu.World2D, masu.World3D)
CLASSES = {n.partition(".")[0] for n in public.names() if "." in n}


def odd(value, depth=4):
    """Whether the value has parts that act when they are converted."""
    if isinstance(value, (list, tuple)) and depth > 0:
        return any(odd(each, depth - 1) for each in value)
    return isinstance(value, Odd)


def described(name, args, options):
    """A call as text. Arguments may be objects that have no text."""
    parts = [shown(a) for a in args] + [f"{k}={shown(v)}" for k, v in options.items()]
    return f"{name}({', '.join(parts)})"


def shown(value):
    if isinstance(value, np.ndarray):
        if value.size > 60:
            return f"<{value.dtype} array {value.shape}>"
        return f"np.array({value.tolist()}, '{value.dtype}')"
    if isinstance(value, Odd):
        return f"Odd({shown(value.__dict__['_value'])})"
    try:
        return repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: {error!r}>"[:80]


def invoke(name, receiver, member, args, options):
    """Calls a function, or reads a property."""
    if receiver is None:
        return getattr(masu, name.partition(".")[0])(*args, **options)
    if member == "__len__":
        return len(receiver)
    if member == "__contains__":
        return args[0] in receiver if len(args) == 1 else receiver.__contains__(*args)
    if member == "__repr__":
        return repr(receiver)
    if member in ("__reduce__", "__getstate__"):
        same = pickle.loads(pickle.dumps(receiver))
        copied = copy.deepcopy(receiver)
        if isinstance(receiver, WORLDS) and not same.hash() == copied.hash() == receiver.hash():
            raise RuntimeError("a pickled world has another hash")
        return same
    if member == "__setstate__":
        made = type(receiver).__new__(type(receiver))
        made.__setstate__(*args, **options)
        if isinstance(receiver, WORLDS):
            made.move_many(made.handles(), made.poses(made.handles()))
            made.update(), made.contacts(), made.closest_pair()
        return None
    attribute = getattr(type(receiver), member)
    return attribute(receiver, *args, **options) if callable(attribute) else getattr(receiver, member)
