// SPDX-License-Identifier: MIT
// FramePairs, FrameDifference: all pairs of a frame by their smaller index, and how they differ
// from those of another frame.
#pragma once

#include <algorithm>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>

namespace masu::detail {

// The partners of object a, all larger than a, are those from first(a) to first(a + 1): one
// counting sort by a, O(n + k).
class FramePairs {
 public:
  explicit FramePairs(Allocator allocator) : first_(allocator), partners_(allocator) {}

  std::size_t pair_count() const { return partners_.size(); }
  std::span<const std::uint32_t> partners(std::size_t a) const {
    if (a + 1 >= first_.size()) return {};
    return {partners_.data() + first_[a], first_[a + 1] - first_[a]};
  }
  // Returns the number of pairs whose smaller index is below a.
  std::size_t first(std::size_t a) const { return a < first_.size() ? first_[a] : pair_count(); }
  void clear() {
    first_.clear();
    partners_.clear();
  }

  // Returns false if out of memory; then the table is empty.
  [[nodiscard]] bool make(std::span<const Pair> pairs, std::size_t objects) {
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

// The difference of one object's partners between two frames: calls only_before(p) and only_now(p)
// for each that is in one list alone; false from either stops. Long lists use a mark for each slot,
// so the cost is that of reading them, not of their product; many threads may compare short ones.
class ListDifference {
 public:
  explicit ListDifference(Allocator allocator) : marks_(allocator) {}

  // Precondition: partners are less than `objects`. Returns false if out of memory; then nothing
  // has changed.
  [[nodiscard]] bool reserve(std::size_t objects) {
    const std::size_t old = marks_.size();
    if (objects <= old) return true;
    if (!marks_.resize(objects)) return false;
    for (std::size_t i = old; i < objects; ++i) marks_[i] = kNowhere;
    return true;
  }

  static bool is_short(std::span<const std::uint32_t> before, std::span<const std::uint32_t> now) {
    return before.size() <= kShort && now.size() <= kShort;
  }

  // Precondition: no list has duplicates. `comparisons` counts partners compared or looked up.
  template <class Before, class Now>
  bool for_each(std::span<const std::uint32_t> before, std::span<const std::uint32_t> now,
                std::uint64_t& comparisons, Before&& only_before, Now&& only_now) {
    if (!is_short(before, now)) {
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

// The difference of two frames, object by object.
class FrameDifference {
 public:
  explicit FrameDifference(Allocator allocator) : lists_(allocator), blocks_(allocator) {}

  // Adds to both lists, in an order that does not depend on the jobs. Expected O(n + k). Returns
  // false if out of memory; then the lists are unchanged.
  [[nodiscard]] bool find(const FramePairs& before, const FramePairs& now, std::size_t objects,
                          const JobSystem& jobs, std::uint64_t& comparisons, PairList& removed,
                          PairList& added) {
    if (!lists_.reserve(objects)) return false;
    const std::size_t old_removed = removed.size();
    const std::size_t old_added = added.size();
    const bool ok = jobs.shares((objects + kBlock - 1) / kBlock)
                        ? share(before, now, objects, jobs, comparisons, removed, added)
                        : push(before, now, objects, comparisons, removed, added);
    if (ok) return true;
    removed.set_size(old_removed);
    added.set_size(old_added);
    return false;
  }

 private:
  // Objects per job.
  static constexpr std::size_t kBlock = 4096;

  // How many pairs some objects have in one frame only.
  struct Block {
    std::size_t removed;
    std::size_t added;
    std::uint64_t comparisons;
    bool is_long;  // has lists that need the marks, which exist once
  };

  // Calls f(object, before, now) for objects whose lists differ, until it returns false.
  template <class F>
  static bool for_each_changed(const FramePairs& before, const FramePairs& now, std::size_t first,
                               std::size_t end, F&& f) {
    for (std::size_t a = first; a < end; ++a) {
      const auto b = before.partners(a);
      const auto n = now.partners(a);
      if (b.size() == n.size() && std::equal(n.begin(), n.end(), b.begin())) continue;
      if (!f(static_cast<std::uint32_t>(a), b, n)) return false;
    }
    return true;
  }

  bool push(const FramePairs& before, const FramePairs& now, std::size_t objects,
            std::uint64_t& comparisons, PairList& removed, PairList& added) {
    return for_each_changed(before, now, 0, objects, [&](std::uint32_t a, auto b, auto n) {
      const auto on_removed = [&](std::uint32_t p) { return removed.push_back({a, p}); };
      const auto on_added = [&](std::uint32_t p) { return added.push_back({a, p}); };
      return lists_.for_each(b, n, comparisons, on_removed, on_added);
    });
  }

  // Each block writes to where its pairs would begin if all pairs changed; then they are moved
  // together.
  bool share(const FramePairs& before, const FramePairs& now, std::size_t objects,
             const JobSystem& jobs, std::uint64_t& comparisons, PairList& removed,
             PairList& added) {
    const std::size_t count = (objects + kBlock - 1) / kBlock;
    std::size_t removed_end = removed.size();
    std::size_t added_end = added.size();
    if (!blocks_.resize(count) || !removed.grow(removed_end + before.pair_count()) ||
        !added.grow(added_end + now.pair_count())) {
      return false;
    }
    Pair* const all_removed = removed.data() + removed_end;
    Pair* const all_added = added.data() + added_end;
    const auto compare = [&](std::size_t first, std::size_t end, bool with_marks) {
      return compared(before, now, first, end, with_marks, all_removed + before.first(first),
                      all_added + now.first(first));
    };
    jobs.for_each_block(objects, kBlock, [&](std::size_t first, std::size_t end) {
      blocks_[first / kBlock] = compare(first, end, false);
    });
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t first = k * kBlock;
      Block& block = blocks_[k];
      if (block.is_long) block = compare(first, std::min(objects, first + kBlock), true);
      comparisons += block.comparisons;
      const Pair* const removed_pairs = all_removed + before.first(first);
      const Pair* const added_pairs = all_added + now.first(first);
      std::copy(removed_pairs, removed_pairs + block.removed, removed.data() + removed_end);
      std::copy(added_pairs, added_pairs + block.added, added.data() + added_end);
      removed_end += block.removed;
      added_end += block.added;
    }
    removed.set_size(removed_end);  // only now, since a job may have thrown
    added.set_size(added_end);
    return true;
  }
  // Without marks it ends at the first list that needs them.
  Block compared(const FramePairs& before, const FramePairs& now, std::size_t first,
                 std::size_t end, bool with_marks, Pair* removed, Pair* added) {
    Block block{0, 0, 0, with_marks};
    for_each_changed(before, now, first, end, [&](std::uint32_t a, auto b, auto n) {
      const auto leaves = [&](std::uint32_t p) { return removed[block.removed++] = {a, p}, true; };
      const auto enters = [&](std::uint32_t p) { return added[block.added++] = {a, p}, true; };
      block.is_long = with_marks || !ListDifference::is_short(b, n);
      return block.is_long == with_marks &&
             lists_.for_each(b, n, block.comparisons, leaves, enters);
    });
    return block;
  }

  ListDifference lists_;
  Buffer<Block> blocks_;
};

}  // namespace masu::detail
