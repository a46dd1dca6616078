// SPDX-License-Identifier: MIT
// What a world is to find out, and with whose help.
#pragma once

#include <cstdint>

#include <masu/core/job_system.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// What a pair of a world is, and what it is asked for; each costs more than the one before.
enum class ContactDetail : std::uint8_t {
  boxes,    // two objects whose boxes overlap
  touch,    // whose shapes touch
  points,   // and how: penetration() of each two pieces
  areas,    // and over which area: manifold()
  volumes,  // and in which volume: that of polytopes and boxes, by FaceClipping
};

constexpr const char* name(ContactDetail detail) {
  switch (detail) {
    case ContactDetail::boxes: return "boxes";
    case ContactDetail::touch: return "touch";
    case ContactDetail::points: return "points";
    case ContactDetail::areas: return "areas";
    case ContactDetail::volumes: return "volumes";
  }
  return "unknown";
}

// What a world is made with.
template <class T>
struct WorldOptions {
  ContactDetail detail = ContactDetail::points;
  // Shapes as far apart as this touch too. Finite, not below zero.
  T margin = 0;
  // ContactOptions::seam_free.
  bool seam_free = true;
  // A tree is kept for those who ask. Without it each query costs O(objects).
  bool queries = true;
  // Worlds with different ones refuse each other's handles, but by chance: one in 2^31 for a slot
  // that has been used once, for one used k times one in 2^31 / k.
  std::uint32_t handle_salt = 0;
  // Pairs are found and shapes held against each other by these jobs.
  JobSystem jobs{};
  // Length of the world on each axis, 0 where it does not wrap around; the third counts in space
  // alone. Finite and not negative.
  Vec<3, T> period{};
};

}  // namespace masu
