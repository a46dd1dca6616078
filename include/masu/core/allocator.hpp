// SPDX-License-Identifier: MIT
// Where memory comes from: two functions and a context, so any engine's allocator fits.
#pragma once

#include <cstddef>
#include <new>

namespace masu {

struct Allocator {
  // Returns nullptr when it cannot; alignment is a power of two.
  void* (*allocate)(void* context, std::size_t size, std::size_t alignment);
  // Gets the size and alignment the block was allocated with.
  void (*deallocate)(void* context, void* block, std::size_t size, std::size_t alignment);
  void* context = nullptr;
};

inline Allocator default_allocator() {
  return {[](void*, std::size_t size, std::size_t alignment) -> void* {
            return ::operator new(size, std::align_val_t(alignment), std::nothrow);
          },
          [](void*, void* block, std::size_t, std::size_t alignment) {
            ::operator delete(block, std::align_val_t(alignment));
          },
          nullptr};
}

}  // namespace masu
