// SPDX-License-Identifier: MIT
// A listener, a ray and a box query, with the names of Box2D 2.4 in brackets.
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

namespace {

struct Listener {  // [b2ContactListener]
  const masu::World<2>& world;
  int name(masu::Handle h) const {  // [b2Fixture::GetUserData]
    return int(world.user_data(h));
  }
  void on_begin(const masu::WorldPair& p) const {  // [BeginContact]
    std::printf("%d meets %d\n", name(p.a), name(p.b));
    for (const auto& c : world.contacts(p)) {  // [b2Contact::GetWorldManifold]
      std::printf("  %g deep, normal %g up\n", c.depth(), c.normal[1]);
    }
  }
  void on_end(const masu::EndedPair& p) const {  // [EndContact]
    std::printf("%d leaves %d\n", int(p.user_data_a), int(p.user_data_b));
  }
};

}  // namespace

int main() {
  masu::World<2> world;  // [b2World]
  const auto ground = world.add(masu::Box<2, float>{{20, 1}}, {{0, -1}, {}},
                                {.user_data = 1, .fixed = true});  // [SetAsBox, b2_staticBody]
  const std::vector<masu::Vec2f> corners = {{-1, 0}, {1, 0}, {0, 2}};
  masu::ConvexPolygon<float> wedge;  // [b2PolygonShape::Set], of any number of corners
  if (masu::polygon_of<float>(corners, wedge) != masu::Status::ok) return 1;
  const auto thing = world.add(wedge, {{0, 5}, {}}, {.user_data = 2});  // [CreateFixture]
  if (ground.status != masu::Status::ok || thing.status != masu::Status::ok) return 1;

  for (const float height : {5.0f, -0.25f, 3.0f}) {
    if (world.move(thing, {{0, height}, {}}) != masu::Status::ok) return 1;  // [SetTransform]
    if (world.update(Listener{world}).status != masu::Status::ok) return 1;  // [Step]
  }

  const auto hit = world.ray_cast({{-9, 4}, {1, 0}});  // [RayCast, the callback returns fraction]
  std::printf("the ray meets %d after %g\n", Listener{world}.name(hit.object), hit.t);
  (void)world.for_each_overlapping({{2, -1}, {3, 0}}, [&](masu::Handle h) {  // [QueryAABB]
    std::printf("in the box: %d\n", Listener{world}.name(h));
  });
  return world.remove(thing) == masu::Status::ok ? 0 : 1;  // [DestroyFixture]
}
// Output: 1 meets 2
// Output:   0.25 deep, normal 1 up
// Output: 1 leaves 2
// Output: the ray meets 2 after 8.5
// Output: in the box: 1
