// SPDX-License-Identifier: MIT
// Options that take any 64-bit number: CLI11 takes one beyond them for the last, and one below 0
// for what is left of it.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace masu::cli {

// Decimal digits alone, to be given to transform(): CLI11 would read 010 as 8.
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

}  // namespace masu::cli
