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

  void declare(CLI::App& app);
  bool measures() const { return read.empty(); }
  // The folder of this processor below --save; empty: nothing is to be saved.
  std::filesystem::path folder() const;
  // What was asked for; saved as folder()/name.csv. Throws std::runtime_error.
  void write(const Json& rows, const std::string& name) const;
};

}  // namespace masu_bench
