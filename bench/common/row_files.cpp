// SPDX-License-Identifier: MIT
#include "row_files.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "machine.hpp"

namespace masu_bench {

void RowFiles::declare(CLI::App& app) {
  app.add_option("--read", read, "Measure nothing: take the rows of these JSON files")
      ->delimiter(',')
      ->check(CLI::ExistingFile);
  app.add_option("--json", json, "Write the rows as JSON to this file");
  app.add_option("--csv", csv, "Write the rows as CSV to this file");
  app.add_option("--save", save,
                 "Write CSV and plots, if any, to a folder of this one, named after the processor")
      ->expected(0, 1)
      ->default_str("bench/results");
}

void RowFiles::declare_plot(CLI::App& app, const std::string& what) {
  app.add_option("--plot", plot, "Write " + what + " to this folder");
}

std::filesystem::path RowFiles::folder() const {
  return save.empty() ? std::filesystem::path() : std::filesystem::path(save) / machine_name();
}

std::vector<std::filesystem::path> RowFiles::plot_folders() const {
  std::vector<std::filesystem::path> folders;
  if (!plot.empty()) folders.emplace_back(plot);
  if (!save.empty()) folders.push_back(folder());
  return folders;
}

void RowFiles::write(const Json& rows, const std::string& name) const {
  if (!json.empty()) write_json(rows, json);
  if (!csv.empty()) write_csv(rows, csv);
  if (save.empty()) return;
  write_csv(rows, folder() / (name + ".csv"));
  fmt::print("written to {}\n", folder().string());
}

}  // namespace masu_bench
