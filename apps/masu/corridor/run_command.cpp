// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <scenes/generators/wall_scene.hpp>
#include <scenes/readers/read_walls.hpp>

#include "../counted.hpp"
#include "../errors.hpp"
#include "../output_file.hpp"
#include "../progress.hpp"
#include "crowd_run.hpp"
#include "map_walls.hpp"
#include "numbers.hpp"
#include "subcommands.hpp"

namespace masu::cli {
namespace {

struct RunArguments {
  std::string map;
  std::size_t walls = 20000;
  CrowdOptions options;
  std::string response = "slide";
  std::string svg;
  std::string output;
  ProgressOptions progress;
};

// Returns the least work that a share `share` of the moves does not exceed.
std::size_t quantile(const CrowdRun& run, double share) {
  std::uint64_t sum = 0;
  for (std::size_t w = 0; w < run.work.size(); ++w) {
    sum += run.work[w];
    if (double(sum) >= share * double(run.moves)) return w;
  }
  return run.work.size();
}

std::string report_of(const CrowdMap& map, const CrowdRun& run, const CrowdOptions& options) {
  const double a_move = run.moves == 0 ? 0 : run.move_seconds / double(run.moves);
  std::string text = fmt::format(
      "map            {}\n"
      "walls          {} in {}, {} of them open\n"
      "mended         {}, {} of no length, {}, {} not finite\n"
      "tree           {:.1f} bytes a wall, built in {:.4f} s\n"
      "movers         {} of radius {:g}, {:g} radii a frame, {}\n"
      "time           {:.0f} ns a move, {:.1f} frames a second\n"
      "work           {:.2f} walls measured and {:.2f} nodes a move; together 50% {}, 99% {}, "
      "100% {}\n"
      "contacts       {}; moves cut short: {}, moves that end in a wall: {}\n",
      map.name, run.walls, counted(run.chains, "chain"), run.open_chains,
      counted(map.report.duplicates.count, "duplicate"), map.report.zero_length.count,
      counted(map.report.cuts.count, "cut"), map.report.not_finite.count,
      double(run.bytes) / double(run.walls), run.build_seconds, run.movers.size(), map.radius,
      options.speed, counted(options.frames, "frame"), a_move * 1e9,
      run.move_seconds > 0 ? double(options.frames) / run.move_seconds : 0.0,
      double(run.tests) / double(std::max<std::uint64_t>(run.moves, 1)),
      double(run.nodes) / double(std::max<std::uint64_t>(run.moves, 1)), quantile(run, 0.5),
      quantile(run, 0.99), quantile(run, 1), run.contacts, run.cut_short, run.overlapping);
  text += run.escaped < 0 ? std::string("outside        not known: the map is not closed\n")
                          : fmt::format("outside        {}\n", run.escaped);
  text += fmt::format("hash           {:016x} of all positions\n", run.hash);
  return text;
}

void run_run(RunArguments args) {
  args.options.bounce = args.response == "bounce";
  check_files({map_file(args.map)}, {args.output, args.svg});
  OutputFile out(args.output);
  std::optional<OutputFile> svg;
  if (!args.svg.empty()) svg.emplace(args.svg);
  Progress progress(args.progress.mode());
  progress.phase("walls to chains");
  const MapWalls walls = walls_of_map(args.map, args.walls, args.options.seed);
  const bool asked = args.options.radius > 0;
  const CrowdMap map = make_crowd_map(walls.table, asked ? args.options.radius : walls.radius);
  const CrowdRun run = run_crowd(map, args.options, progress);
  progress.finish();
  if (svg) {
    svg->write(crowd_picture(map, run));
    svg->commit();
  }
  out.write(report_of(map, run, args.options));
  out.commit();
}

}  // namespace

void add_corridor_run(CLI::App& corridor) {
  CLI::App* command = corridor.add_subcommand("run", "Moves a crowd among the walls of a map");
  auto args = std::make_shared<RunArguments>();
  CrowdOptions& o = args->options;
  command->add_option("--map", args->map, "A file with walls, or a seeded map; see below")
      ->required();
  command->add_option("--walls", args->walls, "Number of walls of a seeded map")
      ->transform(whole_number(64, 20'000'000))
      ->capture_default_str();
  command->add_option("--movers", o.movers, "Number of movers")
      ->transform(whole_number(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--frames", o.frames, "Number of frames")
      ->transform(whole_number(1, 10'000'000))
      ->capture_default_str();
  command
      ->add_option("--radius", o.radius,
                   "Radius of a mover; by default 16 in a Doom map, one that fits in a seeded map, "
                   "otherwise 1/200 of the map's "
                   "shorter side")
      ->check(finite_range(1e-6, 1e9));
  command->add_option("--speed", o.speed, "Speed in radii per frame")
      ->check(finite_range(0, 1e6))
      ->capture_default_str();
  command->add_option("--response", args->response, "Response to a wall: slide or bounce")
      ->check(one_of({"slide", "bounce"}))
      ->capture_default_str();
  add_seed(*command, o.seed, "Seed of the paths");
  command->add_option("--svg", args->svg,
                      "Draw the map, some tracks and the movers into this SVG file");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  std::string names;
  for (const std::string_view name : scenes::wall_scene_names()) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  command->footer(
      "Files: CSV, SVG, GeoJSON, TopoJSON, Doom WAD, Tiled, GSHHG; see docs/corridor.md. Seeded\n"
      "maps: " +
      names +
      ".\n"
      "Movers start inside the map's closed walls, where they fit; if the map is not closed,\n"
      "where walls are on all sides. \"outside\" counts the movers that got out.\n"
      "Examples:\n"
      "  masu corridor run --map freedoom2.wad:MAP01 --movers 10000 --frames 600 --svg map01.svg\n"
      "  masu corridor run --map fractal_cave --walls 1000000 --speed 100 --response bounce\n");
  command->callback([args] { run_run(*args); });
}

}  // namespace masu::cli
