// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <scenes/generators/scene.hpp>
#include <scenes/readers/read_boxes.hpp>

#include "commands.hpp"
#include "counted.hpp"
#include "draw/drawings.hpp"
#include "errors.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "scene_input.hpp"

namespace masu::cli {
namespace {

// More boxes are indistinguishable, and the file would be large.
constexpr std::size_t kMostDrawn = 100;
// With this bound sums of coordinates are finite.
constexpr float kMostWide = 1e30f;

struct DrawArguments {
  std::string method;
  std::string input;
  std::optional<std::size_t> n;
  std::uint64_t seed = 1;
  std::string output;
  ProgressOptions progress;
};

DrawInput from_scene(const std::string& name, std::size_t n, std::uint64_t seed) {
  DrawInput input;
  input.name = name;
  scenes::Scene<2, float> scene(name, n, seed);
  input.boxes = scene.boxes();
  scene.step();
  input.next = scene.boxes();
  return input;
}

// Returns the largest absolute coordinate.
float widest(const FlatBox& box) {
  float most = 0;
  for (int a = 0; a < 2; ++a) most = std::max({most, std::abs(box.min[a]), std::abs(box.max[a])});
  return most;
}

// Reads the first `n` boxes of a file; all if `n` is not set.
DrawInput from_file(const std::string& path, std::optional<std::size_t> n) {
  readers::ReadOptions options;
  options.dim = 2;
  options.single = true;
  const readers::BoxTable table = readers::read_boxes(path, options);
  DrawInput input;
  input.name = std::filesystem::path(path).filename().string();
  input.marks = table.marks;
  const std::size_t size = std::min(table.size(), n.value_or(table.size()));
  if (size < 2 || size > kMostDrawn) {
    throw UsageError(fmt::format("{}: {}; a picture shows 2 to {}: set their number with --n", path,
                                 counted(table.size(), "box"), kMostDrawn));
  }
  input.boxes = readers::boxes_of<2, float>(table);
  input.boxes.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (!(widest(input.boxes[i]) <= kMostWide)) {
      throw UsageError(fmt::format("{}: box {} is too far from the origin to be drawn", path, i));
    }
  }
  if (!input.marks.empty()) input.marks.resize(size);
  return input;
}

DrawInput input_of(const DrawArguments& args, const Drawing& drawing) {
  const std::string name = args.input.empty() ? std::string(drawing.scene) : args.input;
  if (names_scene(name)) return from_scene(name, args.n.value_or(drawing.n), args.seed);
  return from_file(name, args.n);
}

void run_draw(const DrawArguments& args) {
  const Drawing& drawing = drawing_named(args.method);
  OutputFile out(args.output);
  Progress progress(args.progress.mode());
  progress.phase("reading");
  const DrawInput input = input_of(args, drawing);
  progress.phase("drawing");
  const std::string picture = drawing.draw(input);
  progress.finish();
  out.write(picture);
  out.commit();
}

std::string list_of_drawings() {
  std::string text = "Methods, and the sort behind each:\n";
  for (const Drawing& d : drawings()) text += fmt::format("  {:<29}{}\n", d.name, d.sort);
  return text;
}

}  // namespace

void add_draw_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "draw", "Draws how a method divides space, and the sort behind it, as one SVG.");
  auto args = std::make_shared<DrawArguments>();
  command->add_option("METHOD", args->method, "One of the methods below")->required();
  command->add_option("INPUT", args->input,
                      "A 2D file that 'masu pairs' reads, or a scene of 'masu scene'");
  command->add_option("--n", args->n, "Number of boxes of the scene, or of first boxes of the file")
      ->transform(whole_number(2, kMostDrawn));
  add_seed(*command, args->seed, "Seed of the scene");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(list_of_drawings() +
                  "Examples:\n"
                  "  masu draw kd_tree -o kd_tree.svg\n"
                  "  masu draw uniform_grid clusters --n 60 --seed 7 -o clusters.svg\n"
                  "  masu draw sweep_and_prune boxes.csv --n 50 -o boxes.svg\n");
  command->callback([args] { run_draw(*args); });
}

}  // namespace masu::cli
