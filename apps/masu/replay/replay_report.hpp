// SPDX-License-Identifier: MIT
// The results of a replay, as text, JSON and a chart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <masu/world/world_options.hpp>

#include "chooser_samples.hpp"
#include "frame_times.hpp"

namespace masu::cli {

// Times of one broad phase. The first frame, in which all objects arrive, is reported separately.
struct MethodReplay {
  std::string name;                         // as --method names it
  std::string ended_as;                     // for auto: the method at the end
  std::uint64_t first = 0;                  // ns
  FrameTimes times;                         // of the frames after it
  FrameCurve curve;                         // of all frames, ms
  std::optional<std::uint64_t> given_up{};  // the frame in which it was given up

  std::uint64_t total() const { return first + times.total(); }
  // Returns a quantile over the frames after the first, if there are any.
  std::uint64_t quantile(double share) const {
    return times.count() == 0 ? first : times.quantile(share);
  }
};

struct ReplayReport {
  std::string source;
  int dim = 0;
  bool single = false;
  ContactDetail detail{};
  std::size_t shapes = 0;
  std::uint64_t frames = 0;
  std::uint64_t first_frame = 0;  // frame numbers
  std::uint64_t last_frame = 0;
  std::size_t most_objects = 0;
  std::uint64_t object_frames = 0;  // objects, summed over frames
  std::uint64_t arrived = 0;
  std::uint64_t left = 0;
  std::uint64_t moved = 0;
  std::uint64_t pairs = 0;  // summed over frames
  std::size_t most_pairs = 0;
  std::uint64_t most_pairs_frame = 0;
  std::uint64_t began = 0;
  std::uint64_t stayed = 0;
  std::uint64_t ended = 0;
  std::uint64_t tested = 0;
  FrameCurve objects_curve;
  FrameCurve pairs_curve;
  std::vector<MethodReplay> methods;  // the first is the one whose pairs are reported
  Advice advice;
};

std::string replay_text(const ReplayReport& report);
std::string replay_json(const ReplayReport& report);
// Returns a chart: time over frames, with objects and pairs below.
std::string replay_chart(const ReplayReport& report);

}  // namespace masu::cli
