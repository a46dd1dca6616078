// SPDX-License-Identifier: MIT
// Links, collision geometry and joints of a robot from URDF, and the pairs that an SRDF disables.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <masu/core/status.hpp>
#include <masu/core/transform.hpp>
#include <masu/io/mesh.hpp>

namespace masu::io {

// The shape of masu that represents a collision geometry.
enum class CollisionKind : std::uint8_t { box, sphere, cylinder, capsule, mesh };

// One element `collision` of URDF. Lengths are in metres, as in URDF.
struct CollisionGeometry {
  std::string name{};                       // empty if the file has none
  CollisionKind kind = CollisionKind::box;  // decides which of the sizes below apply
  // The pose of the shape in the link's frame. masu's cylinders and capsules lie along y and URDF's
  // along z: the rotation between them is part of the pose.
  Transform<3, double> pose{};
  Vec<3, double> half_extents{};  // box
  double radius = 0;              // sphere, cylinder, capsule
  double half_height = 0;         // cylinder, capsule: of the straight part
  std::uint32_t mesh = 0;         // mesh: its index in Robot::meshes
};

// A rigid part of a robot.
struct Link {
  std::string name{};                           // unique in the robot
  std::vector<CollisionGeometry> collisions{};  // all together are the link's shape
};

// The motion of a child link relative to its parent.
enum class JointType : std::uint8_t { fixed, revolute, continuous, prismatic };

// A joint between two links.
struct Joint {
  // The value of `mimic` for a joint that follows no other.
  static constexpr std::uint32_t kNoMimic = ~std::uint32_t(0);

  std::string name{};                 // unique in the robot
  JointType type = JointType::fixed;  // the motion of the child
  std::uint32_t parent = 0;           // index of a link
  std::uint32_t child = 0;            // index of a link
  Transform<3, double> origin{};      // from the child to the parent, at position 0
  Vec<3, double> axis{1, 0, 0};       // of length 1, in the child's frame
  double lower = 0;                   // lower limit: radians or metres; revolute and prismatic
  double upper = 0;                   // upper limit
  std::uint32_t mimic = kNoMimic;     // the joint that this one follows:
  double multiplier = 1;              // position = multiplier * that of `mimic` + offset
  double offset = 0;                  // radians or metres
};

// A mesh file, read once for each scale.
struct RobotMesh {
  std::string file{};  // path where it was found
  Mesh mesh{};         // scaled; empty if RobotOptions::load_meshes is false
};

// A tree of links.
struct Robot {
  std::string name{};               // of the element `robot`
  std::vector<Link> links{};        // in the order of the file
  std::vector<Joint> joints{};      // a joint comes after the joint that moves its parent
  std::vector<RobotMesh> meshes{};  // referenced by collision geometries
  std::uint32_t root = 0;           // the link without a parent
  // Pairs of links (a < b, sorted) for which load_srdf() read that collisions are disabled.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> disabled_pairs{};

  // Returns the number of joints that move independently: neither fixed nor mimicking another.
  std::size_t degrees_of_freedom() const;
};

// Options for finding and reading meshes in load_urdf().
struct RobotOptions {
  // "package://NAME/PATH" means PACKAGE_ROOT/NAME/PATH, or PACKAGE_ROOT/PATH if that is not a file.
  std::string package_root{};
  bool load_meshes = true;  // false: reads only their names
  MeshOptions mesh{};       // `scale` is multiplied by the element's own
};

// Reads a URDF file. Other paths of meshes are relative to its folder. Elements without relation to
// collision (visual, inertial, transmission, gazebo, ...) are skipped. On failure `robot` is empty.
// The links must form one tree.
[[nodiscard]] ReadResult load_urdf(const std::string& path, Robot& robot,
                                   const RobotOptions& options = {}) noexcept;

// As above, from memory. `name` is for messages, and meshes are searched relative to its folder.
[[nodiscard]] ReadResult parse_urdf(std::string_view xml, const std::string& name, Robot& robot,
                                    const RobotOptions& options = {}) noexcept;

// Reads the elements `disable_collisions` of an SRDF file into `robot.disabled_pairs`, replacing
// them.
[[nodiscard]] ReadResult load_srdf(const std::string& path, Robot& robot,
                                   const ReadLimits& limits = {}) noexcept;
// As above, from memory.
[[nodiscard]] ReadResult parse_srdf(std::string_view xml, const std::string& name, Robot& robot,
                                    const ReadLimits& limits = {}) noexcept;

// Computes the poses of the links: `poses[i]` transforms from link i to the root. `positions` has a
// number for each independent joint, in the order of `robot.joints`: radians or metres. Limits are
// not checked. Statuses: size_mismatch (positions.size() is not degrees_of_freedom(), or
// poses.size() is not the number of links). O(links + joints * mimics).
[[nodiscard]] Status link_poses(const Robot& robot, std::span<const double> positions,
                                std::span<Transform<3, double>> poses);

// Returns whether two links should be tested for collision: different, not joined by a joint, and
// not disabled. O(joints + log pairs).
bool may_collide(const Robot& robot, std::uint32_t a, std::uint32_t b);

}  // namespace masu::io
