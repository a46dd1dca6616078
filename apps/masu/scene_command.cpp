// SPDX-License-Identifier: MIT
#include <memory>

#include <fmt/format.h>
#include <scenes/generators/scene.hpp>

#include "box_writer.hpp"
#include "commands.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "scene_input.hpp"

namespace masu::cli {
namespace {

struct SceneArguments {
  std::string name;
  std::size_t n = 1000;
  std::uint64_t seed = 1;
  std::uint32_t steps = 0;
  int dim = 2;
  bool single = false;
  std::string format;
  std::string output;
  ProgressOptions progress;
};

// Returns "csv" or "npy": as requested, else by the extension of the file, else CSV.
BoxFormat format_of(const SceneArguments& args) {
  std::string name = args.format;
  if (name.empty()) name = args.output.ends_with(".npy") ? "npy" : "csv";
  return name == "npy" ? BoxFormat::npy : BoxFormat::csv;
}

template <int D, class T>
void write_scene(const SceneArguments& args) {
  OutputFile out(args.output);
  Progress progress(args.progress.mode());
  progress.phase("making boxes");
  scenes::Scene<D, T> scene(args.name, args.n, args.seed);
  progress.phase("moving boxes");
  for (std::uint32_t i = 0; i < args.steps; ++i) {
    scene.step();
    progress.step(i + 1, args.steps);
  }
  progress.phase("writing");
  write_boxes<D, T>(out, scene.boxes(), format_of(args), progress);
  out.commit();
  progress.finish();
}

void run_scene(const SceneArguments& args) {
  expect_scene(args.name);
  if (args.dim == 2 && args.single) write_scene<2, float>(args);
  if (args.dim == 3 && args.single) write_scene<3, float>(args);
  if (args.dim == 2 && !args.single) write_scene<2, double>(args);
  if (args.dim == 3 && !args.single) write_scene<3, double>(args);
}

}  // namespace

void add_scene_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "scene",
      "Generates the boxes of a seeded scene, identical on every machine, as CSV or .npy.");
  auto args = std::make_shared<SceneArguments>();
  command->add_option("NAME", args->name, "One of the scenes below")->required();
  add_count(*command, args->n, "Number of boxes");
  add_seed(*command, args->seed, "Seed of the scene");
  add_whole(*command, "--steps", args->steps, "Number of frames by which the scene moves", 0,
            1u << 31);
  command->add_option("--dim", args->dim, "Dimension, 2 or 3")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str();
  command->add_flag("--float", args->single, "Write 32-bit floats");
  command->add_option("--format", args->format, "Format, whatever the name of the file: csv or npy")
      ->check(one_of({"csv", "npy"}));
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      fmt::format("Scenes: {}\n"
                  "Examples:\n"
                  "  masu scene uniform --n 1000 -o boxes.csv\n"
                  "  masu scene clusters --n 1000000 --dim 3 --seed 7 -o boxes.npy\n"
                  "  masu scene sizes --n 300 | masu pairs - --svg sizes.svg\n",
                  fmt::join(scenes::scene_names(), " ")));
  command->callback([args] { run_scene(*args); });
}

}  // namespace masu::cli
