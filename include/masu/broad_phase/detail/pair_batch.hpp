// SPDX-License-Identifier: MIT
// Pairs gathered into blocks on their way to a sink.
#pragma once

#include <masu/core/pair.hpp>

namespace masu::detail {

// Sinks that take pairs one by one get each at once, so that stopping stops there.
template <class Sink>
class PairBatch {
 public:
  explicit PairBatch(Sink& sink) : out_(sink) {}

  bool put(std::uint32_t a, std::uint32_t b) {
    pairs_[size_++] = {a, b};
    return size_ < kBlock || flush();
  }
  // The smaller index first.
  bool put_ordered(std::uint32_t a, std::uint32_t b) { return a < b ? put(a, b) : put(b, a); }

  // Delivers what is left and closes the search.
  SearchResult finish(QueryStats stats) {
    if (out_.status() == Status::ok) flush();
    stats.results = out_.results();
    return {out_.status(), stats};
  }

 private:
  using Block = std::span<const Pair>;
  static constexpr bool kOneByOne =
      std::invocable<Sink&, std::uint32_t, std::uint32_t> && !std::invocable<Sink&, Block>;
  static constexpr std::uint32_t kBlock = kOneByOne ? 1 : 128;

  bool flush() {
    const std::uint32_t size = size_;
    size_ = 0;
    return size == 0 || out_.put(Block(pairs_, size));
  }

  PairOutput<Sink> out_;
  std::uint32_t size_ = 0;
  Pair pairs_[kBlock];
};

}  // namespace masu::detail
