// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace masu_bench {

// Parses the command line and runs `work`. Exceptions become a line on stderr and an exit code:
// that of `work`, 1 out of memory, 2 bad input or usage.
int run_app(CLI::App& app, int argc, char** argv, const std::function<int()>& work);

}  // namespace masu_bench
