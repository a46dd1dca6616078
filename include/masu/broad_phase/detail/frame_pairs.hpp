// SPDX-License-Identifier: MIT
// All pairs of a frame by their smaller end, and how they differ from those of another frame.
#pragma once

#include <algorithm>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/pair.hpp>

namespace masu::detail {

// Partners of object a, all larger than a, are those from first(a) to first(a + 1): one counting
// sort by a, O(n + k).
class FramePairs {
 public:
  explicit FramePairs(Allocator allocator) : first_(allocator), partners_(allocator) {}

  std::size_t pair_count() const { return partners_.size(); }
  std::span<const std::uint32_t> partners(std::size_t a) const {
    if (a + 1 >= first_.size()) return {};
    return {partners_.data() + first_[a], first_[a + 1] - first_[a]};
  }
  void clear() {
    first_.clear();
    partners_.clear();
  }

  // False: no memory; the table is empty then.
  [[nodiscard]] bool make(std::span<const Pair<std::uint32_t>> pairs, std::size_t objects) {
    if (!first_.resize(objects + 1) || !partners_.resize(pairs.size())) {
      clear();
      return false;
    }
    for (std::uint32_t& f : first_) f = 0;
    for (const auto& p : pairs) ++first_[p.a];
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first_) sum += std::exchange(f, sum);
    for (const auto& p : pairs) partners_[first_[p.a]++] = p.b;
    // Each first is where the next one was.
    for (std::size_t a = objects; a > 0; --a) first_[a] = first_[a - 1];
    first_[0] = 0;
    return true;
  }

 private:
  Buffer<std::uint32_t> first_;
  Buffer<std::uint32_t> partners_;
};

// only_in(p) for each of `some` that is not among `others`; both without repetition.
template <class F>
bool for_each_missing(std::span<const std::uint32_t> some, std::span<const std::uint32_t> others,
                      F&& only_in) {
  for (const std::uint32_t p : some) {
    if (std::find(others.begin(), others.end(), p) == others.end() && !only_in(p)) return false;
  }
  return true;
}

}  // namespace masu::detail
