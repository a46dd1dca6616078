// SPDX-License-Identifier: MIT
// Queries of the registered tree compared with loops over all objects.
#include <cmath>
#include <string>

#include <masu/core/box_distance.hpp>
#include "tests/registered/boxes.hpp"

namespace masu::test {
namespace {

using QueryCases = testing::Types<Case<1, double>, Case<2, float>, Case<3, float>, Case<3, double>,
                                  Case<4, float>>;

template <class C>
class RegisteredQueries : public testing::Test {
 public:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  using Tree = RegisteredOrthtree<kD, Scalar>;
  using Bounds = Aabb<kD, Scalar>;
  using Period_ = Period<kD, Scalar>;
  using Slots = std::vector<std::uint32_t>;

  struct TestScene {
    std::vector<Tree> trees;  // the same objects under different rules
    std::vector<Filter> filters;
    std::vector<Bounds> boxes;  // as stored
    Period_ period;
  };

  static TestScene make_test_scene(std::size_t n, std::uint64_t seed, const Period_& period = {}) {
    TestScene scene;
    scene.period = period;
    const auto boxes = odd_boxes<kD, Scalar>(n, seed, 16);
    scenes::Pcg32 random(seed + 1);
    for (std::size_t i = 0; i < n; ++i) {
      scene.filters.push_back({1ull << random.below(3), random.next()});
      scene.boxes.push_back(period.any() ? wrap(boxes[i], period) : boxes[i]);
    }
    const Bounds sixteen{Vec<kD, Scalar>::all(0), Vec<kD, Scalar>::all(16)};
    for (const Registration registration : registrations()) {
      const OrthtreeOptions<kD, Scalar> all[] = {
          {registration, Bounds::nothing(), 0, period},
          {registration, sixteen, 3, period},
          {registration, sixteen, CellId<kD>::kMaxLevel, period},
          {registration, {sixteen.min, sixteen.max * Scalar(0.3)}, 5, period}};
      for (const auto& options : all) {
        scene.trees.emplace_back(options);
        insert_all(scene.trees.back(), boxes, scene.filters);
      }
    }
    return scene;
  }

  // Slots of the boxes for which `holds`, without a filter and with one.
  template <class Holds, class Query>
  static void expect_same(const TestScene& scene, Holds&& holds, Query&& query) {
    const Filter wish{2, ~0ull << 1};
    for (const std::optional<Filter>& filter : {std::optional<Filter>{}, std::optional(wish)}) {
      Slots expected;
      for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
        if (scene.boxes[i].empty() || !holds(scene.boxes[i])) continue;
        if (!filter || accepts(*filter, scene.filters[i])) expected.push_back(i);
      }
      for (const Tree& tree : scene.trees) {
        Slots found;
        const SearchResult result = query(tree, filter, [&](Handle h) {
          EXPECT_TRUE(tree.contains(h));
          found.push_back(h.index);
        });
        ASSERT_EQ(result.status, Status::ok);
        ASSERT_EQ(result.stats.results, found.size());
        ASSERT_EQ(ascending(found), expected);
      }
    }
  }

  static Bounds query_box(scenes::Pcg32& random) { return odd_box<kD, Scalar>(random, 16); }
  static Vec<kD, Scalar> any_point(scenes::Pcg32& random) {
    Vec<kD, Scalar> p{};
    for (int a = 0; a < kD; ++a) p[a] = static_cast<Scalar>(random.between(-8, 24));
    return p;
  }
};
TYPED_TEST_SUITE(RegisteredQueries, QueryCases, CaseNames);

TYPED_TEST(RegisteredQueries, Q12_overlapping_boxes_and_points) {
  using Fixture = TestFixture;
  const auto scene = Fixture::make_test_scene(300, 1);
  scenes::Pcg32 random(2);
  for (int q = 0; q < 60; ++q) {
    const auto box = Fixture::query_box(random);
    Fixture::expect_same(
        scene, [&](const auto& b) { return overlaps(b, box); },
        [&](const auto& tree, const auto& filter, auto&& visit) {
          return tree.for_each_overlapping(box, visit, filter);
        });
    Fixture::expect_same(
        scene, [&](const auto& b) { return b.contains(box.min); },
        [&](const auto& tree, const auto& filter, auto&& visit) {
          return tree.for_each_containing(box.min, visit, filter);
        });
  }
}

TYPED_TEST(RegisteredQueries, Q12_overlap_and_radius_in_a_periodic_domain) {
  using Fixture = TestFixture;
  typename Fixture::Period_ period{};
  period.length[0] = 10;
  period.length[Fixture::kD - 1] = 14;
  const auto scene = Fixture::make_test_scene(200, 3, period);
  scenes::Pcg32 random(4);
  for (int q = 0; q < 40; ++q) {
    const auto box = wrap(Fixture::query_box(random), period);
    Fixture::expect_same(
        scene, [&](const auto& b) { return overlaps_wrapped(b, box, period); },
        [&](const auto& tree, const auto& filter, auto&& visit) {
          return tree.for_each_overlapping(box, visit, filter);
        });
    if (box.empty()) continue;
    for (const float length : {0.0f, 1.0f, 2.5f, 6.0f, 1e30f}) {
      const typename Fixture::Scalar radius = length;
      Fixture::expect_same(
          scene,
          [&](const auto& b) {
            return distance_squared_wrapped(box, b, period) <= radius * radius;
          },
          [&](const auto& tree, const auto& filter, auto&& visit) {
            return tree.for_each_within(box, radius, visit, filter);
          });
    }
  }
}

TYPED_TEST(RegisteredQueries, U10_within_a_radius_of_a_point_or_box) {
  using Fixture = TestFixture;
  using T = typename Fixture::Scalar;
  const auto scene = Fixture::make_test_scene(300, 5);
  scenes::Pcg32 random(6);
  // Lattice points and radii: many objects lie at exactly the radius.
  const T radii[] = {0,        1,       2,
                     T(2.5),   7,       std::numeric_limits<T>::denorm_min(),
                     T(1e-30), T(1e19), std::numeric_limits<T>::infinity()};
  for (const T radius : radii) {
    for (int q = 0; q < 12; ++q) {
      const auto box = q % 2 == 0 ? Fixture::query_box(random)
                                  : Fixture::Bounds::of_point(Fixture::any_point(random));
      if (box.empty()) continue;
      Fixture::expect_same(
          scene, [&](const auto& b) { return distance_squared(box, b) <= radius * radius; },
          [&](const auto& tree, const auto& filter, auto&& visit) {
            return tree.for_each_within(box, radius, visit, filter);
          });
    }
  }
}

// Around every corner of cells: discontinuities of the Morton order, and boundaries of every level.
TEST(RegisteredQueries2D, U10_neighbors_across_morton_discontinuities_and_levels) {
  for (const Registration registration : registrations()) {
    RegisteredOrthtree<2, float> tree({registration, {{0, 0}, {64, 64}}, 6});
    Boxes<2, float> boxes;
    for (int i = 1; i < 64; ++i) {
      for (int j = 1; j < 64; ++j) {
        const auto x = static_cast<float>(i);
        const auto y = static_cast<float>(j);
        const float half = (i + j) % 7 == 0 ? 0.4f : 0.001f;
        boxes.push_back({{x - half, y - half}, {x + half, y + half}});
      }
    }
    insert_all(tree, boxes);
    for (std::uint32_t i = 0; i < boxes.size(); i += 17) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t j = 0; j < boxes.size(); ++j) {
        if (j != i && distance_squared(boxes[i], boxes[j]) <= 1.5f * 1.5f) expected.push_back(j);
      }
      std::vector<std::uint32_t> found;
      const auto result =
          tree.neighbors_within(tree.handle(i), 1.5f, [&](Handle h) { found.push_back(h.index); });
      EXPECT_EQ(result.status, Status::ok);
      ASSERT_EQ(ascending(found), expected);
      if (registration == Registration::by_extent) {
        EXPECT_LT(result.stats.tests, 200u);
      }
    }
  }
}

TYPED_TEST(RegisteredQueries, U10_k_nearest_with_ties_by_slot) {
  using Fixture = TestFixture;
  using T = typename Fixture::Scalar;
  typename Fixture::Period_ period{};
  for (const bool wraps : {false, true}) {
    if (wraps) period.length[0] = 11;
    const auto scene = Fixture::make_test_scene(200, 7, period);
    scenes::Pcg32 random(8);
    for (int q = 0; q < 40; ++q) {
      auto box = q % 2 == 0 ? Fixture::query_box(random)
                            : Fixture::Bounds::of_point(Fixture::any_point(random));
      if (q == 5) box = Fixture::Bounds::of_point(Vec<Fixture::kD, T>::all(T(1e12)));
      const auto from = wraps ? wrap(box, period) : box;
      std::vector<std::pair<T, std::uint32_t>> expected;
      for (std::uint32_t i = 0; i < scene.boxes.size() && !from.empty(); ++i) {
        if (scene.boxes[i].empty()) continue;
        expected.push_back({distance_squared_wrapped(from, scene.boxes[i], period), i});
      }
      std::sort(expected.begin(), expected.end());
      for (const std::size_t k : {1u, 5u, 40u, 500u}) {
        for (const auto& tree : scene.trees) {
          std::vector<Neighbor<T>> found(k);
          const SearchResult result = tree.nearest(box, found);
          ASSERT_EQ(result.status, Status::ok);
          ASSERT_EQ(result.stats.results, std::min(k, expected.size()));
          for (std::size_t i = 0; i < result.stats.results; ++i) {
            ASSERT_EQ(found[i].distance_squared, expected[i].first);
            ASSERT_EQ(found[i].id.index, expected[i].second);
          }
        }
      }
    }
  }
}

TEST(RegisteredQueries2D, U10_nearest_neighbors_of_an_object_exclude_it) {
  RegisteredOrthtree<2, double> tree;
  std::vector<Handle> h;
  for (const double x : {0.0, 1.0, 3.0, 7.0}) h.push_back(tree.insert({{x, 0}, {x, 0}}));
  Neighbor<double> found[2];
  EXPECT_EQ(tree.nearest_neighbors(h[1], found).stats.results, 2u);
  EXPECT_EQ(found[0].id, h[0]);
  EXPECT_EQ(found[1].id, h[2]);
  EXPECT_EQ(found[1].distance_squared, 4);
  // None of the requested kind, an empty tree, no space for results.
  EXPECT_EQ(tree.nearest_neighbors(h[1], found, Filter{1, 2}).stats.results, 0u);
  EXPECT_EQ(tree.nearest_neighbors(h[1], {}).stats.results, 0u);
  tree.clear();
  EXPECT_EQ(tree.nearest(Aabb<2, double>::of_point({0, 0}), found).stats.results, 0u);
}

// A point query works in proportion to what is near it, not to the whole set.
TEST(RegisteredQueries2D, U10_nearest_tests_few_objects) {
  const scenes::Scene<3, float> scene("uniform", 20'000, 5);
  RegisteredOrthtree<3, float> tree;
  insert_all(tree, scene.boxes());
  QueryStats total;
  std::vector<Neighbor<float>> found(8);
  for (std::uint32_t i = 0; i < 20'000; i += 40) {
    total += tree.nearest_neighbors(tree.handle(i), found).stats;
  }
  EXPECT_LT(total.tests / 500, 600u);
  EXPECT_LT(total.nodes / 500, 600u);
}

TYPED_TEST(RegisteredQueries, rays_equal_a_loop_over_all_boxes) {
  using Fixture = TestFixture;
  using T = typename Fixture::Scalar;
  const auto scene = Fixture::make_test_scene(300, 9);
  scenes::Pcg32 random(10);
  std::size_t hits = 0;
  for (int q = 0; q < 120; ++q) {
    Ray<Fixture::kD, T> ray{Fixture::any_point(random), {}};
    for (int a = 0; a < Fixture::kD; ++a) {
      ray.direction[a] = static_cast<T>(random.between(-2, 2));
      if (random.below(4) == 0) ray.direction[a] = 0;
      // Along the edges and through the corners of boxes and cells.
      if (q % 3 == 0) ray.origin[a] = static_cast<T>(random.below(17));
      if (q % 3 == 0) ray.direction[a] = static_cast<T>(random.below(3)) - 1;
    }
    if (q % 2 == 0) ray.max_t = static_cast<T>(random.between(0, 6));
    if (q == 7) ray.direction = ray.direction * T(1e30);
    if (q == 9) ray.direction = ray.direction * T(1e-30);
    if (q == 11) ray.origin = ray.origin * T(1e20);
    Fixture::expect_same(
        scene, [&](const auto& b) { return ray_box(ray, b).has_value(); },
        [&](const auto& tree, const auto& filter, auto&& visit) {
          return tree.for_each_on_ray(
              ray,
              [&](Handle h, T t) {
                EXPECT_EQ(t, *ray_box(ray, tree.find(h)->box));
                visit(h);
              },
              filter);
        });
    std::optional<std::pair<T, std::uint32_t>> first;
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
      const auto t = ray_box(ray, scene.boxes[i]);
      if (t && (!first || std::pair(*t, i) < *first)) first = {*t, i};
    }
    hits += first ? 1 : 0;
    for (const auto& tree : scene.trees) {
      const auto hit = tree.ray_cast(ray);
      ASSERT_EQ(hit.status, Status::ok);
      ASSERT_EQ(hit.hit, first.has_value());
      if (!first) continue;
      ASSERT_EQ(hit.t, first->first);
      ASSERT_EQ(hit.id.index, first->second);
    }
  }
  EXPECT_GT(hits, 30u);
}

TEST(RegisteredQueries2D, rays_test_only_objects_along_their_path) {
  const scenes::Scene<2, float> scene("uniform", 20'000, 5);
  RegisteredOrthtree<2, float> tree;
  insert_all(tree, scene.boxes());
  const auto side = static_cast<float>(scene.side());
  const auto hit = tree.ray_cast({{0, side / 3}, {1, 0.3f}});
  EXPECT_TRUE(hit.hit);
  EXPECT_LT(hit.stats.tests, 600u);
  const auto all = tree.for_each_on_ray({{0, side / 3}, {1, 0.3f}}, [](Handle, float) {});
  EXPECT_GT(all.stats.results, 50u);
  EXPECT_LT(all.stats.tests, 5000u);
}

TEST(RegisteredQueries2D, visitors_stop_early) {
  RegisteredOrthtree<2, float> tree;
  insert_all(tree, Boxes<2, float>(50, {{0, 0}, {1, 1}}));
  int calls = 0;
  const auto third = [&](Handle) { return ++calls % 3 != 0; };
  const auto third_on_ray = [&](Handle, float) { return ++calls % 3 != 0; };
  const Aabb<2, float> box{{0, 0}, {1, 1}};
  const Status stopped[] = {tree.for_each_overlapping(box, third).status,
                            tree.for_each_containing({0, 0}, third).status,
                            tree.for_each_within(box, 1, third).status,
                            tree.pairs_of(tree.handle(0), third).status,
                            tree.neighbors_within(tree.handle(0), 1, third).status,
                            tree.for_each_on_ray({{0, 0}, {1, 1}}, third_on_ray).status};
  for (const Status status : stopped) EXPECT_EQ(status, Status::stopped);
  EXPECT_EQ(calls, 18);
}

TEST(RegisteredQueries2D, invalid_queries_are_refused) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float inf = std::numeric_limits<float>::infinity();
  RegisteredOrthtree<2, float> tree;
  insert_all(tree, Boxes<2, float>(3, {{0, 0}, {1, 1}}));
  const auto nothing = [](Handle) { FAIL(); };
  const auto nothing_on_ray = [](Handle, float) { FAIL(); };
  const Aabb<2, float> box{{0, 0}, {1, 1}};
  EXPECT_EQ(tree.for_each_within(box, -1, nothing).status, Status::out_of_range);
  EXPECT_EQ(tree.for_each_within(box, nan, nothing).status, Status::out_of_range);
  const Ray<2, float> bad[] = {
      {{nan, 0}, {1, 0}}, {{0, 0}, {inf, 0}}, {{0, 0}, {1, 0}, -1}, {{0, 0}, {1, 0}, nan}};
  for (const auto& ray : bad) {
    EXPECT_EQ(tree.for_each_on_ray(ray, nothing_on_ray).status, Status::not_finite);
    EXPECT_EQ(tree.ray_cast(ray).status, Status::not_finite);
  }
  EXPECT_EQ(tree.for_each_overlapping({{nan, 0}, {1, 1}}, nothing).stats.results, 0u);
  EXPECT_EQ(tree.for_each_within({{nan, 0}, {1, 1}}, 5, nothing).stats.results, 0u);
  Neighbor<float> found[1];
  EXPECT_EQ(tree.nearest({{1, 0}, {0, 0}}, found).stats.results, 0u);
  OrthtreeOptions<2, float> torus;
  torus.period.length = {5, 5};
  RegisteredOrthtree<2, float> wrapping(torus);
  EXPECT_EQ(wrapping.ray_cast({{0, 0}, {1, 0}}).status, Status::out_of_range);
}

}  // namespace
}  // namespace masu::test
