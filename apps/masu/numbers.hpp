// SPDX-License-Identifier: MIT
// Options that are numbers, or one of several words.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace masu::cli {

// Reads a whole number from 0 to 2^64 - 1: decimal digits, optionally with a point and an exponent,
// without a fractional part: "1000", "1e6", "2.5e3". Empty if it is invalid or too large.
std::optional<std::uint64_t> whole_number_of(std::string_view text);

// Returns a validator for whole numbers in this range, to be passed to transform(): CLI11 itself
// would read 010 as 8, clamp numbers beyond 64 bits, and refuse 1e6.
CLI::Validator whole_number(std::uint64_t least = 0,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

// Returns a validator for these words. CLI::IsMember does not suggest the nearest word.
CLI::Validator one_of(std::vector<std::string> words);

// Returns a validator for numbers in a range: CLI::Range lets NaN pass.
inline CLI::Validator finite_range(double least, double most) {
  const std::string range = fmt::format("FLOAT in [{} - {}]", least, most);
  return {[=](const std::string& text) {
            double value = 0;
            const bool valid =
                CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
            return valid ? std::string()
                         : fmt::format("'{}' is not a number from {} to {}", text, least, most);
          },
          range};
}

// Adds an option that is a count.
template <class Count>
CLI::Option* add_whole(CLI::App& command, const std::string& name, Count& count,
                       const std::string& what, std::uint64_t least, std::uint64_t most) {
  return command.add_option(name, count, what)
      ->transform(whole_number(least, most))
      ->capture_default_str();
}

// Adds --seed.
inline void add_seed(CLI::App& command, std::uint64_t& seed, const char* what) {
  command.add_option("--seed", seed, what)->transform(whole_number())->capture_default_str();
}
// Adds --n, the number of boxes.
inline void add_count(CLI::App& command, std::size_t& n, const char* what) {
  add_whole(command, "--n", n, what, 1, std::uint64_t(1) << 31);
}

}  // namespace masu::cli
