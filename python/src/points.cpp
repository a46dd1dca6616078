// SPDX-License-Identifier: MIT
// masu.PointTree: an index of points.
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include <masu/broad_phase/kd_tree.hpp>

#include "bindings.hpp"
#include "errors.hpp"
#include "neighbors.hpp"
#include "row_queries.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

template <int D, class T>
struct PointsOf {
  KdTree<D, T> tree;
  std::vector<Vec<D, T>> points;  // for pickle
};

class PointTree {
 public:
  explicit PointTree(const Points& rows) {
    with_kind(rows.dimension, rows.floats.is_double, [&]<int D, class T>() {
      auto& made = tree_.emplace<std::unique_ptr<PointsOf<D, T>>>(new PointsOf<D, T>);
      const py::gil_scoped_release no_gil;
      made->points.resize(rows.size);
      for (std::size_t i = 0; i < rows.size; ++i) made->points[i] = rows.at<Vec<D, T>>(i);
      const T* const first = made->points.empty() ? nullptr : made->points[0].v;
      check(made->tree.build(BoxSpan<D, T>{first, first, sizeof(Vec<D, T>), rows.size}), "points");
    });
  }

  // Calls f(tree).
  template <class F>
  auto with_tree(F&& f) const {
    return std::visit([&]<int D, class T>(const Tree<D, T>& tree) { return f(tree->tree); }, tree_);
  }
  int dimension() const {
    return with_tree([]<int D, class T>(const KdTree<D, T>&) { return D; });
  }
  bool is_double() const {
    return with_tree([]<int D, class T>(const KdTree<D, T>&) { return sizeof(T) == 8; });
  }
  std::size_t size() const {
    return with_tree([](const auto& tree) { return tree.size(); });
  }
  py::array points() const {
    return std::visit(
        []<int D, class T>(const Tree<D, T>& tree) -> py::array {
          const auto& points = tree->points;
          return py::array_t<T>({points.size(), std::size_t(D)},
                                points.empty() ? nullptr : points[0].v);
        },
        tree_);
  }

 private:
  template <int D, class T>
  using Tree = std::unique_ptr<PointsOf<D, T>>;
  std::variant<Tree<2, float>, Tree<3, float>, Tree<2, double>, Tree<3, double>> tree_;
};

std::unique_ptr<PointTree> make_tree(const py::object& source, bool copy) {
  return std::make_unique<PointTree>(read_points(source, {"points", copy}));
}

Rows read_queries(const PointTree& tree, const py::object& source, bool copy) {
  return read_rows(source, {"points", copy, tree.is_double()}, tree.dimension());
}

py::tuple nearest(const PointTree& tree, const py::object& source, py::ssize_t k, int threads,
                  bool copy) {
  const Rows points = read_queries(tree, source, copy);
  return tree.with_tree([&]<int D, class T>(const KdTree<D, T>& kd) {
    return nearest_of<D, T>(kd, points, k, threads);
  });
}

py::object within(const PointTree& tree, const py::object& source, double radius, int threads,
                  bool copy) {
  const Rows points = read_queries(tree, source, copy);
  QueryBatch<std::uint32_t> found;
  tree.with_tree([&]<int D, class T>(const KdTree<D, T>& kd) {
    const py::gil_scoped_release no_gil;
    CallThreads pool(threads, points.size);
    const auto ask = [&](std::size_t i, auto&& report) {
      const auto box = Aabb<D, T>::of_point(points.at<Vec<D, T>>(i));
      return kd
          .for_each_within(box, static_cast<T>(radius), BlockTarget<std::uint32_t>::each(report))
          .status;
    };
    const auto position = [&](std::size_t i) { return points.at<Vec<D, T>>(i); };
    check((collect_rows<D, T>(points.size, found, pool.jobs(), position, ask)), "radius");
  });
  if (points.single) return own(std::move(found.items));
  const py::object rows = py::module_::import("masu._masu").attr("Rows");
  return rows(own(std::move(found.first)), own(std::move(found.items)));
}

constexpr char kTreeDoc[] = R"(An index of points, for nearest neighbors.

Building it copies the points. Trees can be pickled, and queried by many threads at once. `BoxTree`
is the same for boxes.

Parameters
----------
points : array_like, shape (n, D), with D = 2 or 3
    float32 or float64: the numbers of the tree. Arguments of queries are rounded to the same type.
    Points with a NaN are near nothing.
copy : bool, optional
    False: raise ValueError where `points` would have to be converted first.

Notes
-----
A kd-tree: O(n log n) to build.

Examples
--------
>>> import masu
>>> tree = masu.PointTree([[0, 0], [3, 0], [0, 4]])
>>> tree.nearest([[1, 0], [0, 3]])
(array([1., 1.]), array([0, 2], dtype=uint32))
>>> tree.within([0, 0], 3)
array([0, 1], dtype=uint32)
)";

constexpr char kNearestDoc[] = R"(Find the points nearest to a point, or to each of many points.

Parameters
----------
points : array_like, shape (m, D) or (D,)
k : int, optional
    How many.
threads : int, optional
    0: one for each processor. The result does not depend on it.
copy : bool, optional
    False: raise ValueError where `points` would have to be copied.

Returns
-------
distances, indices : ndarray, shape (m,) for k = 1, else (m, k)
    As scipy's KDTree.query: sorted by (distance, index); infinity and ``len(tree)`` where there are
    fewer than k points.
)";

constexpr char kWithinDoc[] =
    R"(Find the points within a radius of a point, or of each of many points.

Parameters
----------
points : array_like, shape (m, D) or (D,)
radius : float
    Inclusive.
threads, copy : optional
    As in `nearest`.

Returns
-------
ndarray of uint32, or Rows
    For one point the indices, ascending. For many points ``(indptr, indices)`` as in
    scipy.sparse.csr_array.
)";

}  // namespace

void bind_points(py::module_& module) {
  py::class_<PointTree>(module, "PointTree", kTreeDoc)
      .def(py::init(&make_tree), "points"_a, py::kw_only(), "copy"_a = true)
      .def("nearest", &nearest, "points"_a, "k"_a = 1, py::kw_only(), "threads"_a = 1,
           "copy"_a = true, kNearestDoc)
      .def("query", &nearest, "points"_a, "k"_a = 1, py::kw_only(), "threads"_a = 1,
           "copy"_a = true, "The same as `nearest`, by the name of scipy's KDTree.")
      .def("within", &within, "points"_a, "radius"_a, py::kw_only(), "threads"_a = 1,
           "copy"_a = true, kWithinDoc)
      .def("__len__", &PointTree::size)
      .def_property_readonly("dimension", &PointTree::dimension, "2 or 3.")
      .def_property_readonly(
          "dtype",
          [](const PointTree& t) { return t.is_double() ? py::dtype("f8") : py::dtype("f4"); },
          "The type of the points' numbers.")
      .def("__repr__",
           [](const PointTree& t) {
             return "<masu.PointTree of " + std::to_string(t.size()) + " points in " +
                    std::to_string(t.dimension()) + "D>";
           })
      .def(py::pickle([](const PointTree& t) { return py::make_tuple(t.points()); },
                      [](const py::tuple& s) { return make_tree(s[0], true); }));
}

}  // namespace masu::python
