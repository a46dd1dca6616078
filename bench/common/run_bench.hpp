// SPDX-License-Identifier: MIT
// The main part of a benchmark, after its command line is parsed.
#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "child.hpp"
#include "machine.hpp"
#include "row_files.hpp"

namespace masu_bench {

// Calls run_case(spec) for each case in a process of its own, on one core; its rows are appended to
// `rows` and printed. Returns false if a case failed: the others are measured all the same.
template <class Row, class Spec>
bool run_cases(const std::vector<Spec>& cases, std::vector<Row>& rows) {
  bool ok = true;
  for (const Spec& spec : cases) {
    try {
      std::vector<Row> found = in_child<Row>([&] {
        pin_to_cores(1);
        return run_case(spec);
      });
      rows.insert(rows.end(), found.begin(), found.end());
      relate(found);
      print_tables(found);
      std::fflush(stdout);
    } catch (const std::exception& e) {
      fmt::print(stderr, "error: {}: {}\n", spec.name(), e.what());
      ok = false;
    }
  }
  return ok;
}

// Makes the rows of all cases, or reads them from files, then prints, judges and writes them as
// `name`. In the namespace of Row there are relate(), print_tables(), print_summary() and, if it is
// drawn, write_plots(); in that of Spec, run_case(). check_usage() throws std::invalid_argument,
// and is called in a process of its own. Returns the exit code: 1 for wrong results of ours or a
// case that failed.
template <class Row, class Spec, class CheckUsage>
int run_bench(const std::string& name, const RowFiles& files, const std::vector<Spec>& cases,
              CheckUsage&& check_usage) {
  auto rows = read_json<Row>(files.read);
  bool ok = true;
  if (files.measures()) {
    text_of_child([&] {
      check_usage();
      return std::string();
    });
    ok = run_cases(cases, rows);
  }
  relate(rows);
  if (!files.measures()) print_tables(rows);
  if (!rows.empty()) print_summary(rows);
  for (const Row& row : rows) ok &= row.is_right() || !row.is_ours();
  files.write(Json(rows), name);
  if constexpr (requires { write_plots(rows, files.folder()); }) {
    for (const auto& folder : files.plot_folders()) write_plots(rows, folder);
  }
  return ok ? 0 : 1;
}

}  // namespace masu_bench
