// SPDX-License-Identifier: MIT
#include "query_case.hpp"

#include <algorithm>
#include <iterator>
#include <masu/broad_phase/bvh.hpp>

#include "bench/query/contest.hpp"
#include "bench/query/methods.hpp"
#include "bench/query/peer_kit.hpp"
#include "world_index.hpp"

namespace masu_bench::world {
namespace {

// Fewer for rays in 2D, which hit hundreds of boxes.
constexpr std::uint64_t kLongRays = 2'000;
// Libraries of bench query that are not compared with a world.
constexpr const char* kExcluded[] = {"box2d", "bullet", "cgal", "masu"};

std::vector<const masu_query_peer*> find_indices(const CaseSpec& spec, int dim) {
  std::vector<const masu_query_peer*> list;
  for (const masu_query_peer& own : world_indices()) {
    if ((own.dimensions >> dim & 1) != 0) list.push_back(&own);
  }
  for (const char* folder : {"query_peers", "world_peers"}) {
    for (const masu_query_peer* p :
         query::find_methods(spec.programs / folder, dim, sizeof(float))) {
      const std::string name = p->name;
      const std::string maker = name.substr(0, name.find(':'));
      if (std::find(std::begin(kExcluded), std::end(kExcluded), maker) == std::end(kExcluded)) {
        list.push_back(p);
      }
    }
  }
  return list;
}

// Returns the rays that begin outside of all balls: for the others libraries differ in definition.
query::Batch rays_outside(const query::SceneObjects& balls, const query::SceneObjects& boxes,
                          std::size_t size, std::uint64_t seed) {
  std::vector<masu::Aabb<3, float>> around(balls.size);
  for (std::size_t i = 0; i < balls.size; ++i) {
    const auto* const p = static_cast<const float*>(balls.data.data(4)) + 4 * i;
    const masu::Vec<3, float> center{p[0], p[1], p[2]};
    const auto radius = masu::Vec<3, float>::all(p[3]);
    around[i] = {center - radius, center + radius};
  }
  masu::Bvh<3, float> tree;
  if (tree.build(around) != masu::Status::ok) throw std::bad_alloc();
  query::Batch rays = query::ray_batch(boxes, true, 2 * size, sizeof(float), seed);
  query::Scalars outside(sizeof(float));
  const std::size_t stride = rays.stride();
  std::size_t count = 0;
  for (std::size_t i = 0; i < rays.size && count < size; ++i) {
    const double* const ray = rays.wide(i);
    const masu::Vec<3, float> from{static_cast<float>(ray[0]), static_cast<float>(ray[1]),
                                   static_cast<float>(ray[2])};
    bool inside = false;
    (void)tree.for_each_overlapping(masu::Aabb<3, float>::of_point(from),
                                    [&](std::uint32_t) { inside = true; });
    if (inside) continue;
    for (std::size_t a = 0; a < stride; ++a) outside.push_back(ray[a]);
    ++count;
  }
  rays.size = count;
  rays.data = std::move(outside);
  return rays;
}

class QueryCase {
 public:
  explicit QueryCase(const CaseSpec& spec) : spec_(spec) {
    common_.scene = spec.scene;
    common_.dim = spec.dim;
    common_.n = spec.n;
    common_.samples = spec.samples;
    common_.seed = spec.seed;
    common_.clock = Clock::thread;
    for (const masu_query_peer* m : find_indices(spec, spec.dim)) {
      if (takes_any(m->name, spec.ours, spec.peers)) methods_.push_back(m);
    }
  }

  std::vector<Row> run() {
    const std::size_t size = spec_.questions;
    const query::SceneObjects boxes =
        query::boxes_of_scene(spec_.scene, spec_.dim, spec_.n, sizeof(float), spec_.seed);
    if (spec_.requested("knn1") || spec_.requested("knn8")) {
      const query::SceneObjects points = query::points_of(boxes, sizeof(float));
      for (const std::uint32_t k : {1u, 8u}) {
        ask(k == 1 ? "knn1" : "knn8", points,
            [&] { return query::knn_batch(points, k, size, sizeof(float), spec_.seed); });
      }
    }
    ask("ray_all", boxes, [&] {
      return query::ray_batch(boxes, false, std::min<std::size_t>(size, kLongRays), sizeof(float),
                              spec_.seed);
    });
    if (spec_.dim == 3 && spec_.requested("ray_balls")) {
      const query::SceneObjects balls = query::balls_of(boxes, sizeof(float));
      ask("ray_balls", balls, [&] { return rays_outside(balls, boxes, size, spec_.seed); });
    }
    if (spec_.dim == 3 && spec_.requested("ray_mesh")) {
      const query::SceneObjects soup = query::triangle_soup(spec_.n, sizeof(float), spec_.seed);
      ask("ray_mesh", soup,
          [&] { return query::ray_batch(soup, true, size, sizeof(float), spec_.seed); });
    }
    return rows_;
  }

 private:
  template <class MakeBatch>
  void ask(const char* task, const query::SceneObjects& objects, MakeBatch&& make_batch) {
    if (!spec_.requested(task)) return;
    const query::Batch batch = make_batch();
    query::Contest contest(common_, objects, methods_, 1u << batch.task);
    if (contest.empty()) return;
    contest.ask(task, batch);
    for (const query::Row& r : contest.rows()) rows_.push_back(row_of(r));
  }
  Row row_of(const query::Row& r) const {
    Row row;
    row.scene = spec_.scene;
    row.dim = spec_.dim;
    row.n = spec_.n;
    row.task = r.task;
    row.method = r.method;
    row.ns = r.ns;
    row.results = r.results;
    row.exact = r.exact.value_or(false);
    row.method_scalar = r.method_scalar;
    row.version = r.version;
    row.least_ns = r.least_ns;
    row.samples = r.samples;
    return row;
  }

  const CaseSpec& spec_;
  query::CaseSpec common_;
  std::vector<const masu_query_peer*> methods_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> run_queries(const CaseSpec& spec) {
  return QueryCase(spec).run();
}

void add_query_methods(const CaseSpec& spec, KnownNames& names) {
  for (const int dim : {2, 3}) {
    for (const masu_query_peer* m : find_indices(spec, dim)) names.add(m->name);
  }
}

}  // namespace masu_bench::world
