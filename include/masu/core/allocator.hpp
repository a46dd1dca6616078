// SPDX-License-Identifier: MIT
// Where memory comes from: two functions and a context, so any engine's allocator fits.
#pragma once

#include <cstddef>

namespace masu {

// Where memory comes from: two functions and what is handed to them.
struct Allocator {
  // Returns nullptr when it cannot; alignment is a power of two.
  void* (*allocate)(void* context, std::size_t size, std::size_t alignment);
  // Gets the size and alignment the block was allocated with.
  void (*deallocate)(void* context, void* block, std::size_t size, std::size_t alignment);
  void* context = nullptr;
};

// That of operator new; blocks of 2 MiB and more lie on huge pages where the system grants them
// (Linux).
Allocator default_allocator();

}  // namespace masu
