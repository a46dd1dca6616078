// SPDX-License-Identifier: MIT
// For systems without requests for huge pages.
#include "core/huge_pages.hpp"

void masu::detail::wish_huge_pages(void*, std::size_t) {}
