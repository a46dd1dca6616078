// SPDX-License-Identifier: MIT
// Circles, capsules and points that move against a wall, compared with integers of any length: no
// impact is late or early by more than rounding, and no wall is missed.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <masu/corridor/wall_cast.hpp>

#include "tests/support/lattice.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

using Integer = boost::multiprecision::cpp_int;

struct Point {
  Integer x, y;
  friend Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y}; }
};

Integer dot(const Point& a, const Point& b) {
  return a.x * b.x + a.y * b.y;
}
Integer cross(const Point& a, const Point& b) {
  return a.x * b.y - a.y * b.x;
}

// Is p nearer to the segment from a to b than r?
bool is_nearer(const Point& p, const Point& a, const Point& b, const Integer& r) {
  if (r <= 0) return false;
  const Point u = b - a, v = p - a;
  const Integer along = dot(u, v), square = dot(u, u);
  if (along <= 0) return dot(v, v) < r * r;
  if (along >= square) return dot(p - b, p - b) < r * r;
  const Integer c = cross(u, v);
  return c * c < r * r * square;
}

// Do the closed segments share a point that is no end of theirs lying on the other?
bool cross_properly(const Point& p, const Point& q, const Point& a, const Point& b) {
  const int s = cross(b - a, p - a).sign(), t = cross(b - a, q - a).sign();
  const int u = cross(q - p, a - p).sign(), v = cross(q - p, b - p).sign();
  return s * t < 0 && u * v < 0;
}

bool segments_nearer(const Point& p, const Point& q, const Point& a, const Point& b,
                     const Integer& r) {
  if (r <= 0) return false;
  return is_nearer(p, a, b, r) || is_nearer(q, a, b, r) || is_nearer(a, p, q, r) ||
         is_nearer(b, p, q, r) || cross_properly(p, q, a, b);
}

// A shape that moves from p to p + d, with a half axis and a radius, and a wall from a to b.
struct Cast {
  Lattice<2> p, d, half, a, b;
  std::int64_t radius;

  std::string words() const {
    std::ostringstream out;
    for (const auto& [name, v] :
         {std::pair{"p ", p}, {"d ", d}, {"half ", half}, {"a ", a}, {"b ", b}}) {
      out << name << v[0] << ' ' << v[1] << ", ";
    }
    out << "radius " << radius;
    return out.str();
  }
  // The largest distance from which one is computed.
  double size() const {
    double most = double(radius);
    for (const Lattice<2>& v : {a - p, b - p, d, half}) {
      for (const std::int64_t x : v.v) most = std::max(most, std::fabs(double(x)));
    }
    return most;
  }
};

// All of a cast times 2^shift, so that t is an integer too.
class ExactCast {
 public:
  ExactCast(const Cast& c, double t) : radius_(c.radius), c_(c) {
    int exponent = 0;
    std::frexp(t, &exponent);
    shift_ = t == 0 ? 64 : std::max(64, 53 - exponent);
    radius_ <<= shift_;
    p_ = at(0), end_ = at(t);
    // The sum of wall and half axis: a parallelogram, or the wall.
    const Point half = shifted(c.half), a = shifted(c.a), b = shifted(c.b);
    if (c.half == Lattice<2>{}) {
      sides_ = {{a, b}};
    } else {
      sides_ = {
          {a - half, b - half}, {b - half, b + half}, {b + half, a + half}, {a + half, a - half}};
    }
  }

  bool starts_apart() const {
    const Integer more = radius_ + 1;  // not nearer than the radius and this: apart
    return !any([&](const Point& a, const Point& b) { return is_nearer(p_, a, b, more); }) &&
           !inside();
  }
  // Is the path up to t nearer than the radius, less `slack`?
  bool too_near(double slack) const {
    const Integer r = radius_ - units(slack);
    return any([&](const Point& a, const Point& b) { return segments_nearer(p_, end_, a, b, r); });
  }
  // Does the path cross the wall, farther than `slack` from both of its ends?
  bool crosses(double slack) const {
    const double share =
        std::ldexp(std::ceil(std::ldexp(slack / length(vec_cast<double>(c_.d)), 50)), -50);
    if (!(share < 0.5)) return false;
    const Point p = at(share), q = at(1 - share);
    return any([&](const Point& a, const Point& b) { return cross_properly(p, q, a, b); });
  }
  // Is the end of the path at the radius, up to `slack`?
  bool touches(double slack) const {
    const Integer r = radius_ + units(slack) + 1;
    return any([&](const Point& a, const Point& b) { return is_nearer(end_, a, b, r); });
  }

 private:
  template <class F>
  bool any(F&& f) const {
    return std::any_of(sides_.begin(), sides_.end(),
                       [&](const auto& side) { return f(side.first, side.second); });
  }
  bool inside() const {
    if (sides_.size() == 1) return false;
    int least = 1, most = -1;
    for (const auto& [a, b] : sides_) {
      const int sign = cross(b - a, p_ - a).sign();
      least = std::min(least, sign), most = std::max(most, sign);
    }
    return least >= 0 || most <= 0;
  }
  Point at(double t) const {
    int exponent = 0;
    const Integer mantissa = std::int64_t(std::ldexp(std::frexp(t, &exponent), 53));
    const int by = shift_ + exponent - 53;  // below 0 for t == 0 only
    const Integer time = by < 0 ? Integer(0) : Integer(mantissa << by);
    const Point p = shifted(c_.p);
    return {p.x + time * c_.d[0], p.y + time * c_.d[1]};
  }
  Point shifted(const Lattice<2>& v) const {
    return {Integer(v[0]) << shift_, Integer(v[1]) << shift_};
  }
  Integer units(double x) const { return Integer(std::ldexp(x, 64)) << (shift_ - 64); }

  int shift_ = 0;
  Integer radius_;
  Cast c_;
  Point p_, end_;
  std::vector<std::pair<Point, Point>> sides_;
};

enum class Kind { circle, capsule, ray };

class ExactWallCasts : public testing::TestWithParam<Kind> {
 protected:
  Cast any_cast(LatticePoints<2>& points) {
    Cast c{points(), {}, {}, points(), points(), 0};
    // Towards a point of the wall or its line, past it, or anywhere.
    Lattice<2> target = (c.b - c.a) * (std::int64_t(random.below(7)) - 1);
    for (int k = 0; k < 2; ++k) target[k] = c.a[k] + target[k] / 4;
    c.d = random.below(4) == 0 ? points() - c.p : target - c.p;
    for (std::int64_t& x : c.d.v) x = x * std::int64_t(2 + random.below(6)) / 4;
    const std::int64_t reach = std::abs(c.d[0]) + std::abs(c.d[1]) + 4;
    if (GetParam() != Kind::ray) {
      c.radius = std::int64_t(random.unit() * double(reach)) >> random.below(8);
    }
    if (GetParam() == Kind::capsule) {
      c.half = random.below(4) == 0 ? c.b - c.a : points();
      for (std::int64_t& x : c.half.v) x >>= random.below(8);
    }
    return c;
  }
  std::optional<WallImpact> impact(const Cast& c, double unit) const {
    const Vec2d p = scaled<double>(c.p, unit), d = scaled<double>(c.d, unit);
    const Vec2d a = scaled<double>(c.a, unit), b = scaled<double>(c.b, unit);
    const double r = double(c.radius) * unit;
    switch (GetParam()) {
      case Kind::circle: return circle_impact(p, d, r, a, b, 1.0);
      case Kind::capsule: return capsule_impact(p, scaled<double>(c.half, unit), d, r, a, b, 1.0);
      case Kind::ray: return ray_impact(p, d, a, b, 1.0);
    }
    return {};
  }
  static constexpr double kSlack = 0x1p-49;

  scenes::Pcg32 random{seed_of_piece(51 + std::uint64_t(GetParam()))};
};

TEST_P(ExactWallCasts, S5_are_neither_late_nor_early) {
  std::uint64_t cases = 0, hits = 0;
  for (std::uint32_t i = 0; i < by_piece(500u, 40'000u); ++i) {
    LatticePoints<2> points(Layout(i % kLayouts), 48, random);
    const double unit = std::ldexp(1.0, int(random.below(161)) - 100);
    for (int k = 0; k < 16; ++k) {
      const Cast c = any_cast(points);
      const auto got = impact(c, unit);
      SCOPED_TRACE(testing::Message() << "set " << i << ", cast " << k << ": " << c.words());
      ASSERT_TRUE(!got || (got->t >= 0 && got->t <= 1));
      const ExactCast exact(c, got ? got->t : 1);
      if (!exact.starts_apart()) continue;
      const double slack = kSlack * c.size();
      ASSERT_FALSE(exact.too_near(slack)) << (got ? "late" : "missed");
      ASSERT_TRUE(got || GetParam() != Kind::ray || !exact.crosses(slack)) << "missed";
      ASSERT_TRUE(!got || exact.touches(slack)) << "early";
      ++cases, hits += got.has_value();
    }
  }
  std::cout << "shares: " << double(hits) / double(cases) << " hit\n";
  EXPECT_GT(hits, cases * 3 / 10);
  EXPECT_LT(hits, cases * 7 / 10);
  count_cases(cases);
}

std::string name_of(const testing::TestParamInfo<Kind>& info) {
  return info.param == Kind::circle ? "circle" : (info.param == Kind::capsule ? "capsule" : "ray");
}
INSTANTIATE_TEST_SUITE_P(Kinds, ExactWallCasts,
                         testing::Values(Kind::circle, Kind::capsule, Kind::ray), name_of);

}  // namespace
}  // namespace masu::test
