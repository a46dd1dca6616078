// SPDX-License-Identifier: MIT
// An allocator that detects writes behind its blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>

#include <masu/core/allocator.hpp>

namespace masu::test {

// Memory with guard bytes behind each block.
struct GuardedMemory {
  static constexpr std::size_t kGuard = 64;
  std::size_t left = ~std::size_t(0);  // so many more allocations succeed
  bool touched = false;

  Allocator allocator() { return {&allocate, &deallocate, this}; }
  static void* allocate(void* context, std::size_t size, std::size_t alignment) {
    auto& self = *static_cast<GuardedMemory*>(context);
    if (self.left == 0) return nullptr;
    --self.left;
    void* const block = ::operator new(size + kGuard, std::align_val_t(alignment));
    std::fill_n(static_cast<unsigned char*>(block) + size, kGuard,
                static_cast<unsigned char>(0xa5));
    return block;
  }
  static void deallocate(void* context, void* block, std::size_t size, std::size_t alignment) {
    const auto* const guard = static_cast<const unsigned char*>(block) + size;
    const bool whole =
        std::all_of(guard, guard + kGuard, [](unsigned char c) { return c == 0xa5; });
    static_cast<GuardedMemory*>(context)->touched |= !whole;
    ::operator delete(block, std::align_val_t(alignment));
  }
};

}  // namespace masu::test
