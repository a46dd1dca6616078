// SPDX-License-Identifier: MIT
// All cases of a bench, one after another, each in a process of its own.
#pragma once

#include <cstdio>
#include <exception>
#include <vector>

#include <fmt/core.h>

#include "child.hpp"
#include "machine.hpp"

namespace masu_bench {

// run_case(spec) on one core; what it finds joins `rows` and is shown. False if some case failed:
// the others are measured all the same.
template <class Row, class Spec, class RunCase, class Show>
bool run_cases(const std::vector<Spec>& cases, std::vector<Row>& rows, RunCase&& run_case,
               Show&& show) {
  bool good = true;
  for (const Spec& spec : cases) {
    try {
      std::vector<Row> found = in_child<Row>([&] {
        pin_to_cores(1);
        return run_case(spec);
      });
      rows.insert(rows.end(), found.begin(), found.end());
      show(found);
      std::fflush(stdout);
    } catch (const std::exception& e) {
      fmt::print(stderr, "error: {}: {}\n", spec.name(), e.what());
      good = false;
    }
  }
  return good;
}

}  // namespace masu_bench
