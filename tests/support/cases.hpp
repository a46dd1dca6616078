// SPDX-License-Identifier: MIT
// Dimension and scalar as one type, for typed tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace masu::test {

template <int Dimension, class Scalar>
struct Case {
  static constexpr int D = Dimension;
  using T = Scalar;
};

using Cases = testing::Types<Case<1, float>, Case<2, float>, Case<3, float>, Case<4, float>,
                             Case<1, double>, Case<2, double>, Case<3, double>, Case<4, double>>;

// 2D and 3D.
using DimensionsAndScalars =
    testing::Types<Case<2, float>, Case<3, float>, Case<2, double>, Case<3, double>>;

// "2f", "3d": for the names of typed tests.
struct CaseNames {
  template <class C>
  static std::string GetName(int) {
    return std::to_string(C::D) + (sizeof(typename C::T) == 4 ? "f" : "d");
  }
};

}  // namespace masu::test
