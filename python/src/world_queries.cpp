// SPDX-License-Identifier: MIT
// Queries of masu.World2D and masu.World3D, one or many in a call.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bindings.hpp"
#include "jobs.hpp"
#include "poses.hpp"
#include "world.hpp"
#include "world_docs.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

py::handle handle_rows_type;  // masu.HandleRows
py::handle neighbors_type;    // masu.Neighbors

template <int D>
const py::dtype& ray_hit_dtype() {
  using H = WorldRayHit<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<H>()
                                                         .member("hit", &H::hit)
                                                         .member("object", &H::object)
                                                         .member("t", &H::t)
                                                         .member("point", &H::point)
                                                         .member("normal", &H::normal)
                                                         .member("sub_shape", &H::sub_shape)
                                                         .member("status", &H::status)
                                                         .dtype());
  return *type;
}
template <int D>
const py::dtype& cast_hit_dtype() {
  using H = WorldCastHit<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<H>()
                                                         .member("hit", &H::hit)
                                                         .member("object", &H::object)
                                                         .member("t", &H::t)
                                                         .member("normal", &H::normal)
                                                         .member("point_a", &H::point_a)
                                                         .member("point_b", &H::point_b)
                                                         .member("sub_shape", &H::sub_shape)
                                                         .member("status", &H::status)
                                                         .dtype());
  return *type;
}
template <int D>
const py::dtype& nearest_dtype() {
  using N = WorldNearest<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<N>()
                                                         .member("a", &N::a)
                                                         .member("b", &N::b)
                                                         .member("distance", &N::distance)
                                                         .member("normal", &N::normal)
                                                         .member("point_a", &N::point_a)
                                                         .member("point_b", &N::point_b)
                                                         .dtype());
  return *type;
}

// Which objects count for a query.
template <int D>
QueryFilter<D, double> filter_of(const py::object& mask, const py::object& sensors) {
  QueryFilter<D, double> filter;
  if (!mask.is_none()) {
    filter.filter = Filter{~std::uint64_t(0), mask.cast<std::uint64_t>()};
  }
  if (!sensors.is_none()) filter.sensors = sensors.cast<bool>();
  return filter;
}

// Throws the first status of hits that is an error.
template <class Hits>
void check_hits(const Hits& hits, const char* subject) {
  for (const auto& hit : hits) check_result(hit.status, subject);
}

template <int D>
py::object ray_cast(const PyWorld<D>& self, const py::object& from, const py::object& along,
                    double max_t, const py::object& mask, const py::object& sensors) {
  const Rows origins = read_rows(from, {"origins", true, true}, D);
  const Rows directions = read_rows(along, {"directions", true, true}, D);
  if (origins.size != directions.size && !origins.single && !directions.single) {
    check(Status::size_mismatch, "origins and directions");
  }
  const Rows& longer = origins.single ? directions : origins;
  std::vector<Ray<D, double>> rays(longer.size);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    rays[i] = {origins.at<Vec<D, double>>(i), directions.at<Vec<D, double>>(i), max_t};
  }
  const auto filter = filter_of<D>(mask, sensors);
  std::vector<WorldRayHit<D, double>> hits(rays.size());
  {
    const py::gil_scoped_release no_gil;
    check(self.read([&](const auto& world) {
      return world.ray_cast_many(rays, hits, filter, self.jobs());
    }),
          "rays");
    check_hits(hits, "rays");
  }
  WorldRayHit<D, double>* out = nullptr;
  const py::object made = new_records(ray_hit_dtype<D>(), hits.size(), longer.single, out);
  std::copy(hits.begin(), hits.end(), out);
  return unboxed_record(made);
}

template <int D>
py::object shape_cast(const PyWorld<D>& self, const Shape& shape, const py::object& pose,
                      const py::object& along, const py::object& mask, const py::object& sensors) {
  const Poses<D> poses(pose, "pose");
  const Rows moves = read_rows(along, {"translation", true, true}, D);
  Broadcast count;
  count.add(poses);
  if (!moves.single && !count.single && moves.size != count.size) {
    check(Status::size_mismatch, "poses and translations");
  }
  if (!moves.single) count = {false, moves.size};
  const std::vector<WorldShape<D, double>> shapes(count.size, shape.view<D>("shape"));
  std::vector<Transform<D, double>> at(count.size);
  std::vector<Vec<D, double>> translations(count.size);
  for (std::size_t i = 0; i < count.size; ++i) {
    at[i] = poses[i];
    translations[i] = moves.at<Vec<D, double>>(i);
  }
  const auto filter = filter_of<D>(mask, sensors);
  std::vector<WorldCastHit<D, double>> hits(count.size);
  {
    const py::gil_scoped_release no_gil;
    check(self.read([&](const auto& world) {
      return world.shape_cast_many(shapes, at, translations, hits, filter, self.jobs());
    }),
          "shape_cast");
    check_hits(hits, "shape_cast");
  }
  WorldCastHit<D, double>* out = nullptr;
  const py::object made = new_records(cast_hit_dtype<D>(), hits.size(), count.single, out);
  std::copy(hits.begin(), hits.end(), out);
  return unboxed_record(made);
}

// Runs a batch that lists handles, and returns them: rows, or an array for a single query.
template <int D, class Batch>
py::object list_handles(const PyWorld<D>& self, bool single, const char* subject, Batch&& batch) {
  QueryBatch<Handle> found;
  {
    const py::gil_scoped_release no_gil;
    check(self.read([&](const auto& world) { return batch(world, found); }), subject);
  }
  const auto size = static_cast<py::ssize_t>(found.items.size());
  const py::object handles = own<std::uint64_t>(std::move(found.items), {size});
  return single ? handles : handle_rows_type(own(std::move(found.first)), handles);
}

template <int D>
py::object overlapping(const PyWorld<D>& self, const py::object& source, const py::object& mask,
                       const py::object& sensors) {
  const Boxes boxes = read_boxes(source, {"boxes", true, true}, D, true);
  const auto filter = filter_of<D>(mask, sensors);
  return list_handles(self, boxes.single, "boxes", [&](const auto& world, auto& found) {
    return world.overlapping_many(boxes.span<D, double>(), found, filter, self.jobs());
  });
}

template <int D>
py::object touching(const PyWorld<D>& self, const Shape& shape, const py::object& pose,
                    const py::object& mask, const py::object& sensors) {
  const Poses<D> poses(pose, "pose");
  const std::vector<WorldShape<D, double>> shapes(poses.size(), shape.view<D>("shape"));
  const auto filter = filter_of<D>(mask, sensors);
  return list_handles(self, poses.single(), "touching", [&](const auto& world, auto& found) {
    return world.touching_many(shapes, poses.all(), found, filter, self.jobs());
  });
}

// Points that are one after another.
template <int D>
std::vector<Vec<D, double>> list_points(const Rows& rows) {
  std::vector<Vec<D, double>> points(rows.size);
  for (std::size_t i = 0; i < rows.size; ++i) points[i] = rows.at<Vec<D, double>>(i);
  return points;
}

template <int D>
py::object at_points(const PyWorld<D>& self, const py::object& source, const py::object& mask,
                     const py::object& sensors) {
  const Rows rows = read_rows(source, {"points", true, true}, D);
  const auto points = list_points<D>(rows);
  const auto filter = filter_of<D>(mask, sensors);
  return list_handles(self, rows.single, "points", [&](const auto& world, auto& found) {
    return world.at_many(points, found, filter, self.jobs());
  });
}

template <int D>
py::tuple nearest(const PyWorld<D>& self, const py::object& source, py::ssize_t k,
                  const py::object& mask, const py::object& sensors) {
  if (k < 1) throw py::value_error("k: must be at least 1");
  if (!std::in_range<std::uint32_t>(k)) check(Status::out_of_range, "k");
  const Rows rows = read_rows(source, {"points", true, true}, D);
  const auto points = list_points<D>(rows);
  const auto filter = filter_of<D>(mask, sensors);
  QueryBatch<Neighbor<double>> found;
  {
    const py::gil_scoped_release no_gil;
    check(self.read([&](const auto& world) {
      const auto most = std::clamp<std::size_t>(world.size(), 1, static_cast<std::size_t>(k));
      return world.nearest_many(points, static_cast<std::uint32_t>(most), found, filter,
                                self.jobs());
    }),
          "points");
  }
  std::vector<py::ssize_t> shape;
  if (!rows.single) shape.push_back(static_cast<py::ssize_t>(rows.size));
  if (k != 1) shape.push_back(k);
  py::array_t<double> distances(shape);
  py::array_t<std::uint64_t> handles(shape);
  double* distance = distances.mutable_data();
  std::uint64_t* handle = handles.mutable_data();
  for (std::size_t i = 0; i < rows.size; ++i) {
    const auto row = found[i];
    for (std::size_t j = 0; j < static_cast<std::size_t>(k); ++j) {
      const bool some = j < row.size();
      *distance++ =
          some ? std::sqrt(row[j].distance_squared) : std::numeric_limits<double>::infinity();
      *handle++ = handle_number(some ? row[j].id : Handle{});
    }
  }
  if (!shape.empty()) return py::make_tuple(distances, handles);
  return py::make_tuple(distances.attr("item")(), handles.attr("item")());
}

template <int D>
py::object within(const PyWorld<D>& self, const py::object& source, double radius,
                  const py::object& mask, const py::object& sensors) {
  const Rows rows = read_rows(source, {"points", true, true}, D);
  const auto points = list_points<D>(rows);
  const auto filter = filter_of<D>(mask, sensors);
  QueryBatch<Neighbor<double>> found;
  {
    const py::gil_scoped_release no_gil;
    check(self.read([&](const auto& world) {
      return world.within_many(points, radius, found, filter, self.jobs());
    }),
          "within");
  }
  py::array_t<std::uint64_t> handles(static_cast<py::ssize_t>(found.items.size()));
  py::array_t<double> distances(static_cast<py::ssize_t>(found.items.size()));
  for (std::size_t i = 0; i < found.items.size(); ++i) {
    handles.mutable_data()[i] = handle_number(found.items[i].id);
    distances.mutable_data()[i] = std::sqrt(found.items[i].distance_squared);
  }
  return neighbors_type(own(std::move(found.first)), handles, distances);
}

template <int D>
py::object closest_pair(const PyWorld<D>& self) {
  WorldNearest<D, double> found;
  {
    const py::gil_scoped_release no_gil;
    found = self.read([](const auto& world) { return world.closest_pair(); });
    check_result(found.status, "closest_pair");
  }
  if (!found.found()) return py::none();
  WorldNearest<D, double>* out = nullptr;
  const py::object made = new_records(nearest_dtype<D>(), 1, true, out);
  *out = found;
  return unboxed_record(made);
}

// Makes the types of results, at the first call.
void make_types(py::module_& module) {
  if (handle_rows_type) return;
  handle_rows_type = named_tuple(module, "HandleRows", "indptr handles", kHandleRowsDoc);
  neighbors_type = named_tuple(module, "Neighbors", "indptr handles distances", kNeighborsDoc);
}

}  // namespace

template <int D>
void bind_world_queries(py::module_& module, WorldClass<D>& type) {
  make_types(module);
  const auto none = py::none();
  const py::arg_v mask("mask", none), sensors("sensors", none);
  type.def("ray_cast", &ray_cast<D>, "origins"_a, "directions"_a, "max_t"_a = INFINITY,
           py::kw_only(), mask, sensors, kWorldRayDoc)
      .def("shape_cast", &shape_cast<D>, "shape"_a, "poses"_a, "translations"_a, py::kw_only(),
           mask, sensors, kShapeCastDoc)
      .def("overlapping", &overlapping<D>, "boxes"_a, py::kw_only(), mask, sensors, kOverlappingDoc)
      .def("touching", &touching<D>, "shape"_a, "poses"_a = none, py::kw_only(), mask, sensors,
           kTouchingDoc)
      .def("at", &at_points<D>, "points"_a, py::kw_only(), mask, sensors, kAtDoc)
      .def("nearest", &nearest<D>, "points"_a, "k"_a = 1, py::kw_only(), mask, sensors,
           kWorldNearestDoc)
      .def("within", &within<D>, "points"_a, "radius"_a, py::kw_only(), mask, sensors, kWithinDoc)
      .def("closest_pair", &closest_pair<D>, kClosestPairDoc);
}

template void bind_world_queries<2>(py::module_&, WorldClass<2>&);
template void bind_world_queries<3>(py::module_&, WorldClass<3>&);

}  // namespace masu::python
