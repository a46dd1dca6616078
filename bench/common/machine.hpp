// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace masu_bench {

// Binds this thread, and those that it will start, to as many cores, the last ones of those that
// the process was given (the first serve most interrupts). False: the system refused.
bool pin_to_cores(int threads);

// The processor's model in lower case, fit for a folder: "amd-epyc-9005".
std::string machine_name();

}  // namespace masu_bench
