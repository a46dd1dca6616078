// SPDX-License-Identifier: MIT
// masu.convex_hull().
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

py::handle hull2_type;  // masu.Hull2D
py::handle hull3_type;  // masu.Hull3D

// The points of rows that are one after another, without a copy; else copies them to `memory`.
template <int D, class T>
std::span<const Vec<D, T>> points_of(const Rows& rows, std::vector<Vec<D, T>>& memory) {
  if (rows.size == 0) return {};
  if (rows.stride == sizeof(Vec<D, T>)) return {&rows.at<Vec<D, T>>(0), rows.size};
  memory.resize(rows.size);
  for (std::size_t i = 0; i < rows.size; ++i) memory[i] = rows.at<Vec<D, T>>(i);
  return memory;
}

template <class Item>
py::array_t<Item> copy_of(std::span<const Item> items) {
  return py::array_t<Item>(static_cast<py::ssize_t>(items.size()), items.data());
}

template <class T>
py::object hull2(const Rows& rows, double merge) {
  Hull2 hull;
  {
    const py::gil_scoped_release no_gil;
    std::vector<Vec<2, T>> memory;
    Quickhull2<T> builder(Merge::tolerance(merge));
    check(builder.build(points_of<2, T>(rows, memory), hull), "points");
  }
  return hull2_type(copy_of(hull.vertices()), hull.dimension());
}

// Rows [normal..., offset] of the faces' planes.
template <class T>
py::array_t<T> planes_of(const Hull3<T>& hull) {
  py::array_t<T> planes({hull.face_count(), std::size_t(4)});
  T* out = planes.mutable_data();
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    for (int a = 0; a < 3; ++a) *out++ = hull.plane(f).normal[a];
    *out++ = hull.plane(f).offset;
  }
  return planes;
}

// The faces in fans, as indices into the input.
template <class T>
py::array_t<std::uint32_t> triangles_of(const Hull3<T>& hull) {
  std::size_t count = 0;
  for (std::size_t f = 0; f < hull.face_count(); ++f) count += hull.face(f).size() - 2;
  py::array_t<std::uint32_t> triangles({count, std::size_t(3)});
  std::uint32_t* out = triangles.mutable_data();
  const auto vertices = hull.vertices();
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto face = hull.face(f);
    for (std::size_t k = 2; k < face.size(); ++k) {
      *out++ = vertices[face[0]];
      *out++ = vertices[face[k - 1]];
      *out++ = vertices[face[k]];
    }
  }
  return triangles;
}

// The faces as loops of indices into the input.
template <class T>
py::tuple faces_of(const Hull3<T>& hull) {
  const auto faces = static_cast<py::ssize_t>(hull.face_count());
  py::array_t<std::uint32_t> indptr(faces + 1);
  py::array_t<std::uint32_t> indices(static_cast<py::ssize_t>(hull.edge_count()));
  std::uint32_t* const first = indptr.mutable_data();
  std::uint32_t* const out = indices.mutable_data();
  std::uint32_t end = 0;
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    first[f] = end;
    for (const std::uint32_t v : hull.face(f)) out[end++] = hull.vertices()[v];
  }
  first[hull.face_count()] = end;
  return py::make_tuple(indptr, indices);
}

template <class T>
py::object hull3(const Rows& rows, double merge) {
  Hull3<T> hull;
  {
    const py::gil_scoped_release no_gil;
    std::vector<Vec<3, T>> memory;
    Quickhull3<T> builder(Merge::tolerance(merge));
    check(builder.build(points_of<3, T>(rows, memory), hull), "points");
  }
  const py::tuple faces = faces_of(hull);
  return hull3_type(copy_of(hull.vertices()), triangles_of(hull), faces[0], faces[1],
                    planes_of(hull), hull.dimension());
}

py::object convex_hull(const py::object& source, double merge, bool copy) {
  const Points points = read_points(source, {"points", copy});
  if (points.dimension == 2) {
    return points.floats.is_double ? hull2<double>(points, merge) : hull2<float>(points, merge);
  }
  return points.floats.is_double ? hull3<double>(points, merge) : hull3<float>(points, merge);
}

constexpr char kHullDoc[] = R"(Compute the convex hull of points.

Exact: it is convex for every input, and nothing is lost or invented at any scale.

Parameters
----------
points : array_like, shape (n, D), with D = 2 or 3
merge : float, optional
    Tolerance for a simpler hull, as a share of the largest extent of the points, at most 0.1.
copy : bool, optional
    False: raise ValueError where `points` would have to be copied.

Returns
-------
Hull2D or Hull3D
    ``vertices`` are indices into `points`: in 2D counterclockwise, in 3D ascending. ``dimension``
    is that of the points' span, such as 1 for points on a line. In 3D, ``triangles`` (m, 3) are the
    faces in fans, counterclockwise seen from outside; ``indptr`` and ``indices`` are the faces,
    which are polygons, in compressed rows; ``planes`` are their rows [normal, offset].

Raises
------
masu.Error
    not_finite; out_of_range: coordinates too large, or `merge` not between 0 and 0.1.

Notes
-----
Quickhull: O(n log n) typically.

Examples
--------
>>> import masu
>>> masu.convex_hull([[0, 0], [2, 0], [1, 0.5], [2, 2], [0, 2]]).vertices
array([0, 1, 3, 4], dtype=uint32)
)";

}  // namespace

void bind_hulls(py::module_& module) {
  hull2_type = named_tuple(module, "Hull2D", "vertices dimension", "A convex hull in 2D.");
  hull3_type = named_tuple(module, "Hull3D", "vertices triangles indptr indices planes dimension",
                           "A convex hull in 3D.");
  module.def("convex_hull", &convex_hull, "points"_a, py::kw_only(), "merge"_a = 0.0,
             "copy"_a = true, kHullDoc);
}

}  // namespace masu::python
