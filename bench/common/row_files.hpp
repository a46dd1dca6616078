// SPDX-License-Identifier: MIT
// Reads and writes the rows of a benchmark, with options that all of them have.
#pragma once

#include <string>
#include <vector>

#include "rows.hpp"

namespace CLI {
class App;
}

namespace masu_bench {

struct RowFiles {
  std::vector<std::string> read;
  std::string json;
  std::string csv;
  std::string save;
  std::string plot;

  void declare(CLI::App& app);
  // For benchmarks that draw: `what` is, for example, "one SVG a row".
  void declare_plot(CLI::App& app, const std::string& what);
  bool measures() const { return read.empty(); }
  // Returns the folder of this processor below --save; empty: nothing is saved.
  std::filesystem::path folder() const;
  // Returns the folders for plots.
  std::vector<std::filesystem::path> plot_folders() const;
  // Writes the requested files; the saved one is folder()/name.csv. Throws std::runtime_error.
  void write(const Json& rows, const std::string& name) const;
};

}  // namespace masu_bench
