// SPDX-License-Identifier: MIT
// Statuses with a valid result.
#pragma once

#include <masu/core/status.hpp>

namespace masu {

// Returns whether a result with this status is valid: exact (ok) or bounded (not_converged). With
// any other status the query was refused and only its status is valid.
constexpr bool answered(Status status) {
  return status == Status::ok || status == Status::not_converged;
}

}  // namespace masu
