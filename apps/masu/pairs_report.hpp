// SPDX-License-Identifier: MIT
// Reports of a pair search as CSV, JSON and text.
#pragma once

#include <string>

#include <masu/core/pair.hpp>
#include <scenes/readers/box_table.hpp>

namespace masu::cli {

class OutputFile;
class Progress;

struct Outcome {
  PairList pairs;  // sorted; empty if only counted
  std::uint64_t count = 0;
  QueryStats stats;
  double seconds = 0;       // of the search alone: from boxes in memory to pairs, unsorted
  double read_seconds = 0;  // from files to boxes
  bool single = false;      // whether boxes were compared as float
};

struct Report {
  const readers::BoxTable& a;
  const readers::BoxTable* b;  // null: pairs within a
  std::string_view method;
  const Outcome& outcome;

  std::size_t objects() const { return a.size() + (b != nullptr ? b->size() : 0); }
};

// Writes lines "a,b".
void write_csv(OutputFile& out, const PairList& pairs, Progress& progress);

// Writes one object: file, dim, scalar, n, method, count; "stats" if requested; "pairs" unless
// `count_only`.
void write_json(OutputFile& out, const Report& report, bool stats, bool count_only,
                Progress& progress);

// Returns "boxes.csv: 100 boxes (2D double), 12 pairs by tree"; files without their folders.
std::string caption(const Report& report);

// Returns several lines of counters and times.
std::string stats_text(const Report& report);

}  // namespace masu::cli
