// SPDX-License-Identifier: MIT
// OrthtreeOptions: options of a RegisteredOrthtree.
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

// The root bounds and depth of a tree, and the cells in which objects are registered.
template <int D, class T>
struct OrthtreeOptions {
  Registration registration = Registration::by_extent;  // decides an object's cell
  // The root bounds. Empty (or not finite): unknown, the tree follows its objects. Objects outside
  // of given bounds belong to the border cells; every answer stays correct.
  Aabb<D, T> domain = Aabb<D, T>::nothing();
  // Levels below the root, at most CellId<D>::kMaxLevel. 0: chosen from the objects. If both domain
  // and depth are given, registration always takes O(1); otherwise O(1) amortized, as the tree may
  // refit.
  int depth = 0;
  // Boxes are wrapped into this period when they are inserted or moved. If it is not valid, no
  // object can be inserted.
  Period<D, T> period{};
};

}  // namespace masu
