// SPDX-License-Identifier: MIT
// masu.Shape and the functions that make shapes.
#include "shapes.hpp"

#include <masu/hull/polytope_of.hpp>
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/convex_polyhedron.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>

#include "bindings.hpp"
#include "poses.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;
using Numbers = std::vector<double>;

template <int D>
Vec<D, double> vec(const Numbers& v, const char* name) {
  if (v.size() != D) {
    throw py::value_error(std::string(name) + ": " + std::to_string(D) + " numbers are expected");
  }
  Vec<D, double> r{};
  for (int a = 0; a < D; ++a) r[a] = v[std::size_t(a)];
  return r;
}

// Makes a shape of the library's type and checks it.
template <class S>
Shape made(const S& shape, py::tuple call) {
  const auto view = view_of(shape);
  check(check_view(view), call[0].cast<std::string>().c_str());
  return Shape(world_shape(view), nullptr, std::move(call));
}

// Calls f.operator()<D>() with the dimension of a vector.
template <class F>
Shape by_dimension(const Numbers& v, const char* name, F&& f) {
  if (v.size() == 2) return f.template operator()<2>();
  if (v.size() == 3) return f.template operator()<3>();
  throw py::value_error(std::string(name) + ": 2 or 3 numbers are expected");
}

Shape sphere(double radius, const std::optional<Numbers>& center) {
  const Numbers c = center.value_or(Numbers(3, 0.0));
  return by_dimension(c, "center", [&]<int D>() {
    return made(Sphere<D, double>{radius, vec<D>(c, "center")},
                py::make_tuple("sphere", radius, c));
  });
}
Shape circle(double radius, const std::optional<Numbers>& center) {
  return sphere(radius, center.value_or(Numbers(2, 0.0)));
}
Shape box(const Numbers& half, const std::optional<Numbers>& center) {
  return by_dimension(half, "half_extents", [&]<int D>() {
    const Numbers c = center.value_or(Numbers(D, 0.0));
    return made(Box<D, double>{vec<D>(half, "half_extents"), vec<D>(c, "center")},
                py::make_tuple("box", half, c));
  });
}
Shape capsule(const Numbers& a, const Numbers& b, double radius) {
  return by_dimension(a, "a", [&]<int D>() {
    return made(Capsule<D, double>{vec<D>(a, "a"), vec<D>(b, "b"), radius},
                py::make_tuple("capsule", a, b, radius));
  });
}
Shape segment(const Numbers& a, const Numbers& b) {
  return by_dimension(a, "a", [&]<int D>() {
    return made(Segment<D, double>{vec<D>(a, "a"), vec<D>(b, "b")},
                py::make_tuple("segment", a, b));
  });
}
Shape point(const Numbers& position) {
  return by_dimension(position, "position", [&]<int D>() {
    return made(Point<D, double>{vec<D>(position, "position")}, py::make_tuple("point", position));
  });
}
Shape triangle(const Numbers& a, const Numbers& b, const Numbers& c) {
  return by_dimension(a, "a", [&]<int D>() {
    return made(Triangle<D, double>{vec<D>(a, "a"), vec<D>(b, "b"), vec<D>(c, "c")},
                py::make_tuple("triangle", a, b, c));
  });
}
Shape ellipsoid(const Numbers& half_axes) {
  return by_dimension(half_axes, "half_axes", [&]<int D>() {
    return made(Ellipsoid<D, double>{vec<D>(half_axes, "half_axes")},
                py::make_tuple("ellipsoid", half_axes));
  });
}
Shape half_space(const Numbers& normal, double offset) {
  return by_dimension(normal, "normal", [&]<int D>() {
    return made(HalfSpace<D, double>{vec<D>(normal, "normal"), offset},
                py::make_tuple("half_space", normal, offset));
  });
}
Shape cylinder(double radius, double half_height) {
  return made(Cylinder<double>{radius, half_height},
              py::make_tuple("cylinder", radius, half_height));
}
Shape cone(double radius, double half_height) {
  return made(Cone<double>{radius, half_height}, py::make_tuple("cone", radius, half_height));
}
Shape rounded(const Shape& shape, double radius) {
  return shape.with_view([&]<int D>(const WorldShape<D, double>&) {
    ShapeView<D, double> view = shape.convex<D>("rounded");
    view.radius = view.radius < 0 || radius < 0 ? -1 : view.radius + radius;
    check(check_view(view), "rounded");
    return Shape(world_shape(view), shape.body(), py::make_tuple("rounded", shape, radius));
  });
}

template <int D>
py::array_t<double> array_of(const std::vector<Vec<D, double>>& points) {
  return py::array_t<double>({points.size(), std::size_t(D)}, points.data()->v);
}

// The polytope that is the hull of the points, which the shape's view refers to.
template <int D, class Polytope>
Shape hull_shape(const Rows& rows, const char* name) {
  const auto points = list_points<D>(rows);
  auto polytope = std::make_shared<Polytope>();
  Status status = Status::ok;
  {
    const py::gil_scoped_release no_gil;
    if constexpr (D == 2) {
      status = polygon_of<double>(points, *polytope);
    } else {
      status = polyhedron_of<double>(points, *polytope);
    }
  }
  check(status, name);
  const auto view = world_shape(polytope->view());
  return Shape(view, std::move(polytope), py::make_tuple(name, array_of(points)));
}
Shape convex_polygon(const py::object& points) {
  return hull_shape<2, ConvexPolygon<double>>(read_rows(points, {"points", true, true}, 2),
                                              "convex_polygon");
}
Shape convex_polyhedron(const py::object& points) {
  return hull_shape<3, ConvexPolyhedron<double>>(read_rows(points, {"points", true, true}, 3),
                                                 "convex_polyhedron");
}

template <int D>
Shape make_mesh(const Rows& rows, const std::vector<std::uint32_t>& corners) {
  const auto points = list_points<D>(rows);
  auto mesh = std::make_shared<SurfaceMesh<D, double>>();
  {
    const py::gil_scoped_release no_gil;
    check(mesh->build(points, corners), "mesh");
  }
  const auto view = world_shape(*mesh);
  const py::array_t<std::uint32_t> listed({corners.size() / D, std::size_t(D)}, corners.data());
  return Shape(view, std::move(mesh), py::make_tuple("mesh", array_of(points), listed));
}
Shape mesh(const py::object& vertices, const py::object& corners) {
  const Points points = read_points(vertices, {"vertices", true, true});
  const auto indices = read_indices(corners, "corners", points.dimension);
  return points.dimension == 2 ? make_mesh<2>(points, indices) : make_mesh<3>(points, indices);
}

// The boxes around a shape at each pose.
py::array aabb(const Shape& shape, const py::object& pose) {
  return shape.with_view([&]<int D>(const WorldShape<D, double>& view) -> py::array {
    const Poses<D> poses(pose, "pose");
    std::vector<py::ssize_t> sizes;
    if (!poses.single()) sizes.push_back(static_cast<py::ssize_t>(poses.size()));
    sizes.push_back(2 * D);
    py::array_t<double> boxes(sizes);
    auto* const to = reinterpret_cast<Aabb<D, double>*>(boxes.mutable_data());
    const ReleaseForMany no_gil(view.is_composite() ? 1000 * poses.size() : poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      check(poses[i].check(), "pose");
      to[i] = view.is_composite() ? aabb_of(view.sub_shapes(), poses[i])
                                  : aabb_of_view(view.convex, poses[i]);
    }
    return boxes;
  });
}

std::string repr(const Shape& shape) {
  const py::tuple& call = shape.call();
  std::string r = "masu.";
  r += call[0].cast<std::string>();
  for (std::size_t i = 1; i < call.size(); ++i) {
    r += i == 1 ? "(" : ", ";
    if (py::isinstance<py::array>(call[i])) {
      r += "<" + std::to_string(py::len(call[i]));
      r += " rows>";
    } else {
      r += py::repr(call[i]).cast<std::string>();
    }
  }
  return r + ")";
}

py::tuple reduce(const Shape& shape) {
  // Functions of pybind11 cannot be pickled, functions of Python can.
  return py::make_tuple(py::module_::import("masu._shapes").attr("make_shape"), shape.call());
}

constexpr char kMeshDoc[] = R"(Make a mesh: triangles in 3D, segments in 2D.

A surface: a ball that floats inside a closed mesh does not touch it. Worlds take meshes; so do
`distance`, `distances`, `intersects`, `contacts` and `time_of_impact`.

Parameters
----------
vertices : array_like, shape (n, D)
corners : array_like of int, shape (m, D)
    The vertices of each triangle, counterclockwise seen from outside, or of each segment, with the
    inside to the left.

Raises
------
masu.Error
    no_points: no triangles; bad_index: no such vertex; not_finite; out_of_range.

Notes
-----
O(m log m); about 300 bytes per triangle.
)";

constexpr char kAabbDoc[] = R"(Compute the bounding box at a pose, or at each of many poses.

Parameters
----------
pose : array_like, optional
    Positions (D,) or (n, D); rows of position and rotation (cosine and sine in 2D, a quaternion
    x, y, z, w in 3D); or homogeneous matrices (D + 1, D + 1) or (n, D + 1, D + 1).

Returns
-------
ndarray, shape (2 D,) or (n, 2 D)
    Rows ``[min..., max...]``, as `BoxTree` and `pairs` take them. As tight as rounding allows.
)";

}  // namespace

void bind_shapes(py::module_& module) {
  py::class_<Shape>(module, "Shape",
                    "A convex shape or a mesh in its own frame, in 2D or 3D. Immutable; made by "
                    "`sphere`, `box` and the like.")
      .def_property_readonly("dimension", &Shape::dimension, "2 or 3.")
      .def_property_readonly(
          "kind",
          [](const Shape& s) -> py::object {
            return s.with_view([&](const auto& v) {
              return v.is_composite() ? py::object(s.call()[0]) : py::str(name(v.convex.kind));
            });
          },
          "The name of the kind, such as 'box' or 'mesh'. A sphere is a rounded 'point', a capsule "
          "a "
          "rounded 'segment'.")
      .def_property_readonly(
          "radius",
          [](const Shape& s) { return s.with_view([](const auto& v) { return v.convex.radius; }); },
          "The radius around the core; 0: none.")
      .def("aabb", &aabb, "pose"_a = py::none(), kAabbDoc)
      .def("__repr__", &repr)
      .def("__reduce__", &reduce);

  const auto none = py::none();
  module.def("sphere", &sphere, "radius"_a, "center"_a = none,
             "Make a sphere; a circle if the center has two numbers.");
  module.def("circle", &circle, "radius"_a, "center"_a = none, "Make a circle.");
  module.def("box", &box, "half_extents"_a, "center"_a = none,
             "Make an oriented box, in 2D a rectangle: its pose rotates it.");
  module.def("capsule", &capsule, "a"_a, "b"_a, "radius"_a,
             "Make a capsule: all points within a radius of a segment.");
  module.def("segment", &segment, "a"_a, "b"_a, "Make a line segment.");
  module.def("point", &point, "position"_a, "Make a point.");
  module.def("triangle", &triangle, "a"_a, "b"_a, "c"_a, "Make a triangle.");
  module.def("ellipsoid", &ellipsoid, "half_axes"_a, "Make an ellipsoid, in 2D an ellipse.");
  module.def("cylinder", &cylinder, "radius"_a, "half_height"_a,
             "Make a cylinder along y, centered at the origin. 3D only.");
  module.def("cone", &cone, "radius"_a, "half_height"_a,
             "Make a cone along y, its apex at +half_height. 3D only.");
  module.def("half_space", &half_space, "normal"_a, "offset"_a,
             "Make a half-space: all x with normal . x <= offset. The normal has length 1.");
  module.def("rounded", &rounded, "shape"_a, "radius"_a,
             "Make the shape of all points within a radius of a convex shape.");
  module.def("convex_polygon", &convex_polygon, "points"_a,
             "Make the convex polygon that is the hull of points (n, 2). O(n log n).");
  module.def("mesh", &mesh, "vertices"_a, "corners"_a, kMeshDoc);
  module.def("convex_polyhedron", &convex_polyhedron, "points"_a,
             "Make the convex polyhedron that is the hull of points (n, 3). O(n log n).");
}

}  // namespace masu::python
