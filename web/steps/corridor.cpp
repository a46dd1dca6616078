// SPDX-License-Identifier: MIT
// Walls, movers among them, and the boxes and walls that a search tests. One map at a time.
#include <algorithm>
#include <optional>

#include <masu/corridor/corridor.hpp>
#include <masu/textbook/projection_groups.hpp>

#include "scenes/crowd/wanderers.hpp"
#include "scenes/generators/growing_corridor.hpp"
#include "scenes/generators/wall_scene.hpp"
#include "steps/tape.hpp"

namespace masu::steps {
namespace {

using Point = Vec<2, float>;
using Walls = std::vector<Segment<2, float>>;

struct Map {
  WallChains<float> chains;
  Corridor<float> corridor;
  scenes::MapSides sides;
  ProjectionGroups<float> groups;
  std::vector<std::uint32_t> run_indices;  // indices of the ball in each run of groups
};
Map& map() {
  static Map only;
  return only;
}
std::optional<scenes::Wanderers>& wanderers() {
  static std::optional<scenes::Wanderers> only;
  return only;
}

Point point(std::size_t i) {
  return {static_cast<float>(input()[2 * i]), static_cast<float>(input()[2 * i + 1])};
}

void write_walls(Tape& tape, const std::vector<Segment<2, double>>& walls) {
  for (const Segment<2, double>& w : walls) tape.write(w.a[0], w.a[1], w.b[0], w.b[1]);
}

// Records what searches test, in order.
struct SearchTrace : Trace {
  using Trace::on;
  void on(const VisitNode& e) { nodes.push_back(static_cast<std::uint32_t>(e.node)); }
  void on(const MeasureWall& e) { walls.push_back(e.wall); }

  std::vector<std::uint32_t> nodes;
  std::vector<std::uint32_t> walls;
};

// Searches the tree for the first wall on a path.
void search_tree(const Vec2d& from, const Vec2d& displacement, double radius, SearchTrace& trace) {
  const ChainTree<float>& tree = map().corridor.walls();
  const auto measure = [&](std::uint32_t wall, double end) {
    trace.on(MeasureWall{wall});
    const auto impact =
        capsule_impact(from, Vec2d{}, displacement, radius, vec_cast<double>(tree.vertex(wall)),
                       vec_cast<double>(tree.vertex(wall + 1)), end);
    return impact ? impact->t : end;
  };
  (void)tree.for_each_on_path(vec_cast<float>(from), vec_cast<float>(displacement),
                              static_cast<float>(radius), 1.0, measure, trace);
}

// Searches the groups for all walls around a path.
void search_groups(const Vec2d& from, const Vec2d& displacement, double radius,
                   SearchTrace& trace) {
  const auto center = vec_cast<float>(from + displacement * 0.5);
  const auto reach = static_cast<float>(radius + length(displacement) / 2);
  (void)map().groups.for_each_within(
      map().run_indices, center, reach, [](std::uint32_t, float) {}, trace);
}

}  // namespace
}  // namespace masu::steps

using namespace masu;
using namespace masu::steps;

// Writes a mover's radius, then the walls of a seeded map. which: in the order of
// scenes::wall_scene_names(); after these, the corridor whose walls get finer.
MASU_STEPS(corridor_walls)
std::uint32_t steps_corridor_walls(std::uint32_t which, std::uint32_t n, double seed) {
  Tape& tape = cleared_output();
  const auto names = scenes::wall_scene_names();
  if (which < names.size()) {
    const auto scene = scenes::make_wall_scene(names[which], n, std::uint64_t(seed));
    tape.write(scenes::usual_radius(scene));
    write_walls(tape, scene.walls);
  } else {
    const std::size_t most = (n - 2) / scenes::GrowingCorridor::kFewest;
    const auto stretches = std::min<std::size_t>(8, std::max<std::size_t>(most, 1));
    const auto made =
        scenes::make_growing_corridor(std::max(n, 66u), stretches, std::uint64_t(seed));
    tape.write(0.5);
    write_walls(tape, made.walls);
  }
  return tape.size();
}

// Reads walls, first the `closing` walls that close the map. Writes a status, 0 if ok, and whether
// the map has an inside.
MASU_STEPS(corridor_open)
std::uint32_t steps_corridor_open(std::uint32_t closing, double reach) {
  Map& m = map();
  Walls walls;
  for (std::size_t i = 0; i + 1 < input().size() / 2; i += 2) {
    walls.push_back({point(i), point(i + 1)});
  }
  Status status = m.chains.build(walls);
  if (status == Status::ok) status = m.corridor.build(m.chains, {static_cast<float>(reach)});
  if (status == Status::ok) {
    m.sides =
        scenes::MapSides(std::span(walls).first(std::min<std::size_t>(closing, walls.size())));
  }
  Tape& tape = cleared_output();
  tape.write(static_cast<int>(status), m.sides.known());
  return tape.size();
}

// Writes the tree's boxes: level, node, minimum corner, maximum corner of each.
MASU_STEPS(corridor_boxes) std::uint32_t steps_corridor_boxes() {
  Tape& tape = cleared_output();
  map().corridor.walls().for_each_box([&](const Aabb<2, float>& box, std::uint32_t level,
                                          std::uint64_t node, std::uint32_t, std::uint32_t) {
    tape.write(level, node, box.min[0], box.min[1], box.max[0], box.max[1]);
  });
  return tape.size();
}

// Writes the groups of k walls: the number of runs, then minimum and maximum corner of each.
MASU_STEPS(corridor_groups) std::uint32_t steps_corridor_groups(std::uint32_t k) {
  Map& m = map();
  Tape& tape = cleared_output();
  if (m.groups.build(m.chains.vertices(), m.chains.chains(), k) != Status::ok) return 0;
  m.run_indices.assign(m.groups.run_count(), 0);
  tape.write(m.groups.run_count());
  m.groups.for_each_group(
      [&](const Aabb<2, float>& box, std::uint32_t, std::uint32_t, std::uint32_t) {
        tape.write(box.min[0], box.min[1], box.max[0], box.max[1]);
      });
  return tape.size();
}

// Writes a ball's move: the status, the end position, then the numbers of contacts, nodes (or
// groups) tested and walls tested; for each contact the wall, the point on it, and the ball's
// position; nodes; walls.
MASU_STEPS(corridor_path)
std::uint32_t steps_corridor_path(double x, double y, double radius, double dx, double dy,
                                  std::uint32_t response, std::uint32_t groups) {
  const Map& m = map();
  Mover<float> mover;
  mover.position = vec_cast<float>(Vec2d{x, y});
  mover.radius = static_cast<float>(radius);
  MoveOptions options;
  options.response = static_cast<Response>(response);
  const double clearance = double(mover.radius) + double(m.corridor.skin());
  std::vector<WallContact> contacts;
  std::vector<Vec2d> stops{vec_cast<double>(mover.position)};
  const MoveResult<float> result = m.corridor.move(
      mover, vec_cast<float>(Vec2d{dx, dy}), options, [&](const WallContact& contact) {
        contacts.push_back(contact);
        stops.push_back(contact.point + contact.normal * clearance);
      });
  stops.push_back(vec_cast<double>(mover.position));
  SearchTrace trace;
  for (std::size_t i = 1; i < stops.size(); ++i) {
    (groups != 0 ? search_groups : search_tree)(stops[i - 1], stops[i] - stops[i - 1], clearance,
                                                trace);
  }
  Tape& tape = cleared_output();
  tape.write(static_cast<int>(result.status), mover.position[0], mover.position[1], contacts.size(),
             trace.nodes.size(), trace.walls.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    tape.write(contacts[i].wall, contacts[i].point[0], contacts[i].point[1], stops[i + 1][0],
               stops[i + 1][1]);
  }
  for (const std::uint32_t node : trace.nodes) tape.write(node);
  for (const std::uint32_t wall : trace.walls) tape.write(wall);
  return tape.size();
}

// Writes positions with space around them, at most `count`: x and y of each.
MASU_STEPS(crowd_positions)
std::uint32_t steps_crowd_positions(std::uint32_t count, double radius, double seed) {
  Tape& tape = cleared_output();
  const Map& m = map();
  for (const Point& p : scenes::free_positions(m.corridor.walls(), m.sides, count,
                                               static_cast<float>(radius), std::uint64_t(seed))) {
    tape.write(p[0], p[1]);
  }
  return tape.size();
}

namespace masu::steps {
namespace {
std::uint32_t write_displacements() {
  Tape& tape = cleared_output();
  for (const Point& displacement : wanderers()->displacements())
    tape.write(displacement[0], displacement[1]);
  return tape.size();
}
}  // namespace
}  // namespace masu::steps

// Writes the displacements of a crowd's first frame: x and y of each. `speed` is their length.
MASU_STEPS(crowd_displacements)
std::uint32_t steps_crowd_displacements(std::uint32_t count, double speed, double seed) {
  wanderers().emplace(count, speed, std::uint64_t(seed));
  return write_displacements();
}

// Reads the displacements as redirected by walls; writes those of the next frame.
MASU_STEPS(crowd_go_on) std::uint32_t steps_crowd_go_on(std::uint32_t bounce) {
  for (std::size_t i = 0; i < wanderers()->displacements().size(); ++i) {
    wanderers()->go_on(i, point(i), bounce != 0);
  }
  return write_displacements();
}

// Reads positions; writes how many of them are outside of the map.
MASU_STEPS(crowd_outside) std::uint32_t steps_crowd_outside() {
  std::size_t outside = 0;
  for (std::size_t i = 0; i < input().size() / 2; ++i) outside += !map().sides.inside(point(i));
  Tape& tape = cleared_output();
  tape.write(outside);
  return tape.size();
}

// Reads positions; writes their hash, the upper 32 bits first.
MASU_STEPS(crowd_hash) std::uint32_t steps_crowd_hash() {
  const std::uint64_t h = scenes::hash_of_positions(input().size() / 2, point);
  Tape& tape = cleared_output();
  tape.write(std::uint32_t(h >> 32), std::uint32_t(h));
  return tape.size();
}
