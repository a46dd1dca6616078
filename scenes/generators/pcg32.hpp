// SPDX-License-Identifier: MIT
// PCG32 (XSH-RR 64/32): M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically
// Good Algorithms for Random Number Generation", HMC-CS-2014-0905, 2014.
//
// Distributions are made of integers and of exact or correctly rounded operations alone, so a seed
// gives the same bits with every compiler and library.
#pragma once

#include <cstdint>

namespace masu::scenes {

class Pcg32 {
 public:
  explicit constexpr Pcg32(std::uint64_t seed, std::uint64_t sequence = 0)
      : increment_((sequence << 1) | 1) {
    next();
    state_ += seed;
    next();
  }

  // Returns 32 uniform bits.
  constexpr std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto rotation = static_cast<std::uint32_t>(old >> 59);
    return (shifted >> rotation) | (shifted << ((32 - rotation) & 31));
  }

  // Returns a uniform number in [0, bound), without bias: draws again below 2^32 mod bound. `bound`
  // > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t threshold = (0u - bound) % bound;
    for (;;) {
      const std::uint32_t r = next();
      if (r >= threshold) return r % bound;
    }
  }

  // Returns a uniform number in [0, 1): a multiple of 2^-53.
  constexpr double unit() {
    const std::uint64_t high = next();
    const std::uint64_t low = next();
    return static_cast<double>((high << 21) | (low >> 11)) * 0x1p-53;
  }

  // Returns a uniform number in [low, high), up to rounding.
  constexpr double between(double low, double high) { return low + (high - low) * unit(); }

  // Returns a nearly gaussian number, mean 0, deviation 1: the sum of twelve uniforms minus 6
  // (Irwin-Hall), summed as integers. Its absolute value is at most 6.
  constexpr double gaussian() {
    std::uint64_t sum = 0;
    for (int i = 0; i < 12; ++i) sum += next();
    return static_cast<double>(sum) * 0x1p-32 - 6.0;
  }

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

// Shuffles a range (Fisher-Yates). Shuffles of standard libraries differ.
template <class Range>
constexpr void shuffle(Range& range, Pcg32& random) {
  for (auto i = static_cast<std::uint32_t>(range.size()); i > 1; --i) {
    const std::uint32_t j = random.below(i);
    const auto last = range[i - 1];
    range[i - 1] = range[j];
    range[j] = last;
  }
}

}  // namespace masu::scenes
