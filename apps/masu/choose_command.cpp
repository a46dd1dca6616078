// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <scenes/generators/scene.hpp>
#include <scenes/readers/read_boxes.hpp>

#include "choose_report.hpp"
#include "choose_times.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "methods.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "scene_input.hpp"

namespace masu::cli {
namespace {

struct ChooseArguments {
  std::string input;
  std::size_t n = 1000;
  std::uint64_t seed = 1;
  int dim = 0;  // 0: 2 for scenes, for files the dimension of the file
  bool single = false;
  bool allow_odd = false;
  std::optional<double> moving;
  std::optional<double> step;
  bool deformable = false;
  bool changes = false;
  std::vector<std::string> ask;
  bool json = false;
  std::string svg;
  std::string output;
  ProgressOptions progress;
};

// Quadratic methods are left out for this many boxes.
bool too_slow(std::string_view method, std::size_t n) {
  return n > 20'000 && (method == "all_pairs" || method == "plain_pass");
}

template <int D, class T>
MethodTime time_method(const Method& method, const Boxes<D, T>& boxes, Progress& progress) {
  PairList pairs;
  Search<D, T> search;
  search.a = BoxSpan<D, T>(boxes);
  search.list = &pairs;
  search.repeat = boxes.size() < 5000 ? 15 : 3;
  method.find(search, progress);
  expect_ok(search.result.status);
  const double ns = 1e9 * search.seconds / static_cast<double>(boxes.size());
  return {std::string(method.name), ns, search.result.stats};
}

// Adds what the options say about motion and about the queries to come.
void add_wishes(const ChooseArguments& args, SceneDescription& d) {
  if (args.moving) d.moving = *args.moving;
  if (args.step) d.step = *args.step;
  d.deformable |= args.deformable;
  d.changes = args.changes;
  const auto asked = [&](const char* question) {
    return std::find(args.ask.begin(), args.ask.end(), question) != args.ask.end();
  };
  d.boxes = asked("boxes");
  d.rays = asked("rays");
  d.nearest = asked("nearest");
}

template <int D, class T>
void measure(const Boxes<D, T>& before, const Boxes<D, T>& now, ChooseReport& r,
             Progress& progress) {
  for (const Method& m : methods()) {
    if (too_slow(m.name, now.size())) {
      r.left_out.emplace_back(m.name);
      continue;
    }
    progress.phase(std::string(m.name));
    r.times.push_back(time_method(m, now, progress));
  }
  progress.phase("other sweeps");
  for (MethodTime& t : time_sweeps(now, r.choice)) r.times.push_back(std::move(t));
  progress.phase("incremental");
  for (MethodTime& t : time_incremental(before, now)) r.times.push_back(std::move(t));
  for (MethodTime& t : r.times) t.chosen = t.name == pairs_row(r.choice);
  std::sort(r.times.begin(), r.times.end(),
            [](const auto& a, const auto& b) { return a.ns_per_object < b.ns_per_object; });
  if (r.choice.index == QueryIndex::none) return;
  progress.phase("indices");
  r.indices = time_indices(before, now, r.description);
  for (IndexTime& t : r.indices) t.chosen = t.name == index_row(r.choice);
  std::sort(r.indices.begin(), r.indices.end(), [&](const auto& a, const auto& b) {
    const bool p = a.answers(r.description);
    const bool q = b.answers(r.description);
    return p != q ? p : a.all() < b.all();
  });
}

// Measures one input. If `before` is empty there is one frame, and its motion is generated as
// described.
template <int D, class T>
ChooseReport report_on(const ChooseArguments& args, const Boxes<D, T>& before,
                       const Boxes<D, T>& now, Progress& progress) {
  ChooseReport r;
  r.input = args.input;
  const BoxSpan<D, T> after(now);
  r.description = before.empty() ? describe(after) : describe(BoxSpan<D, T>(before), after);
  add_wishes(args, r.description);
  r.choice = choose(r.description);
  if (before.empty() || args.moving || args.step) {
    measure(now, moved(now, r.description, args.seed), r, progress);
  } else {
    measure(before, now, r, progress);
  }
  return r;
}

template <int D, class T>
ChooseReport on_scene(const ChooseArguments& args, Progress& progress) {
  scenes::Scene<D, T> scene(args.input, args.n, args.seed);
  const Boxes<D, T> before = scene.boxes();
  scene.step();
  return report_on<D, T>(args, before, scene.boxes(), progress);
}

template <int D, class T>
ChooseReport on_table(const ChooseArguments& args, const readers::BoxTable& table,
                      Progress& progress) {
  return report_on<D, T>(args, {}, readers::boxes_of<D, T>(table), progress);
}

ChooseReport make_report(const ChooseArguments& args, Progress& progress) {
  if (names_scene(args.input)) {
    if (args.dim == 3 && args.single) return on_scene<3, float>(args, progress);
    if (args.dim == 3) return on_scene<3, double>(args, progress);
    return args.single ? on_scene<2, float>(args, progress) : on_scene<2, double>(args, progress);
  }
  readers::ReadOptions options;
  options.dim = args.dim;
  options.single = args.single;
  options.allow_odd = args.allow_odd;
  const readers::BoxTable table = readers::read_boxes(args.input, options);
  if (table.dim == 3 && table.single) return on_table<3, float>(args, table, progress);
  if (table.dim == 3) return on_table<3, double>(args, table, progress);
  return table.single ? on_table<2, float>(args, table, progress)
                      : on_table<2, double>(args, table, progress);
}

void run_choose(const ChooseArguments& args) {
  OutputFile out(args.output);
  std::optional<OutputFile> svg;
  if (!args.svg.empty()) svg.emplace(args.svg);
  Progress progress(args.progress.mode());
  progress.phase("reading");
  const ChooseReport report = make_report(args, progress);
  out.write(args.json ? choose_json(report) : choose_text(report));
  if (svg) {
    svg->write(choose_svg(report));
    svg->commit();
  }
  progress.finish();
  out.commit();
}

}  // namespace

void add_choose_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "choose", "Recommends a broad phase for these boxes, explains why, and times all of them.");
  auto args = std::make_shared<ChooseArguments>();
  command
      ->add_option("INPUT", args->input, "A file that 'masu pairs' reads, or the name of a scene")
      ->required();
  add_count(*command, args->n, "Number of boxes of the scene");
  add_seed(*command, args->seed, "Seed of the scene");
  command->add_option("--dim", args->dim, "Dimension, 2 or 3; a scene is 2D by default")
      ->check(CLI::IsMember({2, 3}));
  command->add_flag("--float", args->single, "Compute with 32-bit floats");
  command->add_flag("--allow-odd", args->allow_odd, "Keep NaN, infinite and empty boxes");
  command
      ->add_option(
          "--moving", args->moving,
          "Fraction of the boxes that move per frame, 0 to 1; overrides the measured value")
      ->check(finite_range(0, 1));
  command
      ->add_option("--step", args->step,
                   "Displacement per frame in lengths of a box; overrides the measured value")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--deformable", args->deformable,
                    "The boxes change their size as they move, like those of a deforming mesh");
  command->add_flag("--changes", args->changes,
                    "The added and removed pairs are needed, not only the list of pairs");
  command
      ->add_option("--ask", args->ask,
                   "Queries needed besides pairs, separated by commas: boxes (overlap), rays "
                   "(first hit), nearest")
      ->delimiter(',')
      ->check(one_of({"boxes", "rays", "nearest"}));
  command->add_option("--svg", args->svg, "Draw the times into this SVG file");
  command->add_flag("--json", args->json, "Write JSON instead of text");
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      "A file is one frame: all boxes are assumed to move unless --moving is given. A scene is\n"
      "advanced by one step. For a file, or with --moving or --step, the next frame is synthetic:\n"
      "the given fraction of the boxes moves by the given displacement.\n"
      "Examples:\n"
      "  masu choose boxes.csv\n"
      "  masu choose boxes.npy --moving 0.01 --json\n"
      "  masu choose boxes.csv --moving 0 --ask boxes,rays\n"
      "  masu choose stadium --n 3000 --dim 3 --svg stadium.svg\n");
  command->callback([args] { run_choose(*args); });
}

}  // namespace masu::cli
