// SPDX-License-Identifier: MIT
// Whole frames of a crowd, with several numbers of threads.
#pragma once

#include "map.hpp"

namespace masu_bench::corridor {

struct FrameTimes {
  int threads;
  std::vector<double> seconds;  // of each frame, by the wall clock
  double wrong = 0;  // share of the movers that end where Corridor::move() for each does not
};

// The first `movers` of `start` go on from frame to frame by MoverBatch, and look for another way
// every few frames. Crowds with different numbers of threads take turns, frame by frame. Binds this
// thread to as many cores as the most of them, then to one again. Throws std::runtime_error.
std::vector<FrameTimes> measure_frames(const WallMap& map, const Questions& start,
                                       std::size_t movers, const std::vector<int>& threads,
                                       int frames);

}  // namespace masu_bench::corridor
