// SPDX-License-Identifier: MIT
// Exact sums of doubles: expansions, whose components do not overlap and grow in magnitude.
#pragma once

#include <cmath>

namespace masu::detail {

// J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates", 1997, sections 2.3 to 2.7. Everything is exact as long as nothing overflows and the
// last bit of every product is at least 2^-1074; round to nearest, ties to even, is assumed. Zero
// components are left out, so the lengths adapt to the numbers.

struct TwoDoubles {
  double high;
  double low;
};

// high + low = a + b, high the rounded sum. (D. E. Knuth.)
inline TwoDoubles two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

// As above, for |a| >= |b|, or a = 0. (T. J. Dekker.)
inline TwoDoubles fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// Halves of 26 bits each. (G. W. Veltkamp.)
inline TwoDoubles split(double a) {
  const double c = 0x1.0000002p27 * a;
  const double high = c - (c - a);
  return {high, a - high};
}

// high + low = a * b. (T. J. Dekker.) A fused multiply-add would need only two operations, but
// every machine shall use the same path.
inline TwoDoubles two_product(double a, double b) {
  const double product = a * b;
  const TwoDoubles x = split(a);
  const TwoDoubles y = split(b);
  const double rest = product - x.high * y.high - x.low * y.high - x.high * y.low;
  return {product, x.low * y.low - rest};
}

// At most N components, the smallest first; 0 has none.
template <int N>
struct Expansion {
  static constexpr int kCapacity = N;
  double part[N];
  int size = 0;

  void append(double value) {
    if (value != 0) part[size++] = value;
  }
  // The last component exceeds the sum of all others.
  int sign() const { return size == 0 ? 0 : (part[size - 1] > 0 ? 1 : -1); }
  double estimate() const {
    double sum = 0;
    for (int i = 0; i < size; ++i) sum += part[i];
    return sum;
  }
};

inline Expansion<2> difference_of(double a, double b) {
  const TwoDoubles d = two_sum(a, -b);
  Expansion<2> r;
  r.append(d.low);
  r.append(d.high);
  return r;
}

template <int N>
Expansion<N> operator-(Expansion<N> e) {
  for (int i = 0; i < e.size; ++i) e.part[i] = -e.part[i];
  return e;
}

// FAST-EXPANSION-SUM (section 2.4): merged by magnitude, then added from the smallest. `sum` has
// space for all components of both.
template <int N, int M, int R>
void add(const Expansion<N>& e, const Expansion<M>& f, Expansion<R>& sum) {
  sum.size = 0;
  int i = 0;
  int j = 0;
  const auto next = [&] {
    const bool from_e = j == f.size || (i < e.size && std::abs(e.part[i]) < std::abs(f.part[j]));
    return from_e ? e.part[i++] : f.part[j++];
  };
  if (e.size + f.size == 0) return;
  double carry = next();
  for (int k = 1; k < e.size + f.size; ++k) {
    const double value = next();
    const TwoDoubles s = k == 1 ? fast_two_sum(value, carry) : two_sum(carry, value);
    sum.append(s.low);
    carry = s.high;
  }
  sum.append(carry);
}

template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> sum;
  add(e, f, sum);
  return sum;
}

template <int N, int M>
Expansion<N + M> operator-(const Expansion<N>& e, const Expansion<M>& f) {
  return e + -f;
}

// SCALE-EXPANSION (section 2.5).
template <int N>
Expansion<2 * N> operator*(const Expansion<N>& e, double b) {
  Expansion<2 * N> r;
  if (e.size == 0) return r;
  TwoDoubles carry = two_product(e.part[0], b);
  r.append(carry.low);
  for (int i = 1; i < e.size; ++i) {
    const TwoDoubles product = two_product(e.part[i], b);
    const TwoDoubles s = two_sum(carry.high, product.low);
    r.append(s.low);
    carry = fast_two_sum(product.high, s.high);
    r.append(carry.low);
  }
  r.append(carry.high);
  return r;
}

// Fastest with the longer one first.
template <int N, int M>
Expansion<2 * N * M> operator*(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<2 * N * M> total;
  for (int j = 0; j < f.size; ++j) {
    const Expansion<2 * N* M> before = total;
    add(before, e * f.part[j], total);
  }
  return total;
}

}  // namespace masu::detail
