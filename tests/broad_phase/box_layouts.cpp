// SPDX-License-Identifier: MIT
// Boxes inside records of a program give the same pairs in the same order as packed boxes. Other
// members of the records are ignored, and memory outside the first and last box is not read.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <masu/broad_phase/sorted_orthtree.hpp>

#include "scenes/generators/scene.hpp"

namespace masu::test {
namespace {

template <class T, int kCorner>
struct Padded {
  T min[kCorner];
  T max[kCorner];
};
template <class T, int kCorner>
struct Followed {
  T min[kCorner];
  T max[kCorner];
  T more[1];
};
template <class T, int kCorner>
struct Swapped {
  T max[kCorner];
  T min[kCorner];
};

// Scalars of a record that do not belong to the box are NaN.
template <class Record, int D, class T>
std::vector<Record> records_of(const std::vector<Aabb<D, T>>& boxes) {
  std::vector<Record> records(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    constexpr std::size_t kScalars = sizeof(Record) / sizeof(T);
    T* const scalars = reinterpret_cast<T*>(&records[i]);
    for (std::size_t k = 0; k < kScalars; ++k) {
      scalars[k] = std::numeric_limits<T>::quiet_NaN();
    }
    for (int a = 0; a < D; ++a) {
      records[i].min[a] = boxes[i].min[a];
      records[i].max[a] = boxes[i].max[a];
    }
  }
  return records;
}

template <int D, class T, class Boxes>
std::vector<Pair> pairs_of(const Boxes& boxes, std::size_t two_passes_from) {
  SortedOrthtree<D, T> finder({.two_passes_from = two_passes_from});
  PairList pairs;
  EXPECT_EQ(finder.find_pairs(boxes, pairs).status, Status::ok);
  return {pairs.begin(), pairs.end()};
}

template <int D, class T>
void expect_the_same_from_all_layouts() {
  for (const std::size_t n : {1, 2, 17, 129, 1000, 5000}) {
    const auto boxes = scenes::make_scene<D, T>("pile", n, n);
    for (const std::size_t two_passes_from : {std::size_t(1), 2 * n}) {
      const auto expected = pairs_of<D, T>(boxes, two_passes_from);
      const auto same = [&](const auto& records) {
        EXPECT_EQ((pairs_of<D, T>(records, two_passes_from)), expected) << D << "D n=" << n;
      };
      same(records_of<Padded<T, D + 1>>(boxes));
      same(records_of<Followed<T, D>>(boxes));
      same(records_of<Swapped<T, D>>(boxes));
    }
  }
}

TEST(BoxLayouts, give_the_same_list) {
  expect_the_same_from_all_layouts<2, float>();
  expect_the_same_from_all_layouts<3, float>();
  expect_the_same_from_all_layouts<2, double>();
  expect_the_same_from_all_layouts<3, double>();
}

}  // namespace
}  // namespace masu::test
