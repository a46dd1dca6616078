// SPDX-License-Identifier: MIT
// Contact events, sensors and queries, with the names of Box2D v3 in brackets.
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

namespace {

enum Kind : std::uint64_t { kGround = 1 << 1, kCrate = 1 << 2, kZone = 1 << 3 };  // [categoryBits]

int name(const masu::World<2>& world, masu::Handle h) {                  // [b2Shape_GetUserData]
  return world.contains(h) ? int(world.find(h)->options.user_data) : 0;  // [b2Shape_IsValid]
}

}  // namespace

int main() {
  masu::World<2> world;  // [b2CreateWorld]
  // [b2MakeBox, b2CreatePolygonShape on a b2_staticBody]
  const masu::Handle ground = world.add(masu::Box<2, float>{{20, 1}}, {{0, -1}, {}},
                                        {.user_data = 1, .filter = {kGround}, .fixed = true});
  const std::vector<masu::Vec2f> points = {{-1, 0}, {1, 0}, {0, 2}};
  masu::ConvexPolygon<float> wedge;  // [b2ComputeHull, b2MakePolygon], of any number of corners
  if (masu::polygon_of<float>(points, wedge) != masu::Status::ok) return 1;
  const masu::Handle crate =
      world.add(wedge, {{0, 5}, {}}, {.user_data = 2, .filter = {kCrate}});  // [b2ShapeDef::filter]
  const masu::Handle zone =
      world.add(masu::Capsule<2, float>{{-3, 3}, {3, 3}, 0.5f}, {},
                {.user_data = 3, .filter = {kZone, kCrate}, .sensor = true});  // [isSensor]
  if (!ground || !crate || !zone) return 1;

  for (const float height : {5.0f, 1.5f, -0.25f}) {
    if (world.move(crate, {{0, height}, {}}) != masu::Status::ok)
      return 1;                                               // [b2Body_SetTransform]
    if (world.update().status != masu::Status::ok) return 1;  // [b2World_Step]
    for (const masu::WorldPair& p :
         world.began()) {  // [b2World_GetContactEvents, _GetSensorEvents]
      std::printf("%d meets %d\n", name(world, p.a), name(world, p.b));
      for (const auto& c : world.contacts(p)) {  // [b2ContactBeginTouchEvent::manifold]
        std::printf("  %g deep, normal %g up\n", c.depth(), c.normal[1]);
      }
    }
    for (const masu::EndedPair& p : world.ended()) {  // [endEvents]
      std::printf("%d leaves %d\n", int(p.user_data_a), int(p.user_data_b));
    }
  }
  const masu::Filter sight{~0ull, kGround | kCrate};              // [b2QueryFilter]
  const auto hit = world.ray_cast({{-9, 1}, {20, 0}, 1}, sight);  // [b2World_CastRayClosest]
  std::printf("the ray meets %d at %.3f\n", name(world, hit.object), hit.t);  // [fraction]
  (void)world.for_each_overlapping({{2, -1}, {3, 0}},
                                   [&](masu::Handle h) {  // [b2World_OverlapAABB]
                                     std::printf("in the box: %d\n", name(world, h));
                                     return true;
                                   });
  return world.remove(crate) == masu::Status::ok ? 0 : 1;  // [b2DestroyShape]
}
// Output: 2 meets 3
// Output: 1 meets 2
// Output:   0.25 deep, normal 1 up
// Output: 2 leaves 3
// Output: the ray meets 2 at 0.431
// Output: in the box: 1
