// SPDX-License-Identifier: MIT
#include "frame.hpp"

#include <algorithm>
#include <masu/corridor/mover_batch.hpp>
#include <memory>
#include <stdexcept>

#include "bench/common/machine.hpp"
#include "bench/common/stopwatch.hpp"
#include "bench/common/thread_pool.hpp"
#include "our_corridor.hpp"

namespace masu_bench::corridor {
namespace {

constexpr std::size_t kFramesPerDirection = 8;

class Crowd {
 public:
  Crowd(const Questions& start, std::size_t movers, float radius, int threads)
      : start_(start), movers_(movers), displacements_(movers), results_(movers), pool_(threads) {
    for (std::size_t i = 0; i < movers; ++i) {
      movers_[i].position = start.positions[i];
      movers_[i].radius = radius;
    }
  }

  // Moves one frame and returns its seconds.
  double frame(const masu::Corridor<float>& corridor, std::size_t f) {
    for (std::size_t i = 0; i < displacements_.size(); ++i)
      displacements_[i] = displacement_of(i, f);
    const double start = now(Clock::wall);
    const masu::Status status = batch_.move(corridor, std::span<masu::Mover<float>>(movers_),
                                            displacements_, results_, {}, pool_.jobs());
    const double end = now(Clock::wall);
    if (status != masu::Status::ok) throw std::runtime_error("the crowd did not move");
    return end - start;
  }

  // Returns the share of movers whose position differs after this many frames.
  double wrong(const masu::Corridor<float>& corridor, std::size_t frames) const {
    std::size_t others = 0;
    for (std::size_t i = 0; i < movers_.size(); ++i) {
      masu::Mover<float> one;
      one.position = start_.positions[i];
      one.radius = movers_[i].radius;
      for (std::size_t f = 0; f < frames; ++f) corridor.move(one, displacement_of(i, f));
      others += one.position != movers_[i].position;
    }
    return static_cast<double>(others) / static_cast<double>(movers_.size());
  }

 private:
  // Each mover changes its direction from time to time, not all in the same frame.
  const Point& displacement_of(std::size_t i, std::size_t frame) const {
    return start_.displacements[(i + (frame + i) / kFramesPerDirection) % movers_.size()];
  }

  const Questions& start_;
  std::vector<masu::Mover<float>> movers_;
  std::vector<Point> displacements_;
  std::vector<masu::MoveResult<float>> results_;
  ThreadPool pool_;
  masu::MoverBatch<float> batch_;
};

}  // namespace

std::vector<FrameTimes> measure_frames(const WallMap& map, const Questions& start,
                                       std::size_t movers, const std::vector<int>& threads,
                                       int frames) {
  masu::Corridor<float> corridor;
  build(map.view(), map.reach(), corridor);
  pin_to_cores(*std::max_element(threads.begin(), threads.end()));
  std::vector<std::unique_ptr<Crowd>> crowds;
  std::vector<FrameTimes> times;
  for (const int t : threads) {
    crowds.push_back(std::make_unique<Crowd>(start, movers, map.radius(), t));
    times.push_back({t, {}});
  }
  // The first frame is not timed: it allocates memory.
  const std::size_t all = static_cast<std::size_t>(frames) + 1;
  for (std::size_t f = 0; f < all; ++f) {
    for (std::size_t k = 0; k < crowds.size(); ++k) {
      const double seconds = crowds[k]->frame(corridor, f);
      if (f > 0) times[k].seconds.push_back(seconds);
    }
  }
  for (std::size_t k = 0; k < crowds.size(); ++k) times[k].wrong = crowds[k]->wrong(corridor, all);
  crowds.clear();
  pin_to_cores(1);
  return times;
}

}  // namespace masu_bench::corridor
