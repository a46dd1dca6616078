// SPDX-License-Identifier: MIT
// What a registered tree is made with.
#pragma once

#include <cstdint>

#include <masu/broad_phase/query_results.hpp>
#include <masu/broad_phase/registration.hpp>
#include <masu/core/aabb.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/period.hpp>
#include <masu/core/status.hpp>

namespace masu {

// The world, its depth, and which cells objects are registered in.
template <int D, class T>
struct OrthtreeOptions {
  Registration registration = Registration::by_extent;
  // Nothing (or not finite): unknown, the tree follows its objects. Objects outside a given world
  // belong to its border cells; every answer stays right.
  Aabb<D, T> world = Aabb<D, T>::nothing();
  // Levels below the root, at most CellId<D>::kMaxLevel. 0: chosen from the objects. With world and
  // depth given, registration takes O(1) always; otherwise amortised, as the tree may fit itself.
  int depth = 0;
  // Boxes are wrapped into it when they come in. A period that is not valid lets nothing in.
  Period<D, T> period{};
};

}  // namespace masu
