// SPDX-License-Identifier: MIT
// Box2D 2.4: its functions for pairs of shapes. Polygons have a skin of 0.01, which is subtracted
// from the results. Warm: with its simplex cache.
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>

#include <memory>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

b2Vec2 vec_of(const double* p) {
  return {static_cast<float>(p[0]), static_cast<float>(p[1])};
}
b2Transform transform_of(const Pose& p) {
  b2Transform transform;
  transform.p = vec_of(p.position);
  transform.q.c = static_cast<float>(p.rotation[0]);
  transform.q.s = static_cast<float>(p.rotation[1]);
  return transform;
}

std::unique_ptr<b2Shape> shape_of(const Shape& s) {
  if (s.kind == MASU_NARROW_SPHERE) {
    auto circle = std::make_unique<b2CircleShape>();
    circle->m_radius = static_cast<float>(s.size[0]);
    circle->m_p.SetZero();
    return circle;
  }
  auto polygon = std::make_unique<b2PolygonShape>();
  b2Vec2 points[b2_maxPolygonVertices];
  for (std::size_t i = 0; i < s.vertex_count; ++i) points[i] = vec_of(s.vertices + 2 * i);
  polygon->Set(points, static_cast<int32>(s.vertex_count));
  return polygon;
}

class Pairs {
 public:
  explicit Pairs(const Task& task)
      : question_(task.raw.question),
        warm_(task.warm()),
        circle_a_(task.kind_a() == MASU_NARROW_SPHERE),
        circle_b_(task.kind_b() == MASU_NARROW_SPHERE) {
    for (std::size_t i = 0; i < task.raw.shape_count; ++i) {
      shapes_.push_back(shape_of(task.raw.shapes[i]));
    }
    for (std::size_t i = 0; i < task.size(); ++i) {
      const Query& q = task.query(i);
      queries_.push_back({shapes_[task.shape_a(i)].get(), shapes_[task.shape_b(i)].get(), q.pair,
                          transform_of(q.a), transform_of(q.b), vec_of(q.motion),
                          sweep_of(q.a, q.a), sweep_of(q.b, q.to_b)});
    }
  }

 protected:
  struct PairQuery {
    const b2Shape* a;
    const b2Shape* b;
    std::uint32_t pair;
    b2Transform pose_a, pose_b;
    b2Vec2 motion;
    b2Sweep sweep_a, sweep_b;
  };

  static b2Sweep sweep_of(const Pose& from, const Pose& to) {
    b2Sweep s;
    s.localCenter.SetZero();
    s.c0 = vec_of(from.position);
    s.c = vec_of(to.position);
    const double* p = from.rotation;
    const double* q = to.rotation;
    s.a0 = static_cast<float>(std::atan2(p[1], p[0]));
    const double angle = std::atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1]);
    s.a = s.a0 + static_cast<float>(angle);
    s.alpha0 = 0;
    return s;
  }

  std::uint32_t question_;
  bool warm_;
  bool circle_a_, circle_b_;
  std::vector<std::unique_ptr<b2Shape>> shapes_;
  std::vector<PairQuery> queries_;
};

class Distance : public Pairs {
 public:
  static bool takes(const Task& task) { return task.flat() && task.asks(MASU_NARROW_DISTANCE); }
  explicit Distance(const Task& task) : Pairs(task), caches_(task.raw.pair_count) {
    for (b2SimplexCache& c : caches_) c.count = 0;
  }

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[i];
    b2DistanceInput input;
    input.proxyA.Set(q.a, 0);
    input.proxyB.Set(q.b, 0);
    input.transformA = q.pose_a;
    input.transformB = q.pose_b;
    input.useRadii = false;
    b2SimplexCache& cache = caches_[q.pair];
    if (!warm_) cache.count = 0;
    b2DistanceOutput found;
    b2Distance(&found, &cache, &input);
    // Without the skins of polygons. Circles are points with a radius.
    const float radii = (circle_a_ ? q.a->m_radius : 0) + (circle_b_ ? q.b->m_radius : 0);
    answer.distance = static_cast<double>(found.distance - radii);
    answer.hit = answer.distance <= 0 ? 1 : 0;
    const b2Vec2 d = found.pointB - found.pointA;
    const double size = std::sqrt(double(d.x) * d.x + double(d.y) * d.y);
    if (size > 0) set_normal(answer, d.x / size, d.y / size, 0);
  }

 private:
  std::vector<b2SimplexCache> caches_;
};

class Manifold : public Pairs {
 public:
  static bool takes(const Task& task) {
    return task.flat() && (task.asks(MASU_NARROW_PENETRATION) || task.asks(MASU_NARROW_MANIFOLD));
  }
  using Pairs::Pairs;

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[i];
    b2Manifold m;
    float radius_a = q.a->m_radius, radius_b = q.b->m_radius, skin = 0;
    const bool mixed = circle_a_ && !circle_b_;
    if (circle_a_ && circle_b_) {
      b2CollideCircles(&m, static_cast<const b2CircleShape*>(q.a), q.pose_a,
                       static_cast<const b2CircleShape*>(q.b), q.pose_b);
    } else if (mixed) {
      b2CollidePolygonAndCircle(&m, static_cast<const b2PolygonShape*>(q.b), q.pose_b,
                                static_cast<const b2CircleShape*>(q.a), q.pose_a);
      skin = b2_polygonRadius;
    } else {
      b2CollidePolygons(&m, static_cast<const b2PolygonShape*>(q.a), q.pose_a,
                        static_cast<const b2PolygonShape*>(q.b), q.pose_b);
      skin = 2 * b2_polygonRadius;
    }
    if (m.pointCount == 0) return;
    b2WorldManifold world;
    if (mixed) {
      world.Initialize(&m, q.pose_b, radius_b, q.pose_a, radius_a);
    } else {
      world.Initialize(&m, q.pose_a, radius_a, q.pose_b, radius_b);
    }
    float least = world.separations[0];
    if (m.pointCount > 1) least = b2Min(least, world.separations[1]);
    answer.hit = 1;
    answer.points = static_cast<std::uint32_t>(m.pointCount);
    answer.distance = static_cast<double>(least + skin);
    const double sign = mixed ? -1 : 1;
    set_normal(answer, sign * world.normal.x, sign * world.normal.y, 0);
  }
};

class Moving : public Pairs {
 public:
  static bool takes(const Task& task) {
    return task.flat() && (task.asks(MASU_NARROW_CAST) || task.asks(MASU_NARROW_IMPACT));
  }
  using Pairs::Pairs;

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[i];
    if (question_ == MASU_NARROW_CAST) {
      cast(q, answer);
    } else {
      impact(q, answer);
    }
  }

 private:
  static void cast(const PairQuery& q, Answer& answer) {
    b2ShapeCastInput input;
    input.proxyA.Set(q.a, 0);
    input.proxyB.Set(q.b, 0);
    input.transformA = q.pose_a;
    input.transformB = q.pose_b;
    input.translationB = q.motion;
    b2ShapeCastOutput found;
    answer.hit = b2ShapeCast(&found, &input) ? 1 : 0;
    answer.distance = static_cast<double>(found.lambda);
  }
  static void impact(const PairQuery& q, Answer& answer) {
    b2TOIInput input;
    input.proxyA.Set(q.a, 0);
    input.proxyB.Set(q.b, 0);
    input.sweepA = q.sweep_a;
    input.sweepB = q.sweep_b;
    input.tMax = 1;
    b2TOIOutput found;
    b2TimeOfImpact(&found, &input);
    if (found.state == b2TOIOutput::e_failed || found.state == b2TOIOutput::e_unknown) return;
    answer.hit = found.state == b2TOIOutput::e_separated ? 0 : 1;
    answer.distance = static_cast<double>(found.t);
  }
};

class Rays : public Pairs {
 public:
  static bool takes(const Task& task) { return task.flat() && task.asks(MASU_NARROW_RAY); }
  using Pairs::Pairs;

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[i];
    b2RayCastInput input;
    input.p1 = q.pose_b.p;
    input.p2 = q.pose_b.p + q.motion;
    input.maxFraction = 1;
    b2RayCastOutput found;
    answer.hit = q.a->RayCast(&found, input, q.pose_a, 0) ? 1 : 0;
    if (answer.hit != 0) answer.distance = static_cast<double>(found.fraction);
  }
};

template <class Method>
constexpr masu_narrow_peer entry() {
  return make_peer<Method>("box2d", "2.4.1", sizeof(float));
}

const masu_narrow_peer kPeers[] = {entry<Distance>(), entry<Manifold>(), entry<Moving>(),
                                   entry<Rays>()};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
