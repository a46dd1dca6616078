// SPDX-License-Identifier: MIT
// How the program ends, and what a status that is not ok throws.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include <masu/core/status.hpp>

namespace masu::cli {

inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;    // not the user's doing: memory, a full disk, a bug
inline constexpr int kBadInput = 2;  // the input or the command line is wrong

// Options that do not go together, or name nothing; ends with kBadInput.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws std::bad_alloc for out_of_memory, and for any other status but ok an Error that says it,
// after `what` and a colon if that is not empty.
template <class Error = std::runtime_error>
void expect_ok(Status status, const std::string& what = "") {
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status != Status::ok) throw Error((what.empty() ? "" : what + ": ") + describe(status));
}

}  // namespace masu::cli
