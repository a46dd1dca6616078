// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <masu/hull/quickhull3.hpp>
#include <memory>

#include "bench/common/shared_object.hpp"
#include "bench/common/stopwatch.hpp"
#include "ours.hpp"
#include "scene.hpp"

namespace masu_bench::volume {
namespace {

std::vector<const masu_volume_peer*> find_methods(const std::filesystem::path& peers) {
  std::vector<const masu_volume_peer*> list;
  for (const auto& own : our_methods()) list.push_back(&own);
  for (const auto& file : peer_files(peers, sizeof(double))) {
    auto* open = reinterpret_cast<masu_volume_peers_function>(open_symbol(file, MASU_VOLUME_PEERS));
    if (open == nullptr) continue;
    std::size_t count = 0;
    const masu_volume_peer* found = open(&count);
    for (std::size_t i = 0; i < count; ++i) list.push_back(&found[i]);
  }
  return list;
}

// Returns the volume of the hull of the vertices: exact topology, and the same for all methods.
double volume_of(const masu_volume_answer& answer) {
  std::vector<masu::Vec3d> points;
  for (std::size_t i = 0; i < answer.vertex_count; ++i) {
    const double* p = answer.vertices + 3 * i;
    points.push_back({p[0], p[1], p[2]});
  }
  masu::Quickhull3<double> quickhull;
  masu::Hull3<double> hull;
  if (quickhull.build(points, hull) != masu::Status::ok || hull.dimension() < 3) return 0;
  const auto at = [&](std::uint32_t v) { return points[hull.vertices()[v]] - points[0]; };
  double six = 0;
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      six += dot(at(loop[0]), cross(at(loop[i - 1]), at(loop[i])));
    }
  }
  return six / 6;
}

struct Entrant {
  const masu_volume_peer* peer;
  std::unique_ptr<void, void (*)(void*)> self;
  std::vector<double> volumes{};
  std::vector<double> samples{};  // one per round over all pairs, seconds
};

class Case {
 public:
  explicit Case(const CaseSpec& spec)
      : spec_(spec), scene_(spec.row, spec.vertices, count_of(spec.vertices), spec.seed) {
    for (const masu_volume_peer* m : find_methods(spec.peer_folder)) {
      if (!takes_any(m->name, spec.ours, spec.peers)) continue;
      entrants_.push_back({m, {m->create(scene_.pairs(), scene_.size()), m->destroy}});
    }
  }

  std::vector<Row> run() {
    for (Entrant& e : entrants_) {
      for (std::size_t i = 0; i < scene_.size(); ++i) {
        masu_volume_answer answer{};
        e.peer->run(e.self.get(), i, &answer);
        e.volumes.push_back(volume_of(answer));
      }
    }
    measure();
    std::vector<Row> rows;
    for (const Entrant& e : entrants_) rows.push_back(row(e));
    return rows;
  }

 private:
  static std::size_t count_of(std::uint64_t vertices) {
    return std::clamp<std::size_t>(6400 / vertices, 8, 200);
  }

  // The first method changes; clocks are read around each pair, so that all methods share the
  // caches.
  void measure() {
    const double end = now(Clock::wall) + spec_.budget;
    for (std::size_t s = 0; s < 5 || (s < 1001 && now(Clock::wall) < end); ++s) {
      for (Entrant& e : entrants_) e.samples.push_back(0);
      for (std::size_t i = 0; i < scene_.size(); ++i) {
        for (std::size_t k = 0; k < entrants_.size(); ++k) {
          Entrant& e = entrants_[(k + s + i) % entrants_.size()];
          masu_volume_answer answer{};
          const double start = now(Clock::cpu);
          e.peer->run(e.self.get(), i, &answer);
          e.samples.back() += now(Clock::cpu) - start;
        }
      }
    }
  }

  // Returns the median of all results.
  double truth(std::size_t pair) const {
    std::vector<double> all;
    for (const Entrant& e : entrants_) all.push_back(e.volumes[pair]);
    return median(all);
  }

  Row row(const Entrant& e) const {
    const double wrong_from = spec_.row == "deep" ? 1e-9 : 1e-6;
    Row r;
    r.row = spec_.row;
    r.vertices = spec_.vertices;
    r.planes = scene_.planes();
    r.method = e.peer->name;
    r.version = e.peer->version;
    const double scale = 1e6 / static_cast<double>(scene_.size());
    r.us = median(e.samples) * scale;
    r.least_us = *std::min_element(e.samples.begin(), e.samples.end()) * scale;
    r.samples = static_cast<int>(e.samples.size());
    for (std::size_t i = 0; i < scene_.size(); ++i) {
      const double off = std::fabs(e.volumes[i] / truth(i) - 1);
      if (off < wrong_from) {
        r.error = std::max(r.error, off);
      } else {
        r.wrong += 1 / static_cast<double>(scene_.size());
      }
    }
    return r;
  }

  const CaseSpec& spec_;
  Scene scene_;
  std::vector<Entrant> entrants_;
};

}  // namespace

std::vector<Row> run_case(const CaseSpec& spec) {
  return Case(spec).run();
}

void check_usage(const std::vector<std::string>& rows, const CaseSpec& spec) {
  check_names("--rows", rows, Scene::rows());
  KnownNames names;
  for (const masu_volume_peer* m : find_methods(spec.peer_folder)) names.add(m->name);
  check_names("--ours", spec.ours, names.ours);
  check_names("--peers", spec.peers, names.peers);
}

}  // namespace masu_bench::volume
