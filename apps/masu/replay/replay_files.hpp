// SPDX-License-Identifier: MIT
// CSV files that a replay writes frame by frame: events and times.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <masu/world/world.hpp>

#include "output_file.hpp"
#include "recorded_frame.hpp"

namespace masu::cli {

inline void write_events_header(OutputFile& file) {
  file.write("frame,event,a,b\n");
}

// Writes ended, began and, if requested, stayed pairs, each as ids a < b, sorted.
template <int D, class T>
void write_events(OutputFile& file, std::uint64_t frame, const World<D, T>& world, bool stays) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  const auto write = [&](const char* event) {
    std::sort(pairs.begin(), pairs.end());
    for (const auto& [a, b] : pairs) file.write(fmt::format("{},{},{},{}\n", frame, event, a, b));
    pairs.clear();
  };
  const auto add = [&](const WorldPair& p) {
    pairs.push_back(std::minmax<std::uint64_t>(world.find(p.a)->options.user_data,
                                               world.find(p.b)->options.user_data));
  };
  for (const EndedPair& e : world.ended()) {
    pairs.push_back(std::minmax<std::uint64_t>(e.user_data_a, e.user_data_b));
  }
  write("end");
  for (const WorldPair& p : world.began()) add(p);
  write("begin");
  if (!stays) return;
  for (const WorldPair& p : world.stayed()) add(p);
  write("stay");
}

inline void write_frames_header(OutputFile& file, const std::vector<std::string>& methods) {
  std::string header = "frame,objects,arrived,left,moved,pairs,began,stayed,ended,tested";
  for (const std::string& m : methods) header += ",ns_" + m;
  file.write(header + "\n");
}

// The time of a method that did not run.
inline constexpr std::uint64_t kNotRun = std::numeric_limits<std::uint64_t>::max();

template <int D, class T>
void write_frame(OutputFile& file, const RecordedFrame& frame, const World<D, T>& world,
                 std::uint64_t tested, const std::vector<std::uint64_t>& ns) {
  std::string row =
      fmt::format("{},{},{},{},{},{},{},{},{},{}", frame.number, frame.objects,
                  frame.arrived.size(), frame.left.size(), frame.moved.size(), world.pairs().size(),
                  world.began().size(), world.stayed().size(), world.ended().size(), tested);
  for (const std::uint64_t t : ns) row += t == kNotRun ? "," : fmt::format(",{}", t);
  file.write(row + "\n");
}

}  // namespace masu::cli
