// SPDX-License-Identifier: MIT
#include "tests/oracle/cgal_pairs.hpp"

#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>

#include <algorithm>

namespace masu::test {
namespace {

template <int D, class T>
using CgalBox = CGAL::Box_intersection_d::Box_with_info_d<T, D, std::uint32_t>;

template <int D, class T>
std::vector<CgalBox<D, T>> to_cgal(const std::vector<Aabb<D, T>>& boxes) {
  std::vector<CgalBox<D, T>> all;
  all.reserve(boxes.size());
  for (const Aabb<D, T>& box : boxes) {
    T low[D];
    T high[D];
    for (int a = 0; a < D; ++a) low[a] = box.min[a], high[a] = box.max[a];
    all.emplace_back(low, high, static_cast<std::uint32_t>(all.size()));
  }
  return all;
}

// Small sets are scanned pair by pair below this size.
constexpr std::ptrdiff_t kCutoff = 400;

}  // namespace

template <int D, class T>
std::vector<Pair> cgal_pairs(const std::vector<Aabb<D, T>>& boxes) {
  using Box = CgalBox<D, T>;
  std::vector<Pair> pairs;
  std::vector<Box> all = to_cgal(boxes);
  CGAL::box_self_intersection_d(
      all.begin(), all.end(),
      [&](const Box& s, const Box& t) {
        pairs.push_back({std::min(s.info(), t.info()), std::max(s.info(), t.info())});
      },
      kCutoff, CGAL::Box_intersection_d::CLOSED);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

template <int D, class T>
std::vector<Pair> cgal_pairs_between(const std::vector<Aabb<D, T>>& a,
                                     const std::vector<Aabb<D, T>>& b) {
  using Box = CgalBox<D, T>;
  std::vector<Pair> pairs;
  std::vector<Box> first = to_cgal(a);
  std::vector<Box> second = to_cgal(b);
  CGAL::box_intersection_d(
      first.begin(), first.end(), second.begin(), second.end(),
      [&](const Box& s, const Box& t) {
        pairs.push_back({s.info(), t.info()});
      },
      kCutoff, CGAL::Box_intersection_d::CLOSED);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

template std::vector<Pair> cgal_pairs(const std::vector<Aabb<2, float>>&);
template std::vector<Pair> cgal_pairs(const std::vector<Aabb<3, float>>&);
template std::vector<Pair> cgal_pairs(const std::vector<Aabb<2, double>>&);
template std::vector<Pair> cgal_pairs(const std::vector<Aabb<3, double>>&);
template std::vector<Pair> cgal_pairs_between(const std::vector<Aabb<2, float>>&,
                                              const std::vector<Aabb<2, float>>&);
template std::vector<Pair> cgal_pairs_between(const std::vector<Aabb<3, float>>&,
                                              const std::vector<Aabb<3, float>>&);
template std::vector<Pair> cgal_pairs_between(const std::vector<Aabb<2, double>>&,
                                              const std::vector<Aabb<2, double>>&);
template std::vector<Pair> cgal_pairs_between(const std::vector<Aabb<3, double>>&,
                                              const std::vector<Aabb<3, double>>&);

}  // namespace masu::test
