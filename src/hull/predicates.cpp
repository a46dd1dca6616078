// SPDX-License-Identifier: MIT
// The exact halves of the predicates, for the calls that the filters leave in doubt.
#include <masu/hull/predicates.hpp>

#include <algorithm>
#include <cfloat>

#include <masu/hull/detail/expansion.hpp>
#include <masu/hull/detail/hull3_access.hpp>
#include <masu/hull/detail/wide_integer.hpp>

namespace masu::detail {

#ifdef FLT_EVAL_METHOD
static_assert(FLT_EVAL_METHOD == 0,
              "expansions need doubles rounded to double, no wider registers");
#endif

namespace {

// Bounds B of Shewchuk's: the determinant of the rounded differences is exact, the rounding of the
// differences is not in it.
constexpr double kCrossRounded = (2 + 12 * kHalfUlp) * kHalfUlp;
constexpr double kVolumeRounded = (3 + 28 * kHalfUlp) * kHalfUlp;

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

// Differences exactly: a head and a tail each, or wide integers.
template <int D>
struct Expanded {
  Expansion<2> v[D];
  double head(int k) const { return v[k].size == 0 ? 0 : v[k].part[v[k].size - 1]; }
  bool rounded() const {
    bool any = false;
    for (const auto& e : v) any = any || e.size == 2;
    return any;
  }
};

template <int D>
Expanded<D> expanded(const Vec<D, double>& to, const Vec<D, double>& from) {
  Expanded<D> r;
  for (int k = 0; k < D; ++k) r.v[k] = difference_of(to[k], from[k]);
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

template <int D>
struct Heads {
  Expansion<1> v[D];
  explicit Heads(const Expanded<D>& e) {
    for (int k = 0; k < D; ++k) v[k] = expansion_of(e.head(k));
  }
};

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

double cross_terms(const Expanded<2>& u, const Expanded<2>& v) {
  return std::abs(u.head(0) * v.head(1)) + std::abs(u.head(1) * v.head(0));
}

double volume_terms(const Expanded<3>& u, const Expanded<3>& v, const Expanded<3>& w) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    const double minor = std::abs(u.head(i) * v.head(j)) + std::abs(u.head(j) * v.head(i));
    sum += minor * std::abs(w.head(k));
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
  const Expanded<2> u = expanded(b, a);
  const Expanded<2> v = expanded(q, p);
  const Heads<2> hu(u);
  const Heads<2> hv(v);
  const auto heads = cross(hu.v[0], hu.v[1], hv.v[0], hv.v[1]);
  if (!u.rounded() && !v.rounded()) return heads.sign();
  const auto filtered = sign_beyond(heads.estimate(), kCrossRounded * cross_terms(u, v));
  if (filtered.certain()) return filtered.sign;
  return cross(u.v[0], u.v[1], v.v[0], v.v[1]).sign();
}

int exact_volume(const Vec<3, double>& a, const Vec<3, double>& b, const Vec<3, double>& c,
                 const Vec<3, double>& d) {
  if (!fits_expansions(a) || !fits_expansions(b) || !fits_expansions(c) || !fits_expansions(d)) {
    const auto xyz = volume(wide(b, a), wide(c, a), wide(d, a));
    return xyz.sign();
  }
  const Expanded<3> u = expanded(b, a);
  const Expanded<3> v = expanded(c, a);
  const Expanded<3> w = expanded(d, a);
  const auto heads = volume(Heads<3>(u), Heads<3>(v), Heads<3>(w));
  if (!u.rounded() && !v.rounded() && !w.rounded()) return heads.sign();
  const auto filtered = sign_beyond(heads.estimate(), kVolumeRounded * volume_terms(u, v, w));
  if (filtered.certain()) return filtered.sign;
  return volume(u, v, w).sign();
}

namespace {

template <class Vector>
auto minor(const Vector& u, const Vector& v, int k) {
  const int i = (k + 1) % 3;
  const int j = (k + 2) % 3;
  return cross(u.v[i], u.v[j], v.v[i], v.v[j]);
}

// The leading 65 bits or more of a number whose words above `top` are 0, in units of its word
// `top` - 2.
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

}  // namespace masu::detail
