// SPDX-License-Identifier: MIT
#include "run_app.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <new>

namespace masu_bench {

int run_app(CLI::App& app, int argc, char** argv, const std::function<int()>& work) {
  try {
    app.parse(argc, argv);
    return work();
  } catch (const CLI::ParseError& e) {
    // --help ends here too, as success.
    return app.exit(e) == 0 ? 0 : 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: out of memory\n");
    return 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "error: {}\n", e.what());
    return 2;
  }
}

}  // namespace masu_bench
