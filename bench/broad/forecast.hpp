// SPDX-License-Identifier: MIT
// Predicts the time of a method from smaller scenes, so that a quadratic one is never started on a
// million objects.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "case.hpp"
#include "frames.hpp"

namespace masu_bench {

template <int D, class T>
class Forecast {
 public:
  explicit Forecast(const CaseSpec& spec) : spec_(spec) {}

  // Returns why the method should not run; empty if it should. Inserting may take ten times as long
  // as a frame.
  std::string reason_to_drop(const MethodEntry& entry) {
    constexpr std::size_t kSmallest = 1000;
    Times before{};
    for (std::size_t m = kSmallest; 2 * m <= spec_.n; m *= 4) {
      const Times t = measure(entry, m);
      const double frame = grow(t.frame, before.frame, m);
      const double insert = grow(t.insert, before.insert, m);
      if (frame > spec_.budget) return fmt::format("about {:.2g} s a frame", frame);
      if (insert > 10 * spec_.budget) return fmt::format("about {:.2g} s to insert", insert);
      before = t;
    }
    return "";
  }

 private:
  struct Times {
    double frame = 0;
    double insert = 0;
  };

  // Extrapolates from size m to n with the exponent between m / 4 and m, at least linearly.
  double grow(double t, double before, std::size_t m) const {
    const double exponent =
        before > 0 ? std::clamp(std::log(t / before) / std::log(4.0), 1.0, 2.2) : 1.0;
    return t * std::pow(static_cast<double>(spec_.n) / static_cast<double>(m), exponent);
  }

  Times measure(const MethodEntry& entry, std::size_t m) {
    auto found = frames_.find(m);
    if (found == frames_.end()) {
      found = frames_.try_emplace(m, spec_.scene, m, spec_.seed, 1).first;
      first_.try_emplace(m, spec_.scene, m, spec_.seed, 1);
      found->second.advance();
    }
    const Frame& start = first_.at(m).first();
    const auto method = entry.make(entry, D, spec_.threads);
    const double t0 = now(spec_.clock);
    if (!method->prepare(start)) return {};
    method->find(start);
    const double t1 = now(spec_.clock);
    method->find(found->second[0]);
    return {now(spec_.clock) - t1, t1 - t0};
  }

  const CaseSpec& spec_;
  std::map<std::size_t, Frames<D, T>> first_;
  std::map<std::size_t, Frames<D, T>> frames_;
};

}  // namespace masu_bench
