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
      throw UsageError(fmt::format("{} does not apply to the scene {}", option, scene));
    }
  };
  for (const char* option : {"--seconds", "--rate", "--friction"}) not_for(option, "turn");
  for (const char* scene : {"slope", "turn"}) not_for("--boxes", scene);
  for (const char* scene : {"stack", "turn"}) not_for("--degrees", scene);
  if (args.scene == "turn" && !args.options.solver.empty() && args.options.solver != "penalty") {
    throw UsageError("the scene turn uses penalty forces only, not --solver " +
                     args.options.solver);
  }
  check_files({}, {args.output, args.svg});
}

// CLI::Range lets NaN through.
const CLI::Validator kNumber(
    [](const std::string& text) -> std::string {
      return text.find_first_of("nN") == text.npos ? "" : text + " is not a number";
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
      "contact-demo", "Three small contact solvers on the library's contacts; results as JSON.");
  auto args = std::make_shared<ContactDemoArguments>();
  DemoOptions& o = args->options;
  command->add_option("SCENE", args->scene, "Scene: stack, slope or turn")
      ->required()
      ->check(one_of({"stack", "slope", "turn"}));
  command->add_option("--solver", o.solver, "Solver: impulse (the default), lcp or penalty")
      ->check(one_of({"impulse", "lcp", "penalty"}));
  command->add_option("--seconds", o.seconds, "Simulated time in seconds")
      ->check(kNumber)
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command
      ->add_option("--rate", o.steps_a_second,
                   "Steps per second; the default depends on the solver")
      ->check(kNumber)
      ->check(CLI::Range(10.0, 1e5));
  command->add_option("--boxes", o.boxes, "Number of boxes of the stack")
      ->transform(whole_number(1, 100))
      ->capture_default_str();
  command->add_option("--degrees", o.degrees, "Angle of the slope in degrees")
      ->check(kNumber)
      ->check(CLI::Range(0.0, 45.0))
      ->capture_default_str();
  command->add_option("--friction", o.friction, "Coefficient of Coulomb friction")
      ->check(kNumber)
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  command->add_option("--svg", args->svg, "Draw the result into this SVG file");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      "stack: boxes on each other; slope: a box on a plank; turn: a box rotates while it sinks\n"
      "into another, and the penalty force is compared with springs at vertices. Boxes have an\n"
      "edge of 1 m and weigh 1 kg; lengths in the report of the stack are relative to the edge.\n"
      "See docs/solvers.md.\n"
      "Examples:\n"
      "  masu contact-demo stack --solver lcp --seconds 10 --svg stack.svg\n"
      "  masu contact-demo slope --friction 0.3 --seconds 2 --svg slope.svg\n"
      "  masu contact-demo turn --svg turn.svg\n");
  command->callback([args, command] { run_contact_demo(*command, *args); });
}

}  // namespace masu::cli
