// SPDX-License-Identifier: MIT
// A method in the benchmark, and its measurements so far.
#pragma once

#include <algorithm>

#include "case.hpp"
#include "check.hpp"
#include "frames.hpp"
#include "row.hpp"

namespace masu_bench {

struct Entrant {
  MethodEntry entry;
  std::unique_ptr<Method> method;
  bool timed = true;  // false: only compared for correctness, in the warm-up

  std::vector<double> samples{};  // seconds per frame
  double spent = 0;
  Phases phases{};  // seconds, of all timed frames
  std::uint64_t pairs = 0;
  bool late = false;                  // took too long and will be dropped
  bool sure = false;                  // was compared with a set that is certain
  bool wrong = false;                 // and differed from it at least once
  std::vector<Fingerprint> prints{};  // of the frames of this batch
  std::vector<std::uint64_t> keys{};  // pairs of the very first frame

  // Returns whether it needs more samples: until it has a few and has used enough time.
  bool needs_more_samples() const { return samples.size() < 3 || spent < 4; }

  // Returns the seconds of the slowest frame.
  template <class AllFrames>
  double play(const AllFrames& frames, const CaseSpec& spec, bool store_keys, bool count_time) {
    double sum = 0;
    double slowest = 0;
    prints.clear();
    for (std::size_t f = 0; f < frames.count(); ++f) {
      method->arrange(frames[f]);
      const double start = now(spec.clock);
      const FoundPairs found = method->find(frames[f]);
      const double took = now(spec.clock) - start;
      sum += took;
      slowest = std::max(slowest, took);
      if (!count_time && took > 2 * spec.budget) break;
      pairs = found.count;
      prints.push_back(fingerprint(found.list));
      if (method->counts_only()) prints.back() = {found.count, 0};
      if (store_keys && f == 0) keys = sorted_keys(found.list);
      if (!count_time) continue;
      for (const auto& [name, seconds] : method->phases()) phases[name] += seconds;
    }
    if (count_time) {
      samples.push_back(sum / static_cast<double>(frames.count()));
      spent += sum;
    }
    return slowest;
  }

  Row row(const CaseSpec& spec, std::size_t batch) const {
    const double n = static_cast<double>(spec.n);
    const double typical = median(samples);
    Row row;
    row.scene = spec.scene;
    row.dim = spec.dim;
    row.n = spec.n;
    row.method = entry.name;
    row.threads = spec.threads;
    row.ns_per_object = 1e9 * typical / n;
    row.pairs = pairs;
    if (const auto t = method->tests()) row.tests_per_object = static_cast<double>(*t) / n;
    if (sure) row.exact = !wrong;
    row.scalar = spec.scalar_size == 4 ? "float" : "double";
    row.method_scalar = entry.scalar_size == 4 ? "float" : "double";
    row.version = entry.version;
    if (entry.ours()) row.simd = spec.simd;
    row.ns_per_pair = pairs > 0 ? 1e9 * typical / static_cast<double>(pairs) : 0;
    row.min_ns_per_object = 1e9 * *std::min_element(samples.begin(), samples.end()) / n;
    row.frames = static_cast<int>(samples.size() * batch);
    for (const auto& [name, seconds] : phases) row.phases[name] = seconds / spent;
    return row;
  }
};

}  // namespace masu_bench
