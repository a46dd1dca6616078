// SPDX-License-Identifier: MIT
// The statistics of frame times of masu replay.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <apps/masu/replay/frame_times.hpp>
#include <scenes/generators/pcg32.hpp>

namespace masu::cli {
namespace {

TEST(FrameTimes, quantiles_are_right_to_one_percent) {
  scenes::Pcg32 random(11);
  FrameTimes times;
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 20'000; ++i) {
    // Of all sizes, from a few nanoseconds to minutes.
    const std::uint64_t ns = random.next() >> random.below(32);
    all.push_back(i % 2 == 0 ? ns : ns * 30);
    times.add(all.back());
  }
  std::sort(all.begin(), all.end());
  for (const double share : {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.9999, 1.0}) {
    const double exact = double(all[std::size_t(std::ceil(share * 20'000)) - 1]);
    EXPECT_NEAR(double(times.quantile(share)), exact, 0.01 * exact) << share;
  }
  EXPECT_EQ(times.quantile(1), all.back());
  EXPECT_EQ(times.count(), 20'000u);
  EXPECT_EQ(times.total(), std::accumulate(all.begin(), all.end(), std::uint64_t(0)));
  FrameTimes largest;
  largest.add(~std::uint64_t(0));
  EXPECT_EQ(largest.quantile(0.5), ~std::uint64_t(0));
}

TEST(FrameCurve, shows_the_highest_of_groups) {
  for (const std::size_t frames : {1u, 999u, 1000u, 1001u, 5003u, 100'000u}) {
    FrameCurve curve;
    std::vector<double> all;
    scenes::Pcg32 random(frames);
    for (std::size_t f = 0; f < frames; ++f) {
      all.push_back(random.unit());
      curve.add(all.back());
    }
    const std::size_t together = curve.together();
    ASSERT_LE(curve.highest().size(), FrameCurve::kMost);
    ASSERT_EQ(curve.highest().size(), (frames + together - 1) / together) << frames;
    for (std::size_t k = 0; k < curve.highest().size(); ++k) {
      const auto first = all.begin() + std::ptrdiff_t(k * together);
      const auto last = all.begin() + std::ptrdiff_t(std::min(frames, (k + 1) * together));
      ASSERT_EQ(curve.highest()[k], *std::max_element(first, last)) << frames << " " << k;
    }
  }
}

}  // namespace
}  // namespace masu::cli
