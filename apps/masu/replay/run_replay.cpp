// SPDX-License-Identifier: MIT
#include "run_replay.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <scenes/readers/input_error.hpp>

#include "contact/placed_shape.hpp"
#include "counted.hpp"
#include "errors.hpp"
#include "method_names.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "replay_files.hpp"
#include "replay_picture.hpp"

namespace masu::cli {
namespace {

using readers::InputError;

constexpr BroadPhase kMethods[] = {
    BroadPhase::all_pairs,          // AllPairs
    BroadPhase::sweep_and_prune,    // SweepAndPrune: every frame from scratch
    BroadPhase::sorted_orthtree,    // SortedOrthtree: every frame from scratch
    BroadPhase::bvh,                // Bvh with default options: every frame from scratch
    BroadPhase::pair_tracker,       // PairTracker<HashGrid>: searches only around moved objects
    BroadPhase::incremental_sweep,  // IncrementalSweepAndPrune: sorts the last frame's lists again
};

// A method that is not named and takes far longer than another is given up after this time.
constexpr std::uint64_t kPatience = 5'000'000'000;  // ns
constexpr std::uint64_t kFarSlower = 20;
constexpr std::size_t kMostForAllPairs = 20'000;

std::optional<BroadPhase> method_named(const std::string& name) {
  for (const BroadPhase m : kMethods) {
    if (name == method_name(m)) return m;
  }
  return std::nullopt;
}

template <int D, class T>
Transform<D, T> transform_of(const RecordedPose& pose) {
  Transform<D, T> at;
  for (int a = 0; a < D; ++a) {
    at.translation[a] = static_cast<T>(pose.position[static_cast<std::size_t>(a)]);
  }
  const auto part = [&](std::size_t i) { return static_cast<T>(pose.rotation[i]); };
  if constexpr (D == 2) at.rotation = {part(0), part(1)};
  if constexpr (D == 3) at.rotation = {part(0), part(1), part(2), part(3)};
  return at;
}

template <int D, class T>
class Replay {
 public:
  Replay(RecordingReader& recording, const ReplayOptions& options, Progress& progress)
      : recording_(recording), options_(options), progress_(progress) {
    report_.source = std::filesystem::path(recording.lines().path()).filename().string();
    report_.dim = D;
    report_.single = options.single;
    report_.detail = options.detail;
    for (const std::string& name : options.methods) {
      report_.methods.emplace_back().name = name;
      worlds_.push_back(std::make_unique<OneWorld>(method_named(name), options.detail));
    }
  }

  ReplayReport run() {
    if (options_.frames != nullptr) write_frames_header(*options_.frames, options_.methods);
    if (options_.events != nullptr) write_events_header(*options_.events);
    while (recording_.next()) {
      go_on();
      const LineReader& lines = recording_.lines();
      progress_.step(lines.bytes_read(), lines.bytes());
    }
    finish();
    return std::move(report_);
  }

 private:
  using OneWorld = ReplayWorld<D, T>;
  using Boxes = std::vector<Aabb<D, T>>;

  const World<D, T>& world() const { return worlds_[0]->world(); }
  const RecordedFrame& recorded() const { return recording_.frame(); }

  void go_on() {
    take_shapes();
    take_frame();
    const bool sampled = report_.frames != 0 && samples_.is_due(report_.frames);
    const Boxes before = sampled ? boxes() : Boxes();
    run_worlds();
    compare();
    note_slots();
    count();
    if (sampled) take_sample(before);
    if (options_.events != nullptr) {
      write_events(*options_.events, recorded().number, world(), options_.stays);
    }
    if (options_.frames != nullptr) {
      write_frame(*options_.frames, recorded(), world(), worlds_[0]->tested(), ns_);
    }
    if (options_.picture != nullptr && options_.picture_frame == recorded().number) draw();
    ++report_.frames;
  }

  void take_shapes() {
    for (std::size_t i = shapes_.size(); i < recording_.shapes().size(); ++i) {
      const RecordedShape& shape = recording_.shapes()[i];
      const std::string name = shape.name.empty() ? "" : ": shape " + shape.name;
      ShapeSource source{shape.location + name, {}};
      try {
        source.fields = fields_of_notation(shape.notation);
      } catch (const InputError& e) {
        throw InputError(fmt::format("{}: {}", source.name, e.what()));
      }
      if (source.fields.contains("position") || source.fields.contains("rotation")) {
        throw InputError(source.name + ": has a position or rotation: only rows may have these");
      }
      shapes_.push_back(std::make_unique<PlacedShape<D, T>>(make_placed_shape<D, T>(source)));
    }
    report_.shapes = shapes_.size();
  }

  // Converts the recorded frame into the library's types.
  void take_frame() {
    const RecordedFrame& r = recorded();
    frame_.left = r.left;
    frame_.arrived.clear();
    for (const RecordedFrame::Arrival& a : r.arrived) {
      frame_.arrived.push_back({a.slot,
                                &shapes_[a.shape]->view,
                                transform_of<D, T>(a.pose),
                                {.user_data = a.id, .fixed = a.fixed}});
    }
    frame_.moved.clear();
    frame_.moved_to.clear();
    for (const RecordedFrame::Step& s : r.moved) {
      frame_.moved.push_back(s.slot);
      frame_.moved_to.push_back(transform_of<D, T>(s.pose));
    }
  }

  // Each frame starts with another world, so that no method always profits from the cache contents
  // left by the one before.
  void run_worlds() {
    ns_.assign(worlds_.size(), kNotRun);
    // One-time costs of the process are charged to no method.
    if (report_.frames == 0) OneWorld(std::nullopt, options_.detail).go_on(frame_);
    for (std::size_t k = 0; k < worlds_.size(); ++k) {
      const std::size_t m = (k + report_.frames) % worlds_.size();
      if (options_.give_up && m != 0) give_up_if_slow(m);
      if (worlds_[m]) ns_[m] = worlds_[m]->go_on(frame_);
    }
    for (std::size_t m = 0; m < worlds_.size(); ++m) {
      MethodReplay& method = report_.methods[m];
      const bool ran = ns_[m] != kNotRun;
      method.curve.add(ran ? static_cast<double>(ns_[m]) * 1e-6
                           : std::numeric_limits<double>::quiet_NaN());
      if (!ran) continue;
      if (report_.frames == 0)
        method.first = ns_[m];
      else
        method.times.add(ns_[m]);
    }
  }

  void give_up_if_slow(std::size_t m) {
    if (!worlds_[m]) return;
    MethodReplay& method = report_.methods[m];
    std::uint64_t least = method.first + method.times.total();
    const std::uint64_t total = least;
    for (const MethodReplay& other : report_.methods) {
      if (!other.given_up) least = std::min(least, other.first + other.times.total());
    }
    const bool slow = total > kPatience && total / kFarSlower > least;
    const bool crowd =
        method.name == method_name(BroadPhase::all_pairs) && recorded().objects > kMostForAllPairs;
    if (!slow && !crowd) return;
    method.given_up = recorded().number;
    worlds_[m].reset();
  }

  // Throws unless all methods have the same pairs.
  void compare() const {
    const auto same = [](const auto& p, const auto& q) { return p.a == q.a && p.b == q.b; };
    const auto equal = [&](const auto& a, const auto& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
    };
    for (std::size_t m = 1; m < worlds_.size(); ++m) {
      if (!worlds_[m]) continue;
      const World<D, T>& other = worlds_[m]->world();
      if (equal(world().began(), other.began()) && equal(world().ended(), other.ended()) &&
          world().pairs().size() == other.pairs().size()) {
        continue;
      }
      throw std::runtime_error(
          fmt::format("frame {}: {} and {} find different pairs: this is a bug of masu",
                      recorded().number, report_.methods[0].name, report_.methods[m].name));
    }
  }

  void note_slots() {
    slots_.resize(recording_.slots());
    for (const std::uint32_t s : recorded().left) slots_[s].there = false;
    for (const RecordedFrame::Arrival& a : recorded().arrived) {
      slots_[a.slot] = {a.shape, true, a.fixed};
    }
  }

  void count() {
    ReplayReport& r = report_;
    const RecordedFrame& f = recorded();
    if (r.frames == 0) r.first_frame = f.number;
    r.last_frame = f.number;
    r.most_objects = std::max(r.most_objects, f.objects);
    r.object_frames += f.objects;
    r.arrived += f.arrived.size();
    r.left += f.left.size();
    r.moved += f.moved.size();
    r.tested += worlds_[0]->tested();
    const std::size_t pairs = world().pairs().size();
    r.pairs += pairs;
    r.began += world().began().size();
    r.stayed += world().stayed().size();
    r.ended += world().ended().size();
    if (pairs > r.most_pairs || r.frames == 0) r.most_pairs = pairs, r.most_pairs_frame = f.number;
    r.objects_curve.add(static_cast<double>(f.objects));
    r.pairs_curve.add(static_cast<double>(pairs));
  }

  // --- The chooser -------------------------------------------------------------------------------

  // Returns boxes by slot; empty where there is no object.
  Boxes boxes() const {
    Boxes all(slots_.size(), Aabb<D, T>::nothing());
    for (std::uint32_t s = 0; s < slots_.size(); ++s) {
      if (slots_[s].there) all[s] = world().find(worlds_[0]->handle(s))->box;
    }
    return all;
  }

  // Samples the advice for the present objects and their boxes in the frame before.
  void take_sample(const Boxes& before) {
    const Boxes all = boxes();
    Boxes now;
    Boxes then;
    for (std::size_t s = 0; s < all.size(); ++s) {
      if (!slots_[s].there) continue;
      now.push_back(all[s]);
      then.push_back(s < before.size() ? before[s] : Aabb<D, T>::nothing());
    }
    add_sample(describe(BoxSpan<D, T>(then), BoxSpan<D, T>(now)));
  }
  // A world needs the changes, and uses all pairs for few objects.
  void add_sample(SceneDescription seen) {
    seen.changes = true;
    Choice choice = choose(seen);
    if (seen.n <= AutoPairs<D, T>::kTiny) {
      choice.method = BroadPhase::all_pairs;
      choice.why = "with so few objects, comparing every pair costs least";
    }
    samples_.add({recorded().number, seen, choice});
  }

  void draw() {
    const std::string title =
        fmt::format("{}, frame {}: {}, {}", report_.source, recorded().number,
                    counted(recorded().objects, "object"), counted(world().pairs().size(), "pair"));
    ReplayPicture<D, T> picture(*worlds_[0], slots_, shapes_);
    ScenePicture scene = picture.make(title);
    scene.z_up = options_.z_up;
    options_.picture->write(draw_scene(scene));
    drawn_ = true;
  }

  void finish() {
    if (report_.frames == 1) add_sample(describe(BoxSpan<D, T>(boxes())));
    report_.advice = samples_.advice();
    for (std::size_t m = 0; m < worlds_.size(); ++m) {
      if (worlds_[m]) {
        report_.methods[m].ended_as = method_name(worlds_[m]->world().broad_phase().method());
      }
    }
    if (options_.picture == nullptr) return;
    if (!options_.picture_frame) return draw();
    if (!drawn_) {
      throw UsageError(fmt::format("there is no frame {} to draw: {} has frames {} to {}",
                                   *options_.picture_frame, report_.source, report_.first_frame,
                                   report_.last_frame));
    }
  }

  RecordingReader& recording_;
  const ReplayOptions& options_;
  Progress& progress_;
  ReplayReport report_;
  std::vector<std::unique_ptr<PlacedShape<D, T>>> shapes_;  // worlds refer to them
  std::vector<std::unique_ptr<OneWorld>> worlds_;           // null: given up
  ReplayFrame<D, T> frame_;
  std::vector<ReplayedObject> slots_;
  std::vector<std::uint64_t> ns_;
  ChooserSamples samples_;
  bool drawn_ = false;
};

}  // namespace

std::vector<std::string> replay_methods() {
  std::vector<std::string> names{"auto"};
  for (const BroadPhase m : kMethods) names.emplace_back(method_name(m));
  return names;
}

ReplayReport run_replay(RecordingReader& recording, const ReplayOptions& options,
                        Progress& progress) {
  const bool flat = recording.dim() == 2;
  if (flat && options.single) return Replay<2, float>(recording, options, progress).run();
  if (flat) return Replay<2, double>(recording, options, progress).run();
  if (options.single) return Replay<3, float>(recording, options, progress).run();
  return Replay<3, double>(recording, options, progress).run();
}

}  // namespace masu::cli
