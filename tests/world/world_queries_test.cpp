// SPDX-License-Identifier: MIT
// Queries of a world compared with a test of every object: before and after update(), with a tree
// and without.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/half_space.hpp>

#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <int D, class T>
class QueryModel {
 public:
  using Model = WorldModel<D, T>;
  using Entry = typename Model::Entry;

  // A period of 0: the world does not wrap around.
  QueryModel(std::uint64_t seed, bool queries, const Vec<3, T>& period = {})
      : model_(seed, {.detail = ContactDetail::boxes, .queries = queries, .period = period}),
        period_(period) {
    for (int i = 0; i < (D == 2 ? 50 : (period == Vec<3, T>{} ? 250 : 60)); ++i) {
      model_.add(i % 2 == 0);
    }
  }

  void run(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (int s = 0; s < 6; ++s) ASSERT_NO_FATAL_FAILURE(model_.step());
      // Half of the time objects have moved since the last update.
      if (round % 2 == 0) {
        ASSERT_EQ(world().update().status, Status::ok);
      }
      const auto odd_slot = [](const QueryCandidate<D, T>& c) { return c.object.index % 4 != 1; };
      QueryFilter<D, T> filter;
      if (round % 3 == 0) filter.filter = model_.bodies().filter();
      if (round % 5 > 2) filter.sensors = round % 2 == 0;
      if (round % 4 == 1) filter.accept = odd_slot;
      ASSERT_NO_FATAL_FAILURE(rays(filter));
      ASSERT_NO_FATAL_FAILURE(casts(filter));
      ASSERT_NO_FATAL_FAILURE(touches(filter));
      ASSERT_NO_FATAL_FAILURE(nearest(filter));
      if (round % 10 == 0) {
        ASSERT_NO_FATAL_FAILURE(closest(filter));
      }
    }
    EXPECT_GT(hits_, std::size_t(rounds) / 3);
    if (model_.wraps()) return;  // a ray that comes around meets something at last
    EXPECT_LT(hits_, std::size_t(rounds) * 19 / 20);
  }

 private:
  using Slots = std::vector<std::uint32_t>;

  World<D, T>& world() { return model_.world(); }
  using V = Vec<D, T>;
  static Transform<D, T> less(const Transform<D, T>& pose, const V& shift) {
    return {pose.translation - shift, pose.rotation};
  }
  // Over all images, the asker being moved instead: the soonest hit, the least number, or any.
  template <class Cast>
  auto sooner(Cast&& cast) const {
    auto best = cast(V{});
    (void)any_image<D>(period_, model_.wraps() ? 3 : 0, [&](const V& shift) {
      const auto c = cast(shift);
      if (c.hit && (!best.hit || c.t < best.t)) best = c;
      return false;
    });
    return best;
  }
  template <class Number>
  T least(Number&& number) const {
    T best = number(V{});
    (void)any_image<D>(period_, model_.wraps() ? 2 : 0, [&](const V& shift) {
      best = std::min(best, number(shift));
      return false;
    });
    return best;
  }
  template <class Is>
  bool any(Is&& is) const {
    return any_image<D>(period_, model_.wraps() ? 2 : 0, is);
  }
  Slots sorted(Slots s) const {
    std::sort(s.begin(), s.end());
    return s;
  }
  // f(entry) for those that a filter lets through, by slot; `sensors` if it does not say.
  template <class F>
  void for_each(const QueryFilter<D, T>& filter, bool sensors, F&& f) const {
    for (const auto& [slot, e] : model_.entries()) {
      if (filter.filter && !accepts(*filter.filter, e.filter)) continue;
      if (e.options.sensor && !filter.sensors.value_or(sensors)) continue;
      if (!filter.accept || (*filter.accept)({e.handle})) f(e);
    }
  }

  void rays(const QueryFilter<D, T>& filter) {
    const Ray<D, T> ray{model_.bodies().random_point(),
                        model_.bodies().random_point() - Vec<D, T>::all(T(5)),
                        T(model_.random().between(0.2, 3))};
    const Entry* first = nullptr;
    T t = 0;
    Slots expected;
    for_each(filter, false, [&](const Entry& e) {
      const auto c = sooner([&](const V& shift) {
        return ray_cast(e.shape, e.pose, Ray<D, T>{ray.origin - shift, ray.direction, ray.max_t});
      });
      if (!c.hit) return;
      expected.push_back(e.handle.index);
      if (first == nullptr || c.t < t) first = &e, t = c.t;
    });
    const auto hit = world().ray_cast(ray, filter);
    ASSERT_EQ(hit.status, Status::ok);
    ASSERT_EQ(hit.hit, first != nullptr);
    if (first != nullptr) {
      ASSERT_EQ(hit.object, first->handle);
      ASSERT_EQ(hit.t, t);
      ++hits_;
    }
    Buffer<WorldRayHit<D, T>> all;
    ASSERT_EQ(world().ray_cast_all(ray, all, filter).status, Status::ok);
    Slots found;
    for (const auto& h : all) found.push_back(h.object.index);
    ASSERT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [](const auto& x, const auto& y) { return x.t < y.t; }));
    ASSERT_EQ(sorted(found), expected);
  }

  void casts(const QueryFilter<D, T>& filter) {
    const auto shape = model_.bodies().shape();
    const auto pose = model_.bodies().transform();
    const auto displacement = model_.bodies().random_point() - Vec<D, T>::all(T(5));
    bool some = false;
    T t = 2;
    for_each(filter, false, [&](const Entry& e) {
      const auto c = sooner([&](const V& shift) {
        return shape_cast(e.shape, e.pose, shape, less(pose, shift), displacement);
      });
      if (c.hit && c.t < t) some = true, t = c.t;
    });
    const auto hit = world().shape_cast(shape, pose, displacement, filter);
    ASSERT_EQ(hit.status, Status::ok);
    ASSERT_EQ(hit.hit, some);
    if (some) {
      ASSERT_EQ(hit.t, t);
    }
  }

  void touches(const QueryFilter<D, T>& filter) {
    const auto shape = model_.bodies().shape();
    const auto pose = model_.bodies().transform();
    const auto box = aabb_of(shape, pose);
    Slots touched, overlapped, held, found;
    for_each(filter, true, [&](const Entry& e) {
      const std::uint32_t i = e.handle.index;
      if (any([&](const V& shift) {
            return intersects(e.shape, e.pose, shape, less(pose, shift)).overlapping;
          })) {
        touched.push_back(i);
      }
      if (any([&](const V& shift) {
            return overlaps(aabb_of(e.shape, e.pose), {box.min - shift, box.max - shift});
          })) {
        overlapped.push_back(i);
      }
      if (any([&](const V& shift) {
            return point_inside(e.shape, e.pose, pose.translation - shift).inside;
          })) {
        held.push_back(i);
      }
    });
    const auto append = [&](Handle h) { found.push_back(h.index); };
    ASSERT_EQ(world().for_each_touching(shape, pose, append, filter).status, Status::ok);
    ASSERT_EQ(sorted(std::exchange(found, {})), touched);
    ASSERT_EQ(world().for_each_overlapping(box, append, filter).status, Status::ok);
    ASSERT_EQ(sorted(std::exchange(found, {})), overlapped);
    ASSERT_EQ(world().for_each_at(pose.translation, append, filter).status, Status::ok);
    ASSERT_EQ(sorted(std::exchange(found, {})), held);
    if (overlapped.size() > 1) {
      int visits = 0;
      const auto stop = [&](Handle) { return ++visits < 2; };
      ASSERT_EQ(world().for_each_overlapping(box, stop, filter).status, Status::stopped);
      ASSERT_EQ(visits, 2);
    }
    QueryBatch<Handle> batch;
    const Aabb<D, T> boxes[] = {box, Aabb<D, T>::nothing(), Aabb<D, T>::everything()};
    ASSERT_EQ(world().overlapping_many(boxes, batch, filter), Status::ok);
    ASSERT_EQ(batch.size(), 3u);
    for (const Handle h : batch[0]) found.push_back(h.index);
    ASSERT_EQ(found, overlapped);
    ASSERT_TRUE(batch[1].empty());
    std::size_t all = 0;
    for_each(filter, true, [&](const Entry&) { ++all; });
    ASSERT_EQ(batch[2].size(), all);
  }

  void nearest(const QueryFilter<D, T>& filter) {
    const auto point = model_.bodies().random_point();
    std::vector<std::pair<T, std::uint32_t>> expected;
    Slots within, found;
    const T radius = T(1.5);
    for_each(filter, true, [&](const Entry& e) {
      const T d = least(
          [&](const V& shift) { return closest_point(e.shape, e.pose, point - shift).distance; });
      expected.push_back({d > 0 ? d * d : T(0), e.handle.index});
      if (d <= radius) within.push_back(e.handle.index);
    });
    std::sort(expected.begin(), expected.end());
    Neighbor<T> near[5];
    const auto r = world().nearest(point, near, filter);
    ASSERT_EQ(r.status, Status::ok);
    ASSERT_EQ(r.stats.results, std::min<std::size_t>(5, expected.size()));
    for (std::size_t k = 0; k < r.stats.results; ++k) {
      ASSERT_EQ(near[k].id.index, expected[k].second);
      ASSERT_EQ(near[k].distance_squared, expected[k].first);
    }
    const auto append = [&](Handle h, const SurfacePoint<D, T>& s) {
      ASSERT_LE(s.distance, radius);
      found.push_back(h.index);
    };
    ASSERT_EQ(world().for_each_within(point, radius, append, filter).status, Status::ok);
    ASSERT_EQ(sorted(found), within);
    QueryBatch<Neighbor<T>> batch;
    const Vec<D, T> points[] = {point, point};
    ASSERT_EQ(world().nearest_many(points, 5, batch, filter), Status::ok);
    ASSERT_EQ(batch.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(batch[i].size(), r.stats.results);
      for (std::size_t k = 0; k < r.stats.results; ++k) ASSERT_EQ(batch[i][k].id, near[k].id);
    }
  }

  void closest(const QueryFilter<D, T>& filter) {
    const auto shape = model_.bodies().shape();
    auto pose = model_.bodies().transform();
    pose.translation[0] += T(model_.random().below(3) * 5);
    const Entry* nearest = nullptr;
    T gap = 0;
    for_each(filter, true, [&](const Entry& e) {
      const T d = least([&](const V& shift) {
        return distance(e.shape, e.pose, shape, less(pose, shift)).distance;
      });
      if (nearest == nullptr || d < gap) nearest = &e, gap = d;
    });
    const auto one = world().closest_to(shape, pose, filter);
    ASSERT_EQ(one.status, Status::ok);
    ASSERT_EQ(one.found(), nearest != nullptr);
    if (nearest != nullptr) {
      ASSERT_EQ(one.a, nearest->handle);
      ASSERT_EQ(one.distance, gap);
    }
    std::optional<std::tuple<T, std::uint32_t, std::uint32_t>> best;
    for_each({}, true, [&](const Entry& x) {
      for_each({}, true, [&](const Entry& y) {
        if (x.handle.index >= y.handle.index || !accepts(x.filter, y.filter)) return;
        const T apart = least([&](const V& shift) {
          return distance(x.shape, less(x.pose, shift), y.shape, y.pose).distance;
        });
        const std::tuple<T, std::uint32_t, std::uint32_t> now{apart, x.handle.index,
                                                              y.handle.index};
        if (!best || now < *best) best = now;
      });
    });
    const auto two = world().closest_pair();
    ASSERT_EQ(two.found(), best.has_value());
    if (best) {
      ASSERT_EQ((std::tuple(two.distance, two.a.index, two.b.index)), *best);
    }
  }

  Model model_;
  Vec<3, T> period_;
  std::size_t hits_ = 0;
};

TEST(WorldQueries, equal_brute_force_over_all_objects) {
  const int rounds = by_tier(150, 5000);
  for (const bool tree : {true, false}) {
    SCOPED_TRACE(tree ? "by a tree" : "one by one");
    ASSERT_NO_FATAL_FAILURE((QueryModel<2, float>(1, tree).run(rounds)));
    ASSERT_NO_FATAL_FAILURE((QueryModel<3, float>(2, tree).run(rounds)));
    ASSERT_NO_FATAL_FAILURE((QueryModel<2, double>(3, tree).run(rounds)));
    ASSERT_NO_FATAL_FAILURE((QueryModel<3, double>(4, tree).run(rounds)));
  }
}

TEST(WorldQueries, equal_brute_force_over_all_periodic_images) {
  const int rounds = by_tier(24, 800);
  for (const bool tree : {true, false}) {
    SCOPED_TRACE(tree ? "by a tree" : "one by one");
    ASSERT_NO_FATAL_FAILURE((QueryModel<2, float>(11, tree, {8, 8}).run(rounds)));
    ASSERT_NO_FATAL_FAILURE((QueryModel<2, double>(12, tree, {0, 16}).run(rounds)));
    ASSERT_NO_FATAL_FAILURE((QueryModel<3, float>(13, tree, {8, 0, 8}).run(rounds / 4)));
    ASSERT_NO_FATAL_FAILURE((QueryModel<3, double>(14, tree, {8, 8, 8}).run(rounds / 4)));
  }
}

TEST(WorldQueries, refuse_invalid_arguments) {
  World<2> world;
  (void)world.add(Circle<float>{1}, {});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto visit = [](Handle) {};
  EXPECT_EQ(world.ray_cast({{nan, 0}, {1, 0}}).status, Status::not_finite);
  EXPECT_EQ(world.ray_cast({{0, 0}, {1, 0}, -1}).status, Status::out_of_range);
  EXPECT_EQ(world.shape_cast(Circle<float>{1}, {}, {nan, 0}).status, Status::not_finite);
  EXPECT_EQ(world.shape_cast(Circle<float>{-1}, {}, {1, 0}).status, Status::not_positive);
  EXPECT_EQ(world.shape_cast(Circle<float>{-1}, {}, {nan, 0}).status, Status::not_positive);
  EXPECT_EQ(world.for_each_touching(Circle<float>{1}, {{nan, 0}, {}}, visit).status,
            Status::not_finite);
  EXPECT_EQ(world.for_each_at({nan, 0}, visit).status, Status::not_finite);
  Neighbor<float> one[1];
  EXPECT_EQ(world.nearest({nan, 0}, one).status, Status::not_finite);
  EXPECT_EQ(world.for_each_within({0, 0}, -1, [](Handle, const SurfacePoint<2, float>&) {}).status,
            Status::out_of_range);
  EXPECT_EQ(world.for_each_overlapping({{1, 1}, {0, 0}}, visit).stats.results, 0u);
}

TEST(WorldQueries, a_ray_without_a_direction_hits_what_contains_its_origin) {
  for (const bool tree : {true, false}) {
    World<2> world({.queries = tree});
    for (int i = 0; i < 40; ++i) (void)world.add(Circle<float>{1}, {{3 * float(i), 0}, {}});
    ASSERT_EQ(world.update().status, Status::ok);
    for (const float x : {0.25f, 1.5f, 3.0f, 60.5f}) {
      const Ray<2, float> ray{{x, 0}, {0, 0}, 1};
      const auto expected = ray_cast(Circle<float>{1}, {{3 * std::round(x / 3), 0}, {}}, ray);
      const auto hit = world.ray_cast(ray);
      EXPECT_EQ(hit.status, expected.status);
      ASSERT_EQ(hit.hit, expected.hit) << x;
      EXPECT_EQ(hit.t, expected.t);
      EXPECT_EQ(hit.normal, expected.normal);
    }
  }
}

// What cannot answer, as half-spaces cannot how far they are from each other, hides nothing else.
TEST(WorldQueries, a_shape_cast_returns_what_it_hits) {
  for (const bool half_space_first : {true, false}) {
    World<2> world;
    const auto add_plane = [&] { (void)world.add(HalfSpace<2, float>{{1, 0}, -100}, {}); };
    if (half_space_first) add_plane();
    const Handle ball = world.add(Circle<float>{1}, {{0, 5}, {}});
    if (!half_space_first) add_plane();
    const HalfSpace<2, float> rising{{0, 1}, 0};
    const auto hit = world.shape_cast(rising, {}, {0, 10});
    EXPECT_EQ(hit.status, Status::ok);
    EXPECT_EQ(hit.object, ball);
    EXPECT_NEAR(hit.t, 0.4f, 1e-5f);
    ASSERT_EQ(world.remove(ball), Status::ok);
    const auto none = world.shape_cast(rising, {}, {0, 10});
    EXPECT_FALSE(none.hit);
    EXPECT_EQ(none.status, Status::unbounded);
  }
}

TEST(WorldQueries, within_a_radius_of_0_are_those_that_touch_the_point) {
  World<2> world;
  const Handle ball = world.add(Circle<float>{1}, {});
  (void)world.add(Circle<float>{1}, {{2.5f, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  for (const float radius : {0.f, 0.25f}) {
    std::vector<Handle> found;
    const auto append = [&](Handle h, const SurfacePoint<2, float>&) { found.push_back(h); };
    EXPECT_EQ(world.for_each_within({1, 0}, radius, append).status, Status::ok);
    EXPECT_EQ(found, std::vector<Handle>{ball});
  }
}

// The tree has an effect: few objects are tested.
TEST(WorldQueries, test_few_of_many_objects) {
  World<2> world;
  for (int i = 0; i < 10000; ++i) {
    (void)world.add(Circle<float>{0.4f}, {{float(i % 100), float(i / 100)}, {}});
  }
  ASSERT_EQ(world.update().status, Status::ok);
  const auto hit = world.ray_cast({{-1, 50.1f}, {1, 0}});
  ASSERT_TRUE(hit.hit);
  EXPECT_LT(hit.stats.tests, 100u);
  Neighbor<float> near[3];
  EXPECT_LT(world.nearest({50.3f, 50.2f}, near).stats.tests, 200u);
}

}  // namespace
}  // namespace masu::test
