// SPDX-License-Identifier: MIT
// PartnerLists: the overlap partners of each object: each pair is stored at both objects, so it is
// found, added and removed from either without a search of other pairs.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/platform.hpp>

namespace masu::detail {

// A few partners are stored in the object's own record of 32 bytes. More go to a hash set of their
// own, so that removing one costs O(1) even from an object that overlaps everything.
class PartnerLists {
 public:
  explicit PartnerLists(Allocator allocator) : records_(allocator), pool_(allocator) {
    for (std::uint32_t& f : free_) f = kNone;
  }

  std::size_t pair_count() const { return pairs_; }
  std::uint32_t count(std::uint32_t i) const { return records_[i].count; }
  void prefetch(std::uint32_t i) const { masu::prefetch(&records_[i]); }

  [[nodiscard]] bool reserve(std::size_t objects) { return records_.grow(objects); }

  // New objects have no partners. Returns false if out of memory; then nothing has changed.
  [[nodiscard]] bool resize(std::size_t objects) {
    const std::size_t old = records_.size();
    if (!records_.resize(objects)) return false;
    for (std::size_t i = old; i < objects; ++i) records_[i] = {};
    return true;
  }

  void clear() {
    for (Record& r : records_) r = {};
    pool_.clear();
    for (std::uint32_t& f : free_) f = kNone;
    pairs_ = 0;
  }

  // Precondition: i and j are not partners. Returns false if out of memory; then nothing has
  // changed.
  [[nodiscard]] bool add(std::uint32_t i, std::uint32_t j) {
    if (!add_one(i, j)) return false;
    if (!add_one(j, i)) {
      erase_one(i, j);
      return false;
    }
    ++pairs_;
    return true;
  }

  // Precondition: i and j are partners.
  void erase(std::uint32_t i, std::uint32_t j) {
    erase_one(i, j);
    erase_one(j, i);
    --pairs_;
  }

  bool are_partners(std::uint32_t i, std::uint32_t j) const {
    const Record& r = records_[i];
    if (r.count > kInline) return pool_[find(r, j)] == j;
    for (std::uint32_t k = 0; k < r.count; ++k) {
      if (r.partner[k] == j) return true;
    }
    return false;
  }

  // Calls f(partner) for each partner of i, until it returns false; nothing may change meanwhile.
  template <class F>
  bool for_each(std::uint32_t i, F&& f) const {
    const Record& r = records_[i];
    if (r.count <= kInline) {
      for (std::uint32_t k = 0; k < r.count; ++k) {
        if (!f(r.partner[k])) return false;
      }
      return true;
    }
    for (std::uint32_t s = 0; s < r.set.size(); ++s) {
      const std::uint32_t j = pool_[r.set.begin + s];
      if (j != kNone && !f(j)) return false;
    }
    return true;
  }

  // Copies the partners of i. Returns false if out of memory.
  [[nodiscard]] bool copy(std::uint32_t i, Buffer<std::uint32_t>& to) const {
    if (!to.resize(records_[i].count)) return false;
    std::size_t k = 0;
    for_each(i, [&](std::uint32_t j) {
      to[k++] = j;
      return true;
    });
    return true;
  }

  // Returns whether every pair is stored at both objects, once. O(pairs).
  bool validate() const {
    std::size_t ends = 0;
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      std::size_t here = 0;
      const bool ok = for_each(i, [&](std::uint32_t j) {
        ++here;
        return j != i && j < records_.size() && are_partners(i, j) && are_partners(j, i);
      });
      if (!ok || here != records_[i].count) return false;
      ends += here;
    }
    return ends == 2 * pairs_;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffffu;
  static constexpr std::uint32_t kInline = 7;
  static constexpr int kFirstClass = 5;  // 32 entries

  struct Set {
    std::uint32_t begin;
    std::uint32_t size_class;
    std::uint32_t size() const { return 1u << size_class; }
  };
  struct Record {
    std::uint32_t count = 0;
    union {
      std::uint32_t partner[kInline] = {};
      Set set;  // when count > kInline: an open-addressed set in the pool, at most half full
    };
  };
  static_assert(sizeof(Record) == 32);

  static std::uint32_t home(const Set& set, std::uint32_t j) {
    return (j * 0x9e37'79b9u) >> (32 - set.size_class);
  }
  // The index in the pool of j, or of the gap where it would go.
  std::uint32_t find(const Record& r, std::uint32_t j) const {
    const std::uint32_t mask = r.set.size() - 1;
    for (std::uint32_t s = home(r.set, j);; s = (s + 1) & mask) {
      const std::uint32_t at = r.set.begin + s;
      if (pool_[at] == j || pool_[at] == kNone) return at;
    }
  }

  bool add_one(std::uint32_t i, std::uint32_t j) {
    Record& r = records_[i];
    if (r.count < kInline) {
      r.partner[r.count++] = j;
      return true;
    }
    const bool full = r.count == kInline || 2 * (r.count + 1) > r.set.size();
    if (full && !grow(i)) return false;
    pool_[find(r, j)] = j;
    ++r.count;
    return true;
  }

  // Moves the partners into a set twice as large, or into their first.
  bool grow(std::uint32_t i) {
    Record& r = records_[i];
    Set set{0, r.count == kInline ? kFirstClass : r.set.size_class + 1};
    if (!take(set)) return false;
    Record next;
    next.count = r.count;
    next.set = set;
    for_each(i, [&](std::uint32_t j) {
      pool_[find(next, j)] = j;
      return true;
    });
    if (r.count > kInline) give(r.set);
    // The count distinguishes the two forms: add_one() raises it above kInline.
    r = next;
    return true;
  }

  void erase_one(std::uint32_t i, std::uint32_t j) {
    Record& r = records_[i];
    if (r.count <= kInline) {
      std::uint32_t k = 0;
      while (r.partner[k] != j) ++k;
      r.partner[k] = r.partner[--r.count];
      return;
    }
    close_gap(r, find(r, j));
    if (--r.count == kInline) come_home(r);
  }

  // Moves up entries after a removed one, so that probing never ends too early.
  void close_gap(const Record& r, std::uint32_t at) {
    const std::uint32_t mask = r.set.size() - 1;
    std::uint32_t gap = at - r.set.begin;
    for (std::uint32_t s = (gap + 1) & mask; pool_[r.set.begin + s] != kNone; s = (s + 1) & mask) {
      const std::uint32_t from = home(r.set, pool_[r.set.begin + s]);
      if (((s - from) & mask) < ((s - gap) & mask)) continue;
      pool_[r.set.begin + gap] = pool_[r.set.begin + s];
      gap = s;
    }
    pool_[r.set.begin + gap] = kNone;
  }

  // Moves the last kInline partners back into the record.
  void come_home(Record& r) {
    const Set set = r.set;
    std::uint32_t k = 0;
    for (std::uint32_t s = 0; s < set.size(); ++s) {
      const std::uint32_t j = pool_[set.begin + s];
      if (j != kNone) r.partner[k++] = j;
    }
    give(set);
  }

  // Allocates a set of gaps, from the freed ones or from the end of the pool.
  bool take(Set& set) {
    std::uint32_t& first = free_[set.size_class];
    if (first != kNone) {
      set.begin = first;
      first = pool_[set.begin];
    } else {
      const std::size_t end = pool_.size() + set.size();
      if (end >= kNone) return false;
      set.begin = static_cast<std::uint32_t>(pool_.size());
      if (!pool_.resize(end)) return false;
    }
    for (std::uint32_t s = 0; s < set.size(); ++s) pool_[set.begin + s] = kNone;
    return true;
  }
  void give(const Set& set) {
    pool_[set.begin] = free_[set.size_class];
    free_[set.size_class] = set.begin;
  }

  Buffer<Record> records_;
  Buffer<std::uint32_t> pool_;
  std::uint32_t free_[32];  // by size class: the first freed set
  std::size_t pairs_ = 0;
};

}  // namespace masu::detail
