// SPDX-License-Identifier: MIT
// Your own job system; masu::ThreadPool is a ready one. The pairs and their order are the same with
// any number of workers.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include <masu/masu.hpp>

namespace {

constexpr std::uint32_t kWorkers = 2;

// A real job system keeps its threads between calls.
void run_jobs(void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
  std::atomic<std::uint32_t> next = 0;
  auto work = [&] {
    for (std::uint32_t i = next++; i < count; i = next++) job(data, i);
  };
  std::vector<std::jthread> threads;
  for (std::uint32_t t = 1; t < kWorkers; ++t) threads.emplace_back(work);
  work();
}

}  // namespace

int main() {
  std::vector<masu::Aabb3f> boxes;
  for (int i = 0; i < 100000; ++i) {
    const auto x = static_cast<float>(i);
    boxes.push_back({{x, 0, 0}, {x + 1, 1, 1}});  // each touches the next
  }
  masu::SortedOrthtree<3, float> finder;
  masu::CountPairs alone, together;
  if (finder.find_pairs(boxes, alone).status != masu::Status::ok) return 1;
  const masu::PairOptions<3, float> options = {.jobs = {.run = run_jobs, .workers = kWorkers}};
  if (finder.find_pairs(boxes, together, options).status != masu::Status::ok) return 1;
  std::printf("%d pairs alone, %d together\n", int(alone.count), int(together.count));
}
// Output: 99999 pairs alone, 99999 together
