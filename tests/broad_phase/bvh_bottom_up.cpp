// SPDX-License-Identifier: MIT
// L11: the bottom-up hierarchy, slide by slide; E12: the costs of the improved form.
#include <cmath>
#include <map>
#include <string>

#include <masu/core/box_surface.hpp>

#include "tests/broad_phase/bvh_families.hpp"

namespace masu::test {
namespace {

// What the builder does, in the words of the slides. Nodes are named A, B, C ... as they come to
// be.
struct Words : Trace {
  using Trace::on;
  std::vector<std::string> steps;
  double unit;

  explicit Words(double u) : unit(u) {}
  static char letter(std::uint32_t node, bool = true) { return char('A' + node); }
  static std::string pair(std::uint32_t a, std::uint32_t b) {
    return std::string{letter(a), '-', letter(b)};
  }
  std::string size(double s) const { return std::to_string(int(s / unit)); }

  void on(const QueuePair& e) {
    steps.push_back("queue " + pair(e.owner, e.partner) + ":" + size(e.size));
  }
  void on(const DiscardPair& e) { steps.push_back("drop " + pair(e.owner, e.partner)); }
  void on(const MergeNodes& e) {
    steps.push_back(pair(e.a, e.b) + " becomes " + letter(e.node) + ":" + size(e.size));
  }
};

// Flat boxes, so that half their surface is the area of the drawing; one unit of it is 56. A-D
// measures 1, B-C 2, A-B 3, A-C 6; with E = A-D then E-C 7, E-B 8.
const std::vector<Aabb3f> kSlide = {{{0, 0, 0}, {4, 1, 0}},
                                    {{20, 4, 0}, {21, 8, 0}},
                                    {{30, 4, 0}, {48, 7, 0}},
                                    {{52, 0, 0}, {56, 1, 0}}};
constexpr double kUnit = 56;

double measure(std::initializer_list<int> objects) {
  Aabb3f box = Aabb3f::nothing();
  for (const int i : objects) box = merge(box, kSlide[std::size_t(i)]);
  return half_surface(box) / kUnit;
}

TEST(Bvh, L11_box_costs_are_those_of_the_slides) {
  EXPECT_EQ(measure({0, 1}), 3);
  EXPECT_EQ(measure({0, 2}), 6);
  EXPECT_EQ(measure({0, 3}), 1);
  EXPECT_EQ(measure({1, 2}), 2);
  EXPECT_EQ(measure({0, 3, 2}), 7);
  EXPECT_EQ(measure({0, 3, 1}), 8);
}

TEST(Bvh, L11_steps_of_the_queue_in_the_worked_example) {
  Bvh<3, float> bvh({.builder = BvhBuilder::bottom_up_queue});
  Words words(kUnit);
  ASSERT_EQ(bvh.build(kSlide, {}, words), Status::ok);
  const std::vector<std::string> expected = {
      "queue A-D:1",     "queue B-C:2",     "queue C-B:2",    "queue D-A:1",  // slide 38
      "A-D becomes E:1", "queue E-C:7",                                       // slide 39
      "drop D-A",        "B-C becomes F:2", "queue F-E:8",                    // slide 40
      "drop C-B",        "drop E-C",        "F-E becomes G:8"};               // slide 41
  EXPECT_EQ(words.steps, expected);
  EXPECT_TRUE(bvh.validate());
  EXPECT_EQ(bvh.surface_sum() / kUnit, 1 + 2 + 8);
}

TEST(Bvh, L11_the_corrected_queue_searches_again_for_the_owner_of_a_stale_entry) {
  Bvh<3, float> bvh({.builder = BvhBuilder::bottom_up_exact_queue});
  Words words(kUnit);
  ASSERT_EQ(bvh.build(kSlide, {}, words), Status::ok);
  const std::vector<std::string> expected = {"queue A-D:1",     "queue B-C:2",     "queue C-B:2",
                                             "queue D-A:1",     "A-D becomes E:1", "queue E-C:7",
                                             "drop D-A",        "B-C becomes F:2", "queue F-E:8",
                                             "drop C-B",        "drop E-C",
                                             "queue E-F:8",  // E lives, its partner C does not
                                             "E-F becomes G:8", "drop F-E"};
  EXPECT_EQ(words.steps, expected);
}

// Sizes from a generator: no two unions measure the same, so the greedy tree is one.
template <int D, class T>
std::vector<Aabb<D, T>> random_boxes(std::size_t n, std::uint64_t seed) {
  scenes::Pcg32 random(seed, 11);
  std::vector<Aabb<D, T>> boxes(n);
  for (auto& box : boxes) {
    for (int a = 0; a < D; ++a) {
      box.min[a] = T(random.between(0, 10));
      box.max[a] = box.min[a] + T(random.between(0.01, 1));
    }
  }
  return boxes;
}

template <int D, class T>
double cost_of(BvhBuilder builder, const std::vector<Aabb<D, T>>& boxes) {
  Bvh<D, T> bvh({.builder = builder});
  EXPECT_EQ(bvh.build(boxes), Status::ok);
  EXPECT_TRUE(bvh.validate()) << name(builder);
  return bvh.surface_sum();
}

struct Merges : Trace {
  using Trace::on;
  double sum = 0;
  std::uint64_t count = 0;
  void on(const MergeNodes& e) { sum += e.size, ++count; }
};

TEST(Bvh, L11_naive_merges_are_each_the_smallest_of_all_pairs) {
  const auto boxes = random_boxes<2, double>(24, 5);
  struct Check : Trace {
    using Trace::on;
    std::map<std::uint32_t, Aabb<2, double>> alive;
    int merges = 0;
    void on(const MergeNodes& e) {
      double least = 1e300;
      for (const auto& [i, x] : alive) {
        for (const auto& [j, y] : alive) {
          if (i < j) least = std::min(least, half_surface(merge(x, y)));
        }
      }
      EXPECT_EQ(e.size, least);
      alive[e.node] = merge(alive[e.a], alive[e.b]);
      alive.erase(e.a);
      alive.erase(e.b);
      ++merges;
    }
  } check;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) check.alive[i] = boxes[i];
  Bvh<2, double> bvh({.builder = BvhBuilder::bottom_up});
  ASSERT_EQ(bvh.build(boxes, {}, check), Status::ok);
  EXPECT_EQ(check.merges, 23);
}

TEST(Bvh, E12_the_corrected_queue_is_the_naive_greedy_and_the_lecture_s_is_not) {
  int differ = 0;
  double ratios = 0;
  constexpr int kRuns = 60;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const auto boxes = random_boxes<3, double>(20 + seed, seed);
    const double naive = cost_of(BvhBuilder::bottom_up, boxes);
    const double exact = cost_of(BvhBuilder::bottom_up_exact_queue, boxes);
    const double queue = cost_of(BvhBuilder::bottom_up_queue, boxes);
    EXPECT_DOUBLE_EQ(exact, naive) << seed;
    differ += queue > naive ? 1 : 0;
    ratios += queue / naive;
  }
  // Dropping stale entries gives another, mostly worse tree.
  EXPECT_GT(differ, kRuns * 8 / 10);
  EXPECT_GT(ratios / kRuns, 1.02);
}

TEST(Bvh, E12_greedy_is_not_the_best_tree) {
  // On a line: the closest pair is the middle one, which leaves the ends to be joined over it.
  const std::vector<Aabb<1, double>> boxes = {
      {{0}, {1}}, {{3}, {4}}, {{5.9}, {6.9}}, {{8.9}, {9.9}}};
  const double greedy = cost_of(BvhBuilder::bottom_up, boxes);
  EXPECT_DOUBLE_EQ(greedy, 3.9 + 6.9 + 9.9);
  EXPECT_LT(4 + 4 + 9.9, greedy) << "two pairs of neighbours, then all";
}

TEST(Bvh, L11_the_queue_finds_a_partner_once_per_node) {
  struct Count : Trace {
    using Trace::on;
    int queued = 0;
    int discarded = 0;
    int merged = 0;
    void on(const QueuePair&) { ++queued; }
    void on(const DiscardPair&) { ++discarded; }
    void on(const MergeNodes&) { ++merged; }
  } count;
  Bvh<3, double> bvh({.builder = BvhBuilder::bottom_up_queue});
  ASSERT_EQ(bvh.build(random_boxes<3, double>(100, 1), {}, count), Status::ok);
  EXPECT_EQ(count.merged, 99);
  EXPECT_EQ(count.queued, 100 + 99 - 1);  // all objects, and each new node but the root
  EXPECT_EQ(count.queued, count.merged + count.discarded);
}

TEST(Bvh, L11_bottom_up_finds_the_pairs_of_brute_force) {
  for (const std::string_view name : scenes::scene_names()) {
    for (const std::size_t n : {0, 1, 2, 9, 100}) {
      const auto boxes = with_odd_boxes(scenes::make_scene<3, float>(name, n, 1), n);
      Bvh<3, float> bvh({.builder = BvhBuilder::bottom_up});
      EXPECT_TRUE(same_pairs(brute_force(boxes), pairs_of(bvh, boxes))) << name << n;
    }
  }
}

TEST(Bvh, L11_bottom_up_builders_refuse_inputs_that_would_take_minutes) {
  for (const BvhBuilder builder : kBvhBuilders) {
    const std::size_t most = largest_input(builder);
    if (most > 100000) continue;
    const std::vector<Aabb<1, float>> boxes(most + 1, {{0}, {1}});
    Bvh<1, float> bvh({.builder = builder});
    EXPECT_EQ(bvh.build(boxes), Status::too_many_objects);
    EXPECT_EQ(bvh.size(), 0u);
    CountPairs count;
    EXPECT_EQ(bvh.find_pairs(boxes, count).status, Status::too_many_objects);
  }
}

// Each box twice as large as the one before, all at one corner: a chain, which no walk may follow
// on a stack as deep as it is long.
TEST(Bvh, L11_a_tree_as_deep_as_a_chain_is_made_shallower) {
  std::vector<Aabb<2, double>> boxes(900);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double side = std::ldexp(1.0, int(i) - 450);
    boxes[i].min = {};
    boxes[i].max = Vec2d::all(side);
  }
  Bvh<2, double> bvh({.builder = BvhBuilder::bottom_up_exact_queue});
  ASSERT_EQ(bvh.build(boxes), Status::ok);
  ASSERT_TRUE(bvh.validate());
  std::size_t found = 0;
  EXPECT_EQ(
      bvh.for_each_overlapping(Aabb<2, double>::of_point({0, 0}), [&](std::uint32_t) { ++found; })
          .status,
      Status::ok);
  EXPECT_EQ(found, 900u);
  std::vector<Neighbor<double, std::uint32_t>> near(900);
  EXPECT_EQ(bvh.nearest(boxes[0], near).stats.results, 900u);
}

}  // namespace
}  // namespace masu::test
