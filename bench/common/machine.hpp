// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace masu_bench {

// Binds this thread, and those that it will start, to as many cores, the last ones of those that
// the process was given (the first serve most interrupts). False: the system refused.
bool pin_to_cores(int threads);

// Binds this thread alone to the core of that number among these: 0 is the last one. Threads that
// are woken for a few milliseconds are else left on the core of who woke them, behind it.
bool pin_to_core(int number);

// The processor's model in lower case, fit for a folder: "amd-epyc-9005".
std::string machine_name();

}  // namespace masu_bench
