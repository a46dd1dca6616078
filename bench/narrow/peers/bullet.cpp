// SPDX-License-Identifier: MIT
// Bullet: built twice, with the float and the double library. Margins of boxes, cylinders and hulls
// are 0, since otherwise they would change the shapes. Its normals point from b to a.
#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btMprPenetration.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

btVector3 vector_of(const double* p) {
  return {static_cast<btScalar>(p[0]), static_cast<btScalar>(p[1]), static_cast<btScalar>(p[2])};
}
btTransform transform_of(const Pose& p) {
  const double* q = p.rotation;
  const btQuaternion rotation(static_cast<btScalar>(q[0]), static_cast<btScalar>(q[1]),
                              static_cast<btScalar>(q[2]), static_cast<btScalar>(q[3]));
  return btTransform(rotation.normalized(), vector_of(p.position));
}

std::unique_ptr<btConvexShape> hull_of(const Shape& s) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (std::size_t i = 0; i < s.vertex_count; ++i) {
    hull->addPoint(vector_of(s.vertices + 3 * i), false);
  }
  hull->setMargin(0);
  hull->recalcLocalAabb();
  return hull;
}

std::unique_ptr<btConvexShape> shape_of(const Shape& s) {
  const btVector3 size = vector_of(s.size);
  std::unique_ptr<btConvexShape> made;
  switch (s.kind) {
    case MASU_NARROW_SPHERE: return std::make_unique<btSphereShape>(size[0]);
    case MASU_NARROW_CAPSULE: return std::make_unique<btCapsuleShape>(size[0], 2 * size[1]);
    case MASU_NARROW_BOX: made = std::make_unique<btBoxShape>(size); break;
    case MASU_NARROW_CYLINDER:
      made = std::make_unique<btCylinderShape>(btVector3(size[0], size[1], size[0]));
      break;
    default: return hull_of(s);
  }
  made->setMargin(0);
  return made;
}

void write_answer(Answer& answer, btScalar distance, const btVector3& from_b_to_a) {
  answer.distance = static_cast<double>(distance);
  answer.hit = distance <= 0 ? 1 : 0;
  set_normal(answer, -from_b_to_a[0], -from_b_to_a[1], -from_b_to_a[2]);
}

// The results' `normal` is in the frame of the first shape.
template <class Results>
void write_answer(Answer& answer, const Results& found) {
  const btVector3 between = found.witnesses[1] - found.witnesses[0];
  answer.distance = static_cast<double>(found.distance);
  answer.hit = found.distance <= 0 ? 1 : 0;
  set_normal_between(answer, between[0], between[1], between[2]);
}

class Pairs {
 public:
  explicit Pairs(const Task& task) : question_(task.raw.question), warm_(task.warm()) {
    for (std::size_t i = 0; i < task.raw.shape_count; ++i) {
      shapes_.push_back(shape_of(task.raw.shapes[i]));
    }
    for (std::size_t i = 0; i < task.size(); ++i) {
      const Query& q = task.query(i);
      queries_.push_back({shapes_[task.shape_a(i)].get(), shapes_[task.shape_b(i)].get(), q.pair,
                          transform_of(q.a), transform_of(q.b), transform_of(q.to_b),
                          vector_of(q.motion)});
    }
  }

 protected:
  struct PairQuery {
    const btConvexShape* a;
    const btConvexShape* b;
    std::uint32_t pair;
    btTransform pose_a, pose_b, to_b;
    btVector3 motion;
  };

  std::uint32_t question_;
  bool warm_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  btAlignedObjectArray<PairQuery> queries_;
};

bool asks_for_distances(const Task& task) {
  return task.asks(MASU_NARROW_DISTANCE) || task.asks(MASU_NARROW_PENETRATION);
}

struct Nearest final : btDiscreteCollisionDetectorInterface::Result {
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& n, const btVector3&, btScalar d) override {
    ++points;
    if (points == 1 || d < distance) distance = d, normal = n;
  }
  void write_to(Answer& answer) const {
    if (points > 0) write_answer(answer, distance, normal);
    answer.points = points;
  }
  std::uint32_t points = 0;
  btScalar distance = 0;
  btVector3 normal{0, 0, 0};
};

// The detector of Bullet's convex against convex algorithm. Warm: with the axis of the last frame.
class PairDetector : public Pairs {
 public:
  static bool takes(const Task& task) {
    return task.solid() && (asks_for_distances(task) || task.asks(MASU_NARROW_INTERSECTS));
  }
  explicit PairDetector(const Task& task) : Pairs(task) {
    axes_.resize(static_cast<int>(task.raw.pair_count), btVector3(0, 1, 0));
  }

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    btGjkPairDetector detector(q.a, q.b, &simplex_,
                               question_ == MASU_NARROW_INTERSECTS ? nullptr : &depth_);
    btVector3& axis = axes_[static_cast<int>(q.pair)];
    if (warm_) detector.setCachedSeparatingAxis(axis);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = q.pose_a;
    input.m_transformB = q.pose_b;
    Nearest found;
    detector.getClosestPointsNonVirtual(input, found, nullptr);
    if (warm_) axis = detector.getCachedSeparatingAxis();
    if (question_ == MASU_NARROW_INTERSECTS) {
      // Without a depth solver it returns nothing for shapes that overlap.
      answer.hit = found.points == 0 || found.distance <= 0 ? 1 : 0;
    } else {
      found.write_to(answer);
    }
  }

 private:
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
  btAlignedObjectArray<btVector3> axes_;
};

// Nathanael Presson's solver. Warm: with the normal of the last frame.
class Epa2 : public Pairs {
 public:
  static bool takes(const Task& task) { return task.solid() && asks_for_distances(task); }
  explicit Epa2(const Task& task) : Pairs(task) {
    guesses_.resize(static_cast<int>(task.raw.pair_count), btVector3(0, 0, 0));
  }

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    btVector3& guess = guesses_[static_cast<int>(q.pair)];
    const btVector3 between = q.pose_a.getOrigin() - q.pose_b.getOrigin();
    const btVector3& first = warm_ && !guess.isZero() ? guess : between;
    btGjkEpaSolver2::sResults found;
    const bool ok = question_ == MASU_NARROW_DISTANCE
                        ? btGjkEpaSolver2::Distance(q.a, q.pose_a, q.b, q.pose_b, first, found)
                        : btGjkEpaSolver2::Penetration(q.a, q.pose_a, q.b, q.pose_b, first, found);
    if (!ok) return;
    guess = found.normal;
    write_answer(answer, found);
  }

 private:
  btAlignedObjectArray<btVector3> guesses_;
};

// As above, as a template, with support functions that are not virtual; and MPR, whose depth is not
// the least.
struct Convex {
  const btConvexHullShape* hull;
  const btTransform* pose;

  btVector3 getLocalSupportWithMargin(const btVector3& d) const {
    btScalar most;
    const int i = static_cast<int>(d.maxDot(hull->getUnscaledPoints(), hull->getNumPoints(), most));
    return hull->getUnscaledPoints()[i];
  }
  btVector3 getLocalSupportWithoutMargin(const btVector3& d) const {
    return getLocalSupportWithMargin(d);
  }
  const btTransform& getWorldTransform() const { return *pose; }
  btVector3 getObjectCenterInWorld() const { return pose->getOrigin(); }
};

template <bool kMpr>
class Templates : public Pairs {
 public:
  static bool takes(const Task& task) {
    return task.solid() && task.kinds(MASU_NARROW_POLYTOPE, MASU_NARROW_POLYTOPE) &&
           (task.asks(MASU_NARROW_PENETRATION) || (!kMpr && task.asks(MASU_NARROW_DISTANCE)));
  }
  explicit Templates(const Task& task) : Pairs(task) {
    guesses_.resize(static_cast<int>(task.raw.pair_count), btVector3(0, 0, 0));
  }

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    const Convex a{static_cast<const btConvexHullShape*>(q.a), &q.pose_a};
    const Convex b{static_cast<const btConvexHullShape*>(q.b), &q.pose_b};
    if constexpr (kMpr) {
      btMprCollisionDescription description;
      btMprDistanceInfo found;
      if (btComputeMprPenetration(a, b, description, &found) == 0) {
        write_answer(answer, found.m_distance, found.m_normalBtoA);
      }
    } else {
      btVector3& guess = guesses_[static_cast<int>(q.pair)];
      const btVector3 between = q.pose_a.getOrigin() - q.pose_b.getOrigin();
      const btVector3& first = warm_ && !guess.isZero() ? guess : between;
      btGjkEpaSolver3::sResults found;
      const bool ok = question_ == MASU_NARROW_DISTANCE
                          ? btGjkEpaSolver3_Distance(a, b, first, found)
                          : btGjkEpaSolver3_Penetration(a, b, first, found);
      if (!ok) return;
      guess = found.normal;
      write_answer(answer, found);
    }
  }

 private:
  btAlignedObjectArray<btVector3> guesses_;
};

// Box against box, by Bullet's copy of ODE's separating axis test and clipping.
class Boxes : public Pairs {
 public:
  static bool takes(const Task& task) {
    return task.solid() && task.kinds(MASU_NARROW_BOX, MASU_NARROW_BOX) &&
           (task.asks(MASU_NARROW_PENETRATION) || task.asks(MASU_NARROW_MANIFOLD) ||
            task.asks(MASU_NARROW_INTERSECTS));
  }
  using Pairs::Pairs;

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    btBoxBoxDetector detector(static_cast<const btBoxShape*>(q.a),
                              static_cast<const btBoxShape*>(q.b));
    btBoxBoxDetector::ClosestPointInput input;
    input.m_transformA = q.pose_a;
    input.m_transformB = q.pose_b;
    Nearest found;
    detector.getClosestPoints(input, found, nullptr);
    found.write_to(answer);
    if (question_ == MASU_NARROW_INTERSECTS) answer.hit = found.points > 0 ? 1 : 0;
  }
};

// What Bullet's world calls for two objects: closed forms for spheres, capsules and boxes.
class Dispatched : public Pairs {
 public:
  static bool takes(const Task& task) {
    return task.solid() && task.kind_b() != MASU_NARROW_POLYTOPE &&
           (asks_for_distances(task) || task.asks(MASU_NARROW_MANIFOLD));
  }
  explicit Dispatched(const Task& task) : Pairs(task), dispatcher_(&configuration_) {
    for (btCollisionObject* o : {&a_, &b_}) o->setCollisionFlags(0);
    const PairQuery& first = queries_[0];
    a_.setCollisionShape(const_cast<btConvexShape*>(first.a));
    b_.setCollisionShape(const_cast<btConvexShape*>(first.b));
    const btCollisionObjectWrapper a(nullptr, first.a, &a_, first.pose_a, -1, -1);
    const btCollisionObjectWrapper b(nullptr, first.b, &b_, first.pose_b, -1, -1);
    algorithm_ = dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CLOSEST_POINT_ALGORITHMS);
  }
  ~Dispatched() {
    algorithm_->~btCollisionAlgorithm();
    dispatcher_.freeCollisionAlgorithm(algorithm_);
  }

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    a_.setWorldTransform(q.pose_a);
    b_.setWorldTransform(q.pose_b);
    const btCollisionObjectWrapper a(nullptr, q.a, &a_, a_.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper b(nullptr, q.b, &b_, b_.getWorldTransform(), -1, -1);
    Contacts found(&a, &b);
    found.m_closestPointDistanceThreshold =
        question_ == MASU_NARROW_DISTANCE ? btScalar(1e6) : btScalar(0);
    algorithm_->processCollision(&a, &b, info_, &found);
    if (found.points == 0) return;
    write_answer(answer, found.distance, found.normal);
    answer.points = found.points;
  }

 private:
  // Receives points without the persistent list of Bullet's world.
  struct Contacts final : btManifoldResult {
    Contacts(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b)
        : btManifoldResult(a, b) {}
    void addContactPoint(const btVector3& n, const btVector3&, btScalar d) override {
      ++points;
      if (points == 1 || d < distance) distance = d, normal = n;
    }
    std::uint32_t points = 0;
    btScalar distance = 0;
    btVector3 normal{0, 0, 0};
  };

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo info_;
  btCollisionObject a_, b_;
  btCollisionAlgorithm* algorithm_;
};

enum class Cast { subsimplex, gjk, continuous };

// Rays are casts of a point, as in Bullet's world.
template <Cast kCast>
class Casts : public Pairs {
 public:
  static bool takes(const Task& task) {
    const bool straight = task.asks(MASU_NARROW_CAST) || task.asks(MASU_NARROW_RAY);
    return task.solid() && (kCast == Cast::continuous ? task.asks(MASU_NARROW_IMPACT) : straight);
  }
  explicit Casts(const Task& task) : Pairs(task), point_(0) { point_.setMargin(0); }

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    const bool ray = question_ == MASU_NARROW_RAY;
    btTransform from = q.pose_b;
    if (ray) from.getBasis().setIdentity();
    btTransform to = question_ == MASU_NARROW_IMPACT ? q.to_b : from;
    if (question_ != MASU_NARROW_IMPACT) to.setOrigin(from.getOrigin() + q.motion);
    btConvexCast::CastResult found;
    found.m_fraction = 1;
    const btConvexShape* moving = ray ? &point_ : q.b;
    answer.hit = cast(moving, q.a, from, to, q.pose_a, found) ? 1 : 0;
    answer.distance = static_cast<double>(found.m_fraction);
  }

 private:
  bool cast(const btConvexShape* moving, const btConvexShape* target, const btTransform& from,
            const btTransform& to, const btTransform& pose, btConvexCast::CastResult& found) {
    if constexpr (kCast == Cast::subsimplex) {
      btSubsimplexConvexCast caster(moving, target, &simplex_);
      return caster.calcTimeOfImpact(from, to, pose, pose, found);
    } else if constexpr (kCast == Cast::gjk) {
      btGjkConvexCast caster(moving, target, &simplex_);
      return caster.calcTimeOfImpact(from, to, pose, pose, found);
    } else {
      btContinuousConvexCollision caster(moving, target, &simplex_, &depth_);
      return caster.calcTimeOfImpact(from, to, pose, pose, found);
    }
  }

  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
  btSphereShape point_;
};

class Support : public Pairs {
 public:
  static bool takes(const Task& task) { return task.solid() && task.asks(MASU_NARROW_SUPPORT); }
  using Pairs::Pairs;

  void ask(std::size_t i, Answer& answer) {
    const PairQuery& q = queries_[static_cast<int>(i)];
    answer.hit = 0;
    answer.distance = static_cast<double>(
        q.a->localGetSupportVertexWithoutMarginNonVirtual(q.motion).dot(q.motion));
  }
};

template <class Method>
constexpr masu_narrow_peer entry(const char* name) {
  return make_peer<Method>(name, "3.24", sizeof(btScalar));
}

const masu_narrow_peer kPeers[] = {entry<PairDetector>("bullet:gjk"),
                                   entry<Epa2>("bullet:epa2"),
                                   entry<Templates<false>>("bullet:epa3"),
                                   entry<Templates<true>>("bullet:mpr"),
                                   entry<Boxes>("bullet:boxes"),
                                   entry<Dispatched>("bullet:dispatch"),
                                   entry<Casts<Cast::subsimplex>>("bullet:subsimplex"),
                                   entry<Casts<Cast::gjk>>("bullet:gjk_cast"),
                                   entry<Casts<Cast::continuous>>("bullet:continuous"),
                                   entry<Support>("bullet:support")};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
