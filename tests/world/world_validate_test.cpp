// SPDX-License-Identifier: MIT
// validate() of the pairs of a world refuses each state that no update leaves behind.
#include <gtest/gtest.h>

#include "world/world_frame.hpp"

namespace masu::test {
namespace {

using masu::detail::kFixed;
using masu::detail::PairBook;

// Three discs at one point that rest, and their pairs.
class Pairs {
 public:
  Pairs() {
    EXPECT_TRUE(objects.reserve(3, false));
    masu::detail::ObjectBody<2, float> body{};
    body.shape.convex.kind = ShapeKind::point;
    body.shape.convex.radius = 1;
    const Aabb2f box{{-1, -1}, {1, 1}};
    for (int i = 0; i < 3; ++i) (void)objects.add(body, box, {}, 0, 0, 0, kNoLayer);
    objects.settle();
    EXPECT_TRUE(book().reserve_slots(3) && book().reserve(3) && book().reserve_began(3));
    book().add_slots(3);
  }
  std::uint32_t add(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t n = book().add(a, b);
    book().node(n).untested = false;
    return n;
  }
  // A pair in contact, with a row.
  std::uint32_t add_touching(Handle a, Handle b) {
    const std::uint32_t n = add(0, 1);
    book().node(n).touching = true;
    book().begin(n, a, b);
    return n;
  }
  PairBook& book() { return frame.book(); }
  bool valid(bool failed = false) const { return frame.validate(objects, rules, failed); }

  masu::detail::ObjectStore<2, float> objects{0, default_allocator()};
  masu::detail::PairRules<2, float> rules{default_allocator()};
  masu::detail::WorldFrame<2, float> frame{default_allocator()};
};

TEST(WorldValidate, accepts_pairs_with_and_without_rows) {
  Pairs pairs;
  EXPECT_TRUE(pairs.valid());
  (void)pairs.add_touching(pairs.objects.handle(0), pairs.objects.handle(1));
  EXPECT_TRUE(pairs.valid());
  (void)pairs.add(0, 2);
  (void)pairs.add(1, 2);
  EXPECT_TRUE(pairs.valid());
}

TEST(WorldValidate, refuses_pairs_in_the_wrong_order_or_still_listed) {
  Pairs swapped;
  (void)swapped.add(2, 1);
  EXPECT_FALSE(swapped.valid());
  Pairs pairs;
  const std::uint32_t n = pairs.add(0, 1);
  pairs.book().node(n).set(PairBook::kListed, true);
  EXPECT_FALSE(pairs.valid());
  pairs.book().node(n).set(PairBook::kListed, false);
  EXPECT_TRUE(pairs.valid());
}

TEST(WorldValidate, refuses_pairs_of_fixed_objects_that_rest) {
  Pairs pairs;
  (void)pairs.add(0, 1);
  pairs.objects.slot(0).flags |= kFixed;
  EXPECT_TRUE(pairs.valid());
  pairs.objects.slot(1).flags |= kFixed;
  EXPECT_FALSE(pairs.valid());
  pairs.objects.mark_moved(1);
  EXPECT_TRUE(pairs.valid()) << "until the next update";
}

TEST(WorldValidate, refuses_rows_that_differ_from_their_pairs) {
  Pairs stale;
  const Handle b = stale.objects.handle(1);
  (void)stale.add_touching(stale.objects.handle(0), {b.index, b.generation + 2});
  EXPECT_FALSE(stale.valid());
  Pairs other;
  (void)other.add_touching(other.objects.handle(0), other.objects.handle(2));
  EXPECT_FALSE(other.valid());
}

TEST(WorldValidate, refuses_contacts_without_rows_unless_the_update_failed) {
  Pairs pairs;
  const std::uint32_t n = pairs.add(0, 1);
  pairs.book().node(n).touching = true;
  EXPECT_FALSE(pairs.valid());
  EXPECT_TRUE(pairs.valid(true));
  pairs.book().node(n).untested = true;
  EXPECT_TRUE(pairs.valid());
}

TEST(WorldValidate, refuses_excluded_pairs_with_rows_and_forbidden_pairs) {
  Pairs excluded;
  const std::uint32_t n =
      excluded.add_touching(excluded.objects.handle(0), excluded.objects.handle(1));
  excluded.book().node(n).set(PairBook::kExcluded, true);
  EXPECT_FALSE(excluded.valid());
  Pairs forbidden;
  (void)forbidden.add(0, 1);
  ASSERT_TRUE(forbidden.rules.excluded().reserve(0, 1));
  forbidden.rules.excluded().add(0, 1);
  EXPECT_FALSE(forbidden.valid());
}

}  // namespace
}  // namespace masu::test
