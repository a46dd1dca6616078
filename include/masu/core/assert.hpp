// SPDX-License-Identifier: MIT
// Broken contracts. A geometric outcome is never an assert: it is a Status.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace masu {

// A handler of broken contracts, called with the condition, the file and the line. It should not
// return.
using AssertHandler = void (*)(const char* condition, const char* file, int line);

// Prints the condition and where it was broken, and aborts the program.
inline void default_assert_handler(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "masu: broken contract: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

// Returns the one handler of the process; replace it before the library is used from several
// threads.
inline AssertHandler& assert_handler() {
  static AssertHandler handler = &default_assert_handler;
  return handler;
}

}  // namespace masu

// Checked in every build type: contracts guard memory, and they stand outside the hot loops.
#define MASU_ASSERT(condition)                                  \
  do {                                                          \
    if (!(condition)) [[unlikely]]                              \
      ::masu::assert_handler()(#condition, __FILE__, __LINE__); \
  } while (false)
