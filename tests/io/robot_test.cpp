// SPDX-License-Identifier: MIT
// An arm of three links in URDF and SRDF: geometry, joints, poses of links, and errors.
#include <array>
#include <cmath>
#include <sstream>

#include <masu/core/make_rotation.hpp>
#include <masu/io/robot.hpp>

#include "mesh_files.hpp"

namespace masu::io::testing {
namespace {

constexpr double kHalfPi = 1.57079632679489661923;

const std::string kArm = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="tool"><collision><geometry>
    <mesh filename="package://arm_description/meshes/cube.stl" scale="0.1 0.1 0.2"/>
  </geometry></collision></link>
  <link name="base">
    <visual><geometry><mesh filename="not_read.dae"/></geometry></visual>
    <collision name="plate"><origin xyz="0 0 0.05"/><geometry><box size="1 2 0.1"/></geometry></collision>
  </link>
  <link name="upper">
    <collision><origin xyz="0 0 0.5" rpy="0 0 0"/><geometry><cylinder radius="0.1" length="1"/></geometry></collision>
    <collision><geometry><sphere radius="0.15"/></geometry></collision>
  </link>
  <link name="finger"/>
  <joint name="slide" type="prismatic">
    <parent link="upper"/><child link="tool"/><origin xyz="0 0 1"/><axis xyz="0 0 2"/>
    <limit lower="0" upper="0.3" effort="1" velocity="1"/>
  </joint>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.1" rpy="0 0 1.57079632679489661923"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="2.5" effort="1" velocity="1"/>
  </joint>
  <joint name="grip" type="prismatic">
    <parent link="tool"/><child link="finger"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
    <mimic joint="slide" multiplier="-2" offset="0.5"/>
  </joint>
  <transmission name="ignored"/>
</robot>
)";

void expect_near(const Vec<3, double>& a, const Vec<3, double>& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

std::uint32_t link_named(const Robot& robot, const std::string& name) {
  for (std::uint32_t i = 0; i < robot.links.size(); ++i) {
    if (robot.links[i].name == name) return i;
  }
  ADD_FAILURE() << name;
  return 0;
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = kArm;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class RobotFiles : public Files {
 protected:
  void SetUp() override {
    Files::SetUp();
    options_.package_root = folder_;
    write("arm_description/meshes/cube.stl", as_binary_stl(cube()));
    path_ = write("arm_description/urdf/arm.urdf", kArm);
  }
  Robot arm() const {
    Robot robot;
    const ReadResult result = load_urdf(path_, robot, options_);
    EXPECT_TRUE(result) << result.message;
    return robot;
  }

  RobotOptions options_;
  std::string path_;
};

TEST_F(RobotFiles, collision_geometry_is_read) {
  const Robot robot = arm();
  EXPECT_EQ(robot.name, "arm");
  ASSERT_EQ(robot.links.size(), 4u);
  const Link& base = robot.links[link_named(robot, "base")];
  ASSERT_EQ(base.collisions.size(), 1u);
  EXPECT_EQ(base.collisions[0].name, "plate");
  EXPECT_EQ(base.collisions[0].kind, CollisionKind::box);
  expect_near(base.collisions[0].half_extents, {0.5, 1, 0.05});
  expect_near(base.collisions[0].pose.translation, {0, 0, 0.05});
  const Link& upper = robot.links[link_named(robot, "upper")];
  ASSERT_EQ(upper.collisions.size(), 2u);
  const CollisionGeometry& tube = upper.collisions[0];
  EXPECT_EQ(tube.kind, CollisionKind::cylinder);
  // masu's cylinder stands along y: its ends lie where URDF's lie along z.
  expect_near(tube.pose * Vec<3, double>{0, tube.half_height, 0}, {0, 0, 1});
  expect_near(tube.pose * Vec<3, double>{0, -tube.half_height, 0}, {0, 0, 0});
  EXPECT_EQ(upper.collisions[1].kind, CollisionKind::sphere);
  EXPECT_EQ(upper.collisions[1].radius, 0.15);
  const Link& tool = robot.links[link_named(robot, "tool")];
  ASSERT_EQ(tool.collisions[0].kind, CollisionKind::mesh);
  const RobotMesh& mesh = robot.meshes[tool.collisions[0].mesh];
  EXPECT_EQ(mesh.mesh.triangle_count(), 12u);
  EXPECT_EQ(mesh.mesh.vertices.size(), 8u);
  for (const auto& v : mesh.mesh.vertices) EXPECT_TRUE(v[2] == 0 || v[2] == 0.2);
}

TEST_F(RobotFiles, mirrored_meshes_keep_outward_normals) {
  for (const std::string scale : {"1 1 1", "1 -1 1", "-1 -1 1", "-1 -1 -1"}) {
    Robot robot;
    ASSERT_TRUE(parse_urdf(replaced("0.1 0.1 0.2", scale), path_, robot, options_));
    const Mesh& mesh = robot.meshes[0].mesh;
    double volume = 0;  // six times
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
      volume += dot(corner(mesh, i), cross(corner(mesh, i + 1), corner(mesh, i + 2)));
    }
    EXPECT_EQ(volume, 6) << scale;
  }
}

TEST_F(RobotFiles, links_have_the_poses_given_by_joints) {
  const Robot robot = arm();
  ASSERT_EQ(robot.joints.size(), 3u);
  EXPECT_EQ(robot.root, link_named(robot, "base"));
  EXPECT_EQ(robot.joints[0].name, "shoulder") << "before the joint below it";
  EXPECT_EQ(robot.joints[0].upper, 2.5);
  expect_near(robot.joints[1].axis, {0, 0, 1});
  EXPECT_EQ(robot.joints[robot.joints[2].mimic].name, "slide");
  ASSERT_EQ(robot.degrees_of_freedom(), 2u);
  std::array<Transform<3, double>, 4> poses;
  // The shoulder's frame is rotated about z: its y axis is the base's -x axis. Rotated by 90
  // degrees about that, the arm along z lies along the base's y axis.
  const double positions[] = {kHalfPi, 0.25};
  ASSERT_EQ(link_poses(robot, positions, poses), Status::ok);
  expect_near(poses[link_named(robot, "base")].translation, {0, 0, 0});
  expect_near(poses[link_named(robot, "upper")].translation, {0, 0, 0.1});
  expect_near(poses[link_named(robot, "tool")].translation, {0, 1.25, 0.1});
  // Along the tool's x axis, which points down, by -2 * 0.25 + 0.5.
  expect_near(poses[link_named(robot, "finger")].translation, {0, 1.25, 0.1});
  const double other[] = {kHalfPi, 0};
  ASSERT_EQ(link_poses(robot, other, poses), Status::ok);
  expect_near(poses[link_named(robot, "finger")].translation, {0, 1, -0.4});
  for (const auto& pose : poses) EXPECT_EQ(pose.check(), Status::ok);
  EXPECT_EQ(link_poses(robot, std::span(other).first(1), poses), Status::size_mismatch);
  EXPECT_EQ(link_poses(robot, other, std::span(poses).first(3)), Status::size_mismatch);
}

// No function of the C library, whose bits differ from machine to machine, takes part.
TEST_F(RobotFiles, poses_have_the_bits_of_masu) {
  for (int i = 0; i < 100; ++i) {
    const double r = 0.1 * i - 5, p = 0.37 * i, y = 0.01 * i * i, angle = 0.3 * i - 12;
    std::ostringstream rpy;
    rpy.precision(17);
    rpy << "rpy=\"" << r << " " << p << " " << y << "\"";
    const std::string text = replaced("rpy=\"0 0 1.57079632679489661923\"", rpy.str());
    Robot robot;
    ASSERT_TRUE(parse_urdf(text, path_, robot, options_));
    const Rotation<3, double> origin = rotation_from_euler(EulerOrder::xyz, r, p, y);
    ASSERT_EQ(robot.joints[0].origin.rotation, origin) << i;
    std::array<Transform<3, double>, 4> poses;
    const double positions[] = {angle, 0.25};
    ASSERT_EQ(link_poses(robot, positions, poses), Status::ok);
    const auto rotation = rotation_from_axis_angle(Vec<3, double>{0, 1, 0}, angle);
    const Transform<3, double> upper = robot.joints[0].origin * Transform<3, double>{{}, rotation};
    ASSERT_EQ(poses[link_named(robot, "upper")], Transform3d{} * upper) << i;
    const Transform<3, double> slid{robot.joints[1].axis * 0.25, {}};
    ASSERT_EQ(poses[link_named(robot, "tool")],
              Transform3d{} * upper * (robot.joints[1].origin * slid));
  }
}

TEST_F(RobotFiles, pairs_not_to_be_tested) {
  Robot robot = arm();
  const std::uint32_t base = link_named(robot, "base"), upper = link_named(robot, "upper");
  const std::uint32_t tool = link_named(robot, "tool"), finger = link_named(robot, "finger");
  EXPECT_FALSE(may_collide(robot, base, base));
  EXPECT_FALSE(may_collide(robot, upper, base)) << "joined";
  EXPECT_TRUE(may_collide(robot, tool, base));
  const std::string srdf =
      "<robot name=\"arm\">\n<group name=\"x\"/>\n"
      "<disable_collisions link1=\"tool\" link2=\"base\" reason=\"Never\"/>\n"
      "<disable_collisions link1=\"base\" link2=\"tool\"/>\n</robot>";
  ASSERT_TRUE(load_srdf(write("arm.srdf", srdf), robot));
  EXPECT_EQ(robot.disabled_pairs.size(), 1u);
  EXPECT_FALSE(may_collide(robot, base, tool));
  EXPECT_TRUE(may_collide(robot, base, finger));
  const ReadResult bad = parse_srdf(
      "<robot name=\"arm\">\n<disable_collisions link1=\"tool\" link2=\"foot\"/></robot>", "b.srdf",
      robot);
  EXPECT_EQ(bad.message, "b.srdf:2: <disable_collisions>: link2: there is no link 'foot'");
  EXPECT_TRUE(robot.disabled_pairs.empty());
  EXPECT_EQ(robot.links.size(), 4u) << "the robot stays";
}

TEST_F(RobotFiles, messages_name_the_line_and_the_element) {
  struct Case {
    std::string from, to, message;
    ReadStatus status = ReadStatus::malformed;
  };
  const Case cases[] = {
      {"</robot>", "", "a.urdf:30: Start-end tags mismatch"},
      {"<robot name", "<arm name", "a.urdf:"},
      {"size=\"1 2 0.1\"", "size=\"1 2\"", "a.urdf:8: <box>: size: has fewer than 3 numbers"},
      {"size=\"1 2 0.1\"", "size=\"1 2 x\"", "a.urdf:8: <box>: size: 'x' is not a number"},
      {"size=\"1 2 0.1\"", "size=\"1 -2 1\"", "a.urdf:8: <box>: size: is not above 0"},
      {"radius=\"0.15\"", "", "a.urdf:12: <sphere>: has no attribute 'radius'"},
      {"radius=\"0.15\"", "radius=\"inf\"", "a.urdf:12: <sphere>: radius: 'inf' is not finite"},
      {"<sphere radius=\"0.15\"/>", "<torus/>", "a.urdf:12: <geometry>: <torus> in it; box, sphere",
       ReadStatus::unsupported},
      {"<link name=\"finger\"/>", "<link name=\"tool\"/>",
       "a.urdf:14: link 'tool': there is another link of this name"},
      {"<child link=\"tool\"/>", "<child link=\"hand\"/>",
       "a.urdf:15: joint 'slide': child: there is no link 'hand'"},
      {"type=\"revolute\"", "type=\"planar\"",
       "a.urdf:19: joint 'shoulder': type 'planar' is not supported", ReadStatus::unsupported},
      {"<axis xyz=\"0 1 0\"/>", "<axis xyz=\"0 0 0\"/>",
       "a.urdf:22: joint 'shoulder': axis: has no finite length above 0"},
      {"<limit lower=\"-1\" upper=\"2.5\" effort=\"1\" velocity=\"1\"/>", "",
       "a.urdf:19: joint 'shoulder': has no <limit>"},
      {"<limit lower=\"0\"", "<limit lower=\"9\"",
       "a.urdf:17: joint 'slide': limit: lower is above"},
      {"<mimic joint=\"slide\"", "<mimic joint=\"none\"",
       "a.urdf:27: <mimic>: there is no other joint"},
      {"<parent link=\"base\"/>", "<parent link=\"finger\"/>", "a.urdf:2: the joints form a cycle"},
      {"<child link=\"finger\"/>", "<child link=\"upper\"/>",
       "a.urdf:24: joint 'grip': link 'upper' has another parent"},
      {"cube.stl", "none.stl", "a.urdf:4: <mesh>: ", ReadStatus::cannot_read},
      {"cube.stl", "cube.dae", "a.urdf:4: <mesh>: ", ReadStatus::unsupported}};
  for (const Case& c : cases) {
    Robot robot;
    const ReadResult result = parse_urdf(replaced(c.from, c.to), "a.urdf", robot, options_);
    EXPECT_EQ(result.status, c.status) << result.message;
    EXPECT_EQ(result.message.rfind(c.message, 0), 0u)
        << "expected: " << c.message << "\n  said: " << result.message;
    EXPECT_TRUE(robot.links.empty());
  }
}

TEST_F(RobotFiles, meshes_are_found_as_configured) {
  Robot robot;
  RobotOptions none;
  const ReadResult result = load_urdf(path_, robot, none);
  EXPECT_EQ(result.status, ReadStatus::cannot_read);
  EXPECT_NE(result.message.find("set RobotOptions::package_root"), std::string::npos);
  // The root may be the package itself.
  none.package_root = folder_ + "/arm_description";
  EXPECT_TRUE(load_urdf(path_, robot, none));
  none.package_root = "/nowhere";
  none.load_meshes = false;
  ASSERT_TRUE(load_urdf(path_, robot, none));
  EXPECT_EQ(robot.meshes[0].file, "/nowhere/arm_description/meshes/cube.stl");
  EXPECT_TRUE(robot.meshes[0].mesh.vertices.empty());
  // Relative to the file.
  const std::string near =
      write("arm_description/urdf/near.urdf", replaced("package://arm_description/", "../"));
  EXPECT_TRUE(load_urdf(near, robot)) << "no root is needed";
  RobotOptions small = options_;
  small.mesh.limits.file_bytes = 100;
  EXPECT_EQ(load_urdf(path_, robot, small).status, ReadStatus::too_large);
}

TEST_F(RobotFiles, truncated_files_are_refused) {
  for (std::size_t size = 0; size + 2 < kArm.size(); ++size) {
    Robot robot;
    const ReadResult result = parse_urdf(kArm.substr(0, size), "a.urdf", robot, options_);
    EXPECT_FALSE(result) << size;
    EXPECT_FALSE(result.message.empty()) << size;
  }
}

}  // namespace
}  // namespace masu::io::testing
