// SPDX-License-Identifier: MIT
// Options that are numbers, or one of some words.
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

// Reads a whole number from 0 to 2^64 - 1: decimal digits, perhaps with a point and an exponent
// that leave no fraction: "1000", "1e6", "2.5e3". Empty: it is none, or is too large.
std::optional<std::uint64_t> whole_number_of(std::string_view text);

// An option that takes a whole number in this range. To be given to transform(): CLI11 itself would
// read 010 as 8, take a number beyond 64 bits for the last one, and refuse 1e6.
CLI::Validator whole_number(std::uint64_t least = 0,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

// One of these words. CLI::IsMember does not say which word was meant.
CLI::Validator one_of(std::vector<std::string> words);

// A number between two others: CLI::Range lets NaN pass.
inline CLI::Validator finite_range(double least, double most) {
  const std::string range = fmt::format("FLOAT in [{} - {}]", least, most);
  return {[=](const std::string& text) {
            double value = 0;
            const bool good =
                CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
            return good ? std::string()
                        : fmt::format("'{}' is not a number from {} to {}", text, least, most);
          },
          range};
}

// An option that counts something.
template <class Count>
CLI::Option* add_whole(CLI::App& command, const std::string& name, Count& count,
                       const std::string& what, std::uint64_t least, std::uint64_t most) {
  return command.add_option(name, count, what)
      ->transform(whole_number(least, most))
      ->capture_default_str();
}

// --seed.
inline void add_seed(CLI::App& command, std::uint64_t& seed, const char* what) {
  command.add_option("--seed", seed, what)->transform(whole_number())->capture_default_str();
}
// --n, of boxes.
inline void add_count(CLI::App& command, std::size_t& n, const char* what) {
  add_whole(command, "--n", n, what, 1, std::uint64_t(1) << 31);
}

}  // namespace masu::cli
