// SPDX-License-Identifier: MIT
// The whole hierarchy: costs, refit, rays against the contents of boxes, equal results with every
// instruction set.
#include <cmath>

#include <masu/core/box_surface.hpp>
#include <masu/core/simd.hpp>

#include "tests/broad_phase/bvh_families.hpp"

namespace masu::test {
namespace {

template <int D, class T>
Bvh<D, T> built(BvhBuilder builder, const std::vector<Aabb<D, T>>& boxes) {
  Bvh<D, T> bvh({.builder = builder});
  EXPECT_EQ(bvh.build(boxes), Status::ok);
  EXPECT_TRUE(bvh.validate()) << name(builder);
  return bvh;
}

TEST(Bvh, half_surface_of_each_dimension) {
  EXPECT_EQ((half_surface(Aabb<1, float>{{1}, {4}})), 3);
  EXPECT_EQ((half_surface(Aabb<2, float>{{0, 0}, {3, 4}})), 7);
  EXPECT_EQ((half_surface(Aabb<3, float>{{0, 0, 0}, {2, 3, 4}})), 6 + 8 + 12);
  EXPECT_EQ((half_surface(Aabb<4, float>{{0, 0, 0, 0}, {1, 2, 3, 4}})), 24 + 12 + 8 + 6);
  EXPECT_LT((half_surface(Aabb<4, double>::everything())), 1e300);
  EXPECT_EQ((half_surface(Aabb<3, double>::nothing())), 0);
}

TEST(Bvh, L11_splitting_by_cost_costs_no_more_than_splitting_at_the_median) {
  for (const std::string_view scene : {"uniform", "clusters", "sizes", "thin_huge", "pile"}) {
    for (const std::size_t n : {500, 5000}) {
      const auto boxes = scenes::make_scene<3, float>(scene, n, 1);
      const double by_cost = built(BvhBuilder::surface_area, boxes).sah_cost();
      EXPECT_LE(by_cost, built(BvhBuilder::median, boxes).sah_cost()) << scene << ' ' << n;
    }
  }
}

TEST(Bvh, each_inner_node_and_each_object_of_a_leaf_costs_one) {
  const std::vector<Aabb3f> boxes(16, Aabb3f::of_point({1, 2, 3}));
  EXPECT_EQ(built(BvhBuilder::median, boxes).sah_cost(), 1 + 16);
}

TEST(Bvh, splitting_by_cost_parts_two_crowds_of_different_sizes) {
  std::vector<Aabb3f> boxes = scenes::make_scene<3, float>("uniform", 1000, 1);
  for (std::size_t i = 0; i < 100; ++i) boxes[i].min[1] += 1000, boxes[i].max[1] += 1000;
  const double by_cost = built(BvhBuilder::surface_area, boxes).sah_cost();
  EXPECT_LT(by_cost, 0.7 * built(BvhBuilder::median, boxes).sah_cost());
}

// E11: queries are logarithmic where boxes are apart, linear where all meet.
TEST(Bvh, E11_a_query_takes_log_n_at_best_and_n_at_worst) {
  const auto nodes_at = [](std::size_t n, bool apart) {
    std::vector<Aabb<1, double>> boxes(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double x = apart ? 2.0 * double(i) : 0;
      boxes[i] = Aabb<1, double>{{x}, {x + 1}};
    }
    const auto bvh = built(BvhBuilder::median, boxes);
    return bvh.for_each_overlapping(Aabb<1, double>{{0}, {0.5}}, [](std::uint32_t) {}).stats.nodes;
  };
  // Levels of eight children over leaves of eight.
  EXPECT_LE(nodes_at(512, true), 4u);
  EXPECT_LE(nodes_at(1u << 18, true), 8u);
  EXPECT_GE(nodes_at(1u << 18, false), (1u << 18) / masu::detail::kBvhWidth);
}

TEST(Bvh, refit_gives_the_answers_of_a_rebuild) {
  for (int v = 0; v < 6; ++v) {
    scenes::Scene<3, float> scene("pile", 200, 4);
    Bvh<3, float> bvh({.builder = BvhBuilder(v)});
    ASSERT_EQ(bvh.build(with_odd_boxes(scene.boxes(), 1)), Status::ok);
    for (int frame = 0; frame < 5; ++frame) {
      scene.step();
      // Every second frame other boxes are invalid: then the tree is rebuilt.
      const auto boxes = with_odd_boxes(scene.boxes(), std::uint64_t(frame / 2));
      ASSERT_EQ(bvh.refit(boxes), Status::ok);
      ASSERT_TRUE(bvh.validate());
      for (const auto& box : boxes) {
        std::vector<std::uint32_t> expected, found;
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
          if (overlaps(box, boxes[i])) expected.push_back(i);
        }
        (void)bvh.for_each_overlapping(box, [&](std::uint32_t id) { found.push_back(id); });
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected);
      }
    }
    const std::vector<Aabb3f> fewer(199);
    EXPECT_EQ(bvh.refit(fewer), Status::size_mismatch);
    EXPECT_EQ(bvh.size(), 200u);
  }
}

TEST(Bvh, refit_keeps_the_topology) {
  scenes::Scene<2, double> scene("uniform", 1000, 4);
  auto bvh = built(BvhBuilder::median, scene.boxes());
  std::vector<std::uint32_t> before, after;
  const auto everything = Aabb<2, double>::everything();
  (void)bvh.for_each_overlapping(everything, [&](std::uint32_t id) { before.push_back(id); });
  for (int i = 0; i < 3; ++i) scene.step();
  ASSERT_EQ(bvh.refit(scene.boxes()), Status::ok);
  (void)bvh.for_each_overlapping(everything, [&](std::uint32_t id) { after.push_back(id); });
  EXPECT_EQ(before, after) << "leaf by leaf";
}

// Balls inside the boxes: a ray may enter a nearer box and miss its ball.
TEST(Bvh, ray_cast_tests_the_objects_inside_the_boxes) {
  const auto boxes = scenes::make_scene<3, double>("uniform", 400, 3);
  const auto ball = [&](const Ray<3, double>& ray, std::uint32_t i) -> std::optional<double> {
    const Vec3d c = (boxes[i].min + boxes[i].max) * 0.5;
    const double r = 0.4 * (boxes[i].max[0] - boxes[i].min[0]);
    const Vec3d to = ray.origin - c;
    const double a = dot(ray.direction, ray.direction);
    const double b = dot(to, ray.direction);
    const double d = b * b - a * (dot(to, to) - r * r);
    if (d < 0) return std::nullopt;
    const double t = (-b - std::sqrt(d)) / a;
    return t >= 0 ? std::optional<double>(t) : std::nullopt;
  };
  const auto bvh = built(BvhBuilder::surface_area, boxes);
  scenes::Pcg32 random(3);
  int hits = 0;
  for (int k = 0; k < 300; ++k) {
    Ray<3, double> ray{};
    for (int a = 0; a < 3; ++a) {
      ray.origin[a] = random.between(-2, 14);
      ray.direction[a] = random.between(-1, 1);
    }
    std::optional<double> best;
    std::uint32_t nearest = 0;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      const auto t = ray_box(ray, boxes[i]) ? ball(ray, i) : std::nullopt;
      if (t && (!best || *t < *best)) best = t, nearest = i;
    }
    const auto hit =
        bvh.ray_cast(ray, [&](std::uint32_t id, double, double) { return ball(ray, id); });
    ASSERT_EQ(hit.hit, best.has_value());
    if (!hit.hit) continue;
    ++hits;
    EXPECT_EQ(hit.t, *best);
    EXPECT_EQ(hit.id, nearest);
  }
  EXPECT_GT(hits, 30);
}

// Boxes along one axis, and rays across it: each axis must tell most of the nodes apart.
TEST(Bvh, a_ray_across_a_row_visits_few_nodes) {
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Aabb3f> boxes(1000, Aabb3f::of_point({0, 0, 0}));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes[i].min[axis] = float(i), boxes[i].max[axis] = float(i) + 0.5f;
    }
    const auto bvh = built(BvhBuilder::surface_area, boxes);
    Ray<3, float> ray{{-1, -1, -1}, {1, 1, 1}};
    ray.origin[axis] = 500;
    ray.direction[axis] = 0x1p-3f;
    const auto hit = bvh.ray_cast(ray);
    ASSERT_TRUE(hit.hit);
    EXPECT_EQ(hit.id, 500u);
    EXPECT_LT(hit.stats.nodes, 20u) << axis;
  }
}

// Order of pairs and of answers, and counters, are those of the scalar kernels.
template <class Body>
void on_every_target(Body&& body) {
  for (const SimdTarget target : kSimdTargets) {
    if (force_simd(target) != Status::ok) continue;
    SCOPED_TRACE(name(target));
    body();
  }
  ASSERT_EQ(force_simd(SimdTarget::best), Status::ok);
}

template <int D, class T>
void expect_one_answer() {
  const auto boxes = with_odd_boxes(scenes::make_scene<D, T>("pile", 1000, 1), 1);
  std::vector<std::uint64_t> first;
  on_every_target([&] {
    std::vector<std::uint64_t> results;
    auto bvh = built(BvhBuilder::morton, boxes);
    const auto note = [&](std::uint32_t a, std::uint32_t b) {
      results.push_back(a), results.push_back(b);
    };
    const auto pairs = bvh.find_pairs(boxes, note);
    results.push_back(pairs.stats.nodes), results.push_back(pairs.stats.tests);
    scenes::Pcg32 random(2);
    for (std::size_t i = 0; i < boxes.size(); i += 10) {
      const auto r =
          bvh.for_each_overlapping(boxes[i], [&](std::uint32_t id) { results.push_back(id); });
      results.push_back(r.stats.nodes);
      Ray<D, T> ray{};
      for (int a = 0; a < D; ++a) {
        ray.origin[a] = T(random.between(-2, 20));
        ray.direction[a] = T(random.between(-1, 1));
      }
      const auto hit = bvh.ray_cast(ray);
      results.push_back(hit.id), results.push_back(hit.stats.nodes);
      results.push_back(std::bit_cast<std::uint64_t>(double(hit.t)));
    }
    if (first.empty()) first = results;
    EXPECT_EQ(first, results);
  });
}

TEST(Bvh, answers_and_their_order_do_not_depend_on_the_instruction_set) {
  expect_one_answer<1, float>();
  expect_one_answer<2, double>();
  expect_one_answer<3, float>();
  expect_one_answer<3, double>();
  expect_one_answer<4, float>();
}

TEST(Bvh, a_million_coincident_points) {
  const std::vector<Aabb2f> boxes(1000000, Aabb2f::of_point({3, 3}));
  for (const BvhBuilder b : {BvhBuilder::morton, BvhBuilder::median, BvhBuilder::surface_area}) {
    const auto bvh = built(b, boxes);
    EXPECT_EQ(bvh.for_each_overlapping(Aabb2f{{2, 2}, {3, 3}}, [](std::uint32_t) {}).stats.results,
              1000000u);
    EXPECT_EQ(
        bvh.for_each_overlapping(Aabb2f{{2, 2}, {2.5f, 3}}, [](std::uint32_t) {}).stats.results,
        0u);
  }
}

}  // namespace
}  // namespace masu::test
