// SPDX-License-Identifier: MIT
// BumpAllocator: a bump allocator over memory owned by the caller.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/allocator.hpp>

namespace masu::detail {

// Memory is never freed. Must outlive its users.
class BumpAllocator {
 public:
  explicit BumpAllocator(std::span<std::byte> bytes) : bytes_(bytes) {}
  BumpAllocator(const BumpAllocator&) = delete;
  BumpAllocator& operator=(const BumpAllocator&) = delete;

  Allocator allocator() {
    return {[](void* context, std::size_t size, std::size_t alignment) {
              return static_cast<BumpAllocator*>(context)->take(size, alignment);
            },
            [](void*, void*, std::size_t, std::size_t) {}, this};
  }

 private:
  void* take(std::size_t size, std::size_t alignment) {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data());
    const std::size_t skipped = (alignment - address % alignment) % alignment;
    if (skipped > bytes_.size() || size > bytes_.size() - skipped) return nullptr;
    void* const taken = bytes_.data() + skipped;
    bytes_ = bytes_.subspan(skipped + size);
    return taken;
  }

  std::span<std::byte> bytes_;
};

}  // namespace masu::detail
