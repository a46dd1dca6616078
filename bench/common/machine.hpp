// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace masu_bench {

// Binds this thread, and those that it will start, to this many cores, the last ones of those of
// the process (the first serve most interrupts). Returns false if the system refuses.
bool pin_to_cores(int threads);

// Binds this thread alone to one of these cores: 0 is the last one. Otherwise threads that wake up
// for a few milliseconds stay on the core of the thread that woke them, waiting for it.
bool pin_to_core(int number);

// Returns the processor's model in lower case, usable as the name of a folder: "amd-epyc-9005".
std::string machine_name();

}  // namespace masu_bench
