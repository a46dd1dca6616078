// SPDX-License-Identifier: MIT
#include <new>

#include <masu/core/allocator.hpp>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace masu {
namespace {

// Memory of millions of objects is read in no order that a processor foresees: with pages of 4 KiB
// nearly every access would miss the translation buffer too. Blocks this large lie on huge pages
// where the system has them to give.
constexpr std::size_t kHugePage = std::size_t(2) << 20;

std::size_t alignment_for(std::size_t size, std::size_t alignment) {
  return size >= kHugePage && alignment < kHugePage ? kHugePage : alignment;
}

void* allocate(void*, std::size_t size, std::size_t alignment) {
  const std::size_t aligned = alignment_for(size, alignment);
  void* const block = ::operator new(size, std::align_val_t(aligned), std::nothrow);
#ifdef MADV_HUGEPAGE
  // A wish: where it is refused, the block is as good as any.
  if (block != nullptr && size >= kHugePage) (void)madvise(block, size, MADV_HUGEPAGE);
#endif
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
