// SPDX-License-Identifier: MIT
// Two shapes at poses, or at many poses in one call: distance, contact, manifold, time of impact.
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "bindings.hpp"
#include "narrow_docs.hpp"
#include "records.hpp"
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
const py::dtype& impact_dtype() {
  using I = Impact<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<I>()
                                                         .member("status", &I::status)
                                                         .member("hit", &I::hit)
                                                         .member("t", &I::t)
                                                         .member("normal", &I::normal)
                                                         .member("point_a", &I::point_a)
                                                         .member("point_b", &I::point_b)
                                                         .dtype());
  return *type;
}
template <int D>
const py::dtype& corner_dtype() {
  using P = ManifoldPoint<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<P>()
                                                         .member("point_a", &P::point_a)
                                                         .member("point_b", &P::point_b)
                                                         .member("distance", &P::distance)
                                                         .member("feature_id", &P::feature_id)
                                                         .dtype());
  return *type;
}

// The distance of two shapes, at least one of them a mesh.
template <int D>
Separation<D, double> mesh_distance(const WorldShape<D, double>& a,
                                    const Transform<D, double>& pose_a,
                                    const WorldShape<D, double>& b,
                                    const Transform<D, double>& pose_b) {
  if (!a.is_composite()) return masu::distance(a.convex, pose_a, b.sub_shapes(), pose_b);
  if (!b.is_composite()) return masu::distance(a.sub_shapes(), pose_a, b.convex, pose_b);
  return masu::distance(a.sub_shapes(), pose_a, b.sub_shapes(), pose_b);
}
template <int D>
Separation<D, double> any_distance(const WorldShape<D, double>& a,
                                   const Transform<D, double>& pose_a,
                                   const WorldShape<D, double>& b,
                                   const Transform<D, double>& pose_b) {
  if (a.is_composite() || b.is_composite()) return mesh_distance(a, pose_a, b, pose_b);
  return distance_of_views<D, double>(a.convex, pose_a, b.convex, pose_b, nullptr);
}

py::object distance_of(const Shape& a, const Shape& b, const py::object& pose_a,
                       const py::object& pose_b, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) -> py::object {
    std::vector<py::ssize_t> shape;
    if (!two.count.single) shape.push_back(static_cast<py::ssize_t>(two.count.size));
    py::array_t<double> made(shape);
    double* const out = made.mutable_data();
    ask_each(two.count.size, threads, "distance", [&](std::size_t i) {
      const auto s = any_distance(two.a, two.pose_a[i], two.b, two.pose_b[i]);
      out[i] = s.distance;
      return s.status;
    });
    return two.count.single ? py::object(made.attr("item")()) : py::object(made);
  });
}

// Whether two shapes, of which either may be composite, share a point.
template <int D>
Intersection any_intersection(const WorldShape<D, double>& a, const Transform<D, double>& pose_a,
                              const WorldShape<D, double>& b, const Transform<D, double>& pose_b) {
  const auto convert = [](const SubShapeIntersection& r) {
    return Intersection{r.status, r.overlapping};
  };
  if (a.is_composite() && b.is_composite()) {
    return convert(masu::intersects(a.sub_shapes(), pose_a, b.sub_shapes(), pose_b));
  }
  if (a.is_composite()) return convert(intersects(a.sub_shapes(), pose_a, b.convex, pose_b));
  if (b.is_composite()) return convert(intersects(a.convex, pose_a, b.sub_shapes(), pose_b));
  return intersection_of_views<D, double>(a.convex, pose_a, b.convex, pose_b, nullptr);
}

py::object intersects_of(const Shape& a, const Shape& b, const py::object& pose_a,
                         const py::object& pose_b, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) -> py::object {
    std::vector<py::ssize_t> shape;
    if (!two.count.single) shape.push_back(static_cast<py::ssize_t>(two.count.size));
    py::array_t<bool> made(shape);
    bool* const out = made.mutable_data();
    ask_each(two.count.size, threads, "intersects", [&](std::size_t i) {
      const auto r = any_intersection(two.a, two.pose_a[i], two.b, two.pose_b[i]);
      out[i] = r.overlapping;
      return r.status;
    });
    return two.count.single ? py::object(made.attr("item")()) : py::object(made);
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

// The poses of a shape that moves; an end of None: it stays.
template <int D>
struct Path {
  Poses<D> begin;
  Poses<D> end;

  Path(const py::object& from, const py::object& to, const char* name)
      : begin(from, name), end(to.is_none() ? from : to, name) {}
  Sweep<D, double> operator[](std::size_t i) const { return {begin[i], end[i]}; }
};

template <int D>
py::object impacts(const Shape& a, const Shape& b, const Path<D>& of_a, const Path<D>& of_b,
                   double tolerance, int threads) {
  const auto& view_a = a.convex<D>("a");
  const auto& view_b = b.convex<D>("b");
  Broadcast count;
  for (const Poses<D>* poses : {&of_a.begin, &of_a.end, &of_b.begin, &of_b.end}) count.add(*poses);
  Impact<D, double>* out = nullptr;
  const py::object made = new_records(impact_dtype<D>(), count.size, count.single, out);
  ask_each(count.size, threads, "time_of_impact", [&](std::size_t i) {
    out[i] = impact_of_views<D, double>(view_a, of_a[i], view_b, of_b[i], {tolerance});
    return out[i].status;
  });
  return unboxed_record(made);
}

py::object time_of_impact_of(const Shape& a, const Shape& b, const py::object& begin_a,
                             const py::object& end_a, const py::object& begin_b,
                             const py::object& end_b, double tolerance, int threads) {
  if (a.dimension() == 2) {
    return impacts(a, b, Path<2>(begin_a, end_a, "begin_a, end_a"),
                   Path<2>(begin_b, end_b, "begin_b, end_b"), tolerance, threads);
  }
  return impacts(a, b, Path<3>(begin_a, end_a, "begin_a, end_a"),
                 Path<3>(begin_b, end_b, "begin_b, end_b"), tolerance, threads);
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
  module.def("time_of_impact", &time_of_impact_of, "a"_a, "b"_a, "begin_a"_a = none,
             "end_a"_a = none, "begin_b"_a = none, "end_b"_a = none, py::kw_only(),
             "tolerance"_a = 1e-6, "threads"_a = 1, kImpactDoc);
  module.def("distances", &distances, "shapes"_a, "poses"_a, "pairs"_a = none, py::kw_only(),
             "signed"_a = false, "threads"_a = 1, kDistancesDoc);
}

}  // namespace masu::python
