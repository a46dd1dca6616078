// SPDX-License-Identifier: MIT
// Corners as C reads them: the offsets of their members, and stable feature ids.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <set>
#include <vector>

#include <masu/shapes/box.hpp>

#include "tests/c/api.hpp"

namespace masu::test {
namespace {

// What is written in other languages relies on these numbers.
static_assert(sizeof(masu_corner_2f) == 24 && offsetof(masu_corner_2f, feature_id) == 20);
static_assert(sizeof(masu_corner_3f) == 32 && offsetof(masu_corner_3f, feature_id) == 28);
static_assert(sizeof(masu_corner_2d) == 48 && offsetof(masu_corner_2d, feature_id) == 40);
static_assert(sizeof(masu_corner_3d) == 64 && offsetof(masu_corner_3d, feature_id) == 56);
static_assert(MASU_C_ABI == 4u);

template <class K>
class CFeatureIds : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;
  using Ids = std::vector<std::uint32_t>;

  static Vec<kD, T> vec(double x, double y) {
    Vec<kD, T> v = Vec<kD, T>::all(T(0.2));
    v[0] = T(x), v[1] = T(y);
    return v;
  }
  static typename A::Shape ground() {
    Vec<kD, T> half = Vec<kD, T>::all(T(4));
    half[1] = 1;
    return c_shape(Box<kD, T>{half}.view());
  }
  static typename A::Shape crate() { return c_shape(Box<kD, T>{Vec<kD, T>::all(T(0.5))}.view()); }

  // Of the only contact of the only pair of a world.
  static Ids ids_of(masu_world* world) {
    std::size_t count = 0;
    const masu_pair* pairs = masu_world_pairs(world, &count);
    EXPECT_EQ(count, 1u);
    if (count != 1) return {};
    const auto* corners = A::corners(world, &pairs[0], 0, &count);
    Ids ids;
    for (std::size_t k = 0; k < count; ++k) ids.push_back(corners[k].feature_id);
    return ids;
  }
};
TYPED_TEST_SUITE(CFeatureIds, Kinds);

TYPED_TEST(CFeatureIds, stay_while_a_box_rests) {
  CWorld<TestFixture::kD, typename TestFixture::T> world(nullptr, MASU_AREAS);
  (void)world.add(this->ground(), this->vec(0, -1));
  const masu_handle crate = world.add(this->crate(), this->vec(0.3, 0.49));
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  const auto first = this->ids_of(world);
  ASSERT_EQ(first.size(), TestFixture::kD == 2 ? 2u : 4u);
  EXPECT_EQ(std::set<std::uint32_t>(first.begin(), first.end()).size(), first.size());
  for (const std::uint32_t id : first) EXPECT_TRUE(id >> 16 != 0 && (id & 0xffff) != 0) << id;
  for (int t = 0; t < 60; ++t) {
    const double by = t % 7 * 1e-5;
    ASSERT_EQ(world.move(crate, this->vec(0.3 + by, 0.49 - by)), MASU_OK);
    ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
    ASSERT_EQ(this->ids_of(world), first) << "in frame " << t;
  }
}

TYPED_TEST(CFeatureIds, of_two_shapes_have_their_halves_exchanged) {
  using Calls = typename TestFixture::A;
  masu_results* results = nullptr;
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  masu_contact_options options = masu_contact_options_default();
  options.detail = MASU_AREAS;
  const auto ground = this->ground();
  const auto crate = this->crate();
  const auto ground_pose = Calls::pose_at(c_vec(this->vec(0, -1)));
  const auto crate_pose = Calls::pose_at(c_vec(this->vec(0.3, 0.49)));
  const auto ids = [&] {
    std::size_t count = 0;
    const auto* corners = Calls::results_corners(results, 0, &count);
    std::vector<std::uint32_t> found;
    for (std::size_t k = 0; k < count; ++k) found.push_back(corners[k].feature_id);
    return found;
  };
  ASSERT_EQ(Calls::shapes_contacts(&ground, &ground_pose, &crate, &crate_pose, &options, nullptr,
                                   results),
            MASU_OK);
  const auto there = ids();
  ASSERT_EQ(Calls::shapes_contacts(&crate, &crate_pose, &ground, &ground_pose, &options, nullptr,
                                   results),
            MASU_OK);
  const auto back = ids();
  ASSERT_EQ(there.size(), TestFixture::kD == 2 ? 2u : 4u);
  ASSERT_EQ(back.size(), there.size());
  for (std::size_t k = 0; k < back.size(); ++k) {
    EXPECT_EQ(back[k], std::rotl(there[there.size() - 1 - k], 16));
  }
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
}

}  // namespace
}  // namespace masu::test
