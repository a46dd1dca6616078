// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <solvers/penalty_solver.hpp>
#include <solvers/rotation.hpp>

#include "contact_demo/demo.hpp"
#include "contact_demo/world_picture.hpp"

namespace masu::cli {
namespace {

using solvers::RotationRun;
using solvers::RotationSample;

constexpr int kSamples = 4001;
constexpr std::size_t kDrawn = 5;  // one of this many samples is drawn

template <class F>
std::vector<double> values(const RotationRun& run, F&& of) {
  std::vector<double> result;
  for (std::size_t i = 0; i < run.samples.size(); i += kDrawn) {
    result.push_back(of(run.samples[i]));
  }
  return result;
}

// Draws the contact volume, its cut and its normal.
void draw_contact(Drawing& drawing, const WorldPicture& scene, const solvers::Body& below,
                  const solvers::Body& above) {
  MullerPreparata<3, double> finder;
  ContactVolume<3, double> volume;
  const Status found = finder.find(solvers::polyhedron(below.shape), below.pose,
                                   solvers::polyhedron(above.shape), above.pose, volume);
  if (found != Status::ok) return;
  for (std::size_t i = 0; i < volume.cut_count(); ++i) {
    std::vector<Spot> loop;
    for (const auto v : volume.cut(i)) loop.push_back(scene(volume.polytope().vertices()[v]));
    drawing.polygon(MarkStyle::area, loop);
    for (const Spot s : loop) drawing.disc(MarkStyle::corner, s, 45);
  }
  const Vec3d from = volume.centroid();
  drawing.arrow(MarkStyle::normal, scene(from), scene(from + volume.normal() * 0.6));
}

std::string rotation_picture(const RotationRun& run) {
  // After three fifths of the rotation the cut has many corners and is deep enough to be visible.
  const auto below = solvers::box_below();
  const auto above = solvers::rotating_box(0.6 * solvers::kTotalAngle);
  const WorldPicture scene(
      {{below.shape, below.pose, MarkStyle::b}, {above.shape, above.pose, MarkStyle::a}},
      kSceneArea);
  DemoPicture picture("A box turns and sinks into another: the force of the contact", scene);
  draw_contact(picture.drawing(), scene, below, above);
  const auto degrees =
      values(run, [](const RotationSample& s) { return s.angle * 90 / solvers::kTotalAngle; });
  const auto of_volume = values(run, [](const RotationSample& s) { return length(s.of_volume); });
  const auto of_vertices =
      values(run, [](const RotationSample& s) { return length(s.of_vertices); });
  const auto vertices = values(run, [](const RotationSample& s) { return double(s.vertices); });
  picture.add({{"springs in the contact volume, of the mean force",
                "degrees",
                degrees,
                {{MarkStyle::edge_a, of_volume, ""}}},
               {"springs at the vertices of the contact area",
                "degrees",
                degrees,
                {{MarkStyle::edge_b, of_vertices, ""}}},
               {"vertices of the cut", "degrees", degrees, {{MarkStyle::measure, vertices, ""}}}});
  return picture.svg(
      fmt::format("Largest step a radian, in {} samples: {:.3g} of the mean force in the volume, "
                  "{:.3g} at vertices.",
                  kSamples, run.volume_step, run.vertex_step));
}

}  // namespace

Demo rotation_demo() {
  const RotationRun run = solvers::rotate_box(kSamples);
  const nlohmann::ordered_json json{
      {"scene", "turn"},
      {"solver", "penalty"},
      {"samples", kSamples},
      {"fewest_vertices", run.fewest},
      {"most_vertices", run.most},
      {"largest_step_per_radian",
       {{"contact_volume", run.volume_step}, {"vertex_springs", run.vertex_step}}},
      {"ratio", run.vertex_step / run.volume_step}};
  return {json.dump(2) + "\n", rotation_picture(run)};
}

}  // namespace masu::cli
