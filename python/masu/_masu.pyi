# SPDX-License-Identifier: MIT
# Types of the compiled module. Its docstrings are in the module: help(masu.pairs).
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

__version__: Final[str]
NO_HANDLE: Final[int]
NO_WALL: Final[int]

# Structured arrays with attribute access; their fields are in the docstrings.
Records = np.recarray[Any, np.dtype[np.record]]
Float = NDArray[np.floating[Any]]
UInt32 = NDArray[np.uint32]
Handles = NDArray[np.uint64]
Vector = Sequence[float] | NDArray[Any]

# Names of statuses, in the order of their numbers.
Status = Literal[
    "ok",
    "stopped",
    "out_of_memory",
    "too_many_objects",
    "size_mismatch",
    "not_finite",
    "out_of_range",
    "stale_handle",
    "damaged",
    "not_converged",
    "unbounded",
    "wrong_format",
    "not_positive",
    "not_unit",
    "no_points",
    "flat",
    "bad_index",
    "open_surface",
    "inverted",
    "not_convex",
    "apart",
    "touching",
    "busy",
    "not_updated",
]

class Error(ValueError):
    status: Status

# --- Boxes ------------------------------------------------------------------------------------------

class Rows(NamedTuple):
    indptr: UInt32
    indices: UInt32

def pairs(
    boxes: ArrayLike, *, period: Vector | None = None, threads: int = 1, copy: bool = True
) -> UInt32: ...
def pairs_between(
    a: ArrayLike, b: ArrayLike, *, period: Vector | None = None, threads: int = 1, copy: bool = True
) -> UInt32: ...
@final
class BoxTree:
    def __init__(self, boxes: ArrayLike, *, copy: bool = True) -> None: ...
    def query(
        self,
        boxes: ArrayLike,
        predicate: Literal["intersects", "covers", "covered_by", "dwithin"] = "intersects",
        *,
        distance: float | None = None,
        threads: int = 1,
        copy: bool = True,
    ) -> Any: ...
    def nearest(
        self, points: ArrayLike, k: int = 1, *, threads: int = 1, copy: bool = True
    ) -> tuple[Any, Any]: ...
    def ray_cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_t: float = ...,
        *,
        threads: int = 1,
        copy: bool = True,
    ) -> tuple[Any, Any]: ...
    def __len__(self) -> int: ...
    @property
    def dimension(self) -> int: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...

# --- Points -----------------------------------------------------------------------------------------

@final
class PointTree:
    def __init__(self, points: ArrayLike, *, copy: bool = True) -> None: ...
    def nearest(
        self, points: ArrayLike, k: int = 1, *, threads: int = 1, copy: bool = True
    ) -> tuple[Any, Any]: ...
    def query(
        self, points: ArrayLike, k: int = 1, *, threads: int = 1, copy: bool = True
    ) -> tuple[Any, Any]: ...
    def within(
        self, points: ArrayLike, radius: float, *, threads: int = 1, copy: bool = True
    ) -> Any: ...
    def __len__(self) -> int: ...
    @property
    def dimension(self) -> int: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...

# --- Shapes -----------------------------------------------------------------------------------------

class Outlines(NamedTuple):
    indptr: UInt32
    points: NDArray[np.float64]

@final
class Shape:
    @property
    def dimension(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def radius(self) -> float: ...
    def aabb(self, pose: ArrayLike | None = None) -> NDArray[np.float64]: ...
    def outline(self, pose: ArrayLike | None = None, directions: int = 64) -> Outlines: ...
    def _repr_svg_(self) -> str | None: ...

def sphere(radius: float, center: Vector | None = None) -> Shape: ...
def circle(radius: float, center: Vector | None = None) -> Shape: ...
def box(half_extents: Vector, center: Vector | None = None) -> Shape: ...
def capsule(a: Vector, b: Vector, radius: float) -> Shape: ...
def segment(a: Vector, b: Vector) -> Shape: ...
def point(position: Vector) -> Shape: ...
def triangle(a: Vector, b: Vector, c: Vector) -> Shape: ...
def ellipsoid(half_axes: Vector) -> Shape: ...
def cylinder(radius: float, half_height: float) -> Shape: ...
def cone(radius: float, half_height: float) -> Shape: ...
def half_space(normal: Vector, offset: float) -> Shape: ...
def rounded(shape: Shape, radius: float) -> Shape: ...
def mesh(vertices: ArrayLike, corners: ArrayLike) -> Shape: ...
def compound(shapes: Sequence[Shape], poses: ArrayLike | None = None) -> Shape: ...
def height_field(
    heights: ArrayLike, spacing: float | Vector, holes: ArrayLike | None = None
) -> Shape: ...
def convex_polygon(points: ArrayLike) -> Shape: ...
def convex_polyhedron(points: ArrayLike) -> Shape: ...

# --- Pairs of shapes --------------------------------------------------------------------------------

class Manifold(NamedTuple):
    contact: Any
    points: Records

class Contacts(NamedTuple):
    indptr: UInt32
    contacts: Records

class Manifolds(NamedTuple):
    contacts: Records
    indptr: UInt32
    points: Records

# Numbers and records for single poses, arrays for many.
def distance(
    a: Shape,
    b: Shape,
    pose_a: ArrayLike | None = None,
    pose_b: ArrayLike | None = None,
    *,
    threads: int = 1,
) -> Any: ...
def intersects(
    a: Shape,
    b: Shape,
    pose_a: ArrayLike | None = None,
    pose_b: ArrayLike | None = None,
    *,
    threads: int = 1,
) -> Any: ...
def contact(
    a: Shape,
    b: Shape,
    pose_a: ArrayLike | None = None,
    pose_b: ArrayLike | None = None,
    *,
    threads: int = 1,
) -> Any: ...
def contacts(
    a: Shape,
    b: Shape,
    pose_a: ArrayLike | None = None,
    pose_b: ArrayLike | None = None,
    *,
    margin: float = 0.0,
    skip_internal_edges: bool = False,
    threads: int = 1,
) -> Any: ...
def manifold(
    a: Shape,
    b: Shape,
    pose_a: ArrayLike | None = None,
    pose_b: ArrayLike | None = None,
    *,
    margin: float = 0.0,
    threads: int = 1,
) -> Any: ...
def time_of_impact(
    a: Shape,
    b: Shape,
    begin_a: ArrayLike | None = None,
    end_a: ArrayLike | None = None,
    begin_b: ArrayLike | None = None,
    end_b: ArrayLike | None = None,
    *,
    tolerance: float = 1e-6,
    threads: int = 1,
) -> Any: ...
def distances(
    shapes: Sequence[Shape],
    poses: ArrayLike,
    pairs: ArrayLike | None = None,
    *,
    signed: bool = False,
    threads: int = 1,
) -> NDArray[np.float64]: ...

def contact_volume(
    a: Shape,
    b: Shape,
    pose_a: ArrayLike | None = None,
    pose_b: ArrayLike | None = None,
    *,
    threads: int = 1,
) -> Any: ...

# --- Hulls ------------------------------------------------------------------------------------------

class Hull2D(NamedTuple):
    vertices: UInt32
    dimension: int

class Hull3D(NamedTuple):
    vertices: UInt32
    triangles: UInt32
    indptr: UInt32
    indices: UInt32
    planes: Float
    dimension: int

class Decomposition(NamedTuple):
    parts: list[NDArray[np.float64]]
    depth: float
    converged: bool

def decompose(
    vertices: ArrayLike,
    triangles: ArrayLike,
    *,
    max_parts: int = ...,
    tolerance: float = ...,
    volume_tolerance: float = ...,
    progress: bool | Callable[[int, int], object] | None = None,
) -> Decomposition: ...
def convex_hull(points: ArrayLike, *, merge: float = 0.0, copy: bool = True) -> Any: ...

# --- Walls ------------------------------------------------------------------------------------------

@final
class Corridor:
    def __init__(
        self,
        walls: ArrayLike,
        *,
        weld: float = 0.0,
        reach: float = 0.0,
        open_along: ArrayLike | None = None,
    ) -> None: ...
    def nearest(
        self, points: ArrayLike, max_distance: float = ..., *, threads: int = 1
    ) -> Any: ...
    def ray_cast(
        self, origins: ArrayLike, directions: ArrayLike, max_t: float = ..., *, threads: int = 1
    ) -> Any: ...
    def circle_cast(
        self, points: ArrayLike, radius: float, translations: ArrayLike, *, threads: int = 1
    ) -> Any: ...
    def move(
        self,
        positions: ArrayLike,
        displacements: ArrayLike,
        radius: float = 0.0,
        *,
        passing: ArrayLike | None = None,
        response: Literal["slide", "bounce", "stop"] = "slide",
        restitution: float = 1.0,
        threads: int = 1,
    ) -> Any: ...
    def move_walls(
        self,
        chain: int,
        translation: Vector,
        positions: ArrayLike | None = None,
        radius: float = 0.0,
        *,
        passing: ArrayLike | None = None,
    ) -> Any: ...
    def set_vertices(self, first: int, vertices: ArrayLike) -> None: ...
    def _repr_svg_(self) -> str | None: ...
    def chains(self) -> tuple[NDArray[np.float64], UInt32, UInt32]: ...
    def __len__(self) -> int: ...
    @property
    def skin(self) -> float: ...

# --- Worlds -----------------------------------------------------------------------------------------

class Events(NamedTuple):
    began: Records
    ended: Records
    crossed: Records
    impacts: Records
    left: Handles

class Corners(NamedTuple):
    indptr: UInt32
    points: Records

class PairCandidate(NamedTuple):
    a: int
    b: int
    user_data_a: int
    user_data_b: int

class HandleRows(NamedTuple):
    indptr: UInt32
    handles: Handles

class Neighbors(NamedTuple):
    indptr: UInt32
    handles: Handles
    distances: NDArray[np.float64]

class _World:
    def __init__(
        self,
        *,
        detail: Literal["boxes", "touch", "points", "areas", "volumes"] = "points",
        margin: float = 0.0,
        period: Vector | None = None,
        handle_salt: int = 0,
        threads: int = 1,
    ) -> None: ...
    def add(
        self,
        shape: Shape,
        pose: ArrayLike | None = None,
        *,
        user_data: int = ...,
        category: int = ...,
        mask: int = ...,
        layer: int = ...,
        sensor: bool = ...,
        continuous: bool = ...,
        fixed: bool = ...,
        margin: float = ...,
        group: int = ...,
    ) -> int: ...
    def add_many(
        self,
        shapes: Shape | Sequence[Shape],
        poses: ArrayLike,
        *,
        user_data: int = ...,
        category: int = ...,
        mask: int = ...,
        layer: int = ...,
        sensor: bool = ...,
        continuous: bool = ...,
        fixed: bool = ...,
        margin: float = ...,
        group: int = ...,
    ) -> Handles: ...
    def move(self, handle: int, pose: ArrayLike) -> None: ...
    def move_many(self, handles: ArrayLike, poses: ArrayLike) -> None: ...
    def teleport(self, handle: int, pose: ArrayLike) -> None: ...
    def set_shape(self, handle: int, shape: Shape) -> None: ...
    def set_user_data(self, handle: int, user_data: int) -> None: ...
    def set_sensor(self, handle: int, sensor: bool) -> None: ...
    def set_continuous(self, handle: int, continuous: bool) -> None: ...
    def set_fixed(self, handle: int, fixed: bool) -> None: ...
    def set_margin(self, handle: int, margin: float) -> None: ...
    def set_group(self, handle: int, group: int) -> None: ...
    def set_filter(self, handle: int, category: int = ..., mask: int = ...) -> None: ...
    def set_layers(self, a: int | None, b: int | None, collide: bool) -> None: ...
    def set_pair_filter(self, accept: Callable[[PairCandidate], object] | None) -> None: ...
    def refilter(self, handle: int) -> None: ...
    def exclude_pair(self, a: int, b: int) -> None: ...
    def include_pair(self, a: int, b: int) -> None: ...
    def set_bounds(self, box: ArrayLike) -> None: ...
    def remove(self, handle: int) -> None: ...
    def clear(self) -> None: ...
    def handles(self) -> Handles: ...
    def poses(self, handles: ArrayLike) -> NDArray[np.float64]: ...
    def __len__(self) -> int: ...
    def __contains__(self, handle: int) -> bool: ...
    def update(self) -> Events: ...
    def pairs(self) -> Records: ...
    def contacts(self) -> Records: ...
    def corners(self) -> Corners: ...
    def volumes(self) -> Records: ...
    def ray_cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_t: float = ...,
        *,
        mask: int | None = None,
        sensors: bool | None = None,
    ) -> Any: ...
    def shape_cast(
        self,
        shape: Shape,
        poses: ArrayLike,
        translations: ArrayLike,
        *,
        mask: int | None = None,
        sensors: bool | None = None,
    ) -> Any: ...
    def overlapping(
        self, boxes: ArrayLike, *, mask: int | None = None, sensors: bool | None = None
    ) -> Any: ...
    def touching(
        self,
        shape: Shape,
        poses: ArrayLike | None = None,
        *,
        mask: int | None = None,
        sensors: bool | None = None,
    ) -> Any: ...
    def at(
        self, points: ArrayLike, *, mask: int | None = None, sensors: bool | None = None
    ) -> Any: ...
    def nearest(
        self,
        points: ArrayLike,
        k: int = 1,
        *,
        mask: int | None = None,
        sensors: bool | None = None,
    ) -> tuple[Any, Any]: ...
    def within(
        self,
        points: ArrayLike,
        radius: float,
        *,
        mask: int | None = None,
        sensors: bool | None = None,
    ) -> Neighbors: ...
    def closest_pair(self) -> Any: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
    def hash(self) -> int: ...

@final
class World2D(_World):
    def outlines(self, directions: int = 64) -> Outlines: ...
    def _repr_svg_(self) -> str | None: ...

@final
class World3D(_World): ...
