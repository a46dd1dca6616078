// SPDX-License-Identifier: MIT
// Boxes, trees and results for the tests of the registered tree.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <masu/broad_phase/registered_orthtree.hpp>

#include "scenes/generators/scene.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/pair_set.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {

template <int D, class T>
using Boxes = std::vector<Aabb<D, T>>;

// Corners on whole numbers: every second pair of intervals that meets only touches, and some boxes
// have no extent. Scaling and shifting keep the bits of touching equal.
template <int D, class T>
Aabb<D, T> lattice_box(scenes::Pcg32& random, std::uint32_t extent, T scale = 1, T shift = 0) {
  Aabb<D, T> box{};
  for (int a = 0; a < D; ++a) {
    const std::uint32_t edge = random.below(20) == 0 ? random.below(extent) : random.below(4);
    const std::uint32_t at = random.below(extent);
    box.min[a] = static_cast<T>(at) * scale + shift;
    box.max[a] = static_cast<T>(at + edge) * scale + shift;
  }
  return box;
}

// One in eight is NaN, inverted, infinite, huge or tiny on some axis.
template <int D, class T>
Aabb<D, T> odd_box(scenes::Pcg32& random, std::uint32_t extent) {
  using Limits = std::numeric_limits<T>;
  Aabb<D, T> box = lattice_box<D, T>(random, extent);
  const int axis = static_cast<int>(random.below(D));
  switch (random.below(64)) {
    case 0: box.min[axis] = Limits::quiet_NaN(); break;
    case 1: box.max[axis] = Limits::quiet_NaN(); break;
    case 2: std::swap(box.min[axis], box.max[axis]); break;
    case 3: box = Aabb<D, T>::everything(); break;
    case 4: box.max[axis] = Limits::infinity(); break;
    case 5: box.min[axis] = -Limits::infinity(); break;
    case 6: box.min[axis] = Limits::lowest(), box.max[axis] = Limits::max(); break;
    case 7: box.min[axis] = -Limits::denorm_min(), box.max[axis] = Limits::denorm_min(); break;
    default: break;
  }
  return box;
}

template <int D, class T>
Boxes<D, T> odd_boxes(std::size_t n, std::uint64_t seed, std::uint32_t extent) {
  scenes::Pcg32 random(seed);
  Boxes<D, T> boxes(n);
  for (auto& box : boxes) box = odd_box<D, T>(random, extent);
  return boxes;
}

inline std::vector<Registration> registrations() {
  return {Registration::by_extent, Registration::smallest_cell};
}

// Object i of a new tree has slot i and user data i.
template <int D, class T>
void insert_all(RegisteredOrthtree<D, T>& tree, const Boxes<D, T>& boxes,
                const std::vector<Filter>& filters = {}) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const InsertResult r = tree.insert(boxes[i], i, filters.empty() ? Filter{} : filters[i]);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_EQ(r.handle.index, i);
  }
}

template <int D, class T>
PairVector all_pairs_of(const RegisteredOrthtree<D, T>& tree) {
  PairList pairs;
  const SearchResult result = tree.find_pairs(pairs);
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_EQ(result.stats.results, pairs.size());
  return to_vector(pairs);
}

// Slots in ascending order.
inline std::vector<std::uint32_t> ascending(std::vector<std::uint32_t> slots) {
  std::sort(slots.begin(), slots.end());
  return slots;
}

}  // namespace masu::test
