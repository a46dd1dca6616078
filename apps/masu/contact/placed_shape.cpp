// SPDX-License-Identifier: MIT
#include "contact/placed_shape.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/check.hpp>
#include <masu/shapes/cone.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/shapes/triangle.hpp>
#include <scenes/readers/input_error.hpp>

#include "contact/fields.hpp"
#include "counted.hpp"

namespace masu::cli {
namespace {

template <int D, class T>
Vec<D, T> vec(const Numbers& numbers) {
  Vec<D, T> v{};
  for (int i = 0; i < D; ++i) v[i] = static_cast<T>(numbers[static_cast<std::size_t>(i)]);
  return v;
}

template <int D, class T>
using Placed = PlacedShape<D, T>;

template <int D, class T>
Vec<D, T> optional_vec(Fields& f, const char* field) {
  return f.has(field) ? vec<D, T>(f.vector(field)) : Vec<D, T>{};
}

const char* remedy(Status status) {
  switch (status) {
    case Status::no_points: return "give at least one";
    case Status::flat: return "use a triangle or segment, or add a thickness";
    case Status::inverted: return "list corners counter-clockwise, seen from outside";
    case Status::not_convex: return "give the corners as 'points' to use their convex hull";
    case Status::open_surface: return "each edge needs two faces, every face three corners";
    default: return "change the value";
  }
}

void expect_built(const Fields& f, const char* field, Status status) {
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status == Status::ok) return;
  f.fail(field, fmt::format("{}: {}", describe(status), remedy(status)));
}

// ---- one function for each kind ----

template <int D, class T>
void box(Fields& f, Placed<D, T>& made) {
  if (f.has("size") && f.has("half_extents")) f.fail("size", "give size or half_extents, not both");
  const bool whole = f.has("size");
  Vec<D, T> half = vec<D, T>(f.vector(whole ? "size" : "half_extents", Rule::not_negative));
  if (whole) half = half * T(0.5);
  made.view = Box<D, T>{half, optional_vec<D, T>(f, "center")}.view();
}

template <int D, class T>
void sphere(Fields& f, Placed<D, T>& made) {
  const T radius = static_cast<T>(f.number("radius", Rule::positive));
  made.view = Sphere<D, T>{radius, optional_vec<D, T>(f, "center")}.view();
}

template <int D, class T>
void capsule(Fields& f, Placed<D, T>& made) {
  const T radius = static_cast<T>(f.number("radius", Rule::positive));
  made.view = Capsule<D, T>{vec<D, T>(f.vector("a")), vec<D, T>(f.vector("b")), radius}.view();
}

template <int D, class T>
void half_space(Fields& f, Placed<D, T>& made) {
  const Vec<D, double> normal = vec<D, double>(f.vector("normal"));
  double most = 0;
  for (int a = 0; a < D; ++a) most = std::max(most, std::fabs(normal[a]));
  if (!(most > 0)) f.fail("normal", "has length 0");
  const Vec<D, double> scaled = normal * (1 / most);
  const Vec<D, double> unit = scaled * (1 / length(scaled));
  const T offset = f.has("offset") ? static_cast<T>(f.number("offset")) : T(0);
  made.view = HalfSpace<D, T>{vec_cast<T>(unit), offset}.view();
}

template <class T>
T half_height(Fields& f) {
  if (f.has("height") && f.has("half_height"))
    f.fail("height", "give height or half_height, not both");
  if (f.has("height")) return static_cast<T>(f.number("height", Rule::positive) / 2);
  return static_cast<T>(f.number("half_height", Rule::positive));
}

template <int D, class T>
std::vector<Vec<D, T>> vecs(const std::vector<Numbers>& points) {
  std::vector<Vec<D, T>> all;
  all.reserve(points.size());
  for (const Numbers& p : points) all.push_back(vec<D, T>(p));
  return all;
}

template <class T>
void polygon(Fields& f, Placed<2, T>& made) {
  made.polytope = std::make_unique<ConvexPolygon<T>>();
  if (f.has("vertices")) {
    const auto corners = vecs<2, T>(f.points("vertices"));
    expect_built(f, "vertices", made.polytope->build(corners));
  } else {
    const auto points = vecs<2, T>(f.points("points"));
    expect_built(f, "points", polygon_of<T>(points, *made.polytope));
  }
  made.view = made.polytope->view();
}

template <class T>
void polyhedron(Fields& f, Placed<3, T>& made) {
  made.polytope = std::make_unique<ConvexPolyhedron<T>>();
  if (f.has("vertices")) {
    const auto points = vecs<3, T>(f.points("vertices"));
    std::vector<std::uint32_t> loops;
    std::vector<std::uint32_t> counts;
    for (const auto& face : f.loops("faces", points.size())) {
      loops.insert(loops.end(), face.begin(), face.end());
      counts.push_back(static_cast<std::uint32_t>(face.size()));
    }
    expect_built(f, "faces", made.polytope->build(points, loops, counts));
  } else {
    const auto points = vecs<3, T>(f.points("points"));
    expect_built(f, "points", polyhedron_of<T>(points, *made.polytope));
  }
  made.view = made.polytope->view();
}

template <class T>
void mesh(Fields& f, Placed<3, T>& made) {
  const auto points = vecs<3, T>(f.points("vertices"));
  std::vector<std::uint32_t> corners;
  for (const auto& face : f.loops("triangles", points.size())) {
    if (face.size() != 3) f.fail("triangles", counted(face.size(), "corner") + ", expected 3");
    corners.insert(corners.end(), face.begin(), face.end());
  }
  made.mesh = std::make_unique<SurfaceMesh<3, T>>();
  expect_built(f, "triangles", made.mesh->build(points, corners));
}

template <class T>
void surface_or_hull(Fields& f, Placed<3, T>& made) {
  std::vector<Vec<3, T>> points;
  for (const auto& p : f.source().points) {
    points.push_back({static_cast<T>(p[0]), static_cast<T>(p[1]), static_cast<T>(p[2])});
  }
  if (f.source().triangles.empty()) {
    made.polytope = std::make_unique<ConvexPolyhedron<T>>();
    expect_built(f, "vertices", polyhedron_of<T>(points, *made.polytope));
    made.view = made.polytope->view();
    return;
  }
  std::vector<std::uint32_t> corners;
  for (const auto& t : f.source().triangles) corners.insert(corners.end(), t.begin(), t.end());
  made.mesh = std::make_unique<SurfaceMesh<3, T>>();
  expect_built(f, "vertices", made.mesh->build(points, corners));
}

template <int D, class T>
struct Kind {
  const char* name;
  void (*read)(Fields& f, Placed<D, T>& made);
};

template <int D, class T>
constexpr auto kinds_of_any_dimension() {
  return std::array{
      Kind<D, T>{"point",
                 [](Fields& f, Placed<D, T>& made) {
                   made.view = Point<D, T>{optional_vec<D, T>(f, "center")}.view();
                 }},
      Kind<D, T>{"sphere", sphere<D, T>},
      Kind<D, T>{
          "segment",
          [](Fields& f, Placed<D, T>& made) {
            made.view = Segment<D, T>{vec<D, T>(f.vector("a")), vec<D, T>(f.vector("b"))}.view();
          }},
      Kind<D, T>{"capsule", capsule<D, T>},
      Kind<D, T>{"triangle",
                 [](Fields& f, Placed<D, T>& made) {
                   made.view = Triangle<D, T>{vec<D, T>(f.vector("a")), vec<D, T>(f.vector("b")),
                                              vec<D, T>(f.vector("c"))}
                                   .view();
                 }},
      Kind<D, T>{"box", box<D, T>},
      Kind<D, T>{"ellipsoid",
                 [](Fields& f, Placed<D, T>& made) {
                   made.view =
                       Ellipsoid<D, T>{vec<D, T>(f.vector("half_axes", Rule::positive))}.view();
                 }},
      Kind<D, T>{"half_space", half_space<D, T>}};
}

template <int D, class T>
constexpr auto kinds_of_this_dimension() {
  if constexpr (D == 2) {
    return std::array{
        Kind<2, T>{"circle", sphere<2, T>},
        Kind<2, T>{"ellipse",
                   [](Fields& f, Placed<2, T>& made) {
                     made.view =
                         Ellipse<T>{vec<2, T>(f.vector("half_axes", Rule::positive))}.view();
                   }},
        Kind<2, T>{"polygon", polygon<T>}};
  } else {
    return std::array{Kind<3, T>{"cylinder",
                                 [](Fields& f, Placed<3, T>& made) {
                                   const T r = static_cast<T>(f.number("radius", Rule::positive));
                                   made.view = Cylinder<T>{r, half_height<T>(f)}.view();
                                 }},
                      Kind<3, T>{"cone",
                                 [](Fields& f, Placed<3, T>& made) {
                                   const T r = static_cast<T>(f.number("radius", Rule::positive));
                                   made.view = Cone<T>{r, half_height<T>(f)}.view();
                                 }},
                      Kind<3, T>{"polyhedron", polyhedron<T>}, Kind<3, T>{"mesh", mesh<T>},
                      Kind<3, T>{"obj", surface_or_hull<T>}};
  }
}

template <int D, class T>
bool read_kind(const std::string& name, Fields& f, Placed<D, T>& made) {
  const auto read = [&](const auto& kinds) {
    for (const Kind<D, T>& k : kinds) {
      if (name == k.name) return k.read(f, made), true;
    }
    return false;
  };
  return read(kinds_of_any_dimension<D, T>()) || read(kinds_of_this_dimension<D, T>());
}

template <class T>
Rotation<2, T> rotation_of(const Numbers& n, const Rotation<2, T>*) {
  return {static_cast<T>(n[0]), static_cast<T>(n[1])};
}
template <class T>
Rotation<3, T> rotation_of(const Numbers& n, const Rotation<3, T>*) {
  return {static_cast<T>(n[0]), static_cast<T>(n[1]), static_cast<T>(n[2]), static_cast<T>(n[3])};
}

template <int D, class T>
Rotation<D, T> rotation(Fields& f) {
  return rotation_of<T>(f.rotation(), static_cast<const Rotation<D, T>*>(nullptr));
}

std::string kind_of(const ShapeSource& source) {
  const auto shape = source.fields.find("shape");
  if (shape == source.fields.end() || !shape->is_string()) {
    throw readers::InputError(source.name +
                              ": shape: is missing; add it, such as \"shape\": \"box\"");
  }
  return shape->get<std::string>();
}

}  // namespace

Dimension dimension_of(const ShapeSource& source) {
  const std::string kind = kind_of(source);
  for (const char* flat : {"circle", "ellipse", "polygon"}) {
    if (kind == flat) return {2, kind};
  }
  for (const char* solid : {"cylinder", "cone", "polyhedron", "mesh", "obj"}) {
    if (kind == solid) return {3, kind};
  }
  for (const char* field :
       {"position", "center", "size", "half_extents", "half_axes", "normal", "a", "b", "c"}) {
    const auto found = source.fields.find(field);
    if (found == source.fields.end() || !found->is_array()) continue;
    const std::size_t n = found->size();
    if (n == 2 || n == 3) {
      return {static_cast<int>(n), fmt::format("{} of {} numbers", field, n)};
    }
  }
  return {};
}

template <int D, class T>
PlacedShape<D, T> make_placed_shape(const ShapeSource& source) {
  PlacedShape<D, T> made;
  Fields f(source, D, sizeof(T) == sizeof(float));
  kind_of(source);
  const std::string kind = f.text("shape");
  if (!read_kind(kind, f, made)) {
    std::string known;
    for (const auto& k : kinds_of_any_dimension<D, T>()) known += fmt::format(" {}", k.name);
    for (const auto& k : kinds_of_this_dimension<D, T>()) known += fmt::format(" {}", k.name);
    f.fail("shape", fmt::format("'{}' is not a shape in {}D; known:{}", kind, D, known));
  }
  if (made.mesh && f.has("skin")) f.fail("skin", "a mesh has no skin: use --hull");
  if (f.has("skin")) made.view.radius += static_cast<T>(f.number("skin", Rule::not_negative));
  made.pose.translation = optional_vec<D, T>(f, "position");
  made.pose.rotation = rotation<D, T>(f);
  f.finish();
  for (const Status s : {made.mesh ? Status::ok : check_view(made.view), made.pose.check()}) {
    if (s != Status::ok) f.fail(kind, describe(s));
  }
  return made;
}

template <int D, class T>
Transform<D, T> moved(const Transform<D, T>& start, const ShapeSource& pose) {
  Fields f(pose, D, sizeof(T) == sizeof(float));
  Transform<D, T> end = start;
  if (f.has("position")) end.translation = vec<D, T>(f.vector("position"));
  if (f.has("rotation")) end.rotation = rotation<D, T>(f);
  return end;
}

#define MASU_PLACED_SHAPE(D, T)                                     \
  template PlacedShape<D, T> make_placed_shape(const ShapeSource&); \
  template Transform<D, T> moved(const Transform<D, T>&, const ShapeSource&);
MASU_PLACED_SHAPE(2, float)
MASU_PLACED_SHAPE(3, float)
MASU_PLACED_SHAPE(2, double)
MASU_PLACED_SHAPE(3, double)
#undef MASU_PLACED_SHAPE

}  // namespace masu::cli
