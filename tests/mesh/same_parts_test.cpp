// SPDX-License-Identifier: MIT
// Convex parts of closed meshes have the same bits with every instruction set and every compiler.
#include <gtest/gtest.h>

#include <masu/mesh/mesh_decomposition.hpp>

#include "tests/mesh/carved_solids.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

// Teeth around a circle, by ((1 - t^2), 2 t) / (1 + t^2): no sines.
Solid3 wheel(int teeth) {
  std::vector<Vec2d> outline;
  for (int quarter = 0; quarter < 4; ++quarter) {
    for (int i = 0; i < teeth; ++i) {
      const double t = double(i) / teeth;
      const double r = (i % 2 == 0 ? 1 : 0.75) / (1 + t * t);
      Vec2d p{r * (1 - t * t), r * 2 * t};
      for (int k = 0; k < quarter; ++k) p = {-p[1], p[0]};
      outline.push_back(p);
    }
  }
  return prism(outline, 0.3);
}

// By a rotation whose components are thirteenths: nothing is along an axis.
Solid3 rotated(Solid3 s) {
  for (Vec3d& p : s.vertices) {
    p = {(5 * p[0] - 12 * p[1]) / 13, (12 * p[0] + 5 * p[1]) / 13, p[2]};
    p = {p[0], (3 * p[1] - 4 * p[2]) / 5, (4 * p[1] + 3 * p[2]) / 5};
  }
  return s;
}

template <class T>
void add(const Solid3& s, Hash& hash) {
  std::vector<Vec<3, T>> vertices;
  for (const Vec3d& p : s.vertices) vertices.push_back(vec_cast<T>(p));
  ConvexParts3<T> parts;
  hash.add(std::uint64_t(decompose<T>(vertices, s.corners, parts)));
  hash.add(parts.depth());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    hash.add(std::uint64_t(parts.part(i).size()));
    for (const auto& p : parts.part(i)) {
      for (const T x : p.v) hash.add(x);
    }
  }
  EXPECT_GT(parts.size(), 1u);
}

template <class T>
std::uint64_t all_parts() {
  Hash hash;
  const Solid3 comb = prism({{0, 0},
                             {5, 0},
                             {5, 3},
                             {4, 3},
                             {4, 1},
                             {3, 1},
                             {3, 3},
                             {2, 3},
                             {2, 1},
                             {1, 1},
                             {1, 3},
                             {0, 3}},
                            1);
  for (const Solid3& s : {ell(2, 1.5, 0.5), comb, wheel(4), wheel(6)}) {
    add<T>(s, hash);
    add<T>(rotated(s), hash);
  }
  return hash.value();
}

// Made once, by GCC 12. A new answer is a new number: say in the change why it is as good.
TEST(SameParts, L14_on_every_instruction_set_and_from_every_compiler) {
  for_each_target([&](SimdTarget) {
    EXPECT_EQ(all_parts<float>(), 12471706478943608401u);
    EXPECT_EQ(all_parts<double>(), 6013323692588398260u);
  });
}

}  // namespace
}  // namespace masu::test
