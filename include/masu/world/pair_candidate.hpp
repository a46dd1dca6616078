// SPDX-License-Identifier: MIT
// PairCandidate: the argument of a pair filter.
#pragma once

#include <cstdint>

#include <masu/core/function_ref.hpp>
#include <masu/core/handle.hpp>

namespace masu {

// Two objects that come near each other and whose filters, groups and exclusions allow a pair;
// a.index < b.index.
struct PairCandidate {
  Handle a;                   // the object in the smaller slot
  Handle b;                   // the other one
  std::uint64_t user_data_a;  // ObjectOptions::user_data of a
  std::uint64_t user_data_b;  // the same of b
};

namespace detail {
// Returns 1 (they may collide), 0 (never), or less to end the update with Status::stopped.
using PairFilterRef = FunctionRef<int(const PairCandidate&)>;
}  // namespace detail

}  // namespace masu
