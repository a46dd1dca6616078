// SPDX-License-Identifier: MIT
// libccd: the caller supplies the support functions. Here they are as in libccd's own tests; that
// of a polytope tests all vertices. libccd computes no distances.
#include <ccd/ccd.h>
#include <ccd/quat.h>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

struct Body {
  const Shape* shape;
  ccd_vec3_t position;
  ccd_quat_t rotation, inverse_rotation;
};

Body body_of(const Shape& shape, const Pose& pose) {
  Body b;
  b.shape = &shape;
  ccdVec3Set(&b.position, pose.position[0], pose.position[1], pose.position[2]);
  ccdQuatSet(&b.rotation, pose.rotation[0], pose.rotation[1], pose.rotation[2], pose.rotation[3]);
  ccdQuatNormalize(&b.rotation);
  ccdQuatInvert2(&b.inverse_rotation, &b.rotation);
  return b;
}

void support_of_vertices(const Shape& s, const ccd_vec3_t& d, ccd_vec3_t* v) {
  const double* best = s.vertices;
  double most = -CCD_REAL_MAX;
  for (const double* p = s.vertices; p != s.vertices + 3 * s.vertex_count; p += 3) {
    const double x = p[0] * d.v[0] + p[1] * d.v[1] + p[2] * d.v[2];
    if (x > most) most = x, best = p;
  }
  ccdVec3Set(v, best[0], best[1], best[2]);
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* v) {
  const Body& b = *static_cast<const Body*>(object);
  const Shape& s = *b.shape;
  ccd_vec3_t d = *direction;
  ccdQuatRotVec(&d, &b.inverse_rotation);
  const double along_y = ccdSign(d.v[1]) * s.size[1];
  switch (s.kind) {
    case MASU_NARROW_SPHERE:
    case MASU_NARROW_CAPSULE: {
      const double scale = s.size[0] / std::sqrt(ccdVec3Len2(&d));
      const double y = s.kind == MASU_NARROW_CAPSULE ? along_y : 0;
      ccdVec3Set(v, d.v[0] * scale, d.v[1] * scale + y, d.v[2] * scale);
      break;
    }
    case MASU_NARROW_CYLINDER: {
      const double across = std::sqrt(d.v[0] * d.v[0] + d.v[2] * d.v[2]);
      const double scale = across > 0 ? s.size[0] / across : 0;
      ccdVec3Set(v, d.v[0] * scale, along_y, d.v[2] * scale);
      break;
    }
    case MASU_NARROW_BOX:
      ccdVec3Set(v, ccdSign(d.v[0]) * s.size[0], along_y, ccdSign(d.v[2]) * s.size[2]);
      break;
    default: support_of_vertices(s, d, v);
  }
  ccdQuatRotVec(v, &b.rotation);
  ccdVec3Add(v, &b.position);
}

void center(const void* object, ccd_vec3_t* c) {
  *c = static_cast<const Body*>(object)->position;
}

void between(const void* a, const void* b, ccd_vec3_t* d) {
  ccdVec3Sub2(d, &static_cast<const Body*>(b)->position, &static_cast<const Body*>(a)->position);
}

template <bool kMpr>
class Solver {
 public:
  static bool takes(const Task& task) {
    return task.solid() &&
           (task.asks(MASU_NARROW_PENETRATION) || task.asks(MASU_NARROW_INTERSECTS));
  }
  explicit Solver(const Task& task) : intersects_(task.asks(MASU_NARROW_INTERSECTS)) {
    for (std::size_t i = 0; i < task.size(); ++i) {
      bodies_.push_back(body_of(task.raw.shapes[task.shape_a(i)], task.query(i).a));
      bodies_.push_back(body_of(task.raw.shapes[task.shape_b(i)], task.query(i).b));
    }
    CCD_INIT(&settings_);
    settings_.first_dir = &between;
    settings_.support1 = settings_.support2 = &support;
    settings_.center1 = settings_.center2 = &center;
    // Without this limit some queries never end.
    settings_.max_iterations = 1000;
  }

  void ask(std::size_t i, Answer& answer) {
    const Body* a = &bodies_[2 * i];
    const Body* b = &bodies_[2 * i + 1];
    if (intersects_) {
      answer.hit = kMpr ? ccdMPRIntersect(a, b, &settings_) : ccdGJKIntersect(a, b, &settings_);
      return;
    }
    double depth = 0;
    ccd_vec3_t direction, position;
    const int failed = kMpr ? ccdMPRPenetration(a, b, &settings_, &depth, &direction, &position)
                            : ccdGJKPenetration(a, b, &settings_, &depth, &direction, &position);
    if (failed != 0) return;
    answer.hit = 1;
    answer.distance = -depth;
    set_normal(answer, direction.v[0], direction.v[1], direction.v[2]);
  }

 private:
  bool intersects_;
  std::vector<Body> bodies_;
  ccd_t settings_;
};

const masu_narrow_peer kPeers[] = {make_peer<Solver<false>>("libccd:gjk", "2.1", sizeof(double)),
                                   make_peer<Solver<true>>("libccd:mpr", "2.1", sizeof(double))};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
