// SPDX-License-Identifier: MIT
// Complete frames of a crowd, with several numbers of threads.
#pragma once

#include "map.hpp"

namespace masu_bench::corridor {

struct FrameTimes {
  int threads;
  std::vector<double> seconds;  // of each frame, wall time
  double wrong = 0;  // share of the movers that end elsewhere than with Corridor::move() for each
};

// Moves the first `movers` of `start` from frame to frame by MoverBatch; they change their
// direction every few frames. Crowds with different numbers of threads run in turn, frame by frame.
// Binds this thread to as many cores as the largest number of threads, then to one again. Throws
// std::runtime_error.
std::vector<FrameTimes> measure_frames(const WallMap& map, const Questions& start,
                                       std::size_t movers, const std::vector<int>& threads,
                                       int frames);

}  // namespace masu_bench::corridor
