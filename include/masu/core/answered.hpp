// SPDX-License-Identifier: MIT
// Whether a geometric question was answered.
#pragma once

#include <masu/core/status.hpp>

namespace masu {

// Distances, impacts, rays and points come with one of these, exact or bounded; with any other
// status the question was refused, and only the status counts.
constexpr bool answered(Status status) {
  return status == Status::ok || status == Status::not_converged;
}

}  // namespace masu
