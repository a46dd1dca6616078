// SPDX-License-Identifier: MIT
// Exit codes of the program, and exceptions for statuses other than ok.
#pragma once

#include <new>
#include <stdexcept>
#include <string>

#include <masu/core/status.hpp>

namespace masu::cli {

inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;    // not the user's fault: memory, a full disk, a bug
inline constexpr int kBadInput = 2;  // invalid input or command line

// Options that exclude each other or name nothing; the program exits with kBadInput.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws std::bad_alloc for out_of_memory, and an Error for any other status except ok. The message
// begins with `what` and a colon if `what` is not empty.
template <class Error = std::runtime_error>
void expect_ok(Status status, const std::string& what = "") {
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status != Status::ok) throw Error((what.empty() ? "" : what + ": ") + describe(status));
}

}  // namespace masu::cli
