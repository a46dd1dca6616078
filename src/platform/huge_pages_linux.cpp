// SPDX-License-Identifier: MIT
#include <sys/mman.h>

#include <atomic>

#include "core/huge_pages.hpp"

namespace masu::detail {

void wish_huge_pages(void* block, std::size_t size) {
#ifdef MADV_HUGEPAGE
  (void)madvise(block, size, MADV_HUGEPAGE);
#else
  (void)block, (void)size;
#endif
}

#ifndef MREMAP_DONTUNMAP
PageMove move_pages(void*, void*, std::size_t) {
  return PageMove::refused;
}
#else
namespace {

using Byte = volatile unsigned char;

bool remap(void* to, void* from, std::size_t size, int flags) {
  return mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED | flags, to) == to;
}

// Only private memory leaves its old place empty. Memory of a file or shared memory, which an
// operator new of the program may return, would be in both places, and is moved back.
bool remap_private(void* to, void* from, std::size_t size) {
  Byte* const old = static_cast<Byte*>(from);
  const unsigned char first = *old;
  *old = 1;
  const bool moved = remap(to, from, size, MREMAP_DONTUNMAP);
  const bool left = moved && *old == 0;
  *static_cast<Byte*>(moved ? to : from) = first;
  if (moved && !left) (void)remap(from, to, size, 0);
  return left;
}

// Whether the system can, which emulators and Linux before 5.7 cannot.
bool can_remap() {
  constexpr std::size_t kSize = std::size_t(1) << 16;  // a multiple of the page size
  void* const block =
      mmap(nullptr, 2 * kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return false;
  const bool can = remap_private(static_cast<char*>(block) + kSize, block, kSize);
  munmap(block, can ? 2 * kSize : kSize);  // The second half may be a hole that others have filled.
  return can;
}

}  // namespace

PageMove move_pages(void* to, void* from, std::size_t size) {
  static std::atomic<bool> works{can_remap()};
  if (!works.load(std::memory_order_relaxed)) return PageMove::refused;
  if (remap_private(to, from, size)) return PageMove::moved;
  works.store(false, std::memory_order_relaxed);
  return PageMove::broken;  // A call that fails may have unmapped `to` before.
}
#endif

}  // namespace masu::detail
