// SPDX-License-Identifier: MIT
#include "scenes/generators/scene.hpp"

#include <masu/broad_phase/all_pairs.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "scenes/generators/exact_math.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace masu::scenes {
namespace {

constexpr std::size_t kN = 3000;

template <class C>
class Scenes : public testing::Test {};
TYPED_TEST_SUITE(Scenes, test::Cases, test::CaseNames);

template <int D, class T>
double pairs_per_object(const std::vector<Aabb<D, T>>& boxes) {
  CountPairs count;
  const SearchResult result = AllPairs<D, T>().find_pairs(BoxSpan<D, T>(boxes), count);
  EXPECT_EQ(result.status, Status::ok);
  return static_cast<double>(count.count) / static_cast<double>(boxes.size());
}

struct Band {
  double low, high;
};

// Boxes that hang over the edge of a small world cost some pairs, most so in 4D.
Band band_of(std::string_view name, int dimension) {
  constexpr double n = kN;
  if (name == "pile") return {3.0, 4.0};
  if (name == "one_cell") return {(n - 2) * (n - 3) / 2 / n, (n - 2) * (n - 3) / 2 / n};
  if (name == "equal") return {(n - 1) / 2, (n - 1) / 2};
  if (name == "centre_lines") return {0.35, 0.7};
  if (name == "sizes" && dimension > 2) return {0.5, 1.1};
  return {0.8, 1.2};
}

TYPED_TEST(Scenes, have_their_stated_pairs_an_object) {
  constexpr int D = TypeParam::D;
  for (const std::string_view name : scene_names()) {
    const double pairs = pairs_per_object(make_scene<D, typename TypeParam::T>(name, kN, 1));
    EXPECT_GE(pairs, band_of(name, D).low) << name;
    EXPECT_LE(pairs, band_of(name, D).high) << name;
  }
}

TYPED_TEST(Scenes, keep_their_density_while_they_move) {
  constexpr int D = TypeParam::D;
  for (const std::string_view name : scene_names()) {
    Scene<D, typename TypeParam::T> scene(name, kN, 2);
    for (int i = 0; i < 20; ++i) scene.step();
    const double pairs = pairs_per_object(scene.boxes());
    EXPECT_GE(pairs, 0.95 * band_of(name, D).low) << name;
    EXPECT_LE(pairs, 1.05 * band_of(name, D).high) << name;
  }
}

TYPED_TEST(Scenes, have_the_requested_size_and_no_empty_box) {
  constexpr int D = TypeParam::D;
  for (const std::string_view name : scene_names()) {
    for (const std::size_t n : {0, 1, 2, 3, 65, 1000}) {
      Scene<D, typename TypeParam::T> scene(name, n, 3);
      scene.step();
      ASSERT_EQ(scene.boxes().size(), n) << name;
      for (const auto& box : scene.boxes()) ASSERT_TRUE(box.finite() && !box.empty()) << name;
    }
  }
}

TYPED_TEST(Scenes, move_exactly_the_boxes_they_report) {
  constexpr int D = TypeParam::D;
  for (const std::string_view name : scene_names()) {
    Scene<D, typename TypeParam::T> scene(name, kN, 4);
    const auto before = scene.boxes();
    scene.step();
    std::vector<std::uint32_t> changed;
    for (std::uint32_t i = 0; i < kN; ++i) {
      if (scene.boxes()[i] != before[i]) changed.push_back(i);
    }
    // The step of a tiny box far out may round to nothing.
    EXPECT_TRUE(
        std::includes(scene.moved().begin(), scene.moved().end(), changed.begin(), changed.end()))
        << name;
    EXPECT_GE(changed.size() * 100, scene.moved().size() * 98) << name;
    if (name == "one_percent") {
      EXPECT_EQ(scene.moved().size(), kN / 100);
    }
  }
}

// Largest move of a lower corner on any axis.
template <int D, class T>
double largest_step(const std::vector<Aabb<D, T>>& before, const std::vector<Aabb<D, T>>& after) {
  double most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (int a = 0; a < D; ++a) {
      const double d = double(after[i].min[a]) - double(before[i].min[a]);
      most = std::max(most, d < 0 ? -d : d);
    }
  }
  return most;
}

TYPED_TEST(Scenes, brownian_steps_a_tenth_and_fast_two_edges_inside_the_walls) {
  constexpr int D = TypeParam::D;
  for (const auto& [name, step] : {std::pair("brownian", 0.1), std::pair("fast", 2.0)}) {
    Scene<D, typename TypeParam::T> scene(name, kN, 5);
    for (int i = 0; i < 100; ++i) {
      const auto before = scene.boxes();
      scene.step();
      const double most = largest_step(before, scene.boxes());
      ASSERT_LE(most, step * 1.001) << name;
      ASSERT_GE(most, step * 0.9) << name;
    }
    for (const auto& box : scene.boxes()) {
      for (int a = 0; a < D; ++a) {
        ASSERT_GE(box.min[a], -0.001) << name;
        ASSERT_LE(box.min[a], scene.side() * 1.001) << name;
      }
    }
  }
}

TYPED_TEST(Scenes, a_dropped_pile_is_loose_falls_and_settles) {
  Scene<TypeParam::D, typename TypeParam::T> scene("pile", kN, 6);
  const double settled = pairs_per_object(scene.boxes());
  scene.drop();
  double last = pairs_per_object(scene.boxes());
  EXPECT_LT(last, 0.8 * settled);
  for (std::uint32_t i = 0; i < scene.kFallFrames; ++i) scene.step();
  EXPECT_NEAR(pairs_per_object(scene.boxes()), settled, 0.2);
}

TEST(SceneNames, an_unknown_name_is_refused_with_the_known_ones) {
  try {
    make_scene<2, float>("unifrom", 10, 1);
    FAIL() << "no exception";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("unifrom"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("centre_lines"), std::string::npos);
  }
}

TEST(Pcg32, gives_the_reference_sequence) {
  // The demo of the author's C library (pcg32-demo, seed 42, sequence 54).
  Pcg32 random(42, 54);
  for (const std::uint32_t expected :
       {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu}) {
    EXPECT_EQ(random.next(), expected);
  }
}

TEST(Pcg32, gaussian_has_mean_0_and_deviation_1) {
  Pcg32 random(1);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.gaussian();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.02);
  EXPECT_NEAR(squares / kDraws, 1, 0.02);
}

TEST(ExactMath, roots_and_powers_of_two) {
  EXPECT_DOUBLE_EQ(root(4e6, 2), 2000);
  EXPECT_DOUBLE_EQ(root(4e6, 3), 158.74010519681994);
  EXPECT_DOUBLE_EQ(root(0.25, 2), 0.5);
  EXPECT_EQ(root(0, 3), 0);
  EXPECT_EQ(exp2_steps(0), 1);
  EXPECT_EQ(exp2_steps(10), 1024);
  EXPECT_NEAR(exp2_steps(3.3), 9.849155306759329, 1e-6);
}

// Equal on every compiler and machine; a new value here means that scenes changed for everybody.
template <int D, class T>
std::uint64_t hash_of_all_scenes() {
  test::Hash hash;
  for (const std::string_view name : scene_names()) {
    Scene<D, T> scene(name, 500, 7);
    for (int i = 0; i < 3; ++i) scene.step();
    hash.add(test::hash_of(std::span(scene.boxes())));
  }
  return hash.value();
}

TEST(SceneBits, are_the_same_on_every_compiler) {
  EXPECT_EQ((hash_of_all_scenes<2, float>()), 0xa3d07bde1afd4a82u);
  EXPECT_EQ((hash_of_all_scenes<3, float>()), 0x3ee1695d4087bdc1u);
  EXPECT_EQ((hash_of_all_scenes<2, double>()), 0xbfadf8e8451457d2u);
  EXPECT_EQ((hash_of_all_scenes<3, double>()), 0x85ec6bca4eb554f4u);
}

}  // namespace
}  // namespace masu::scenes
