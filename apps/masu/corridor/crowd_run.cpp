// SPDX-License-Identifier: MIT
#include "crowd_run.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <scenes/generators/pcg32.hpp>

#include "../errors.hpp"
#include "../progress.hpp"

namespace masu::cli {
namespace {

constexpr std::size_t kTracks = 60;
// Places tried in vain, one after the other: then there is no room, or next to none.
constexpr std::size_t kVain = 100'000;
constexpr std::size_t kWorkBuckets = 1024;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void check(Status status, const std::string& what) {
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status != Status::ok) throw UsageError(what + ": " + describe(status));
}

// Walls all around, so that nobody walks off the map: to the left, right, above and below.
bool enclosed(const ChainTree<float>& tree, const Vec<2, float>& p) {
  for (const Vec<2, float>& d : {Vec2f{1, 0}, Vec2f{-1, 0}, Vec2f{0, 1}, Vec2f{0, -1}}) {
    if (!tree.ray_cast({p, d}).hit) return false;
  }
  return true;
}

std::vector<Mover<float>> some_movers(const ChainTree<float>& tree, const CrowdMap& map,
                                      const CrowdOptions& options, Progress& progress) {
  progress.phase("placing movers");
  scenes::Pcg32 random(options.seed);
  const Aabb<2, float> world = tree.bounds();
  std::vector<Mover<float>> movers;
  std::size_t last = 0;  // the try that found a place
  for (std::size_t tries = 0; movers.size() < options.movers; ++tries) {
    if (tries - last > kVain) {
      throw UsageError(fmt::format("no room for {} movers of radius {:g}: only {} places found",
                                   options.movers, map.radius, movers.size()));
    }
    const double x = random.between(double(world.min[0]), double(world.max[0]));
    const double y = random.between(double(world.min[1]), double(world.max[1]));
    Mover<float> m;
    m.position = {static_cast<float>(x), static_cast<float>(y)};
    m.radius = static_cast<float>(map.radius);
    if (tree.nearest(m.position, 2 * m.radius).wall != kNoWall) continue;
    const bool in = map.sides.known() ? map.sides.inside(m.position) : enclosed(tree, m.position);
    if (!in) continue;
    movers.push_back(m);
    last = tries;
    progress.step(movers.size(), options.movers);
  }
  return movers;
}

// Each goes straight on until a wall turns it, and then as the wall has it; sliders take a new
// direction now and then, or where they are held.
class Wanderers {
 public:
  Wanderers(std::size_t count, double speed, std::uint64_t seed)
      : ways_(count), random_(seed, 7), speed_(speed) {
    for (Vec<2, float>& way : ways_) way = direction();
  }
  std::span<const Vec<2, float>> ways() const { return ways_; }

  void go_on(std::size_t i, const MoveResult<float>& result, bool bounce) {
    const bool held = length(result.displacement) < 0.25 * speed_;
    if (held || (!bounce && random_.below(200) == 0)) {
      ways_[i] = direction();
    } else if (bounce) {
      ways_[i] = result.displacement;
    }
  }

 private:
  Vec<2, float> direction() {
    for (;;) {
      const double x = random_.between(-1, 1);
      const double y = random_.between(-1, 1);
      const double square = x * x + y * y;
      if (square > 1 || square < 0.01) continue;
      const double scale = speed_ / std::sqrt(square);
      return {static_cast<float>(x * scale), static_cast<float>(y * scale)};
    }
  }

  std::vector<Vec<2, float>> ways_;
  scenes::Pcg32 random_;
  double speed_;
};

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

CrowdMap make_crowd_map(const readers::WallTable& table, double radius) {
  CrowdMap map;
  map.name = table.source;
  map.sides = MapSides(table);
  std::vector<Segment<2, float>> walls;
  for (const Segment<2, double>& wall : table.walls) {
    walls.push_back({vec_cast<float>(wall.a), vec_cast<float>(wall.b)});
  }
  check(map.chains.build(walls, {}, &map.report), table.source);
  Aabb<2, float> box = Aabb<2, float>::nothing();
  for (const Vec<2, float>& v : map.chains.vertices())
    box = merge(box, Aabb<2, float>::of_point(v));
  const Vec<2, float> size = box.max - box.min;
  map.radius = radius > 0              ? radius
               : table.format == "wad" ? 16
                                       : double(std::min(size[0], size[1])) / 200;
  return map;
}

CrowdRun run_crowd(const CrowdMap& map, const CrowdOptions& options, Progress& progress) {
  CrowdRun run;
  run.work.resize(kWorkBuckets);
  const double speed = options.speed * map.radius;
  Corridor<float> corridor;
  auto start = std::chrono::steady_clock::now();
  check(corridor.build(map.chains, {static_cast<float>(map.radius + speed)}), map.name);
  run.build_seconds = seconds_since(start);
  const ChainTree<float>& tree = corridor.walls();
  run.walls = tree.wall_count();
  run.chains = map.chains.chains().size();
  run.bytes = tree.bytes();
  for (const WallChain& chain : map.chains.chains()) run.open_chains += !chain.loop();

  run.movers = some_movers(tree, map, options, progress);
  progress.phase("frames");
  run.tracks.resize(std::min(kTracks, run.movers.size()));
  Wanderers wanderers(run.movers.size(), speed, options.seed);
  std::vector<MoveResult<float>> results(run.movers.size());
  MoveOptions how;
  how.response = options.bounce ? Response::bounce : Response::slide;
  MoverBatch<float> batch;
  const auto note_places = [&] {
    for (std::size_t i = 0; i < run.tracks.size(); ++i) {
      run.tracks[i].push_back(run.movers[i].position);
    }
  };
  note_places();
  for (std::size_t frame = 0; frame < options.frames; ++frame) {
    start = std::chrono::steady_clock::now();
    check(batch.move(corridor, run.movers, wanderers.ways(), results, how), map.name);
    run.move_seconds += seconds_since(start);
    for (std::size_t i = 0; i < results.size(); ++i) {
      note(results[i], run);
      wanderers.go_on(i, results[i], options.bounce);
    }
    note_places();
    progress.step(frame + 1, options.frames);
  }
  if (map.sides.known()) {
    progress.phase("who got out");
    run.escaped = 0;
    for (std::size_t i = 0; i < run.movers.size(); ++i) {
      run.escaped += !map.sides.inside(run.movers[i].position);
      progress.step(i + 1, run.movers.size());
    }
  }
  return run;
}

}  // namespace masu::cli
