// SPDX-License-Identifier: MIT
// Systems that are not asked.
#include "core/huge_pages.hpp"

void masu::detail::wish_huge_pages(void*, std::size_t) {}
