// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <scenes/readers/read_boxes.hpp>

#include "commands.hpp"
#include "errors.hpp"
#include "method_names.hpp"
#include "methods.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "pairs_report.hpp"
#include "picture.hpp"
#include "progress.hpp"

namespace masu::cli {
namespace {

using readers::BoxTable;
using Clock = std::chrono::steady_clock;

struct PairsArguments {
  std::string file;
  std::string against;
  std::string method{methods().front().name};
  std::string svg;
  std::string output;
  readers::ReadOptions read;
  int repeat = 1;
  bool by_group = false;
  bool count = false;
  bool stats = false;
  bool json = false;
  ProgressOptions progress;
};

// What to do besides finding pairs.
struct PairRequest {
  bool list;  // or only count
  int repeat;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Reads the second set, if any, from the file of --against; both sets must have one dimension.
std::optional<BoxTable> read_second(const PairsArguments& args, const BoxTable& first,
                                    readers::ReadOptions options) {
  if (args.against.empty()) return {};
  options.dim = first.dim;
  return readers::read_boxes(args.against, options);
}

template <int D, class T>
void search(const Method& method, const BoxTable& a, const BoxTable* b, PairRequest request,
            Progress& progress, Outcome& outcome) {
  const auto boxes = readers::boxes_of<D, T>(a);
  const auto others = b != nullptr ? readers::boxes_of<D, T>(*b) : std::vector<Aabb<D, T>>();
  const BoxSpan<D, T> span_b(others);
  Search<D, T> s;
  s.a = BoxSpan<D, T>(boxes);
  s.b = b != nullptr ? &span_b : nullptr;
  s.list = request.list ? &outcome.pairs : nullptr;
  s.repeat = request.repeat;
  method.find(s, progress);
  expect_ok(s.result.status);
  outcome.stats = s.result.stats;
  outcome.seconds = s.seconds;
  outcome.count = s.count.count;
}

void search(const Method& method, const BoxTable& a, const BoxTable* b, PairRequest request,
            Progress& progress, Outcome& outcome) {
  outcome.single = a.single && (b == nullptr || b->single);
  if (a.dim == 2 && outcome.single) search<2, float>(method, a, b, request, progress, outcome);
  if (a.dim == 3 && outcome.single) search<3, float>(method, a, b, request, progress, outcome);
  if (a.dim == 2 && !outcome.single) search<2, double>(method, a, b, request, progress, outcome);
  if (a.dim == 3 && !outcome.single) search<3, double>(method, a, b, request, progress, outcome);
}

// Returns the path without the name of a map in the file.
std::string file_read(const std::string& path) {
  readers::ReadOptions unused;
  return readers::split_wad_path(path, unused);
}

// Throws if a stream is read twice, or if a file is written twice or also read.
void check_files(const PairsArguments& args) {
  if (args.file == "-" && args.against == "-") {
    throw UsageError(
        "standard input can be read only once: use - for FILE or --against, not for both");
  }
  const std::string first = file_read(args.file);
  const std::string second = file_read(args.against);
  for (const std::string& out : {args.output, args.svg}) {
    if (!same_file(out, first) && !same_file(out, second)) continue;
    throw UsageError(out + ": is an input file and would be overwritten");
  }
  if (!args.output.empty() && args.output != "/dev/null" && same_file(args.output, args.svg)) {
    throw UsageError(args.svg + ": is given for both the pairs and the picture");
  }
}

// Returns whether `fits` holds for one of the files.
template <class Fits>
bool some_file(const PairsArguments& args, Fits&& fits) {
  return fits(args.file) || (!args.against.empty() && fits(args.against));
}

// Rejects an option that applies to none of the files.
void check_formats(const PairsArguments& args) {
  const auto format = [&](const std::string& path) {
    return readers::format_name(path, args.read);
  };
  if (args.by_group &&
      !some_file(args, [&](const std::string& path) { return format(path) == "obj"; })) {
    throw UsageError("--groups is for OBJ files: " + args.file + " is not one");
  }
  const auto takes_map = [&](const std::string& path) {
    return format(path) == "wad" && file_read(path) == path;
  };
  if (!args.read.map.empty() && !some_file(args, takes_map)) {
    throw UsageError("--map is for WAD files given without a map: " + args.file + " is not one");
  }
}

void run_pairs(const PairsArguments& args) {
  check_files(args);
  check_formats(args);
  const Method& method = method_named(args.method);
  Progress progress(args.progress.mode());
  readers::ReadOptions options = args.read;
  options.obj = args.by_group ? readers::ObjBoxes::group : readers::ObjBoxes::triangle;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { progress.step(done, total); };

  progress.phase("reading");
  const auto start = Clock::now();
  const BoxTable a = readers::read_boxes(args.file, options);
  const std::optional<BoxTable> b = read_second(args, a, options);
  const BoxTable* second = b ? &*b : nullptr;
  Outcome outcome;
  outcome.read_seconds = seconds_since(start);

  // Output files are opened before the search, so that no search is wasted.
  OutputFile out(args.output);
  std::optional<OutputFile> svg;
  if (!args.svg.empty()) svg.emplace(args.svg);

  progress.phase("finding pairs");
  search(method, a, second, {!args.count || svg, args.repeat}, progress, outcome);
  progress.phase("sorting");
  std::sort(outcome.pairs.begin(), outcome.pairs.end());

  const Report report{a, second, method.name, outcome};
  if (svg) {
    progress.phase("drawing");
    const std::span<const Pair> pairs(outcome.pairs.data(), outcome.pairs.size());
    svg->write(draw({a, second, pairs, caption(report)}));
  }
  progress.phase("writing");
  if (args.json)
    write_json(out, report, args.stats, args.count, progress);
  else if (args.count)
    out.write(fmt::format("{}\n", outcome.count));
  else
    write_csv(out, outcome.pairs, progress);
  // The pairs are committed last: if they exist, the picture exists too.
  if (svg) svg->commit();
  out.commit();
  progress.finish();
  if (args.stats && !args.json) fmt::print(stderr, "{}", stats_text(report));
}

void add_options(CLI::App& command, PairsArguments& args) {
  command
      .add_option(
          "FILE", args.file,
          "Boxes: .csv, .npy, .f32, .wad:MAP[:walls|:things]; boxes of triangles: .obj, .stl, "
          ".gltf, .glb; '-' is CSV from standard input")
      ->required();
  command.add_option("--against", args.against,
                     "Find pairs of a box of FILE and a box of this file, not pairs within FILE");
  command
      .add_option("--dim", args.read.dim,
                  "Dimension of the boxes of FILE, 2 or 3; required for .f32")
      ->check(CLI::IsMember({2, 3}));
  command.add_option(
      "--format", args.read.format,
      "Format, whatever the name of the file: csv, npy, f32, obj, stl, gltf, glb or wad");
  command.add_option("--map", args.read.map, "Map of a .wad file, such as MAP01 or E1M1");
  command.add_flag("--groups", args.by_group,
                   "OBJ files: one box per group instead of one per triangle");
  command.add_flag("--float", args.read.single,
                   "Round coordinates to 32-bit floats before comparing them");
  command.add_flag("--allow-odd", args.read.allow_odd,
                   "Keep boxes with NaN or min > max (they overlap nothing) and infinite ones");
  command.add_option("--method", args.method, "Search method; see 'masu methods'")
      ->capture_default_str();
  command.add_flag("--count", args.count, "Print only the number of pairs");
  command.add_option("--svg", args.svg, "Draw cells, boxes and pairs into this SVG file");
  command.add_flag("--stats", args.stats, "Report time and work on standard error, or in the JSON");
  command
      .add_option("--repeat", args.repeat,
                  "Repeat the search this many times and report the median time")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command.add_flag("--json", args.json, "Write JSON instead of CSV");
  command.add_option("-o,--output", args.output, "Write to this file instead of standard output");
  args.progress.add_to(command);
}

}  // namespace

void add_pairs_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "pairs",
      "Every pair of overlapping boxes, as CSV 'a,b': 0-based, a < b, sorted.\n"
      "Boxes are closed: touching counts. Coordinates are compared as double unless --float is\n"
      "given or every file holds 32-bit floats.");
  auto args = std::make_shared<PairsArguments>();
  add_options(*command, *args);
  command->footer(
      "CSV rows are min_x,min_y[,min_z],max_x,max_y[,max_z], with or without a header.\n"
      "Methods:\n" +
      list_of_methods(kPairs) +
      "Examples:\n"
      "  masu pairs boxes.csv -o pairs.csv\n"
      "  masu pairs boxes.npy --count --stats\n"
      "  masu pairs bunny.obj --svg bunny.svg --method all_pairs --json\n"
      "  masu pairs points.f32 --dim 3 --against walls.npy\n"
      "  masu pairs freedoom2.wad:MAP01 --svg map01.svg\n"
      "  masu pairs freedoom2.wad:MAP01:things --against freedoom2.wad:MAP01:walls\n");
  command->callback([args] { run_pairs(*args); });
}

}  // namespace masu::cli
