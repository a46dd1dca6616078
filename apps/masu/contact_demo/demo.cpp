// SPDX-License-Identifier: MIT
#include "contact_demo/demo.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <solvers/impulse_solver.hpp>
#include <solvers/lcp_solver.hpp>
#include <solvers/penalty_solver.hpp>
#include <solvers/scenes.hpp>

#include "contact_demo/world_picture.hpp"
#include "counted.hpp"
#include "errors.hpp"

namespace masu::cli {
namespace {

using Json = nlohmann::ordered_json;
using solvers::Record;
using solvers::Sample;
using solvers::World;

struct Run {
  Record record;
  double steps_a_second = 0;
};

template <class Solver>
Run run_by(const World& start, const DemoOptions& options, const Watch& watch) {
  Solver solver;
  const double steps = options.steps_a_second > 0 ? options.steps_a_second : Solver::kSteps;
  return {solvers::run(start, solver, steps, options.seconds, watch), steps};
}

Run run_scene(const World& start, const DemoOptions& options, const Watch& watch) {
  if (options.solver == "impulse") return run_by<solvers::ImpulseSolver>(start, options, watch);
  if (options.solver == "lcp") return run_by<solvers::LcpSolver>(start, options, watch);
  if (options.solver == "penalty") return run_by<solvers::PenaltySolver>(start, options, watch);
  throw UsageError("unknown solver '" + options.solver + "'");
}

// The fields that both scenes report about their run.
Json head_of(const char* scene, const DemoOptions& options, const Run& run) {
  Json json{{"scene", scene},
            {"solver", options.solver},
            {"seconds", options.seconds},
            {"steps_per_second", run.steps_a_second},
            {"friction", options.friction}};
  return json;
}

void add_residual(Json& json, const Record& record) {
  if (record.most_sweeps == 0) return;
  json["lcp"] = {{"largest_residual", record.worst_residual}, {"most_sweeps", record.most_sweeps}};
}

std::string residual_words(const Record& record) {
  if (record.most_sweeps == 0) return "";
  return fmt::format(" LCP residual at most {:.1e} m/s, {} at worst.", record.worst_residual,
                     counted(std::uint64_t(record.most_sweeps), "sweep"));
}

template <class F>
std::vector<double> values(const Record& record, F&& of) {
  std::vector<double> result;
  for (const Sample& s : record.samples) result.push_back(of(s));
  return result;
}

std::vector<double> times(const Record& record) {
  return values(record, [](const Sample& s) { return s.time; });
}

std::string stack_picture(const DemoOptions& options, const Record& record,
                          const solvers::StackReport& report) {
  std::vector<Solid> solids{{{{1.4, 0.1, 1.4}}, {{0, -0.1, 0}, {}}, MarkStyle::b}};
  for (const auto& body : record.end.bodies) {
    if (!body.fixed()) solids.push_back({body.shape, body.pose, MarkStyle::a});
  }
  const auto rest = solvers::rest_position(record.start, options.boxes);
  const double lowest =
      std::min_element(record.samples.begin(), record.samples.end(),
                       [](const Sample& p, const Sample& q) { return p.energy < q.energy; })
          ->energy;
  const auto percent = [&](auto&& of) { return values(record, of); };
  const std::vector<Chart> charts = {
      {"drift of the top, % of its edge",
       "time, s",
       times(record),
       {{MarkStyle::edge_a,
         percent([&](const Sample& s) { return 100 * length(s.position - rest) / solvers::kEdge; }),
         ""}},
       {1},
       "bound"},
      {"deepest penetration, % of an edge",
       "time, s",
       times(record),
       {{MarkStyle::edge_a,
         percent([](const Sample& s) { return 100 * s.penetration / solvers::kEdge; }), ""}},
       {1},
       "bound"},
      {"energy above its lowest, %",
       "time, s",
       times(record),
       {{MarkStyle::edge_a, percent([&](const Sample& s) { return 100 * (s.energy / lowest - 1); }),
         ""}},
       {1},
       "bound"}};
  const std::string words =
      fmt::format("Drift {:.3g} %, penetration {:.3g} %, gain {:.2g} % after rest at {:.2g} s.{}",
                  100 * report.drift, 100 * report.penetration, 100 * report.energy_gain,
                  report.rest_time, residual_words(record));
  const std::string title =
      fmt::format("{}, {} solver: {}", counted(std::uint64_t(options.boxes), "box"), options.solver,
                  report.is_stable() ? "they stand" : "they do not stand");
  DemoPicture picture(title, WorldPicture(solids, kSceneArea));
  picture.add(charts);
  return picture.svg(words);
}

std::string slope_picture(const DemoOptions& options, const Record& record,
                          const solvers::SlopeReport& report) {
  const Vec3d down = -solvers::uphill(record.start);
  const auto& before = record.start.bodies[1];
  const auto& after = record.end.bodies[1];
  // Draw only the part of the plank that the box slid over.
  const Vec3d displacement = after.pose.translation - before.pose.translation;
  const double reach = length(displacement) / 2 + 1;  // half the length drawn
  Solid plank{{{reach, 0.1, 1}}, record.start.bodies[0].pose, MarkStyle::b};
  const Vec3d up = matrix_of(plank.pose.rotation).column(1);
  plank.pose.translation = before.pose.translation + displacement * 0.5 - up * 0.6;
  const std::vector<Solid> solids{plank, {after.shape, after.pose, MarkStyle::a}};
  const auto speed = values(record, [&](const Sample& s) { return dot(s.velocity, down); });
  const auto expected = values(record, [&](const Sample& s) { return report.expected * s.time; });
  const std::vector<Chart> charts = {
      {"speed downhill, m/s",
       "time, s",
       times(record),
       {{MarkStyle::ghost, expected, "by Coulomb"}, {MarkStyle::edge_a, speed, "solver"}}}};
  const std::string title =
      fmt::format("{:g} degrees, friction {:g}, {} solver: {}", options.degrees, options.friction,
                  options.solver, report.expected > 0 ? "it slides" : "it holds");
  const std::string words =
      fmt::format("Acceleration {:.4g} m/s2, by Coulomb {:.4g} m/s2; moved {:.3g} m.{}",
                  report.acceleration, report.expected, report.moved, residual_words(record));
  const WorldPicture scene(solids, kSceneArea);
  DemoPicture picture(title, scene);
  scene.outline(picture.drawing(), {before.shape, before.pose, MarkStyle::motion});
  picture.add(charts);
  return picture.svg(words);
}

}  // namespace

Demo stack_demo(const DemoOptions& options, const Watch& watch) {
  const Run run = run_scene(solvers::stack(options.boxes, options.friction), options, watch);
  const solvers::StackReport report = solvers::stack_report(run.record);
  Json json = head_of("stack", options, run);
  json["boxes"] = options.boxes;
  json["stands"] = report.is_stable();
  json["rest_time"] = report.rests ? Json(report.rest_time) : Json();
  json["drift_of_top"] = report.drift;
  json["penetration"] = report.penetration;
  json["energy_gain"] = report.energy_gain;
  add_residual(json, run.record);
  return {json.dump(2) + "\n", stack_picture(options, run.record, report)};
}

Demo slope_demo(const DemoOptions& options, const Watch& watch) {
  const Run run = run_scene(solvers::slope(options.degrees, options.friction), options, watch);
  const solvers::SlopeReport report = solvers::slope_report(run.record);
  Json json = head_of("slope", options, run);
  json["degrees"] = options.degrees;
  json["acceleration"] = report.acceleration;
  json["expected_acceleration"] = report.expected;
  json["moved"] = report.moved;
  add_residual(json, run.record);
  return {json.dump(2) + "\n", slope_picture(options, run.record, report)};
}

}  // namespace masu::cli
