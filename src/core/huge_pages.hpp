// SPDX-License-Identifier: MIT
// The one wish to the operating system. Told to it by a file of the folder platform, which the
// build chooses.
#pragma once

#include <cstddef>

namespace masu::detail {

// Blocks of this many bytes and more are asked for at multiples of it.
inline constexpr std::size_t kHugePage = std::size_t(2) << 20;

// The block is to lie on huge pages. Where that is refused, it is as good as any.
void wish_huge_pages(void* block, std::size_t size);

}  // namespace masu::detail
