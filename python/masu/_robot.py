# SPDX-License-Identifier: MIT
"""read_mesh() and RobotModel: what masu reads from files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _masu
from ._poses import read_floats
from ._progress import Progress, in_steps

Float = NDArray[np.float64]
Path = Union[str, "os.PathLike[str]"]


def _readers() -> Any:
    """The module that reads files, which needs the libraries of the parsers."""
    try:
        from . import _io
    except ImportError as error:
        raise ImportError(
            "masu was built without its readers of files, or their libraries (pugixml, tinygltf) "
            f"are missing: {error}"
        ) from error
    return _io


def read_mesh(path: Path, *, scale: float = 1.0) -> tuple[Float, NDArray[np.uint32]]:
    """Read the triangles of an OBJ, STL or glTF file.

    Vertices with equal coordinates are merged, so closed surfaces are closed.

    Parameters
    ----------
    path : str or path-like
        The extension decides the format: .obj, .stl, .gltf or .glb.
    scale : float, optional
        Factor of all coordinates.

    Returns
    -------
    vertices : ndarray, shape (n, 3)
    triangles : ndarray of uint32, shape (m, 3)
        As `mesh`, `convex_polyhedron` and `decompose` take them.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        It violates its format, or has an unsupported one; the message has the position.
    """
    vertices, triangles = _readers().read_mesh(os.fspath(path), scale)
    return vertices, triangles


class RobotModel:
    """A robot of URDF: its links' shapes, their poses and distances, for many configurations.

    Pairs of links are tested unless a joint joins them or the SRDF disables them. Joints may be
    fixed, revolute, continuous or prismatic, and mimic others.

    Parameters
    ----------
    urdf : str or path-like
        A URDF file. Collision geometries: box, sphere, cylinder, capsule, mesh (STL, OBJ, glTF).
    srdf : str or path-like, optional
        An SRDF file, for its elements ``disable_collisions``.
    package_root : str or path-like, optional
        The folder of the packages in ``package://`` paths of meshes.
    meshes : {'convex', 'surface'}, optional
        Whether a mesh counts as its convex hull, which is fast and has a depth, or as its surface.

    Attributes
    ----------
    name : str
    links : list of str
    joints : list of str
        Those that move independently: the columns of `q`.
    lower, upper : ndarray, shape (dof,)
        Limits of the joints, in radians or metres; infinite for continuous joints.
    shapes : list of Shape
        The collision geometries of all links.
    shape_links : ndarray, shape (m,)
        The link of each shape.
    pairs : ndarray of uint32, shape (k, 2)
        The pairs of links that are tested.
    """

    def __init__(
        self,
        urdf: Path,
        srdf: Path | None = None,
        *,
        package_root: Path = "",
        meshes: Literal["convex", "surface"] = "convex",
    ) -> None:
        if meshes not in ("convex", "surface"):
            raise ValueError(f"meshes: expected 'convex' or 'surface', got {meshes!r}")
        self._files = (os.fspath(urdf), None if srdf is None else os.fspath(srdf))
        self._options = (os.fspath(package_root), meshes)
        self._robot = _readers().Robot(self._files[0], self._options[0])
        if self._files[1] is not None:
            self._robot.load_srdf(self._files[1])
        self.name: str = self._robot.name
        self.links: list[str] = self._robot.links()
        names, lower, upper = self._robot.joints()
        self.joints: list[str] = list(names)
        self.lower: Float = np.array(lower, dtype=np.float64)
        self.upper: Float = np.array(upper, dtype=np.float64)
        geometries = self._robot.geometries()
        self.shapes = [_shape(kind, sizes, meshes) for _, kind, sizes in geometries]
        self.shape_links = np.array([link for link, _, _ in geometries], dtype=np.uint32)
        self._pair_shapes()

    def _pair_shapes(self) -> None:
        """Lists the pairs of shapes, those of each pair of links one after another."""
        of_link: dict[int, list[int]] = {}
        for shape, link in enumerate(self.shape_links.tolist()):
            of_link.setdefault(link, []).append(shape)
        links = sorted(of_link)
        pairs = [(a, b) for a in links for b in links if a < b and self._robot.may_collide(a, b)]
        shapes = [[(i, j) for i in of_link[a] for j in of_link[b]] for a, b in pairs]
        self.pairs = np.array(pairs, dtype=np.uint32).reshape(-1, 2)
        self._shape_pairs = np.array(sum(shapes, []), dtype=np.uint32).reshape(-1, 2)
        self._first = np.cumsum([0] + [len(s) for s in shapes])[:-1].astype(np.intp)

    @property
    def dof(self) -> int:
        """The number of joints that move independently."""
        return len(self.joints)

    def _rows(self, q: ArrayLike) -> tuple[Float, bool]:
        """The configurations as rows, and whether a single one was given."""
        positions = read_floats(q, "q")
        if positions.ndim not in (1, 2) or positions.shape[-1] != self.dof:
            raise ValueError(f"q: expected ({self.dof},) or (n, {self.dof}), got {positions.shape}")
        if not np.isfinite(positions).all():
            raise ValueError("q: has numbers that are not finite")
        return np.ascontiguousarray(np.atleast_2d(positions)), positions.ndim == 1

    def _poses(self, q: ArrayLike, which: int) -> Float:
        rows, single = self._rows(q)
        poses: Float = self._robot.poses(rows)[which]
        if single:
            poses = poses[0]
        return poses

    def link_poses(self, q: ArrayLike) -> Float:
        """Compute the poses of the links relative to the root link, (links, 7) or (n, links, 7).

        Parameters
        ----------
        q : array_like, shape (dof,) or (n, dof)
            Positions of `joints`, in radians or metres. Limits are not checked.
        """
        return self._poses(q, 0)

    def shape_poses(self, q: ArrayLike) -> Float:
        """Compute the poses of `shapes`, (m, 7) or (n, m, 7), as `masu.distances` takes them."""
        return self._poses(q, 1)

    def distances(
        self, q: ArrayLike, *, signed: bool = False, threads: int = 1, progress: Progress = None
    ) -> Float:
        """Compute the distance of each pair of links in `pairs`.

        Parameters
        ----------
        q : array_like, shape (dof,) or (n, dof)
        signed : bool, optional
            Minus the penetration depth where links overlap, instead of 0.
        threads : int, optional
            0: one for each processor.
        progress : bool or callable, optional
            Called with the configurations done and all; True: tqdm's bar, if it is installed.

        Returns
        -------
        ndarray, shape (k,) or (n, k)
        """

        def some(rows: Float) -> Float:
            if len(self.pairs) == 0:
                return np.empty((len(rows), 0))
            found = _masu.distances(
                self.shapes,
                self._poses(rows, 1),
                self._shape_pairs,
                signed=signed,
                threads=threads,
            )
            nearest: Float = np.minimum.reduceat(found, self._first, axis=-1)
            return nearest

        rows, single = self._rows(q)
        found = in_steps(rows, progress, some)
        if single:
            found = found[0]
        return found

    def distance(
        self, q: ArrayLike, *, signed: bool = False, threads: int = 1, progress: Progress = None
    ) -> Any:
        """Compute the smallest distance of the robot to itself; a number or (n,).

        Parameters are those of `distances`. Infinity without pairs.
        """
        found = self.distances(q, signed=signed, threads=threads, progress=progress)
        nearest = found.min(axis=-1, initial=np.inf)
        return float(nearest) if nearest.ndim == 0 else nearest

    def self_collisions(
        self, q: ArrayLike, *, margin: float = 0.0, threads: int = 1, progress: Progress = None
    ) -> Any:
        """Find which pairs of links touch or overlap.

        Parameters
        ----------
        q : array_like, shape (dof,) or (n, dof)
        margin : float, optional
            Links no farther apart than this collide, too.
        threads, progress : optional
            As in `distances`.

        Returns
        -------
        ndarray of bool, shape (k,) or (n, k)
            For each row of `pairs`. ``.any(axis=-1)``: whether the configuration collides.
        """
        return self.distances(q, threads=threads, progress=progress) <= margin

    def clearance(
        self,
        q: ArrayLike,
        obstacles: Sequence[_masu.Shape],
        poses: ArrayLike,
        *,
        signed: bool = False,
        threads: int = 1,
        progress: Progress = None,
    ) -> Any:
        """Compute the smallest distance of the robot to obstacles that stay.

        Parameters
        ----------
        q : array_like, shape (dof,) or (n, dof)
        obstacles : sequence of Shape
        poses : array_like
            One for each obstacle, relative to the root link: rows of `masu.poses`, (o, 7).
        signed, threads, progress : optional
            As in `distances`.

        Returns
        -------
        float or ndarray, shape (n,)
        """
        fixed = read_floats(poses, "poses")
        if fixed.shape != (len(obstacles), 7):
            raise ValueError(f"poses: expected ({len(obstacles)}, 7), got {fixed.shape}")
        m = len(self.shapes)
        pairs = [(i, m + o) for i in range(m) for o in range(len(obstacles))]

        def some(rows: Float) -> Float:
            if not pairs:
                return np.full(len(rows), np.inf)
            each = np.broadcast_to(fixed, (len(rows), *fixed.shape))
            found = _masu.distances(
                [*self.shapes, *obstacles],
                np.concatenate([self._poses(rows, 1), each], axis=1),
                pairs,
                signed=signed,
                threads=threads,
            )
            nearest: Float = found.min(axis=1)
            return nearest

        rows, single = self._rows(q)
        found = in_steps(rows, progress, some)
        return float(found[0]) if single else found

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (*self._files, *self._options)  # reads the files again

    def __repr__(self) -> str:
        return f"<masu.RobotModel '{self.name}' of {len(self.links)} links, {self.dof} joints>"


def _load(urdf: str, srdf: str | None, package_root: str, meshes: Any) -> RobotModel:
    """What pickle calls."""
    return RobotModel(urdf, srdf, package_root=package_root, meshes=meshes)


def _shape(kind: str, sizes: Any, meshes: str) -> _masu.Shape:
    """The shape of a collision geometry."""
    if kind == "mesh":
        return _masu.convex_polyhedron(sizes[0]) if meshes == "convex" else _masu.mesh(*sizes)
    shape: _masu.Shape = getattr(_masu, kind)(*sizes)
    return shape
