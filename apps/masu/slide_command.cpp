// SPDX-License-Identifier: MIT
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "slide/walk.hpp"

namespace masu::cli {
namespace {

struct SlideArguments {
  std::string level;
  WalkOptions options;
  std::string svg;
  std::string output;
  std::string title;
  ProgressOptions progress;
};

std::string table_of(const Walk& walk) {
  std::string text = "frame,x,y,on_ground\n";
  for (std::size_t i = 0; i < walk.points.size(); ++i) {
    const WalkPoint& p = walk.points[i];
    text +=
        fmt::format("{},{:.6f},{:.6f},{}\n", i, p.position[0], p.position[1], p.on_ground ? 1 : 0);
  }
  return text;
}

void run_slide(const SlideArguments& args) {
  check_files({args.level}, {args.output, args.svg});
  const Level level = read_level(args.level);
  Progress progress(args.progress.mode());
  progress.phase("walking");
  const Walk w = walk(level, args.options);
  progress.phase("writing");
  OutputFile out(args.output);
  if (!args.svg.empty()) write_file(args.svg, walk_picture(level, w, args.title));
  progress.finish();
  out.write(table_of(w));
  out.commit();
}

}  // namespace

void add_slide_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "slide", "Moves a character through a level of tiles; its positions as CSV.");
  auto args = std::make_shared<SlideArguments>();
  WalkOptions& o = args->options;
  const auto number = [&](const char* name, double& value, const char* what, double least,
                          double most) {
    command->add_option(name, value, what)->check(finite_range(least, most))->capture_default_str();
  };
  command->add_option("LEVEL", args->level, "A text file, as below; '-' is standard input")
      ->required();
  number("--radius", o.radius, "Radius of the capsule, in cells", 0.01, 10);
  number("--height", o.height, "Height of the capsule in cells, its ends included", 0.02, 100);
  number("--speed", o.speed, "Speed to the right, in cells per frame", -1000, 1000);
  number("--gravity", o.gravity, "Increase of the downward speed per frame, in cells per frame", 0,
         1000);
  number("--steepest", o.steepest, "Steepest slope that can be walked on, in degrees", 0, 89);
  number("--step", o.step, "Maximum height of steps that are climbed, in cells", 0, 100);
  command->add_option("--frames", o.frames, "Number of frames")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--svg", args->svg, "Draw the level and the path into this SVG file");
  command->add_option("--title", args->title, "Title of the picture");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      "A row of characters is a row of cells: # solid, / and \\ slopes, @ where the character\n"
      "starts, blank is empty.\n"
      "Example:\n"
      "  masu slide level.txt --step 1 --svg walk.svg\n");
  command->callback([args] { run_slide(*args); });
}

}  // namespace masu::cli
