// SPDX-License-Identifier: MIT
// Two shapes at poses, or at many poses in one call: distance, intersects, contact, manifold.
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>

#include "bindings.hpp"
#include "contact_records.hpp"
#include "narrow_docs.hpp"
#include "two_bodies.hpp"
#include "two_shapes.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

py::handle manifold_type;   // masu.Manifold
py::handle manifolds_type;  // masu.Manifolds

template <int D>
const py::dtype& separation_dtype() {
  using S = Separation<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<S>()
                                                         .member("status", &S::status)
                                                         .member("distance", &S::distance)
                                                         .member("lower", &S::lower)
                                                         .member("upper", &S::upper)
                                                         .member("normal", &S::normal)
                                                         .member("point_a", &S::point_a)
                                                         .member("point_b", &S::point_b)
                                                         .dtype());
  return *type;
}

template <int D>
Separation<D, double> any_distance(const WorldShape<D, double>& a,
                                   const Transform<D, double>& pose_a,
                                   const WorldShape<D, double>& b,
                                   const Transform<D, double>& pose_b) {
  if (!any_composite(a, b)) {
    return distance_of_views<D, double>(a.convex, pose_a, b.convex, pose_b, nullptr);
  }
  return with_bodies(a, b, [&](const auto& x, const auto& y) -> Separation<D, double> {
    return distance(x, pose_a, y, pose_b).separation();
  });
}

template <int D>
Intersection any_intersection(const WorldShape<D, double>& a, const Transform<D, double>& pose_a,
                              const WorldShape<D, double>& b, const Transform<D, double>& pose_b) {
  if (!any_composite(a, b)) {
    return intersection_of_views<D, double>(a.convex, pose_a, b.convex, pose_b, nullptr);
  }
  return with_bodies(a, b, [&](const auto& x, const auto& y) -> Intersection {
    const SubShapeIntersection r = intersects(x, pose_a, y, pose_b);
    return {r.status, r.overlapping};
  });
}

// An array with a number for each result; without an axis for a single one.
template <class Number>
py::array_t<Number> new_numbers(const Broadcast& count) {
  std::vector<py::ssize_t> shape;
  if (!count.single) shape.push_back(static_cast<py::ssize_t>(count.size));
  return py::array_t<Number>(shape);
}

py::object distance_of(const Shape& a, const Shape& b, const py::object& pose_a,
                       const py::object& pose_b, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) -> py::object {
    auto made = new_numbers<double>(two.count);
    double* const out = made.mutable_data();
    ask_each(two.count.size, threads, "distance", [&](std::size_t i) {
      const auto s = any_distance(two.a, two.pose_a[i], two.b, two.pose_b[i]);
      out[i] = s.distance;
      return s.status;
    });
    return unboxed(made);
  });
}

py::object intersects_of(const Shape& a, const Shape& b, const py::object& pose_a,
                         const py::object& pose_b, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) -> py::object {
    auto made = new_numbers<bool>(two.count);
    bool* const out = made.mutable_data();
    ask_each(two.count.size, threads, "intersects", [&](std::size_t i) {
      const auto r = any_intersection(two.a, two.pose_a[i], two.b, two.pose_b[i]);
      out[i] = r.overlapping;
      return r.status;
    });
    return unboxed(made);
  });
}

py::object contact(const Shape& a, const Shape& b, const py::object& pose_a,
                   const py::object& pose_b, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) {
    const auto& view_a = a.convex<D>("a");
    const auto& view_b = b.convex<D>("b");
    Separation<D, double>* out = nullptr;
    const py::object made =
        new_records(separation_dtype<D>(), two.count.size, two.count.single, out);
    ask_each(two.count.size, threads, "contact", [&](std::size_t i) {
      out[i] = penetration_of_views<D, double>(view_a, two.pose_a[i], view_b, two.pose_b[i],
                                               nullptr, nullptr);
      return out[i].status;
    });
    return unboxed_record(made);
  });
}

py::object manifold_of(const Shape& a, const Shape& b, const py::object& pose_a,
                       const py::object& pose_b, double margin, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) -> py::object {
    const auto& view_a = a.convex<D>("a");
    const auto& view_b = b.convex<D>("b");
    Separation<D, double>* out = nullptr;
    const py::object made =
        new_records(separation_dtype<D>(), two.count.size, two.count.single, out);
    QueryBatch<ManifoldPoint<D, double>> corners;
    {
      const py::gil_scoped_release no_gil;
      CallThreads pool(threads, two.count.size);
      const auto ask = [&](std::size_t i, auto&& report) {
        const auto m = manifold_of_views<D, double>(view_a, two.pose_a[i], view_b, two.pose_b[i],
                                                    {margin}, nullptr);
        out[i] = m.separation;
        for (const auto& corner : m.all()) report(corner);
        return m.separation.status == Status::not_converged ? Status::ok : m.separation.status;
      };
      // Corners keep the order of the manifold.
      const auto no_order = [](const auto&, const auto&) { return false; };
      check(detail::collect(two.count.size, corners, pool.jobs(), ask, no_order), "manifold");
    }
    const std::span<const ManifoldPoint<D, double>> all(corners.items.data(), corners.items.size());
    const py::object points = copy_records(corner_dtype<D>(), all);
    if (two.count.single) return manifold_type(unboxed_record(made), points);
    return manifolds_type(made, own(std::move(corners.first)), points);
  });
}

// All pairs (i, j) with i < j of `count` shapes.
Buffer<Pair> all_pairs(std::size_t count) {
  Buffer<Pair> pairs;
  if (!pairs.reserve(count * (count - 1) / 2)) check(Status::out_of_memory);
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    for (std::uint32_t j = i + 1; j < count; ++j) pairs.append_unchecked({i, j});
  }
  return pairs;
}

Buffer<Pair> read_pairs(const py::object& source, std::size_t count) {
  if (source.is_none()) return all_pairs(count);
  const auto indices = read_indices(source, "pairs", 2);
  Buffer<Pair> pairs;
  for (std::size_t k = 0; k < indices.size(); k += 2) {
    const Pair pair{indices[k], indices[k + 1]};
    if (pair.a >= count || pair.b >= count) throw py::index_error("pairs: no such shape");
    if (!pairs.push_back(pair)) check(Status::out_of_memory);
  }
  return pairs;
}

// The distances of pairs of shapes in each of many configurations.
template <int D>
py::object distances_of(const std::vector<Shape>& shapes, const py::object& poses,
                        const py::object& listed, bool with_depth, int threads) {
  std::vector<WorldShape<D, double>> views;
  for (const Shape& shape : shapes) {
    views.push_back(shape.view<D>("shapes"));
    if (with_depth) (void)shape.convex<D>("shapes");
  }
  const Floats floats = read_floats(poses, {"poses", true, true});
  const auto links = static_cast<py::ssize_t>(shapes.size());
  const auto ndim = floats.array.ndim();
  const auto numbers = ndim < 2 ? 0 : floats.array.shape(ndim - 1);
  const bool matrices = ndim >= 3 && numbers == D + 1 && floats.array.shape(ndim - 2) == D + 1;
  const int axes = matrices ? 3 : 2;  // of one configuration
  const bool single = ndim == axes;
  if ((!single && ndim != axes + 1) || floats.array.shape(single ? 0 : 1) != links) {
    throw py::value_error(
        "poses: expected one pose for each shape, (shapes, ...) or "
        "(n, shapes, ...)");
  }
  std::vector<py::ssize_t> rows{-1, numbers};
  if (matrices) rows.push_back(numbers);
  const Poses<D> all(floats.array.attr("reshape")(rows), "poses");
  const std::size_t count = shapes.empty() ? 0 : all.size() / shapes.size();
  const Buffer<Pair> pairs = read_pairs(listed, shapes.size());

  std::vector<py::ssize_t> shape;
  if (!single) shape.push_back(static_cast<py::ssize_t>(count));
  shape.push_back(static_cast<py::ssize_t>(pairs.size()));
  py::array_t<double> made(shape);
  double* const out = made.mutable_data();
  ask_each(count, threads, "distances", [&](std::size_t i) {
    const auto at = [&](std::uint32_t k) -> const auto& {
      return all[i * views.size() + k];
    };
    Status status = Status::ok;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [a, b] = pairs[k];
      const auto s = with_depth
                         ? penetration_of_views<D, double>(views[a].convex, at(a), views[b].convex,
                                                           at(b), nullptr, nullptr)
                         : any_distance(views[a], at(a), views[b], at(b));
      out[i * pairs.size() + k] = s.distance;
      if (status == Status::ok && s.status != Status::not_converged) status = s.status;
    }
    return status;
  });
  return made;
}

py::object distances(const std::vector<Shape>& shapes, const py::object& poses,
                     const py::object& pairs, bool signed_depth, int threads) {
  if (shapes.empty()) throw py::value_error("shapes: there are none");
  if (shapes[0].dimension() == 2) {
    return distances_of<2>(shapes, poses, pairs, signed_depth, threads);
  }
  return distances_of<3>(shapes, poses, pairs, signed_depth, threads);
}

}  // namespace

void bind_narrow(py::module_& module) {
  manifold_type = named_tuple(module, "Manifold", "contact points", kManifoldTypeDoc);
  manifolds_type = named_tuple(module, "Manifolds", "contacts indptr points", kManifoldsTypeDoc);
  const auto none = py::none();
  module.def("distance", &distance_of, "a"_a, "b"_a, "pose_a"_a = none, "pose_b"_a = none,
             py::kw_only(), "threads"_a = 1, kDistanceDoc);
  module.def("intersects", &intersects_of, "a"_a, "b"_a, "pose_a"_a = none, "pose_b"_a = none,
             py::kw_only(), "threads"_a = 1, kIntersectsDoc);
  module.def("contact", &contact, "a"_a, "b"_a, "pose_a"_a = none, "pose_b"_a = none, py::kw_only(),
             "threads"_a = 1, kContactDoc);
  module.def("manifold", &manifold_of, "a"_a, "b"_a, "pose_a"_a = none, "pose_b"_a = none,
             py::kw_only(), "margin"_a = 0.0, "threads"_a = 1, kManifoldDoc);
  module.def("distances", &distances, "shapes"_a, "poses"_a, "pairs"_a = none, py::kw_only(),
             "signed"_a = false, "threads"_a = 1, kDistancesDoc);
}

}  // namespace masu::python
