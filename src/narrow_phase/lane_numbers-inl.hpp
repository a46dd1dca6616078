// SPDX-License-Identifier: MIT
// The number types of closed forms: one double, or a register of them. Each operation rounds alike
// in both, so that one pair and a batch of them have the same bits.
#if defined(MASU_LANE_NUMBERS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_LANE_NUMBERS_INL_HPP
#undef MASU_LANE_NUMBERS_INL_HPP
#else
#define MASU_LANE_NUMBERS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cmath>
#include <limits>
#include <type_traits>

#include <masu/core/vec.hpp>

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 256 bits, as everywhere (docs/decisions/0007).
using LaneTag = hn::CappedTag<double, 4>;
using Lanes = hn::VFromD<LaneTag>;

template <class N>
inline constexpr bool kOneLane = std::is_same_v<N, double>;

template <class N>
HWY_INLINE N constant(double x) {
  if constexpr (kOneLane<N>) {
    return x;
  } else {
    return hn::Set(LaneTag(), x);
  }
}
template <class Mask, class N>
HWY_INLINE N when(Mask yes, N x, N y) {
  if constexpr (kOneLane<N>) {
    return yes ? x : y;
  } else {
    return hn::IfThenElse(yes, x, y);
  }
}
template <class Mask>
HWY_INLINE Mask both(Mask x, Mask y) {
  if constexpr (std::is_same_v<Mask, bool>) {
    return x && y;
  } else {
    return hn::And(x, y);
  }
}
template <class Mask>
HWY_INLINE Mask either(Mask x, Mask y) {
  if constexpr (std::is_same_v<Mask, bool>) {
    return x || y;
  } else {
    return hn::Or(x, y);
  }
}
template <class N>
HWY_INLINE N root(N x) {
  if constexpr (kOneLane<N>) {
    return std::sqrt(x);
  } else {
    return hn::Sqrt(x);
  }
}
template <class N>
HWY_INLINE N magnitude(N x) {
  if constexpr (kOneLane<N>) {
    return std::fabs(x);
  } else {
    return hn::Abs(x);
  }
}
template <class N>
HWY_INLINE N opposite(N x) {
  if constexpr (kOneLane<N>) {
    return -x;
  } else {
    return hn::Neg(x);
  }
}
template <class N>
HWY_INLINE N greater(N x, N y) {
  return when(x < y, y, x);
}
template <class N>
HWY_INLINE N lesser(N x, N y) {
  return when(y < x, y, x);
}
// Within [-limit, limit].
template <class N>
HWY_INLINE N clamped(N x, N limit) {
  return lesser(greater(x, opposite(limit)), limit);
}
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// The same, where the compiler would branch on what is random. Max() and Min() return their second
// argument for numbers that are equal or NaN.
HWY_INLINE double clamped(double x, double limit) {
  const hn::FixedTag<double, 2> d;
  const auto raised = hn::Max(hn::Set(d, -limit), hn::Set(d, x));
  return hn::GetLane(hn::Min(hn::Set(d, limit), raised));
}
#endif

// One vector for each lane.
template <int D, class N>
struct LaneVec {
  static constexpr int kDimension = D;
  using Number = N;

  N v[D];

  template <class F>
  static HWY_INLINE LaneVec each(F&& f) {
    if constexpr (D == 2) {
      return {{f(0), f(1)}};
    } else {
      return {{f(0), f(1), f(2)}};
    }
  }
  template <class T>
  static HWY_INLINE LaneVec of(const Vec<D, T>& p) {
    return each([&](int a) HWY_ATTR { return constant<N>(double(p[a])); });
  }
  template <class T>
  static HWY_INLINE LaneVec within(const Vec<D, T>& p) {
    return of(p);
  }
  template <class T>
  static HWY_INLINE LaneVec behind(const Vec<D, T>& p) {
    return of(p);
  }
  static HWY_INLINE LaneVec from(N x, N y) { return {{x, y}}; }
  static HWY_INLINE LaneVec from(N x, N y, N z) { return {{x, y, z}}; }
  template <class T>
  HWY_INLINE void store(Vec<D, T>& to) const {
    for (int a = 0; a < D; ++a) to[a] = static_cast<T>(v[a]);
  }
  // May write one number more: memory there must be written later.
  template <class T>
  HWY_INLINE void store_over(Vec<D, T>& to) const {
    store(to);
  }
  HWY_INLINE void spill(N* to) const {
    for (int a = 0; a < D; ++a) to[a] = v[a];
  }
  // All components.
  static HWY_INLINE LaneVec all(N x) {
    return each([&](int) HWY_ATTR { return x; });
  }

  HWY_INLINE N operator[](int a) const { return v[a]; }
  friend HWY_INLINE LaneVec operator+(const LaneVec& x, const LaneVec& y) {
    return each([&](int a) HWY_ATTR { return x.v[a] + y.v[a]; });
  }
  friend HWY_INLINE LaneVec operator-(const LaneVec& x, const LaneVec& y) {
    return each([&](int a) HWY_ATTR { return x.v[a] - y.v[a]; });
  }
  friend HWY_INLINE LaneVec operator*(const LaneVec& x, const LaneVec& y) {
    return each([&](int a) HWY_ATTR { return x.v[a] * y.v[a]; });
  }
  friend HWY_INLINE LaneVec operator/(const LaneVec& x, const LaneVec& y) {
    return each([&](int a) HWY_ATTR { return x.v[a] / y.v[a]; });
  }
  friend HWY_INLINE LaneVec operator*(const LaneVec& x, N s) { return x * all(s); }
};

template <int D, class N>
HWY_INLINE N sum_of(const LaneVec<D, N>& x) {
  N sum = x[0] + x[1];
  if constexpr (D == 3) sum = sum + x[2];
  return sum;
}
template <int D, class N>
HWY_INLINE N largest_of(const LaneVec<D, N>& x) {
  N most = greater(x[0], x[1]);
  if constexpr (D == 3) most = greater(most, x[2]);
  return most;
}
template <int D, class N>
HWY_INLINE N least_of(const LaneVec<D, N>& x) {
  N least = lesser(x[0], x[1]);
  if constexpr (D == 3) least = lesser(least, x[2]);
  return least;
}
template <int D, class N>
HWY_INLINE LaneVec<D, N> magnitude(const LaneVec<D, N>& x) {
  return LaneVec<D, N>::each([&](int a) HWY_ATTR { return magnitude(x[a]); });
}
// The maximum of each component.
template <int D, class N>
HWY_INLINE LaneVec<D, N> greater(const LaneVec<D, N>& x, const LaneVec<D, N>& y) {
  return LaneVec<D, N>::each([&](int a) HWY_ATTR { return greater(x[a], y[a]); });
}
template <int D, class N>
HWY_INLINE LaneVec<D, N> opposite(const LaneVec<D, N>& x) {
  return LaneVec<D, N>::each([&](int a) HWY_ATTR { return opposite(x[a]); });
}
template <int D, class N>
HWY_INLINE LaneVec<D, N> clamped(const LaneVec<D, N>& x, const LaneVec<D, N>& limit) {
  return LaneVec<D, N>::each([&](int a) HWY_ATTR { return clamped(x[a], limit[a]); });
}
template <class Mask, int D, class N>
HWY_INLINE LaneVec<D, N> when(Mask yes, const LaneVec<D, N>& x, const LaneVec<D, N>& y) {
  return LaneVec<D, N>::each([&](int a) HWY_ATTR { return when(yes, x[a], y[a]); });
}
// In each component y where that of `by` is negative, else x.
template <int D, class N>
HWY_INLINE LaneVec<D, N> by_sign(const LaneVec<D, N>& by, const LaneVec<D, N>& x,
                                 const LaneVec<D, N>& y) {
  return LaneVec<D, N>::each([&](int a)
                                 HWY_ATTR { return when(by[a] < constant<N>(0), y[a], x[a]); });
}
// 1 where x is above 0, else 0.
template <int D, class N>
HWY_INLINE LaneVec<D, N> positive(const LaneVec<D, N>& x) {
  return LaneVec<D, N>::each(
      [&](int a) HWY_ATTR { return when(constant<N>(0) < x[a], constant<N>(1), constant<N>(0)); });
}
// 1 at the first component that is `value`, 0 at the others.
template <int D, class N>
HWY_INLINE LaneVec<D, N> first_equal(const LaneVec<D, N>& x, N value) {
  const N zero = constant<N>(0);
  const N one = constant<N>(1);
  const N first = when(x[0] == value, one, zero);
  const N second = when(x[0] == value, zero, when(x[1] == value, one, zero));
  if constexpr (D == 2) {
    return {{first, second}};
  } else {
    return {{first, second, one - (first + second)}};
  }
}
// `above` over the square root of `squared`; minus infinity where `squared` is less than `least`.
template <int D, class N>
HWY_INLINE LaneVec<D, N> over_root(const LaneVec<D, N>& above, const LaneVec<D, N>& squared,
                                   double least) {
  const N none = constant<N>(-std::numeric_limits<double>::infinity());
  return LaneVec<D, N>::each([&](int a) HWY_ATTR {
    return when(squared[a] < constant<N>(least), none, above[a] / root(squared[a]));
  });
}
// low <= |x| <= high, or 0.
HWY_INLINE bool within(double x, double low, double high) {
  const double size = std::fabs(x);
  return (size >= low && size <= high) || size == 0;
}
template <int D>
HWY_INLINE bool within(const LaneVec<D, double>& x, double low, double high) {
  bool sound = true;
  for (int a = 0; a < D; ++a) sound &= within(x[a], low, high);
  return sound;
}
HWY_INLINE bool all_of(bool sound) {
  return sound;
}
template <class N>
HWY_INLINE LaneVec<3, N> rotated(const LaneVec<3, N>& x) {
  return {{x[1], x[2], x[0]}};
}

// ----- for any kind of vector

template <class V>
HWY_INLINE typename V::Number dot(const V& x, const V& y) {
  return sum_of(x * y);
}
template <class V>
HWY_INLINE typename V::Number largest(const V& x) {
  return largest_of(magnitude(x));
}
// A number in 2D, a vector in 3D.
template <class V>
HWY_INLINE auto cross(const V& x, const V& y) {
  if constexpr (V::kDimension == 2) {
    return x[0] * y[1] - x[1] * y[0];
  } else {
    return rotated(x * rotated(y) - rotated(x) * y);
  }
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
