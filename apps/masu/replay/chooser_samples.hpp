// SPDX-License-Identifier: MIT
// Samples of choose()'s advice over the course of a recording.
#pragma once

#include <optional>
#include <vector>

#include <masu/broad_phase/choose.hpp>

namespace masu::cli {

struct ChooserSample {
  std::uint64_t frame;  // its number in the recording
  SceneDescription seen;
  Choice choice;
};

// The most frequent advice.
struct Advice {
  Choice choice;
  std::size_t agree = 0;  // samples that agree
  std::size_t samples = 0;
  SceneDescription seen;  // means over the samples
};

// Keeps at most kMost samples, spread evenly over all frames so far.
class ChooserSamples {
 public:
  static constexpr std::size_t kMost = 64;

  // Returns whether to sample frame `index`, counted from 0.
  bool is_due(std::uint64_t index) const { return index % stride_ == 0; }
  void add(const ChooserSample& sample) {
    samples_.push_back(sample);
    if (samples_.size() < kMost) return;
    for (std::size_t i = 0; i < kMost / 2; ++i) samples_[i] = samples_[2 * i];
    samples_.resize(kMost / 2);
    stride_ *= 2;
  }

  Advice advice() const {
    Advice best;
    best.samples = samples_.size();
    std::array<std::size_t, 6> votes{};
    for (const ChooserSample& sample : samples_) {
      const std::size_t said = ++votes[static_cast<std::size_t>(sample.choice.method)];
      if (said <= best.agree) continue;
      best.agree = said;
      best.choice = sample.choice;
    }
    SceneDescription sum{.n = 0, .pairs_per_object = 0, .moving = 0, .step = 0};
    for (const ChooserSample& sample : samples_) {
      sum.n += sample.seen.n;
      sum.dimension = sample.seen.dimension;
      sum.moving += sample.seen.moving;
      sum.step += sample.seen.moving * sample.seen.step;  // mean over the moving objects
      sum.pairs_per_object += sample.seen.pairs_per_object;
    }
    const double count = static_cast<double>(std::max<std::size_t>(samples_.size(), 1));
    sum.n = static_cast<std::size_t>(static_cast<double>(sum.n) / count);
    sum.step = sum.moving > 0 ? sum.step / sum.moving : 0;
    sum.moving /= count;
    sum.pairs_per_object /= count;
    best.seen = sum;
    return best;
  }

 private:
  std::vector<ChooserSample> samples_;
  std::uint64_t stride_ = 1;
};

}  // namespace masu::cli
