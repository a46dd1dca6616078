// SPDX-License-Identifier: MIT
// A scene whose numbers the tests of the npm package know too: wasm/test/golden.js tells it again.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include <masu/shapes/ellipsoid.hpp>
#include <masu/world/world.hpp>
#include "scenes/generators/pcg32.hpp"
#include "tests/support/cases.hpp"

namespace masu::test {
namespace {

constexpr std::size_t kObjects = 200;
constexpr std::size_t kFrames = 40;

template <int D, class T>
struct GoldenScene {
  using Doubles = Vec<D, double>;

  scenes::Pcg32 random{2026};
  World<D, T> world{{.detail = ContactDetail::areas}};
  std::vector<Handle> handles;
  std::vector<Doubles> places;
  std::vector<Rotation<D, T>> turns;

  Doubles vector(double low, double high) {
    Doubles v{};
    for (int a = 0; a < D; ++a) v[a] = random.between(low, high);
    return v;
  }
  static Vec<D, T> rounded(const Doubles& v) {
    Vec<D, T> r{};
    for (int a = 0; a < D; ++a) r[a] = T(v[a]);
    return r;
  }
  Vec<D, T> some(double low, double high) { return rounded(vector(low, high)); }

  Rotation<D, T> turn() {
    double q[D == 2 ? 2 : 4];
    double squared = 0;
    do {
      squared = 0;
      for (double& x : q) x = random.between(-1, 1), squared += x * x;
    } while (squared > 1 || squared < 0.01);
    const double length = std::sqrt(squared);
    if constexpr (D == 2) {
      return {T(q[0] / length), T(q[1] / length)};
    } else {
      return {T(q[0] / length), T(q[1] / length), T(q[2] / length), T(q[3] / length)};
    }
  }
  ShapeView<D, T> shape(std::size_t i) {
    if (i % 5 == 0) return Sphere<D, T>{T(random.between(0.25, 0.75))}.view();
    if (i % 5 == 1) return Box<D, T>{some(0.25, 0.75)}.view();
    if (i % 5 == 4) return Ellipsoid<D, T>{some(0.25, 0.75)}.view();
    const Vec<D, T> a = some(-0.5, 0.5);
    const Vec<D, T> b = some(-0.5, 0.5);
    if (i % 5 == 2) return Capsule<D, T>{a, b, T(0.25)}.view();
    return Triangle<D, T>{a, b, some(-0.5, 0.5)}.view();
  }

  // The hash at the end, and how many pairs there were in all frames.
  std::pair<std::uint64_t, std::size_t> tell() {
    for (std::size_t i = 0; i < kObjects; ++i) {
      const ShapeView<D, T> made = shape(i);
      places.push_back(vector(-4, 4));
      turns.push_back(turn());
      handles.push_back(world.add(made, {rounded(places[i]), turns[i]}));
    }
    std::size_t pairs = 0;
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
      for (std::size_t i = frame % 3; i < kObjects; i += 3) {
        places[i] = places[i] + vector(-0.25, 0.25);
        EXPECT_EQ(world.move(handles[i], {rounded(places[i]), turns[i]}), Status::ok);
      }
      EXPECT_EQ(world.update().status, Status::ok);
      pairs += world.pairs().size();
    }
    return {world.hash(), pairs};
  }
};

template <int D, class T>
void expect(std::uint64_t hash, std::size_t pairs) {
  const auto told = GoldenScene<D, T>().tell();
  EXPECT_EQ(told.first, hash);
  EXPECT_EQ(told.second, pairs);
}

TEST(GoldenScene, has_numbers_that_webassembly_knows) {
  expect<2, float>(34378195702358268u, 27556);
  expect<2, double>(5377412864221505207u, 27556);
  expect<3, float>(9261528807033201185u, 4460);
  expect<3, double>(6938740379765341636u, 4460);
}

}  // namespace
}  // namespace masu::test
