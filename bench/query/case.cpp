// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <algorithm>

#include "bench/common/force_simd.hpp"
#include "bench/common/names.hpp"
#include "contest.hpp"
#include "methods.hpp"
#include "peer_kit.hpp"

namespace masu_bench::query {
namespace {

// Queries per sample: enough for timing.
constexpr std::size_t kQuestions = 4000;
constexpr std::size_t kRays = 1000;
// Fewer for rays in 2D, which hit hundreds of boxes.
constexpr std::size_t kLongRays = 250;

class Case {
 public:
  explicit Case(const CaseSpec& spec) : spec_(spec) {
    for (const masu_query_peer* m : find_methods(spec.peer_folder, spec.dim, spec.scalar_size)) {
      if (takes_any(m->name, spec.ours, spec.peers)) methods_.push_back(m);
    }
  }

  std::vector<Row> run() {
    if (is_triangles(spec_.scene)) {
      triangles();
      return rows_;
    }
    const SceneObjects boxes =
        boxes_of_scene(spec_.scene, spec_.dim, spec_.n, spec_.scalar_size, spec_.seed);
    on_boxes(boxes);
    on_points(points_of(boxes, spec_.scalar_size));
    in_motion(boxes);
    return rows_;
  }

 private:
  bool requested(const std::string& task) const {
    const auto& tasks = spec_.tasks;
    return std::find(tasks.begin(), tasks.end(), task) != tasks.end() ||
           std::find(tasks.begin(), tasks.end(), "all") != tasks.end();
  }
  void append_rows(const Contest& contest) {
    rows_.insert(rows_.end(), contest.rows().begin(), contest.rows().end());
  }

  void on_boxes(const SceneObjects& boxes) {
    const std::uint32_t tasks = (requested("box") || requested("build") ? kBox : 0) |
                                (requested("ray_first") ? kRayFirst : 0) |
                                (requested("ray_all") ? kRayAll : 0);
    Contest contest(spec_, boxes, methods_, tasks);
    if (contest.empty()) return;
    const std::size_t size = spec_.scalar_size;
    if (requested("build")) contest.build("build");
    if (requested("build")) contest.build("build_new", true);
    if (requested("box")) contest.ask("box", box_batch(boxes, kQuestions, size, spec_.seed));
    if (requested("ray_first"))
      contest.ask("ray_first", ray_batch(boxes, true, kRays, size, spec_.seed));
    if (requested("ray_all"))
      contest.ask("ray_all", ray_batch(boxes, false, kLongRays, size, spec_.seed));
    append_rows(contest);
  }

  void on_points(const SceneObjects& points) {
    const std::uint32_t tasks =
        (requested("knn1") || requested("knn8") || requested("build") ? kKnn : 0) |
        (requested("radius") ? kRadius : 0);
    Contest contest(spec_, points, methods_, tasks);
    if (contest.empty()) return;
    const std::size_t size = spec_.scalar_size;
    if (requested("build")) contest.build("build_points");
    if (requested("knn1")) contest.ask("knn1", knn_batch(points, 1, kQuestions, size, spec_.seed));
    if (requested("knn8")) contest.ask("knn8", knn_batch(points, 8, kQuestions, size, spec_.seed));
    if (requested("radius"))
      contest.ask("radius", radius_batch(points, kQuestions, size, spec_.seed));
    append_rows(contest);
  }

  // Some objects move, then all; those that were at rest for long have stale positions in the tree
  // then.
  void in_motion(const SceneObjects& boxes) {
    if (!requested("move_1") && !requested("move_100")) return;
    Contest contest(spec_, boxes, methods_, kMove);
    if (contest.empty()) return;
    constexpr double kReach = 0.1;
    std::vector<std::uint32_t> some, all;
    for (std::uint32_t i = 0; i < boxes.size; ++i) {
      all.push_back(i);
      if (i % 100 == 0) some.push_back(i);
    }
    // A million objects one by one take a minute per frame.
    const int frames = spec_.samples > 0 ? spec_.samples : boxes.size < 500'000 ? 5 : 3;
    if (requested("move_1")) {
      const auto more = static_cast<int>(2000 / some.size());
      contest.move("move_1", some, kReach,
                   spec_.samples > 0 ? frames : frames + std::min(more, 15));
    }
    if (requested("move_100")) contest.move("move_100", all, kReach, frames);
    append_rows(contest);
  }

  void triangles() {
    const std::size_t size = spec_.scalar_size;
    const SceneObjects mesh = spec_.scene == "mesh" ? read_mesh(spec_.mesh, size)
                                                    : triangle_soup(spec_.n, size, spec_.seed);
    Contest contest(spec_, mesh, methods_, kRayFirst);
    if (contest.empty()) return;
    if (requested("build")) contest.build("build_triangles");
    if (requested("ray_first")) {
      contest.ask("ray_triangles", ray_batch(mesh, true, kQuestions, size, spec_.seed));
    }
    append_rows(contest);
  }

  const CaseSpec& spec_;
  std::vector<const masu_query_peer*> methods_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> run_case(const CaseSpec& spec) {
  force_simd(spec.simd);
  return Case(spec).run();
}

}  // namespace masu_bench::query
