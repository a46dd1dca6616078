// SPDX-License-Identifier: MIT
// Queries with filters, visitors that stop, and periods, which the suites of indices leave out:
// compared with lists.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/core/box_distance.hpp>

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {
namespace {

using Ids = std::vector<std::uint32_t>;
using Boxes = std::vector<Aabb2f>;

std::uint32_t number_of(std::uint32_t id) {
  return id;
}
std::uint32_t number_of(Handle h) {
  return h.index;
}

template <class Index>
Status fill(Index& index, const Boxes& boxes, const std::vector<Filter>& filters) {
  return index.build(boxes, {.filters = filters});
}
Status fill(DynamicBvh<2, float>& index, const Boxes& boxes, const std::vector<Filter>& filters) {
  std::vector<Handle> handles(boxes.size());
  return index.insert_many(boxes, handles, {.user_data = {}, .filters = filters});
}

template <class Index>
class FilteredQueries : public testing::Test {
 protected:
  const Boxes boxes = with_odd_boxes(scenes::make_scene<2, float>("sizes", 300, 3), 3);
  const std::vector<Filter> filters = random_filters(300, 3);
  scenes::Pcg32 random{4};
  Index index;

  static constexpr MaybeFilter kAsked[] = {
      {}, Filter{}, Filter{.category = 1, .mask = 1ull << 63}, Filter{.category = 2, .mask = 2}};

  bool accepted(std::uint32_t i, const MaybeFilter& filter) const {
    return !filter || accepts(*filter, filters[i]);
  }
  // Returns the indices of the boxes that the filter accepts and for which near(box) is true.
  template <class Near>
  Ids all_that(const MaybeFilter& filter, const Near& near) const {
    Ids ids;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      if (near(boxes[i]) && accepted(i, filter)) ids.push_back(i);
    }
    return ids;
  }
  Aabb2f any_box() {
    const Vec2f p{float(random.between(-2, 20)), float(random.between(-2, 20))};
    return {p, p + Vec2f{float(random.between(0, 3)), float(random.between(0, 3))}};
  }
  // Without some of its sides.
  Aabb2f any_endless_box() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Aabb2f box = any_box();
    if (random.below(2) == 0) box.min[0] = -kInfinity;
    if (random.below(2) == 0) box.min[1] = -kInfinity;
    if (random.below(2) == 0) box.max[1] = kInfinity;
    return box;
  }
  Ray<2, float> any_ray() {
    Ray<2, float> ray{any_box().min, any_box().min - any_box().min};
    if (random.below(3) == 0) ray.max_t = float(random.unit());
    return ray;
  }
};
using Indices = testing::Types<Bvh<2, float>, KdTree<2, float>, DynamicBvh<2, float>>;
TYPED_TEST_SUITE(FilteredQueries, Indices);

TYPED_TEST(FilteredQueries, by_distance_find_what_a_list_finds) {
  ASSERT_EQ(fill(this->index, this->boxes, this->filters), Status::ok);
  std::size_t some = 0;
  for (int k = 0; k < 60; ++k) {
    const Aabb2f box = k % 3 == 0 ? this->any_endless_box() : this->any_box();
    const auto squared = [&](const Aabb2f& b) { return distance_squared(box, b); };
    for (const MaybeFilter& filter : this->kAsked) {
      const Ids expected =
          this->all_that(filter, [&](const Aabb2f& b) { return !b.empty() && squared(b) <= 4; });
      Ids found;
      const auto note = [&](auto id) { found.push_back(number_of(id)); };
      ASSERT_EQ(this->index.for_each_within(box, 2, note, filter).status, Status::ok);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected);
      some += found.size() > 1 && found.size() < 100;

      Ids order = this->all_that(filter, [&](const Aabb2f& b) { return !b.empty(); });
      std::stable_sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return squared(this->boxes[i]) < squared(this->boxes[j]);
      });
      std::vector<typename TypeParam::Neighbor> nearest(7);
      const auto result = this->index.nearest(box, nearest, filter);
      ASSERT_EQ(result.stats.results, std::min<std::size_t>(7, order.size()));
      for (std::size_t i = 0; i < result.stats.results; ++i) {
        ASSERT_EQ(number_of(nearest[i].id), order[i]);
      }
    }
  }
  EXPECT_GT(some, 100u);
}

TYPED_TEST(FilteredQueries, by_rays_find_what_a_list_finds) {
  ASSERT_EQ(fill(this->index, this->boxes, this->filters), Status::ok);
  std::size_t hits = 0, changed = 0;
  for (int k = 0; k < 200; ++k) {
    const Ray<2, float> ray = this->any_ray();
    std::uint32_t unfiltered = 0;
    for (const MaybeFilter& filter : this->kAsked) {
      const Ids expected =
          this->all_that(filter, [&](const Aabb2f& b) { return ray_box(ray, b).has_value(); });
      Ids found;
      const auto note = [&](auto id, float) { found.push_back(number_of(id)); };
      ASSERT_EQ(this->index.for_each_on_ray(ray, note, filter).status, Status::ok);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected);

      const auto hit = this->index.ray_cast(ray, filter);
      ASSERT_EQ(hit.hit, !expected.empty());
      if (!hit.hit) continue;
      const auto first = *std::min_element(
          expected.begin(), expected.end(), [&](std::uint32_t i, std::uint32_t j) {
            return *ray_box(ray, this->boxes[i]) < *ray_box(ray, this->boxes[j]);
          });
      ASSERT_EQ(number_of(hit.id), first);
      ASSERT_EQ(hit.t, *ray_box(ray, this->boxes[first]));
      if (!filter) unfiltered = first;
      ++hits, changed += first != unfiltered;
    }
  }
  EXPECT_GT(hits, 100u);
  EXPECT_GT(changed, 20u) << "because of a filter";
}

TYPED_TEST(FilteredQueries, visitors_can_stop_each_query) {
  const Boxes same(100, Aabb2f{{1, 1}, {2, 2}});
  ASSERT_EQ(fill(this->index, same, {}), Status::ok);
  for (const MaybeFilter& filter : {MaybeFilter{}, MaybeFilter{Filter{}}}) {
    int visited = 0;
    const auto third = [&](auto...) { return ++visited % 3 != 0; };
    const Ray<2, float> ray{{0, 0}, {1, 1}};
    EXPECT_EQ(this->index.for_each_overlapping(same[0], third, filter).status, Status::stopped);
    EXPECT_EQ(this->index.for_each_within(same[0], 1, third, filter).status, Status::stopped);
    EXPECT_EQ(this->index.for_each_on_ray(ray, third, filter).status, Status::stopped);
    EXPECT_EQ(visited, 9);
  }
}

TYPED_TEST(FilteredQueries, a_new_index_has_nothing) {
  int visited = 0;
  const auto note = [&](auto...) { ++visited; };
  const Ray<2, float> ray{{0, 0}, {1, 1}};
  std::vector<typename TypeParam::Neighbor> found(3);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(this->index.for_each_overlapping(Aabb2f::everything(), note).status, Status::ok);
    EXPECT_EQ(this->index.for_each_within(Aabb2f::of_point({}), 9, note).status, Status::ok);
    EXPECT_EQ(this->index.for_each_on_ray(ray, note).status, Status::ok);
    EXPECT_EQ(this->index.nearest(Aabb2f::of_point({}), found).stats.results, 0u);
    EXPECT_FALSE(this->index.ray_cast(ray).hit);
    EXPECT_TRUE(this->index.validate());
    EXPECT_EQ(visited, 0);
    // Nor has one of empty boxes.
    ASSERT_EQ(fill(this->index, Boxes(9, Aabb2f::nothing()), {}), Status::ok);
  }
}

TEST(FilteredDynamicBvh, for_each_near_finds_what_a_list_finds) {
  const auto boxes = scenes::make_scene<2, float>("uniform", 200, 5);
  const auto filters = random_filters(200, 5);
  DynamicBvh<2, float> tree;
  ASSERT_EQ(fill(tree, boxes, filters), Status::ok);
  const MaybeFilter filter = Filter{.category = 1, .mask = 1ull << 63};
  for (const Aabb2f& box : boxes) {
    const auto gap = [&](const Aabb2f& b) { return double(distance_squared(box, b)); };
    Ids expected, found;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      if (gap(boxes[i]) <= 2 && accepts(*filter, filters[i])) expected.push_back(i);
    }
    (void)tree.for_each_near(
        gap, 2, [&](Handle h) { return found.push_back(h.index), 2.0; }, filter);
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
  }
}

template <class Index>
class PeriodicRays : public testing::Test {};
using StaticIndices = testing::Types<Bvh<2, float>, KdTree<2, float>>;
TYPED_TEST_SUITE(PeriodicRays, StaticIndices);

TYPED_TEST(PeriodicRays, are_refused) {
  TypeParam index;
  const Boxes boxes(3, Aabb2f{{1, 1}, {2, 2}});
  ASSERT_EQ(index.build(boxes, {.filters = {}, .period = {{8, 0}}}), Status::ok);
  const Ray<2, float> ray{{0, 0}, {1, 1}};
  int visited = 0;
  EXPECT_EQ(index.ray_cast(ray).status, Status::out_of_range);
  EXPECT_EQ(index.for_each_on_ray(ray, [&](auto...) { ++visited; }).status, Status::out_of_range);
  EXPECT_EQ(visited, 0);
}

// Steps of all lengths: boxes keep their images, or cross a boundary, and the tree is rebuilt.
TEST(PeriodicBvh, refit_gives_the_answers_of_a_list) {
  const Period<2, float> period{{8, 8}};
  scenes::Pcg32 random(6);
  Boxes boxes = scenes::make_scene<2, float>("uniform", 100, 3);
  const auto filters = random_filters(100, 3);
  Bvh<2, float> bvh;
  ASSERT_EQ(bvh.build(boxes, {.filters = filters, .period = period}), Status::ok);
  std::size_t through_edges = 0;
  for (int round = 0; round < 30; ++round) {
    const double step = round % 3 == 0 ? 0 : (round % 3 == 1 ? 0.001 : 4);
    for (Aabb2f& box : boxes) {
      const Vec2f by{float(random.between(-step, step)), float(random.between(-step, step))};
      box.min = box.min + by, box.max = box.max + by;
    }
    ASSERT_EQ(bvh.refit(boxes), Status::ok);
    ASSERT_TRUE(bvh.validate());
    const MaybeFilter filter = round % 2 == 0 ? MaybeFilter{} : filters[std::size_t(round)];
    for (const Aabb2f& box : boxes) {
      Ids found, near, expected, expected_near;
      const Aabb2f a = wrap(box, period);
      for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const Aabb2f b = wrap(boxes[i], period);
        if (filter && !accepts(*filter, filters[i])) continue;
        if (distance_squared_wrapped(a, b, period) <= 0.25f) expected_near.push_back(i);
        if (!overlaps_wrapped(a, b, period)) continue;
        expected.push_back(i);
        through_edges += overlaps(a, b) ? 0 : 1;
      }
      (void)bvh.for_each_overlapping(
          box, [&](std::uint32_t i) { found.push_back(i); }, filter);
      (void)bvh.for_each_within(
          box, 0.5f, [&](std::uint32_t i) { near.push_back(i); }, filter);
      std::sort(found.begin(), found.end());
      std::sort(near.begin(), near.end());
      ASSERT_EQ(found, expected) << round;
      ASSERT_EQ(near, expected_near) << round;
    }
  }
  EXPECT_GT(through_edges, 100u);
}

// On a torus, with filters: objects come, move and leave.
TEST(PeriodicHashGrid, pairs_of_moved_objects_are_those_of_a_list) {
  const Period<2, float> period{{16, 8}};
  struct Entry {
    Handle handle;
    Aabb2f box;
    Filter filter;
    bool moved;
  };
  for (const float edge : {0.0f, 0.25f, 16.0f}) {
    HashGrid<2> grid({.cell_edge = edge, .period = period});
    scenes::Pcg32 random(7);
    std::vector<Entry> all;
    const auto any_box = [&] {
      const Vec2f p{float(random.between(-20, 20)), float(random.between(-20, 20))};
      const float size = random.below(8) == 0 ? 9.0f : 1.0f;
      return Aabb2f{p, p + Vec2f{float(random.unit()), float(random.unit())} * size};
    };
    const auto overlap = [&](const Aabb2f& a, const Aabb2f& b) {
      return overlaps_wrapped(wrap(a, period), wrap(b, period), period);
    };
    std::size_t reported = 0;
    for (int round = 0; round < 100; ++round) {
      for (int k = 0; k < 8; ++k) {
        const Aabb2f box = any_box();
        if (all.size() < 40 || random.below(4) == 0) {
          const Filter filter = random_filters(1, random.next())[0];
          all.push_back({grid.insert(box, 0, filter).handle, box, filter, true});
          continue;
        }
        Entry& e = all[random.below(std::uint32_t(all.size()))];
        if (random.below(3) == 0) {
          ASSERT_EQ(grid.erase(e.handle), Status::ok);
          e = all.back();
          all.pop_back();
        } else {
          e.box = box, e.moved = true;
          ASSERT_EQ(grid.move(e.handle, box), Status::ok);
        }
      }
      ASSERT_TRUE(grid.validate());
      PairVector expected;
      for (std::size_t i = 0; i < all.size(); ++i) {
        Ids found, near;
        for (std::size_t j = 0; j < all.size(); ++j) {
          const Entry &x = all[i], &y = all[j];
          if (i == j || !overlap(x.box, y.box) || !accepts(x.filter, y.filter)) continue;
          near.push_back(y.handle.index);
          if (j > i || !(x.moved || y.moved)) continue;
          const auto [a, b] = std::minmax(x.handle.index, y.handle.index);
          expected.push_back({a, b});
        }
        (void)grid.for_each_overlapping(
            all[i].box, [&](Handle h) { found.push_back(h.index); }, all[i].filter, all[i].handle);
        std::sort(found.begin(), found.end());
        std::sort(near.begin(), near.end());
        ASSERT_EQ(found, near);
      }
      PairList pairs;
      ASSERT_EQ(grid.find_pairs_of_moved(pairs).status, Status::ok);
      ASSERT_TRUE(same_pairs(expected, to_vector(pairs)));
      reported += expected.size();
      for (Entry& e : all) e.moved = false;
    }
    EXPECT_GT(reported, 500u);
  }
}

}  // namespace
}  // namespace masu::test
