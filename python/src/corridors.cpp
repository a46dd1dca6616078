// SPDX-License-Identifier: MIT
// masu.Corridor: walls in 2D, queries of them and movers among them.
#include <array>
#include <mutex>
#include <shared_mutex>

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
// One-way chains that a mover is passing through; kNoWall fills the rest.
using PassingRow = std::array<std::uint32_t, PassedChains::kCapacity>;
struct MoveRow {
  Point position{};
  Point displacement{};
  std::uint32_t contacts = 0;
  double overlap = 0;
  PassingRow passing{};
  Status status = Status::ok;
};
struct PushRow {
  Point position{};
  Point displacement{};
  bool pushed = false;
  bool crushed = false;
  double overlap = 0;
  PassingRow passing{};
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
                        .member("passing", &MoveRow::passing)
                        .member("status", &MoveRow::status)
                        .dtype());
  return *type;
}
const py::dtype& push_dtype() {
  static const py::dtype* const type =
      new py::dtype(RecordType<PushRow>()
                        .member("position", &PushRow::position)
                        .member("displacement", &PushRow::displacement)
                        .member("pushed", &PushRow::pushed)
                        .member("crushed", &PushRow::crushed)
                        .member("overlap", &PushRow::overlap)
                        .member("passing", &PushRow::passing)
                        .dtype());
  return *type;
}

std::vector<Point> take_points(const py::object& source, const char* name, bool& single) {
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
    points = take_points(from, name, one_point);
    vectors = take_points(along, along_name, one_vector);
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

// The directions in which walls are open, one for each wall.
std::vector<WallKind<double>> read_kinds(const py::object& source, std::size_t walls) {
  std::vector<WallKind<double>> kinds;
  if (source.is_none()) return kinds;
  bool single = false;
  const std::vector<Point> along = take_points(source, "open_along", single);
  if (!single && along.size() != walls) check(Status::size_mismatch, "walls and open_along");
  for (std::size_t i = 0; i < walls; ++i) {
    kinds.push_back({.open_along = along[single ? 0 : i]});
  }
  return kinds;
}

// Movers at positions; `passing` as a move returned it, or None.
std::vector<Mover<double>> make_movers(std::span<const Point> positions, double radius,
                                       const py::object& passing) {
  std::vector<Mover<double>> movers(positions.size());
  for (std::size_t i = 0; i < movers.size(); ++i) {
    movers[i].position = positions[i];
    movers[i].radius = radius;
  }
  if (passing.is_none()) return movers;
  const py::object rows = py::module_::import("numpy").attr("atleast_2d")(passing);
  constexpr std::size_t kColumns = PassedChains::kCapacity;
  const auto chains = read_indices(rows, "passing", kColumns);
  if (chains.size() != movers.size() * kColumns) {
    check(Status::size_mismatch, "positions and passing");
  }
  for (std::size_t i = 0; i < chains.size(); ++i) {
    if (chains[i] != kNoWall) movers[i / kColumns].passing.add(chains[i]);
  }
  return movers;
}

PassingRow passing_row(const PassedChains& passing) {
  PassingRow row;
  row.fill(kNoWall);
  for (std::size_t i = 0; i < passing.size(); ++i) row[i] = passing[i];
  return row;
}

// Walls, which queries lock to read and move_walls() to write. No thread waits for the lock with
// the GIL.
class PyCorridor {
 public:
  PyCorridor(const py::object& source, double weld, double reach, const py::object& open_along) {
    const Boxes rows = read_boxes(source, {"walls", true, true}, 2);
    std::vector<Segment<2, double>> walls(rows.size);
    for (std::size_t i = 0; i < rows.size; ++i) {
      walls[i].a = *reinterpret_cast<const Point*>(rows.min + i * rows.stride);
      walls[i].b = *reinterpret_cast<const Point*>(rows.max + i * rows.stride);
    }
    const std::vector<WallKind<double>> kinds = read_kinds(open_along, walls.size());
    const py::gil_scoped_release no_gil;
    ChainOptions<double> options;
    options.weld = weld;
    check(chains_.build(walls, options), "walls");
    CorridorOptions<double> of_corridor;
    of_corridor.reach = reach;
    std::vector<std::uint32_t> kind_of;
    for (std::uint32_t v = 0; v < chains_.vertices().size() && !kinds.empty(); ++v) {
      kind_of.push_back(chains_.has_wall(v) ? chains_.source(v) : 0);
    }
    check(corridor_.build(chains_.vertices(), chains_.chains(), of_corridor, kinds, kind_of),
          "walls");
    given_ = rows.size;
  }

  std::size_t size() const { return given_; }
  double skin() const { return corridor_.skin(); }

  py::object nearest(const py::object& source, double max_distance, int threads) const {
    bool single = false;
    const auto points = take_points(source, "points", single);
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
                  const py::object& passing, const std::string& response, double restitution,
                  int threads) const {
    const PointsAndVectors given(positions, "positions", displacements, "displacements");
    MoveOptions options;
    options.response = read_response(response);
    options.restitution = restitution;
    std::vector<Mover<double>> movers = make_movers(given.points, radius, passing);
    std::vector<MoveResult<double>> found(movers.size());
    {
      const py::gil_scoped_release no_gil;
      const std::shared_lock lock(mutex_);
      CallThreads pool(threads, movers.size());
      MoverBatch<double> batch;
      check(batch.move(corridor_, movers, given.vectors, found, options, pool.jobs()), "movers");
      for (const auto& one : found) check_result(one.status, "movers");
    }
    std::size_t i = 0;
    return rows_of<MoveRow>(move_dtype(), found, given.single, [&](const auto& r) {
      const Mover<double>& mover = movers[i++];
      return MoveRow{
          mover.position, r.displacement, r.contacts, r.overlap, passing_row(mover.passing),
          r.status};
    });
  }

  py::object move_walls(std::uint32_t chain, const std::array<double, 2>& translation,
                        const py::object& positions, double radius, const py::object& passing) {
    if (chain >= chains_.chains().size()) check(Status::bad_index, "chain");
    bool single = false;
    std::vector<Point> points;
    if (!positions.is_none()) points = take_points(positions, "positions", single);
    std::vector<Mover<double>> movers = make_movers(points, radius, passing);
    std::vector<PushResult<double>> found(movers.size());
    {
      const py::gil_scoped_release no_gil;
      const std::unique_lock lock(mutex_);
      const auto note = [&](std::uint32_t i, const PushResult<double>& r) { found[i] = r; };
      const Point by{translation[0], translation[1]};
      check(corridor_.move_walls(chains_.chains()[chain], by, movers, note), "move_walls");
    }
    for (const auto& one : found) check(one.status, "movers");
    std::size_t i = 0;
    return rows_of<PushRow>(push_dtype(), found, single, [&](const auto& r) {
      const Mover<double>& mover = movers[i++];
      return PushRow{mover.position, r.displacement, r.pushed,
                     r.crushed,      r.overlap,      passing_row(mover.passing)};
    });
  }

  void set_vertices(std::uint32_t first, const py::object& source) {
    bool single = false;
    const std::vector<Point> points = take_points(source, "vertices", single);
    const py::gil_scoped_release no_gil;
    const std::unique_lock lock(mutex_);
    check(corridor_.set_vertices(first, points), "set_vertices");
  }

  // The chains: vertices, where each begins, and the given wall that starts at each vertex.
  py::tuple chains() const {
    std::vector<Point> vertices(chains_.vertices().size());
    {
      const py::gil_scoped_release no_gil;
      const std::shared_lock lock(mutex_);
      const ChainTree<double>& tree = corridor_.walls();
      for (std::uint32_t i = 0; i < vertices.size(); ++i) vertices[i] = tree.vertex(i);
    }
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
  void run(int threads, std::size_t count, const char* subject, const Found& found,
           Run&& body) const {
    const py::gil_scoped_release no_gil;
    const std::shared_lock lock(mutex_);
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
  mutable std::shared_mutex mutex_;
};

}  // namespace

void bind_corridors(py::module_& module) {
  module.attr("NO_WALL") = kNoWall;
  py::class_<PyCorridor>(module, "Corridor", kCorridorDoc)
      .def(py::init<const py::object&, double, double, const py::object&>(), "walls"_a,
           py::kw_only(), "weld"_a = 0.0, "reach"_a = 0.0, "open_along"_a = py::none())
      .def("nearest", &PyCorridor::nearest, "points"_a, "max_distance"_a = INFINITY, py::kw_only(),
           "threads"_a = 1, kNearestWallDoc)
      .def("ray_cast", &PyCorridor::ray_cast, "origins"_a, "directions"_a, "max_t"_a = INFINITY,
           py::kw_only(), "threads"_a = 1, kWallRayDoc)
      .def("circle_cast", &PyCorridor::circle_cast, "points"_a, "radius"_a, "translations"_a,
           py::kw_only(), "threads"_a = 1, kCircleCastDoc)
      .def("move", &PyCorridor::move, "positions"_a, "displacements"_a, "radius"_a = 0.0,
           py::kw_only(), "passing"_a = py::none(), "response"_a = "slide", "restitution"_a = 1.0,
           "threads"_a = 1, kMoversDoc)
      .def("move_walls", &PyCorridor::move_walls, "chain"_a, "translation"_a,
           "positions"_a = py::none(), "radius"_a = 0.0, py::kw_only(), "passing"_a = py::none(),
           kMoveWallsDoc)
      .def("set_vertices", &PyCorridor::set_vertices, "first"_a, "vertices"_a, kSetVerticesDoc)
      .def("chains", &PyCorridor::chains, kChainsDoc)
      .def("__len__", &PyCorridor::size)
      .def_property_readonly("skin", &PyCorridor::skin,
                             "The distance that movers keep from walls beyond their radius.")
      .def("__repr__", [](const PyCorridor& c) {
        return "<masu.Corridor of " + std::to_string(c.size()) + " walls>";
      });
}

}  // namespace masu::python
