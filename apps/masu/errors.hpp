// SPDX-License-Identifier: MIT
// How the program ends.
#pragma once

#include <stdexcept>

namespace masu::cli {

inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;    // not the user's doing: memory, a full disk, a bug
inline constexpr int kBadInput = 2;  // the input or the command line is wrong

// Options that do not go together, or name nothing; ends with kBadInput.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace masu::cli
