// SPDX-License-Identifier: MIT
// The requirements on every static index, in addition to those on a pair finder: the results of
// brute force for each kind of query that it supports. A family is
//
//   struct Family {
//     static constexpr const char* kName;
//     static constexpr int kVariants;
//     template <int D, class T> using Index;
//     template <int D, class T> static Index<D, T> make_index(int variant,
//                                                             Allocator = default_allocator());
//   };
#pragma once

#include <algorithm>

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/index_options.hpp>
#include <masu/core/box_distance.hpp>

#include "tests/broad_phase/box_kinds.hpp"
#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

using Ids = std::vector<std::uint32_t>;

template <class Case>
class IndexQueries : public testing::Test {
 public:
  static constexpr int D = Case::D;
  using T = typename Case::T;
  using Bounds = Aabb<D, T>;
  using Boxes = typename Case::Boxes;

  struct TestScene {
    Boxes boxes;
    std::vector<Filter> filters;
    Period<D, T> period{};
  };

  // Scenes at rest, of odd boxes, and hard ones.
  static std::vector<TestScene> test_scenes() {
    std::vector<TestScene> all;
    for (const std::string_view name : scenes::scene_names()) {
      for (const std::size_t n : {0, 1, 2, 17, 300}) {
        all.push_back({scenes::make_scene<D, T>(name, n, n), {}, {}});
      }
      all.push_back({with_odd_boxes(scenes::make_scene<D, T>(name, 300, 2), 2), {}, {}});
    }
    scenes::Pcg32 random(5);
    for (int kind = 0; kind < kBoxKinds; ++kind) {
      all.push_back({boxes_of_kind<D, T>(BoxKind(kind), 150, random), {}, {}});
    }
    return all;
  }
  static std::vector<TestScene> special_scenes() {
    std::vector<TestScene> all;
    for (const std::string_view name : {"uniform", "sizes", "thin_huge"}) {
      scenes::Scene<D, T> scene(name, 300, 3);
      const auto boxes = with_odd_boxes(scene.boxes(), 3);
      const auto filters = random_filters(300, 3);
      all.push_back({boxes, filters, {}});
      const T length = T(scene.side() / 2);
      all.push_back({boxes, {}, {Vec<D, T>::all(length)}});
      Period<D, T> one;
      one.length[D - 1] = length;
      all.push_back({boxes, filters, one});
    }
    return all;
  }

  // Boxes to ask with: those of the scene, points, halves of it, everything and nothing.
  static Boxes targets(const TestScene& scene) {
    Boxes all = {Bounds::everything(), Bounds::nothing(), Bounds::of_point({})};
    for (std::size_t i = 0; i < scene.boxes.size(); i += 7) {
      Bounds box = scene.boxes[i];
      all.push_back(box);
      all.push_back(Bounds::of_point(box.max));
      for (int a = 0; a < D; ++a) box.max[a] += 3;
      all.push_back(box);
    }
    return all;
  }

  // body(index, scene) for each scene and variant, with the index built.
  template <class Body>
  static void for_each_index(const std::vector<TestScene>& all, Body&& body) {
    std::vector<std::pair<TestScene, MaybeFilter>> scenes;
    for (const TestScene& scene : all) scenes.push_back({scene, {}});
    for_each_index(scenes, [&](const auto& index, const TestScene& scene, const MaybeFilter&) {
      body(index, scene);
    });
  }
  template <class Body>
  static void for_each_index(const std::vector<std::pair<TestScene, MaybeFilter>>& all,
                             Body&& body) {
    for (int v = 0; v < Case::Family::kVariants; ++v) {
      SCOPED_TRACE(std::string(Case::Family::kName) + ", variant " + std::to_string(v));
      auto index = Case::Family::template make_index<D, T>(v);
      int number = 0;
      for (const auto& [scene, filter] : all) {
        SCOPED_TRACE("scene " + std::to_string(number++));
        ASSERT_EQ(index.build(scene.boxes, {.filters = scene.filters, .period = scene.period}),
                  Status::ok);
        ASSERT_EQ(index.size(), scene.boxes.size());
        ASSERT_TRUE(index.validate());
        body(index, scene, filter);
      }
    }
  }

  static bool overlap(const TestScene& scene, const Bounds& a, const Bounds& b) {
    return scene.period.any()
               ? overlaps_wrapped(wrap(a, scene.period), wrap(b, scene.period), scene.period)
               : overlaps(a, b);
  }
  static T squared_distance(const TestScene& scene, const Bounds& a, const Bounds& b) {
    const Period<D, T>& p = scene.period;
    return p.any() ? distance_squared_wrapped(wrap(a, p), wrap(b, p), p) : distance_squared(a, b);
  }
  // Scenes of all kinds, each with the filters to ask with.
  static std::vector<std::pair<TestScene, MaybeFilter>> filtered_scenes() {
    std::vector<std::pair<TestScene, MaybeFilter>> all;
    for (const TestScene& scene : test_scenes()) all.push_back({scene, {}});
    for (const TestScene& scene : special_scenes()) {
      all.push_back({scene, {}});
      if (!scene.filters.empty()) all.push_back({scene, scene.filters[5]});
    }
    return all;
  }
  static bool accepted(const TestScene& scene, std::size_t i, const MaybeFilter& filter) {
    return !filter || accepts(*filter, scene.filters.empty() ? Filter{} : scene.filters[i]);
  }
  static Ids overlapping(const TestScene& scene, const Bounds& box, const MaybeFilter& filter) {
    Ids ids;
    for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
      if (overlap(scene, box, scene.boxes[i]) && accepted(scene, i, filter)) ids.push_back(i);
    }
    return ids;
  }
};
TYPED_TEST_SUITE_P(IndexQueries);

inline const MaybeFilter kSomeFilters[] = {{}, Filter{}, Filter{.category = 1, .mask = 1ull << 63}};

template <class Fixture, class Worlds>
void expect_overlaps(const Worlds& test_scenes) {
  std::uint64_t found_in_all = 0;
  Fixture::for_each_index(test_scenes, [&](const auto& index, const auto& scene) {
    for (const auto& box : Fixture::targets(scene)) {
      for (const MaybeFilter& filter : kSomeFilters) {
        Ids found;
        const SearchResult result = index.for_each_overlapping(
            box, [&](std::uint32_t id) { found.push_back(id); }, filter);
        ASSERT_EQ(result.status, Status::ok);
        ASSERT_EQ(result.stats.results, found.size());
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, Fixture::overlapping(scene, box, filter));
        found_in_all += found.size();
      }
    }
  });
  EXPECT_GT(found_in_all, 1000u);
}

TYPED_TEST_P(IndexQueries, overlapping_objects_are_those_of_brute_force) {
  expect_overlaps<IndexQueries<TypeParam>>(this->test_scenes());
}

TYPED_TEST_P(IndexQueries,
             overlapping_objects_with_filters_and_on_a_torus_are_those_of_brute_force) {
  expect_overlaps<IndexQueries<TypeParam>>(this->special_scenes());
}

TYPED_TEST_P(IndexQueries, a_visitor_can_stop) {
  this->for_each_index({this->test_scenes()[4]}, [&](const auto& index, const auto& scene) {
    std::size_t visited = 0;
    const auto result = index.for_each_overlapping(TestFixture::Bounds::everything(),
                                                   [&](std::uint32_t) { return ++visited < 5; });
    EXPECT_EQ(result.status, Status::stopped);
    EXPECT_EQ(visited, 5u);
    EXPECT_EQ(scene.boxes.size(), 300u);
  });
}

TYPED_TEST_P(IndexQueries, nearest_objects_are_those_of_brute_force) {
  using F = TestFixture;
  using Real = typename F::T;
  if constexpr (NearestIndex<typename TypeParam::Family::template Index<F::D, Real>, F::D, Real>) {
    this->for_each_index(this->filtered_scenes(), [&](const auto& index, const auto& scene,
                                                      const MaybeFilter& filter) {
      for (const auto& box : this->targets(scene)) {
        if (box.empty() || !box.finite()) continue;
        std::vector<std::pair<Real, std::uint32_t>> expected;
        for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
          if (scene.boxes[i].empty() || !this->accepted(scene, i, filter)) continue;
          expected.push_back({this->squared_distance(scene, box, scene.boxes[i]), i});
        }
        std::sort(expected.begin(), expected.end());
        for (const std::size_t k : {1, 3, 8, 1000}) {
          std::vector<Neighbor<Real, std::uint32_t>> found(k);
          const SearchResult result = index.nearest(box, found, filter);
          ASSERT_EQ(result.status, Status::ok);
          ASSERT_EQ(result.stats.results, std::min(k, expected.size()));
          for (std::size_t i = 0; i < result.stats.results; ++i) {
            ASSERT_EQ(found[i].distance_squared, expected[i].first);
            ASSERT_EQ(found[i].id, expected[i].second);
          }
        }
      }
    });
  }
}

TYPED_TEST_P(IndexQueries, objects_within_a_radius_are_those_of_brute_force) {
  using F = TestFixture;
  using Real = typename F::T;
  using Index = typename TypeParam::Family::template Index<F::D, Real>;
  if constexpr (NearestIndex<Index, F::D, Real>) {
    this->for_each_index(this->filtered_scenes(), [&](const auto& index, const auto& scene,
                                                      const MaybeFilter& filter) {
      for (const auto& box : this->targets(scene)) {
        if (box.empty() || !box.finite()) continue;
        for (const Real radius :
             {Real(0), Real(0.5), Real(4), std::numeric_limits<Real>::infinity()}) {
          Ids expected;
          for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
            if (scene.boxes[i].empty() || !this->accepted(scene, i, filter)) continue;
            const Real d = this->squared_distance(scene, box, scene.boxes[i]);
            if (d <= radius * radius) expected.push_back(i);
          }
          Ids found;
          ASSERT_EQ(index
                        .for_each_within(
                            box, radius, [&](std::uint32_t id) { found.push_back(id); }, filter)
                        .status,
                    Status::ok);
          std::sort(found.begin(), found.end());
          ASSERT_EQ(found, expected);
        }
        ASSERT_EQ(index.for_each_within(box, Real(-1), [](std::uint32_t) {}).status,
                  Status::out_of_range);
      }
    });
  }
}

TYPED_TEST_P(IndexQueries, the_first_on_a_ray_is_that_of_brute_force) {
  using F = TestFixture;
  using Real = typename F::T;
  constexpr int kAxes = F::D;
  using Index = typename TypeParam::Family::template Index<kAxes, Real>;
  if constexpr (RayIndex<Index, kAxes, Real>) {
    this->for_each_index(this->test_scenes(), [&](const auto& index, const auto& scene) {
      scenes::Pcg32 random(9);
      for (int k = 0; k < 60; ++k) {
        Ray<kAxes, Real> ray{};
        for (int a = 0; a < kAxes; ++a) {
          ray.origin[a] = Real(random.between(-5, 40));
          ray.direction[a] = random.below(4) == 0 ? Real(0) : Real(random.between(-1, 1));
        }
        if (k % 5 == 0) ray.max_t = Real(random.between(0, 30));
        if (k % 7 == 0 && !scene.boxes.empty() && is_finite(scene.boxes[0].min)) {
          ray.origin = scene.boxes[0].min;
        }
        Real best = 0;
        std::uint32_t nearest = 0;
        Ids all;
        for (std::uint32_t i = 0; i < scene.boxes.size(); ++i) {
          const auto t = ray_box(ray, scene.boxes[i]);
          if (!t) continue;
          if (all.empty() || *t < best) best = *t, nearest = i;
          all.push_back(i);
        }
        const auto hit = index.ray_cast(ray);
        ASSERT_EQ(hit.status, Status::ok);
        ASSERT_EQ(hit.hit, !all.empty());
        if (hit.hit) {
          ASSERT_EQ(hit.t, best);
          ASSERT_EQ(hit.id, nearest);
        }
        Ids found;
        ASSERT_EQ(
            index.for_each_on_ray(ray, [&](std::uint32_t id, Real) { found.push_back(id); }).status,
            Status::ok);
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, all);
      }
      Ray<kAxes, Real> bad{};
      bad.origin[0] = std::numeric_limits<Real>::quiet_NaN();
      ASSERT_EQ(index.ray_cast(bad).status, Status::not_finite);
    });
  }
}

TYPED_TEST_P(IndexQueries, a_failed_build_is_reported_and_leaves_an_empty_index) {
  using F = TestFixture;
  const auto boxes = scenes::make_scene<F::D, typename F::T>("pile", 300, 1);
  const std::vector<Filter> few(299);
  const auto bad = IndexOptions<F::D, typename F::T>{
      .period = {Vec<F::D, typename F::T>::all(typename F::T(-1))}};
  for (int v = 0; v < TypeParam::Family::kVariants; ++v) {
    bool failed = true;
    for (std::size_t k = 1; failed; ++k) {
      ASSERT_LT(k, 1000u);
      FailingAllocator memory;
      auto index =
          TypeParam::Family::template make_index<F::D, typename F::T>(v, memory.allocator());
      ASSERT_EQ(index.build(boxes, {.filters = few}), Status::size_mismatch);
      ASSERT_EQ(index.build(boxes, bad), Status::out_of_range);
      memory.fail(k, true);
      const Status status = index.build(boxes);
      failed = memory.failures() != 0;
      ASSERT_EQ(status, failed ? Status::out_of_memory : Status::ok);
      ASSERT_TRUE(index.validate());
      ASSERT_EQ(index.size(), failed ? 0u : 300u);
      Ids found;
      ASSERT_EQ(index.for_each_overlapping(boxes[0], [&](std::uint32_t id) { found.push_back(id); })
                    .status,
                Status::ok);
      ASSERT_EQ(found.empty(), failed);
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(
    IndexQueries, overlapping_objects_are_those_of_brute_force,
    overlapping_objects_with_filters_and_on_a_torus_are_those_of_brute_force, a_visitor_can_stop,
    nearest_objects_are_those_of_brute_force, objects_within_a_radius_are_those_of_brute_force,
    the_first_on_a_ray_is_that_of_brute_force,
    a_failed_build_is_reported_and_leaves_an_empty_index);

}  // namespace masu::test
