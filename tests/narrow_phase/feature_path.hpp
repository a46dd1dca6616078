// SPDX-License-Identifier: MIT
// Records the trace of a walk over features.
#pragma once

#include <string>
#include <vector>

#include <masu/core/trace.hpp>
#include <masu/narrow_phase/closest_features.hpp>

namespace masu::test {

inline std::string name(const Feature& f) {
  return "vef"[static_cast<int>(f.kind)] + std::to_string(f.index);
}

struct FeaturePath : Trace {
  using Trace::on;
  void on(const FeaturesVisited& e) {
    lines.push_back(name(e.features.a) + " " + name(e.features.b));
  }
  void on(const RegionViolated& e) {
    lines.push_back((e.side == 0 ? "a: " : "b: ") + name(e.from) + " -> " + name(e.to));
  }
  std::vector<std::string> lines;
};

}  // namespace masu::test
