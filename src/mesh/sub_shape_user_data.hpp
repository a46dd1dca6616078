// SPDX-License-Identifier: MIT
// User data of the sub-shapes of a body.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include <masu/core/buffer.hpp>
#include <masu/core/status.hpp>

namespace masu::detail {

// Replaces `to` by one number for each sub-shape, or clears it. Unchanged if it fails.
inline Status copy_user_data(std::span<const std::uint64_t> from, std::size_t sub_shapes,
                             Buffer<std::uint64_t>& to) {
  if (!from.empty() && from.size() != sub_shapes) return Status::size_mismatch;
  Buffer<std::uint64_t> copy(to.allocator());
  if (!copy.resize(from.size())) return Status::out_of_memory;
  std::copy(from.begin(), from.end(), copy.begin());
  to = std::move(copy);
  return Status::ok;
}

}  // namespace masu::detail
