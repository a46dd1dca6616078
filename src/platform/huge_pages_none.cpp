// SPDX-License-Identifier: MIT
// For systems without requests for huge pages.
#include "core/huge_pages.hpp"

namespace masu::detail {

void wish_huge_pages(void*, std::size_t) {}

PageMove move_pages(void*, void*, std::size_t) {
  return PageMove::refused;
}

}  // namespace masu::detail
