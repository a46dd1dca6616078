// SPDX-License-Identifier: MIT
// Volumes of contact of polytopes whose corners are integers: their planes are exact, and clipped
// in long double. Rotated ones, to the last digit: cgal_intersection_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "tests/oracle/lattice_planes.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/seeds.hpp"

namespace masu::test {
namespace {

// Adds the plane through p across a normal, whichever side the corners are on, if it is one.
template <int D>
void add_plane(Wide<D> normal, const Lattice<D>& p, const std::vector<Lattice<D>>& corners,
               std::vector<LatticePlane<D>>& planes) {
  Int128 divisor = 0;
  for (const Int128 x : normal) divisor = common_divisor(divisor, x);
  if (divisor == 0) return;
  for (Int128& x : normal) x /= divisor;
  Int128 offset = dot_of<D>(normal, widened<D>(p));
  bool below = true, above = true;
  for (const auto& c : corners) {
    const Int128 height = dot_of<D>(normal, widened<D>(c)) - offset;
    below = below && height <= 0, above = above && height >= 0;
  }
  if (below == above) return;
  if (above) {
    for (Int128& x : normal) x = -x;
    offset = -offset;
  }
  const LatticePlane<D> plane{normal, offset};
  if (std::ranges::find(planes, plane) == planes.end()) planes.push_back(plane);
}

// Returns the half-spaces of a hull.
template <int D>
std::vector<LatticePlane<D>> planes_of(const std::vector<Lattice<D>>& corners) {
  std::vector<LatticePlane<D>> planes;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Wide<D> e = widened<D>(corners[j] - corners[i]);
      if constexpr (D == 2) {
        add_plane<2>({e[1], -e[0]}, corners[i], corners, planes);
      } else {
        for (std::size_t k = 0; k < j; ++k) {
          add_plane<3>(cross_of(e, widened<3>(corners[k] - corners[i])), corners[i], corners,
                       planes);
        }
      }
    }
  }
  return planes;
}

// Returns the corners of a face in order, counterclockwise seen from outside; in 2D its two ends.
template <int D>
std::vector<Lattice<D>> face_of(const LatticePlane<D>& plane, std::vector<Lattice<D>> corners) {
  std::erase_if(corners, [&](const Lattice<D>& c) {
    return dot_of<D>(plane.normal, widened<D>(c)) != plane.offset;
  });
  const auto turn_of = [&](const Lattice<D>& o, const Lattice<D>& p, const Lattice<D>& q) {
    const Wide<D> u = widened<D>(p - o), v = widened<D>(q - o);
    if constexpr (D == 2) return Int128(0);
    if constexpr (D == 3) return dot_of<3>(plane.normal, cross_of(u, v));
  };
  const auto is_left = [&](const Lattice<D>& o, const Lattice<D>& p, const Lattice<D>& q) {
    const Int128 turn = turn_of(o, p, q);
    const Wide<D> u = widened<D>(p - o), v = widened<D>(q - o);
    return turn != 0 ? turn > 0 : dot_of<D>(u, u) < dot_of<D>(v, v);
  };
  // Graham's scan, around the lowest.
  std::swap(corners[0], *std::ranges::min_element(corners, {}, widened<D>));
  std::sort(corners.begin() + 1, corners.end(),
            [&](const auto& p, const auto& q) { return is_left(corners[0], p, q); });
  std::vector<Lattice<D>> loop;
  for (const auto& c : corners) {
    while (loop.size() > 1 && turn_of(loop[loop.size() - 2], loop.back(), c) <= 0) loop.pop_back();
    loop.push_back(c);
  }
  return loop;
}

template <int D>
Quad height_above(const LatticePlane<D>& plane, const Point<D>& p) {
  Quad height = -Quad(plane.offset);
  for (int k = 0; k < D; ++k) height += Quad(plane.normal[k]) * p[k];
  return height;
}

// Cuts off what lies in front of a plane: of a convex loop, in 2D of a segment.
template <int D>
void clip(std::vector<Point<D>>& loop, const LatticePlane<D>& plane) {
  std::vector<Point<D>> left;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Point<D>&p = loop[i], &q = loop[(i + 1) % loop.size()];
    const Quad x = height_above<D>(plane, p), y = height_above<D>(plane, q);
    if (x <= 0) left.push_back(p);
    if (D == 2 && i + 1 == loop.size()) break;
    if ((x < 0 && y > 0) || (x > 0 && y < 0)) {
      left.push_back(p);
      for (int k = 0; k < D; ++k) left.back()[k] += (q[k] - p[k]) * (x / (x - y));
    }
  }
  loop = std::move(left);
}

// Of the points in both: a face of one, clipped by the planes of the other. Where two faces lie in
// one plane, that of the first counts.
template <int D>
Measure measure(const LatticeBody<D>& a, const LatticeBody<D>& b) {
  const std::vector<LatticePlane<D>> planes[2] = {planes_of<D>(a.corners), planes_of<D>(b.corners)};
  Measure both;
  for (int s = 0; s < 2; ++s) {
    for (const auto& plane : planes[s]) {
      const auto in_plane = std::ranges::find(planes[1 - s], plane);
      if (s == 1 && in_plane != planes[0].end()) continue;
      std::vector<Point<D>> loop;
      for (const auto& c : face_of<D>(plane, (s == 0 ? a : b).corners)) {
        loop.emplace_back();
        for (int k = 0; k < D; ++k) loop.back()[k] = Quad(c[k]);
      }
      for (auto other = planes[1 - s].begin(); other != planes[1 - s].end(); ++other) {
        if (other != in_plane) clip<D>(loop, *other);
      }
      if (!loop.empty()) both.add<D>(plane, loop);
    }
  }
  return both;
}

template <class C>
class LatticeVolumes : public testing::Test {};
TYPED_TEST_SUITE(LatticeVolumes, DimensionsAndScalars, CaseNames);

TYPED_TEST(LatticeVolumes, L19_of_both_methods_are_those_of_planes_clipped_by_planes) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  constexpr int kBits = std::min(kLatticeBits<T> - 2, 26);
  scenes::Pcg32 random(seed_of_piece(71 + D * sizeof(T)));
  MullerPreparata<D, T> duals;
  FaceClipping<D, T> clipping;
  ContactVolume<D, T> v, w;
  ConvexPolytope<D, T> solid[2];
  std::uint64_t cases = 0, overlapping = 0, unsure = 0;
  for (std::uint32_t i = 0; i < by_piece(200u, 20'000u); ++i) {
    LatticePoints<D> points(Layout(i % kLayouts), kBits, random);
    const T unit = std::ldexp(T(1), int(random.below(21)) - 10);
    for (int k = 0; k < 8; ++k) {
      SCOPED_TRACE(testing::Message() << "set " << i << ", pair " << k);
      LatticeBody<D> body[2];
      Lattice<D> center[2];
      bool solids = true;
      for (int s = 0; s < 2 && solids; ++s) {
        std::vector<Lattice<D>> corners;
        std::vector<Vec<D, T>> own;
        for (std::uint32_t c = D + 1 + random.below(4); c > 0; --c) {
          corners.push_back(points());
          own.push_back(scaled<T>(corners.back(), unit));
        }
        if constexpr (D == 2) solids = polygon_of<T>(own, solid[s]) == Status::ok;
        if constexpr (D == 3) solids = polyhedron_of<T>(own, solid[s]) == Status::ok;
        center[s] = points();
        body[s] = LatticeBody<D>::hull_of(std::move(corners));
      }
      if (!solids) continue;
      const auto move_body = [&](int s, const Lattice<D>& by) {
        for (auto& c : body[s].corners) c = c + by;
      };
      move_body(0, center[0]), move_body(1, center[1]);
      // In most cases so that they overlap by a few units, or so many bits.
      if (k != 0) {
        const LatticeGap<D> gap(body[0], body[1]);
        const auto& widest = gap.widest();
        const Real by = -Real(random.below(2 + (1u << random.below(kBits - 1))));
        const Real move = by - Real(widest.gap) / widest.length;
        Lattice<D> off{};
        for (int a = 0; a < D; ++a) {
          off[a] = std::int64_t(std::llround(move * Real(widest.normal[a]) / widest.length));
        }
        move_body(1, off), center[1] = center[1] + off;
      }
      const LatticeGap<D> gap(body[0], body[1]);
      const Transform<D, T> at{scaled<T>(center[0], unit), {}}, to{scaled<T>(center[1], unit), {}};
      const Status status = duals.find(solid[0], at, solid[1], to, v);
      ASSERT_EQ(clipping.find(solid[0], at, solid[1], to, w), status);
      ASSERT_TRUE(status == Status::ok || status == Status::apart || status == Status::touching)
          << name(status);
      ++cases;
      const Measure both = gap.sign() < 0 ? measure<D>(body[0], body[1]) : Measure{};
      const Real volume = Real(both.volume);
      Real size = 0;
      for (const auto& b : body) {
        for (const auto& c : b.corners) {
          for (const auto x : c.v) size = std::max(size, std::abs(Real(x)));
        }
      }
      // Faces are off by rounding.
      constexpr Real kShare = 0x1p-49L;
      const Real rounding = size * both.surface * kShare;
      const Real slack = rounding + volume * std::numeric_limits<T>::epsilon() * 64;
      const Real scale = std::pow(Real(unit), D);
      overlapping += gap.sign() < 0;
      if (status != Status::ok) {
        unsure += gap.sign() < 0;
        // No ball of 2^-46 of the size fits in.
        ASSERT_LE(volume, size * both.surface * 0x1p-45L) << name(status);
        continue;
      }
      ASSERT_LE(std::abs(Real(v.volume()) / scale - volume), slack) << volume;
      ASSERT_LE(std::abs(Real(w.volume()) / scale - volume), slack) << volume;
    }
  }
  std::cout << "shares: " << double(overlapping) / double(cases) << " overlap, "
            << double(unsure) / double(cases) << " within rounding\n";
  EXPECT_GT(overlapping, cases / 4);
  EXPECT_LT(unsure, cases / 100);
  count_cases(cases);
}

}  // namespace
}  // namespace masu::test
