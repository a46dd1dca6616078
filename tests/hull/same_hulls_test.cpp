// SPDX-License-Identifier: MIT
// Hulls, half-spaces and convex parts of polygons, down to the last bit and the last test counted,
// with every instruction set and every compiler.
#include <gtest/gtest.h>

#include <masu/hull/andrew.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/polygon_decomposition.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/textbook/gift_wrapping3.hpp>

#include "tests/hull/point_families.hpp"
#include "tests/hull/polygons.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

// Made by exact or correctly rounded operations alone: no sines.
constexpr std::string_view kPortable[] = {
    "cube",        "sphere", "gaussian",    "grid",       "box_surface",     "line",
    "tilted_line", "flat",   "one_axis",    "duplicates", "near_duplicates", "far_off",
    "tiny",        "huge",   "mixed_scale", "simplex"};

class HullHash {
 public:
  std::uint64_t value() const { return hash_.value(); }

  void add(std::uint64_t word) { hash_.add(word); }
  void add(float x) { hash_.add(x); }
  void add(double x) { hash_.add(x); }
  void add(std::span<const std::uint32_t> indices) {
    add(std::uint64_t(indices.size()));
    for (const std::uint32_t i : indices) add(std::uint64_t(i));
  }
  template <int D, class T>
  void add(const Vec<D, T>& v) {
    for (const T x : v.v) add(x);
  }
  void add(const HullStats& s) { add(s.tests), add(s.exact_tests), add(s.faces); }
  void add(const Hull2& hull) { add(hull.vertices()); }
  template <class T>
  void add(const Hull3<T>& hull) {
    add(std::uint64_t(hull.dimension() + 1));
    add(hull.vertices());
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      add(hull.face(f)), add(hull.plane(f).normal), add(hull.plane(f).offset);
    }
    for (std::uint32_t e = 0; e < hull.edge_count(); ++e) add(std::uint64_t(hull.twin(e)));
  }
  template <class T>
  void add(const Polytope2<T>& p) {
    for (std::size_t i = 0; i < p.edge_count(); ++i) add(std::uint64_t(p.source(i)));
    for (const auto& v : p.vertices()) add(v);
    add(p.area()), add(p.centroid());
  }
  template <class T>
  void add(const Polytope3<T>& p) {
    for (std::size_t f = 0; f < p.face_count(); ++f)
      add(std::uint64_t(p.source(f))), add(p.face(f));
    for (const auto& v : p.vertices()) add(v);
    add(p.volume()), add(p.centroid());
  }
  void add(const ConvexParts2& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) add(parts.part(i));
  }

 private:
  Hash hash_;
};

template <class Builder, class Hull, class Points>
void add_hull(Builder&& builder, const Points& points, HullHash& hash) {
  Hull hull;
  EXPECT_EQ(builder.build(points, hull), Status::ok);
  hash.add(hull);
  hash.add(builder.stats());
}

template <class T>
void add_hulls(std::string_view family, std::size_t count, HullHash& hash) {
  const auto flat = make_points<2, T>(family, count, 21);
  for (const Merge merge : {Merge::exact(), Merge::tolerance(1e-3)}) {
    add_hull<AndrewChain<T>, Hull2>(AndrewChain<T>(merge), flat, hash);
    add_hull<Quickhull2<T>, Hull2>(Quickhull2<T>(merge), flat, hash);
    if (count < 1000) add_hull<GiftWrapping2<T>, Hull2>(GiftWrapping2<T>(merge), flat, hash);
  }
  const auto solid = make_points<3, T>(family, count, 22);
  for (const Merge merge : {Merge::exact(), Merge::tolerance(1e-3)}) {
    add_hull<Quickhull3<T>, Hull3<T>>(Quickhull3<T>(merge), solid, hash);
  }
  if (count < 400) add_hull<GiftWrapping3<T>, Hull3<T>>(GiftWrapping3<T>(), solid, hash);
}

template <int D, class T>
void add_half_spaces(HullHash& hash) {
  scenes::Pcg32 random(23);
  HalfSpaceIntersection<D, T> builder;
  Polytope<D, T> polytope;
  for (int round = 0; round < 20; ++round) {
    std::vector<Hyperplane<D, T>> planes;
    const auto center = direction<D>(random) * (round % 3 == 0 ? 100.0 : 1.0);
    for (int i = 0; i < 6 + 4 * round; ++i) {
      const auto n = direction<D>(random);
      planes.push_back({vec_cast<T>(n), T(dot(n, center) + random.between(1, 1.2))});
    }
    hash.add(std::uint64_t(builder.build(planes, polytope)));
    hash.add(polytope);
    hash.add(builder.stats());
  }
}

template <class T>
void add_parts(HullHash& hash) {
  scenes::Pcg32 random(24);
  PolygonDecomposition<T> builder;
  ConvexParts2 parts;
  const auto add = [&](const Polygons<T>& p) {
    hash.add(std::uint64_t(builder.build(p.points, p.loops, parts)));
    hash.add(parts);
    hash.add(builder.stats());
    hash.add(std::uint64_t(builder.triangulate(p.points, p.loops, parts)));
    hash.add(parts);
  };
  for (std::uint32_t i = 0; i < 40; ++i) add(untangled<T>(3 + i, i % 3 == 0 ? 12 : 1000, random));
  for (int i = 0; i < 20; ++i) {
    const CellPolygons<T> cells(3 + i % 14, 40 + std::uint32_t(i), random);
    if (!cells.polygons.points.empty()) add(cells.polygons);
  }
}

template <class T>
std::uint64_t all_hulls() {
  HullHash hash;
  for (const auto family : kPortable) {
    for (const std::size_t count : {1u, 4u, 60u, 900u}) add_hulls<T>(family, count, hash);
  }
  add_hulls<T>("sphere", 10'000, hash);  // sorted by then
  add_half_spaces<2, T>(hash);
  add_half_spaces<3, T>(hash);
  add_parts<T>(hash);
  return hash.value();
}

// Made once, by GCC 12. A new answer is a new number: say in the change why it is as good.
TEST(SameHulls, L19_L21_L22_on_every_instruction_set_and_from_every_compiler) {
  for_each_target([&](SimdTarget) {
    EXPECT_EQ(all_hulls<float>(), 6097734833567851369u);
    EXPECT_EQ(all_hulls<double>(), 57800807515845267u);
  });
}

}  // namespace
}  // namespace masu::test
