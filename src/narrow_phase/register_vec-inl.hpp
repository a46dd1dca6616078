// SPDX-License-Identifier: MIT
// One vector in one register, where registers hold four doubles.
#if defined(MASU_REGISTER_VEC_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_REGISTER_VEC_INL_HPP
#undef MASU_REGISTER_VEC_INL_HPP
#else
#define MASU_REGISTER_VEC_INL_HPP
#endif

#include <cstdint>

#include "narrow_phase/lane_numbers-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

using QuadTag = hn::FixedTag<double, 4>;
using Quad = hn::VFromD<QuadTag>;

HWY_INLINE hn::VFromD<hn::Half<QuadTag>> joined(double x, double y) {
  const hn::Half<QuadTag> pair;
  return hn::InterleaveLower(pair, hn::Set(pair, x), hn::Set(pair, y));
}

// Not by a table of indices: that would take a register.
template <int A, int B, int C, int E>
HWY_INLINE Quad permuted(const Quad& x) {
  return Quad{_mm256_permute4x64_pd(x.raw, A | B << 2 | C << 4 | E << 6)};
}

template <class T>
HWY_INLINE Quad load_four(const T* p) {
  if constexpr (std::is_same_v<T, float>) {
    return hn::PromoteTo(QuadTag(), hn::LoadU(hn::Rebind<float, QuadTag>(), p));
  } else {
    return hn::LoadU(QuadTag(), p);
  }
}

template <class T>
HWY_INLINE void store_four(const Quad& x, T* to) {
  if constexpr (std::is_same_v<T, float>) {
    const hn::Rebind<float, QuadTag> narrow;
    hn::StoreU(hn::DemoteTo(narrow, x), narrow, to);
  } else {
    hn::StoreU(x, QuadTag(), to);
  }
}

// Unused components may have any value.
template <int D>
struct RegisterVec {
  static constexpr int kDimension = D;
  using Number = double;

  Quad v;

  static HWY_INLINE RegisterVec all(double x) { return {hn::Set(QuadTag(), x)}; }
  static HWY_INLINE RegisterVec from(double x, double y, double z = 0) {
    return {hn::Combine(QuadTag(), hn::Set(hn::Half<QuadTag>(), z), joined(x, y))};
  }
  template <class T>
  static HWY_INLINE RegisterVec of(const Vec<D, T>& p) {
    if constexpr (D == 2) return from(double(p[0]), double(p[1]));
    if constexpr (D == 3) return from(double(p[0]), double(p[1]), double(p[2]));
  }
  // Reads one number more: there must be memory.
  template <class T>
  static HWY_INLINE RegisterVec within(const Vec<D, T>& p) {
    return {load_four(p.v)};
  }
  // Reads one number before: p is a later member of its object. Takes a pointer to the whole
  // vector, as one to its array may not reach there.
  template <class T>
  static HWY_INLINE RegisterVec behind(const Vec<3, T>& p) {
    static_assert(D == 3);
    return {permuted<1, 2, 3, 0>(load_four(reinterpret_cast<const T*>(&p) - 1))};
  }
  template <class T>
  HWY_INLINE void store(Vec<D, T>& to) const {
    if constexpr (std::is_same_v<T, float>) {
      const auto narrow = hn::DemoteTo(hn::Rebind<float, QuadTag>(), v);
      alignas(16) float x[4];
      hn::Store(narrow, hn::Rebind<float, QuadTag>(), x);
      for (int a = 0; a < D; ++a) to[a] = x[a];
    } else {
      for (int a = 0; a < D; ++a) to[a] = (*this)[a];
    }
  }

  template <class T>
  HWY_INLINE void store_over(Vec<D, T>& to) const {
    if constexpr (D == 2) {
      store(to);
    } else {
      store_four(v, to.v);
    }
  }
  // All four.
  HWY_INLINE void spill(double* to) const { hn::StoreU(v, QuadTag(), to); }

  HWY_INLINE double operator[](int a) const {
    const hn::Half<QuadTag> half;
    const auto pair = a < 2 ? hn::LowerHalf(half, v) : hn::UpperHalf(half, v);
    return hn::GetLane((a & 1) == 0 ? pair : hn::Shuffle01(pair));
  }
  friend HWY_INLINE RegisterVec operator+(const RegisterVec& x, const RegisterVec& y) {
    return {hn::Add(x.v, y.v)};
  }
  friend HWY_INLINE RegisterVec operator-(const RegisterVec& x, const RegisterVec& y) {
    return {hn::Sub(x.v, y.v)};
  }
  friend HWY_INLINE RegisterVec operator*(const RegisterVec& x, const RegisterVec& y) {
    return {hn::Mul(x.v, y.v)};
  }
  friend HWY_INLINE RegisterVec operator/(const RegisterVec& x, const RegisterVec& y) {
    return {hn::Div(x.v, y.v)};
  }
  friend HWY_INLINE RegisterVec operator*(const RegisterVec& x, double s) { return x * all(s); }
};

template <int A, int B, int C, int E, int D>
HWY_INLINE RegisterVec<D> picked(const RegisterVec<D>& x) {
  return {permuted<A, B, C, E>(x.v)};
}
template <int D>
HWY_INLINE double sum_of(const RegisterVec<D>& x) {
  const hn::Half<QuadTag> half;
  const auto low = hn::LowerHalf(half, x.v);
  auto sum = hn::Add(low, hn::Shuffle01(low));
  if constexpr (D == 3) sum = hn::Add(sum, hn::UpperHalf(half, x.v));
  return hn::GetLane(sum);
}
// Of numbers that are equal or NaN, Max() and Min() return the second.
template <int D>
HWY_INLINE double largest_of(const RegisterVec<D>& x) {
  const hn::Half<QuadTag> half;
  const auto low = hn::LowerHalf(half, x.v);
  auto most = hn::Max(hn::Shuffle01(low), low);
  if constexpr (D == 3) most = hn::Max(hn::UpperHalf(half, x.v), most);
  return hn::GetLane(most);
}
template <int D>
HWY_INLINE double least_of(const RegisterVec<D>& x) {
  const hn::Half<QuadTag> half;
  const auto low = hn::LowerHalf(half, x.v);
  auto least = hn::Min(hn::Shuffle01(low), low);
  if constexpr (D == 3) least = hn::Min(hn::UpperHalf(half, x.v), least);
  return hn::GetLane(least);
}
template <int D>
HWY_INLINE RegisterVec<D> magnitude(const RegisterVec<D>& x) {
  return {hn::Abs(x.v)};
}
template <int D>
HWY_INLINE RegisterVec<D> greater(const RegisterVec<D>& x, const RegisterVec<D>& y) {
  return {hn::Max(x.v, y.v)};
}
template <int D>
HWY_INLINE RegisterVec<D> opposite(const RegisterVec<D>& x) {
  return {hn::Neg(x.v)};
}
template <int D>
HWY_INLINE RegisterVec<D> clamped(const RegisterVec<D>& x, const RegisterVec<D>& limit) {
  return {hn::Min(limit.v, hn::Max(hn::Neg(limit.v), x.v))};
}
template <int D>
HWY_INLINE RegisterVec<D> when(bool yes, const RegisterVec<D>& x, const RegisterVec<D>& y) {
  return yes ? x : y;
}
template <int D>
HWY_INLINE RegisterVec<D> by_sign(const RegisterVec<D>& by, const RegisterVec<D>& x,
                                  const RegisterVec<D>& y) {
  return {hn::IfThenElse(hn::Lt(by.v, hn::Zero(QuadTag())), y.v, x.v)};
}
template <int D>
HWY_INLINE RegisterVec<D> positive(const RegisterVec<D>& x) {
  return {hn::IfThenElseZero(hn::Lt(hn::Zero(QuadTag()), x.v), hn::Set(QuadTag(), 1))};
}
template <int D>
HWY_INLINE RegisterVec<D> first_equal(const RegisterVec<D>& x, double value) {
  const int index = x[0] == value ? 0 : (x[1] == value || D == 2 ? 1 : 2);
  alignas(32) static constexpr double kOneAt[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  return {hn::Load(QuadTag(), kOneAt[index])};
}
template <int D>
HWY_INLINE RegisterVec<D> over_root(const RegisterVec<D>& above, const RegisterVec<D>& squared,
                                    double least) {
  const Quad none = hn::Set(QuadTag(), -std::numeric_limits<double>::infinity());
  const auto little = hn::Lt(squared.v, hn::Set(QuadTag(), least));
  return {hn::IfThenElse(little, none, hn::Div(above.v, hn::Sqrt(squared.v)))};
}
// low <= |x| <= high, or 0. In all lanes: unused ones were loaded with the others, and must be
// valid, too.
template <int D>
HWY_INLINE hn::Mask<QuadTag> within(const RegisterVec<D>& x, double low, double high) {
  const Quad size = hn::Abs(x.v);
  const auto inside =
      hn::And(hn::Ge(size, hn::Set(QuadTag(), low)), hn::Le(size, hn::Set(QuadTag(), high)));
  return low == 0 ? inside : hn::Or(inside, hn::Eq(size, hn::Zero(QuadTag())));
}
HWY_INLINE bool all_of(hn::Mask<QuadTag> sound) {
  return hn::AllTrue(QuadTag(), sound);
}
HWY_INLINE RegisterVec<3> rotated(const RegisterVec<3>& x) {
  return picked<1, 2, 0, 3>(x);
}

#else

template <int D>
using RegisterVec = LaneVec<D, double>;

#endif

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
