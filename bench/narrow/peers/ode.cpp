// SPDX-License-Identifier: MIT
// ODE, in double: dCollide() on geoms at the poses of the queries. It computes no distances.
// Cylinders and capsules lie along z.
#include <ode/ode.h>

#include <memory>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

constexpr int kMostContacts = 16;

// The data of a convex geom, which ODE refers to.
struct Hull {
  std::vector<dReal> planes;
  std::vector<dReal> points;
  std::vector<unsigned> polygons;
};

Hull hull_of(const Shape& s) {
  Hull h;
  h.points.assign(s.vertices, s.vertices + 3 * s.vertex_count);
  const std::uint32_t* corner = s.corners;
  for (std::size_t f = 0; f < s.face_count; ++f) {
    const double* p = s.vertices + 3 * corner[0];
    const double* q = s.vertices + 3 * corner[1];
    const double* r = s.vertices + 3 * corner[2];
    const double u[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
    const double v[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (double& x : n) x /= size;
    h.planes.insert(h.planes.end(), {n[0], n[1], n[2], n[0] * p[0] + n[1] * p[1] + n[2] * p[2]});
    h.polygons.push_back(s.face_sizes[f]);
    for (std::uint32_t k = 0; k < s.face_sizes[f]; ++k) h.polygons.push_back(*corner++);
  }
  return h;
}

dGeomID geom_of(const Shape& s, const Hull& h) {
  switch (s.kind) {
    case MASU_NARROW_SPHERE: return dCreateSphere(nullptr, s.size[0]);
    case MASU_NARROW_CAPSULE: return dCreateCapsule(nullptr, s.size[0], 2 * s.size[1]);
    case MASU_NARROW_BOX: return dCreateBox(nullptr, 2 * s.size[0], 2 * s.size[1], 2 * s.size[2]);
    case MASU_NARROW_CYLINDER: return dCreateCylinder(nullptr, s.size[0], 2 * s.size[1]);
    default:
      return dCreateConvex(nullptr, h.planes.data(), static_cast<unsigned>(h.planes.size() / 4),
                           h.points.data(), static_cast<unsigned>(h.points.size() / 3),
                           h.polygons.data());
  }
}

void set_pose(dGeomID geom, const Pose& pose, std::uint32_t kind) {
  const Pose p = has_axis(kind) ? with_axis_z(pose) : pose;
  const dQuaternion rotation = {p.rotation[3], p.rotation[0], p.rotation[1], p.rotation[2]};
  dGeomSetQuaternion(geom, rotation);
  dGeomSetPosition(geom, p.position[0], p.position[1], p.position[2]);
}

class Collide {
 public:
  static bool takes(const Task& task) {
    return task.solid() &&
           (task.asks(MASU_NARROW_PENETRATION) || task.asks(MASU_NARROW_INTERSECTS) ||
            task.asks(MASU_NARROW_MANIFOLD) || task.asks(MASU_NARROW_RAY));
  }
  explicit Collide(const Task& task) : question_(task.raw.question) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    for (std::size_t i = 0; i < task.raw.shape_count; ++i) {
      const Shape& s = task.raw.shapes[i];
      hulls_.push_back(s.kind == MASU_NARROW_POLYTOPE && s.face_count > 0 ? hull_of(s) : Hull{});
    }
    for (std::size_t i = 0; i < task.size(); ++i) add_query(task, i);
  }
  ~Collide() {
    for (dGeomID g : geoms_) dGeomDestroy(g);
    dCloseODE();
  }

  void ask(std::size_t i, Answer& answer) {
    dContactGeom contacts[kMostContacts];
    const int most = question_ == MASU_NARROW_MANIFOLD     ? kMostContacts
                     : question_ == MASU_NARROW_INTERSECTS ? 1
                                                           : kAll;
    const int count =
        dCollide(geoms_[2 * i], geoms_[2 * i + 1], most, contacts, sizeof(dContactGeom));
    answer.points = static_cast<std::uint32_t>(count);
    if (question_ == MASU_NARROW_INTERSECTS || question_ == MASU_NARROW_RAY) {
      answer.hit = count > 0 ? 1 : 0;
      if (question_ == MASU_NARROW_RAY && count > 0)
        answer.distance = contacts[0].depth / lengths_[i];
      return;
    }
    if (count == 0) return;
    const dContactGeom* deepest = contacts;
    for (int k = 1; k < count; ++k) {
      if (contacts[k].depth > deepest->depth) deepest = contacts + k;
    }
    answer.hit = 1;
    answer.distance = -deepest->depth;
    // Its normals point into the first geom.
    set_normal(answer, -deepest->normal[0], -deepest->normal[1], -deepest->normal[2]);
  }

 private:
  // The deepest is among the first few.
  static constexpr int kAll = 8;

  void add_query(const Task& task, std::size_t i) {
    const Query& q = task.query(i);
    const std::uint32_t a = task.shape_a(i), b = task.shape_b(i);
    const dGeomID first = geom_of(task.raw.shapes[a], hulls_[a]);
    set_pose(first, q.a, task.kind_a());
    geoms_.push_back(first);
    if (question_ == MASU_NARROW_RAY) {
      const double* m = q.motion;
      lengths_.push_back(std::sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]));
      const dGeomID ray = dCreateRay(nullptr, lengths_.back());
      dGeomRaySet(ray, q.b.position[0], q.b.position[1], q.b.position[2], m[0], m[1], m[2]);
      geoms_.push_back(ray);
      return;
    }
    const dGeomID second = geom_of(task.raw.shapes[b], hulls_[b]);
    set_pose(second, q.b, task.kind_b());
    geoms_.push_back(second);
  }

  std::uint32_t question_;
  std::vector<Hull> hulls_;
  std::vector<dGeomID> geoms_;
  std::vector<double> lengths_;
};

const masu_narrow_peer kPeers[] = {make_peer<Collide>("ode", "0.16.2", sizeof(dReal))};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
