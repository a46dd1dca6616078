// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <span>

#include <masu/core/version.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/batch.hpp>
#include <masu/narrow_phase/epa.hpp>
#include <masu/narrow_phase/gjk.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/support.hpp>
#include <masu/textbook/lin_canny.hpp>
#include <masu/textbook/v_clip.hpp>

#include "narrow_phase/core_difference.hpp"
#include "our_shapes.hpp"
#include "peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

template <class S>
constexpr masu_narrow_kind kKindOf = MASU_NARROW_POLYTOPE;
template <int D, class T>
constexpr masu_narrow_kind kKindOf<masu::Sphere<D, T>> = MASU_NARROW_SPHERE;
template <int D, class T>
constexpr masu_narrow_kind kKindOf<masu::Capsule<D, T>> = MASU_NARROW_CAPSULE;
template <int D, class T>
constexpr masu_narrow_kind kKindOf<masu::Box<D, T>> = MASU_NARROW_BOX;
template <class T>
constexpr masu_narrow_kind kKindOf<masu::Cylinder<T>> = MASU_NARROW_CYLINDER;

bool answered(masu::Status status) {
  return status == masu::Status::ok || status == masu::Status::not_converged;
}

template <int D, class T>
void write_normal(const masu::Vec<D, T>& n, Answer& answer) {
  set_normal(answer, double(n[0]), double(n[1]), D == 3 ? double(n[D - 1]) : 0);
}

template <int D, class T>
void write_answer(const masu::Separation<D, T>& s, Answer& answer) {
  if (!answered(s.status)) return;
  answer.hit = s.overlapping() ? 1 : 0;
  answer.distance = double(s.distance);
  write_normal(s.normal, answer);
}

template <int D, class T>
void write_answer(const masu::Impact<D, T>& r, Answer& answer) {
  if (!answered(r.status)) return;
  answer.hit = r.hit ? 1 : 0;
  answer.distance = double(r.t);
  write_normal(r.normal, answer);
}

// The shapes of all pairs, one list per side, and the poses of every query, converted to ours.
template <int D, class T, class A, class B>
class Pairs {
 public:
  static bool of_kinds(const Task& task) {
    return task.raw.dim == D && task.kinds(kKindOf<A>, kKindOf<B>);
  }

  explicit Pairs(const Task& task) {
    std::vector<std::uint32_t> numbers(task.raw.shape_count);
    for (std::size_t i = 0; i < task.raw.pair_count; ++i) {
      take(task, task.raw.pairs[2 * i], numbers, a_);
      take(task, task.raw.pairs[2 * i + 1], numbers, b_);
    }
    for (std::size_t i = 0; i < task.size(); ++i) {
      const Query& q = task.query(i);
      queries_.push_back({numbers[task.shape_a(i)] - 1, numbers[task.shape_b(i)] - 1, q.pair,
                          transform_of<D, T>(q.a), transform_of<D, T>(q.b),
                          transform_of<D, T>(q.to_b), vec_of<D, T>(q.motion)});
    }
  }

 protected:
  struct PairQuery {
    std::uint32_t a, b, pair;
    masu::Transform<D, T> pose_a, pose_b, to_b;
    masu::Vec<D, T> motion;
  };

  const A& a(const PairQuery& q) const { return a_[q.a]; }
  const B& b(const PairQuery& q) const { return b_[q.b]; }
  const PairQuery& query(std::size_t i) const { return queries_[i]; }

 private:
  template <class S>
  static void take(const Task& task, std::uint32_t shape, std::vector<std::uint32_t>& numbers,
                   std::vector<S>& list) {
    if (numbers[shape] != 0) return;
    list.push_back(our_shape<D, T, S>(task.raw.shapes[shape]));
    numbers[shape] = static_cast<std::uint32_t>(list.size());
  }

  std::vector<A> a_;
  std::vector<B> b_;
  std::vector<PairQuery> queries_;
};

// The function that a user would call first.
template <int D, class T, class A, class B>
class Plain : public Pairs<D, T, A, B> {
 public:
  static bool takes(const Task& task) { return Plain::of_kinds(task); }

  explicit Plain(const Task& task)
      : Pairs<D, T, A, B>(task),
        question_(task.raw.question),
        warm_(task.warm()),
        caches_(task.warm() ? task.raw.pair_count : 0),
        hints_(task.raw.pair_count, masu::kNoVertex) {}

  void ask(std::size_t i, Answer& answer) {
    const auto& q = this->query(i);
    const A& a = this->a(q);
    const B& b = this->b(q);
    switch (question_) {
      case MASU_NARROW_DISTANCE:
        return write_answer(warm_ ? masu::distance(a, q.pose_a, b, q.pose_b, caches_[q.pair])
                                  : masu::distance(a, q.pose_a, b, q.pose_b),
                            answer);
      case MASU_NARROW_PENETRATION:
        return write_answer(warm_ ? masu::penetration(a, q.pose_a, b, q.pose_b, caches_[q.pair])
                                  : masu::penetration(a, q.pose_a, b, q.pose_b),
                            answer);
      case MASU_NARROW_INTERSECTS: return intersects(q, answer);
      case MASU_NARROW_MANIFOLD: return manifold(q, answer);
      case MASU_NARROW_CAST:
        return write_answer(masu::shape_cast(a, q.pose_a, b, q.pose_b, q.motion), answer);
      case MASU_NARROW_IMPACT:
        return write_answer(masu::time_of_impact(a, masu::Sweep<D, T>{q.pose_a, q.pose_a}, b,
                                                 masu::Sweep<D, T>{q.pose_b, q.to_b}),
                            answer);
      case MASU_NARROW_RAY: return ray(q, answer);
      default: return support(q, answer);
    }
  }

  // Iterations of the algorithms inside, from a cold start.
  Work work(std::size_t i) {
    if (question_ != MASU_NARROW_DISTANCE && question_ != MASU_NARROW_PENETRATION) return {0, 0};
    if (warm_) return {0, 0};
    const auto& q = this->query(i);
    const auto frame = masu::detail::pair_frame(q.pose_a, q.pose_b);
    const auto a = this->a(q).view();
    const auto b = this->b(q).view();
    masu::detail::CoreDifference<D, T> difference(a, b, frame);
    masu::Simplex<D> start;
    start.p[0] = difference(frame.translation);
    start.size = 1;
    const auto g = masu::gjk<D>(difference, start);
    auto rounds = static_cast<std::uint64_t>(g.rounds);
    if (g.outcome == masu::GjkOutcome::overlapping && question_ == MASU_NARROW_PENETRATION) {
      rounds += static_cast<std::uint64_t>(masu::epa<D>(difference, g.simplex).rounds);
    }
    return {rounds, 2 * (rounds + 1)};
  }

 private:
  using PairQuery = typename Pairs<D, T, A, B>::PairQuery;

  void intersects(const PairQuery& q, Answer& answer) {
    const auto found =
        warm_ ? masu::intersects(this->a(q), q.pose_a, this->b(q), q.pose_b, caches_[q.pair])
              : masu::intersects(this->a(q), q.pose_a, this->b(q), q.pose_b);
    if (answered(found.status)) answer.hit = found.overlapping ? 1 : 0;
  }
  void manifold(const PairQuery& q, Answer& answer) {
    const auto found = masu::manifold(this->a(q), q.pose_a, this->b(q), q.pose_b);
    write_answer(found.separation, answer);
    answer.points = static_cast<std::uint32_t>(found.count);
  }
  void ray(const PairQuery& q, Answer& answer) {
    const masu::Ray<D, T> ray{q.pose_b.translation, q.motion, T(1)};
    const auto found = masu::ray_cast(this->a(q), q.pose_a, ray);
    if (!answered(found.status)) return;
    answer.hit = found.hit ? 1 : 0;
    answer.distance = double(found.t);
    write_normal(found.normal, answer);
  }
  void support(const PairQuery& q, Answer& answer) {
    const auto d = masu::vec_cast<double>(q.motion);
    const std::uint32_t hint = warm_ ? hints_[q.pair] : masu::kNoVertex;
    const auto found =
        masu::support_of_core(this->a(q).view(), d, masu::SupportAccuracy::fast, hint);
    hints_[q.pair] = found.vertex;
    answer.hit = 0;
    answer.distance = dot(found.point, d);
  }

  std::uint32_t question_;
  bool warm_;
  std::vector<masu::PairCache> caches_;
  std::vector<std::uint32_t> hints_;
};

// Penetration with a warm start from the last result.
template <class T, class A, class B>
class Deep : public Pairs<3, T, A, B> {
 public:
  static bool takes(const Task& task) {
    return Deep::of_kinds(task) && task.asks(MASU_NARROW_PENETRATION) && task.warm();
  }
  explicit Deep(const Task& task) : Pairs<3, T, A, B>(task), caches_(task.raw.pair_count) {}

  void ask(std::size_t i, Answer& answer) {
    const auto& q = this->query(i);
    write_answer(masu::penetration(this->a(q), q.pose_a, this->b(q), q.pose_b, caches_[q.pair]),
                 answer);
  }

 private:
  std::vector<masu::DepthCache> caches_;
};

// All queries in one call, as a broad phase delivers them.
template <class T, class A, class B>
class Batch : public Pairs<3, T, A, B> {
 public:
  static bool takes(const Task& task) {
    const bool asks = task.asks(MASU_NARROW_DISTANCE) || task.asks(MASU_NARROW_PENETRATION);
    return Batch::of_kinds(task) && asks && !task.warm();
  }
  explicit Batch(const Task& task)
      : Pairs<3, T, A, B>(task), deep_(task.asks(MASU_NARROW_PENETRATION)), found_(task.size()) {
    for (std::uint32_t i = 0; i < task.size(); ++i) {
      const auto& q = this->query(i);
      shapes_a_.push_back(this->a(q)), shapes_b_.push_back(this->b(q));
      poses_a_.push_back(q.pose_a), poses_b_.push_back(q.pose_b);
      pairs_.push_back({i, i});
    }
  }

  void ask_all(std::size_t from, std::size_t to, Answer* answers) {
    const masu::Bodies<A> a{shapes_a_, poses_a_};
    const masu::Bodies<B> b{shapes_b_, poses_b_};
    const auto pairs = std::span<const masu::Pair>(pairs_).subspan(from, to - from);
    const auto found = std::span<masu::Separation<3, T>>(found_).subspan(from, to - from);
    const masu::Status status =
        deep_ ? masu::penetrations(a, b, pairs, found) : masu::distances(a, b, pairs, found);
    if (!answered(status)) return;
    for (std::size_t i = from; i < to; ++i) write_answer(found_[i], answers[i]);
  }

 private:
  bool deep_;
  std::vector<A> shapes_a_;
  std::vector<B> shapes_b_;
  std::vector<masu::Transform<3, T>> poses_a_, poses_b_;
  std::vector<masu::Pair> pairs_;
  std::vector<masu::Separation<3, T>> found_;
};

// Voronoi walks: V-Clip, or Lin-Canny as in the lecture.
template <int D, class T, bool kClip>
class Walk : public Pairs<D, T, Polytope<D, T>, Polytope<D, T>> {
 public:
  static bool takes(const Task& task) {
    return Walk::of_kinds(task) && task.asks(MASU_NARROW_DISTANCE);
  }

  explicit Walk(const Task& task)
      : Pairs<D, T, Polytope<D, T>, Polytope<D, T>>(task),
        warm_(task.warm()),
        caches_(task.raw.pair_count) {}

  void ask(std::size_t i, Answer& answer) { write_answer(walk(i).separation, answer); }
  Work work(std::size_t i) { return {walk(i).steps, 0}; }

 private:
  masu::FeatureDistance<D, T> walk(std::size_t i) {
    const auto& q = this->query(i);
    masu::ClosestFeatures cold;
    masu::ClosestFeatures& cache = warm_ ? caches_[q.pair] : cold;
    if constexpr (kClip) {
      return masu::v_clip(this->a(q), q.pose_a, this->b(q), q.pose_b, cache);
    } else {
      return masu::lin_canny(this->a(q), q.pose_a, this->b(q), q.pose_b, cache);
    }
  }

  bool warm_;
  std::vector<masu::ClosestFeatures> caches_;
};

template <class T>
std::vector<masu::Vec<3, T>> vertices_of(const Shape& s, const double (&moved)[3]) {
  const auto by = vec_of<3, T>(moved);
  std::vector<masu::Vec<3, T>> vertices;
  for (std::size_t v = 0; v < s.vertex_count; ++v) {
    vertices.push_back(vec_of<3, T>(s.vertices + 3 * v) + by);
  }
  return vertices;
}

template <class T>
std::vector<masu::TriangleMesh<T>> meshes_of(const Task& task) {
  std::vector<masu::TriangleMesh<T>> meshes(task.raw.shape_count);
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const Shape& s = task.raw.shapes[i];
    if (s.kind != MASU_NARROW_MESH) continue;
    const auto vertices = vertices_of<T>(s, {0, 0, 0});
    if (meshes[i].build(vertices, {s.corners, 3 * s.face_count}) != masu::Status::ok) {
      throw std::runtime_error("a mesh was not built");
    }
  }
  return meshes;
}

template <class T>
class Meshes {
 public:
  static bool takes(const Task& task) {
    return task.meshes() && (task.asks(MASU_NARROW_INTERSECTS) || task.asks(MASU_NARROW_PAIRS));
  }
  explicit Meshes(const Task& task) : task_(task), meshes_(meshes_of<T>(task)) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      poses_.push_back(transform_of<3, T>(task.query(i).a));
      poses_.push_back(transform_of<3, T>(task.query(i).b));
    }
  }

  void ask(std::size_t i, Answer& answer) {
    const auto& a = meshes_[task_.shape_a(i)];
    const auto& b = meshes_[task_.shape_b(i)];
    if (task_.asks(MASU_NARROW_INTERSECTS)) {
      const auto found = masu::intersects(a, poses_[2 * i], b, poses_[2 * i + 1]);
      if (answered(found.status)) answer.hit = found.overlapping ? 1 : 0;
      return;
    }
    const auto found = masu::touching_sub_shapes(a, poses_[2 * i], b, poses_[2 * i + 1], pairs_);
    if (!answered(found.status)) return;
    answer.points = static_cast<std::uint32_t>(pairs_.size());
    answer.hit = pairs_.size() > 0 ? 1 : 0;
  }

 private:
  Task task_;
  std::vector<masu::TriangleMesh<T>> meshes_;
  std::vector<masu::Transform<3, T>> poses_;
  masu::Buffer<masu::Pair> pairs_;
};

template <class T>
class MeshAndCapsule {
 public:
  static bool takes(const Task& task) {
    return task.kinds(MASU_NARROW_MESH, MASU_NARROW_CAPSULE) && task.asks(MASU_NARROW_DISTANCE);
  }
  explicit MeshAndCapsule(const Task& task) : task_(task), meshes_(meshes_of<T>(task)) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      const Shape& b = task.raw.shapes[task.shape_b(i)];
      capsules_.push_back(our_shape<3, T, masu::Capsule<3, T>>(b));
      poses_.push_back(transform_of<3, T>(task.query(i).a));
      poses_.push_back(transform_of<3, T>(task.query(i).b));
    }
  }

  void ask(std::size_t i, Answer& answer) {
    const auto r =
        masu::distance(meshes_[task_.shape_a(i)], poses_[2 * i], capsules_[i], poses_[2 * i + 1]);
    if (!answered(r.status)) return;
    const auto n = vec_cast<double>(r.normal);
    answer.hit = r.overlapping() ? 1 : 0;
    answer.distance = double(r.distance);
    set_normal(answer, n[0], n[1], n[2]);
  }
  // Triangles tested, and boxes and corners tested.
  Work work(std::size_t i) const {
    const auto r =
        masu::distance(meshes_[task_.shape_a(i)], poses_[2 * i], capsules_[i], poses_[2 * i + 1]);
    return {r.stats.results, r.stats.tests};
  }

 private:
  Task task_;
  std::vector<masu::TriangleMesh<T>> meshes_;
  std::vector<masu::Capsule<3, T>> capsules_;
  std::vector<masu::Transform<3, T>> poses_;
};

template <class T>
class Refit {
 public:
  static bool takes(const Task& task) { return task.meshes() && task.asks(MASU_NARROW_REFIT); }
  explicit Refit(const Task& task) : task_(task), meshes_(meshes_of<T>(task)) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      moved_.push_back(vertices_of<T>(task.raw.shapes[task.shape_a(i)], task.query(i).motion));
    }
  }

  void ask(std::size_t i, Answer& answer) {
    auto& mesh = meshes_[task_.shape_a(i)];
    if (mesh.set_vertices(moved_[i]) != masu::Status::ok) return;
    answer.hit = 0;
    answer.distance = double(mesh.bounds().max[0]);
  }

 private:
  Task task_;
  std::vector<masu::TriangleMesh<T>> meshes_;
  std::vector<std::vector<masu::Vec<3, T>>> moved_;
};

template <class Method, class T>
void add(std::vector<masu_narrow_peer>& all, const char* name) {
  all.push_back(make_peer<Method>(name, masu::version(), sizeof(T)));
}

template <class T>
void add_methods(std::vector<masu_narrow_peer>& all) {
  using Sphere = masu::Sphere<3, T>;
  using Capsule = masu::Capsule<3, T>;
  using Box = masu::Box<3, T>;
  using Cylinder = masu::Cylinder<T>;
  using Polyhedron = masu::ConvexPolyhedron<T>;
  using Circle = masu::Sphere<2, T>;
  using Polygon = masu::ConvexPolygon<T>;
  add<Plain<3, T, Sphere, Sphere>, T>(all, "masu");
  add<Plain<3, T, Sphere, Capsule>, T>(all, "masu");
  add<Plain<3, T, Sphere, Box>, T>(all, "masu");
  add<Plain<3, T, Capsule, Capsule>, T>(all, "masu");
  add<Plain<3, T, Capsule, Box>, T>(all, "masu");
  add<Plain<3, T, Box, Box>, T>(all, "masu");
  add<Plain<3, T, Cylinder, Cylinder>, T>(all, "masu");
  add<Plain<3, T, Polyhedron, Polyhedron>, T>(all, "masu");
  add<Plain<2, T, Circle, Circle>, T>(all, "masu");
  add<Plain<2, T, Circle, Polygon>, T>(all, "masu");
  add<Plain<2, T, Polygon, Polygon>, T>(all, "masu");
  add<Deep<T, Box, Box>, T>(all, "masu:depth_cache");
  add<Deep<T, Capsule, Box>, T>(all, "masu:depth_cache");
  add<Deep<T, Polyhedron, Polyhedron>, T>(all, "masu:depth_cache");
  add<Batch<T, Sphere, Sphere>, T>(all, "masu:batch");
  add<Batch<T, Sphere, Capsule>, T>(all, "masu:batch");
  add<Batch<T, Sphere, Box>, T>(all, "masu:batch");
  add<Batch<T, Capsule, Capsule>, T>(all, "masu:batch");
  add<Batch<T, Capsule, Box>, T>(all, "masu:batch");
  add<Batch<T, Box, Box>, T>(all, "masu:batch");
  add<Walk<3, T, true>, T>(all, "masu:v_clip");
  add<Walk<3, T, false>, T>(all, "masu:lin_canny");
  add<Walk<2, T, false>, T>(all, "masu:lin_canny");
  add<Meshes<T>, T>(all, "masu");
  add<MeshAndCapsule<T>, T>(all, "masu");
  add<Refit<T>, T>(all, "masu");
}

}  // namespace

std::span<const masu_narrow_peer> our_methods() {
  static const std::vector<masu_narrow_peer> all = [] {
    std::vector<masu_narrow_peer> list;
    add_methods<double>(list);
    add_methods<float>(list);
    return list;
  }();
  return all;
}

}  // namespace masu_bench::narrow
