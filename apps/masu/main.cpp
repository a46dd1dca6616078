// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>
#include <masu/core/version.hpp>
#include <scenes/readers/input_error.hpp>

#include "commands.hpp"
#include "errors.hpp"

namespace {

int complain(int code, const char* message) {
  fmt::print(stderr, "masu: {}\n", message);
  return code;
}

int run(int argc, char** argv) {
  using namespace masu::cli;
  CLI::App app("Finds which boxes overlap, and how shapes touch.", "masu");
  app.set_version_flag("--version", std::string("masu ") + masu::version());
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* a, const CLI::Error& e) {
    return "masu: " + CLI::FailureMessage::simple(a, e);
  });
  app.footer(
      "Examples:\n"
      "  masu pairs boxes.csv\n"
      "  masu scene uniform --n 300 | masu pairs - --svg boxes.svg\n"
      "  masu choose clusters --n 1000\n"
      "  masu draw kd_tree -o kd_tree.svg\n"
      "  masu contact box:2x2 circle:0.5@1.25,0\n"
      "  masu hull points.csv --write hull.svg\n"
      "  masu contact-demo stack --solver lcp\n"
      "  masu decompose bunny.obj -o parts.obj\n"
      "  masu corridor run --map freedoom2.wad:MAP01 --svg map01.svg\n"
      "  masu corridor experiment --svg fps.svg\n"
      "  masu record brownian --n 500 --frames 300 -o scene.csv\n"
      "  masu replay scene.csv --method all --svg times.svg\n"
      "  masu slide level.txt --svg walk.svg\n"
      "  masu pairs --help\n"
      "Exit codes: 0 done, 1 unexpected failure, 2 bad input or usage.");
  add_pairs_command(app);
  add_methods_command(app);
  add_scene_command(app);
  add_choose_command(app);
  add_draw_command(app);
  add_contact_command(app);
  add_hull_command(app);
  add_contact_demo_command(app);
  add_decompose_command(app);
  add_corridor_command(app);
  add_record_command(app);
  add_replay_command(app);
  add_slide_command(app);
  try {
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
