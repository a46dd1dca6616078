// SPDX-License-Identifier: MIT
// CellTable: the cells of a sparse 2^D-tree: a hash table from a cell's key to its record.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/query_stats.hpp>

namespace masu::detail {

// Open addressing with linear probing, at most half full. Erases by shifting entries back, so there
// are no tombstones and no slow decay. Keys are words of CellId, never 0. Counts its probes in
// `comparisons` and its moves in `shifts`.
class CellTable {
 public:
  static constexpr std::uint32_t kAbsent = 0xffff'ffffu;

  explicit CellTable(Allocator allocator) : entries_(allocator) {}

  // Reserves memory for `cells` cells. Returns false if out of memory; then nothing has changed.
  [[nodiscard]] bool reserve(std::size_t cells) {
    const std::size_t capacity = std::bit_ceil(cells < 8 ? std::size_t(16) : 2 * cells);
    if (capacity <= entries_.size()) return true;
    Buffer<Entry> larger(entries_.allocator());
    if (!larger.reserve(capacity)) return false;
    larger.set_size(capacity);
    std::swap(entries_, larger);
    clear();
    QueryStats uncounted;
    for (const Entry& e : larger) {
      if (e.word != 0) insert(e.word, e.cell, uncounted);
    }
    return true;
  }

  void clear() {
    for (Entry& e : entries_) e.word = 0;
  }

  std::uint32_t find(std::uint64_t word, QueryStats& stats) const {
    if (entries_.empty()) return kAbsent;
    for (std::size_t i = home(word);; i = next(i)) {
      ++stats.comparisons;
      if (entries_[i].word == word) return entries_[i].cell;
      if (entries_[i].word == 0) return kAbsent;
    }
  }

  // Precondition: the word is absent and memory is reserved.
  void insert(std::uint64_t word, std::uint32_t cell, QueryStats& stats) {
    std::size_t i = home(word);
    for (; entries_[i].word != 0; i = next(i)) ++stats.comparisons;
    entries_[i] = {word, cell};
  }

  // Precondition: the word is present. Entries after the hole move into it unless that would put
  // them before their home.
  void erase(std::uint64_t word, QueryStats& stats) {
    std::size_t hole = home(word);
    for (; entries_[hole].word != word; hole = next(hole)) ++stats.comparisons;
    for (std::size_t i = next(hole); entries_[i].word != 0; i = next(i)) {
      ++stats.comparisons;
      const std::size_t mask = entries_.size() - 1;
      if (((i - home(entries_[i].word)) & mask) < ((i - hole) & mask)) continue;
      ++stats.shifts;
      entries_[hole] = entries_[i];
      hole = i;
    }
    entries_[hole].word = 0;
  }

 private:
  struct Entry {
    std::uint64_t word;  // 0: free
    std::uint32_t cell;
  };

  // Multiplicative hashing; the words of adjacent cells differ in few, low or strided bits.
  std::size_t home(std::uint64_t word) const {
    word = (word ^ word >> 32) * 0x9e37'79b9'7f4a'7c15u;
    word = (word ^ word >> 29) * 0xbf58'476d'1ce4'e5b9u;
    return static_cast<std::size_t>(word >> 32) & (entries_.size() - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (entries_.size() - 1); }

  Buffer<Entry> entries_;
};

}  // namespace masu::detail
