// SPDX-License-Identifier: MIT
// InputError: the only exception of the readers; the message says what is wrong and where.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>

namespace masu::readers {

// what(): "boxes.csv:7: max_x: 'abc' is not a number", ready to be shown to a user.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns the shortest decimal that reads back to the same double.
inline std::string text_of(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

inline std::string text_of(std::uint64_t value) {
  return std::to_string(value);
}

}  // namespace masu::readers
