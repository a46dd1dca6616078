// SPDX-License-Identifier: MIT
#include <array>
#include <iterator>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <scenes/generators/scene.hpp>

#include "commands.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "scene_input.hpp"

namespace masu::cli {
namespace {

struct RecordArguments {
  std::string name;
  std::size_t n = 1000;
  std::uint64_t seed = 1;
  std::uint32_t frames = 100;
  int dim = 2;
  std::string output;
  ProgressOptions progress;
};

template <int D>
using Numbers = std::array<double, D>;

// Edge lengths of the first frame: later ones differ by rounding errors while boxes move.
template <int D>
Numbers<D> edges_of(const Aabb<D, double>& box) {
  Numbers<D> edges;
  for (int a = 0; a < D; ++a) edges[static_cast<std::size_t>(a)] = box.max[a] - box.min[a];
  return edges;
}

template <int D>
Numbers<D> center_of(const Aabb<D, double>& box) {
  Numbers<D> center;
  for (int a = 0; a < D; ++a) {
    center[static_cast<std::size_t>(a)] = (box.min[a] + box.max[a]) / 2;
  }
  return center;
}

// Writes shapes by their edge lengths, in the order of their first object.
template <int D>
void write_shapes(OutputFile& out, const std::vector<Aabb<D, double>>& boxes) {
  std::map<Numbers<D>, std::size_t> names;
  std::string objects;
  for (std::size_t i = 0; i < boxes.size();) {
    const auto edges = edges_of<D>(boxes[i]);
    const auto [shape, added] = names.try_emplace(edges, names.size());
    if (added) out.write(fmt::format("shape s{} box:{}\n", shape->second, fmt::join(edges, "x")));
    std::size_t last = i;
    while (last + 1 < boxes.size() && edges_of<D>(boxes[last + 1]) == edges) ++last;
    objects += last == i ? fmt::format("object {} s{}\n", i, shape->second)
                         : fmt::format("object {}-{} s{}\n", i, last, shape->second);
    i = last + 1;
  }
  out.write(objects);
}

template <int D>
void record(const RecordArguments& args) {
  OutputFile out(args.output);
  Progress progress(args.progress.mode());
  progress.phase("recording");
  scenes::Scene<D, double> scene(args.name, args.n, args.seed);
  out.write(fmt::format("masu-replay 1\n# masu record {} --n {} --dim {} --seed {} --frames {}\n",
                        args.name, args.n, D, args.seed, args.frames));
  write_shapes<D>(out, scene.boxes());
  out.write(D == 2 ? "rows changed\nframe,id,x,y\n" : "rows changed\nframe,id,x,y,z\n");
  std::vector<Numbers<D>> written(scene.boxes().size());
  fmt::memory_buffer text;
  for (std::uint32_t frame = 0; frame < args.frames; ++frame) {
    if (frame != 0) scene.step();
    text.clear();
    // A frame in which nothing moves is a frame too.
    if (frame != 0) fmt::format_to(std::back_inserter(text), "{}\n", frame);
    for (std::size_t i = 0; i < written.size(); ++i) {
      const auto position = center_of<D>(scene.boxes()[i]);
      if (frame != 0 && position == written[i]) continue;
      written[i] = position;
      fmt::format_to(std::back_inserter(text), "{},{},{}\n", frame, i, fmt::join(position, ","));
    }
    out.write({text.data(), text.size()});
    progress.step(frame + 1, args.frames);
  }
  out.commit();
  progress.finish();
}

void run_record(const RecordArguments& args) {
  expect_scene(args.name);
  args.dim == 2 ? record<2>(args) : record<3>(args);
}

}  // namespace

void add_record_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("record", "Records a moving seeded scene for masu replay.");
  auto args = std::make_shared<RecordArguments>();
  command->add_option("SCENE", args->name, "One of the scenes below")->required();
  add_count(*command, args->n, "Number of boxes");
  command->add_option("--frames", args->frames, "Number of frames")
      ->transform(whole_number(1, 1u << 31))
      ->capture_default_str();
  add_seed(*command, args->seed, "Seed of the scene");
  command->add_option("--dim", args->dim, "Dimension, 2 or 3")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str();
  command->add_option("-o,--output", args->output, "Write to this file instead of standard output");
  args->progress.add_to(*command);
  command->footer(
      fmt::format("Scenes: {}\n"
                  "Examples:\n"
                  "  masu record one_percent --n 10000 -o scene.csv\n"
                  "  masu record pile --dim 3 --n 500 --frames 300 | masu replay - --method all\n",
                  fmt::join(scenes::scene_names(), " ")));
  command->callback([args] { run_record(*args); });
}

}  // namespace masu::cli
