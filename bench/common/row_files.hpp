// SPDX-License-Identifier: MIT
// Where the rows of a benchmark come from and go to, by options that all of them have.
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
  // For benches that draw: `what` is "one SVG a row", say.
  void declare_plot(CLI::App& app, const std::string& what);
  bool measures() const { return read.empty(); }
  // The folder of this processor below --save; empty: nothing is to be saved.
  std::filesystem::path folder() const;
  // Where plots are to go.
  std::vector<std::filesystem::path> plot_folders() const;
  // What was asked for; saved as folder()/name.csv. Throws std::runtime_error.
  void write(const Json& rows, const std::string& name) const;
};

}  // namespace masu_bench
