// SPDX-License-Identifier: MIT
// Intersections of half-spaces whose numbers are integers: corners are fractions, so which of them
// exist, and whether the intersection is bounded, is exact.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/hull/half_space_intersection.hpp>

#include "tests/oracle/lattice_planes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

// The point numerator / divisor; the numbers have no common divisor.
template <int D>
struct Corner {
  Wide<D> numerator;
  Int128 divisor;
  bool operator==(const Corner&) const = default;
  bool is_on(const LatticePlane<D>& p) const { return above(p) == 0; }
  Int128 above(const LatticePlane<D>& p) const {
    return dot_of<D>(p.normal, numerator) - p.offset * divisor;
  }
};

template <int D>
LatticePlane<D> reduced(LatticePlane<D> p) {
  Int128 divisor = p.offset;
  for (const Int128 x : p.normal) divisor = common_divisor(divisor, x);
  divisor = common_divisor(divisor, 0);  // its size
  for (Int128& x : p.normal) x /= divisor;
  p.offset /= divisor;
  return p;
}

template <int D>
class ExactIntersection {
 public:
  // cylinder: the normals do not span the space, so it contains whole lines, or nothing.
  enum class Kind { cylinder, empty, unbounded, flat, solid };

  explicit ExactIntersection(const std::vector<LatticePlane<D>>& planes) {
    for (const auto& p : planes) {
      const auto r = reduced<D>(p);
      if (std::ranges::find(planes_, r) == planes_.end()) planes_.push_back(r);
    }
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      if constexpr (D == 2) add_direction({planes_[i].normal[1], -planes_[i].normal[0]});
      for (std::size_t j = 0; j < i; ++j) {
        if constexpr (D == 2) {
          add_corner(planes_[i], planes_[j]);
        } else {
          add_direction(cross_of(planes_[i].normal, planes_[j].normal));
          for (std::size_t k = 0; k < j; ++k) add_corner(planes_[i], planes_[j], planes_[k]);
        }
      }
    }
    kind_ = !meet_             ? Kind::cylinder
            : corners_.empty() ? Kind::empty
            : !bounded_        ? Kind::unbounded
            : is_flat()        ? Kind::flat
                               : Kind::solid;
    if (kind_ != Kind::solid) return;
    for (const auto& p : planes_) add_face(p);
  }

  Kind kind() const { return kind_; }
  const std::vector<LatticePlane<D>>& planes() const { return planes_; }
  const Measure& measure() const { return measure_; }
  Real size() const { return size_; }  // largest coordinate of a corner

 private:
  // If an edge in direction v or -v has no end, the intersection is unbounded.
  void add_direction(Wide<D> v) {
    if (is_zero<D>(v)) return;
    for (int side = 0; side < 2; ++side) {
      for (Int128& x : v) x = -x;
      const auto stays = [&](const auto& p) { return dot_of<D>(p.normal, v) <= 0; };
      if (std::ranges::all_of(planes_, stays)) bounded_ = false;
    }
  }

  // Without an interior, the intersection lies in one of the planes.
  bool is_flat() const {
    return std::ranges::any_of(planes_, [&](const auto& p) {
      return std::ranges::all_of(corners_, [&](const auto& c) { return c.is_on(p); });
    });
  }

  // Cramer's rule.
  void add_corner(const LatticePlane<2>& a, const LatticePlane<2>& b) {
    const auto& [m, n] = std::pair(a.normal, b.normal);
    add({{a.offset * n[1] - b.offset * m[1], m[0] * b.offset - n[0] * a.offset},
         m[0] * n[1] - m[1] * n[0]});
  }
  void add_corner(const LatticePlane<3>& a, const LatticePlane<3>& b, const LatticePlane<3>& c) {
    const auto u = cross_of(b.normal, c.normal);
    const auto v = cross_of(c.normal, a.normal);
    const auto w = cross_of(a.normal, b.normal);
    Wide<3> numerator;
    for (int k = 0; k < 3; ++k) numerator[k] = a.offset * u[k] + b.offset * v[k] + c.offset * w[k];
    add({numerator, dot_of<3>(a.normal, u)});
  }
  void add(Corner<D> c) {
    if (c.divisor == 0) return;
    meet_ = true;
    Int128 divisor = c.divisor;
    for (const Int128 x : c.numerator) divisor = common_divisor(divisor, x);
    if (c.divisor < 0) divisor = -divisor;
    c.divisor /= divisor;
    for (Int128& x : c.numerator) x /= divisor;
    if (!std::ranges::all_of(planes_, [&](const auto& p) { return c.above(p) <= 0; })) return;
    if (std::ranges::find(corners_, c) != corners_.end()) return;
    corners_.push_back(c);
    for (const Int128 x : c.numerator) size_ = std::max(size_, std::abs(Real(x) / Real(c.divisor)));
  }

  // Its corners are those on the plane: around the first, since it is convex.
  void add_face(const LatticePlane<D>& plane) {
    std::vector<Point<D>> loop;
    for (const auto& c : corners_) {
      if (!c.is_on(plane)) continue;
      loop.emplace_back();
      for (int k = 0; k < D; ++k) loop.back()[k] = Quad(c.numerator[k]) / Quad(c.divisor);
    }
    if (loop.size() < D) return;
    if constexpr (D == 3) {
      std::sort(loop.begin() + 1, loop.end(), [&](const auto& p, const auto& q) {
        const auto turn = area_of<3>({loop[0], p, q});
        Quad along = 0;
        for (int k = 0; k < 3; ++k) along += turn[k] * Quad(plane.normal[k]);
        return along > 0;
      });
    }
    measure_.add<D>(plane, loop);
  }

  std::vector<LatticePlane<D>> planes_;
  std::vector<Corner<D>> corners_;
  bool meet_ = false;  // some D planes, in one point
  bool bounded_ = true;
  Kind kind_;
  Measure measure_;
  Real size_ = 0;
};

// Planes of one scene, of some kind: around a point, near it, through lattice points, or anywhere.
template <int D>
class LatticeHalfSpaces {
 public:
  using Plane = LatticePlane<D>;

  // Below 2^bits: coordinates of normals, and of points; points that planes go through have fewer.
  LatticeHalfSpaces(int normal_bits, int point_bits, scenes::Pcg32& random)
      : normal_bits_(1 + int(random.below(std::uint32_t(normal_bits)))), random_(random) {
    kind_ = random.below(4);
    LatticePoints<D> points(Layout(random.below(kLayouts)),
                            kind_ == kThroughPoints ? normal_bits / 2 - 1 : point_bits, random);
    if (random.below(2) == 0) center_ = points();
    for (auto& p : corners_) p = points();
    offset_bits_ = 1 + random.below(std::uint32_t(point_bits - 1));
  }

  std::vector<Plane> make() {
    std::vector<Plane> planes;
    if (random_.below(8) != 0) {
      for (int k = 0; k < 2 * D; ++k) {
        Plane p{};
        p.normal[k / 2] = k % 2 == 0 ? 1 : -1;
        planes.push_back(behind_center(p, 1 + below(offset_bits_)));
      }
    }
    for (std::uint32_t more = random_.below(10) + (planes.empty() ? 1 : 0); more > 0; --more) {
      Plane p = random_.below(8) == 0 && !planes.empty() ? like(any_of(planes)) : any();
      if (!is_zero<D>(p.normal)) planes.push_back(p);
    }
    for (std::size_t i = planes.size(); i > 1; --i) std::swap(planes[i - 1], any_of(planes, i));
    return planes;
  }

 private:
  static constexpr std::uint32_t kThroughPoints = 0;

  Int128 below(std::uint32_t bits) { return random_.below(1u << bits); }
  Plane& any_of(std::vector<Plane>& planes, std::size_t count) {
    return planes[random_.below(std::uint32_t(count))];
  }
  Plane& any_of(std::vector<Plane>& planes) { return any_of(planes, planes.size()); }

  Plane behind_center(Plane p, Int128 by) {
    p.offset = dot_of<D>(p.normal, widened<D>(center_)) + by;
    return p;
  }
  // The same again, or one in the opposite direction: both leave a plane or a plate.
  Plane like(Plane p) {
    if (random_.below(2) == 0) return p;
    for (Int128& x : p.normal) x = -x;
    p.offset = -p.offset + below(1);
    return p;
  }
  Plane any() {
    Plane p{};
    if (kind_ == kThroughPoints) return through_points();
    for (Int128& x : p.normal) x = signed_below(std::int64_t(1) << normal_bits_, random_);
    if (kind_ == 1) return behind_center(p, below(random_.below(offset_bits_)));
    if (kind_ == 2) return behind_center(p, random_.below(3));
    return behind_center(p, signed_below(std::int64_t(1) << offset_bits_, random_));
  }
  Plane through_points() {
    Wide<D> edge[D - 1];
    const auto& from = corners_[random_.below(8)];
    for (auto& e : edge) e = widened<D>(corners_[random_.below(8)] - from);
    Plane p{};
    if constexpr (D == 2) p.normal = {edge[0][1], -edge[0][0]};
    if constexpr (D == 3) p.normal = cross_of(edge[0], edge[1]);
    p.offset = dot_of<D>(p.normal, widened<D>(from));
    if (dot_of<D>(p.normal, widened<D>(center_)) <= p.offset) return p;
    for (Int128& x : p.normal) x = -x;
    p.offset = -p.offset;
    return p;
  }

  int normal_bits_;
  std::uint32_t kind_, offset_bits_;
  Lattice<D> center_{};
  Lattice<D> corners_[8];
  scenes::Pcg32& random_;
};

// Returns how far the vertices exceed the planes at most.
template <int D, class T>
Real excess(const Polytope<D, T>& polytope, const std::vector<LatticePlane<D>>& planes, Real unit) {
  Real most = 0;
  for (const auto& p : planes) {
    Real square = 0;
    for (const Int128 x : p.normal) square += Real(x) * Real(x);
    for (const auto& v : polytope.vertices()) {
      Real height = -Real(p.offset);
      for (int k = 0; k < D; ++k) height += Real(p.normal[k]) * Real(v[k]) / unit;
      most = std::max(most, height / std::sqrt(square));
    }
  }
  return most;
}

template <class C>
class LatticeIntersections : public testing::Test {};
TYPED_TEST_SUITE(LatticeIntersections, DimensionsAndScalars, CaseNames);

TYPED_TEST(LatticeIntersections, L19_exist_and_are_bounded_as_fractions_say) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  using Exact = ExactIntersection<D>;
  using Kind = typename Exact::Kind;
  constexpr bool kDouble = sizeof(T) == 8;
  constexpr Real kEpsilon = std::numeric_limits<T>::epsilon();
  scenes::Pcg32 random(seed_of_piece(91 + D * sizeof(T)));
  HalfSpaceIntersection<D, T> builder;
  Polytope<D, T> polytope;
  std::uint64_t cases = 0, of_kind[5] = {}, unsure = 0;
  for (std::uint32_t i = 0; i < by_piece(5'000u, 500'000u); ++i) {
    SCOPED_TRACE(i);
    const auto planes = LatticeHalfSpaces<D>(kDouble ? 20 : 12, kDouble ? 24 : 9, random).make();
    const int exponent = int(random.below(21)) - 10;
    std::vector<Hyperplane<D, T>> own;
    bool fits = true;
    for (const auto& p : planes) {
      const int scale = int(random.below(11)) - 5;
      Hyperplane<D, T> h;
      for (int k = 0; k < D; ++k) h.normal[k] = std::ldexp(T(p.normal[k]), scale);
      h.offset = std::ldexp(T(p.offset), scale + exponent);
      fits = fits && Int128(T(p.offset)) == p.offset;
      own.push_back(h);
    }
    if (!fits) continue;
    const Exact exact(planes);
    const Status status = builder.build(own, polytope);
    ++cases, ++of_kind[int(exact.kind())];
    switch (exact.kind()) {
      case Kind::cylinder: ASSERT_NE(status, Status::ok); break;
      case Kind::empty:
        ASSERT_TRUE(status == Status::no_points || status == Status::flat) << name(status);
        unsure += status == Status::flat;
        break;
      case Kind::unbounded:
        ASSERT_TRUE(status == Status::unbounded || status == Status::flat) << name(status);
        break;
      case Kind::flat: ASSERT_EQ(status, Status::flat); break;
      case Kind::solid: {
        const Real unit = std::ldexp(Real(1), exponent);
        const Real volume = Real(exact.measure().volume), surface = exact.measure().surface;
        if (status != Status::ok) {
          // No ball of 2^-44 of the size fits in.
          ASSERT_EQ(status, Status::flat);
          ASSERT_LE(volume, exact.size() * surface * 0x1p-44L);
          ++unsure;
          break;
        }
        Real measured = 0;
        if constexpr (D == 2) measured = Real(polytope.area());
        if constexpr (D == 3) measured = Real(polytope.volume());
        ASSERT_LE(std::abs(measured / std::pow(unit, D) - volume),
                  exact.size() * surface * 0x1p-50L + volume * kEpsilon * 64);
        // Corners are rounded to T.
        ASSERT_LE((excess<D, T>(polytope, exact.planes(), unit)),
                  exact.size() * (0x1p-48L + 2 * kEpsilon));
      }
    }
  }
  std::cout << "unsure: " << unsure << '\n';
  for (const Kind kind : {Kind::empty, Kind::unbounded, Kind::flat}) {
    EXPECT_GT(of_kind[int(kind)], cases / 50);
  }
  EXPECT_GT(of_kind[int(Kind::solid)], cases / 3);
  EXPECT_LT(unsure, cases / 1000);
  count_cases(cases);
}

}  // namespace
}  // namespace masu::test
