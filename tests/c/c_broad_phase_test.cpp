// SPDX-License-Identifier: MIT
// Boxes through C: all pairs by every method, and an index that answers like Bvh.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include <masu/broad_phase/bvh.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/c/memory.hpp"

namespace masu::test {
namespace {

using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

template <class K>
class CBroadPhase : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;
  using Bounds = Aabb<kD, T>;

  CBroadPhase() {
    EXPECT_EQ(A::broad_phase_create(nullptr, nullptr, &c_), MASU_OK);
    EXPECT_EQ(masu_results_create(nullptr, &results_), MASU_OK);
    boxes_ = random_boxes(200);
    filters_.resize(200);
    for (auto& f : filters_) f = {1u << random_.below(2), 1 + random_.below(3)};
  }
  ~CBroadPhase() override {
    EXPECT_EQ(masu_broad_phase_destroy(c_), MASU_OK);
    EXPECT_EQ(masu_results_destroy(results_), MASU_OK);
  }

  std::vector<Bounds> random_boxes(int count) {
    std::vector<Bounds> boxes(static_cast<std::size_t>(count));
    for (Bounds& b : boxes) {
      for (int a = 0; a < kD; ++a) {
        b.min[a] = T(random_.between(0, 10));
        b.max[a] = b.min[a] + T(random_.between(0, 2));
      }
    }
    return boxes;
  }
  static const typename A::Aabb* c(const std::vector<Bounds>& boxes) {
    return reinterpret_cast<const typename A::Aabb*>(boxes.data());
  }
  static Filter cpp(const masu_filter& f) { return {f.category, f.mask}; }
  const masu_filter* filters() const { return filters_.data(); }
  PairSet pairs() const {
    std::size_t n = 0;
    const masu_index_pair* found = masu_broad_phase_pairs(c_, &n);
    PairSet all;
    for (std::size_t i = 0; i < n; ++i) all.insert({found[i].a, found[i].b});
    EXPECT_EQ(all.size(), n) << "each pair once";
    return all;
  }
  Ray<kD, T> ray() {
    Ray<kD, T> r;
    for (int a = 0; a < kD; ++a) {
      r.origin[a] = T(random_.between(-2, 12));
      r.direction[a] = T(random_.between(-1, 1));
    }
    r.max_t = T(20);
    return r;
  }

  masu_broad_phase* c_ = nullptr;
  masu_results* results_ = nullptr;
  scenes::Pcg32 random_{23};
  std::vector<Bounds> boxes_;
  std::vector<masu_filter> filters_;
};

TYPED_TEST_SUITE(CBroadPhase, Kinds);

TYPED_TEST(CBroadPhase, finds_all_pairs_by_every_method) {
  using Calls = typename TestFixture::A;
  const auto& boxes = this->boxes_;
  const auto others = this->random_boxes(60);
  PairSet within, filtered, between;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
      if (!overlaps(boxes[i], boxes[j])) continue;
      within.insert({i, j});
      if (accepts(this->cpp(this->filters_[i]), this->cpp(this->filters_[j]))) {
        filtered.insert({i, j});
      }
    }
    for (std::uint32_t j = 0; j < others.size(); ++j) {
      if (overlaps(boxes[i], others[j])) between.insert({i, j});
    }
  }
  ASSERT_GT(filtered.size(), 20u);
  ASSERT_LT(filtered.size(), within.size());
  ASSERT_GT(between.size(), 20u);
  for (const std::uint32_t method : {MASU_AUTOMATIC, MASU_ALL_PAIRS, MASU_SWEEP_AND_PRUNE,
                                     MASU_SORTED_ORTHTREE, MASU_BVH, MASU_AUTOMATIC}) {
    SCOPED_TRACE(method);
    ASSERT_EQ(masu_broad_phase_use(this->c_, method), MASU_OK);
    masu_query_stats stats;
    ASSERT_EQ(Calls::find_pairs(this->c_, this->c(boxes), 200, nullptr, nullptr, &stats), MASU_OK);
    EXPECT_EQ(this->pairs(), within);
    EXPECT_EQ(stats.results, within.size());
    ASSERT_EQ(Calls::find_pairs(this->c_, this->c(boxes), 200, this->filters(), nullptr, nullptr),
              MASU_OK);
    EXPECT_EQ(this->pairs(), filtered);
    ASSERT_EQ(Calls::find_between(this->c_, this->c(boxes), 200, this->c(others), 60, nullptr,
                                  nullptr, nullptr, nullptr),
              MASU_OK);
    EXPECT_EQ(this->pairs(), between);
    std::uint32_t used = 99;
    ASSERT_EQ(masu_broad_phase_method(this->c_, &used), MASU_OK);
    if (method != MASU_AUTOMATIC) {
      EXPECT_EQ(used, method);
      EXPECT_STREQ(masu_broad_phase_advice(this->c_), "");
    } else {
      EXPECT_LE(used, std::uint32_t(MASU_BVH));
      EXPECT_STRNE(masu_broad_phase_advice(this->c_), "");
    }
  }
}

TYPED_TEST(CBroadPhase, wraps_around) {
  using Calls = typename TestFixture::A;
  using Real = typename TestFixture::T;
  constexpr int kAxes = TestFixture::kD;
  masu_broad_phase* torus = nullptr;
  const auto period = c_vec(Vec<kAxes, Real>::all(Real(16)));
  ASSERT_EQ(Calls::broad_phase_create(&period, nullptr, &torus), MASU_OK);
  const std::vector<Aabb<kAxes, Real>> boxes{
      {Vec<kAxes, Real>::all(Real(-1)), Vec<kAxes, Real>::all(Real(1))},
      {Vec<kAxes, Real>::all(Real(14.5)), Vec<kAxes, Real>::all(Real(15.5))},
      {Vec<kAxes, Real>::all(Real(5)), Vec<kAxes, Real>::all(Real(6))}};
  ASSERT_EQ(Calls::find_pairs(torus, this->c(boxes), 3, nullptr, nullptr, nullptr), MASU_OK);
  std::size_t n = 0;
  const masu_index_pair* found = masu_broad_phase_pairs(torus, &n);
  ASSERT_EQ(n, 1u);
  EXPECT_EQ(found[0].a, 0u);
  EXPECT_EQ(found[0].b, 1u);
  EXPECT_EQ(masu_broad_phase_destroy(torus), MASU_OK);
  auto bad = period;
  bad.x = Real(-1);
  EXPECT_EQ(Calls::broad_phase_create(&bad, nullptr, &torus), MASU_OUT_OF_RANGE);
  EXPECT_EQ(torus, nullptr);
}

TYPED_TEST(CBroadPhase, an_index_has_the_results_of_cpp) {
  using Calls = typename TestFixture::A;
  using Real = typename TestFixture::T;
  constexpr int kAxes = TestFixture::kD;
  Bvh<kAxes, Real> bvh;
  std::vector<Filter> filters;
  for (const auto& f : this->filters_) filters.push_back(this->cpp(f));
  auto boxes = this->boxes_;
  ASSERT_EQ(bvh.build(boxes, {filters, {}}), Status::ok);
  ASSERT_EQ(Calls::build_index(this->c_, this->c(boxes), 200, this->filters()), MASU_OK);
  EXPECT_EQ(masu_broad_phase_size(this->c_), 200u);
  const auto note = [](void* to, std::uint32_t index) {
    static_cast<std::vector<std::uint32_t>*>(to)->push_back(index);
    return 1;
  };
  std::size_t answers = 0, hits = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    if (i == 30) {  // the same boxes elsewhere
      for (auto& b : boxes) {
        b.min[0] += Real(0.5);
        b.max[0] += Real(0.75);
      }
      ASSERT_EQ(bvh.refit(boxes), Status::ok);
      ASSERT_EQ(Calls::refit_index(this->c_, this->c(boxes), 200), MASU_OK);
    }
    const auto asked = this->random_boxes(5);
    const masu_filter filter{1, i % 2 == 0 ? 3u : 1u};
    const Filter expected_filter = this->cpp(filter);
    std::vector<std::uint32_t> found, expected;
    const auto take = [&](std::uint32_t id) { expected.push_back(id); };
    ASSERT_EQ(Calls::boxes_overlapping(this->c_, this->c(asked), &filter, note, &found), MASU_OK);
    (void)bvh.for_each_overlapping(asked[0], take, expected_filter);
    ASSERT_EQ(Calls::boxes_within(this->c_, this->c(asked), Real(1), &filter, note, &found),
              MASU_OK);
    (void)bvh.for_each_within(asked[0], Real(1), take, expected_filter);
    ASSERT_EQ(found, expected);
    answers += found.size();

    typename Calls::NearBox near[4];
    Neighbor<Real, std::uint32_t> expected_near[4];
    std::size_t n = 0;
    ASSERT_EQ(Calls::boxes_nearest(this->c_, this->c(asked), nullptr, near, 4, &n), MASU_OK);
    ASSERT_EQ(bvh.nearest(asked[0], expected_near).stats.results, n);
    for (std::size_t k = 0; k < n; ++k) {
      ASSERT_EQ(near[k].index, expected_near[k].id);
      ASSERT_EQ(near[k].distance_squared, expected_near[k].distance_squared);
    }

    const Ray<kAxes, Real> ray = this->ray();
    const auto c_ray = std::bit_cast<typename Calls::Ray>(ray);
    typename Calls::BoxHit hit;
    ASSERT_EQ(Calls::boxes_ray_cast(this->c_, &c_ray, &filter, &hit), MASU_OK);
    const auto expected_hit = bvh.ray_cast(ray, expected_filter);
    ASSERT_EQ(hit.hit != 0, expected_hit.hit);
    ASSERT_EQ(hit.index, expected_hit.hit ? expected_hit.id : MASU_NO_INDEX);
    ASSERT_EQ(hit.t, expected_hit.t);
    ASSERT_EQ(hit.stats.tests, expected_hit.stats.tests);
    hits += hit.hit;
    std::size_t on_ray = 0, expected_on_ray = 0;
    const auto count = [](void* to, std::uint32_t, Real) {
      return ++*static_cast<std::size_t*>(to), 1;
    };
    ASSERT_EQ(Calls::boxes_on_ray(this->c_, &c_ray, nullptr, count, &on_ray), MASU_OK);
    (void)bvh.for_each_on_ray(ray, [&](std::uint32_t, Real) { ++expected_on_ray; });
    ASSERT_EQ(on_ray, expected_on_ray);

    const typename Calls::Ray rays[2] = {c_ray, c_ray};
    typename Calls::BoxHit many[2];
    ASSERT_EQ(Calls::boxes_ray_cast_many(this->c_, rays, 2, &filter, nullptr, many), MASU_OK);
    ASSERT_EQ(many[1].index, hit.index);
    ASSERT_EQ(Calls::boxes_overlapping_many(this->c_, this->c(asked), 5, &filter, nullptr,
                                            this->results_),
              MASU_OK);
    const std::uint32_t* first = nullptr;
    const std::uint32_t* indices = masu_results_indices(this->results_, &first, &n);
    ASSERT_EQ(first[5], n);
    for (std::size_t k = 0; k < 5; ++k) {
      expected.clear();
      (void)bvh.for_each_overlapping(asked[k], take, expected_filter);
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(std::vector(indices + first[k], indices + first[k + 1]), expected);
    }
  }
  EXPECT_GT(answers, 200u);
  EXPECT_GT(hits, 10u);
  ASSERT_EQ(Calls::build_index(this->c_, nullptr, 0, nullptr), MASU_OK);
  EXPECT_EQ(masu_broad_phase_size(this->c_), 0u);
}

TYPED_TEST(CBroadPhase, an_index_is_saved_and_restored) {
  using Calls = typename TestFixture::A;
  using Real = typename TestFixture::T;
  const auto& boxes = this->boxes_;
  ASSERT_EQ(Calls::build_index(this->c_, this->c(boxes), 200, this->filters()), MASU_OK);
  const void* bytes = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(Calls::save_index(this->c_, &bytes, &size), MASU_OK);
  // At an address without alignment, which is overwritten before the queries.
  std::vector<unsigned char> moved(size + 1);
  std::memcpy(moved.data() + 1, bytes, size);
  masu_broad_phase* other = nullptr;
  ASSERT_EQ(Calls::broad_phase_create(nullptr, nullptr, &other), MASU_OK);
  ASSERT_EQ(Calls::build_index(other, this->c(boxes), 3, nullptr), MASU_OK);
  moved[size] ^= 1;
  EXPECT_EQ(Calls::restore_index(other, moved.data() + 1, size), MASU_DAMAGED);
  EXPECT_EQ(masu_broad_phase_size(other), 3u) << "unchanged";
  moved[size] ^= 1;
  ASSERT_EQ(Calls::restore_index(other, moved.data() + 1, size), MASU_OK);
  moved.assign(moved.size(), 0);
  EXPECT_EQ(masu_broad_phase_size(other), 200u);

  const masu_filter filter{1, 3};
  const auto asked = this->random_boxes(20);
  const auto answers = [&](const masu_broad_phase* of) {
    EXPECT_EQ(
        Calls::boxes_overlapping_many(of, this->c(asked), 20, &filter, nullptr, this->results_),
        MASU_OK);
    std::size_t n = 0;
    const std::uint32_t* indices = masu_results_indices(this->results_, nullptr, &n);
    std::vector<std::uint32_t> all(indices, indices + n);
    for (const auto& box : asked) {
      typename Calls::NearBox near[4];
      EXPECT_EQ(Calls::boxes_nearest(of, this->c({box}), &filter, near, 4, &n), MASU_OK);
      for (std::size_t k = 0; k < n; ++k) all.push_back(near[k].index);
    }
    return all;
  };
  const auto expected = answers(this->c_);
  EXPECT_GT(expected.size(), 50u);
  EXPECT_EQ(answers(other), expected);
  // Saved again it is the same, and it can be built again, but not moved.
  const void* again = nullptr;
  std::size_t again_size = 0;
  ASSERT_EQ(Calls::save_index(other, &again, &again_size), MASU_OK);
  ASSERT_EQ(again_size, size);
  EXPECT_EQ(std::memcmp(again, bytes, size), 0);
  EXPECT_EQ(Calls::refit_index(other, this->c(boxes), 200), MASU_NOT_UPDATED);
  ASSERT_EQ(Calls::build_index(other, this->c(boxes), 200, this->filters()), MASU_OK);
  EXPECT_EQ(Calls::refit_index(other, this->c(boxes), 200), MASU_OK);
  EXPECT_EQ(answers(other), expected);
  EXPECT_EQ(masu_broad_phase_destroy(other), MASU_OK);
  masu_broad_phase* line = nullptr;
  constexpr int kOther = TestFixture::kD == 2 ? 3 : 2;
  ASSERT_EQ((Api<kOther, Real>::broad_phase_create(nullptr, nullptr, &line)), MASU_OK);
  EXPECT_EQ((Api<kOther, Real>::restore_index(line, bytes, size)), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_broad_phase_destroy(line), MASU_OK);
}

using A2 = Api<2, float>;

TEST(CBroadPhaseFaults, are_statuses) {
  masu_broad_phase* c = nullptr;
  masu_broad_phase* space = nullptr;
  masu_results* results = nullptr;
  ASSERT_EQ(A2::broad_phase_create(nullptr, nullptr, &c), MASU_OK);
  ASSERT_EQ((Api<3, float>::broad_phase_create(nullptr, nullptr, &space)), MASU_OK);
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  auto* alien = reinterpret_cast<masu_broad_phase*>(results);
  const masu_aabb_2f boxes[2] = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
  const masu_filter filters[2] = {{1, 1}, {1, 1}};
  const masu_ray_2f ray = {{0, 0}, {1, 0}, 9};
  masu_box_hit_2f hit;
  std::uint32_t method = 0;
  std::size_t n = 7;
  const masu_allocator half = {nullptr, [](void*, void*, std::size_t, std::size_t) {}, nullptr};
  masu_broad_phase* none = c;
  EXPECT_EQ(A2::broad_phase_create(nullptr, &half, &none), MASU_OUT_OF_RANGE);
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(A2::broad_phase_create(nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_broad_phase_use(nullptr, MASU_BVH), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_broad_phase_use(alien, MASU_BVH), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_broad_phase_use(c, MASU_PAIR_TRACKER), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_broad_phase_use(c, MASU_INCREMENTAL_SWEEP), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_broad_phase_use(c, 77), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_broad_phase_method(c, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_broad_phase_method(alien, &method), MASU_WRONG_FORMAT);
  EXPECT_STREQ(masu_broad_phase_advice(nullptr), "");
  EXPECT_EQ(masu_broad_phase_pairs(nullptr, &n), nullptr);
  EXPECT_EQ(n, 0u);
  EXPECT_EQ(masu_broad_phase_size(alien), 0u);
  EXPECT_EQ(A2::find_pairs(nullptr, boxes, 2, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::find_pairs(space, boxes, 2, nullptr, nullptr, nullptr), MASU_WRONG_FORMAT);
  EXPECT_EQ(A2::find_pairs(c, nullptr, 2, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::find_pairs(c, boxes, 2, nullptr, nullptr, nullptr), MASU_OK);
  (void)masu_broad_phase_pairs(c, &n);
  EXPECT_EQ(n, 1u);
  EXPECT_EQ(A2::find_between(c, boxes, 2, boxes, 2, filters, nullptr, nullptr, nullptr),
            MASU_SIZE_MISMATCH);
  (void)masu_broad_phase_pairs(c, &n);
  EXPECT_EQ(n, 0u) << "none after a search that failed";
  EXPECT_EQ(A2::find_between(c, boxes, 2, nullptr, 2, nullptr, nullptr, nullptr, nullptr),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::build_index(c, nullptr, 2, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::build_index(c, boxes, 2, nullptr), MASU_OK);
  EXPECT_EQ(A2::refit_index(c, boxes, 1), MASU_SIZE_MISMATCH);
  EXPECT_EQ(A2::refit_index(c, nullptr, 2), MASU_OUT_OF_RANGE);
  const void* bytes = nullptr;
  EXPECT_EQ(A2::save_index(c, nullptr, &n), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::save_index(c, &bytes, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::save_index(alien, &bytes, &n), MASU_WRONG_FORMAT);
  EXPECT_EQ(A2::restore_index(c, nullptr, 0), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::restore_index(c, "", 0), MASU_DAMAGED);
  const auto visit = [](void*, std::uint32_t) { return 1; };
  EXPECT_EQ(A2::boxes_overlapping(c, nullptr, nullptr, visit, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_overlapping(c, boxes, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_overlapping(alien, boxes, nullptr, visit, nullptr), MASU_WRONG_FORMAT);
  EXPECT_EQ(A2::boxes_within(c, boxes, NAN, nullptr, visit, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_within(c, nullptr, 1, nullptr, visit, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_nearest(c, boxes, nullptr, nullptr, 1, &n), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_nearest(c, boxes, nullptr, nullptr, 0, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_ray_cast(c, &ray, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_ray_cast(c, nullptr, nullptr, &hit), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_on_ray(c, &ray, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  masu_ray_2f bad = ray;
  bad.origin.x = NAN;
  EXPECT_EQ(A2::boxes_ray_cast(c, &bad, nullptr, &hit), MASU_NOT_FINITE);
  EXPECT_EQ(A2::boxes_ray_cast_many(c, &bad, 1, nullptr, nullptr, &hit), MASU_OK);
  EXPECT_EQ(hit.status, MASU_NOT_FINITE);
  EXPECT_EQ(A2::boxes_ray_cast_many(c, &ray, 1, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_overlapping_many(c, boxes, 2, nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A2::boxes_overlapping_many(c, nullptr, 2, nullptr, nullptr, results),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_results_indices(nullptr, nullptr, &n), nullptr);
  EXPECT_EQ(n, 0u);
  EXPECT_EQ(masu_broad_phase_destroy(alien), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_broad_phase_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_broad_phase_destroy(c), MASU_OK);
  EXPECT_EQ(masu_broad_phase_destroy(space), MASU_OK);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
}

// What a search works with stays until it is over, whatever its jobs call.
TEST(CBroadPhaseFaults, jobs_may_query_but_not_change) {
  static masu_broad_phase* c;
  static int run;
  ASSERT_EQ(A2::broad_phase_create(nullptr, nullptr, &c), MASU_OK);
  std::vector<masu_aabb_2f> boxes;
  for (int i = 0; i < 20000; ++i) {
    const float x = float(i % 200);
    const float y = float(i / 200);
    boxes.push_back({{x, y}, {x + 1.5f, y + 0.5f}});
  }
  masu_results* results = nullptr;
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  masu_jobs jobs{};
  jobs.workers = 2;
  jobs.run = [](void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
    ++run;
    static constexpr masu_aabb_2f kOne[1] = {{{0, 0}, {2, 2}}};
    EXPECT_EQ(masu_broad_phase_destroy(c), MASU_BUSY);
    if (masu_broad_phase_size(c) == 0) {
      EXPECT_EQ(masu_broad_phase_use(c, MASU_BVH), MASU_BUSY);
      EXPECT_EQ(A2::find_pairs(c, kOne, 1, nullptr, nullptr, nullptr), MASU_BUSY);
      EXPECT_EQ(A2::find_between(c, kOne, 1, kOne, 1, nullptr, nullptr, nullptr, nullptr),
                MASU_BUSY);
    } else {
      EXPECT_EQ(A2::build_index(c, kOne, 1, nullptr), MASU_BUSY);
      EXPECT_EQ(A2::refit_index(c, kOne, 1), MASU_BUSY);
    }
    for (std::uint32_t i = 0; i < count; ++i) job(data, i);
  };
  for (const std::uint32_t method : {MASU_SORTED_ORTHTREE, MASU_BVH}) {
    run = 0;
    ASSERT_EQ(masu_broad_phase_use(c, method), MASU_OK);
    EXPECT_EQ(A2::find_pairs(c, boxes.data(), boxes.size(), nullptr, &jobs, nullptr), MASU_OK);
    std::size_t pairs = 0;
    (void)masu_broad_phase_pairs(c, &pairs);
    EXPECT_EQ(pairs, 100u * 199);
    if (method == MASU_SORTED_ORTHTREE) {
      EXPECT_GT(run, 0);
    }
  }
  ASSERT_EQ(A2::build_index(c, boxes.data(), boxes.size(), nullptr), MASU_OK);
  run = 0;
  EXPECT_EQ(A2::boxes_overlapping_many(c, boxes.data(), 500, nullptr, &jobs, results), MASU_OK);
  EXPECT_GT(run, 0);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
  EXPECT_EQ(masu_broad_phase_destroy(c), MASU_OK);
}

TEST(CBroadPhaseFaults, visitors_may_throw_and_query_but_not_change) {
  static masu_broad_phase* c;
  ASSERT_EQ(A2::broad_phase_create(nullptr, nullptr, &c), MASU_OK);
  static constexpr masu_aabb_2f kBoxes[2] = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
  ASSERT_EQ(A2::build_index(c, kBoxes, 2, nullptr), MASU_OK);
  static int seen;
  seen = 0;
  const auto tries = [](void*, std::uint32_t) {
    ++seen;
    EXPECT_EQ(A2::build_index(c, kBoxes, 1, nullptr), MASU_BUSY);
    EXPECT_EQ(A2::refit_index(c, kBoxes, 2), MASU_BUSY);
    EXPECT_EQ(masu_broad_phase_destroy(c), MASU_BUSY);
    EXPECT_EQ(masu_broad_phase_size(c), 2u);
    return 0;
  };
  EXPECT_EQ(A2::boxes_overlapping(c, kBoxes, nullptr, tries, nullptr), MASU_STOPPED);
  EXPECT_EQ(seen, 1);
  const auto throws = [](void*, std::uint32_t) -> int { throw 1; };
  EXPECT_EQ(A2::boxes_overlapping(c, kBoxes, nullptr, throws, nullptr), MASU_THREW);
  EXPECT_EQ(A2::boxes_within(c, kBoxes, 1, nullptr, throws, nullptr), MASU_THREW);
  const masu_ray_2f ray = {{0, 1}, {1, 0}, 9};
  EXPECT_EQ(A2::boxes_on_ray(
                c, &ray, nullptr, [](void*, std::uint32_t, float) -> int { throw 1; }, nullptr),
            MASU_THREW);
  EXPECT_EQ(A2::build_index(c, kBoxes, 2, nullptr), MASU_OK) << "no call is in progress";
  EXPECT_EQ(masu_broad_phase_destroy(c), MASU_OK);
}

TEST(CBroadPhaseMemory, any_allocation_may_fail) {
  std::vector<masu_aabb_2f> boxes;
  for (int i = 0; i < 60; ++i) {
    const float x = float(i % 8), y = float(i / 8);
    boxes.push_back({{x, y}, {x + 1, y + 1}});
  }
  const auto story = [&](const masu_allocator& allocator) {
    masu_broad_phase* c = nullptr;
    masu_results* results = nullptr;
    FirstFault ok;
    (void)(ok(A2::broad_phase_create(nullptr, &allocator, &c)) &&
           ok(masu_results_create(&allocator, &results)));
    for (const std::uint32_t method :
         {MASU_AUTOMATIC, MASU_ALL_PAIRS, MASU_SWEEP_AND_PRUNE, MASU_SORTED_ORTHTREE, MASU_BVH}) {
      if (ok.first() != MASU_OK) break;
      (void)(ok(masu_broad_phase_use(c, method)) &&
             ok(A2::find_pairs(c, boxes.data(), 60, nullptr, nullptr, nullptr)));
    }
    if (ok.first() == MASU_OK) {
      (void)(ok(A2::build_index(c, boxes.data(), 60, nullptr)) &&
             ok(A2::boxes_overlapping_many(c, boxes.data(), 60, nullptr, nullptr, results)));
    }
    EXPECT_EQ(masu_broad_phase_destroy(c), MASU_OK);
    EXPECT_EQ(masu_results_destroy(results), MASU_OK);
    return ok.first();
  };
  expect_any_allocation_may_fail(story, 10);
}

}  // namespace
}  // namespace masu::test
