// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "bench/common/force_simd.hpp"
#include "judge.hpp"
#include "methods.hpp"

namespace masu_bench::narrow {
namespace {

constexpr int kLeastSamples = 5;
constexpr int kMostSamples = 1001;
// Seconds that a sample may take in addition to the budget.
constexpr double kPatience = 0.1;

struct Entrant {
  const masu_narrow_peer* peer;
  std::unique_ptr<void, void (*)(void*)> self;
  std::vector<masu_narrow_answer> answers{};
  std::vector<double> samples{};
  double wrong = 0;
};

class Case {
 public:
  explicit Case(const CaseSpec& spec)
      : spec_(spec),
        kind_(row_kind(spec.row)),
        scene_(kind_, spec.n, spec.warm, spec.scalar_size, spec.seed, spec.size, spec.mesh) {
    for (const masu_narrow_peer* m : find_methods(spec.peer_folder, spec.scalar_size)) {
      if (!takes_any(m->name, spec.ours, spec.peers) || m->takes(&scene_.task()) == 0) continue;
      Entrant e{m, {m->create(&scene_.task()), m->destroy}};
      e.answers.resize(scene_.size());
      if (e.self == nullptr) {
        fmt::print(stderr, "left out: {} cannot do {}\n", m->name, spec.row);
      } else if (const double each = try_out(e); each * count() > spec.budget + kPatience) {
        fmt::print(stderr, "left out: {} takes {:.0f} ns at {}\n", m->name, 1e9 * each, spec.row);
      } else {
        entrants_.push_back(std::move(e));
      }
    }
  }

  std::vector<Row> run() {
    for (Entrant& e : entrants_) (void)play(e);
    judge();
    measure();
    std::vector<Row> rows;
    for (const Entrant& e : entrants_) rows.push_back(row(e));
    return rows;
  }

 private:
  double count() const { return static_cast<double>(scene_.size() - scene_.first_timed()); }

  // Returns the seconds of one query, from a few.
  double try_out(Entrant& e) const {
    const std::size_t some = std::min<std::size_t>(scene_.size(), 20);
    const double start = now(spec_.clock);
    e.peer->run(e.self.get(), 0, some, e.answers.data());
    return (now(spec_.clock) - start) / static_cast<double>(some);
  }

  double play(Entrant& e) const {
    e.peer->run(e.self.get(), 0, scene_.first_timed(), e.answers.data());
    const double start = now(spec_.clock);
    e.peer->run(e.self.get(), scene_.first_timed(), scene_.size(), e.answers.data());
    return now(spec_.clock) - start;
  }

  void judge() {
    std::vector<std::vector<masu_narrow_answer>> results;
    for (const Entrant& e : entrants_) results.push_back(e.answers);
    const auto faults = Judge(scene_).faults(results);
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      const auto right = std::count(faults[i].begin(), faults[i].end(), Fault::none);
      entrants_[i].wrong = 1 - static_cast<double>(right) / count();
    }
  }

  // The first method changes from sample to sample.
  void measure() {
    const double end = now(Clock::wall) + spec_.budget;
    for (std::size_t s = 0; s < kMostSamples; ++s) {
      if (s >= kLeastSamples && now(Clock::wall) > end) break;
      for (std::size_t k = 0; k < entrants_.size(); ++k) {
        Entrant& e = entrants_[(k + s) % entrants_.size()];
        e.samples.push_back(play(e));
      }
    }
  }

  Row row(const Entrant& e) const {
    Row r;
    r.row = spec_.row;
    r.n = spec_.n;
    r.mode = spec_.warm ? "warm" : "cold";
    r.scalar = spec_.scalar_size == 4 ? "float" : "double";
    r.method = e.peer->name;
    r.ns = 1e9 * median(e.samples) / count();
    r.wrong = e.wrong;
    r.method_scalar = e.peer->scalar_size == 4 ? "float" : "double";
    r.version = e.peer->version;
    if (r.is_ours()) r.simd = spec_.simd;
    r.least_ns = 1e9 * *std::min_element(e.samples.begin(), e.samples.end()) / count();
    r.samples = static_cast<int>(e.samples.size());
    count_work(e, r);
    if (r.is_ours()) set_goals(r);
    return r;
  }
  void count_work(const Entrant& e, Row& r) const {
    if (e.peer->count == nullptr) return;
    (void)e.peer->count(e.self.get(), 0, scene_.first_timed());
    const masu_narrow_work w = e.peer->count(e.self.get(), scene_.first_timed(), scene_.size());
    if (w.rounds > 0) r.rounds = static_cast<double>(w.rounds) / count();
    if (w.supports > 0) r.supports = static_cast<double>(w.supports) / count();
  }
  void set_goals(Row& r) const {
    const double goal = spec_.warm ? kind_.warm_goal : kind_.goal;
    if (goal > 0) r.goal = goal;
    if (spec_.warm && kind_.warm_aim > 0) r.aim_ns = kind_.warm_aim;
    for (std::size_t i = 0; i < kind_.aims.size() && !spec_.warm; ++i) {
      if (kind_.sizes[i] == spec_.n) r.aim_ns = kind_.aims[i];
    }
  }

  const CaseSpec& spec_;
  const RowKind& kind_;
  Scene scene_;
  std::vector<Entrant> entrants_;
};

}  // namespace

std::vector<Row> run_case(const CaseSpec& spec) {
  force_simd(spec.simd);
  return Case(spec).run();
}

}  // namespace masu_bench::narrow
