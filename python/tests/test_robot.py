# SPDX-License-Identifier: MIT
"""Robots of URDF against NumPy's matrices, and meshes of files."""
import pathlib
import pickle

import numpy as np
import pytest

import masu

io = pytest.importorskip("masu._io", reason="built without the readers of files")
ARM = pathlib.Path(__file__).resolve().parents[1] / "examples" / "arm"

GRIPPER = """<robot name="gripper">
  <link name="palm"><collision><origin xyz="0 0 1"/><geometry><box size="2 4 6"/></geometry></collision></link>
  <link name="left"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
  <link name="right"><collision><geometry><capsule radius="0.25" length="1"/></geometry></collision>
    <collision><origin xyz="0 0 2"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="tip"/>
  <joint name="open" type="prismatic"><parent link="palm"/><child link="left"/>
    <origin xyz="0 3 0"/><axis xyz="0 2 0"/><limit lower="0" upper="2"/></joint>
  <joint name="follow" type="prismatic"><parent link="palm"/><child link="right"/>
    <origin xyz="0 4 0"/><axis xyz="0 1 0"/><limit lower="0" upper="2"/>
    <mimic joint="open" multiplier="-0.5" offset="1"/></joint>
  <joint name="spin" type="continuous"><parent link="left"/><child link="tip"/>
    <origin rpy="0 0 1.5707963267948966"/></joint>
</robot>"""


def rotation(axis, angle):
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def arm_matrices(q):
    """The poses of the arm's links, from the numbers of arm.urdf."""
    z, y = (0, 0, 1), (0, 1, 0)
    chain = [(z, 0.16, q[0]), (y, 0.03, q[1]), (y, 0.32, q[2]), (z, 0.28, q[3]), (y, 0.08, q[4])]
    poses, at = [np.eye(4)], np.eye(4)
    for axis, height, angle in chain:
        step = np.eye(4)
        step[:3, :3], step[2, 3] = rotation(axis, angle), height
        at = at @ step
        poses.append(at)
    for offset in ([0, 0, 0.05 + q[5]], [0.05, 0, 0.02]):
        step = np.eye(4)
        step[:3, 3] = offset
        poses.append(at @ step)
    return poses


def test_poses_are_those_of_the_chain():
    robot = masu.RobotModel(ARM / "arm.urdf", ARM / "arm.srdf")
    assert robot.dof == 6 and robot.joints[-1] == "reach" and robot.name == "arm"
    assert np.isinf(robot.upper[0]) and robot.lower[1] == -2.2 and robot.upper[5] == 0.1
    q = np.random.default_rng(0).uniform(-2, 2, (50, 6))
    poses = robot.link_poses(q)
    assert poses.shape == (50, 8, 7)
    for one, row in zip(q, poses):
        for matrix, pose in zip(arm_matrices(one), row):
            np.testing.assert_allclose(matrix[:3, 3], pose[:3], atol=1e-12)
            x, y, z, w = pose[3:]
            np.testing.assert_allclose(
                matrix[:3, 0],
                [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
                atol=1e-12,
            )
    np.testing.assert_array_equal(robot.link_poses(q[3]), poses[3])


def test_distances_are_those_of_the_shapes():
    robot = masu.RobotModel(ARM / "arm.urdf", ARM / "arm.srdf")
    q = np.random.default_rng(1).uniform(-2, 2, (200, 6))
    found, poses = robot.distances(q, threads=2), robot.shape_poses(q)
    assert found.shape == (200, len(robot.pairs))
    for k, (a, b) in enumerate(robot.pairs):  # each link has one shape
        i, j = np.flatnonzero(robot.shape_links == a)[0], np.flatnonzero(robot.shape_links == b)[0]
        expected = masu.distance(robot.shapes[i], robot.shapes[j], poses[:, i], poses[:, j])
        np.testing.assert_array_equal(found[:, k], expected)
    np.testing.assert_array_equal(robot.distance(q), found.min(axis=1))
    collides = robot.self_collisions(q)
    np.testing.assert_array_equal(collides, found == 0)
    assert collides.any() and not collides.all()
    assert robot.self_collisions(q, margin=9).all()
    assert isinstance(robot.distance(q[0]), float)
    np.testing.assert_array_equal(robot.self_collisions(q[0]), collides[0])
    assert (robot.distances(q, signed=True)[collides] <= 0).all()


def test_progress_is_reported():
    robot, q = masu.RobotModel(ARM / "arm.urdf"), np.random.default_rng(2).uniform(-1, 1, (120, 6))
    expected, calls = robot.distances(q), []
    found = robot.distances(q, progress=lambda done, count: calls.append((done, count)))
    np.testing.assert_array_equal(found, expected)
    assert calls == [(done, 120) for done in range(3, 121, 3)]
    np.testing.assert_array_equal(robot.distance(q, progress=True), expected.min(axis=1))
    np.testing.assert_array_equal(robot.distances(q[0], progress=print), expected[0])
    ball = [masu.sphere(0.1)], masu.poses([[1, 0, 0.5]])
    clear = robot.clearance(q, *ball, progress=lambda done, count: calls.append((done, count)))
    np.testing.assert_array_equal(clear, [robot.clearance(row, *ball) for row in q])

    def stop(done, count):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        robot.self_collisions(q, progress=stop)
    assert robot.distances(np.empty((0, 6)), progress=stop).shape == (0, len(robot.pairs))


def test_pairs_leave_out_neighbors_and_the_srdf():
    free, some = masu.RobotModel(ARM / "arm.urdf"), masu.RobotModel(ARM / "arm.urdf", ARM / "arm.srdf")
    assert len(free.pairs) == 8 * 7 // 2 - 7 and len(some.pairs) == len(free.pairs) - 6
    listed = {frozenset(pair) for pair in some.pairs.tolist()}
    names = some.links
    assert frozenset((names.index("wrist"), names.index("camera"))) not in listed
    assert frozenset((names.index("base"), names.index("tool"))) in listed


def test_mimics_and_links_of_several_shapes(tmp_path):
    path = tmp_path / "gripper.urdf"
    path.write_text(GRIPPER)
    robot = masu.RobotModel(path)
    assert robot.joints == ["open", "spin"] and robot.links == ["palm", "left", "right", "tip"]
    assert [s.kind for s in robot.shapes] == ["box", "point", "segment", "point"]
    # left at y = 3 + q, right at y = 4 + (1 - q / 2)
    assert robot.pairs.tolist() == [[1, 2]]
    q = np.array([[0, 0], [1, 1], [2, 9]])
    gap = np.abs((5 - q[:, 0] / 2) - (3 + q[:, 0])) - 0.75
    np.testing.assert_allclose(robot.distances(q)[:, 0], np.maximum(gap, 0), atol=1e-12)
    low = robot.clearance(q, [masu.half_space([0, 0, 1], -5)], masu.poses([[0, 0, 0]]))
    np.testing.assert_allclose(low, 3, atol=1e-12)  # the palm reaches down to -2
    assert robot.clearance(q[0], [], np.empty((0, 7))) == np.inf


def test_meshes_are_hulls_or_surfaces():
    q = np.zeros(6)
    hulls = masu.RobotModel(ARM / "arm.urdf", meshes="convex")
    surfaces = masu.RobotModel(ARM / "arm.urdf", meshes="surface")
    kinds = {s.kind for s in surfaces.shapes} - {s.kind for s in hulls.shapes}
    assert kinds == {"mesh"}
    np.testing.assert_allclose(hulls.distances(q), surfaces.distances(q), atol=1e-9)
    with pytest.raises(ValueError):
        surfaces.distances(q, signed=True)
    with pytest.raises(ValueError, match="meshes"):
        masu.RobotModel(ARM / "arm.urdf", meshes="boxes")


def test_pickle_reads_the_files_again():
    robot = masu.RobotModel(ARM / "arm.urdf", ARM / "arm.srdf", meshes="surface")
    copy = pickle.loads(pickle.dumps(robot))
    q = np.linspace(0, 1, 6)
    np.testing.assert_array_equal(copy.distances(q), robot.distances(q))
    assert [s.kind for s in copy.shapes] == [s.kind for s in robot.shapes]


def test_a_robot_of_one_link(tmp_path):
    path = tmp_path / "stone.urdf"
    path.write_text('<robot name="stone"><link name="all"/></robot>')
    robot = masu.RobotModel(path)
    assert robot.dof == 0 and robot.link_poses([]).shape == (1, 7)
    assert robot.distance(np.empty((5, 0))).tolist() == [np.inf] * 5
    assert robot.self_collisions([]).shape == (0,)


def test_refusals(tmp_path):
    with pytest.raises(OSError, match="none.urdf"):
        masu.RobotModel(tmp_path / "none.urdf")
    path = tmp_path / "bad.urdf"
    path.write_text('<robot name="x">\n<link/></robot>')
    with pytest.raises(ValueError, match="bad.urdf:2"):
        masu.RobotModel(path)
    path.write_text('<robot name="x"><disable_collisions link1="base" link2="foot"/></robot>')
    with pytest.raises(ValueError, match="foot"):
        masu.RobotModel(ARM / "arm.urdf", path)
    robot = masu.RobotModel(ARM / "arm.urdf")
    for q in (0, [1, 2], np.zeros((2, 5)), np.zeros((1, 1, 6)), [np.nan] * 6):
        with pytest.raises(ValueError, match="q:"):
            robot.distance(q)
    with pytest.raises(ValueError, match="poses"):
        robot.clearance(np.zeros(6), [masu.sphere(1)], [[0, 0, 0]])


def test_read_mesh(tmp_path):
    vertices, triangles = masu.read_mesh(ARM / "link.obj", scale=2)
    assert vertices.shape == (24, 3) and triangles.dtype == np.uint32
    assert vertices[:, 2].max() == 0.6 and len(triangles) == 2 * (24 - 2)
    assert masu.decompose(vertices, triangles).converged
    stl = tmp_path / "one.stl"
    stl.write_text("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                   "vertex 0 1 0\nendloop\nendfacet\nendsolid a\n")
    assert masu.read_mesh(stl)[1].tolist() == [[0, 1, 2]]
    with pytest.raises(OSError):
        masu.read_mesh(tmp_path / "none.obj")
    (tmp_path / "mesh.xyz").write_text("x")
    with pytest.raises(ValueError):
        masu.read_mesh(tmp_path / "mesh.xyz")
