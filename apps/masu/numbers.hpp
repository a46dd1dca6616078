// SPDX-License-Identifier: MIT
// Options that are numbers.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace masu::cli {

// Any 64-bit number: CLI11 takes one beyond them for the last, and one below 0 for what is left of
// it. Decimal digits alone, to be given to transform(): CLI11 would read 010 as 8.
inline CLI::Validator whole_number() {
  return {[](std::string& text) {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            if (read.ec != std::errc() || read.ptr != end) {
              return fmt::format("'{}' is no whole number from 0 to 2^64 - 1", text);
            }
            text = fmt::format("{}", value);
            return std::string();
          },
          ""};
}

// A number between two others: CLI::Range lets NaN pass.
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

// --seed.
inline void add_seed(CLI::App& command, std::uint64_t& seed, const char* what) {
  command.add_option("--seed", seed, what)->transform(whole_number())->capture_default_str();
}
// --n, of boxes.
inline void add_count(CLI::App& command, std::size_t& n, const char* what) {
  command.add_option("--n", n, what)
      ->check(CLI::Range(std::size_t(1), std::size_t(1) << 31))
      ->capture_default_str();
}

}  // namespace masu::cli
