// SPDX-License-Identifier: MIT
#include <masu/io/robot.hpp>

#include <algorithm>

#include <masu/core/make_rotation.hpp>

#include "bytes.hpp"
#include "xml.hpp"

namespace masu::io {
namespace {

using LinkPair = std::pair<std::uint32_t, std::uint32_t>;

bool moves_by_itself(const Joint& joint) {
  return joint.type != JointType::fixed && joint.mimic == Joint::kNoMimic;
}

// Returns the transform from the child to the parent.
Transform<3, double> pose_at(const Joint& joint, double position) {
  Transform<3, double> moved;
  if (joint.type == JointType::prismatic) moved.translation = joint.axis * position;
  if (joint.type == JointType::revolute || joint.type == JointType::continuous) {
    moved.rotation = rotation_from_axis_angle(joint.axis, position);
  }
  return joint.origin * moved;
}

std::vector<LinkPair> read_srdf(const Xml& xml, const Robot& robot) {
  const auto link = [&](const pugi::xml_node& node, const char* end) {
    const std::string name = xml.attribute(node, end);
    const auto found = std::find_if(robot.links.begin(), robot.links.end(),
                                    [&](const Link& l) { return l.name == name; });
    if (found == robot.links.end()) {
      xml.fail(node,
               std::string("<disable_collisions>: ") + end + ": there is no link '" + name + "'");
    }
    return static_cast<std::uint32_t>(found - robot.links.begin());
  };
  std::vector<LinkPair> pairs;
  for (const pugi::xml_node& node : xml.root().children("disable_collisions")) {
    const std::uint32_t a = link(node, "link1"), b = link(node, "link2");
    if (a == b) xml.fail(node, "<disable_collisions>: link1 and link2 are one link");
    pairs.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

std::size_t Robot::degrees_of_freedom() const {
  return static_cast<std::size_t>(std::count_if(joints.begin(), joints.end(), &moves_by_itself));
}

Status link_poses(const Robot& robot, std::span<const double> positions,
                  std::span<Transform<3, double>> poses) {
  if (positions.size() != robot.degrees_of_freedom() || poses.size() != robot.links.size()) {
    return Status::size_mismatch;
  }
  // Returns the index of the position of joint j, which moves independently.
  const auto position_of = [&](std::size_t j) {
    return static_cast<std::size_t>(
        std::count_if(robot.joints.begin(), robot.joints.begin() + static_cast<std::ptrdiff_t>(j),
                      &moves_by_itself));
  };
  poses[robot.root] = {};
  std::size_t next = 0;
  for (const Joint& joint : robot.joints) {
    double position = 0;
    if (joint.mimic != Joint::kNoMimic) {
      position = joint.multiplier * positions[position_of(joint.mimic)] + joint.offset;
    } else if (moves_by_itself(joint)) {
      position = positions[next++];
    }
    poses[joint.child] = poses[joint.parent] * pose_at(joint, position);
  }
  return Status::ok;
}

bool may_collide(const Robot& robot, std::uint32_t a, std::uint32_t b) {
  if (a == b) return false;
  const auto joins = [&](const Joint& j) {
    return (j.parent == a && j.child == b) || (j.parent == b && j.child == a);
  };
  if (std::any_of(robot.joints.begin(), robot.joints.end(), joins)) return false;
  return !std::binary_search(robot.disabled_pairs.begin(), robot.disabled_pairs.end(),
                             LinkPair(std::min(a, b), std::max(a, b)));
}

ReadResult parse_srdf(std::string_view xml, const std::string& name, Robot& robot,
                      const ReadLimits& limits) noexcept {
  return result_of(robot.disabled_pairs, [&](std::vector<LinkPair>& output) {
    output = read_srdf(Xml(xml, name, "robot", limits.file_bytes), robot);
  });
}

ReadResult load_srdf(const std::string& path, Robot& robot, const ReadLimits& limits) noexcept {
  return result_of(robot.disabled_pairs, [&](std::vector<LinkPair>& output) {
    const std::string bytes = load_file(path, limits.file_bytes);
    output = read_srdf(Xml(bytes, path, "robot", limits.file_bytes), robot);
  });
}

}  // namespace masu::io
