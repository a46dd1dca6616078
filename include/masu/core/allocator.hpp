// SPDX-License-Identifier: MIT
// Allocator: two functions and a context, so that any engine's allocator fits.
#pragma once

#include <cstddef>

namespace masu {

// Allocates all memory of an object that takes one; every class of the library that owns memory
// does. Its functions may be called by several threads where jobs run.
struct Allocator {
  // Returns a block, or nullptr if it cannot. `alignment` is a power of two.
  void* (*allocate)(void* context, std::size_t size, std::size_t alignment);
  // Frees a block; `size` and `alignment` are those of its allocation.
  void (*deallocate)(void* context, void* block, std::size_t size, std::size_t alignment);
  void* context = nullptr;  // passed to both functions unchanged
};

// Returns the allocator that uses operator new. Blocks of 2 MiB and more lie on huge pages where
// the system grants them (Linux).
Allocator default_allocator();

namespace detail {
// Returns a larger block with the first `used` bytes of `block` (may be nullptr), which it frees.
// Returns nullptr and keeps `block` if memory is refused.
void* larger_block(const Allocator& allocator, void* block, std::size_t size, std::size_t used,
                   std::size_t larger, std::size_t alignment);
}  // namespace detail

}  // namespace masu
