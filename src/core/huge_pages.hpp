// SPDX-License-Identifier: MIT
// Requests huge pages, the only call of the operating system. The build chooses its implementation
// in the folder platform.
#pragma once

#include <cstddef>

namespace masu::detail {

// Blocks of at least this size are aligned to it.
inline constexpr std::size_t kHugePage = std::size_t(2) << 20;

// Requests huge pages for the block. A refusal has no effect.
void wish_huge_pages(void* block, std::size_t size);

}  // namespace masu::detail
