// SPDX-License-Identifier: MIT
#include <masu/io/robot.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include <masu/core/make_rotation.hpp>

#include "bytes.hpp"
#include "xml.hpp"

namespace masu::io {
namespace {

using Node = pugi::xml_node;

std::string named(const Node& node) {
  return std::string(node.name()) + " '" + node.attribute("name").value() + "': ";
}

class Urdf {
 public:
  Urdf(const Xml& xml, const std::string& folder, const RobotOptions& options, Robot& robot)
      : xml_(xml), folder_(folder), options_(options), robot_(robot) {}

  void read() {
    robot_.name = xml_.root().attribute("name").value();
    for (const Node& node : xml_.root().children("link")) add_link(node);
    if (robot_.links.empty()) xml_.fail(xml_.root(), "<robot>: has no <link>");
    for (const Node& node : xml_.root().children("joint")) add_joint(node);
    for (const auto& [joint, node] : mimics_) follow(joint, node);
    order_joints();
  }

 private:
  // ---- links ----

  void add_link(const Node& node) {
    Link link;
    link.name = xml_.attribute(node, "name");
    const auto index = static_cast<std::uint32_t>(robot_.links.size());
    if (!links_.emplace(link.name, index).second) {
      xml_.fail(node, named(node) + "there is another link of this name");
    }
    for (const Node& c : node.children("collision")) link.collisions.push_back(collision(c));
    robot_.links.push_back(std::move(link));
  }

  Transform<3, double> origin_of(const Node& node) const {
    const Node origin = node.child("origin");
    if (!origin) return {};
    const Vec<3, double> rpy = xml_.vector(origin, "rpy", {});
    return {xml_.vector(origin, "xyz", {}),
            rotation_from_euler(EulerOrder::xyz, rpy[0], rpy[1], rpy[2])};
  }

  CollisionGeometry collision(const Node& node) {
    CollisionGeometry c;
    c.name = node.attribute("name").value();
    c.pose = origin_of(node);
    const Node geometry = xml_.child(node, "geometry");
    if (const Node box = geometry.child("box")) return read_box(box, c);
    if (const Node sphere = geometry.child("sphere")) {
      c.kind = CollisionKind::sphere;
      c.radius = xml_.positive(sphere, "radius");
      return c;
    }
    if (const Node n = geometry.child("cylinder")) return along_z(n, CollisionKind::cylinder, c);
    if (const Node n = geometry.child("capsule")) return along_z(n, CollisionKind::capsule, c);
    if (const Node mesh = geometry.child("mesh")) {
      c.kind = CollisionKind::mesh;
      c.mesh = mesh_of(mesh);
      return c;
    }
    const Node first = geometry.first_child();
    xml_.fail(first ? first : geometry, ReadStatus::unsupported,
              std::string("<geometry>: ") +
                  (first ? std::string("<") + first.name() + ">" : "nothing") +
                  " in it; box, sphere, cylinder, capsule and mesh are supported");
  }

  CollisionGeometry read_box(const Node& box, CollisionGeometry c) const {
    c.kind = CollisionKind::box;
    const Vec<3, double> size = xml_.vector(box, "size");
    for (int a = 0; a < 3; ++a) {
      if (!(size[a] > 0)) xml_.fail(box, "<box>: size: is not above 0");
      c.half_extents[a] = size[a] / 2;
    }
    return c;
  }

  CollisionGeometry along_z(const Node& node, CollisionKind kind, CollisionGeometry c) const {
    c.kind = kind;
    c.radius = xml_.positive(node, "radius");
    c.half_height = xml_.positive(node, "length") / 2;
    constexpr double kHalf = 0.70710678118654752440;
    c.pose.rotation = c.pose.rotation * Rotation<3, double>{kHalf, 0, 0, kHalf};
    return c;
  }

  // ---- meshes ----

  std::uint32_t mesh_of(const Node& node) {
    const std::string file = resolved(node, xml_.attribute(node, "filename"));
    const Vec<3, double> s = xml_.vector(node, "scale", {1, 1, 1});
    const auto index = static_cast<std::uint32_t>(robot_.meshes.size());
    const auto [known, added] = meshes_.emplace(std::tuple(file, s[0], s[1], s[2]), index);
    if (!added) return known->second;
    RobotMesh mesh;
    mesh.file = file;
    if (options_.load_meshes) {
      MeshOptions options = options_.mesh;
      for (int a = 0; a < 3; ++a) options.scale[a] *= s[a];
      const ReadResult result = load_mesh(file, mesh.mesh, options);
      if (result.status == ReadStatus::out_of_memory) throw std::bad_alloc();
      if (!result) xml_.fail(node, result.status, "<mesh>: " + result.message);
    }
    robot_.meshes.push_back(std::move(mesh));
    return index;
  }

  std::string resolved(const Node& node, std::string name) const {
    namespace fs = std::filesystem;
    constexpr std::string_view kPackage = "package://", kFile = "file://";
    if (name.starts_with(kFile)) return name.substr(kFile.size());
    if (!name.starts_with(kPackage)) {
      return fs::path(name).is_absolute() ? name : (fs::path(folder_) / name).string();
    }
    if (options_.package_root.empty()) {
      xml_.fail(node, ReadStatus::cannot_read,
                "<mesh>: filename: '" + name +
                    "': set RobotOptions::package_root to the folder of "
                    "the packages");
    }
    name.erase(0, kPackage.size());
    const fs::path root(options_.package_root);
    const std::size_t slash = name.find('/');
    std::error_code none;
    if (slash != name.npos && !fs::exists(root / name, none) &&
        fs::exists(root / name.substr(slash + 1), none)) {
      return (root / name.substr(slash + 1)).string();
    }
    return (root / name).string();
  }

  // ---- joints ----

  std::uint32_t link_of(const Node& joint, const char* end) const {
    const std::string name = xml_.attribute(xml_.child(joint, end), "link");
    const auto link = links_.find(name);
    if (link == links_.end()) {
      xml_.fail(joint, named(joint) + end + ": there is no link '" + name + "'");
    }
    return link->second;
  }

  JointType type_of(const Node& node) const {
    const std::string type = xml_.attribute(node, "type");
    if (type == "fixed") return JointType::fixed;
    if (type == "revolute") return JointType::revolute;
    if (type == "continuous") return JointType::continuous;
    if (type == "prismatic") return JointType::prismatic;
    xml_.fail(node, ReadStatus::unsupported,
              named(node) + "type '" + type +
                  "' is not supported; fixed, revolute, continuous and prismatic are");
  }

  void add_joint(const Node& node) {
    Joint joint;
    joint.name = xml_.attribute(node, "name");
    const auto index = static_cast<std::uint32_t>(robot_.joints.size());
    if (!joints_.emplace(joint.name, index).second) {
      xml_.fail(node, named(node) + "there is another joint of this name");
    }
    joint.type = type_of(node);
    joint.parent = link_of(node, "parent");
    joint.child = link_of(node, "child");
    joint.origin = origin_of(node);
    if (joint.type != JointType::fixed) read_axis(node, joint);
    if (const Node mimic = node.child("mimic")) mimics_.emplace_back(index, mimic);
    robot_.joints.push_back(std::move(joint));
    nodes_.push_back(node);
  }

  void read_axis(const Node& node, Joint& joint) const {
    if (const Node axis = node.child("axis")) {
      joint.axis = xml_.vector(axis, "xyz", {1, 0, 0});
      const double size = std::sqrt(dot(joint.axis, joint.axis));
      if (!(size > 0) || !std::isfinite(size))
        xml_.fail(axis, named(node) + "axis: has no finite length above 0");
      joint.axis = joint.axis * (1 / size);
    }
    if (joint.type == JointType::continuous) return;
    const Node limit = node.child("limit");
    if (!limit) xml_.fail(node, named(node) + "has no <limit>");
    joint.lower = xml_.number(limit, "lower", 0);
    joint.upper = xml_.number(limit, "upper", 0);
    if (joint.lower > joint.upper) xml_.fail(limit, named(node) + "limit: lower is above upper");
  }

  void follow(std::uint32_t joint, const Node& mimic) {
    const std::string name = xml_.attribute(mimic, "joint");
    const auto other = joints_.find(name);
    if (other == joints_.end() || other->second == joint) {
      xml_.fail(mimic, "<mimic>: there is no other joint '" + name + "'");
    }
    robot_.joints[joint].mimic = other->second;
    robot_.joints[joint].multiplier = xml_.number(mimic, "multiplier", 1);
    robot_.joints[joint].offset = xml_.number(mimic, "offset", 0);
  }

  // ---- the tree ----

  // Sorts each joint after the joint of its parent; also checks that the links form a tree.
  void order_joints() {
    const std::size_t links = robot_.links.size();
    std::vector<std::uint32_t> joint_of(links, Joint::kNoMimic);
    std::vector<std::vector<std::uint32_t>> below(links);
    for (std::uint32_t j = 0; j < robot_.joints.size(); ++j) {
      const Joint& joint = robot_.joints[j];
      std::uint32_t& of_child = joint_of[joint.child];
      if (of_child != Joint::kNoMimic) {
        xml_.fail(nodes_[j], named(nodes_[j]) + "link '" + robot_.links[joint.child].name +
                                 "' has another parent");
      }
      of_child = j;
      below[joint.parent].push_back(j);
    }
    const auto roots = std::count(joint_of.begin(), joint_of.end(), Joint::kNoMimic);
    if (roots != 1) {
      xml_.fail(xml_.root(), std::to_string(roots) + " links have no parent joint, expected one");
    }
    const auto root = std::find(joint_of.begin(), joint_of.end(), Joint::kNoMimic);
    robot_.root = static_cast<std::uint32_t>(root - joint_of.begin());
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> open{robot_.root};
    while (!open.empty()) {
      const std::uint32_t link = open.back();
      open.pop_back();
      for (const std::uint32_t j : below[link]) {
        order.push_back(j);
        open.push_back(robot_.joints[j].child);
      }
    }
    if (order.size() != robot_.joints.size()) xml_.fail(xml_.root(), "the joints form a cycle");
    reorder(order);
    check_mimics();
  }

  void reorder(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> now(order.size());
    std::vector<Joint> sorted;
    sorted.reserve(order.size());
    for (std::uint32_t k = 0; k < order.size(); ++k) now[order[k]] = k;
    for (const std::uint32_t j : order) sorted.push_back(std::move(robot_.joints[j]));
    for (Joint& joint : sorted) {
      if (joint.mimic != Joint::kNoMimic) joint.mimic = now[joint.mimic];
    }
    robot_.joints = std::move(sorted);
  }

  void check_mimics() const {
    for (const Joint& joint : robot_.joints) {
      if (joint.mimic == Joint::kNoMimic) continue;
      const Joint& other = robot_.joints[joint.mimic];
      if (other.mimic == Joint::kNoMimic && other.type != JointType::fixed) continue;
      xml_.fail(xml_.root(), "joint '" + joint.name + "': mimics '" + other.name +
                                 "', which is fixed or mimics another joint");
    }
  }

  const Xml& xml_;
  const std::string& folder_;
  const RobotOptions& options_;
  Robot& robot_;
  std::map<std::string, std::uint32_t> links_{};
  std::map<std::string, std::uint32_t> joints_{};
  std::map<std::tuple<std::string, double, double, double>, std::uint32_t> meshes_{};
  std::vector<std::pair<std::uint32_t, Node>> mimics_{};
  std::vector<Node> nodes_{};
};

void read_urdf(std::string_view text, const std::string& name, const RobotOptions& options,
               Robot& robot) {
  const std::string folder = std::filesystem::path(name).parent_path().string();
  const Xml xml(text, name, "robot", options.mesh.limits.file_bytes);
  Urdf(xml, folder, options, robot).read();
}

}  // namespace

ReadResult load_urdf(const std::string& path, Robot& robot, const RobotOptions& options) noexcept {
  return result_of(robot, [&](Robot& output) {
    read_urdf(load_file(path, options.mesh.limits.file_bytes), path, options, output);
  });
}

ReadResult parse_urdf(std::string_view xml, const std::string& name, Robot& robot,
                      const RobotOptions& options) noexcept {
  return result_of(robot, [&](Robot& output) { read_urdf(xml, name, options, output); });
}

}  // namespace masu::io
