// SPDX-License-Identifier: MIT
#include <algorithm>
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

}  // namespace masu
