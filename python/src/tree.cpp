// SPDX-License-Identifier: MIT
// masu.BoxTree: an index of boxes that do not move.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <variant>

#include <masu/broad_phase/bvh.hpp>

#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "neighbors.hpp"
#include "row_queries.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

// A tree that was built, or one that reads the bytes of a pickle.
template <int D, class T>
struct TreeOf {
  Bvh<D, T> built;
  Buffer<std::byte> bytes;
  BvhView<D, T> mapped;

  const BvhView<D, T>& view() const { return bytes.empty() ? built.view() : mapped; }
};

class BoxTree {
 public:
  explicit BoxTree(const Boxes& boxes) {
    with_kind(boxes.dimension, boxes.floats.is_double, [&]<int D, class T>() {
      auto& tree = tree_.emplace<std::unique_ptr<TreeOf<D, T>>>(new TreeOf<D, T>);
      const py::gil_scoped_release no_gil;
      check(tree->built.build(boxes.span<D, T>()), "boxes");
    });
  }
  BoxTree(int dimension, bool is_double, const std::string& bytes) {
    with_kind(dimension, is_double, [&]<int D, class T>() {
      auto& tree = tree_.emplace<std::unique_ptr<TreeOf<D, T>>>(new TreeOf<D, T>);
      if (!tree->bytes.resize(bytes.size())) check(Status::out_of_memory);
      std::memcpy(tree->bytes.data(), bytes.data(), bytes.size());
      check(map_bvh(ByteView(std::span<const std::byte>(tree->bytes)), tree->mapped), "BoxTree");
    });
  }

  // Calls f(view).
  template <class F>
  auto with_view(F&& f) const {
    return std::visit(
        [&]<int D, class T>(const std::unique_ptr<TreeOf<D, T>>& tree) { return f(tree->view()); },
        tree_);
  }
  int dimension() const {
    return with_view([]<int D, class T>(const BvhView<D, T>&) { return D; });
  }
  bool is_double() const {
    return with_view([]<int D, class T>(const BvhView<D, T>&) { return sizeof(T) == 8; });
  }
  std::size_t size() const {
    return with_view([](const auto& view) { return view.size(); });
  }
  py::tuple state() const {
    return std::visit(
        [&]<int D, class T>(const std::unique_ptr<TreeOf<D, T>>& tree) {
          std::string bytes(reinterpret_cast<const char*>(tree->bytes.data()), tree->bytes.size());
          if (bytes.empty()) check(tree->built.write(bytes), "BoxTree");
          return py::make_tuple(D, sizeof(T) == 8, py::bytes(bytes));
        },
        tree_);
  }

 private:
  template <int D, class T>
  using Tree = std::unique_ptr<TreeOf<D, T>>;
  std::variant<Tree<2, float>, Tree<3, float>, Tree<2, double>, Tree<3, double>> tree_;
};

py::handle rows_type;  // masu.Rows

// The arguments of a query, in the numbers of the tree.
Reading as_tree(const BoxTree& tree, const char* name, bool copy) {
  return {name, copy, tree.is_double()};
}

// Which boxes of the tree a query finds: the names of shapely, for closed boxes.
enum class Predicate { intersects, covers, covered_by, dwithin };

Predicate read_predicate(const std::string& name, bool has_distance) {
  constexpr const char* kNames[] = {"intersects", "covers", "covered_by", "dwithin"};
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) {
    throw py::value_error(
        "predicate: expected 'intersects', 'covers', 'covered_by' or 'dwithin', got '" + name +
        "'");
  }
  const auto predicate = static_cast<Predicate>(found - kNames);
  if (has_distance != (predicate == Predicate::dwithin)) {
    throw py::value_error("distance: needed for the predicate 'dwithin', and for no other");
  }
  return predicate;
}

// The box of the tree with this id. Empty boxes are not in the tree's list; ids ascend.
template <int D, class T>
const Aabb<D, T>& box_of(const BvhView<D, T>& view, std::uint32_t id) {
  const auto& set = view.objects().set;
  if (set.ids == nullptr) return set.boxes[id];
  return set.boxes[std::lower_bound(set.ids, set.ids + set.homes, id) - set.ids];
}

template <int D, class T, class Report>
Status ask(const BvhView<D, T>& view, const Aabb<D, T>& box, Predicate predicate, T radius,
           Report&& report) {
  switch (predicate) {
    case Predicate::intersects: return view.for_each_overlapping(box, report).status;
    case Predicate::dwithin: return view.for_each_within(box, radius, report).status;
    default: break;
  }
  const auto filtered = [&](std::uint32_t id) {
    const Aabb<D, T>& other = box_of(view, id);
    if (predicate == Predicate::covers ? box.contains(other) : other.contains(box)) report(id);
  };
  return view.for_each_overlapping(box, filtered).status;
}

py::object query(const BoxTree& tree, const py::object& source, const std::string& predicate_name,
                 const py::object& distance, int threads, bool copy) {
  const Boxes boxes = read_boxes(source, as_tree(tree, "boxes", copy), tree.dimension(), true);
  const Predicate predicate = read_predicate(predicate_name, !distance.is_none());
  const double radius = distance.is_none() ? 0 : distance.cast<double>();
  QueryBatch<std::uint32_t> found;
  tree.with_view([&]<int D, class T>(const BvhView<D, T>& view) {
    const BoxSpan<D, T> span = boxes.span<D, T>();
    const py::gil_scoped_release no_gil;
    CallThreads pool(threads, boxes.size);
    const auto ask_one = [&](std::size_t i, auto&& report) {
      return ask<D, T>(view, span[i], predicate, static_cast<T>(radius), report);
    };
    const auto position = [&](std::size_t i) { return span[i].min; };
    check((collect_rows<D, T>(boxes.size, found, pool.jobs(), position, ask_one)),
          predicate == Predicate::dwithin ? "distance" : "boxes");
  });
  if (boxes.single) return own(std::move(found.items));
  return rows_type(own(std::move(found.first)), own(std::move(found.items)));
}

py::tuple nearest(const BoxTree& tree, const py::object& source, py::ssize_t k, int threads,
                  bool copy) {
  const Rows points = read_rows(source, as_tree(tree, "points", copy), tree.dimension());
  return tree.with_view([&]<int D, class T>(const BvhView<D, T>& view) {
    return nearest_of<D, T>(view, points, k, threads);
  });
}

py::tuple ray_cast(const BoxTree& tree, const py::object& from, const py::object& along,
                   double max_t, int threads, bool copy) {
  const Rows origins = read_rows(from, as_tree(tree, "origins", copy), tree.dimension());
  const Rows directions = read_rows(along, as_tree(tree, "directions", copy), tree.dimension());
  if (origins.size != directions.size && !origins.single && !directions.single) {
    check(Status::size_mismatch, "origins and directions");
  }
  const Rows& longer = origins.single ? directions : origins;
  return tree.with_view([&]<int D, class T>(const BvhView<D, T>& view) -> py::tuple {
    const Shaped out(longer, true, 1);
    py::array_t<T> times(out.shape);
    py::array_t<std::uint32_t> indices(out.shape);
    T* const t = times.mutable_data();
    std::uint32_t* const index = indices.mutable_data();
    {
      const py::gil_scoped_release no_gil;
      CallThreads pool(threads, longer.size);
      detail::FirstRefusal refused;
      for_each_ordered<D, T>(longer, pool.jobs(), [&](std::size_t i) {
        // A single row has stride 0.
        const Ray<D, T> ray{origins.at<Vec<D, T>>(i), directions.at<Vec<D, T>>(i),
                            static_cast<T>(max_t)};
        const auto hit = view.ray_cast(ray);
        refused.note(i, hit.status);
        t[i] = hit.hit ? hit.t : std::numeric_limits<T>::infinity();
        index[i] = hit.hit ? hit.id : static_cast<std::uint32_t>(view.size());
      });
      check(refused.status(), "rays");
    }
    return py::make_tuple(unboxed(times), unboxed(indices));
  });
}

constexpr char kTreeDoc[] = R"(An index of boxes, for queries.

Use it where the boxes do not move; `World2D` and `World3D` hold objects that do. Building it copies
the boxes. Trees can be pickled, and queried by many threads at once.

Parameters
----------
boxes : array_like, shape (n, 2 D) or (n, 2, D), with D = 2 or 3
    Rows ``[min..., max...]``, float32 or float64: the numbers of the tree. Arguments of queries are
    rounded to the same type.
copy : bool, optional
    False: raise ValueError where `boxes` would have to be converted first.

Notes
-----
A bounding volume hierarchy: O(n log n) to build, about 130 bytes per box in 3D float32.

Examples
--------
>>> import masu
>>> tree = masu.BoxTree([[0, 0, 2, 2], [1, 1, 3, 3], [5, 5, 6, 6]])
>>> tree.query([0, 0, 1, 1])
array([0, 1], dtype=uint32)
>>> tree.nearest([[4.5, 5]])
(array([0.5]), array([2], dtype=uint32))
)";

constexpr char kQueryDoc[] = R"(Find the boxes that overlap a box, or each of many boxes.

Parameters
----------
boxes : array_like, shape (n, 2 D) or (n, 2, D), or one box: (2 D,) or (2, D)
predicate : {'intersects', 'covers', 'covered_by', 'dwithin'}, optional
    As in shapely's STRtree: boxes of the tree that the query overlaps or touches; that lie in it;
    that it lies in; that are no farther from it than `distance`.
distance : float, optional
    For ``dwithin``.
threads : int, optional
    0: one for each processor.
copy : bool, optional
    False: raise ValueError where an array would have to be copied.

Returns
-------
ndarray of uint32, or Rows
    For one box the indices, ascending. For many boxes ``(indptr, indices)`` as in
    scipy.sparse.csr_array: those of query i are ``indices[indptr[i]:indptr[i + 1]]``, ascending.
)";

constexpr char kNearestDoc[] = R"(Find the boxes nearest to a point, or to each of many points.

Parameters
----------
points : array_like, shape (n, D) or (D,)
k : int, optional
    How many.
threads, copy : optional
    As in `query`.

Returns
-------
distances, indices : ndarray, shape (n,) for k = 1, else (n, k)
    As scipy's KDTree.query: sorted by (distance, index); infinity and ``len(tree)`` where there are
    fewer than k boxes. A point in a box has distance 0.
)";

constexpr char kRayDoc[] = R"(Find the first box that a ray hits, for each of many rays.

Parameters
----------
origins, directions : array_like, shape (n, D) or (D,)
    Directions have any length, which is the unit of t. A single one counts for all rays.
max_t : float, optional
    Where rays end: at ``origin + max_t * direction``.
threads, copy : optional
    As in `query`.

Returns
-------
t, indices : ndarray, shape (n,)
    Where the ray enters the box: ``origin + t * direction``; 0 if it starts inside. Infinity and
    ``len(tree)`` for rays that hit nothing.
)";

constexpr char kRowsDoc[] = R"(Results of many queries in compressed rows.

Those of query i are ``indices[indptr[i]:indptr[i + 1]]``, as in scipy.sparse.csr_array.)";

}  // namespace

void bind_tree(py::module_& module) {
  rows_type = named_tuple(module, "Rows", "indptr indices", kRowsDoc);
  py::class_<BoxTree>(module, "BoxTree", kTreeDoc)
      .def(py::init([](const py::object& boxes, bool copy) {
             return std::make_unique<BoxTree>(read_boxes(boxes, {"boxes", copy}));
           }),
           "boxes"_a, py::kw_only(), "copy"_a = true)
      .def("query", &query, "boxes"_a, "predicate"_a = "intersects", py::kw_only(),
           "distance"_a = py::none(), "threads"_a = 1, "copy"_a = true, kQueryDoc)
      .def("nearest", &nearest, "points"_a, "k"_a = 1, py::kw_only(), "threads"_a = 1,
           "copy"_a = true, kNearestDoc)
      .def("ray_cast", &ray_cast, "origins"_a, "directions"_a, "max_t"_a = INFINITY, py::kw_only(),
           "threads"_a = 1, "copy"_a = true, kRayDoc)
      .def("__len__", &BoxTree::size)
      .def_property_readonly("dimension", &BoxTree::dimension, "2 or 3.")
      .def_property_readonly(
          "dtype",
          [](const BoxTree& t) { return t.is_double() ? py::dtype("f8") : py::dtype("f4"); },
          "The type of the boxes' numbers.")
      .def("__repr__",
           [](const BoxTree& t) {
             return "<masu.BoxTree of " + std::to_string(t.size()) + " boxes in " +
                    std::to_string(t.dimension()) + "D>";
           })
      .def(py::pickle([](const BoxTree& t) { return t.state(); },
                      [](const py::tuple& s) {
                        return std::make_unique<BoxTree>(s[0].cast<int>(), s[1].cast<bool>(),
                                                         s[2].cast<std::string>());
                      }));
}

}  // namespace masu::python
