// SPDX-License-Identifier: MIT
// Options of a World: how much it computes, and what with.
#pragma once

#include <cstdint>

#include <masu/core/job_system.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// What makes a pair, and what update() computes for it. Each level costs more than the one before.
enum class ContactDetail : std::uint8_t {
  boxes,    // pairs whose boxes overlap
  touch,    // pairs whose shapes touch
  points,   // as touch, and distance and contact points of sub-shapes: penetration()
  areas,    // as points, and contact areas: manifold()
  volumes,  // as areas, and volumes that polytopes and boxes share: FaceClipping
};

// Returns the name of the enumerator: "touch" for ContactDetail::touch.
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

// Options of a World; fixed when it is made.
template <class T>
struct WorldOptions {
  ContactDetail detail = ContactDetail::points;  // what is computed for a pair
  // Shapes no farther apart than this count as touching. Finite, not negative.
  T margin = 0;
  // As ContactOptions::skip_internal_edges: whether internal edges of meshes make no ghost
  // contacts.
  bool skip_internal_edges = true;
  // Whether the world keeps a tree for its queries. Without it each query costs O(objects).
  bool queries = true;
  // Worlds with different salts refuse each other's handles, except by chance: one in 2^31 for a
  // slot that has been used once, k in 2^31 for a slot used k times.
  std::uint32_t handle_salt = 0;
  // Runs the broad phase and the narrow phase of update() in parallel; results do not depend on it.
  JobSystem jobs{};
  // Length of a periodic world on each axis; 0: the axis does not wrap around. The third counts in
  // 3D only. Finite, not negative.
  Vec<3, T> period{};
};

}  // namespace masu
