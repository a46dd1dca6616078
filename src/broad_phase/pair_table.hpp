// SPDX-License-Identifier: MIT
// PairTable: a set of pairs that persists from frame to frame: dense, found by hash, each with the
// time at which it was last seen.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/pair.hpp>

namespace masu::detail {

// Open addressing with linear probing over indices into the dense list (D. Knuth, "The art of
// computer programming", vol. 3, 6.4, algorithms L and R). The order of the pairs depends only on
// the history of the set.
class PairTable {
 public:
  explicit PairTable(Allocator allocator)
      : pairs_(allocator), seen_(allocator), heads_(allocator) {}

  enum class Insertion : std::uint8_t { added, known, no_memory };

  // Precondition: a < b. Expected O(1).
  Insertion insert(std::uint32_t a, std::uint32_t b, std::uint32_t now) {
    if (!is_wide_enough() && !widen()) return Insertion::no_memory;
    std::size_t h = home(a, b);
    for (; heads_[h] != kFree; h = next(h)) {
      const Pair& p = pairs_[heads_[h]];
      if (p.a == a && p.b == b) return seen_[heads_[h]] = now, Insertion::known;
    }
    if (!pairs_.grow(pairs_.size() + 1) || !seen_.push_back(now)) return Insertion::no_memory;
    heads_[h] = static_cast<std::uint32_t>(pairs_.size());
    pairs_.append_unchecked({a, b});
    return Insertion::added;
  }

  // Removes a pair that is in the table; the last pair takes its index. Returns false if out of
  // memory. Expected O(1).
  [[nodiscard]] bool erase(std::uint32_t a, std::uint32_t b) {
    if (heads_.empty() && !widen()) return false;
    std::size_t h = home(a, b);
    while (pairs_[heads_[h]] != Pair{a, b}) h = next(h);
    remove(heads_[h]);
    return true;
  }

  // Makes a table of pairs one by one, without hashes: start_list(), and list() for each, none of
  // which may come twice. The first insert() or erase() computes the hashes, O(pairs); contains()
  // must wait for that. Returns false if out of memory.
  void start_list() {
    pairs_.clear();
    seen_.clear();
    heads_.clear();
  }
  [[nodiscard]] bool list(std::uint32_t a, std::uint32_t b) {
    return seen_.push_back(0) && pairs_.push_back({a, b});
  }

  bool contains(std::uint32_t a, std::uint32_t b) const {
    if (pairs_.empty()) return false;
    std::size_t h = home(a, b);
    for (; heads_[h] != kFree; h = next(h)) {
      if (pairs_[heads_[h]] == Pair{a, b}) return true;
    }
    return false;
  }

  // Removes the pairs for which out(pair, seen) holds. O(pairs).
  template <class Out>
  void remove_if(Out&& out) {
    for (std::size_t i = 0; i < pairs_.size();) {
      if (out(pairs_[i], seen_[i]))
        remove(i);
      else
        ++i;
    }
  }

  void clear() {
    pairs_.clear();
    seen_.clear();
    for (std::uint32_t& head : heads_) head = kFree;
  }
  std::size_t size() const { return pairs_.size(); }
  std::span<const Pair> pairs() const { return {pairs_.data(), pairs_.size()}; }

  // Returns whether every pair is found by its hash, and nothing else is in the table. O(pairs +
  // table).
  bool validate() const {
    std::size_t used = 0;
    bool ok = seen_.size() == pairs_.size();
    for (const std::uint32_t head : heads_) {
      used += head != kFree ? 1 : 0;
      ok &= head == kFree || head < pairs_.size();
    }
    for (const Pair& p : pairs_) ok &= p.a < p.b && contains(p.a, p.b);
    return ok && used == pairs_.size();
  }

 private:
  static constexpr std::uint32_t kFree = 0xffff'ffffu;

  std::size_t home(std::uint32_t a, std::uint32_t b) const {
    std::uint64_t z = std::uint64_t(a) << 32 | b;
    z = (z ^ z >> 29) * 0x9e37'79b9'7f4a'7c15u;
    return static_cast<std::size_t>(z >> 32) & (heads_.size() - 1);
  }
  std::size_t next(std::size_t h) const { return (h + 1) & (heads_.size() - 1); }

  std::size_t head_of(std::size_t i) const {
    std::size_t h = home(pairs_[i].a, pairs_[i].b);
    while (heads_[h] != i) h = next(h);
    return h;
  }

  // Closes the gap by moving back what probed past it; the last pair takes its index.
  void remove(std::size_t i) {
    const std::size_t last = pairs_.size() - 1;
    std::size_t gap = head_of(i);
    if (i != last) heads_[head_of(last)] = static_cast<std::uint32_t>(i);
    pairs_[i] = pairs_[last];
    seen_[i] = seen_[last];
    for (std::size_t h = next(gap); heads_[h] != kFree; h = next(h)) {
      const Pair& p = pairs_[heads_[h]];
      const std::size_t mask = heads_.size() - 1;
      if (((h - home(p.a, p.b)) & mask) < ((h - gap) & mask)) continue;
      heads_[gap] = heads_[h];
      gap = h;
    }
    heads_[gap] = kFree;
    pairs_.pop_back();
    seen_.pop_back();
  }

  bool is_wide_enough() const { return (pairs_.size() + 1) * 2 <= heads_.size(); }
  bool widen() {
    std::size_t size = heads_.size() < 16 ? 32 : heads_.size() * 2;
    while (size < (pairs_.size() + 1) * 2) size *= 2;
    if (!heads_.reserve(size)) return false;
    heads_.set_size(size);
    for (std::uint32_t& head : heads_) head = kFree;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      std::size_t h = home(pairs_[i].a, pairs_[i].b);
      while (heads_[h] != kFree) h = next(h);
      heads_[h] = static_cast<std::uint32_t>(i);
    }
    return true;
  }

  Buffer<Pair> pairs_;
  Buffer<std::uint32_t> seen_;
  Buffer<std::uint32_t> heads_;  // indices into the list, or kFree; a power of two of them
};

}  // namespace masu::detail
