// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include <scenes/generators/pcg32.hpp>

#include "methods.hpp"

namespace masu_bench::query {
namespace {

// Number of queries checked by brute force, for about a second.
std::size_t brute_questions(std::size_t n) {
  return std::clamp<std::size_t>(20'000'000 / (n + 1), 8, 400);
}

bool has_values(masu_query_task task) {
  return task == MASU_QUERY_KNN || task == MASU_QUERY_RAY_FIRST;
}

}  // namespace

Contest::Contest(const CaseSpec& spec, const SceneObjects& scene_objects,
                 const std::vector<const masu_query_peer*>& methods, std::uint32_t tasks)
    : spec_(spec), objects_(scene_objects) {
  for (const masu_query_peer* peer : methods) {
    if ((peer->kinds >> scene_objects.kind & 1) == 0 || (peer->tasks & tasks) == 0) continue;
    Entrant e{peer, {peer->create(spec.dim), peer->destroy}};
    const masu_query_objects objects = objects_.objects(peer->scalar_size);
    if (e.self != nullptr && peer->build(e.self.get(), &objects) != 0) {
      entrants_.push_back(std::move(e));
    } else {
      fmt::print(stderr, "left out: {} cannot be built on {}\n", peer->name, spec.scene);
    }
  }
}

int Contest::samples() const {
  if (spec_.samples > 0) return spec_.samples;
  return std::clamp(static_cast<int>(1500 / std::sqrt(static_cast<double>(objects_.size))), 5, 15);
}

void Contest::play_build(Entrant& e, bool new_index) {
  const masu_query_objects objects = objects_.objects(e.peer->scalar_size);
  const std::unique_ptr<void, void (*)(void*)> other{
      new_index ? e.peer->create(spec_.dim) : nullptr, e.peer->destroy};
  const double start = now(spec_.clock);
  e.peer->build(new_index ? other.get() : e.self.get(), &objects);
  e.samples.push_back(now(spec_.clock) - start);
}

masu_query_answers Contest::play(Entrant& e, const Batch& batch, bool timed) {
  const masu_queries queries = batch.queries(e.peer->scalar_size);
  const double start = now(spec_.clock);
  const masu_query_answers answers = e.peer->ask(e.self.get(), &queries);
  if (timed) e.samples.push_back(now(spec_.clock) - start);
  return answers;
}

// Results that brute force proves wrong are out. Of the others the first that half of them agree
// with is right; if there is none, the one that most agree with.
void Contest::judge(const Checker& checker, const std::vector<Collected>& collected) const {
  std::vector<std::string> complaints, best;
  for (const Collected& h : collected) complaints.push_back(checker.against_truth(h.results));
  std::size_t most = 0;
  for (std::size_t r = 0; r < collected.size() && 2 * most < collected.size(); ++r) {
    if (!complaints[r].empty()) continue;
    std::vector<std::string> found = complaints;
    for (std::size_t i = 0; i < collected.size(); ++i) {
      if (found[i].empty()) found[i] = checker.against(collected[r].results, collected[i].results);
    }
    const auto agree =
        static_cast<std::size_t>(std::count(found.begin(), found.end(), std::string()));
    if (agree > most) most = agree, best = found;
  }
  for (std::size_t i = 0; i < collected.size(); ++i) {
    const std::string& complaint = most > 0 ? best[i] : complaints[i];
    if (complaint.empty() || !collected[i].entrant->complaint.empty()) continue;
    collected[i].entrant->complaint = complaint;
    fmt::print(stderr, "wrong answers: {} on {} {}D n={}: {}\n", collected[i].entrant->peer->name,
               spec_.scene, spec_.dim, objects_.size, complaint);
  }
}

Row Contest::row(const std::string& task, const Entrant& e, double count) const {
  Row row;
  row.scene = spec_.scene;
  row.dim = spec_.dim;
  row.n = objects_.size;
  row.task = task;
  row.method = e.peer->name;
  row.scalar = spec_.scalar_size == 4 ? "float" : "double";
  row.ns = 1e9 * median(e.samples) / count;
  row.results = e.results / count;
  if (!row.is_build()) row.exact = e.complaint.empty();
  row.method_scalar = e.peer->scalar_size == 4 ? "float" : "double";
  row.version = e.peer->version;
  if (row.is_ours()) row.simd = spec_.simd;
  row.least_ns = 1e9 * *std::min_element(e.samples.begin(), e.samples.end()) / count;
  row.samples = static_cast<int>(e.samples.size());
  return row;
}

void Contest::build(const std::string& task, bool new_index) {
  for (int s = 0; s < std::min(samples(), 7); ++s, ++shift_) {
    for (std::size_t k = 0; k < entrants_.size(); ++k) {
      play_build(entrants_[(k + shift_) % entrants_.size()], new_index);
    }
  }
  for (Entrant& e : entrants_) {
    rows_.push_back(row(task, e, static_cast<double>(objects_.size)));
    e.samples.clear();
  }
}

void Contest::finish(const std::string& task, masu_query_task kind, double count) {
  for (Entrant& e : entrants_) {
    if (e.does(kind)) rows_.push_back(row(task, e, count));
    e.samples.clear();
    e.results = 0;
    e.complaint.clear();
  }
}

void Contest::ask(const std::string& task, const Batch& batch) {
  const Checker checker(objects_, batch, spec_.scalar_size, brute_questions(objects_.size));
  std::vector<Collected> collected;
  for (Entrant& e : entrants_) {
    if (!e.does(batch.task)) continue;
    collected.push_back({&e, copy_of(play(e, batch, false), batch.size, has_values(batch.task))});
    e.results = static_cast<double>(collected.back().results.ids.size());
  }
  judge(checker, collected);
  for (int s = 0; s < samples(); ++s, ++shift_) {
    for (std::size_t k = 0; k < entrants_.size(); ++k) {
      Entrant& e = entrants_[(k + shift_) % entrants_.size()];
      if (e.does(batch.task)) play(e, batch, true);
    }
  }
  finish(task, batch.task, static_cast<double>(batch.size));
}

// Moves each of the objects by at most `reach` of its shortest edge on every axis.
void Contest::step(const std::vector<std::uint32_t>& indices, double reach, std::uint64_t frame,
                   Scalars& boxes) {
  masu::scenes::Pcg32 random(spec_.seed + frame, 14);
  const auto dim = static_cast<std::size_t>(objects_.dim);
  for (const std::uint32_t i : indices) {
    const std::size_t at = i * 2 * dim;
    double edge = 1e300;
    for (std::size_t a = 0; a < dim; ++a) {
      edge = std::min(edge, *objects_.data.wide(at + dim + a) - *objects_.data.wide(at + a));
    }
    for (std::size_t a = 0; a < dim; ++a) {
      const double d = random.between(-reach, reach) * edge;
      objects_.data.set(at + a, *objects_.data.wide(at + a) + d);
      objects_.data.set(at + dim + a, *objects_.data.wide(at + dim + a) + d);
    }
    for (std::size_t a = 0; a < 2 * dim; ++a) boxes.push_back(*objects_.data.wide(at + a));
  }
}

void Contest::move(const std::string& task, const std::vector<std::uint32_t>& indices, double reach,
                   int frames) {
  for (int f = 0; f <= frames; ++f, ++shift_) {
    Batch batch;
    batch.task = MASU_QUERY_MOVE;
    batch.dim = objects_.dim;
    batch.size = indices.size();
    batch.data = Scalars(spec_.scalar_size);
    step(indices, reach, static_cast<std::uint64_t>(f) + 1000 * shift_, batch.data);
    const Checker checker(objects_, batch, spec_.scalar_size, f == 0 ? 8 : 1);
    std::vector<Collected> collected;
    for (std::size_t k = 0; k < entrants_.size(); ++k) {
      Entrant& e = entrants_[(k + shift_) % entrants_.size()];
      if (!e.does(MASU_QUERY_MOVE)) continue;
      const double start = now(spec_.clock);
      const masu_query_answers answers = e.peer->move(e.self.get(), indices.data(), indices.size(),
                                                      batch.data.data(e.peer->scalar_size));
      if (f > 0) e.samples.push_back(now(spec_.clock) - start);
      collected.push_back({&e, copy_of(answers, indices.size(), false)});
      e.results = static_cast<double>(collected.back().results.ids.size());
    }
    judge(checker, collected);
  }
  finish(task, MASU_QUERY_MOVE, static_cast<double>(indices.size()));
}

}  // namespace masu_bench::query
