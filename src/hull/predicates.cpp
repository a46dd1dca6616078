// SPDX-License-Identifier: MIT
// The exact part of the predicates, for the calls that the filters do not decide.
#include <masu/hull/predicates.hpp>

#include <algorithm>
#include <cfloat>

#include "core/double_double.hpp"
#include "core/expansion.hpp"
#include "hull/hull3_access.hpp"
#include "hull/wide_integer.hpp"

namespace masu::detail {

#ifdef FLT_EVAL_METHOD
static_assert(FLT_EVAL_METHOD == 0,
              "expansions need doubles rounded to double, no wider registers");
#endif

namespace {

// Relative error of determinants in double-double over the sum of their absolute terms: two
// products, 8 u^2 each, and three sums, 4 u^2 each, total less than half of it.
constexpr double kWideBound = 64 * kHalfUlp * kHalfUlp;

// A product of three differences stays below 2^1000 and its last bit at 2^-1026 or above.
constexpr double kLeast = 0x1p-290;
constexpr double kMost = 0x1p330;

template <int D>
bool fits_expansions(const Vec<D, double>& p) {
  bool fits = true;
  for (const double x : p.v) {
    fits = fits && (x == 0 || (std::abs(x) >= kLeast && std::abs(x) <= kMost));
  }
  return fits;
}

// Exact differences, as expansions or wide integers.
template <int D>
struct Expanded {
  Expansion<2> v[D];
};

template <int D>
Expanded<D> expanded(const Vec<D, double>& to, const Vec<D, double>& from) {
  Expanded<D> r;
  for (int k = 0; k < D; ++k) r.v[k] = difference_of(to[k], from[k]);
  return r;
}

template <int D>
struct InDoubleDouble {
  DoubleDouble v[D];
};

template <int D>
InDoubleDouble<D> in_double_double(const Vec<D, double>& to, const Vec<D, double>& from) {
  InDoubleDouble<D> r;
  for (int k = 0; k < D; ++k) r.v[k] = double_double_difference(to[k], from[k]);
  return r;
}

template <int D>
struct Wide {
  WideInteger<kDoubleWords> v[D];
};

template <int D>
Wide<D> wide(const Vec<D, double>& to, const Vec<D, double>& from) {
  Wide<D> r;
  for (int k = 0; k < D; ++k) r.v[k] = wide_of(to[k]) - wide_of(from[k]);
  return r;
}

template <class Number>
auto cross(const Number& ux, const Number& uy, const Number& vx, const Number& vy) {
  return ux * vy - uy * vx;
}

template <class Vector>
auto volume(const Vector& u, const Vector& v, const Vector& w) {
  const auto x = cross(u.v[1], u.v[2], v.v[1], v.v[2]) * w.v[0];
  const auto y = cross(u.v[2], u.v[0], v.v[2], v.v[0]) * w.v[1];
  const auto z = cross(u.v[0], u.v[1], v.v[0], v.v[1]) * w.v[2];
  return x + y + z;
}

double absolute_terms(const InDoubleDouble<2>& u, const InDoubleDouble<2>& v) {
  return std::abs(u.v[0].high * v.v[1].high) + std::abs(u.v[1].high * v.v[0].high);
}

double absolute_terms(const InDoubleDouble<3>& u, const InDoubleDouble<3>& v,
                      const InDoubleDouble<3>& w) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    const double minor = std::abs(u.v[i].high * v.v[j].high) + std::abs(u.v[j].high * v.v[i].high);
    sum += minor * std::abs(w.v[k].high);
  }
  return sum;
}

}  // namespace

int exact_cross(const Vec<2, double>& a, const Vec<2, double>& b, const Vec<2, double>& p,
                const Vec<2, double>& q) {
  if (!fits_expansions(a) || !fits_expansions(b) || !fits_expansions(p) || !fits_expansions(q)) {
    const Wide<2> u = wide(b, a);
    const Wide<2> v = wide(q, p);
    return cross(u.v[0], u.v[1], v.v[0], v.v[1]).sign();
  }
  const InDoubleDouble<2> u = in_double_double(b, a);
  const InDoubleDouble<2> v = in_double_double(q, p);
  const double terms = absolute_terms(u, v);
  if (terms == 0) return 0;  // nothing underflows
  const double value = cross(u.v[0], u.v[1], v.v[0], v.v[1]).high;
  const auto filtered = sign_beyond(value, kWideBound * terms);
  if (filtered.certain()) return filtered.sign;
  const Expanded<2> eu = expanded(b, a);
  const Expanded<2> ev = expanded(q, p);
  return cross(eu.v[0], eu.v[1], ev.v[0], ev.v[1]).sign();
}

int exact_volume(const Vec<3, double>& a, const Vec<3, double>& b, const Vec<3, double>& c,
                 const Vec<3, double>& d) {
  if (!fits_expansions(a) || !fits_expansions(b) || !fits_expansions(c) || !fits_expansions(d)) {
    const auto xyz = volume(wide(b, a), wide(c, a), wide(d, a));
    return xyz.sign();
  }
  const InDoubleDouble<3> u = in_double_double(b, a);
  const InDoubleDouble<3> v = in_double_double(c, a);
  const InDoubleDouble<3> w = in_double_double(d, a);
  const double terms = absolute_terms(u, v, w);
  if (terms == 0) return 0;
  const auto filtered = sign_beyond(volume(u, v, w).high, kWideBound * terms);
  if (filtered.certain()) return filtered.sign;
  return volume(expanded(b, a), expanded(c, a), expanded(d, a)).sign();
}

namespace {

template <class Vector>
auto minor(const Vector& u, const Vector& v, int k) {
  const int i = (k + 1) % 3;
  const int j = (k + 2) % 3;
  return cross(u.v[i], u.v[j], v.v[i], v.v[j]);
}

// Returns the leading 65 bits or more of a number whose words above `top` are 0, in units of its
// word `top` - 2.
template <int N>
double leading(const WideInteger<N>& n, int top) {
  double sum = 0;
  for (int i = top; i >= 0 && i > top - 3; --i) {
    sum = std::ldexp(double(n.word[i]), 32 * (i - top + 2)) + sum;
  }
  return n.negative ? -sum : sum;
}

Point3 wide_normal(const Wide<3>& u, const Wide<3>& v) {
  const WideInteger<2 * kDoubleWords> n[3] = {minor(u, v, 0), minor(u, v, 1), minor(u, v, 2)};
  int top = 2 * kDoubleWords - 1;
  const auto all_zero = [&] {
    return n[0].word[top] == 0 && n[1].word[top] == 0 && n[2].word[top] == 0;
  };
  while (top > 0 && all_zero()) --top;
  return {leading(n[0], top), leading(n[1], top), leading(n[2], top)};
}

// With 106 bits, unless more than 40 are lost.
bool intersect_in_double_double(const Point3& a, const Point3& b, const Point3& c, Point3& vertex) {
  const InDoubleDouble<3> u = in_double_double(b, a);
  const InDoubleDouble<3> v = in_double_double(c, a);
  const InDoubleDouble<3> w = in_double_double(a, Point3{});
  const double height = volume(u, v, w).high;
  if (!(height > 0x1p-40 * absolute_terms(u, v, w))) return false;
  double terms = 0;
  double largest = 0;
  for (int k = 0; k < 3; ++k) {
    const int x = (k + 1) % 3;
    const int y = (k + 2) % 3;
    vertex[k] = minor(u, v, k).high;
    terms += std::abs(u.v[x].high * v.v[y].high) + std::abs(u.v[y].high * v.v[x].high);
    largest = std::max(largest, std::abs(vertex[k]));
  }
  if (!(largest > 0x1p-40 * terms)) return false;
  for (double& x : vertex.v) x /= height;
  return true;
}

}  // namespace

Point3 exact_normal(const Point3& a, const Point3& b, const Point3& c) {
  if (!fits_expansions(a) || !fits_expansions(b) || !fits_expansions(c)) {
    return wide_normal(wide(b, a), wide(c, a));
  }
  const Expanded<3> u = expanded(b, a);
  const Expanded<3> v = expanded(c, a);
  Point3 n{};
  int largest = -2000;
  for (int k = 0; k < 3; ++k) {
    n[k] = minor(u, v, k).estimate();
    if (n[k] != 0) largest = std::max(largest, std::ilogb(n[k]));
  }
  for (double& x : n.v) x = std::ldexp(x, -largest);  // squares neither overflow nor underflow
  return n;
}

bool intersect_exactly(const Point3& a, const Point3& b, const Point3& c, Point3& vertex) {
  Point3 n;
  double height;
  const bool fits = fits_expansions(a) && fits_expansions(b) && fits_expansions(c);
  if (fits && intersect_in_double_double(a, b, c, vertex)) return true;
  if (orient3d(a, b, c, Point3{}) >= 0) return false;
  if (fits) {
    const Expanded<3> u = expanded(b, a);
    const Expanded<3> v = expanded(c, a);
    for (int k = 0; k < 3; ++k) n[k] = minor(u, v, k).estimate();
    height = volume(u, v, expanded(a, Point3{})).estimate();
  } else {
    n = exact_normal(a, b, c);
    height = std::max({dot(n, a), dot(n, b), dot(n, c)});
  }
  if (!(height > 0)) return false;
  for (int k = 0; k < 3; ++k) vertex[k] = n[k] / height;
  return true;
}

}  // namespace masu::detail
