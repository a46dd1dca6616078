// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>
#include <masu/core/version.hpp>
#include <scenes/readers/input_error.hpp>

#include "command_line.hpp"
#include "commands.hpp"
#include "errors.hpp"

namespace {

int complain(int code, const char* message) {
  fmt::print(stderr, "masu: {}\n", message);
  return code;
}

int run(int argc, char** argv) {
  using namespace masu::cli;
  CLI::App app("Collision detection in 2D and 3D: which boxes overlap, and how shapes touch.",
               "masu");
  app.set_version_flag("--version", std::string("masu ") + masu::version());
  app.require_subcommand(1);
  app.failure_message(&failure_message);
  add_commands(app);
  add_help_command(app);
  try {
    expect_commands(app, {argv + 1, argv + argc});
    app.parse(argc, argv);
    return kOk;
  } catch (const CLI::ParseError& e) {
    // --help and --version arrive here too, as success.
    return app.exit(e) == 0 ? kOk : kBadInput;
  } catch (const masu::readers::InputError& e) {
    return complain(kBadInput, e.what());
  } catch (const UsageError& e) {
    return complain(kBadInput, e.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return complain(masu::cli::kFailed, "out of memory");
  } catch (const std::exception& e) {
    return complain(masu::cli::kFailed, e.what());
  }
}
