// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "commands.hpp"
#include "contact_demo/demo.hpp"
#include "errors.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

struct ContactDemoArguments {
  std::string scene;
  DemoOptions options;
  std::string svg;
  std::string output;
  ProgressOptions progress;
};

// Rejects options that the scene does not use.
void check_options(const CLI::App& command, const ContactDemoArguments& args) {
  const auto not_for = [&](const char* option, std::string_view scene) {
    if (command.count(option) != 0 && args.scene == scene) {
      throw UsageError(fmt::format("{} has no meaning in the scene {}", option, scene));
    }
  };
  for (const char* option : {"--seconds", "--rate", "--friction"}) not_for(option, "turn");
  for (const char* scene : {"slope", "turn"}) not_for("--boxes", scene);
  for (const char* scene : {"stack", "turn"}) not_for("--degrees", scene);
  if (args.scene == "turn" && !args.options.solver.empty() && args.options.solver != "penalty") {
    throw UsageError("the scene turn is of penalty forces: --solver " + args.options.solver);
  }
  check_files({}, {args.output, args.svg});
}

// CLI::Range lets NaN through.
const CLI::Validator kNumber(
    [](const std::string& text) -> std::string {
      return text.find_first_of("nN") == text.npos ? "" : text + " is no number";
    },
    "", "number");

Demo make_demo(const ContactDemoArguments& args, const Watch& watch) {
  DemoOptions options = args.options;
  if (options.solver.empty()) options.solver = "impulse";
  if (args.scene == "stack") return stack_demo(options, watch);
  return args.scene == "slope" ? slope_demo(options, watch) : rotation_demo();
}

void run_contact_demo(const CLI::App& command, const ContactDemoArguments& args) {
  check_options(command, args);
  OutputFile out(args.output);
  std::optional<OutputFile> svg;
  if (!args.svg.empty()) svg.emplace(args.svg);
  Progress progress(args.progress.mode());
  progress.phase(args.scene);
  const Watch watch = [&](int done, int total) {
    progress.step(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total));
  };
  const Demo demo = make_demo(args, watch);
  if (svg) {
    svg->write(demo.svg);
    svg->commit();
  }
  progress.finish();
  out.write(demo.json);
  out.commit();
}

}  // namespace

void add_contact_demo_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "contact-demo", "Three small solvers on what the library says of contacts; JSON.");
  auto args = std::make_shared<ContactDemoArguments>();
  DemoOptions& o = args->options;
  command->add_option("SCENE", args->scene, "stack, slope or turn")
      ->required()
      ->check(one_of({"stack", "slope", "turn"}));
  command->add_option("--solver", o.solver, "impulse, lcp or penalty; impulse if not given")
      ->check(one_of({"impulse", "lcp", "penalty"}));
  command->add_option("--seconds", o.seconds, "Time that passes in the scene")
      ->check(kNumber)
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command->add_option("--rate", o.steps_a_second, "Steps a second, instead of the solver's own")
      ->check(kNumber)
      ->check(CLI::Range(10.0, 1e5));
  command->add_option("--boxes", o.boxes, "Stack: how many")
      ->transform(whole_number(1, 100))
      ->capture_default_str();
  command->add_option("--degrees", o.degrees, "Slope: its angle")
      ->check(kNumber)
      ->check(CLI::Range(0.0, 45.0))
      ->capture_default_str();
  command->add_option("--friction", o.friction, "Coulomb's coefficient")
      ->check(kNumber)
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  command->add_option("--svg", args->svg, "Draw it into this file");
  command->add_option("-o,--output", args->output, "Write here instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      "stack: boxes on each other; slope: one on a plank; turn: one turns and sinks into another, "
      "and\n"
      "the penalty force is compared with springs at vertices. See docs/solvers.md. Boxes have an "
      "edge of 1 m and weigh 1 kg; lengths of\n"
      "the stack's report are shares of the edge.\n"
      "Examples:\n"
      "  masu contact-demo stack --solver lcp --seconds 10 --svg stack.svg\n"
      "  masu contact-demo slope --friction 0.3 --seconds 2 --svg slope.svg\n"
      "  masu contact-demo turn --svg turn.svg\n");
  command->callback([args, command] { run_contact_demo(*command, *args); });
}

}  // namespace masu::cli
