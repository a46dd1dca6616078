// SPDX-License-Identifier: MIT
// BroadPhaseControl: a user's access to the broad phase of a World.
#pragma once

#include <masu/broad_phase/choice.hpp>
#include <masu/core/status.hpp>
#include <masu/world/detail/busy_count.hpp>

namespace masu::detail {

// The member functions of AutoPairs, if `Pairs` has them; those that change it fail while the world
// is busy.
template <class Pairs>
class BroadPhaseControl {
  static constexpr bool kChanges = requires(Pairs & p, BroadPhase method) {
    p.use(method), p.use_automatic();
  };

 public:
  BroadPhaseControl(Pairs& pairs, const BusyCount& busy) : pairs_(pairs), busy_(busy) {}

  BroadPhase method() const { return pairs_.method(); }
  const Choice& choice() const { return pairs_.choice(); }
  std::uint64_t samples() const { return pairs_.samples(); }
  // Statuses: those of AutoPairs::use(), and busy.
  Status use(BroadPhase method) requires kChanges {
    return busy_.any() ? Status::busy : pairs_.use(method);
  }
  // Lets choose() decide again. busy.
  Status use_automatic() requires kChanges {
    if (busy_.any()) return Status::busy;
    pairs_.use_automatic();
    return Status::ok;
  }

 private:
  Pairs& pairs_;
  const BusyCount& busy_;
};

}  // namespace masu::detail
