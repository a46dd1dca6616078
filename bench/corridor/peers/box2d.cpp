// SPDX-License-Identifier: MIT
// Box2D 2.4: walls as chain shapes of a static body in a world, scaled so that movers have a radius
// of half a metre. Queries of a world return only the chain, not the wall, so this queries the
// world's broad phase, which knows the wall too; then b2Distance, or b2TimeOfImpact for moves.
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>

#include <limits>
#include <vector>

#include "../peer_kit.hpp"
#include "../slide.hpp"

namespace masu_bench::corridor {
namespace {

b2Vec2 vector_of(const masu::Vec2d& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1])};
}
b2AABB box_around(const b2Vec2& a, const b2Vec2& b, float radius) {
  const b2Vec2 more(radius, radius);
  return {b2Min(a, b) - more, b2Max(a, b) + more};
}

class World {
 public:
  explicit World(const Map& map) : scale_(0.5f / map.raw.radius), world_(b2Vec2(0, 0)) {
    circle_.m_radius = 0.5f;
    b2BodyDef still;
    b2Body* const ground = world_.CreateBody(&still);
    std::vector<b2Vec2> points;
    for (std::size_t c = 0; c < map.raw.chain_count; ++c) {
      const masu_corridor_chain& chain = map.raw.chains[c];
      points.clear();
      for (std::uint32_t i = 0; i < chain.count; ++i) {
        add(scale_ * b2Vec2(map.vertex(chain.first + i)[0], map.vertex(chain.first + i)[1]),
            points);
      }
      add_chain(ground, points, chain.loop != 0);
    }
  }

  float nearest(const Point& position, float within, double*) {
    const b2Vec2 center = scale_ * b2Vec2(position[0], position[1]);
    const float reach = scale_ * within;
    float best = std::numeric_limits<float>::infinity();
    ask(box_around(center, center, reach), [&](const b2FixtureProxy& wall) {
      const float distance = distance_to(wall, center).distance;
      if (distance <= reach && distance < best) best = distance;
    });
    return best / scale_;
  }

  Point move(const Point& position, const Point& displacement, double*) {
    const auto sweep = [&](const masu::Vec2d& from, const masu::Vec2d& d) {
      return first_on(vector_of(from), vector_of(d));
    };
    const double scale = double(scale_);
    const masu::Vec2d end =
        slide(scale * masu::vec_cast<double>(position),
              scale * masu::vec_cast<double>(displacement), 2 * b2_linearSlop, sweep);
    return masu::vec_cast<float>(end * (1 / scale));
  }

  template <class F>
  struct QueryVisitor {
    const b2BroadPhase& boxes;
    F& f;
    bool QueryCallback(int32 proxy) {
      f(*static_cast<const b2FixtureProxy*>(boxes.GetUserData(proxy)));
      return true;
    }
  };

 private:
  // Vertices of a chain must be farther apart than this.
  static bool apart(const b2Vec2& a, const b2Vec2& b) {
    return b2DistanceSquared(a, b) > 1.01f * b2_linearSlop * b2_linearSlop;
  }
  static void add(const b2Vec2& p, std::vector<b2Vec2>& points) {
    if (points.empty() || apart(points.back(), p)) points.push_back(p);
  }
  static void add_chain(b2Body* ground, std::vector<b2Vec2>& points, bool loop) {
    while (loop && points.size() > 1 && !apart(points.front(), points.back())) points.pop_back();
    if (points.size() < 2) return;
    b2ChainShape shape;
    const auto count = static_cast<int32>(points.size());
    if (loop && count >= 3) {
      shape.CreateLoop(points.data(), count);
    } else {
      shape.CreateChain(points.data(), count, points.front(), points.back());
    }
    ground->CreateFixture(&shape, 0);
  }

  template <class F>
  void ask(const b2AABB& box, F&& f) {
    const b2BroadPhase& boxes = world_.GetContactManager().m_broadPhase;
    QueryVisitor<F> visitor{boxes, f};
    boxes.Query(&visitor, box);
  }

  b2DistanceOutput distance_to(const b2FixtureProxy& wall, const b2Vec2& center) const {
    b2DistanceInput input;
    input.proxyA.Set(wall.fixture->GetShape(), wall.childIndex);
    input.proxyB.Set(&circle_, 0);
    input.transformA.SetIdentity();
    input.transformB.Set(center, 0);
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return output;
  }

  // Walls that it touches count if it moves towards them.
  std::optional<masu::WallImpact> first_on(const b2Vec2& from, const b2Vec2& displacement) {
    std::optional<masu::WallImpact> first;
    ask(box_around(from, from + displacement, circle_.m_radius), [&](const b2FixtureProxy& wall) {
      b2TOIInput input;
      input.proxyA.Set(wall.fixture->GetShape(), wall.childIndex);
      input.proxyB.Set(&circle_, 0);
      input.sweepA = {b2Vec2_zero, b2Vec2_zero, b2Vec2_zero, 0, 0, 0};
      input.sweepB = {b2Vec2_zero, from, from + displacement, 0, 0, 0};
      input.tMax = 1;
      b2TOIOutput output;
      b2TimeOfImpact(&output, &input);
      if (output.state != b2TOIOutput::e_touching && output.state != b2TOIOutput::e_overlapped) {
        return;
      }
      const float t = output.state == b2TOIOutput::e_touching ? output.t : 0;
      if (first && !(double(t) < first->t)) return;
      const b2DistanceOutput near = distance_to(wall, from + t * displacement);
      b2Vec2 normal = near.pointB - near.pointA;
      if (normal.Normalize() == 0 || b2Dot(normal, displacement) >= 0) return;
      first =
          masu::WallImpact{double(t), {double(normal.x), double(normal.y)}, masu::WallPart::side};
    });
    return first;
  }

  float scale_;
  b2World world_;
  b2CircleShape circle_;
};

constexpr masu_corridor_peer kPeers[] = {make_peer<World>("box2d", "2.4.1")};

}  // namespace
}  // namespace masu_bench::corridor

MASU_CORRIDOR_EXPORT_PEERS(masu_bench::corridor::kPeers)
