// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "commands.hpp"
#include "contact/shape_source.hpp"
#include "errors.hpp"
#include "method_names.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "replay/run_replay.hpp"

namespace masu::cli {
namespace {

constexpr ContactDetail kDetails[] = {ContactDetail::boxes, ContactDetail::touch,
                                      ContactDetail::points, ContactDetail::areas,
                                      ContactDetail::volumes};

struct ReplayArguments {
  std::string file;
  std::vector<std::string> methods{"auto"};
  std::string shape;
  std::string detail = name(ContactDetail::touch);
  bool single = false;
  std::string events;
  bool stays = false;
  std::string frames;
  std::string svg;
  std::string picture;
  std::optional<std::uint64_t> at;
  std::string up = "y";
  bool json = false;
  std::string output;
  ProgressOptions progress;
};

// Rejects an option without the one it depends on.
void check_options(const ReplayArguments& args) {
  if (args.stays && args.events.empty()) throw UsageError("--stay needs --events FILE");
  if (args.at && args.picture.empty()) throw UsageError("--at needs --picture FILE");
}

ReplayOptions options_of(const ReplayArguments& args) {
  ReplayOptions options;
  for (const std::string& m : args.methods) {
    if (m == "all") {
      options.methods = replay_methods();
      options.give_up = true;
      break;
    }
    const std::string name = method_name(m, kReplay);
    const auto& named = options.methods;
    if (std::find(named.begin(), named.end(), name) == named.end()) options.methods.push_back(name);
  }
  for (const ContactDetail d : kDetails) {
    if (args.detail == name(d)) options.detail = d;
  }
  options.single = args.single;
  options.stays = args.stays;
  options.picture_frame = args.at;
  options.z_up = args.up == "z";
  return options;
}

void run_replay(const ReplayArguments& args) {
  check_files({args.file}, {args.output, args.events, args.frames, args.svg, args.picture});
  check_options(args);
  ReplayOptions options = options_of(args);
  RecordingReader recording(args.file, args.shape, args.single);
  OutputFile out(args.output);
  // At the end all files are committed or none: partial output of an invalid recording is useless.
  std::vector<std::unique_ptr<OutputFile>> files;
  const auto open = [&](const std::string& path) -> OutputFile* {
    if (path.empty()) return nullptr;
    files.push_back(std::make_unique<OutputFile>(path));
    return files.back().get();
  };
  options.events = open(args.events);
  options.frames = open(args.frames);
  options.picture = open(args.picture);
  OutputFile* const svg = open(args.svg);
  Progress progress(args.progress.mode());
  progress.phase("replaying");
  const ReplayReport report = run_replay(recording, options, progress);
  if (svg != nullptr) svg->write(replay_chart(report));
  out.write(args.json ? replay_json(report) : replay_text(report));
  for (const auto& file : files) file->commit();
  progress.finish();
  out.commit();
}

void add_outputs(CLI::App& command, ReplayArguments& args) {
  command.add_option("--events", args.events,
                     "Write the begin and end events of pairs into this CSV file");
  command.add_flag("--stay", args.stays,
                   "Also write an event in each frame for each pair that stays");
  command.add_option("--frames", args.frames,
                     "Write counts and times of each frame into this CSV file");
  command.add_option("--svg", args.svg, "Draw time, pairs and objects by frame into this SVG file");
  command.add_option("--picture", args.picture, "Draw a frame and its contacts into this SVG file");
  command.add_option("--at", args.at, "Number of the frame to draw; by default the last")
      ->transform(whole_number());
  command.add_option("--up", args.up, "Up axis of a 3D picture: y or z")
      ->check(one_of({"y", "z"}))
      ->capture_default_str();
  command.add_flag("--json", args.json, "Write JSON instead of text");
  command.add_option("-o,--output", args.output, "Write to this file instead of standard output");
}

}  // namespace

void add_replay_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "replay",
      "Replays a recorded scene in a World: pairs, events, time per frame of each method, and the\n"
      "recommended method.");
  auto args = std::make_shared<ReplayArguments>();
  command->add_option("FILE", args->file, "A recording, as below; '-' is standard input")
      ->required();
  command
      ->add_option(
          "--method", args->methods,
          "auto: chosen by the World; all: compare all methods; or names separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option(
      "--shape", args->shape,
      "Shape of objects that have none in the file, such as circle:0.5 or box:1x2x1");
  command
      ->add_option("--detail", args->detail, "What counts as a pair, and what is computed for it")
      ->check(one_of({"boxes", "touch", "points", "areas", "volumes"}))
      ->capture_default_str();
  command->add_flag("--float", args->single, "Compute with 32-bit floats");
  add_outputs(*command, *args);
  args->progress.add_to(*command);
  command->footer(
      "A recording is text, a row for each object in each frame; see docs/replay.md:\n"
      "  shape ball circle:0.5         shapes as for 'masu contact'\n"
      "  shape crate box:2x1\n"
      "  object 0-99 ball              shapes of objects; * for all others\n"
      "  object 100 crate fixed        fixed objects do not collide with each other, and stay\n"
      "  frame,id,x,y,degrees          or radians; in 3D frame,id,x,y,z[,qx,qy,qz,qw]\n"
      "  0,0,1.5,2,90\n"
      "An object without a row in a frame has left; after a line 'rows changed' it is where it "
      "was,\n"
      "and leaves by FRAME,ID,gone.\n"
      "Methods: " +
      fmt::format("{}\n", fmt::join(replay_methods(), " ")) +
      "Examples:\n"
      "  masu replay game.csv --svg game.svg\n"
      "  masu replay game.csv --method all --json\n"
      "  masu replay positions.csv --shape sphere:0.5 --events events.csv\n"
      "  masu replay game.csv --picture frame.svg --at 120\n"
      "  zcat game.csv.gz | masu replay - --method pair_tracker,bvh\n");
  command->callback([args] { run_replay(*args); });
}

}  // namespace masu::cli
