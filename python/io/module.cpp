// SPDX-License-Identifier: MIT
// The extension module masu._io: meshes and robots from files, by masu::io. Apart from masu._masu,
// since it needs the libraries that parse XML and glTF; it is imported when it is first used.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <new>
#include <string>
#include <vector>

#include <masu/io/robot.hpp>

#include "incomplete.hpp"

namespace masu::python {

namespace py = pybind11;

namespace {

using namespace pybind11::literals;

// Raises OSError for files that cannot be read, ValueError for what they contain.
void check(const io::ReadResult& result) {
  if (result) return;
  if (result.status == io::ReadStatus::out_of_memory) throw std::bad_alloc();
  const bool is_os = result.status == io::ReadStatus::cannot_read;
  PyErr_SetString(is_os ? PyExc_OSError : PyExc_ValueError, result.message.c_str());
  throw py::error_already_set();
}

// Vertices (n, 3) and triangles (m, 3).
py::tuple arrays_of(const io::Mesh& mesh) {
  const std::size_t columns = 3;
  py::array_t<double> vertices({mesh.vertices.size(), columns});
  double* out = vertices.mutable_data();
  for (const Vec<3, double>& v : mesh.vertices) {
    for (int a = 0; a < 3; ++a) *out++ = v[a];
  }
  const py::array_t<std::uint32_t> triangles({mesh.triangle_count(), columns}, mesh.indices.data());
  return py::make_tuple(vertices, triangles);
}

py::tuple read_mesh(const std::string& path, double scale) {
  io::MeshOptions options;
  options.scale = {scale, scale, scale};
  io::Mesh mesh;
  io::ReadResult result;
  {
    const py::gil_scoped_release no_gil;
    result = io::load_mesh(path, mesh, options);
  }
  check(result);
  return arrays_of(mesh);
}

constexpr std::size_t kRow = 7;  // numbers of a pose: position and quaternion
using Pose = Transform<3, double>;
static_assert(sizeof(Pose) == kRow * sizeof(double));

class Robot {
 public:
  Robot(const std::string& path, const std::string& package_root) {
    io::RobotOptions options;
    options.package_root = package_root;
    check(io::load_urdf(path, robot_, options));
  }
  void load_srdf(const std::string& path) { check(io::load_srdf(path, robot_)); }

  const std::string& name() const { return robot_.name; }
  std::size_t dof() const { return robot_.degrees_of_freedom(); }

  std::vector<std::string> links() const {
    std::vector<std::string> names;
    for (const io::Link& link : robot_.links) names.push_back(link.name);
    return names;
  }
  // Names and limits (infinite: none) of the joints that move independently.
  py::tuple joints() const {
    py::list names, lower, upper;
    for (const io::Joint& joint : robot_.joints) {
      if (joint.type == io::JointType::fixed || joint.mimic != io::Joint::kNoMimic) continue;
      const bool free = joint.type == io::JointType::continuous;
      names.append(joint.name);
      lower.append(free ? -INFINITY : joint.lower);
      upper.append(free ? INFINITY : joint.upper);
    }
    return py::make_tuple(names, lower, upper);
  }
  // Tuples (link, kind, sizes) of the collision geometries: sizes as masu's makers take them, or
  // the arrays of a mesh.
  py::list geometries() const {
    py::list all;
    for (std::size_t link = 0; link < robot_.links.size(); ++link) {
      for (const auto& c : robot_.links[link].collisions) {
        all.append(py::make_tuple(link, kind_of(c), sizes_of(c)));
      }
    }
    return all;
  }
  bool may_collide(std::uint32_t a, std::uint32_t b) const {
    if (a >= robot_.links.size() || b >= robot_.links.size()) throw py::index_error("no such link");
    return io::may_collide(robot_, a, b);
  }

  // Poses of the links (n, links, 7) and of the geometries (n, geometries, 7), relative to the root
  // link, for positions (n, dof).
  py::tuple poses(const py::array_t<double, py::array::c_style>& positions) const {
    if (positions.ndim() != 2 || static_cast<std::size_t>(positions.shape(1)) != dof()) {
      throw py::value_error("q: expected (n, " + std::to_string(dof()) + ")");
    }
    const auto n = static_cast<std::size_t>(positions.shape(0));
    std::size_t count = 0;
    for (const io::Link& link : robot_.links) count += link.collisions.size();
    py::array_t<double> of_links({n, robot_.links.size(), kRow});
    py::array_t<double> of_geometries({n, count, kRow});
    // The caller's array may change in another thread.
    const std::vector<double> q(positions.data(), positions.data() + positions.size());
    write_poses(n, q, reinterpret_cast<Pose*>(of_links.mutable_data()),
                reinterpret_cast<Pose*>(of_geometries.mutable_data()));
    return py::make_tuple(of_links, of_geometries);
  }

 private:
  void write_poses(std::size_t n, std::span<const double> q, Pose* to_link,
                   Pose* to_geometry) const {
    const py::gil_scoped_release no_gil;
    for (std::size_t i = 0; i < n; ++i) {
      const std::span<Pose> links(to_link, robot_.links.size());
      (void)io::link_poses(robot_, q.subspan(i * dof(), dof()), links);
      to_link += links.size();
      for (std::size_t k = 0; k < links.size(); ++k) {
        for (const auto& c : robot_.links[k].collisions) *to_geometry++ = links[k] * c.pose;
      }
    }
  }
  static const char* kind_of(const io::CollisionGeometry& c) {
    switch (c.kind) {
      case io::CollisionKind::box: return "box";
      case io::CollisionKind::sphere: return "sphere";
      case io::CollisionKind::cylinder: return "cylinder";
      case io::CollisionKind::capsule: return "capsule";
      case io::CollisionKind::mesh: break;
    }
    return "mesh";
  }
  py::tuple sizes_of(const io::CollisionGeometry& c) const {
    switch (c.kind) {
      case io::CollisionKind::box:
        return py::make_tuple(
            py::make_tuple(c.half_extents[0], c.half_extents[1], c.half_extents[2]));
      case io::CollisionKind::sphere: return py::make_tuple(c.radius);
      case io::CollisionKind::cylinder: return py::make_tuple(c.radius, c.half_height);
      case io::CollisionKind::capsule:
        return py::make_tuple(py::make_tuple(0, -c.half_height, 0),
                              py::make_tuple(0, c.half_height, 0), c.radius);
      case io::CollisionKind::mesh: break;
    }
    return arrays_of(robot_.meshes[c.mesh].mesh);
  }

  io::Robot robot_;
};

}  // namespace

}  // namespace masu::python

PYBIND11_MODULE(_io, module) {
  using namespace masu::python;
  using namespace pybind11::literals;
  module.doc() = "Readers of masu: meshes and robots from files.";
  module.def("read_mesh", &read_mesh, "path"_a, "scale"_a = 1.0);
  py::class_<Robot>(module, "Robot")
      .def(py::init<const std::string&, const std::string&>(), "path"_a, "package_root"_a = "")
      .def("load_srdf", &Robot::load_srdf, "path"_a)
      .def_property_readonly("name", &Robot::name)
      .def("links", &Robot::links)
      .def("joints", &Robot::joints)
      .def("geometries", &Robot::geometries)
      .def("may_collide", &Robot::may_collide, "a"_a, "b"_a)
      .def("poses", &Robot::poses, "positions"_a);
  refuse_incomplete(module);
}
