// SPDX-License-Identifier: MIT
// The guarantee of ContactDetail::boxes: two objects are a pair exactly if the boxes that find()
// returns overlap, and these contain the exact ones and are hardly wider.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

// Sums of two floats of such sizes are exact in double.
template <int D>
Aabb<D, double> exact_box(const Box<D, float>& shape, const Transform<D, float>& pose) {
  Aabb<D, double> box;
  for (int a = 0; a < D; ++a) {
    const double center = double(pose.translation[a]);
    box.min[a] = center - double(shape.half_extents[a]);
    box.max[a] = center + double(shape.half_extents[a]);
  }
  return box;
}

// How far apart the boxes are on the axis of the widest gap, in floats' units in the last place.
template <int D>
double gap_in_units(const Aabb<D, double>& x, const Aabb<D, double>& y) {
  double most = 0;
  for (int a = 0; a < D; ++a) {
    const double low = std::fmax(x.min[a], y.min[a]);
    const double high = std::fmin(x.max[a], y.max[a]);
    const auto size = static_cast<float>(std::fmax(std::fabs(low), std::fabs(high)));
    const double unit = double(std::nextafter(size, std::numeric_limits<float>::infinity())) - size;
    most = std::fmax(most, (low - high) / unit);
  }
  return most;
}

struct Counts {
  std::size_t exact = 0;
  std::size_t near = 0;  // that exact boxes do not have
};

// Boxes that touch, all but touch or overlap by next to nothing: edges lie on a lattice, give or
// take a unit or two.
template <int D>
Counts check_scene(std::uint64_t seed) {
  scenes::Pcg32 random(seed, 5);
  World<D> world({.detail = ContactDetail::boxes});
  std::vector<Handle> handles;
  std::vector<Aabb<D, double>> exact;
  const double offset = random.between(-300, 300);
  for (int i = 0; i < 60; ++i) {
    Transform<D, float> pose{};
    Box<D, float> shape{};
    for (int a = 0; a < D; ++a) {
      float x = static_cast<float>(offset + double(random.below(5)));
      const int steps = int(random.below(5)) - 2;
      for (int k = 0; k < std::abs(steps); ++k) x = std::nextafter(x, steps > 0 ? 1e9f : -1e9f);
      pose.translation[a] = x;
      shape.half_extents[a] = random.below(2) == 0 ? 0.5f : 0.1f + 0.4f * float(random.below(3));
    }
    handles.push_back(world.add(shape, pose).handle);
    exact.push_back(exact_box(shape, pose));
  }
  EXPECT_EQ(world.update().status, Status::ok);
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported;
  for (const WorldPair& p : world.pairs()) reported.insert({p.a.index, p.b.index});
  Counts counts;
  for (std::uint32_t i = 0; i < 60; ++i) {
    for (std::uint32_t j = i + 1; j < 60; ++j) {
      const bool pair = reported.contains({i, j});
      EXPECT_EQ(pair, overlaps(world.find(handles[i])->box, world.find(handles[j])->box));
      const bool overlapping = overlaps(exact[i], exact[j]);
      counts.exact += overlapping ? 1 : 0;
      if (overlapping == pair) continue;
      EXPECT_TRUE(pair) << "exact boxes that meet are never missed";
      EXPECT_LT(gap_in_units(exact[i], exact[j]), 2);
      ++counts.near;
    }
  }
  return counts;
}

TEST(WorldBoxes, pairs_equal_those_of_boxes_rounded_outward_once) {
  Counts all;
  for (std::uint64_t seed = 0; seed < std::uint64_t(by_tier(200, 20'000)); ++seed) {
    for (const Counts& c : {check_scene<2>(seed), check_scene<3>(seed)}) {
      all.exact += c.exact;
      all.near += c.near;
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(all.exact, 10'000u);
  EXPECT_GT(all.near, 20u) << "boxes that floats cannot hold";
}

// --- Rotated shapes ------------------------------------------------------------------------------

// The rotation that T's numbers stand for, whose length is 1 to within T's rounding.
template <class T>
Matrix<2, long double> exact_matrix(const Rotation<2, T>& r) {
  const long double c = r.cosine, s = r.sine;
  const long double size = std::sqrt(c * c + s * s);
  return {{{c / size, -s / size}, {s / size, c / size}}};
}
template <class T>
Matrix<3, long double> exact_matrix(const Rotation<3, T>& r) {
  const long double x = r.x, y = r.y, z = r.z, w = r.w;
  const long double k = 2 / (x * x + y * y + z * z + w * w);
  return {{{1 - k * (y * y + z * z), k * (x * y - z * w), k * (x * z + y * w)},
           {k * (x * y + z * w), 1 - k * (x * x + z * z), k * (y * z - x * w)},
           {k * (x * z - y * w), k * (y * z + x * w), 1 - k * (x * x + y * y)}}};
}
Rotation<2, double> some_rotation(scenes::Pcg32& random, Rotation<2, double>) {
  const double a = random.between(-4, 4);
  return {std::cos(a), std::sin(a)};
}
Rotation<3, double> some_rotation(scenes::Pcg32& random, Rotation<3, double>) {
  Vec<4, double> q{};
  for (int a = 0; a < 4; ++a) q[a] = random.between(-1, 1) + 0x1p-30;
  const double size = length(q);
  return {q[0] / size, q[1] / size, q[2] / size, q[3] / size};
}
template <class T>
Rotation<2, T> in_scalar(const Rotation<2, double>& r) {
  return {T(r.cosine), T(r.sine)};
}
template <class T>
Rotation<3, T> in_scalar(const Rotation<3, double>& r) {
  return {T(r.x), T(r.y), T(r.z), T(r.w)};
}

// The sides of a box against those of the exact one, `size` being what World's page takes the width
// from. Sums of long doubles are exact to a share of 2^-60.
template <int D, class T>
void expect_tight(const Aabb<D, T>& box, const Vec<D, T>& center, const Vec<D, long double>& reach,
                  long double size) {
  for (int a = 0; a < D; ++a) {
    for (const int sign : {-1, 1}) {
      const T side = sign < 0 ? -box.min[a] : box.max[a];
      const long double exact = sign * static_cast<long double>(center[a]) + reach[a];
      const long double noise = (std::fabs(static_cast<long double>(center[a])) + size) * 0x1p-60L;
      ASSERT_GE(side, exact - noise);
      const long double wide = exact + size * 0x1p-48L + noise;
      // The sums before the last are rounded outward in double, too.
      const double summed = std::nextafter(
          static_cast<double>(wide + (std::fabs(double(center[a])) + double(size)) * 0x1p-51),
          std::numeric_limits<double>::infinity());
      T most = static_cast<T>(summed);
      if (double(most) < summed) most = std::nextafter(most, std::numeric_limits<T>::infinity());
      ASSERT_LE(side, most);
    }
  }
}

template <int D, class T>
void check_rotated(std::uint64_t seed) {
  scenes::Pcg32 random(seed, 7);
  World<D, T> world({.detail = ContactDetail::boxes});
  Transform<D, T> pose{};
  pose.rotation = in_scalar<T>(some_rotation(random, Rotation<D, double>{}));
  Vec<D, T> half{};
  for (int a = 0; a < D; ++a) {
    const double power = double(random.below(4));
    pose.translation[a] = T(random.between(-1, 1) * std::pow(10.0, power));
    half[a] = T(random.between(0.01, 1));
  }
  const T radius = T(random.between(0.01, 1));
  const Matrix<D, long double> rotation = exact_matrix(pose.rotation);
  Vec<D, long double> box_reach{}, ball_reach{}, capsule_reach{};
  long double size = 0;
  for (int a = 0; a < D; ++a) {
    long double along = 0;
    for (int j = 0; j < D; ++j) {
      box_reach[a] += std::fabs(rotation.row[a][j]) * half[j];
      along += rotation.row[a][j] * half[j];
    }
    ball_reach[a] = radius;
    capsule_reach[a] = std::fabs(along) + radius;
    size += half[a];
  }
  const auto box_of = [&](const auto& shape) {
    const Handle h = world.add(shape, pose).handle;
    return world.find(h)->box;
  };
  const Capsule<D, T> capsule{half, -half, radius};
  expect_tight(box_of(Box<D, T>{half}), pose.translation, box_reach, size);
  expect_tight(box_of(Sphere<D, T>{radius}), pose.translation, ball_reach, 0);
  expect_tight(box_of(capsule), pose.translation, capsule_reach, size + radius);
}

TEST(WorldBoxes, of_rotated_shapes_contain_the_exact_ones_and_are_hardly_wider) {
  for (std::uint64_t seed = 0; seed < std::uint64_t(by_tier(5'000, 300'000)); ++seed) {
    SCOPED_TRACE(seed);
    check_rotated<2, float>(seed);
    check_rotated<3, float>(seed);
    check_rotated<2, double>(seed);
    check_rotated<3, double>(seed);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace masu::test
