// SPDX-License-Identifier: MIT
#include <sys/mman.h>

#include "core/huge_pages.hpp"

void masu::detail::wish_huge_pages(void* block, std::size_t size) {
#ifdef MADV_HUGEPAGE
  (void)madvise(block, size, MADV_HUGEPAGE);
#else
  (void)block, (void)size;
#endif
}
