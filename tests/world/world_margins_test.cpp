// SPDX-License-Identifier: MIT
// Objects with margins of their own: two touch if they are no farther apart than the sum of the
// world's margin and both of theirs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "tests/mesh/meshes.hpp"
#include "tests/support/failing_allocator.hpp"
#include "world/snapshot.hpp"

namespace masu::test {
namespace {

constexpr BroadPhase kMethods[] = {BroadPhase::all_pairs,       BroadPhase::sweep_and_prune,
                                   BroadPhase::sorted_orthtree, BroadPhase::bvh,
                                   BroadPhase::pair_tracker,    BroadPhase::incremental_sweep};

// Random steps of a world beside a list of what is in it.
template <int D, class T>
class Margins {
 public:
  Margins(std::uint64_t seed, const WorldOptions<T>& options)
      : random_(seed), world_(options), length_(options.period[0]) {}

  void run(int frames) {
    std::size_t pairs = 0;
    for (int i = 0; i < 30; ++i) add();
    add_some();
    for (int frame = 0; frame < frames; ++frame) {
      for (int k = 0; k < 6; ++k) ASSERT_NO_FATAL_FAILURE(step());
      if (frame % 7 == 0 && length_ == 0) {
        ASSERT_EQ(world_.broad_phase().use(kMethods[frame / 7 % 6]), Status::ok);
      }
      ASSERT_EQ(world_.update().status, Status::ok);
      ASSERT_TRUE(world_.validate());
      ASSERT_NO_FATAL_FAILURE(compare());
      pairs += world_.pairs().size();
      if (frame % 9 == 0) {
        ASSERT_NO_FATAL_FAILURE(restore());
      }
    }
    EXPECT_GT(only_by_own_, frames / 2);
    EXPECT_GT(pairs, std::size_t(only_by_own_));
  }

 private:
  struct Entry {
    Handle handle;
    ShapeView<D, T> shape;
    Transform<D, T> pose;
    T margin;
    bool fixed;
    std::int32_t group;
  };

  T margin() {
    return random_.below(3) == 0 ? T(0) : T(random_.between(0, length_ == 0 ? 1.5 : 0.2));
  }
  Transform<D, T> pose() {
    Transform<D, T> result{};
    for (int a = 0; a < D; ++a) result.translation[a] = T(random_.between(0, length_ == 0 ? 9 : 8));
    return result;
  }
  ShapeView<D, T> shape() {
    const T size = T(random_.between(0.2, 0.5));
    if (random_.below(2) == 0) return Sphere<D, T>{size}.view();
    if (random_.below(2) == 0) return Box<D, T>{Vec<D, T>::all(size)}.view();
    return Capsule<D, T>{Vec<D, T>{}, Vec<D, T>::all(size), size / 4}.view();
  }
  std::int32_t group() { return random_.below(3) == 0 ? -std::int32_t(random_.below(3)) : 0; }
  Entry new_entry() { return {{}, shape(), pose(), margin(), random_.below(6) == 0, group()}; }
  void add() {
    Entry e = new_entry();
    e.handle = world_.add(e.shape, e.pose,
                          {.fixed = e.fixed, .margin = double(e.margin), .group = e.group});
    entries_[e.handle.index] = e;
  }
  void add_some() {
    std::vector<Entry> some;
    std::vector<ShapeView<D, T>> shapes;
    std::vector<Transform<D, T>> poses;
    std::vector<ObjectOptions> options;
    for (int k = 0; k < 5; ++k) {
      some.push_back(new_entry());
      shapes.push_back(some.back().shape);
      poses.push_back(some.back().pose);
      const Entry& e = some.back();
      options.push_back({.fixed = e.fixed, .margin = double(e.margin), .group = e.group});
    }
    std::vector<Handle> handles(5);
    ASSERT_EQ(world_.add_many(shapes, poses, handles, options), Status::ok);
    for (std::size_t k = 0; k < 5; ++k) {
      some[k].handle = handles[k];
      entries_[handles[k].index] = some[k];
    }
  }
  Entry& any() {
    auto it = entries_.begin();
    std::advance(it, std::ptrdiff_t(random_.below(std::uint32_t(entries_.size()))));
    return it->second;
  }
  void step() {
    Entry& e = any();
    switch (random_.below(9)) {
      case 0:
        ASSERT_EQ(world_.remove(e.handle), Status::ok);
        entries_.erase(e.handle.index);
        return add();
      case 1:
        e.margin = margin();
        ASSERT_EQ(world_.set_margin(e.handle, e.margin), Status::ok);
        ASSERT_EQ(world_.find(e.handle)->options.margin, double(e.margin));
        return;
      case 2:
        e.shape = shape();
        ASSERT_EQ(world_.set_shape(e.handle, e.shape), Status::ok);
        return;
      case 3:
        e.fixed = !e.fixed;
        ASSERT_EQ(world_.set_fixed(e.handle, e.fixed), Status::ok);
        return;
      case 4:
        e.group = group();
        ASSERT_EQ(world_.set_group(e.handle, e.group), Status::ok);
        return;
      default: e.pose = pose(); ASSERT_EQ(world_.move(e.handle, e.pose), Status::ok);
    }
  }
  T apart(const Entry& a, const Entry& b) const {
    if (world_.options().detail == ContactDetail::boxes) {
      const auto x = world_.find(a.handle)->box;
      T most = std::numeric_limits<T>::infinity();
      for_each_image(b, [&](const Entry& image) {
        const auto y = aabb_of(image.shape, image.pose);
        T gap = -std::numeric_limits<T>::infinity();
        for (int k = 0; k < D; ++k) {
          gap = std::max({gap, x.min[k] - y.max[k], y.min[k] - x.max[k]});
        }
        most = std::min(most, gap);
      });
      return most;
    }
    T least = std::numeric_limits<T>::infinity();
    for_each_image(b, [&](const Entry& image) {
      least = std::min(least, distance(a.shape, a.pose, image.shape, image.pose).distance);
    });
    return least;
  }
  template <class F>
  void for_each_image(Entry e, F&& f) const {
    const T x = e.pose.translation[0];
    for (int k = length_ == 0 ? 0 : -1; k <= (length_ == 0 ? 0 : 1); ++k) {
      e.pose.translation[0] = x + T(k) * length_;
      f(e);
    }
  }
  void compare() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> reported;
    for (const WorldPair& p : world_.pairs()) reported.insert({p.a.index, p.b.index});
    for (auto i = entries_.begin(); i != entries_.end(); ++i) {
      for (auto j = std::next(i); j != entries_.end(); ++j) {
        const Entry& a = i->second;
        const Entry& b = j->second;
        const T reach = world_.options().margin + a.margin + b.margin;
        const T gap = apart(a, b);
        if (std::fabs(gap - reach) < T(1e-4)) continue;  // rounding may decide
        const bool grouped = a.group != 0 && a.group == b.group;
        const bool expected = gap <= reach && !grouped && !(a.fixed && b.fixed);
        ASSERT_EQ(reported.count({i->first, j->first}) != 0, expected) << gap << " of " << reach;
        only_by_own_ += expected && gap > world_.options().margin ? 1 : 0;
      }
    }
  }
  void restore() {
    Buffer<std::byte> saved;
    ASSERT_EQ(world_.save(saved), Status::ok);
    const std::uint64_t hash = world_.hash();
    World<D, T> other(world_.options());
    ASSERT_EQ(other.restore({saved.data(), saved.size()}), Status::ok);
    ASSERT_EQ(other.hash(), hash);
    ASSERT_TRUE(other.validate());
    for (const auto& [slot, e] : entries_) {
      ASSERT_EQ(other.find(e.handle)->options.margin, double(e.margin));
    }
    Buffer<std::byte> again;
    ASSERT_EQ(other.save(again), Status::ok);
    ASSERT_TRUE(std::equal(saved.begin(), saved.end(), again.begin(), again.end()));
    world_ = std::move(other);  // and goes on
  }

  scenes::Pcg32 random_;
  World<D, T> world_;
  T length_;
  std::map<std::uint32_t, Entry> entries_;
  int only_by_own_ = 0;
};

TEST(WorldMargins, pairs_are_those_within_the_sum_of_margins) {
  std::uint64_t seed = 1;
  for (const ContactDetail detail :
       {ContactDetail::boxes, ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    for (const double margin : {0.0, 0.3}) {
      SCOPED_TRACE(name(detail));
      ASSERT_NO_FATAL_FAILURE(
          (Margins<2, float>(++seed, {.detail = detail, .margin = float(margin)}).run(45)));
      ASSERT_NO_FATAL_FAILURE(
          (Margins<3, double>(++seed, {.detail = detail, .margin = margin}).run(45)));
    }
  }
  ASSERT_NO_FATAL_FAILURE((Margins<3, float>(99, {}).run(60)));
  ASSERT_NO_FATAL_FAILURE((Margins<2, double>(98, {}).run(60)));
}

TEST(WorldMargins, apply_to_objects_that_are_added_at_once) {
  World<2> world;
  const Transform2f poses[] = {{{0, 0}, {}}, {{2.25f, 0}, {}}, {{5, 0}, {}}};
  Handle handles[3];
  const auto options = [](std::size_t i) { return ObjectOptions{.margin = i == 1 ? 0.5 : 0.0}; };
  const ObjectOptions all[] = {options(0), options(1), options(2)};
  ASSERT_EQ(world.add_many(Circle<float>{1}, poses, handles, all), Status::ok);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(world.find(handles[i])->options.margin, all[i].margin);
  }
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  EXPECT_EQ(world.pairs()[0].b, handles[1]);
}

TEST(WorldMargins, apply_in_a_periodic_world) {
  ASSERT_NO_FATAL_FAILURE((Margins<2, float>(5, {.margin = 0.1f, .period = {8, 0, 0}}).run(60)));
  ASSERT_NO_FATAL_FAILURE((Margins<3, double>(6, {.period = {8, 0, 0}}).run(60)));
}

TEST(WorldMargins, contacts_of_a_mesh_are_found_within_them) {
  const Surface<float> surface = floor_of<float>(4, [](double, double) { return 0.0; });
  const TriangleMesh<float> floor = surface.mesh();
  for (const ContactDetail detail : {ContactDetail::points, ContactDetail::areas}) {
    World<3> world({.detail = detail, .margin = 0.125f});
    const Handle ground = world.add(floor, {}, {.margin = 0.125});
    const Handle ball = world.add(Sphere<3, float>{0.25f}, {{0.1f, 0.6f, 0.2f}, {}});
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_TRUE(world.pairs().empty());
    ASSERT_EQ(world.set_margin(ball, 0.125f), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_EQ(world.began().size(), 1u);
    ASSERT_EQ(world.contacts(world.pairs()[0]).size(), 1u);
    EXPECT_NEAR(world.contacts(world.pairs()[0])[0].distance, 0.35f, 1e-5f);
    ASSERT_EQ(world.set_margin(ground, 0), Status::ok);
    ASSERT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.ended().size(), 1u);
  }
}

TEST(WorldMargins, invalid_ones_are_refused_and_change_nothing) {
  World<2> world;
  const Circle<float> disc{1};
  const Handle h = world.add(disc, {}, {.margin = 0.5});
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, -1e-9, inf, -inf, std::nan(""), 1e39, 3e38}) {
    EXPECT_EQ(world.add(disc, {}, {.margin = bad}).status, Status::out_of_range) << bad;
    EXPECT_EQ(world.set_margin(h, float(bad)), Status::out_of_range) << bad;
    const Transform2f poses[2]{};
    const ObjectOptions options[2]{{.margin = 0.25}, {.margin = bad}};
    Handle handles[2];
    EXPECT_EQ(world.add_many(disc, poses, handles, options), Status::out_of_range);
  }
  EXPECT_EQ(world.size(), 1u);
  EXPECT_EQ(world.find(h)->options.margin, 0.5);
  EXPECT_EQ(world.set_margin({}, 1), Status::stale_handle);
  // Of a world that wraps around: two objects meet in one image at most.
  World<2> torus({.margin = 0.5f, .period = {8, 0, 0}});
  EXPECT_EQ(torus.add(disc, {}, {.margin = 0.8}).status, Status::out_of_range);
  const Handle t = torus.add(disc, {}, {.margin = 0.7});
  EXPECT_EQ(torus.set_margin(t, 0.8f), Status::out_of_range);
  EXPECT_EQ(torus.set_shape(t, Circle<float>{1.2f}), Status::out_of_range);
  EXPECT_EQ(torus.set_margin(t, 0.5f), Status::ok);
  EXPECT_EQ(torus.set_shape(t, Circle<float>{1.2f}), Status::ok);
}

TEST(WorldMargins, reused_slots_have_none) {
  World<2> world;
  const Circle<float> disc{1};
  const Handle old = world.add(disc, {}, {.margin = 5});
  (void)world.add(disc, {{3, 0}, {}});
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 1u);
  ASSERT_EQ(world.remove(old), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  const Handle added = world.add(disc, {});
  ASSERT_EQ(added.index, old.index);
  EXPECT_EQ(world.find(added)->options.margin, 0);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.pairs().empty());
}

TEST(WorldMargins, take_memory_where_they_are_used_alone) {
  std::size_t bytes[3];
  for (int k = 0; k < 3; ++k) {
    FailingAllocator memory;
    World<2> world({}, memory.allocator());
    for (int i = 0; i < 1000; ++i) {
      const ObjectOptions options{.margin = k == 2 && i == 500 ? 0.5 : 0.0};
      (void)world.add(Circle<float>{1}, {{float(3 * i), 0}, {}},
                      k == 0 ? ObjectOptions{} : options);
    }
    bytes[k] = memory.bytes();
  }
  EXPECT_EQ(bytes[0], bytes[1]);
  EXPECT_GE(bytes[2] - bytes[1], 4 * 501u);
  EXPECT_LE(bytes[2] - bytes[1], 4 * 2048u);
}

TEST(WorldMargins, failed_allocations_keep_the_old_margin) {
  FailingAllocator memory;
  World<2> world({}, memory.allocator());
  std::vector<Handle> handles;
  for (int i = 0; i < 20; ++i) {
    handles.push_back(world.add(Circle<float>{1}, {{2.5f * float(i), 0}, {}}));
  }
  ASSERT_EQ(world.update().status, Status::ok);
  for (std::size_t k = 1;; ++k) {
    memory.fail(k);
    const Status status = world.set_margin(handles[7], 1);
    if (status == Status::ok) break;
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_EQ(world.find(handles[7])->options.margin, 0);
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(world.update().status, Status::ok);
    ASSERT_TRUE(world.pairs().empty() && world.validate());
  }
  memory.fail(FailingAllocator::kNever);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 2u);
}

// The snapshot with another margin for its first object.
Status with_margin(float margin, std::span<const std::byte> bytes, Buffer<std::byte>& out) {
  std::span<const std::byte> sections[detail::kSnapshotSections];
  const Status status = read_index(bytes, IndexKind::world, 2, sizeof(float), sections);
  if (status != Status::ok) return status;
  std::vector<std::byte> objects(sections[1].begin(), sections[1].end());
  using Object = detail::SnapshotObject<2, float>;
  std::memcpy(objects.data() + offsetof(Object, margin), &margin, sizeof(margin));
  IndexSection written[detail::kSnapshotSections];
  for (std::size_t k = 0; k < detail::kSnapshotSections; ++k) {
    written[k] = index_section(sections[k].data(), sections[k].size());
  }
  written[1] = index_section(objects.data(), objects.size());
  if (!out.resize(index_size(written))) return Status::out_of_memory;
  return write_index({out.data(), out.size()}, IndexKind::world, 2, sizeof(float), written);
}

TEST(WorldMargins, snapshots_with_invalid_margins_are_damaged) {
  World<2> world;
  const Handle h = world.add(Circle<float>{1}, {}, {.margin = 0.5});
  ASSERT_EQ(world.update().status, Status::ok);
  Buffer<std::byte> saved, other;
  ASSERT_EQ(world.save(saved), Status::ok);
  for (const float bad : {-1.0f, -1e-9f, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    ASSERT_EQ(with_margin(bad, {saved.data(), saved.size()}, other), Status::ok);
    EXPECT_EQ(world.restore({other.data(), other.size()}), Status::damaged) << bad;
    EXPECT_EQ(world.find(h)->options.margin, 0.5);
  }
  ASSERT_EQ(with_margin(0.25f, {saved.data(), saved.size()}, other), Status::ok);
  ASSERT_EQ(world.restore({other.data(), other.size()}), Status::ok);
  EXPECT_EQ(world.find(h)->options.margin, 0.25);
}

TEST(WorldMargins, minus_zero_is_zero) {
  World<2> world, other;
  for (World<2>* w : {&world, &other}) {
    const Handle h = w->add(Circle<float>{1}, {}, {.margin = 0.5});
    ASSERT_EQ(w->set_margin(h, w == &world ? -0.0f : 0.0f), Status::ok);
    ASSERT_EQ(w->update().status, Status::ok);
  }
  Buffer<std::byte> a, b;
  ASSERT_EQ(world.save(a), Status::ok);
  ASSERT_EQ(other.save(b), Status::ok);
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

}  // namespace
}  // namespace masu::test
