// SPDX-License-Identifier: MIT
// Polygons with holes divided into convex parts: every part is convex and every edge belongs to the
// input or to two parts; compared with the winding number, the fewest possible parts, and every
// pair of edges.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <string>

#include <masu/hull/polygon_decomposition.hpp>

#include "hull/hull2_access.hpp"
#include "tests/hull/polygons.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Part = std::span<const std::uint32_t>;

template <class T>
bool is_convex(const Polygons<T>& p, Part part) {
  int bends = 0;
  int reflex = 0;
  int ends = 0;  // corners left of both neighbours: one, unless it goes around again
  const std::size_t n = part.size();
  for (std::size_t k = 0; k < n; ++k) {
    const auto& a = p.points[part[k]];
    const auto& b = p.points[part[(k + 1) % n]];
    const auto& c = p.points[part[(k + 2) % n]];
    const int orientation = orient2d(a, b, c);
    bends += orientation > 0;
    reflex += orientation < 0;
    ends += detail::less_by_xy(b, a) && detail::less_by_xy(b, c);
  }
  return bends >= 3 && reflex == 0 && ends == 1;
}

template <class T>
double area_of(const Polygons<T>& p, Part part) {
  Polygons<T> one;
  for (const auto v : part) one.points.push_back(p.points[v]);
  one.loops = {std::uint32_t(part.size())};
  return one.area();
}

// Each edge of the parts is one of the loops, or that of another part the other way: with convex
// parts of the right area this is a proof that they cover the polygons once.
template <class T>
testing::AssertionResult covers(const Polygons<T>& p, const ConvexParts2& parts) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  double area = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part part = parts.part(i);
    if (!is_convex(p, part)) return testing::AssertionFailure() << "part " << i << " is bent";
    area += area_of(p, part);
    for (std::size_t k = 0; k < part.size(); ++k) {
      if (++edges[{part[k], part[(k + 1) % part.size()]}] > 1) {
        return testing::AssertionFailure() << "an edge twice, part " << i;
      }
    }
  }
  bool all = true;
  p.for_each_edge([&](std::uint32_t a, std::uint32_t b) { all = edges.erase({a, b}) == 1 && all; });
  if (!all) return testing::AssertionFailure() << "a loop's edge is missing";
  for (const auto& [edge, count] : edges) {
    if (edges.count({edge.second, edge.first}) == 0) {
      return testing::AssertionFailure() << "no part beyond a diagonal";
    }
  }
  if (!(std::abs(area - p.area()) <= 1e-12 * p.area())) {
    return testing::AssertionFailure() << "area " << area << " of " << p.area();
  }
  return testing::AssertionSuccess();
}

template <class T>
int parts_around(const Polygons<T>& p, const ConvexParts2& parts, const Vec<2, T>& q) {
  int around = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part part = parts.part(i);
    bool inside = true;
    for (std::size_t k = 0; k < part.size() && inside; ++k) {
      inside = orient2d(p.points[part[k]], p.points[part[(k + 1) % part.size()]], q) > 0;
    }
    around += inside;
  }
  return around;
}

template <class T>
std::size_t inward_bends(const Polygons<T>& p) {
  std::size_t bends = 0;
  std::uint32_t first = 0;
  for (const std::uint32_t n : p.loops) {
    for (std::uint32_t k = 0; k < n; ++k) {
      bends += orient2d(p.points[first + k], p.points[first + (k + 1) % n],
                        p.points[first + (k + 2) % n]) < 0;
    }
    first += n;
  }
  return bends;
}

template <class T>
class Decompositions2 : public testing::Test {
 protected:
  // Decomposes them, and checks everything.
  void check(const Polygons<T>& p, scenes::Pcg32& random) {
    ASSERT_EQ(builder.triangulate(p.points, p.loops, parts), Status::ok);
    ASSERT_TRUE(covers(p, parts));
    for (std::size_t i = 0; i < parts.size(); ++i) ASSERT_EQ(parts.part(i).size(), 3u);
    ASSERT_EQ(builder.build(p.points, p.loops, parts), Status::ok);
    ASSERT_TRUE(covers(p, parts));
    EXPECT_LE(parts.size(), 2 * inward_bends(p) + p.loops.size());
    Vec<2, T> low = p.points[0];
    Vec<2, T> high = p.points[0];
    for (const auto& v : p.points) low = min(low, v), high = max(high, v);
    for (int i = 0; i < 20; ++i) {
      const Vec<2, T> q{T(random.between(low[0], high[0])), T(random.between(low[1], high[1]))};
      const int winding = p.winding(q);
      const int around = parts_around(p, parts, q);
      // On a diagonal it is inside of none.
      ASSERT_TRUE(winding == Polygons<T>::kOnEdge || around == winding ||
                  (winding == 1 && around == 0));
      if (around == 0 && winding == 1) ++on_diagonals;
      ++samples;
    }
  }

  PolygonDecomposition<T> builder;
  ConvexParts2 parts;
  int samples = 0;
  int on_diagonals = 0;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Decompositions2, Scalars);

TYPED_TEST(Decompositions2, L14_parts_are_convex_and_cover_random_polygons) {
  using T = TypeParam;
  scenes::Pcg32 random(11);
  int bent = 0;
  int crossed = 0;
  for (std::uint32_t i = 0; i < by_tier(300u, 20'000u); ++i) {
    const auto p = untangled<T>(3 + i % 40, i % 3 == 0 ? 12 : 1000, random);
    if (!is_simple(p)) {
      ++crossed;
      ASSERT_NE(this->builder.build(p.points, p.loops, this->parts), Status::ok) << i;
      continue;
    }
    this->check(p, random);
    ASSERT_FALSE(this->HasFatalFailure()) << i;
    bent += this->parts.size() > 1;
  }
  EXPECT_GT(bent, int(by_tier(200u, 14'000u)));
  EXPECT_GT(crossed, 3);
  EXPECT_LT(this->on_diagonals, this->samples / 10);
}

TYPED_TEST(Decompositions2, L14_parts_cover_stars_with_holes) {
  scenes::Pcg32 random(12);
  for (std::uint32_t i = 0; i < by_tier(60u, 3000u); ++i) {
    this->check(stars<TypeParam>(8 + i % 17, int(i % 17), random), random);
    ASSERT_FALSE(this->HasFatalFailure()) << i;
  }
  EXPECT_LT(this->on_diagonals, this->samples / 100);
}

TYPED_TEST(Decompositions2, L14_parts_cover_cells_with_holes_and_islands) {
  using T = TypeParam;
  scenes::Pcg32 random(13);
  std::size_t loops = 0;
  int missed = 0;
  int queries = 0;
  for (std::uint32_t i = 0; i < by_tier(60u, 3000u); ++i) {
    const CellPolygons<T> cells(3 + int(i % 14), 40 + i % 40, random);
    if (cells.polygons.points.empty()) continue;
    this->check(cells.polygons, random);
    ASSERT_FALSE(this->HasFatalFailure()) << i;
    loops += cells.polygons.loops.size();
    for (int y = 0; y < cells.side; ++y) {
      for (int x = 0; x < cells.side; ++x) {
        const Vec<2, T> q{T(x + 0.376), T(y + 0.641)};
        const int around = parts_around(cells.polygons, this->parts, q);
        ASSERT_LE(around, int(cells.at(x, y))) << x << ' ' << y;
        missed += around < int(cells.at(x, y));
        ++queries;
      }
    }
  }
  EXPECT_GT(loops, by_tier(150u, 10'000u));
  EXPECT_LT(missed, queries / 1000);  // on a diagonal
}

// The fewest convex parts that diagonals alone make: some diagonal leaves each inward bend.
struct Fewest {
  using Loop = std::vector<Vec2d>;

  static std::size_t of(const Loop& loop) {
    const std::size_t n = loop.size();
    for (std::size_t v = 0; v < n; ++v) {
      if (orient2d(loop[(v + n - 1) % n], loop[v], loop[(v + 1) % n]) >= 0) continue;
      std::size_t best = n;
      for (std::size_t w = 2; w + 1 < n; ++w) {
        const Loop first = from_to(loop, v, (v + w) % n);
        const Loop second = from_to(loop, (v + w) % n, v);
        if (is_visible(loop, v, (v + w) % n)) best = std::min(best, of(first) + of(second));
      }
      return best;
    }
    return 1;
  }
  static Loop from_to(const Loop& loop, std::size_t v, std::size_t w) {
    Loop part{loop[v]};
    for (std::size_t k = v; k != w;) part.push_back(loop[k = (k + 1) % loop.size()]);
    return part;
  }
  static bool is_visible(const Loop& loop, std::size_t v, std::size_t w) {
    Polygons<double> whole;
    whole.add(loop);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::size_t next = (k + 1) % loop.size();
      if (k == v || k == w || next == v || next == w) continue;
      if (segments_touch(loop[v], loop[w], loop[k], loop[next])) return false;
    }
    // Even coordinates: the midpoint is exact.
    return whole.winding((loop[v] + loop[w]) * 0.5) == 1;
  }
};

TEST(Decomposition2, L14_has_at_most_four_times_the_fewest_parts) {
  scenes::Pcg32 random(14);
  PolygonDecomposition<double> builder;
  ConvexParts2 parts;
  std::size_t ours = 0;
  std::size_t fewest = 0;
  for (std::uint32_t i = 0; i < by_tier(300u, 5000u); ++i) {
    const auto p = untangled<double>(4 + i % 9, 64, random);
    if (!is_simple(p)) continue;
    ASSERT_EQ(builder.build(p.points, parts), Status::ok);
    const std::size_t least = Fewest::of(p.points);
    ASSERT_LE(parts.size(), 4 * least);
    ASSERT_GE(parts.size(), least);
    ours += parts.size();
    fewest += least;
  }
  EXPECT_GT(fewest, by_tier(500u, 8000u));
  EXPECT_LE(ours, fewest * 5 / 4);
  RecordProperty("ours_per_fewest", std::to_string(double(ours) / double(fewest)));
}

TYPED_TEST(Decompositions2, L14_known_shapes_have_the_expected_parts) {
  using T = TypeParam;
  using Loop = std::vector<Vec<2, T>>;
  const auto count = [&](const Loop& loop) {
    EXPECT_EQ(this->builder.build(loop, this->parts), Status::ok);
    return this->parts.size();
  };
  EXPECT_EQ(count({{0, 0}, {1, 0}, {0, 1}}), 1u);
  EXPECT_EQ(count({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}}), 1u);
  EXPECT_EQ(count({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}), 2u);
  EXPECT_EQ(count({{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}), 3u);
  // A square with a square hole: four, since each corner of the hole needs one.
  Polygons<T> ring;
  ring.add({{0, 0}, {3, 0}, {3, 3}, {0, 3}});
  ring.add({{1, 1}, {1, 2}, {2, 2}, {2, 1}});
  ASSERT_EQ(this->builder.build(ring.points, ring.loops, this->parts), Status::ok);
  EXPECT_EQ(this->parts.size(), 4u);
  ConvexPolygon<T> polygon;
  double area = 0;
  for (std::size_t i = 0; i < this->parts.size(); ++i) {
    const auto& points = std::span<const Vec<2, T>>(ring.points);
    ASSERT_EQ(polygon_of_part(points, this->parts.part(i), polygon), Status::ok);
    area += area_of(ring, this->parts.part(i));
  }
  EXPECT_EQ(area, 8);
}

// Coordinates whose products are lost, or rounded: signs are exact all the same.
TYPED_TEST(Decompositions2, L14_takes_any_finite_scale_and_slivers) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const std::vector<Vec<2, T>> corner{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const T scale : {Limits::denorm_min(), Limits::min(), T(1), Limits::max() / 4}) {
    std::vector<Vec<2, T>> scaled;
    for (const auto& p : corner) scaled.push_back(p * scale);
    ASSERT_EQ(this->builder.build(scaled, this->parts), Status::ok) << scale;
    EXPECT_EQ(this->parts.size(), 2u);
  }
  const T one_more = 1 + Limits::epsilon();
  Polygons<T> sliver;
  sliver.add({{0, 0}, {1, 1}, {2, 2}, {1, one_more}});
  ASSERT_TRUE(is_simple(sliver));
  ASSERT_EQ(this->builder.build(sliver.points, this->parts), Status::ok);
  EXPECT_TRUE(is_convex(sliver, this->parts.part(0)));
}

TYPED_TEST(Decompositions2, refuse_input_that_is_not_a_set_of_polygons) {
  using T = TypeParam;
  const auto status = [&](const Polygons<T>& p) {
    const Status s = this->builder.build(p.points, p.loops, this->parts);
    EXPECT_TRUE(s == Status::ok || this->parts.size() == 0);
    return s;
  };
  using Loop = std::vector<Vec<2, T>>;
  const auto loops = [&](std::vector<Loop> all) {
    Polygons<T> p;
    for (const auto& loop : all) p.add(loop);
    return p;
  };
  const Loop square{{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  const Loop clockwise{{0, 0}, {0, 9}, {9, 9}, {9, 0}};
  const Loop hole{{2, 2}, {2, 7}, {7, 7}, {7, 2}};
  const Loop inner{{4, 4}, {4, 5}, {5, 5}, {5, 4}};
  const auto moved = [](Loop loop, T x) {
    for (auto& p : loop) p[0] += x;
    return loop;
  };
  EXPECT_EQ(status({}), Status::no_points);
  EXPECT_EQ(status(loops({square, hole})), Status::ok);
  EXPECT_EQ(status(loops({hole, square})), Status::ok);  // in any order
  EXPECT_EQ(status(loops({square, hole, Loop(inner.rbegin(), inner.rend())})), Status::ok);
  EXPECT_EQ(status(loops({clockwise})), Status::inverted);
  EXPECT_EQ(status(loops({square, Loop(hole.rbegin(), hole.rend())})), Status::inverted);
  EXPECT_EQ(status(loops({square, moved(hole, 20)})), Status::inverted);
  EXPECT_EQ(status(loops({square, moved(hole, -20)})), Status::inverted);
  EXPECT_EQ(status(loops({square, hole, inner})), Status::inverted);
  EXPECT_EQ(status(loops({square, moved(hole, 5)})), Status::touching);
  EXPECT_EQ(status(loops({square, moved(hole, 2)})), Status::touching);   // touches an edge
  EXPECT_EQ(status(loops({square, moved(hole, -2)})), Status::touching);  // and on the left
  EXPECT_EQ(status(loops({square, moved(square, 9)})), Status::touching);
  EXPECT_EQ(status(loops({square, hole, hole})), Status::touching);
  EXPECT_EQ(status(loops({{{0, 0}, {9, 9}, {9, 0}, {0, 9}}})), Status::touching);
  EXPECT_EQ(status(loops({{{0, 0}, {9, 0}, {9, 0}, {0, 9}}})), Status::touching);
  EXPECT_EQ(status(loops({{{0, 0}, {9, 0}, {4, 0}, {0, 9}}})), Status::touching);  // back again
  EXPECT_EQ(status(loops({{{0, 0}, {1, 1}, {2, 2}}})), Status::flat);
  EXPECT_EQ(status(loops({{{0, 0}, {4, 4}, {2, 2}, {1, 1}}})), Status::flat);
  EXPECT_EQ(status(loops({{{1, 1}, {1, 1}, {1, 1}}})), Status::flat);
  EXPECT_EQ(status(loops({{{1, 1}, {1, 1}, {2, 3}}})), Status::flat);
  EXPECT_EQ(status(loops({square, {{20, 0}, {20, 1}, {20, 2}}})), Status::flat);
  EXPECT_EQ(status(loops({{{0, 0}, {9, 9}, {2, 2}, {0, 9}}})), Status::touching);
  EXPECT_EQ(status(loops({{{0, 0}, {9, 0}}})), Status::flat);
  EXPECT_EQ(status(loops({square, {}})), Status::flat);
  EXPECT_EQ(status({.points = square, .loops = {5}}), Status::size_mismatch);
  EXPECT_EQ(status({.points = square, .loops = {}}), Status::size_mismatch);
  // Refused before any is read.
  const std::span<const Vec<2, T>> many(square.data(), (std::size_t(1) << 28) + 1);
  EXPECT_EQ(this->builder.build(many, {}, this->parts), Status::too_many_objects);
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    EXPECT_EQ(status(loops({{{0, 0}, {1, bad}, {0, 1}}})), Status::not_finite);
  }
}

// Returns 1 for a polygon whose edges meet only where they follow each other, counterclockwise, -1
// for one that is clockwise, and 0 for others. Exact: the coordinates are small integers.
template <class T>
int orientation_of(const std::vector<Vec<2, T>>& p) {
  const std::size_t n = p.size();
  T twice = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto& a = p[i];
    const auto& b = p[(i + 1) % n];
    twice += a[0] * b[1] - a[1] * b[0];
    for (std::size_t k = i + 1; k < n; ++k) {
      const auto& c = p[k];
      const auto& d = p[(k + 1) % n];
      const bool follows = k == i + 1;
      const bool precedes = (k + 1) % n == i;
      const auto is_on = [](const auto& q, const auto& u, const auto& v) {
        return orient2d(u, v, q) == 0 && dot(q - u, q - v) <= 0;
      };
      if (is_on(d, a, b) && !precedes) return 0;
      if (is_on(c, a, b) && !follows) return 0;
      if (is_on(a, c, d) && !precedes) return 0;
      if (is_on(b, c, d) && !follows) return 0;
      if (orient2d(a, b, c) * orient2d(a, b, d) < 0 && orient2d(c, d, a) * orient2d(c, d, b) < 0)
        return 0;
    }
  }
  return twice > 0 ? 1 : -1;
}

TYPED_TEST(Decompositions2, L14_accept_exactly_the_polygons_without_self_intersections) {
  using T = TypeParam;
  scenes::Pcg32 random(15);
  int found[3] = {};
  for (std::uint32_t i = 0; i < by_tier(20'000u, 200'000u); ++i) {
    std::vector<Vec<2, T>> p(3 + i % 5);
    for (auto& v : p) v = {T(random.below(6)), T(random.below(6))};
    const std::uint32_t sizes[1] = {std::uint32_t(p.size())};
    const int expected = orientation_of(p);
    const Status status = this->builder.build(p, sizes, this->parts);
    ASSERT_EQ(status == Status::ok, expected > 0);
    ASSERT_EQ(status == Status::inverted && expected == -1, expected == -1);
    ++found[expected + 1];
  }
  for (const int count : found) EXPECT_GT(count, 1000);
}

TYPED_TEST(Decompositions2, run_out_of_memory_cleanly_and_allocate_nothing_again) {
  scenes::Pcg32 random(16);
  const auto p = stars<TypeParam>(9, 7, random);
  FailingAllocator memory;
  for (std::size_t fail_at = 1;; ++fail_at) {
    PolygonDecomposition<TypeParam> cutter(memory.allocator());
    ConvexParts2 made(memory.allocator());
    memory.fail(fail_at, true);
    const Status status = cutter.build(p.points, p.loops, made);
    if (memory.failures() == 0) {
      EXPECT_EQ(status, Status::ok);
      memory.fail(FailingAllocator::kNever);
      EXPECT_EQ(cutter.build(p.points, p.loops, made), Status::ok);
      EXPECT_EQ(memory.calls(), 0u);
      break;
    }
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_EQ(made.size(), 0u);
    ASSERT_LT(fail_at, 100u);
  }
}

struct CountDiagonals : Trace {
  using Trace::on;
  int drawn = 0;
  int erased = 0;
  void on(const DiagonalDrawn&) { ++drawn; }
  void on(const DiagonalErased&) { ++erased; }
};

TYPED_TEST(Decompositions2, trace_every_diagonal) {
  scenes::Pcg32 random(17);
  const auto p = stars<TypeParam>(11, 5, random);
  CountDiagonals counts;
  ASSERT_EQ(this->builder.build(p.points, p.loops, this->parts, counts), Status::ok);
  // Triangles of n corners and h holes: n + 2 h - 2, and so many diagonals less 1 and more h.
  EXPECT_EQ(counts.drawn, 6 * 11 + 3 * 5 - 3);
  EXPECT_EQ(this->parts.size(), std::size_t(counts.drawn - counts.erased + 1 - 5));
  EXPECT_EQ(this->builder.stats().faces, std::uint64_t(counts.drawn));
}

}  // namespace
}  // namespace masu::test
