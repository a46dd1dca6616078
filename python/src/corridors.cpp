// SPDX-License-Identifier: MIT
// masu.Corridor: walls in 2D, queries of them and movers among them.
#include <masu/corridor/mover_batch.hpp>
#include <masu/corridor/wall_query_batch.hpp>

#include "bindings.hpp"
#include "corridor_docs.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "records.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;
using Point = Vec<2, double>;

struct NearRow {
  std::uint32_t wall = kNoWall;
  double distance = 0;
  Point point{};
};
struct HitRow {
  bool hit = false;
  std::uint32_t wall = kNoWall;
  double t = 0;
  Vec2d normal{};
};
struct MoveRow {
  Point position{};
  Point displacement{};
  std::uint32_t contacts = 0;
  double overlap = 0;
  Status status = Status::ok;
};

const py::dtype& near_dtype() {
  static const py::dtype* const type = new py::dtype(RecordType<NearRow>()
                                                         .member("wall", &NearRow::wall)
                                                         .member("distance", &NearRow::distance)
                                                         .member("point", &NearRow::point)
                                                         .dtype());
  return *type;
}
const py::dtype& hit_dtype() {
  static const py::dtype* const type = new py::dtype(RecordType<HitRow>()
                                                         .member("hit", &HitRow::hit)
                                                         .member("wall", &HitRow::wall)
                                                         .member("t", &HitRow::t)
                                                         .member("normal", &HitRow::normal)
                                                         .dtype());
  return *type;
}
const py::dtype& move_dtype() {
  static const py::dtype* const type =
      new py::dtype(RecordType<MoveRow>()
                        .member("position", &MoveRow::position)
                        .member("displacement", &MoveRow::displacement)
                        .member("contacts", &MoveRow::contacts)
                        .member("overlap", &MoveRow::overlap)
                        .member("status", &MoveRow::status)
                        .dtype());
  return *type;
}

std::vector<Point> read_points(const py::object& source, const char* name, bool& single) {
  const Rows rows = read_rows(source, {name, true, true}, 2);
  single = rows.single;
  return list_points<2>(rows);
}

// Two arguments of points. If one is a single point, it is used with each point of the other.
struct PointsAndVectors {
  bool single = true;
  std::vector<Point> points;
  std::vector<Point> vectors;

  PointsAndVectors(const py::object& from, const char* name, const py::object& along,
                   const char* along_name) {
    bool one_point = false, one_vector = false;
    points = read_points(from, name, one_point);
    vectors = read_points(along, along_name, one_vector);
    single = one_point && one_vector;
    if (one_point && !one_vector) points.resize(vectors.size(), points[0]);
    if (one_vector && !one_point) vectors.assign(points.size(), Point(vectors[0]));
    if (points.size() != vectors.size()) {
      throw py::value_error(std::string(name) + ", " + along_name + ": differ in length");
    }
  }
};

Response read_response(const std::string& name) {
  if (name == "slide") return Response::slide;
  if (name == "bounce") return Response::bounce;
  if (name == "stop") return Response::stop;
  throw py::value_error("response: expected 'slide', 'bounce' or 'stop', got '" + name + "'");
}

class PyCorridor {
 public:
  PyCorridor(const py::object& source, double weld, double reach) {
    const Boxes rows = read_boxes(source, {"walls", true, true}, 2);
    std::vector<Segment<2, double>> walls(rows.size);
    for (std::size_t i = 0; i < rows.size; ++i) {
      walls[i].a = *reinterpret_cast<const Point*>(rows.min + i * rows.stride);
      walls[i].b = *reinterpret_cast<const Point*>(rows.max + i * rows.stride);
    }
    const py::gil_scoped_release no_gil;
    ChainOptions<double> options;
    options.weld = weld;
    check(chains_.build(walls, options), "walls");
    CorridorOptions<double> of_corridor;
    of_corridor.reach = reach;
    check(corridor_.build(chains_, of_corridor), "walls");
    given_ = rows.size;
  }

  std::size_t size() const { return given_; }
  double skin() const { return corridor_.skin(); }

  py::object nearest(const py::object& source, double max_distance, int threads) const {
    bool single = false;
    const auto points = read_points(source, "points", single);
    std::vector<NearestWall<double>> found(points.size());
    run(threads, points.size(), "points", found, [&](auto& batch, const JobSystem& jobs) {
      return batch.nearest(corridor_.walls(), points, max_distance, found, jobs);
    });
    return rows_of<NearRow>(near_dtype(), found, single, [&](const auto& wall) {
      return NearRow{source_of(wall.wall), wall.distance, wall.point};
    });
  }

  py::object ray_cast(const py::object& origins, const py::object& directions, double max_t,
                      int threads) const {
    const PointsAndVectors given(origins, "origins", directions, "directions");
    std::vector<Ray<2, double>> rays(given.points.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
      rays[i] = {given.points[i], given.vectors[i], max_t};
    }
    std::vector<WallHit<double>> found(rays.size());
    run(threads, rays.size(), "rays", found, [&](auto& batch, const JobSystem& jobs) {
      return batch.ray_cast(corridor_.walls(), rays, found, jobs);
    });
    return hits(found, given.single);
  }

  py::object circle_cast(const py::object& source, double radius, const py::object& translations,
                         int threads) const {
    const PointsAndVectors given(source, "points", translations, "translations");
    std::vector<WallHit<double>> found(given.points.size());
    run(threads, found.size(), "circles", found, [&](auto& batch, const JobSystem& jobs) {
      return batch.circle_cast(corridor_.walls(), given.points, radius, given.vectors, found, jobs);
    });
    return hits(found, given.single);
  }

  py::object move(const py::object& positions, const py::object& displacements, double radius,
                  const std::string& response, double restitution, int threads) const {
    const PointsAndVectors given(positions, "positions", displacements, "displacements");
    MoveOptions options;
    options.response = read_response(response);
    options.restitution = restitution;
    std::vector<Mover<double>> movers(given.points.size());
    for (std::size_t i = 0; i < movers.size(); ++i) {
      movers[i].position = given.points[i];
      movers[i].radius = radius;
    }
    std::vector<MoveResult<double>> found(movers.size());
    {
      const py::gil_scoped_release no_gil;
      CallThreads pool(threads, movers.size());
      MoverBatch<double> batch;
      check(batch.move(corridor_, movers, given.vectors, found, options, pool.jobs()), "movers");
      for (const auto& one : found) check_result(one.status, "movers");
    }
    std::size_t i = 0;
    return rows_of<MoveRow>(move_dtype(), found, given.single, [&](const auto& r) {
      return MoveRow{movers[i++].position, r.displacement, r.contacts, r.overlap, r.status};
    });
  }

  // The chains: vertices, where each begins, and the given wall that starts at each vertex.
  py::tuple chains() const {
    const auto vertices = chains_.vertices();
    const py::array_t<double> points({vertices.size(), std::size_t(2)}, vertices.data()->v);
    py::array_t<std::uint32_t> indptr(static_cast<py::ssize_t>(chains_.chains().size()) + 1);
    std::uint32_t* out = indptr.mutable_data();
    for (const WallChain& chain : chains_.chains()) *out++ = chain.first;
    *out = static_cast<std::uint32_t>(vertices.size());
    py::array_t<std::uint32_t> walls(static_cast<py::ssize_t>(vertices.size()));
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
      walls.mutable_data()[i] = chains_.has_wall(i) ? chains_.source(i) : kNoWall;
    }
    return py::make_tuple(points, indptr, walls);
  }

 private:
  // The wall of the input.
  std::uint32_t source_of(std::uint32_t wall) const {
    return wall == kNoWall ? kNoWall : chains_.source(wall);
  }

  // Runs a batch without the GIL; throws the first refusal.
  template <class Found, class Run>
  static void run(int threads, std::size_t count, const char* subject, const Found& found,
                  Run&& body) {
    const py::gil_scoped_release no_gil;
    CallThreads pool(threads, count);
    WallQueryBatch<double> batch;
    check(body(batch, pool.jobs()), subject);
    for (const auto& one : found) check(one.status, subject);
  }
  template <class Row, class Found, class Make>
  static py::object rows_of(const py::dtype& type, const Found& found, bool single, Make&& make) {
    Row* out = nullptr;
    const py::object made = new_records(type, found.size(), single, out);
    for (const auto& one : found) *out++ = make(one);
    return unboxed_record(made);
  }
  py::object hits(const std::vector<WallHit<double>>& found, bool single) const {
    return rows_of<HitRow>(hit_dtype(), found, single, [&](const auto& hit) {
      return HitRow{hit.hit, source_of(hit.wall), hit.t, hit.normal};
    });
  }

  WallChains<double> chains_;
  Corridor<double> corridor_;
  std::size_t given_ = 0;
};

}  // namespace

void bind_corridors(py::module_& module) {
  module.attr("NO_WALL") = kNoWall;
  py::class_<PyCorridor>(module, "Corridor", kCorridorDoc)
      .def(py::init<const py::object&, double, double>(), "walls"_a, py::kw_only(), "weld"_a = 0.0,
           "reach"_a = 0.0)
      .def("nearest", &PyCorridor::nearest, "points"_a, "max_distance"_a = INFINITY, py::kw_only(),
           "threads"_a = 1, kNearestWallDoc)
      .def("ray_cast", &PyCorridor::ray_cast, "origins"_a, "directions"_a, "max_t"_a = INFINITY,
           py::kw_only(), "threads"_a = 1, kWallRayDoc)
      .def("circle_cast", &PyCorridor::circle_cast, "points"_a, "radius"_a, "translations"_a,
           py::kw_only(), "threads"_a = 1, kCircleCastDoc)
      .def("move", &PyCorridor::move, "positions"_a, "displacements"_a, "radius"_a = 0.0,
           py::kw_only(), "response"_a = "slide", "restitution"_a = 1.0, "threads"_a = 1,
           kMoversDoc)
      .def("chains", &PyCorridor::chains, kChainsDoc)
      .def("__len__", &PyCorridor::size)
      .def_property_readonly("skin", &PyCorridor::skin,
                             "The distance that movers keep from walls beyond their radius.")
      .def("__repr__", [](const PyCorridor& c) {
        return "<masu.Corridor of " + std::to_string(c.size()) + " walls>";
      });
}

}  // namespace masu::python
