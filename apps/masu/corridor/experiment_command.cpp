// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <scenes/generators/growing_corridor.hpp>
#include <scenes/plot/growth_chart.hpp>

#include "../counted.hpp"
#include "../errors.hpp"
#include "../output_file.hpp"
#include "../progress.hpp"
#include "frame_rate_chart.hpp"
#include "numbers.hpp"
#include "subcommands.hpp"

namespace masu::cli {
namespace {

// With more, the finest walls are as short as the rounding error of positions in float.
constexpr std::size_t kMostWalls = 1'000'000;

struct ExperimentArguments {
  ExperimentOptions options;
  std::vector<std::string> methods;
  std::string svg;
  std::string density_svg;
  std::string output;
  ProgressOptions progress;
};

void check_options(ExperimentArguments& args) {
  const auto fewest =
      2 + scenes::GrowingCorridor::kFewest * static_cast<std::size_t>(args.options.seconds);
  for (const std::size_t walls : args.options.walls) {
    if (walls < fewest) {
      throw UsageError(
          fmt::format("--walls {}: {} need at least {} walls", walls,
                      counted(static_cast<std::uint64_t>(args.options.seconds), "second"), fewest));
    }
  }
  check_files({}, {args.output, args.density_svg, args.svg});
  args.options.density = !args.density_svg.empty();
  for (const std::string& name : args.methods) {
    args.options.methods.push_back(&wall_method_named(name));
  }
  if (args.methods.empty()) {
    for (const WallMethod& m : wall_methods()) args.options.methods.push_back(&m);
  }
}

std::string density_chart(const Experiment& e) {
  plot::Curves curves;
  for (const auto& [method, work] : e.work) {
    if (!work.empty()) curves[method] = work;
  }
  if (curves.empty()) throw UsageError("no walls near any mover: nothing to draw");
  return plot::draw_chart(fmt::format("{} walls: walls measured and boxes / 8, a query", e.walls),
                          curves, fmt::format("walls within {} m of the mover", kNearby));
}

void write(std::optional<OutputFile>& file, const std::string& text) {
  if (!file) return;
  file->write(text);
  file->commit();
}

void run_experiment(ExperimentArguments args) {
  check_options(args);
  OutputFile out(args.output);
  std::optional<OutputFile> svg, density_svg;
  if (!args.svg.empty()) svg.emplace(args.svg);
  if (!args.density_svg.empty()) density_svg.emplace(args.density_svg);
  Progress progress(args.progress.mode());
  const auto step = [&](std::string_view method, int done, int total) {
    progress.phase(std::string(method));
    progress.step(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total));
  };
  const std::vector<Experiment> all = run_experiments(args.options, step);
  progress.finish();
  write(svg, svg ? frame_rate_chart(all, args.options) : "");
  write(density_svg, density_svg ? density_chart(all.back()) : "");
  for (const Experiment& e : all) out.write(table_of(e, args.options));
  out.commit();
}

}  // namespace

void add_corridor_experiment(CLI::App& corridor) {
  CLI::App* command = corridor.add_subcommand(
      "experiment", "Frames per second of movers among increasingly fine walls, by method");
  auto args = std::make_shared<ExperimentArguments>();
  ExperimentOptions& o = args->options;
  command
      ->add_option("--seconds", o.seconds,
                   "Run time in seconds for each method and number of walls")
      ->transform(whole_number(1, 600))
      ->capture_default_str();
  command
      ->add_option("--walls", o.walls,
                   "Number of walls of the corridor; several numbers run one after "
                   "another")
      ->transform(whole_number(1, kMostWalls))
      ->capture_default_str();
  command->add_option("--movers", o.movers, "Number of moving discs")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--method", args->methods, "Run only these methods; see below");
  add_seed(*command, o.seed, "Seed of the corridor");
  command->add_option("--svg", args->svg, "Draw the frames per second into this SVG file");
  command->add_option("--density-svg", args->density_svg,
                      "Draw the cost of a query by the number of walls near it into this SVG file, "
                      "for the last --walls");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      "The experiment of Suzuki and Tsukiji, see docs/corridor.md. Each second the movers are put\n"
      "into the next stretch of the corridor, as long as the one before and of more walls. They\n"
      "bounce, at 62 frames a second if the method is quick enough; all take the same path.\n"
      "Methods:\n" +
      list_of_wall_methods() +
      "Examples:\n"
      "  masu corridor experiment --svg fps.svg --density-svg work.svg\n"
      "  masu corridor experiment --seconds 5 --walls 2000 500000 --method kd_tree "
      "projection_groups\n");
  command->callback([args] { run_experiment(*args); });
}

}  // namespace masu::cli
