// SPDX-License-Identifier: MIT
// The sorted tree delivers the same pairs in the same order on every SIMD target, for any number
// of threads, and from every compiler.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <string>

#include "tests/broad_phase/families.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/threads.hpp"

namespace masu::test {
namespace {

template <class C>
class SortedOrder : public testing::Test {};
TYPED_TEST_SUITE(SortedOrder, FinderCases<SortedOrthtreeFamily>, CaseNames);

template <class Case>
struct PairSearch {
  std::string name;
  typename Case::Boxes boxes;
  std::vector<Filter> filters{};
  Period<Case::D, typename Case::T> period{};

  PairOptions<Case::D, typename Case::T> options(JobSystem jobs = {}) const {
    return {.filters = filters, .period = period, .jobs = jobs};
  }
};

template <class Case>
std::vector<PairSearch<Case>> pair_searches(std::size_t n) {
  using T = typename Case::T;
  std::vector<PairSearch<Case>> all;
  for (const std::string_view name : scenes::scene_names()) {
    const bool dense = name == "one_cell" || name == "equal";
    all.push_back(
        {std::string(name), scenes::make_scene<Case::D, T>(name, dense ? n / 16 : n, 11)});
  }
  all.push_back({"odd", with_odd_boxes(all[0].boxes, 12)});
  all.back().boxes.resize(n / 4);  // boxes that cover the domain overlap all others
  all.push_back({"filtered", all[3].boxes, random_filters(n, 13)});
  all.push_back({"torus", all[0].boxes, {}, {Vec<Case::D, T>::all(T(9))}});
  all.back().boxes.resize(n / 8);
  return all;
}

TYPED_TEST(SortedOrder, is_the_same_on_every_simd_target) {
  for (const auto& q : pair_searches<TypeParam>(3000)) {
    SCOPED_TRACE(q.name);
    for_each_variant<TypeParam>([&](auto& finder, int) {
      const PairVector expected = pairs_of(finder, q.boxes, q.options());
      for_each_target(
          [&](SimdTarget) { EXPECT_TRUE(pairs_of(finder, q.boxes, q.options()) == expected); });
    });
  }
}

TYPED_TEST(SortedOrder, and_the_work_do_not_depend_on_the_number_of_threads) {
  for (const auto& q : pair_searches<TypeParam>(8000)) {
    SCOPED_TRACE(q.name);
    auto finder = SortedOrthtreeFamily::make<TypeParam::D, typename TypeParam::T>(0);
    PairList pairs;
    const SearchResult alone = finder.find_pairs(q.boxes, pairs, q.options());
    const PairVector expected = to_vector(pairs);
    for (std::uint32_t workers = 1; workers <= 8; ++workers) {
      Threads threads(workers);
      const SearchResult result = finder.find_pairs(q.boxes, pairs, q.options(threads.jobs()));
      EXPECT_EQ(result.status, Status::ok);
      EXPECT_EQ(result.stats, alone.stats) << workers;
      EXPECT_TRUE(to_vector(pairs) == expected) << workers;
    }
  }
}

TYPED_TEST(SortedOrder, is_the_same_when_large_inputs_are_sorted_in_two_passes) {
  Threads threads(3);
  for (const auto& q : pair_searches<TypeParam>(8000)) {
    SCOPED_TRACE(q.name);
    for_each_variant<TypeParam>([&](auto& finder, int) {
      const PairVector expected = pairs_of(finder, q.boxes, q.options());
      SortedOrthtreeOptions options = finder.options();
      options.two_passes_from = 1;
      finder.set_options(options);
      EXPECT_TRUE(pairs_of(finder, q.boxes, q.options()) == expected);
      EXPECT_TRUE(pairs_of(finder, q.boxes, q.options(threads.jobs())) == expected);
    });
  }
}

TYPED_TEST(SortedOrder, between_two_sets_is_the_same_everywhere) {
  using T = typename TypeParam::T;
  const auto a = scenes::make_scene<TypeParam::D, T>("sizes", 6000, 14);
  const auto b = scenes::make_scene<TypeParam::D, T>("uniform", 4000, 15);
  for_each_variant<TypeParam>([&](auto& finder, int) {
    const PairVector expected = pairs_between(finder, a, b);
    for_each_target([&](SimdTarget) {
      Threads threads(3);
      EXPECT_TRUE(pairs_between(finder, a, b) == expected);
      EXPECT_TRUE(pairs_between(finder, a, b, {.jobs = threads.jobs()}) == expected);
    });
  });
}

// Enough boxes that each worker counts a part of them, and enough cells that several jobs number
// them. Heavy cells among them.
template <int D>
void expect_the_same_from_many_parts(const char* scene) {
  auto boxes = scenes::make_scene<D, float>(scene, 70'000, 15);
  for (std::size_t i = 0; i < boxes.size(); i += 50) boxes[i] = Aabb<D, float>::nothing();
  SortedOrthtree<D, float> alone;
  const PairVector expected = pairs_of(alone, boxes);
  for (const std::size_t two_passes_from : {std::size_t(1), boxes.size() + 1}) {
    SortedOrthtree<D, float> finder({.two_passes_from = two_passes_from});
    EXPECT_TRUE(pairs_of(finder, boxes) == expected);
    for (const std::uint32_t workers : {2u, 3u, 8u}) {
      Threads threads(workers);
      EXPECT_TRUE(pairs_of(finder, boxes, {.jobs = threads.jobs()}) == expected) << workers;
    }
  }
}

TEST(SortedOrderThreads, many_parts_give_the_same_order) {
  expect_the_same_from_many_parts<2>("uniform");
  expect_the_same_from_many_parts<2>("clusters");
  expect_the_same_from_many_parts<3>("uniform");
  expect_the_same_from_many_parts<3>("clusters");
}

TEST(SortedOrderMemory, of_two_passes_comes_from_the_allocator_of_the_finder) {
  const auto boxes = scenes::make_scene<2, float>("uniform", 5000, 1);
  std::size_t bytes[2] = {};
  for (const bool two_passes : {false, true}) {
    FailingAllocator memory;
    SortedOrthtree<2, float> finder(
        {.two_passes_from = two_passes ? std::size_t(1) : boxes.size() + 1}, memory.allocator());
    pairs_of(finder, boxes);
    bytes[two_passes] = memory.bytes();
  }
  EXPECT_GE(bytes[1], bytes[0] + boxes.size() * sizeof(boxes[0]));
}

TEST(SortedOrderThreads, jobs_are_really_run_by_the_users_threads) {
  const auto boxes = scenes::make_scene<3, float>("uniform", 20000, 1);
  Threads threads(4);
  SortedOrthtree<3, float> finder;
  pairs_of(finder, boxes, {.jobs = threads.jobs()});
  EXPECT_GE(threads.count(), 4u);
}

TEST(SortedOrderThreads, a_sink_can_stop_a_search_on_threads) {
  const auto boxes = scenes::make_scene<3, float>("pile", 8000, 1);
  Threads threads(4);
  SortedOrthtree<3, float> finder;
  const PairVector all = pairs_of(finder, boxes);
  for (const std::size_t requested : {std::size_t(1), std::size_t(1000), all.size()}) {
    PairVector got;
    const auto take = [&](std::uint32_t a, std::uint32_t b) {
      got.push_back({a, b});
      return got.size() < requested;
    };
    const SearchResult result = finder.find_pairs(boxes, take, {.jobs = threads.jobs()});
    EXPECT_EQ(result.status, Status::stopped);
    EXPECT_EQ(result.stats.results, requested);
    EXPECT_EQ(got, PairVector(all.begin(), all.begin() + std::ptrdiff_t(requested)));
  }
}

TEST(SortedOrderThreads, zero_workers_act_as_one) {
  const auto boxes = scenes::make_scene<3, float>("uniform", 20000, 1);
  SortedOrthtree<3, float> finder;
  const PairVector expected = pairs_of(finder, boxes);
  Threads threads(1);
  JobSystem none = threads.jobs();
  none.workers = 0;
  EXPECT_TRUE(pairs_of(finder, boxes, {.jobs = none}) == expected);
  EXPECT_TRUE(pairs_of(finder, boxes, {.jobs = {.workers = 0}}) == expected);
}

// The largest block that was asked for.
struct Largest {
  std::atomic<std::size_t> bytes{0};
  Allocator allocator() {
    return {[](void* context, std::size_t size, std::size_t alignment) {
              auto& largest = static_cast<Largest*>(context)->bytes;
              std::size_t seen = largest.load();
              while (seen < size && !largest.compare_exchange_weak(seen, size)) {
              }
              return default_allocator().allocate(nullptr, size, alignment);
            },
            [](void*, void* block, std::size_t size, std::size_t alignment) {
              default_allocator().deallocate(nullptr, block, size, alignment);
            },
            this};
  }
};

TEST(SortedOrderThreads, counting_stores_no_pairs) {
  const std::vector<Aabb3f> boxes(5000, {{0, 0, 0}, {1, 1, 1}});
  const std::uint64_t all = 5000ull * 4999 / 2;
  Largest memory;
  Threads threads(4);
  SortedOrthtree<3, float> finder(memory.allocator());
  CountPairs count;
  const SearchResult result = finder.find_pairs(boxes, count, {.jobs = threads.jobs()});
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_EQ(count.count, all);
  EXPECT_EQ(result.stats.results, all);
  EXPECT_LT(memory.bytes, all) << "a byte a pair, when a list takes eight";
  CountPairs alone;
  EXPECT_EQ(finder.find_pairs(boxes, alone).stats, result.stats);
}

// Phases come in order, and cost nothing without a trace.
struct PhaseNames : Trace {
  std::vector<std::string> names;
  using Trace::on;
  void on(const PhaseBegins& phase) { names.emplace_back(phase.name); }
};

TEST(SortedOrderTrace, reports_the_phases) {
  const auto boxes = scenes::make_scene<2, float>("clusters", 5000, 1);
  const std::vector<std::string> once = {"bounds", "keys", "sort", "tiles", "join"};
  for (const std::size_t two_passes_from : {std::size_t(1), boxes.size() + 1}) {
    SortedOrthtree<2, float> finder({.two_passes_from = two_passes_from});
    PairList pairs;
    PhaseNames trace;
    EXPECT_EQ(finder.find_pairs(boxes, pairs, {}, trace).status, Status::ok);
    EXPECT_EQ(trace.names, once);
  }
}

TEST(SortedOrderThreads, every_failed_allocation_is_reported_and_survived) {
  const auto boxes = scenes::make_scene<3, float>("pile", 4000, 1);
  SortedOrthtree<3, float> calm;
  const PairVector expected = pairs_of(calm, boxes);
  bool failed = true;
  for (std::size_t k = 1; failed; ++k) {
    ASSERT_LT(k, 1000u);
    FailingAllocator memory;
    Threads threads(3);
    PairList pairs(memory.allocator());
    SortedOrthtree<3, float> finder(memory.allocator());
    memory.fail(k, true);
    const SearchResult result = finder.find_pairs(boxes, pairs, {.jobs = threads.jobs()});
    failed = memory.failures() != 0;
    ASSERT_EQ(result.status, failed ? Status::out_of_memory : Status::ok) << k;
    memory.fail(FailingAllocator::kNever);
    memory.fail(k, true);
    const SearchResult both =
        finder.find_pairs_between(boxes, boxes, pairs, {.jobs = threads.jobs()});
    failed = failed || memory.failures() != 0;
    ASSERT_EQ(both.status, memory.failures() != 0 ? Status::out_of_memory : Status::ok) << k;
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(finder.find_pairs(boxes, pairs, {.jobs = threads.jobs()}).status, Status::ok);
    ASSERT_TRUE(to_vector(pairs) == expected);
  }
}

TEST(ForceSimd, refuses_targets_that_the_processor_lacks_and_returns_to_the_best) {
  for (const SimdTarget target : kSimdTargets) {
    EXPECT_EQ(force_simd(target) == Status::ok, simd_available(target)) << name(target);
  }
  EXPECT_TRUE(simd_available(SimdTarget::scalar));
  EXPECT_EQ(force_simd(SimdTarget::best), Status::ok);
}

// Enough boxes that their bounds come from a sample, some of them far outside.
template <int D, class T>
std::vector<Aabb<D, T>> sampled_boxes() {
  auto boxes = scenes::make_scene<D, T>("uniform", 5000, 14);
  for (std::size_t i = 0; i < boxes.size(); i += 97) {
    for (int a = 0; a < D; ++a) {
      const T far = static_cast<T>(i % 2 == 0 ? 20'000 : -50'000);
      boxes[i].min[a] += far;
      boxes[i].max[a] += far;
    }
  }
  return boxes;
}

TEST(SortedOrderSample, boxes_far_outside_the_sample_are_found) {
  const auto plane = sampled_boxes<2, float>();
  SortedOrthtree<2, float> quadtree;
  EXPECT_TRUE(same_pairs(brute_force(plane), pairs_of(quadtree, plane)));
  const auto space = sampled_boxes<3, double>();
  SortedOrthtree<3, double> octree;
  EXPECT_TRUE(same_pairs(brute_force(space), pairs_of(octree, space)));
}

// An infinite box overlaps everything, except the unused lanes of a group.
TEST(SortedOrderBetween, an_infinite_box_overlaps_every_object) {
  const auto boxes = scenes::make_scene<3, float>("uniform", 300, 15);
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<Aabb3f> all = {{{-kInf, -kInf, -kInf}, {kInf, kInf, kInf}}};
  SortedOrthtree<3, float> octree;
  EXPECT_TRUE(same_pairs(brute_force_between(all, boxes), pairs_between(octree, all, boxes)));
  EXPECT_TRUE(same_pairs(brute_force_between(boxes, all), pairs_between(octree, boxes, all)));
}

// Of the ordered pairs of all searches, from all variants.
template <int D, class T>
std::uint64_t golden() {
  using Case = FinderCase<SortedOrthtreeFamily, D, T>;
  Hash hash;
  auto all = pair_searches<Case>(2000);
  all.push_back({"sampled", sampled_boxes<D, T>()});
  for (const auto& q : all) {
    for_each_variant<Case>([&](auto& finder, int) {
      hash.add(hash_of(std::span<const Pair>(pairs_of(finder, q.boxes, q.options()))));
    });
  }
  return hash.value();
}

// Equal on every compiler and machine. A new value means that the order of the output changed
// for everybody: put it here only if that was meant.
TEST(SortedOrderGolden, is_the_same_from_every_compiler) {
  EXPECT_EQ((golden<1, float>()), 0x6098f0ae2d32e241u);
  EXPECT_EQ((golden<2, float>()), 0x029e5981d5fec2abu);
  EXPECT_EQ((golden<3, float>()), 0xfb116dbf4590a257u);
  EXPECT_EQ((golden<4, float>()), 0x8e1496550902aa34u);
  EXPECT_EQ((golden<1, double>()), 0x08649754d0715f1du);
  EXPECT_EQ((golden<2, double>()), 0x029e5981d5fec2abu);
  EXPECT_EQ((golden<3, double>()), 0x315fe662d2d0afd5u);
  EXPECT_EQ((golden<4, double>()), 0x8e1496550902aa34u);
}

}  // namespace
}  // namespace masu::test
