// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/common/shared_object.hpp"
#include "catalogue.hpp"
#include "ours.hpp"
#include "reach.hpp"

namespace masu_bench::hull {
namespace {

constexpr int kLeastSamples = 3;
constexpr int kMostSamples = 501;
constexpr double kLeastSample = 1e-3;  // seconds; small sets are repeated

struct Entrant {
  const masu_hull_peer* peer;
  std::unique_ptr<void, void (*)(void*)> self;
  masu_hull_result result{};
  int repeats = 1;
  std::vector<double> samples{};
  double wrong = 0;
};

class Case {
 public:
  explicit Case(const CaseSpec& spec)
      : spec_(spec),
        kind_(row_kind(spec.row)),
        points_(make_points(kind_, spec.n, spec.scalar_size, spec.seed)),
        count_(points_.size() / static_cast<std::size_t>(kind_.dim)) {
    for (const masu_hull_peer* m : find_methods(spec.peer_folder, spec.scalar_size)) {
      if (!takes_any(m->name, spec.ours, spec.peers) || m->takes(kind_.dim, count_) == 0) continue;
      if (!is_ours(m->name) && spec.n > kind_.peers_up_to) continue;
      entrants_.push_back({m, {m->create(kind_.dim, points_.data(), count_), m->destroy}});
    }
  }

  std::vector<Row> run() {
    const Reach reach(kind_.dim, points_);
    for (Entrant& e : entrants_) try_out(e, reach);
    measure();
    std::vector<Row> rows;
    for (const Entrant& e : entrants_) rows.push_back(row(e));
    return rows;
  }

 private:
  // Runs it once, untimed unless that takes longer than the whole budget: checks the result, and
  // finds the number of repetitions in a sample.
  void try_out(Entrant& e, const Reach& reach) const {
    const double start = now(spec_.clock);
    const bool done = e.self != nullptr && e.peer->run(e.self.get()) != 0;
    const double seconds = now(spec_.clock) - start;
    e.wrong = 1;
    e.repeats = std::max(1, static_cast<int>(kLeastSample / std::max(seconds, 1e-7)));
    if (!done) {
      fmt::print(stderr, "{} fails at {}\n", e.peer->name, spec_.row);
    } else {
      e.result = e.peer->result(e.self.get());
      e.wrong = reach.missed({e.result.vertices, kind_.dim * e.result.vertex_count});
    }
    if (seconds > spec_.budget || !done) e.samples = {seconds}, e.repeats = 0;
  }

  double play(const Entrant& e) const {
    const double start = now(spec_.clock);
    for (int i = 0; i < e.repeats; ++i) (void)e.peer->run(e.self.get());
    return (now(spec_.clock) - start) / e.repeats;
  }

  // The first method changes from sample to sample.
  void measure() {
    const double end = now(Clock::wall) + spec_.budget;
    for (std::size_t s = 0; s < kMostSamples; ++s) {
      if (s >= kLeastSamples && now(Clock::wall) > end) break;
      for (std::size_t k = 0; k < entrants_.size(); ++k) {
        Entrant& e = entrants_[(k + s) % entrants_.size()];
        if (e.repeats > 0) e.samples.push_back(play(e));
      }
    }
  }

  Row row(const Entrant& e) const {
    const double each = 1e9 / static_cast<double>(count_);
    Row r;
    r.row = spec_.row;
    r.n = spec_.n;
    r.scalar = spec_.scalar_size == 4 ? "float" : "double";
    r.method = e.peer->name;
    r.ns = each * median(e.samples);
    r.wrong = e.wrong;
    r.method_scalar = e.peer->scalar_size == 4 ? "float" : "double";
    r.version = e.peer->version;
    r.least_ns = each * *std::min_element(e.samples.begin(), e.samples.end());
    r.samples = static_cast<int>(e.samples.size());
    r.vertices = e.result.vertex_count;
    r.faces = e.result.face_count;
    if (e.result.tests > 0) r.tests = e.result.tests / static_cast<double>(count_);
    if (r.is_ours()) set_goals(r);
    return r;
  }
  void set_goals(Row& r) const {
    if (kind_.goal > 0 && spec_.n >= kind_.goal_from) r.goal = kind_.goal;
    for (std::size_t i = 0; i < kind_.aims.size(); ++i) {
      if (kind_.sizes[i] == spec_.n && kind_.aims[i] > 0) r.aim_ns = kind_.aims[i];
    }
  }

  const CaseSpec& spec_;
  const RowKind& kind_;
  std::vector<double> points_;
  std::size_t count_;
  std::vector<Entrant> entrants_;
};

}  // namespace

std::vector<const masu_hull_peer*> find_methods(const std::filesystem::path& peers,
                                                std::size_t scalar_size) {
  std::vector<const masu_hull_peer*> list;
  for (const masu_hull_peer& own : our_methods()) {
    if (own.scalar_size == scalar_size) list.push_back(&own);
  }
  for (const auto& file : peer_files(peers, scalar_size)) {
    auto* open = reinterpret_cast<masu_hull_peers_function>(open_symbol(file, MASU_HULL_PEERS));
    if (open == nullptr) continue;
    std::size_t count = 0;
    const masu_hull_peer* found = open(&count);
    for (std::size_t i = 0; i < count; ++i) list.push_back(&found[i]);
  }
  return list;
}

std::vector<Row> run_case(const CaseSpec& spec) {
  return Case(spec).run();
}

void check_usage(const std::vector<std::string>& rows, const CaseSpec& common) {
  std::set<std::string> known{"all"};
  for (const RowKind& r : row_kinds()) known.insert(r.name);
  check_names("--rows", rows, known);
  KnownNames names;
  for (const std::size_t scalar_size : {sizeof(float), sizeof(double)}) {
    for (const masu_hull_peer* m : find_methods(common.peer_folder, scalar_size)) {
      names.add(m->name);
    }
  }
  check_names("--ours", common.ours, names.ours);
  check_names("--peers", common.peers, names.peers);
}

}  // namespace masu_bench::hull
