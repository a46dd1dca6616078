// SPDX-License-Identifier: MIT
// Objects in layers, in none and with categories of their own, with all masks and matrices: pairs
// and queries are those of the documented rules.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;
using Bits = std::set<int>;  // 63: objects in no layer
constexpr int kUnlayered = 63;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// --- The matrix ----------------------------------------------------------------------------------

constexpr LayerMatrix without(int i, int j) {
  LayerMatrix layers;
  (void)layers.set(i, j, false);
  return layers;
}
static_assert(kDefaultCategory == 1ull << 63 && Filter{}.category == kDefaultCategory);
static_assert(LayerMatrix().filter(3) == Filter{8, ~0ull});
static_assert(without(3, 5).filter(3) == Filter{8, ~32ull});
static_assert(without(3, 5).filter(5, 0xff) == Filter{32, 0xf7});
static_assert(without(62, 62).filter(62).mask == ~(1ull << 62));
static_assert(without(3, kNoLayer).filter(3).mask == ~kDefaultCategory);
static_assert(LayerMatrix().filter(3, {5, kNoLayer}) == Filter{8, 32 | kDefaultCategory});
static_assert(without(3, 5).filter(3, {5, 6}) == Filter{8, 64});
static_assert(LayerMatrix().filter(3, {}) == Filter{8, 0});
static_assert(LayerMatrix().filter(kNoLayer, {1}) == Filter{kDefaultCategory, 2});
static_assert(LayerMatrix().filter(kNoLayer) == Filter{});
static_assert(LayerMatrix().filter(63) == Filter{0, 0} && LayerMatrix().filter(-1).mask == 0);

TEST(WorldLayers, there_are_63_and_the_matrix_refuses_others) {
  LayerMatrix layers;
  const LayerMatrix before = layers;
  for (const int bad : {63, 64, 100, 254, 256, -1, -128}) {
    EXPECT_EQ(layers.set(bad, 0, false), Status::out_of_range) << bad;
    EXPECT_EQ(layers.set(0, bad, false), Status::out_of_range) << bad;
    EXPECT_FALSE(layers.collide(bad, 0));
    EXPECT_FALSE(layers.collide(0, bad));
  }
  EXPECT_EQ(layers.set(kNoLayer, kNoLayer, false), Status::out_of_range);
  EXPECT_TRUE(layers == before);
  EXPECT_TRUE(layers.collide(kNoLayer, kNoLayer));
  for (const int i : {0, 31, 62}) {
    EXPECT_EQ(layers.set(kNoLayer, i, false), Status::ok);
    EXPECT_FALSE(layers.collide(i, kNoLayer) || layers.collide(kNoLayer, i));
    EXPECT_EQ(layers.set(i, kNoLayer, true), Status::ok);
    EXPECT_TRUE(layers.collide(i, kNoLayer) && layers.collide(kNoLayer, i));
    EXPECT_EQ(layers.set(62, i, false), Status::ok);
    EXPECT_FALSE(layers.collide(i, 62) || layers.collide(62, i));
  }
}

TEST(WorldLayers, layer_63_is_refused_by_the_world) {
  World<2> world;
  const Handle h = world.add(Circle2{1}, pose_at(0), {.layer = 62});
  for (int layer = 63; layer < int(kNoLayer); ++layer) {
    const auto bad = std::uint8_t(layer);
    EXPECT_EQ(world.add(Circle2{1}, pose_at(0), {.layer = bad}).status, Status::out_of_range);
    Handle many[1];
    EXPECT_EQ(world.add_many(Circle2{1}, std::vector{pose_at(0)}, many, {.layer = bad}),
              Status::out_of_range);
    EXPECT_EQ(world.set_layer(h, bad), Status::out_of_range);
  }
  EXPECT_EQ(world.size(), 1u);
  EXPECT_EQ(world.find(h)->options.layer, 62);
  ASSERT_EQ(world.set_layer(h, kNoLayer), Status::ok);
  EXPECT_EQ(world.find(h)->options.filter, Filter{});
}

// --- All combinations ----------------------------------------------------------------------------

// The options of an object, and words for them.
struct Kind {
  std::string name;
  ObjectOptions options;
};
constexpr std::uint8_t kSome[] = {0, 1, 62};
std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  const std::uint64_t masks[] = {
      ~0ull, 1, 2 | kDefaultCategory, kDefaultCategory, ~kDefaultCategory, 0};
  const std::uint64_t categories[] = {kDefaultCategory, 1, 2, 1ull << 62, 3 | kDefaultCategory, 0};
  for (const std::uint64_t mask : masks) {
    const std::string m = " mask " + std::to_string(mask);
    for (const std::uint8_t layer : kSome) {
      // Its category counts for nothing.
      const Filter filter{mask % 2 == 0 ? kDefaultCategory : 1ull << 40, mask};
      kinds.push_back({"layer " + std::to_string(layer) + m, {.filter = filter, .layer = layer}});
    }
    for (const std::uint64_t category : categories) {
      kinds.push_back({"category " + std::to_string(category) + m, {.filter = {category, mask}}});
    }
  }
  return kinds;
}

Bits bits_of(std::uint64_t word) {
  Bits bits;
  for (int i = 0; i < 64; ++i) {
    if ((word >> i & 1) != 0) bits.insert(i);
  }
  return bits;
}
bool have_a_bit_in_common(const Bits& x, const Bits& y) {
  for (const int i : x) {
    if (y.contains(i)) return true;
  }
  return false;
}
// A matrix as a set of pairs that do not meet.
using Muted = std::set<std::pair<int, int>>;
LayerMatrix matrix_of(const Muted& muted) {
  LayerMatrix layers;
  for (const auto& [i, j] : muted) {
    EXPECT_EQ(layers.set(i, j == kUnlayered ? int(kNoLayer) : j, false), Status::ok);
  }
  return layers;
}
// What an object or a query is, and what it wants.
struct Role {
  Bits is;
  Bits mask;
};
Role role_of(int layer, std::uint64_t category, std::uint64_t mask, const Muted& muted) {
  if (layer == kNoLayer) return {bits_of(category), bits_of(mask)};
  Role role{{layer}, bits_of(mask)};
  for (const auto& [i, j] : muted) {
    if (i == layer) role.mask.erase(j);
    if (j == layer) role.mask.erase(i);
  }
  return role;
}
Role role_of(const ObjectOptions& o, const Muted& muted) {
  return role_of(o.layer, o.filter.category, o.filter.mask, muted);
}
bool agree(const Role& x, const Role& y) {
  return have_a_bit_in_common(x.is, y.mask) && have_a_bit_in_common(y.is, x.mask);
}

const std::vector<Muted> kMatrices = {
    {}, {{0, 1}}, {{0, 0}, {62, 62}}, {{0, kUnlayered}}, {{0, 1}, {1, 62}, {62, kUnlayered}}};

// The objects of all kinds in a row, and their identities.
class Row {
 public:
  explicit Row(const Muted& muted, float step) : layers_(matrix_of(muted)) {
    EXPECT_EQ(world.set_layers(layers_), Status::ok);
    for (const Kind& kind : all_kinds()) {
      // Added with these options, or changed to them.
      const float x = step * float(handles.size());
      const Handle h = handles.size() % 2 == 0
                           ? world.add(Circle2{0.25f}, pose_at(x), kind.options).handle
                           : changed_later(kind.options, x);
      handles.push_back(h);
      roles.push_back(role_of(kind.options, muted));
      names.push_back(kind.name);
    }
    EXPECT_EQ(world.update().status, Status::ok);
  }
  const LayerMatrix& layers() const { return layers_; }

  World<2> world;
  std::vector<Handle> handles;
  std::vector<Role> roles;
  std::vector<std::string> names;

 private:
  Handle changed_later(const ObjectOptions& o, float x) {
    const Handle h = world.add(Circle2{0.25f}, pose_at(x), {.filter = {7, 7}, .layer = 5});
    EXPECT_EQ(world.set_layer(h, o.layer, o.filter.mask), Status::ok);
    if (o.layer == kNoLayer) {
      EXPECT_EQ(world.set_filter(h, o.filter), Status::ok);
    }
    return h;
  }
  LayerMatrix layers_;
};

TEST(WorldLayers, pairs_follow_the_rules) {
  for (const Muted& muted : kMatrices) {
    const Row row(muted, 0.001f);
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (const WorldPair& p : row.world.pairs()) pairs.insert({p.a.index, p.b.index});
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < row.roles.size(); ++i) {
      for (std::size_t j = i + 1; j < row.roles.size(); ++j) {
        const bool expected = agree(row.roles[i], row.roles[j]);
        ASSERT_EQ(pairs.contains({i, j}), expected) << row.names[i] << ", " << row.names[j];
        overlapping += expected;
      }
    }
    EXPECT_GT(overlapping, 100u);
  }
}
// Other matrices for the objects that there are.
TEST(WorldLayers, matrices_may_be_changed) {
  Row row({}, 0.001f);
  const std::vector<Kind> kinds = all_kinds();
  for (const Muted& muted : kMatrices) {
    ASSERT_EQ(row.world.set_layers(matrix_of(muted)), Status::ok);
    ASSERT_EQ(row.world.update().status, Status::ok);
    std::size_t expected = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      for (std::size_t j = i + 1; j < kinds.size(); ++j) {
        expected += agree(role_of(kinds[i].options, muted), role_of(kinds[j].options, muted));
      }
    }
    ASSERT_EQ(row.world.pairs().size(), expected);
  }
}

// A query's filter and what it is in words.
struct Question {
  std::string name;
  MaybeFilter filter;
  std::optional<Role> role;
};
std::vector<Question> all_questions(const LayerMatrix& layers, const Muted& muted) {
  std::vector<Question> q = {{"none", {}, {}}};
  const auto add = [&](std::string name, const Filter& f, int layer, std::uint64_t category,
                       std::uint64_t mask) {
    q.push_back({std::move(name), f, role_of(layer, category, mask, muted)});
  };
  add("default", Filter{}, kNoLayer, kDefaultCategory, ~0ull);
  add("own", Filter{5, 3}, kNoLayer, 5, 3);
  add("own, unlayered", Filter{1, kDefaultCategory}, kNoLayer, 1, kDefaultCategory);
  for (const int layer : {0, 1, 62, int(kNoLayer)}) {
    const std::string n = "layer " + std::to_string(layer);
    add(n, layers.filter(layer), layer, kDefaultCategory, ~0ull);
    add(n + " of 1", layers.filter(layer, {1}), layer, kDefaultCategory, 2);
    add(n + " of 0, 62", layers.filter(layer, {0, 62}), layer, kDefaultCategory, 1 | 1ull << 62);
    add(n + " of none", layers.filter(layer, {kNoLayer}), layer, kDefaultCategory,
        kDefaultCategory);
    add(n + " of 1 and none", layers.filter(layer, {1, kNoLayer}), layer, kDefaultCategory,
        2 | kDefaultCategory);
    add(n + " by mask", layers.filter(layer, 3), layer, kDefaultCategory, 3);
  }
  return q;
}

TEST(WorldLayers, queries_follow_the_rules) {
  std::size_t asked = 0;
  for (const Muted& muted : kMatrices) {
    const Row row(muted, 1);
    const auto& world = row.world;
    for (const Question& q : all_questions(row.layers(), muted)) {
      SCOPED_TRACE(q.name);
      std::set<std::uint32_t> expected;
      for (std::uint32_t i = 0; i < row.roles.size(); ++i) {
        if (!q.role || agree(*q.role, row.roles[i])) expected.insert(i);
      }
      const auto first = expected.empty() ? Handle{} : row.handles[*expected.begin()];
      const auto expect = [&](auto&& search) {
        std::set<std::uint32_t> found;
        search([&](Handle h) { return found.insert(h.index).second; });
        ASSERT_EQ(found, expected);
        ++asked;
      };
      const float end = float(row.roles.size());
      const Ray<2, float> ray{{-1, 0}, {1, 0}, end + 2};
      const Box<2, float> all{{end + 1, 1}};
      ASSERT_EQ(world.ray_cast(ray, q.filter).object, first);
      ASSERT_EQ(world.shape_cast(Circle2{0.1f}, pose_at(-1), {end + 1, 0}, q.filter).object, first);
      ASSERT_NO_FATAL_FAILURE(expect([&](auto&& append) {
        (void)world.for_each_on_ray(
            ray, [&](const auto& hit) { return append(hit.object); }, q.filter);
      }));
      ASSERT_NO_FATAL_FAILURE(expect([&](auto&& append) {
        (void)world.for_each_touching(all, pose_at(0), append, q.filter);
      }));
      ASSERT_NO_FATAL_FAILURE(expect([&](auto&& append) {
        (void)world.for_each_overlapping({{-1, -1}, {end + 1, 1}}, append, q.filter);
      }));
      ASSERT_NO_FATAL_FAILURE(expect([&](auto&& append) {
        (void)world.for_each_within(
            {0, 0}, end, [&](Handle h, const auto&) { return append(h); }, q.filter);
      }));
      ASSERT_NO_FATAL_FAILURE(expect([&](auto&& append) {
        std::vector<Neighbor<float>> near(row.roles.size());
        const auto r = world.nearest({0, 0}, near, q.filter);
        for (std::size_t k = 0; k < r.stats.results; ++k) append(near[k].id);
      }));
      ASSERT_NO_FATAL_FAILURE(expect([&](auto&& append) {
        for (std::size_t i = 0; i < row.roles.size(); ++i) {
          (void)world.for_each_at({float(i), 0}, append, q.filter);
        }
      }));
      const auto closest = world.closest_to(Circle2{0.1f}, pose_at(-1), q.filter);
      ASSERT_EQ(closest.a, first);
    }
  }
  EXPECT_GT(asked, 600u);
}

// Of one world, and of two.
TEST(WorldLayers, the_closest_pair_follows_the_rules) {
  for (const Muted& muted : kMatrices) {
    const Row row(muted, 1);
    std::optional<std::pair<std::size_t, std::size_t>> expected;
    for (std::size_t step = 1; step < row.roles.size() && !expected; ++step) {
      for (std::size_t i = 0; i + step < row.roles.size() && !expected; ++i) {
        if (agree(row.roles[i], row.roles[i + step])) expected = {i, i + step};
      }
    }
    ASSERT_TRUE(expected);
    const auto found = row.world.closest_pair();
    EXPECT_EQ(found.a.index, expected->first);
    EXPECT_EQ(found.b.index, expected->second);
  }
}

// What once went wrong without a word: layer 0 was the category of objects in no layer.
TEST(WorldLayers, objects_in_no_layer_are_not_in_layer_0) {
  enum : std::uint8_t { kHero, kWall, kGhost };
  World<2> world;
  LayerMatrix layers;
  ASSERT_EQ(layers.set(kHero, kGhost, false), Status::ok);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  const Handle crate = world.add(Circle2{0.5f}, pose_at(2));
  const Handle hero = world.add(Circle2{0.5f}, pose_at(4), {.layer = kHero});
  const Handle wall = world.add(Circle2{0.5f}, pose_at(6), {.layer = kWall});
  const Handle ghost = world.add(Circle2{0.5f}, pose_at(2.25f), {.layer = kGhost});
  const Ray<2, float> ray{{0, 0}, {1, 0}, 10};
  EXPECT_EQ(world.ray_cast(ray, layers.filter(kWall, {kHero})).object, hero);
  EXPECT_EQ(world.ray_cast(ray, layers.filter(kHero, {kWall})).object, wall);
  EXPECT_EQ(world.ray_cast(ray, layers.filter(kHero, {kWall, kNoLayer})).object, crate);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u) << "no row speaks of objects in no layer";
  EXPECT_EQ(world.pairs()[0].b, ghost);
  ASSERT_EQ(layers.set(kGhost, kNoLayer, false), Status::ok);
  ASSERT_EQ(world.set_layers(layers), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_TRUE(world.pairs().empty());
}

// Layers and the category of objects in none come back from a snapshot.
TEST(WorldLayers, are_in_snapshots) {
  for (const Muted& muted : kMatrices) {
    Row row(muted, 0.001f);
    Buffer<std::byte> saved;
    ASSERT_EQ(row.world.save(saved), Status::ok);
    World<2> other;
    ASSERT_EQ(other.restore({saved.data(), saved.size()}), Status::ok);
    EXPECT_EQ(other.hash(), row.world.hash());
    EXPECT_TRUE(other.layers() == row.layers());
    for (const Handle h : row.handles) {
      ASSERT_EQ(other.move(h, pose_at(1)), Status::ok);
      ASSERT_EQ(row.world.move(h, pose_at(1)), Status::ok);
      ASSERT_EQ(other.find(h)->options.filter, row.world.find(h)->options.filter);
      ASSERT_EQ(other.find(h)->options.layer, row.world.find(h)->options.layer);
    }
    ASSERT_EQ(other.update().status, Status::ok);
    ASSERT_EQ(row.world.update().status, Status::ok);
    EXPECT_EQ(other.hash(), row.world.hash());
  }
}

}  // namespace
}  // namespace masu::test
