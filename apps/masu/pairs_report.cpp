// SPDX-License-Identifier: MIT
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "counted.hpp"
#include "method_names.hpp"
#include "output_file.hpp"
#include "pairs_report.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

constexpr std::size_t kBlock = 1 << 16;  // pairs formatted before they are written

// Writes all pairs, each by `format`, with `between` after each except the last.
void write_pairs(OutputFile& out, const PairList& pairs, const char* format, const char* between,
                 Progress& progress) {
  fmt::memory_buffer text;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    fmt::format_to(std::back_inserter(text), fmt::runtime(format), pairs[i].a, pairs[i].b);
    if (i + 1 < pairs.size()) text.append(std::string_view(between));
    if ((i + 1) % kBlock != 0 && i + 1 != pairs.size()) continue;
    out.write({text.data(), text.size()});
    text.clear();
    progress.step(i + 1, pairs.size());
  }
}

nlohmann::ordered_json stats_json(const Report& r) {
  const Outcome& o = r.outcome;
  const double n = static_cast<double>(r.objects());
  return {{"seconds", o.seconds},     {"ns_per_object", o.seconds * 1e9 / n},
          {"tests", o.stats.tests},   {"tests_per_object", static_cast<double>(o.stats.tests) / n},
          {"nodes", o.stats.nodes},   {"comparisons", o.stats.comparisons},
          {"shifts", o.stats.shifts}, {"read_seconds", o.read_seconds}};
}

std::string file_name(const readers::BoxTable& table) {
  return std::filesystem::path(table.source).filename().string();
}

const char* scalar_name(const Report& r) {
  return r.outcome.single ? "float" : "double";
}

}  // namespace

void write_csv(OutputFile& out, const PairList& pairs, Progress& progress) {
  write_pairs(out, pairs, "{},{}\n", "", progress);
}

void write_json(OutputFile& out, const Report& r, bool stats, bool count_only, Progress& progress) {
  nlohmann::ordered_json head = {{"file", r.a.source}, {"format", r.a.format}};
  if (r.b != nullptr) head["against"] = r.b->source;
  head["dim"] = r.a.dim;
  head["scalar"] = scalar_name(r);
  head["n"] = r.a.size();
  if (r.b != nullptr) head["n_against"] = r.b->size();
  head["method"] = r.method;
  head["count"] = r.outcome.count;
  if (stats) head["stats"] = stats_json(r);
  using nlohmann::json;
  // A file name need not be UTF-8; JSON must be.
  std::string text = head.dump(2, ' ', false, json::error_handler_t::replace);
  if (count_only) return out.write(text + "\n");
  // Millions of pairs are streamed after the head, not built into a document first.
  text.resize(text.size() - 2);
  out.write(text + ",\n  \"pairs\": [");
  write_pairs(out, r.outcome.pairs, "[{},{}]", ",", progress);
  out.write("]\n}\n");
}

std::string caption(const Report& r) {
  std::string subject = file_name(r.a) + ": " + counted(r.a.size(), "box");
  if (r.b != nullptr) subject += fmt::format(" against {}: {}", file_name(*r.b), r.b->size());
  return fmt::format("{} ({}D {}), {} by {}", subject, r.a.dim, scalar_name(r),
                     counted(r.outcome.count, "pair"), r.method);
}

std::string stats_text(const Report& r) {
  const Outcome& o = r.outcome;
  const double n = static_cast<double>(r.objects());
  std::string text = fmt::format("{} (C++ class masu::{})\n", caption(r), class_of(r.method));
  const auto line = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<12} {}\n", name, value);
  };
  line("search", fmt::format("{:.6f} s, {:.1f} ns an object", o.seconds, o.seconds * 1e9 / n));
  line("reading", fmt::format("{:.6f} s", o.read_seconds));
  line("tests",
       fmt::format("{}, {:.2f} an object", o.stats.tests, static_cast<double>(o.stats.tests) / n));
  line("nodes", fmt::format("{}", o.stats.nodes));
  if (o.stats.comparisons != 0) line("comparisons", fmt::format("{}", o.stats.comparisons));
  if (o.stats.shifts != 0) line("shifts", fmt::format("{}", o.stats.shifts));
  return text;
}

}  // namespace masu::cli
