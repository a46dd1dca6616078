// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace masu_bench {

// Binds this process to as many cores as it runs threads, the last ones (the first serve most
// interrupts). False: the system refused.
bool pin_to_cores(int threads);

// The processor's model in lower case, fit for a folder: "amd-epyc-9005".
std::string machine_name();

}  // namespace masu_bench
