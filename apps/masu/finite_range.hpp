// SPDX-License-Identifier: MIT
// Numbers of options between two others: CLI::Range lets NaN pass.
#pragma once

#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace masu::cli {

inline CLI::Validator finite_range(double least, double most) {
  const std::string range = fmt::format("FLOAT in [{} - {}]", least, most);
  return {[=](const std::string& text) {
            double value = 0;
            const bool good =
                CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
            return good ? std::string() : fmt::format("'{}' is no {}", text, range);
          },
          range};
}

}  // namespace masu::cli
