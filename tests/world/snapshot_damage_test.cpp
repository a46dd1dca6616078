// SPDX-License-Identifier: MIT
// Snapshots with one number that no world saves, sealed as if a world had: refused with its reason.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "world/snapshot.hpp"

namespace masu::test {
namespace {

using masu::detail::kSnapshotSections;
using Object = masu::detail::SnapshotObject<2, float>;
using Contact = WorldContact<2, float>;
using Node = masu::detail::SnapshotNode;
enum Section : std::size_t { kObjects = 1, kNodes = 2, kContacts = 5, kCorners = 6 };

// Two boxes that overlap.
class Saved {
 public:
  explicit Saved(const WorldOptions<float>& options) : options_(options) {
    World<2> world(options);
    (void)world.add(Box<2, float>{{1, 1}}, {{4, 4}, {}});
    (void)world.add(Box<2, float>{{1, 1}}, {{5.5f, 4}, {}});
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.pairs().size(), 1u);
    EXPECT_EQ(world.save(bytes_), Status::ok);
    EXPECT_EQ(read_index(bytes(), IndexKind::world, 2, sizeof(float), sections_), Status::ok);
  }
  std::size_t size(Section section) const { return sections_[section].size(); }
  // Restores it after change(first element of a section).
  template <class E, class Change>
  Status with(Section section, Change&& change) const {
    std::vector<std::byte> changed(sections_[section].begin(), sections_[section].end());
    E element;
    std::memcpy(static_cast<void*>(&element), changed.data(), sizeof(E));
    change(element);
    std::memcpy(changed.data(), static_cast<const void*>(&element), sizeof(E));
    IndexSection written[kSnapshotSections];
    for (std::size_t k = 0; k < kSnapshotSections; ++k) {
      written[k] = index_section(sections_[k].data(), sections_[k].size());
    }
    written[section] = index_section(changed.data(), changed.size());
    Buffer<std::byte> out;
    EXPECT_TRUE(out.resize(index_size(written)));
    EXPECT_EQ(write_index({out.data(), out.size()}, IndexKind::world, 2, sizeof(float), written),
              Status::ok);
    World<2> world(options_);
    const Status status = world.restore({out.data(), out.size()});
    EXPECT_TRUE(world.validate());
    EXPECT_EQ(world.size(), status == Status::ok ? 2u : 0u);
    return status;
  }

 private:
  std::span<const std::byte> bytes() const { return {bytes_.data(), bytes_.size()}; }

  WorldOptions<float> options_;
  Buffer<std::byte> bytes_;
  std::span<const std::byte> sections_[kSnapshotSections];
};

TEST(SnapshotDamage, contacts_have_only_corners_that_exist) {
  const Saved saved({.detail = ContactDetail::areas});
  ASSERT_EQ(saved.size(kContacts), sizeof(Contact));
  ASSERT_EQ(saved.size(kCorners), 2 * sizeof(ManifoldPoint<2, float>));
  const auto with = [&](std::uint32_t first, std::uint32_t count) {
    return saved.with<Contact>(kContacts, [&](Contact& c) {
      c.first_corner = first;
      c.corner_count = count;
    });
  };
  EXPECT_EQ(with(0, 2), Status::ok);
  EXPECT_EQ(with(1, 1), Status::ok);
  EXPECT_EQ(with(2, 0), Status::ok);
  EXPECT_EQ(with(0, 3), Status::damaged);
  EXPECT_EQ(with(1, 2), Status::damaged);
  EXPECT_EQ(with(2, 1), Status::damaged);
  EXPECT_EQ(with(3, 0), Status::damaged);
  EXPECT_EQ(with(1, 0xffff'ffffu), Status::damaged) << "first + count wraps around";
}

TEST(SnapshotDamage, flags_have_known_values) {
  const Saved saved({});
  const auto refers = [&](std::uint8_t value) {
    return saved.with<Object>(kObjects, [&](Object& o) { o.refers = value; });
  };
  EXPECT_EQ(refers(0), Status::ok);
  EXPECT_EQ(refers(1), Status::stale_handle) << "to nothing";
  EXPECT_EQ(refers(2), Status::damaged);
  EXPECT_EQ(saved.with<Node>(kNodes, [](Node& n) { n.excluded = 2; }), Status::damaged);
}

TEST(SnapshotDamage, objects_fit_into_the_period_with_their_margins) {
  const Saved saved({.period = {16, 16}});
  const auto margin = [&](float m) {
    return saved.with<Object>(kObjects, [&](Object& o) { o.margin = m; });
  };
  EXPECT_EQ(margin(2.5f), Status::ok);
  EXPECT_EQ(margin(3.5f), Status::wrong_format);
}

}  // namespace
}  // namespace masu::test
