// SPDX-License-Identifier: MIT
// Compares results bit by bit: 0 differs from -0 here.
#pragma once

#include <gtest/gtest.h>

#include <masu/narrow_phase/separation.hpp>

#include "narrow_phase/kind_order.hpp"

namespace masu::test {

template <int D, class T>
void expect_same_bits(const Separation<D, T>& x, const Separation<D, T>& y) {
  const auto same = [](const auto& p, const auto& q) { return detail::compare_bits(p, q) == 0; };
  EXPECT_EQ(x.status, y.status);
  EXPECT_PRED2(same, x.distance, y.distance);
  EXPECT_PRED2(same, x.lower, y.lower);
  EXPECT_PRED2(same, x.upper, y.upper);
  EXPECT_PRED2(same, x.normal, y.normal);
  EXPECT_PRED2(same, x.point_a, y.point_a);
  EXPECT_PRED2(same, x.point_b, y.point_b);
}
template <int D, class T>
void expect_same_bits(const Impact<D, T>& x, const Impact<D, T>& y) {
  const auto same = [](const auto& p, const auto& q) { return detail::compare_bits(p, q) == 0; };
  EXPECT_EQ(x.status, y.status);
  EXPECT_EQ(x.hit, y.hit);
  EXPECT_PRED2(same, x.t, y.t);
  EXPECT_PRED2(same, x.normal, y.normal);
  EXPECT_PRED2(same, x.point_a, y.point_a);
  EXPECT_PRED2(same, x.point_b, y.point_b);
}

}  // namespace masu::test
