// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <solvers/penalty_solver.hpp>
#include <solvers/turn.hpp>

#include "contact_demo/demo.hpp"
#include "contact_demo/world_picture.hpp"

namespace masu::cli {
namespace {

using solvers::Turn;
using solvers::TurnSample;

constexpr int kSamples = 4001;
constexpr std::size_t kDrawn = 5;  // one of this many samples is drawn

template <class F>
std::vector<double> values(const Turn& turn, F&& of) {
  std::vector<double> result;
  for (std::size_t i = 0; i < turn.samples.size(); i += kDrawn) {
    result.push_back(of(turn.samples[i]));
  }
  return result;
}

// Draws the contact volume, its cut and its normal.
void draw_contact(Drawing& drawing, const WorldPicture& scene, const solvers::Body& below,
                  const solvers::Body& above) {
  MullerPreparata<3, double> finder;
  ContactVolume<3, double> volume;
  const Status found = finder.find(solvers::polyhedron(below.shape), below.at,
                                   solvers::polyhedron(above.shape), above.at, volume);
  if (found != Status::ok) return;
  for (std::size_t i = 0; i < volume.cut_count(); ++i) {
    std::vector<Spot> loop;
    for (const auto v : volume.cut(i)) loop.push_back(scene(volume.polytope().vertices()[v]));
    drawing.polygon(Look::area, loop);
    for (const Spot s : loop) drawing.disc(Look::corner, s, 45);
  }
  const Vec3d from = volume.centroid();
  drawing.arrow(Look::normal, scene(from), scene(from + volume.normal() * 0.6));
}

std::string turn_picture(const Turn& turn) {
  // After three fifths of the rotation the cut has many corners and is deep enough to be visible.
  const auto below = solvers::box_below();
  const auto above = solvers::turning_box(0.6 * solvers::kTurn);
  const WorldPicture scene({{below.shape, below.at, Look::b}, {above.shape, above.at, Look::a}},
                           kScenePlace);
  DemoPicture picture("A box turns and sinks into another: the force of the contact", scene);
  draw_contact(picture.drawing(), scene, below, above);
  const auto degrees =
      values(turn, [](const TurnSample& s) { return s.angle * 90 / solvers::kTurn; });
  const auto of_volume = values(turn, [](const TurnSample& s) { return length(s.of_volume); });
  const auto of_vertices = values(turn, [](const TurnSample& s) { return length(s.of_vertices); });
  const auto vertices = values(turn, [](const TurnSample& s) { return double(s.vertices); });
  picture.add({{"springs in the contact volume, of the mean force",
                "degrees",
                degrees,
                {{Look::edge_a, of_volume, ""}}},
               {"springs at the vertices of the contact area",
                "degrees",
                degrees,
                {{Look::edge_b, of_vertices, ""}}},
               {"vertices of the cut", "degrees", degrees, {{Look::measure, vertices, ""}}}});
  return picture.svg(
      fmt::format("Largest step a radian, in {} samples: {:.3g} of the mean force in the volume, "
                  "{:.3g} at vertices.",
                  kSamples, turn.volume_step, turn.vertex_step));
}

}  // namespace

Demo turn_demo() {
  const Turn turn = solvers::turn(kSamples);
  const nlohmann::ordered_json json{
      {"scene", "turn"},
      {"solver", "penalty"},
      {"samples", kSamples},
      {"fewest_vertices", turn.fewest},
      {"most_vertices", turn.most},
      {"largest_step_per_radian",
       {{"contact_volume", turn.volume_step}, {"vertex_springs", turn.vertex_step}}},
      {"ratio", turn.vertex_step / turn.volume_step}};
  return {json.dump(2) + "\n", turn_picture(turn)};
}

}  // namespace masu::cli
