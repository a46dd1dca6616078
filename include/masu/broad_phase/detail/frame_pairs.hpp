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

// How the partners of one object differ between two frames: only_before(p) and only_now(p) for each
// that is in one list alone; false from either stops. Long lists go by a mark at each slot, so the
// cost is that of reading them, not of their product.
class ListDifference {
 public:
  explicit ListDifference(Allocator allocator) : marks_(allocator) {}

  // Partners are smaller than `objects`. False: no memory, nothing has changed.
  [[nodiscard]] bool reserve(std::size_t objects) {
    const std::size_t old = marks_.size();
    if (objects <= old) return true;
    if (!marks_.resize(objects)) return false;
    for (std::size_t i = old; i < objects; ++i) marks_[i] = kNowhere;
    return true;
  }

  // Neither list repeats itself. `comparisons` counts partners compared or looked up.
  template <class Before, class Now>
  bool for_each(std::span<const std::uint32_t> before, std::span<const std::uint32_t> now,
                std::uint64_t& comparisons, Before&& only_before, Now&& only_now) {
    if (before.size() > kShort || now.size() > kShort) {
      comparisons += 2 * before.size() + now.size();
      return by_marks(before, now, only_before, only_now);
    }
    return each_missing(now, before, comparisons, only_now) &&
           each_missing(before, now, comparisons, only_before);
  }

 private:
  static constexpr std::size_t kShort = 32;
  enum Mark : std::uint8_t { kNowhere, kBefore, kBoth };

  template <class F>
  static bool each_missing(std::span<const std::uint32_t> some,
                           std::span<const std::uint32_t> others, std::uint64_t& comparisons,
                           F& only_in) {
    for (const std::uint32_t p : some) {
      const auto found = std::find(others.begin(), others.end(), p);
      const bool missing = found == others.end();
      comparisons += static_cast<std::uint64_t>(found - others.begin()) + (missing ? 0 : 1);
      if (missing && !only_in(p)) return false;
    }
    return true;
  }
  template <class Before, class Now>
  bool by_marks(std::span<const std::uint32_t> before, std::span<const std::uint32_t> now,
                Before& only_before, Now& only_now) {
    bool on = true;
    for (const std::uint32_t p : before) marks_[p] = kBefore;
    for (std::size_t k = 0; on && k < now.size(); ++k) {
      on = marks_[now[k]] == kBefore || only_now(now[k]);
      if (marks_[now[k]] == kBefore) marks_[now[k]] = kBoth;
    }
    for (const std::uint32_t p : before) {  // to the end, so that no mark stays
      on = on && (marks_[p] == kBoth || only_before(p));
      marks_[p] = kNowhere;
    }
    return on;
  }

  Buffer<std::uint8_t> marks_;
};

}  // namespace masu::detail
