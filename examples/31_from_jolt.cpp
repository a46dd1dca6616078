// SPDX-License-Identifier: MIT
// Layers, a listener and queries, with the names of Jolt in brackets.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

namespace {

enum ObjectLayer : std::uint8_t { kStatic = 1, kMoving, kSensors };  // [ObjectLayer]

struct Listener {  // [ContactListener], called after the update by one thread
  const masu::World<3>& world;
  void on_begin(const masu::WorldPair& pair) const {  // [OnContactAdded]
    for (const auto& c : world.contacts(pair)) {      // [ContactManifold], one for each triangle
      std::printf("contact, triangle %d, %.2f deep\n", int(c.sub_shape_a), c.depth());
    }
  }
  void on_end(const masu::EndedPair&) const { std::printf("ended\n"); }  // [OnContactRemoved]
};

}  // namespace

int main() {
  masu::World<3> world;      // [PhysicsSystem::Init: bodies, mutexes, pairs, layers]
  masu::LayerMatrix layers;  // [ObjectLayerPairFilterTable]: here all layers collide by default
  if (layers.set(kStatic, kSensors, false) != masu::Status::ok) return 1;  // [DisableCollision]
  if (world.set_layers(layers) != masu::Status::ok) return 1;

  // [MeshShapeSettings, Create()]
  const std::vector<masu::Vec3f> vertices = {{-9, 0, -9}, {9, 0, -9}, {9, 0, 9}, {-9, 0, 9}};
  const std::vector<std::uint32_t> triangles = {0, 2, 1, 0, 3, 2};
  masu::TriangleMesh<float> floor;
  if (floor.build(vertices, triangles) != masu::Status::ok) return 1;
  // [BodyInterface::CreateAndAddBody, EMotionType::Static]
  const masu::Handle ground = world.add(floor, {}, {.layer = kStatic, .fixed = true});
  // [CapsuleShape(0.5, 0.25), EMotionType::Kinematic]
  const masu::Capsule<3, float> upright{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.25f};
  const masu::Handle hero = world.add(upright, {{0, 2, -1}, {}}, {.layer = kMoving});
  // [BodyCreationSettings::mIsSensor]
  const masu::Handle zone =
      world.add(masu::Sphere<3, float>{1}, {{5, 1, -1}, {}}, {.layer = kSensors, .sensor = true});
  if (!ground || !hero || !zone) return 1;

  for (const float height : {2.0f, 0.7f, 3.0f}) {
    if (world.move(hero, {{0, height, -1}, {}}) != masu::Status::ok) return 1;  // [MoveKinematic]
    if (world.update(Listener{world}).status != masu::Status::ok) return 1;     // [Update]
  }

  // [GetNarrowPhaseQuery().CastRay(RRayCast, RayCastResult&, ..., ObjectLayerFilter)]
  const masu::Filter solid = layers.filter(kMoving, {kStatic, kMoving});
  const auto ray = world.ray_cast({{4, 5, -1}, {0, -10, 0}, 1}, solid);
  std::printf("ray: the %s at %.2f\n", ray.object == ground ? "ground" : "?",
              ray.t);  // [mFraction]
  // [CastShape(RShapeCast::sFromWorldTransform(...), ...)]
  const auto cast =
      world.shape_cast(masu::Sphere<3, float>{0.5f}, {{-9, 3, -1}, {}}, {18, 0, 0}, solid);
  std::printf("cast: the %s at %.3f\n", cast.object == hero ? "hero" : "?", cast.t);
  // [CollideShape(shape, scale, transform, CollideShapeSettings, base offset, collector)]
  const auto touched = world.for_each_touching(
      masu::Box<3, float>{{1, 1, 1}}, {{5, 1, -1}, {}}, [&](masu::Handle h) {
        std::printf("touching: %s\n", h == zone ? "zone" : "ground");
        return true;  // [ForceEarlyOut: return false]
      });
  if (touched.status != masu::Status::ok) return 1;
  return world.remove(zone) == masu::Status::ok ? 0 : 1;  // [RemoveBody, DestroyBody]
}
// Output: contact, triangle 0, 0.05 deep
// Output: ended
// Output: ray: the ground at 0.50
// Output: cast: the hero at 0.458
// Output: touching: ground
// Output: touching: zone
