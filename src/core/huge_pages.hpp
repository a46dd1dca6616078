// SPDX-License-Identifier: MIT
// Huge pages, the only calls of the operating system. The build chooses their implementation in the
// folder platform.
#pragma once

#include <cstddef>

namespace masu::detail {

// Blocks of at least this size are aligned to it.
inline constexpr std::size_t kHugePage = std::size_t(2) << 20;

// Requests huge pages for the block. A refusal has no effect.
void wish_huge_pages(void* block, std::size_t size);

enum class PageMove {
  moved,    // `to` has the contents; those of `from` are lost
  refused,  // nothing was changed
  broken,   // `from` is unchanged; nothing may read, write or free `to` any more
};
// Moves the pages of `from` to the fresh block `to`, which costs far less than a copy and new
// pages. All three arguments are multiples of kHugePage, and the size is not 0.
PageMove move_pages(void* to, void* from, std::size_t size);

}  // namespace masu::detail
