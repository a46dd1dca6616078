// SPDX-License-Identifier: MIT
// An allocator that fails on demand, counts, and checks deallocations.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <new>

#include <masu/core/allocator.hpp>

namespace masu::test {

// Fails every allocation from number `fail_at` on (1 is the next one), if `forever`, else that one
// alone. Must outlive what allocates from it; its end reports leaks. May serve many threads.
class FailingAllocator {
 public:
  static constexpr std::size_t kNever = ~std::size_t(0);

  explicit FailingAllocator(std::size_t fail_at = kNever) { fail(fail_at); }
  FailingAllocator(const FailingAllocator&) = delete;
  FailingAllocator& operator=(const FailingAllocator&) = delete;
  ~FailingAllocator() { EXPECT_TRUE(blocks_.empty()) << blocks_.size() << " blocks leaked"; }

  Allocator allocator() { return {&allocate, &deallocate, this}; }

  // Counts from now: allocation number `fail_at` fails.
  void fail(std::size_t fail_at, bool forever = false) {
    calls_ = failures_ = bytes_allocated_ = 0;
    fail_at_ = fail_at;
    forever_ = forever;
  }
  // Refuses whatever would make the bytes in use more than this.
  void set_limit(std::size_t bytes) { limit_ = bytes; }
  // Allocations asked for, and refused, since the last fail().
  std::size_t calls() const { return calls_; }
  std::size_t failures() const { return failures_; }
  std::size_t blocks() const { return blocks_.size(); }
  std::size_t bytes() const { return bytes_; }
  // Given out since the last fail(), what was given back included.
  std::size_t bytes_allocated() const { return bytes_allocated_; }

 private:
  struct Block {
    std::size_t size, alignment;
  };

  static void* allocate(void* context, std::size_t size, std::size_t alignment) {
    auto& self = *static_cast<FailingAllocator*>(context);
    const std::lock_guard lock(self.mutex_);
    EXPECT_TRUE(alignment != 0 && (alignment & (alignment - 1)) == 0) << alignment;
    ++self.calls_;
    if (self.calls_ == self.fail_at_ || (self.forever_ && self.calls_ > self.fail_at_) ||
        size > self.limit_ - std::min(self.limit_, self.bytes_)) {
      ++self.failures_;
      return nullptr;
    }
    void* block = ::operator new(size, std::align_val_t(alignment));
    self.blocks_[block] = {size, alignment};
    self.bytes_ += size;
    self.bytes_allocated_ += size;
    return block;
  }

  static void deallocate(void* context, void* block, std::size_t size, std::size_t alignment) {
    auto& self = *static_cast<FailingAllocator*>(context);
    const std::lock_guard lock(self.mutex_);
    const auto found = self.blocks_.find(block);
    ASSERT_NE(found, self.blocks_.end()) << "not a block of this allocator";
    EXPECT_EQ(found->second.size, size);
    EXPECT_EQ(found->second.alignment, alignment);
    self.bytes_ -= found->second.size;
    self.blocks_.erase(found);
    ::operator delete(block, std::align_val_t(alignment));
  }

  std::mutex mutex_;
  std::map<void*, Block> blocks_;
  std::size_t bytes_ = 0;
  std::size_t bytes_allocated_ = 0;
  std::size_t limit_ = kNever;
  std::size_t calls_ = 0;
  std::size_t failures_ = 0;
  std::size_t fail_at_ = kNever;
  bool forever_ = false;
};

}  // namespace masu::test
