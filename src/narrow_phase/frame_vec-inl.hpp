// SPDX-License-Identifier: MIT
// Rotations of vectors of either kind.
#if defined(MASU_FRAME_VEC_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_FRAME_VEC_INL_HPP
#undef MASU_FRAME_VEC_INL_HPP
#else
#define MASU_FRAME_VEC_INL_HPP
#endif

#include <masu/core/transform.hpp>

#include "narrow_phase/register_vec-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
HWY_INLINE void transpose(const RegisterVec<3> (&rows)[3], RegisterVec<3> (&columns)[3]) {
  const QuadTag d;
  const Quad low = hn::InterleaveLower(d, rows[0].v, rows[1].v);
  const Quad high = hn::InterleaveUpper(d, rows[0].v, rows[1].v);
  columns[0].v = hn::ConcatLowerLower(d, rows[2].v, low);
  columns[1].v = hn::ConcatLowerLower(d, hn::Shuffle01(rows[2].v), high);
  columns[2].v = hn::ConcatUpperUpper(d, rows[2].v, low);
}
#endif

// The columns of a rotation's matrix: a's axes as seen from the world.
template <class V>
struct RotationMatrix {
  V column[V::kDimension];

  // With +0 for -0: the sign of 0 must not depend on how a matrix was computed.
  static HWY_INLINE RotationMatrix of(const Matrix<V::kDimension, double>& m) {
    const V zero = V::all(0);
    if constexpr (V::kDimension == 2) {
      return {{zero + V::from(m.row[0][0], m.row[1][0]), zero + V::from(m.row[0][1], m.row[1][1])}};
    } else {
      return {{zero + V::from(m.row[0][0], m.row[1][0], m.row[2][0]),
               zero + V::from(m.row[0][1], m.row[1][1], m.row[2][1]),
               zero + V::from(m.row[0][2], m.row[1][2], m.row[2][2])}};
    }
  }
  HWY_INLINE V operator*(const V& p) const {
    V r = column[0] * p[0] + column[1] * p[1];
    if constexpr (V::kDimension == 3) r = r + column[2] * p[2];
    return r;
  }
  HWY_INLINE RotationMatrix transposed() const {
    if constexpr (V::kDimension == 2) {
      return {{V::from(column[0][0], column[1][0]), V::from(column[0][1], column[1][1])}};
    } else if constexpr (requires(RotationMatrix r) { transpose(column, r.column); }) {
      RotationMatrix r;
      transpose(column, r.column);
      return r;
    } else {
      return {{V::from(column[0][0], column[1][0], column[2][0]),
               V::from(column[0][1], column[1][1], column[2][1]),
               V::from(column[0][2], column[1][2], column[2][2])}};
    }
  }
  // Rotates each column.
  HWY_INLINE RotationMatrix operator*(const RotationMatrix& o) const {
    if constexpr (V::kDimension == 2) {
      return {{*this * o.column[0], *this * o.column[1]}};
    } else {
      return {{*this * o.column[0], *this * o.column[1], *this * o.column[2]}};
    }
  }
  // |m| times p, for the matrix of absolute values.
  HWY_INLINE V sizes_times(const V& p) const {
    V r = magnitude(column[0]) * p[0] + magnitude(column[1]) * p[1];
    if constexpr (V::kDimension == 3) r = r + magnitude(column[2]) * p[2];
    return r;
  }
};

// Rotates v by a quaternion (axis, w) of any length near 1, with `scale` 2 over its square: as the
// matrix does, in fewer steps for one or two vectors. -w is the inverse.
template <class V, class N>
HWY_INLINE V rotated_by(const V& v, const V& axis, const N& w, const N& scale) {
  const V t = cross(axis, v) * scale;
  return v + (t * w + cross(axis, t));
}

// A rotation as loaded. off(): its squared length minus 1.
template <class V, class T>
class Spin {
 public:
  static constexpr int D = V::kDimension;

  explicit HWY_INLINE Spin(const Rotation<D, T>& r) : rotation_(r) {}

  HWY_INLINE double off() const { return rotation_.length_squared() - 1; }
  HWY_INLINE RotationMatrix<V> matrix() const {
    return RotationMatrix<V>::of(matrix_of(rotation_));
  }
  HWY_INLINE V there(const V& v) const {
    if constexpr (D == 2) {
      return matrix() * v;
    } else {
      return rotated_by(v, axis(), double(rotation_.w), scale());
    }
  }
  HWY_INLINE V back(const V& v) const {
    if constexpr (D == 2) {
      return matrix().transposed() * v;
    } else {
      return rotated_by(v, axis(), -double(rotation_.w), scale());
    }
  }

 private:
  HWY_INLINE V axis() const {
    return V::from(double(rotation_.x), double(rotation_.y), double(rotation_.z));
  }
  HWY_INLINE double scale() const {
    const double e = off();
    return 2 - e * (2 - e * (2 - e * (2 - e * (2 - e * 2))));
  }

  const Rotation<D, T>& rotation_;
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

// matrix_of(), with the same bits except the sign of 0.
template <class T>
class Spin<RegisterVec<3>, T> {
 public:
  using V = RegisterVec<3>;

  explicit HWY_INLINE Spin(const Rotation<3, T>& r) : q_{load_four(&r.x)} {
    const Quad squares = hn::Mul(q_.v, q_.v);
    const V s{squares};
    off_ = (((s[0] + s[1]) + s[2]) + s[3]) - 1;
  }

  HWY_INLINE double off() const { return off_; }
  HWY_INLINE V there(const V& v) const { return rotated_by(v, q_, w(), V::all(scale())); }
  HWY_INLINE V back(const V& v) const { return rotated_by(v, q_, opposite(w()), V::all(scale())); }
  HWY_INLINE RotationMatrix<V> matrix() const {
    const V s = q_ * scale();
    const auto signs = [&](bool x, bool y, bool z) HWY_ATTR {
      alignas(32) const double sign[4] = {x ? -0.0 : 0.0, y ? -0.0 : 0.0, z ? -0.0 : 0.0, 0};
      return hn::Load(QuadTag(), sign);
    };
    const auto sum = [&](V p, V q, Quad sign_p, Quad sign_q, V unit) HWY_ATTR {
      return unit + V{hn::Add(hn::Xor(p.v, sign_p), hn::Xor(q.v, sign_q))};
    };
    return {{sum(picked<1, 0, 0, 3>(s) * picked<1, 1, 2, 3>(q_),
                 picked<2, 2, 1, 3>(s) * picked<2, 3, 3, 3>(q_), signs(true, false, false),
                 signs(true, false, true), V::from(1, 0, 0)),
             sum(picked<0, 0, 1, 3>(s) * picked<1, 0, 2, 3>(q_),
                 picked<2, 2, 0, 3>(s) * picked<3, 2, 3, 3>(q_), signs(false, true, false),
                 signs(true, true, false), V::from(0, 1, 0)),
             sum(picked<0, 1, 0, 3>(s) * picked<2, 2, 0, 3>(q_),
                 picked<1, 0, 1, 3>(s) * picked<3, 3, 1, 3>(q_), signs(false, false, true),
                 signs(false, true, true), V::from(0, 0, 1))}};
  }

 private:
  HWY_INLINE V w() const { return picked<3, 3, 3, 3>(q_); }
  HWY_INLINE double scale() const {
    const double e = off_;
    return 2 - e * (2 - e * (2 - e * (2 - e * (2 - e * 2))));
  }

  V q_;
  double off_;
};

// Two of them; their lengths and scales are computed together.
template <class T>
class SpinPair {
 public:
  using V = RegisterVec<3>;

  HWY_INLINE SpinPair(const Rotation<3, T>& a, const Rotation<3, T>& b)
      : a_{load_four(&a.x)}, b_{load_four(&b.x)} {
    const QuadTag d;
    const PairTag half;
    const Quad x = hn::Mul(a_.v, a_.v);
    const Quad y = hn::Mul(b_.v, b_.v);
    const Quad even = hn::InterleaveLower(d, x, y);
    const Quad odd = hn::InterleaveUpper(d, x, y);
    const auto sum = hn::Add(hn::LowerHalf(half, even), hn::LowerHalf(half, odd));
    const auto squared = hn::Add(hn::Add(sum, hn::UpperHalf(half, even)), hn::UpperHalf(half, odd));
    const auto two = hn::Set(half, 2);
    off_ = hn::Sub(squared, hn::Set(half, 1));
    scale_ = hn::Sub(two, hn::Mul(off_, two));
    for (int i = 0; i < 4; ++i) scale_ = hn::Sub(two, hn::Mul(off_, scale_));
  }

  // Returns whether both have length 1, within the tolerance of Transform::check().
  HWY_INLINE bool sound() const {
    return hn::AllTrue(PairTag(), hn::Le(hn::Abs(off_), hn::Set(PairTag(), 0x1p-10)));
  }
  HWY_INLINE V first(const V& v) const { return rotated(v, a_, hn::GetLane(scale_)); }
  HWY_INLINE V second(const V& v) const {
    return rotated(v, b_, hn::GetLane(hn::Shuffle01(scale_)));
  }

 private:
  using PairTag = hn::Half<QuadTag>;

  static HWY_INLINE V rotated(const V& v, const V& q, double scale) {
    return rotated_by(v, q, picked<3, 3, 3, 3>(q), V::all(scale));
  }

  V a_;
  V b_;
  hn::VFromD<PairTag> off_;
  hn::VFromD<PairTag> scale_;
};

#endif

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
