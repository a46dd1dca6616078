// SPDX-License-Identifier: MIT
// Sorts results of queries: a few by insertion, many by marking them in a bitmap.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace masu::js {

// Sorts different numbers below `limit`.
class Ascending {
 public:
  explicit Ascending(size_t limit) : words_((limit + 63) / 64), groups_((words_ + 63) / 64) {}
  Ascending(const Ascending&) = delete;
  ~Ascending() { std::free(marks_); }

  // O(numbers + limit / 4096), apart from the first call. Returns false if memory is refused.
  bool sort(std::span<uint32_t> numbers) {
    if (numbers.size() <= kFew) return insert(numbers), true;
    // All marks are erased again, so those of the next call start from zeros.
    if (marks_ == nullptr) {
      marks_ = static_cast<uint64_t*>(std::calloc(words_ + groups_, sizeof(uint64_t)));
    }
    if (marks_ == nullptr) return false;
    uint64_t* const used = marks_ + words_;
    for (const uint32_t number : numbers) {
      const uint32_t word = number / 64;
      marks_[word] |= bit(number);
      used[word / 64] |= bit(word);
    }
    uint32_t* out = numbers.data();
    for (uint32_t group = 0; group < groups_; ++group) {
      for (uint64_t words = used[group]; words != 0; words &= words - 1) {
        const uint32_t word = 64 * group + static_cast<uint32_t>(std::countr_zero(words));
        for (uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
          *out++ = 64 * word + static_cast<uint32_t>(std::countr_zero(bits));
        }
        marks_[word] = 0;
      }
      used[group] = 0;
    }
    return true;
  }

 private:
  static constexpr size_t kFew = 4;

  static uint64_t bit(uint32_t number) { return uint64_t(1) << (number % 64); }
  static void insert(std::span<uint32_t> numbers) {
    for (size_t i = 1; i < numbers.size(); ++i) {
      const uint32_t number = numbers[i];
      size_t k = i;
      for (; k > 0 && numbers[k - 1] > number; --k) numbers[k] = numbers[k - 1];
      numbers[k] = number;
    }
  }

  size_t words_;
  size_t groups_;
  uint64_t* marks_ = nullptr;  // numbers, and then words that are not 0
};

}  // namespace masu::js
