// SPDX-License-Identifier: MIT
// FCL: its two solvers, called directly with the types of the shapes, which avoids a table of
// functions and copies of results. Warm: FCL's own solver starts from the last guess; libccd has no
// such option. Cylinders and capsules lie along z.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <fcl/narrowphase/distance.h>

#include <memory>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

using Vector = fcl::Vector3d;
using Transform = fcl::Transform3d;

template <class S>
constexpr masu_narrow_kind kKindOf = MASU_NARROW_POLYTOPE;
template <>
constexpr masu_narrow_kind kKindOf<fcl::Sphered> = MASU_NARROW_SPHERE;
template <>
constexpr masu_narrow_kind kKindOf<fcl::Capsuled> = MASU_NARROW_CAPSULE;
template <>
constexpr masu_narrow_kind kKindOf<fcl::Boxd> = MASU_NARROW_BOX;
template <>
constexpr masu_narrow_kind kKindOf<fcl::Cylinderd> = MASU_NARROW_CYLINDER;

Transform transform_of(const Pose& pose, std::uint32_t kind) {
  const Pose p = has_axis(kind) ? with_axis_z(pose) : pose;
  Transform transform = Transform::Identity();
  transform.linear() =
      Eigen::Quaterniond(p.rotation[3], p.rotation[0], p.rotation[1], p.rotation[2])
          .normalized()
          .toRotationMatrix();
  transform.translation() = Vector(p.position[0], p.position[1], p.position[2]);
  return transform;
}

std::shared_ptr<fcl::Convexd> convex_of(const Shape& s) {
  auto vertices = std::make_shared<std::vector<Vector>>();
  for (std::size_t i = 0; i < s.vertex_count; ++i) {
    vertices->emplace_back(s.vertices[3 * i], s.vertices[3 * i + 1], s.vertices[3 * i + 2]);
  }
  auto faces = std::make_shared<std::vector<int>>();
  const std::uint32_t* corner = s.corners;
  for (std::size_t f = 0; f < s.face_count; ++f) {
    faces->push_back(static_cast<int>(s.face_sizes[f]));
    for (std::uint32_t k = 0; k < s.face_sizes[f]; ++k) {
      faces->push_back(static_cast<int>(*corner++));
    }
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(s.face_count), faces);
}

template <class S>
std::shared_ptr<S> shape_of(const Shape& s) {
  if constexpr (kKindOf<S> == MASU_NARROW_SPHERE) {
    return std::make_shared<S>(s.size[0]);
  } else if constexpr (kKindOf<S> == MASU_NARROW_BOX) {
    return std::make_shared<S>(2 * s.size[0], 2 * s.size[1], 2 * s.size[2]);
  } else if constexpr (kKindOf<S> == MASU_NARROW_POLYTOPE) {
    return convex_of(s);
  } else {
    return std::make_shared<S>(s.size[0], 2 * s.size[1]);
  }
}

// The shapes of all pairs, one list per side.
template <class A, class B>
class Pairs {
 public:
  static bool of_kinds(const Task& task) {
    return task.solid() && task.kinds(kKindOf<A>, kKindOf<B>);
  }
  explicit Pairs(const Task& task) : question_(task.raw.question), warm_(task.warm()) {
    a_.resize(task.raw.shape_count);
    b_.resize(task.raw.shape_count);
    for (std::size_t i = 0; i < task.raw.pair_count; ++i) {
      const std::uint32_t a = task.raw.pairs[2 * i], b = task.raw.pairs[2 * i + 1];
      if (!a_[a]) a_[a] = shape_of<A>(task.raw.shapes[a]);
      if (!b_[b]) b_[b] = shape_of<B>(task.raw.shapes[b]);
    }
    for (std::size_t i = 0; i < task.size(); ++i) {
      const Query& q = task.query(i);
      const Vector motion(q.motion[0], q.motion[1], q.motion[2]);
      queries_.push_back({a_[task.shape_a(i)].get(), b_[task.shape_b(i)].get(), q.pair,
                          transform_of(q.a, task.kind_a()), transform_of(q.b, task.kind_b()),
                          transform_of(q.to_b, task.kind_b()), motion});
    }
  }

 protected:
  struct PairQuery {
    const A* a;
    const B* b;
    std::uint32_t pair;
    Transform pose_a, pose_b, to_b;
    Vector motion;
  };

  std::uint32_t question_;
  bool warm_;
  std::vector<std::shared_ptr<A>> a_;
  std::vector<std::shared_ptr<B>> b_;
  std::vector<PairQuery, Eigen::aligned_allocator<PairQuery>> queries_;
};

template <class A, class B, class Solver, bool kSigned>
class Solved : public Pairs<A, B> {
 public:
  static constexpr bool kOwn = std::is_same_v<Solver, fcl::detail::GJKSolver_indepd>;

  static bool takes(const Task& task) {
    if (!Solved::of_kinds(task)) return false;
    // It converts balls to polytopes, which takes milliseconds.
    if (kSigned) return task.asks(MASU_NARROW_PENETRATION) && task.kind_a() != MASU_NARROW_SPHERE;
    return task.asks(MASU_NARROW_DISTANCE) || task.asks(MASU_NARROW_INTERSECTS) ||
           task.asks(MASU_NARROW_PENETRATION) ||
           (task.asks(MASU_NARROW_MANIFOLD) && task.kinds(MASU_NARROW_BOX, MASU_NARROW_BOX));
  }
  explicit Solved(const Task& task)
      : Pairs<A, B>(task), guesses_(task.raw.pair_count, Vector(1, 0, 0)) {
    solver_.enableCachedGuess(this->warm_);
  }

  void ask(std::size_t i, Answer& answer) {
    const auto& q = this->queries_[i];
    if (kOwn && this->warm_) solver_.setCachedGuess(guesses_[q.pair]);
    try {
      switch (this->question_) {
        case MASU_NARROW_DISTANCE: distance(q, answer); break;
        case MASU_NARROW_INTERSECTS:
          answer.hit = solver_.shapeIntersect(*q.a, q.pose_a, *q.b, q.pose_b, nullptr) ? 1 : 0;
          break;
        default:
          if (kSigned) {
            distance(q, answer);
          } else {
            contacts(q, answer);
          }
      }
    } catch (const std::exception&) {
      answer.hit = -1;
    }
    if (kOwn && this->warm_) guesses_[q.pair] = solver_.getCachedGuess();
  }

 private:
  template <class PairQuery>
  void distance(const PairQuery& q, Answer& answer) {
    double d = 0;
    Vector p, r;
    if (kSigned) {
      solver_.shapeSignedDistance(*q.a, q.pose_a, *q.b, q.pose_b, &d, &p, &r);
    } else if (!solver_.shapeDistance(*q.a, q.pose_a, *q.b, q.pose_b, &d, &p, &r)) {
      return;
    }
    answer.hit = d <= 0 ? 1 : 0;
    answer.distance = d;
    const Vector v = r - p;
    set_normal_between(answer, v[0], v[1], v[2]);
  }
  template <class PairQuery>
  void contacts(const PairQuery& q, Answer& answer) {
    contacts_.clear();
    if (!solver_.shapeIntersect(*q.a, q.pose_a, *q.b, q.pose_b, &contacts_)) return;
    answer.hit = 1;
    answer.points = static_cast<std::uint32_t>(contacts_.size());
    const fcl::ContactPointd* deepest = nullptr;
    for (const fcl::ContactPointd& c : contacts_) {
      if (deepest == nullptr || c.penetration_depth > deepest->penetration_depth) deepest = &c;
    }
    if (deepest == nullptr) return;
    // Where FCL's own solver has no closed form, it returns minus the depth, and the normal in the
    // frame of a.
    const bool in_frame_of_a = kOwn && deepest->penetration_depth < 0;
    const Vector n = in_frame_of_a ? Vector(q.pose_a.linear() * deepest->normal) : deepest->normal;
    answer.distance = -std::fabs(deepest->penetration_depth);
    set_normal(answer, n[0], n[1], n[2]);
  }

  Solver solver_;
  std::vector<Vector> guesses_;
  std::vector<fcl::ContactPointd> contacts_;
};

template <class A, class B>
class Continuous : public Pairs<A, B> {
 public:
  static bool takes(const Task& task) {
    return Continuous::of_kinds(task) &&
           (task.asks(MASU_NARROW_IMPACT) || task.asks(MASU_NARROW_CAST));
  }
  explicit Continuous(const Task& task) : Pairs<A, B>(task) {
    request_.ccd_motion_type = task.asks(MASU_NARROW_IMPACT) ? fcl::CCDM_LINEAR : fcl::CCDM_TRANS;
    request_.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    request_.gjk_solver_type = fcl::GST_LIBCCD;
    for (auto& q : this->queries_) {
      if (task.asks(MASU_NARROW_IMPACT)) continue;
      q.to_b = q.pose_b;
      q.to_b.translation() += q.motion;
    }
  }

  void ask(std::size_t i, Answer& answer) {
    const auto& q = this->queries_[i];
    fcl::ContinuousCollisionResultd found;
    try {
      fcl::continuousCollide(q.a, q.pose_a, q.pose_a, q.b, q.pose_b, q.to_b, request_, found);
      answer.hit = found.is_collide ? 1 : 0;
      answer.distance = found.time_of_contact;
    } catch (const std::exception&) {
      answer.hit = -1;
    }
  }

 private:
  fcl::ContinuousCollisionRequestd request_;
};

class Support : public Pairs<fcl::Convexd, fcl::Convexd> {
 public:
  static bool takes(const Task& task) { return of_kinds(task) && task.asks(MASU_NARROW_SUPPORT); }
  using Pairs::Pairs;

  void ask(std::size_t i, Answer& answer) {
    const auto& q = queries_[i];
    answer.hit = 0;
    answer.distance = q.a->findExtremeVertex(q.motion).dot(q.motion);
  }
};

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::vector<Vector> vertices_of(const Shape& s, const double (&moved)[3]) {
  std::vector<Vector> vertices;
  for (std::size_t v = 0; v < s.vertex_count; ++v) {
    const double* p = s.vertices + 3 * v;
    vertices.emplace_back(p[0] + moved[0], p[1] + moved[1], p[2] + moved[2]);
  }
  return vertices;
}

std::vector<std::shared_ptr<Model>> models_of(const Task& task) {
  std::vector<std::shared_ptr<Model>> models;
  for (std::size_t i = 0; i < task.raw.shape_count; ++i) {
    const Shape& s = task.raw.shapes[i];
    if (s.kind != MASU_NARROW_MESH) {
      models.push_back(nullptr);
      continue;
    }
    const auto vertices = vertices_of(s, {0, 0, 0});
    std::vector<fcl::Triangle> triangles;
    for (std::size_t f = 0; f < s.face_count; ++f) {
      const std::uint32_t* c = s.corners + 3 * f;
      triangles.emplace_back(c[0], c[1], c[2]);
    }
    models.push_back(std::make_shared<Model>());
    models[i]->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    models[i]->addSubModel(vertices, triangles);
    models[i]->endModel();
  }
  return models;
}

class Meshes {
 public:
  static bool takes(const Task& task) {
    return task.meshes() && (task.asks(MASU_NARROW_INTERSECTS) || task.asks(MASU_NARROW_PAIRS));
  }
  explicit Meshes(const Task& task) : task_(task), models_(models_of(task)) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      poses_.push_back(transform_of(task.query(i).a, MASU_NARROW_MESH));
      poses_.push_back(transform_of(task.query(i).b, MASU_NARROW_MESH));
    }
    if (task.asks(MASU_NARROW_PAIRS)) request_.num_max_contacts = 100'000'000;
    request_.enable_contact = false;
  }

  void ask(std::size_t i, Answer& answer) {
    result_.clear();
    const std::size_t count =
        fcl::collide(models_[task_.shape_a(i)].get(), poses_[2 * i],
                     models_[task_.shape_b(i)].get(), poses_[2 * i + 1], request_, result_);
    answer.hit = count > 0 ? 1 : 0;
    if (task_.asks(MASU_NARROW_PAIRS)) answer.points = static_cast<std::uint32_t>(count);
  }

 private:
  Task task_;
  std::vector<std::shared_ptr<Model>> models_;
  std::vector<Transform, Eigen::aligned_allocator<Transform>> poses_;
  fcl::CollisionRequestd request_;
  fcl::CollisionResultd result_;
};

class MeshAndCapsule {
 public:
  static bool takes(const Task& task) {
    return task.kinds(MASU_NARROW_MESH, MASU_NARROW_CAPSULE) && task.asks(MASU_NARROW_DISTANCE);
  }
  explicit MeshAndCapsule(const Task& task) : task_(task), models_(models_of(task)) {
    request_.enable_nearest_points = true;
    for (std::size_t i = 0; i < task.size(); ++i) {
      capsules_.push_back(shape_of<fcl::Capsuled>(task.raw.shapes[task.shape_b(i)]));
      poses_.push_back(transform_of(task.query(i).a, MASU_NARROW_MESH));
      poses_.push_back(transform_of(task.query(i).b, MASU_NARROW_CAPSULE));
    }
  }

  void ask(std::size_t i, Answer& answer) {
    result_.clear();
    const double d = fcl::distance(models_[task_.shape_a(i)].get(), poses_[2 * i],
                                   capsules_[i].get(), poses_[2 * i + 1], request_, result_);
    answer.hit = d <= 0 ? 1 : 0;
    answer.distance = d;
    const Vector v = result_.nearest_points[1] - result_.nearest_points[0];
    set_normal_between(answer, v[0], v[1], v[2]);
  }

 private:
  Task task_;
  std::vector<std::shared_ptr<Model>> models_;
  std::vector<std::shared_ptr<fcl::Capsuled>> capsules_;
  std::vector<Transform, Eigen::aligned_allocator<Transform>> poses_;
  fcl::DistanceRequestd request_;
  fcl::DistanceResultd result_;
};

class Refit {
 public:
  static bool takes(const Task& task) { return task.meshes() && task.asks(MASU_NARROW_REFIT); }
  explicit Refit(const Task& task) : task_(task), models_(models_of(task)) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      moved_.push_back(vertices_of(task.raw.shapes[task.shape_a(i)], task.query(i).motion));
    }
  }

  void ask(std::size_t i, Answer& answer) {
    Model& model = *models_[task_.shape_a(i)];
    model.beginUpdateModel();
    model.updateSubModel(moved_[i]);
    model.endUpdateModel();
    model.computeLocalAABB();
    answer.hit = 0;
    answer.distance = model.aabb_local.max_[0];
  }

 private:
  Task task_;
  std::vector<std::shared_ptr<Model>> models_;
  std::vector<std::vector<Vector>> moved_;
};

constexpr const char* kVersion = "0.7.0";

template <class A, class B>
void add(std::vector<masu_narrow_peer>& all) {
  using Own = fcl::detail::GJKSolver_indepd;
  using Ccd = fcl::detail::GJKSolver_libccdd;
  all.push_back(make_peer<Solved<A, B, Own, false>>("fcl:indep", kVersion, sizeof(double)));
  all.push_back(make_peer<Solved<A, B, Ccd, false>>("fcl:libccd", kVersion, sizeof(double)));
  all.push_back(make_peer<Solved<A, B, Ccd, true>>("fcl:signed", kVersion, sizeof(double)));
  all.push_back(make_peer<Continuous<A, B>>("fcl:continuous", kVersion, sizeof(double)));
}

const std::vector<masu_narrow_peer>& peers() {
  static const std::vector<masu_narrow_peer> all = [] {
    std::vector<masu_narrow_peer> list;
    add<fcl::Sphered, fcl::Sphered>(list);
    add<fcl::Sphered, fcl::Capsuled>(list);
    add<fcl::Sphered, fcl::Boxd>(list);
    add<fcl::Capsuled, fcl::Capsuled>(list);
    add<fcl::Capsuled, fcl::Boxd>(list);
    add<fcl::Boxd, fcl::Boxd>(list);
    add<fcl::Cylinderd, fcl::Cylinderd>(list);
    add<fcl::Convexd, fcl::Convexd>(list);
    list.push_back(make_peer<Meshes>("fcl:bvh", kVersion, sizeof(double)));
    list.push_back(make_peer<MeshAndCapsule>("fcl:bvh", kVersion, sizeof(double)));
    list.push_back(make_peer<Refit>("fcl:bvh", kVersion, sizeof(double)));
    list.push_back(make_peer<Support>("fcl:support", kVersion, sizeof(double)));
    return list;
  }();
  return all;
}

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::peers())
