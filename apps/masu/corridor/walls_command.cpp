// SPDX-License-Identifier: MIT
#include <memory>

#include <fmt/format.h>
#include <scenes/readers/read_walls.hpp>

#include "../errors.hpp"
#include "../output_file.hpp"
#include "../progress.hpp"
#include "crowd_run.hpp"
#include "map_walls.hpp"
#include "numbers.hpp"
#include "subcommands.hpp"

namespace masu::cli {
namespace {

struct WallsArguments {
  std::string map;
  std::size_t walls = 20000;
  std::uint64_t seed = 1;
  std::string output;
  ProgressOptions progress;
};

// {"radius": 16, "closing": [x1,y1,x2,y2, ...], "others": [...]}
std::string json_of(const MapWalls& map) {
  std::string lists[2];
  for (std::size_t i = 0; i < map.table.size(); ++i) {
    const Segment<2, double>& wall = map.table.walls[i];
    std::string& list = lists[closes_map(map.table, i) ? 0 : 1];
    list += fmt::format("{}{},{},{},{}", list.empty() ? "" : ",", wall.a[0], wall.a[1], wall.b[0],
                        wall.b[1]);
  }
  return fmt::format("{{\"radius\":{},\"closing\":[{}],\"others\":[{}]}}\n", map.radius, lists[0],
                     lists[1]);
}

void run_walls(const WallsArguments& args) {
  check_files({map_file(args.map)}, {args.output});
  OutputFile out(args.output);
  Progress progress(args.progress.mode());
  progress.phase("making walls");
  const MapWalls map = walls_of_map(args.map, args.walls, args.seed);
  progress.phase("writing");
  const std::string text = json_of(map);
  progress.finish();
  out.write(text);
  out.commit();
}

}  // namespace

void add_corridor_walls(CLI::App& corridor) {
  CLI::App* command = corridor.add_subcommand("walls", "The walls of a map, as JSON");
  auto args = std::make_shared<WallsArguments>();
  command->add_option("--map", args->map, "A file with walls, or a seeded map")->required();
  command->add_option("--walls", args->walls, "Number of walls of a seeded map")
      ->transform(whole_number(64, 20'000'000))
      ->capture_default_str();
  add_seed(*command, args->seed, "Seed of a seeded map");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      "\"closing\" has the walls that close the map, \"others\" the rest (of a Doom map,\n"
      "lines between two sectors): x and y of both ends of each. \"radius\" is the radius of a\n"
      "mover, 0 if the map has none.\n"
      "Example:\n"
      "  masu corridor walls --map freedoom2.wad:MAP01 -o map01.json\n");
  command->callback([args] { run_walls(*args); });
}

}  // namespace masu::cli
