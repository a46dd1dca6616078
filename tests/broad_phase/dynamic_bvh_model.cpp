// SPDX-License-Identifier: MIT
// Random operations compared with a list so simple that it is right. The tree is validated after
// every one of them.
#include <gtest/gtest.h>

#include <masu/core/box_distance.hpp>
#include "tests/broad_phase/dynamic_bvh_family.hpp"
#include "tests/registered/boxes.hpp"

namespace masu::test {
namespace {

using ModelCases = testing::Types<Case<1, float>, Case<2, float>, Case<2, double>, Case<3, float>,
                                  Case<4, double>>;

template <class C>
class DynamicBvhModel : public testing::Test {
 public:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  using Bounds = Aabb<kD, Scalar>;
  using Tree = DynamicBvh<kD, Scalar>;
  struct Entry {
    Handle handle;
    Bounds box;
    Filter filter;
    bool moved;
  };

  void run(const DynamicBvhOptions<kD, Scalar>& options, std::uint64_t seed) {
    Tree tree(options);
    scenes::Pcg32 random(seed);
    const int count = by_tier(100'000, 1'000'000) / (5 * 3);
    for (int step = 0; step < count; ++step) {
      one_operation(tree, random);
      ASSERT_EQ(tree.size(), model_.size());
      ASSERT_TRUE(tree.validate());
      if (step % 64 == 0) query(tree, random);
      if (step % 256 == 0) expect_pairs(tree, false);
      if (step % 256 == 128 || step % 16 == 7) expect_pairs(tree, true);
      if (this->HasFailure()) FAIL() << "at operation " << step;
    }
    model_.clear();
    stale_.clear();
  }

 private:
  static Filter any_filter(scenes::Pcg32& random) {
    return {1ull << random.below(2), random.below(5) == 0 ? 1ull : ~0ull};
  }

  void one_operation(Tree& tree, scenes::Pcg32& random) {
    const std::uint32_t kind = random.below(16);
    Bounds box = odd_box<kD, Scalar>(random, 12);
    const Filter filter = any_filter(random);
    if (model_.empty() || (kind < 5 && model_.size() < 60 + random.below(60))) {
      const InsertResult r = tree.insert(box, model_.size(), filter);
      ASSERT_EQ(r.status, Status::ok);
      model_.push_back({r.handle, box, filter, true});
      return;
    }
    const std::size_t which = random.below(static_cast<std::uint32_t>(model_.size()));
    Entry& entry = model_[which];
    if (kind < 10) {
      if (kind < 8) box = shifted(entry.box, random);
      entry.moved |= box != entry.box;
      entry.box = box;
      EXPECT_EQ(tree.move(entry.handle, box), Status::ok);
    } else if (kind < 11) {
      entry = {entry.handle, box, filter, true};
      EXPECT_EQ(tree.update(entry.handle, box, which, filter), Status::ok);
    } else if (kind < 15) {
      EXPECT_EQ(tree.erase(entry.handle), Status::ok);
      stale_.push_back(entry.handle);
      entry = model_.back();
      model_.pop_back();
    } else if (!stale_.empty()) {
      const Handle h = stale_[random.below(static_cast<std::uint32_t>(stale_.size()))];
      EXPECT_EQ(tree.erase(h), Status::stale_handle);
      EXPECT_EQ(tree.move(h, box), Status::stale_handle);
      EXPECT_FALSE(tree.find(h).has_value());
    }
    if (random.below(1000) == 0) tree.optimize();
    if (random.below(300) == 0) insert_many(tree, random);
    if (random.below(3000) == 0) tree.clear(), model_.clear();
  }
  // Sometimes more than there are, sometimes fewer.
  void insert_many(Tree& tree, scenes::Pcg32& random) {
    std::vector<Bounds> boxes(random.below(2) == 0 ? random.below(4) : random.below(150));
    for (Bounds& box : boxes) box = odd_box<kD, Scalar>(random, 12);
    std::vector<Handle> handles(boxes.size() + 1);
    EXPECT_EQ(tree.insert_many(boxes, handles), Status::size_mismatch);
    handles.pop_back();
    ASSERT_EQ(tree.insert_many(boxes, handles), Status::ok);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      model_.push_back({handles[i], boxes[i], Filter{}, true});
    }
  }

  // A short step, which often stays in the fat box.
  static Bounds shifted(Bounds box, scenes::Pcg32& random) {
    const int axis = static_cast<int>(random.below(kD));
    const Scalar step = Scalar(random.between(-0.5, 0.5));
    box.min[axis] += step;
    box.max[axis] += step;
    return box;
  }

  std::vector<std::uint32_t> slots(bool (*selected)(const Entry&, const Bounds&),
                                   const Bounds& box) const {
    std::vector<std::uint32_t> ids;
    for (const Entry& e : model_) {
      if (selected(e, box)) ids.push_back(e.handle.index);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  void query(const Tree& tree, scenes::Pcg32& random) const {
    const Bounds box = odd_box<kD, Scalar>(random, 12);
    std::vector<std::uint32_t> found;
    const auto note = [&](Handle h) { found.push_back(h.index); };
    EXPECT_EQ(tree.for_each_overlapping(box, note).status, Status::ok);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found,
              slots([](const Entry& e, const Bounds& b) { return overlaps(e.box, b); }, box));
    expect_near(tree, box);
    expect_rays(tree, random);
  }

  void expect_near(const Tree& tree, const Bounds& box) const {
    std::vector<std::pair<Scalar, std::uint32_t>> all;
    for (const Entry& e : model_) {
      if (e.box.empty() || box.empty()) continue;
      const Scalar d = distance_squared(box, e.box);
      if (d <= std::numeric_limits<Scalar>::max()) all.push_back({d, e.handle.index});
    }
    std::sort(all.begin(), all.end());
    if (!box.finite()) return;
    std::vector<Neighbor<Scalar>> found(std::max<std::size_t>(all.size() / 2, 1));
    const SearchResult result = tree.nearest(box, found);
    ASSERT_EQ(result.stats.results, std::min(found.size(), all.size()));
    for (std::size_t i = 0; i < result.stats.results; ++i) {
      ASSERT_EQ(found[i].distance_squared, all[i].first);
      ASSERT_EQ(found[i].id.index, all[i].second);
    }
    std::size_t within = 0;
    EXPECT_EQ(tree.for_each_within(box, Scalar(2), [&](Handle) { ++within; }).status, Status::ok);
    const auto beyond = [](const auto& entry) { return entry.first > 4; };
    EXPECT_EQ(within, std::size_t(std::find_if(all.begin(), all.end(), beyond) - all.begin()));
    const auto gap = [&](const Bounds& b) {
      return box.empty() || b.empty() ? std::numeric_limits<double>::infinity()
                                      : double(distance_squared(box, b));
    };
    std::vector<std::uint32_t> reached;
    (void)tree.for_each_near(gap, 4, [&](Handle h) { return reached.push_back(h.index), 4.0; });
    std::sort(reached.begin(), reached.end());
    EXPECT_EQ(std::unique(reached.begin(), reached.end()), reached.end());
    EXPECT_EQ(reached.size(), within);
    double least = 4;  // a reach that shrinks
    (void)tree.for_each_near(
        gap, least, [&](Handle h) { return least = std::min(least, gap(tree.boxes()[h.index])); });
    EXPECT_EQ(least, all.empty() ? 4.0 : std::min(4.0, double(all[0].first)));
  }

  void expect_rays(const Tree& tree, scenes::Pcg32& random) const {
    Ray<kD, Scalar> ray{};
    for (int a = 0; a < kD; ++a) {
      ray.origin[a] = Scalar(random.between(-2, 14));
      ray.direction[a] = random.below(4) == 0 ? Scalar(0) : Scalar(random.between(-1, 1));
    }
    std::vector<std::pair<Scalar, std::uint32_t>> all;
    for (const Entry& e : model_) {
      if (const auto t = ray_box(ray, e.box)) all.push_back({*t, e.handle.index});
    }
    std::sort(all.begin(), all.end());
    const auto hit = tree.ray_cast(ray);
    ASSERT_EQ(hit.hit, !all.empty());
    if (hit.hit) {
      EXPECT_EQ(hit.t, all[0].first);
      EXPECT_EQ(hit.id.index, all[0].second);
    }
    std::vector<std::pair<Scalar, std::uint32_t>> found;
    const auto note = [&](Handle h, Scalar t) { found.push_back({t, h.index}); };
    EXPECT_EQ(tree.for_each_on_ray(ray, note).status, Status::ok);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, all);
  }

  void expect_pairs(Tree& tree, bool of_moved) {
    PairVector expected;
    for (std::size_t i = 0; i < model_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Entry& x = model_[i];
        const Entry& y = model_[j];
        if (of_moved && !x.moved && !y.moved) continue;
        if (!overlaps(x.box, y.box) || !accepts(x.filter, y.filter)) continue;
        const auto [a, b] = std::minmax(x.handle.index, y.handle.index);
        expected.push_back({a, b});
      }
    }
    std::sort(expected.begin(), expected.end());
    PairList pairs;
    EXPECT_EQ((of_moved ? tree.find_pairs_of_moved(pairs) : tree.find_pairs(pairs)).status,
              Status::ok);
    EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
    if (!of_moved) return;
    for (Entry& e : model_) e.moved = false;
  }

  std::vector<Entry> model_;
  std::vector<Handle> stale_;
};
TYPED_TEST_SUITE(DynamicBvhModel, ModelCases, CaseNames);

TYPED_TEST(DynamicBvhModel, agrees_over_many_operations) {
  this->run({}, 1);
  this->run({.margin = 1, .margin_share = 0, .prediction = 2}, 2);
  this->run({.margin_share = 0}, 3);
}

}  // namespace
}  // namespace masu::test
