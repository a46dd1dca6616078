// SPDX-License-Identifier: MIT
// Signs of determinants in integers of any length: independent of the code of the predicates.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cmath>
#include <initializer_list>
#include <limits>

#include <masu/core/vec.hpp>

namespace masu::test {

using BigInteger = boost::multiprecision::cpp_int;

// Integers in the ratio of the coordinates of some points: all are multiples of one power of two.
template <int D, class T>
class CommonUnit {
 public:
  using Point = Vec<D, T>;

  explicit CommonUnit(std::initializer_list<Point> points) {
    for (const Point& p : points) {
      for (const T x : p.v) {
        int exponent = 0;
        if (x != 0) std::frexp(double(x), &exponent), least_ = std::min(least_, exponent - 53);
      }
    }
  }

  BigInteger operator()(T x) const {
    if (x == 0) return 0;
    int exponent = 0;
    const double mantissa = std::frexp(double(x), &exponent);
    return BigInteger(static_cast<long long>(std::ldexp(mantissa, 53))) << (exponent - 53 - least_);
  }

 private:
  int least_ = std::numeric_limits<int>::max();
};

template <class T>
int exact_cross_sign(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& p,
                     const Vec<2, T>& q) {
  const CommonUnit<2, T> n{a, b, p, q};
  const BigInteger left = (n(b[0]) - n(a[0])) * (n(q[1]) - n(p[1]));
  return (left - (n(b[1]) - n(a[1])) * (n(q[0]) - n(p[0]))).sign();
}

template <class T>
int exact_orient2d(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& c) {
  return exact_cross_sign(a, b, a, c);
}

template <class T>
int exact_orient3d(const Vec<3, T>& a, const Vec<3, T>& b, const Vec<3, T>& c, const Vec<3, T>& d) {
  const CommonUnit<3, T> n{a, b, c, d};
  BigInteger m[3][3];
  for (int k = 0; k < 3; ++k) {
    m[0][k] = n(a[k]) - n(d[k]);
    m[1][k] = n(b[k]) - n(d[k]);
    m[2][k] = n(c[k]) - n(d[k]);
  }
  // |a - d, b - d, c - d| has the opposite sign of |b - a, c - a, d - a|.
  BigInteger sum = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]);
  sum -= m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]);
  sum += m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return -sum.sign();
}

}  // namespace masu::test
