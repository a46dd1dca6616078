// SPDX-License-Identifier: MIT
// Statistics of frame times in constant memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace masu::cli {

// Quantiles with an error of 1 % and the exact maximum: a histogram with 64 buckets for each
// doubling.
class FrameTimes {
 public:
  void add(std::uint64_t ns) {
    ++buckets_[bucket(ns)];
    ++count_;
    total_ += ns;
    most_ = std::max(most_, ns);
  }
  std::uint64_t count() const { return count_; }
  std::uint64_t total() const { return total_; }
  // Returns the least time that this share of the frames does not exceed; 0 without frames.
  std::uint64_t quantile(double share) const {
    const auto rank = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_))));
    if (rank >= count_) return most_;
    std::uint64_t sum = 0;
    for (std::size_t b = 0; b < kBuckets; ++b) {
      sum += buckets_[b];
      if (sum >= rank) return std::min(most_, value(b));
    }
    return most_;
  }

 private:
  static constexpr int kBits = 6;
  static constexpr std::size_t kPart = std::size_t(1) << kBits;
  static constexpr std::size_t kBuckets = (64 - kBits + 1) * kPart;

  // Below 2 kPart each value has a bucket of its own.
  static std::size_t bucket(std::uint64_t v) {
    const int shift = std::max(0, static_cast<int>(std::bit_width(v)) - kBits - 1);
    return static_cast<std::size_t>(shift) * kPart + static_cast<std::size_t>(v >> shift);
  }
  // Returns the center of a bucket.
  static std::uint64_t value(std::size_t b) {
    if (b < 2 * kPart) return b;
    const std::size_t shift = b / kPart - 1;
    return ((b - shift * kPart) << shift) + ((std::uint64_t(1) << shift) >> 1);
  }

  std::array<std::uint64_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t most_ = 0;
};

// A curve over all frames for a plot: the maximum of each block of frames. The blocks grow as
// frames are added.
class FrameCurve {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(double value) {
    if (taken_ == 0) highest_.push_back(value);
    highest_.back() = std::max(highest_.back(), value);
    if (++taken_ < together_) return;
    taken_ = 0;
    if (highest_.size() < kMost) return;
    for (std::size_t i = 0; i < kMost / 2; ++i) {
      highest_[i] = std::max(highest_[2 * i], highest_[2 * i + 1]);
    }
    highest_.resize(kMost / 2);
    together_ *= 2;
  }
  std::size_t together() const { return together_; }
  const std::vector<double>& highest() const { return highest_; }

 private:
  std::vector<double> highest_;
  std::size_t together_ = 1;
  std::size_t taken_ = 0;  // frames in the last value
};

}  // namespace masu::cli
