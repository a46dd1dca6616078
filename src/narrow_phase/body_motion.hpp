// SPDX-License-Identifier: MIT
// The pose of a moving body at a time, and bounds of the speeds of its points.
#pragma once

#include <masu/core/transform.hpp>

namespace masu::detail {

template <int D>
struct PoseMatrix {
  Matrix<D, double> rotation;
  Vec<D, double> translation;
};

// Rotations as vectors: cosine and sine, or the four parts of a quaternion.
template <class T>
Vec<2, double> rotation_vector(const Rotation<2, T>& r) {
  return {double(r.cosine), double(r.sine)};
}
template <class T>
Vec<4, double> rotation_vector(const Rotation<3, T>& r) {
  return {double(r.x), double(r.y), double(r.z), double(r.w)};
}
inline Matrix<2, double> rotation_matrix(const Vec<2, double>& q) {
  return {{{q[0], -q[1]}, {q[1], q[0]}}};
}
inline Matrix<3, double> rotation_matrix(const Vec<4, double>& q) {
  return matrix_of(Rotation<3, double>{q[0], q[1], q[2], q[3]});
}

template <int D>
class BodyMotion {
 public:
  static constexpr int kParts = D == 2 ? 2 : 4;
  using Parts = Vec<kParts, double>;

  template <class T>
  BodyMotion(const Transform<D, T>& begin, const Rotation<D, T>& end,
             const Vec<D, double>& translation)
      : position_(vec_cast<double>(begin.translation)),
        velocity_(translation),
        from_(unit(rotation_vector(begin.rotation))),
        to_(unit(rotation_vector(end))) {
    double cosine = dot(from_, to_);
    if (D == 3 && cosine < 0) to_ = -to_, cosine = -cosine;  // the shorter way around
    cosine_ = cosine;
    constexpr double kAccurate = 0x1p-20;  // rounding is 2^-32 of it
    rest_ = 1 - cosine > kAccurate ? 1 - cosine : length_squared(to_ - from_) / 2;
    constexpr double kRounding = 0x1p-100;  // of the vectors, twice and squared
    still_ = rest_ <= kRounding;
  }

  // Makes positions relative to an origin.
  void set_origin(const Vec<D, double>& origin) {
    position_ = position_ - origin;
    origin_ = origin;
  }
  const Vec<D, double>& position() const { return position_; }  // at t = 0
  const Vec<D, double>& origin() const { return origin_; }      // of set_origin(), else 0

  // 120 degrees in 3D, 170 in 2D: the speed along longer arcs would be too uneven.
  bool short_enough() const { return cosine_ > (D == 3 ? 0.5 : -0.985); }

  PoseMatrix<D> at(double t) const {
    const Parts q = still_ ? from_ : unit(from_ * (1 - t) + to_ * t);
    return {rotation_matrix(q), position_ + velocity_ * t};
  }
  const Vec<D, double>& velocity() const { return velocity_; }
  // Returns the velocity at a time of the body's point that is there then.
  Vec<D, double> velocity_at(double t, const Vec<D, double>& point) const {
    if (still_) return velocity_;
    return velocity_ + turned(t, point - (position_ + velocity_ * t));
  }
  // Returns the largest angular speed, in radians per unit of t: with an angle of 2 h between the
  // vectors, h' = 2 tan(h) halfway of the chord; a quaternion's angle is half of the rotation's.
  double max_angular_speed() const {
    if (still_) return 0;
    const double tangent = std::sqrt(rest_ / (1 + cosine_));
    return (D == 3 ? 4 : 2) * tangent * (1 + 0x1p-40);
  }
  // Returns the largest change of that speed per unit of t: h' = sin(2 h) / |chord|^2, where the
  // square is (1 + cos(2 h)) / 2 at least and changes by 2 (1 - cos(2 h)) at most.
  double max_angular_acceleration() const {
    if (still_) return 0;
    const double sine = std::sqrt(rest_ * (1 + cosine_));
    return (D == 3 ? 2 : 1) * 8 * sine * rest_ / ((1 + cosine_) * (1 + cosine_)) * (1 + 0x1p-40);
  }

 private:
  // The angular velocity times an arm: with the chord's vector q and its change q', the rotation
  // changes by the part of q' across q, over the length of q.
  Vec<D, double> turned(double t, const Vec<D, double>& arm) const {
    const Parts q = from_ * (1 - t) + to_ * t;
    const Parts change = (to_ - from_) * (1 / length_squared(q));
    if constexpr (D == 2) {
      const double speed = cross(q, change);
      return {-speed * arm[1], speed * arm[0]};
    } else {
      const Vec<3, double> axis{q[0], q[1], q[2]};
      const Vec<3, double> turn{change[0], change[1], change[2]};
      return cross((turn * q[3] - axis * change[3] - cross(turn, axis)) * 2.0, arm);
    }
  }

  static Parts unit(const Parts& q) { return q * (1 / length(q)); }

  Vec<D, double> position_;
  Vec<D, double> origin_{};
  Vec<D, double> velocity_;
  Parts from_;
  Parts to_;
  double cosine_ = 1;  // of the angle between the vectors
  double rest_ = 0;    // 1 - cosine_, exact for small angles too
  bool still_ = true;
};

// Far from the world's origin, compared with their distance and velocities, differences of
// positions would lose digits: then makes two motions relative to the first body's position.
template <int D>
void bring_near(BodyMotion<D>& a, BodyMotion<D>& b) {
  const double near = largest_component(b.position() - a.position()) +
                      largest_component(a.velocity()) + largest_component(b.velocity());
  if (!(largest_component(a.position()) > 64 * near)) return;
  const Vec<D, double> origin = a.position();
  a.set_origin(origin);
  b.set_origin(origin);
}

}  // namespace masu::detail
