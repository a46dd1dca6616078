// SPDX-License-Identifier: MIT
#include "crowd_run.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <scenes/crowd/wanderers.hpp>

#include "../errors.hpp"
#include "../progress.hpp"
#include "counted.hpp"

namespace masu::cli {
namespace {

constexpr std::size_t kTracks = 60;
constexpr std::size_t kWorkBuckets = 1024;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr unsigned kTwoSided = 4;  // bit of the flags of a linedef

std::vector<Mover<float>> some_movers(const ChainTree<float>& tree, const CrowdMap& map,
                                      const CrowdOptions& options, Progress& progress) {
  progress.phase("placing movers");
  const auto radius = static_cast<float>(map.radius);
  const auto positions =
      scenes::free_positions(tree, map.sides, options.movers, radius, options.seed,
                             [&](std::size_t found) { progress.step(found, options.movers); });
  if (positions.size() < options.movers) {
    throw UsageError(
        fmt::format("{} of radius {:g} do not fit into the map, only {}: use fewer (--movers) or "
                    "smaller ones (--radius)",
                    counted(options.movers, "mover"), map.radius, positions.size()));
  }
  std::vector<Mover<float>> movers(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    movers[i].position = positions[i];
    movers[i].radius = radius;
  }
  return movers;
}

void note(const MoveResult<float>& r, CrowdRun& run) {
  ++run.moves;
  run.contacts += r.contacts;
  run.cut_short += r.status == Status::not_converged;
  run.overlapping += r.overlap > 0;
  run.tests += r.stats.tests;
  run.nodes += r.stats.nodes;
  ++run.work[std::min<std::size_t>(r.stats.tests + r.stats.nodes, kWorkBuckets - 1)];
}

}  // namespace

bool closes_map(const readers::WallTable& table, std::size_t wall) {
  return table.format != "wad" || (table.marks[wall].flags & kTwoSided) == 0;
}

CrowdMap make_crowd_map(const readers::WallTable& table, double radius) {
  CrowdMap map;
  map.name = table.source;
  std::vector<Segment<2, float>> walls;
  std::vector<Segment<2, float>> closing;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Segment<2, double>& wall = table.walls[i];
    walls.push_back({vec_cast<float>(wall.a), vec_cast<float>(wall.b)});
    if (closes_map(table, i)) closing.push_back(walls.back());
  }
  map.sides = scenes::MapSides(closing);
  expect_ok<UsageError>(map.chains.build(walls, {}, &map.report), table.source);
  Aabb<2, float> box = Aabb<2, float>::nothing();
  for (const Vec<2, float>& v : map.chains.vertices())
    box = merge(box, Aabb<2, float>::of_point(v));
  const Vec<2, float> size = box.max - box.min;
  map.radius = radius > 0 ? radius : double(std::min(size[0], size[1])) / 200;
  return map;
}

CrowdRun run_crowd(const CrowdMap& map, const CrowdOptions& options, Progress& progress) {
  CrowdRun run;
  run.work.resize(kWorkBuckets);
  const double speed = options.speed * map.radius;
  Corridor<float> corridor;
  auto start = std::chrono::steady_clock::now();
  expect_ok<UsageError>(corridor.build(map.chains, {static_cast<float>(map.radius + speed)}),
                        map.name);
  run.build_seconds = seconds_since(start);
  const ChainTree<float>& tree = corridor.walls();
  run.walls = tree.wall_count();
  run.chains = map.chains.chains().size();
  run.bytes = tree.bytes();
  for (const WallChain& chain : map.chains.chains()) run.open_chains += !chain.loop();

  run.movers = some_movers(tree, map, options, progress);
  progress.phase("frames");
  run.tracks.resize(std::min(kTracks, run.movers.size()));
  scenes::Wanderers wanderers(run.movers.size(), speed, options.seed);
  std::vector<MoveResult<float>> results(run.movers.size());
  MoveOptions move_options;
  move_options.response = options.bounce ? Response::bounce : Response::slide;
  MoverBatch<float> batch;
  const auto note_positions = [&] {
    for (std::size_t i = 0; i < run.tracks.size(); ++i) {
      run.tracks[i].push_back(run.movers[i].position);
    }
  };
  note_positions();
  for (std::size_t frame = 0; frame < options.frames; ++frame) {
    start = std::chrono::steady_clock::now();
    expect_ok<UsageError>(
        batch.move(corridor, run.movers, wanderers.displacements(), results, move_options),
        map.name);
    run.move_seconds += seconds_since(start);
    for (std::size_t i = 0; i < results.size(); ++i) {
      note(results[i], run);
      wanderers.go_on(i, results[i].displacement, options.bounce);
    }
    note_positions();
    progress.step(frame + 1, options.frames);
  }
  if (map.sides.known()) {
    progress.phase("finding movers outside");
    run.escaped = 0;
    for (std::size_t i = 0; i < run.movers.size(); ++i) {
      run.escaped += !map.sides.inside(run.movers[i].position);
      progress.step(i + 1, run.movers.size());
    }
  }
  run.hash = scenes::hash_of_positions(run.movers.size(),
                                       [&](std::size_t i) { return run.movers[i].position; });
  return run;
}

}  // namespace masu::cli
