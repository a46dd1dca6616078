// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <new>

#include <masu/core/allocator.hpp>

#include "core/huge_pages.hpp"

namespace masu {
namespace {

// Data of millions of objects are read in an order that processors cannot predict: with pages of 4
// KiB nearly every access would miss the TLB too. Blocks of this size are placed on huge pages
// where the system grants them.
std::size_t alignment_for(std::size_t size, std::size_t alignment) {
  return size >= detail::kHugePage ? std::max(alignment, detail::kHugePage) : alignment;
}

void* allocate(void*, std::size_t size, std::size_t alignment) {
  const std::size_t aligned = alignment_for(size, alignment);
  void* const block = ::operator new(size, std::align_val_t(aligned), std::nothrow);
  if (block != nullptr && size >= detail::kHugePage) detail::wish_huge_pages(block, size);
  return block;
}

void deallocate(void*, void* block, std::size_t size, std::size_t alignment) {
  ::operator delete(block, std::align_val_t(alignment_for(size, alignment)));
}

}  // namespace

Allocator default_allocator() {
  return {allocate, deallocate, nullptr};
}

void* detail::larger_block(const Allocator& a, void* block, std::size_t size, std::size_t used,
                           std::size_t larger, std::size_t alignment) {
  void* to = a.allocate(a.context, larger, alignment);
  std::size_t moved = a.allocate == &allocate ? used / kHugePage * kHugePage : 0;
  if (to != nullptr && moved != 0) {
    const PageMove move = move_pages(to, block, moved);
    if (move != PageMove::moved) moved = 0;
    if (move == PageMove::broken) to = a.allocate(a.context, larger, alignment);
  }
  if (to == nullptr || block == nullptr) return to;
  std::memcpy(static_cast<char*>(to) + moved, static_cast<char*>(block) + moved, used - moved);
  a.deallocate(a.context, block, size, alignment);
  return to;
}

}  // namespace masu
