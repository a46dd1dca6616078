// SPDX-License-Identifier: MIT
// Feature ids of the corners of contact areas.
#pragma once

#include <cstddef>

#include <masu/core/assert.hpp>

namespace masu::fuzz {

// "No two corners of one manifold share an id" (docs/contact.md).
template <class Corner>
void expect_unique_ids(const Corner* corners, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      MASU_ASSERT(corners[i].feature_id != corners[k].feature_id);
    }
  }
}

}  // namespace masu::fuzz
