// SPDX-License-Identifier: MIT
// Embree: rtcCollide() of two scenes of boxes; the callback tests the triangles. These scenes have
// no poses: moving a mesh and building its scene is not timed, though users would pay for it.
#include <embree3/rtcore.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

using Vec = std::array<float, 3>;

Vec sub(const Vec& a, const Vec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
float dot(const Vec& a, const Vec& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Corners {
  Vec p[3];
};

// The intersection of a triangle with the plane of another triangle, as an interval along the
// common line of both planes. `side`: signed distances of the corners from that plane, not all of
// one sign.
struct Cut {
  float low, high;

  Cut(const Corners& t, const float* side, std::size_t axis) {
    // The corner that is alone on its side of the plane.
    int alone = 0;
    if (side[0] * side[1] > 0)
      alone = 2;
    else if (side[0] * side[2] > 0)
      alone = 1;
    else if (side[0] == 0 && side[1] * side[2] <= 0)
      alone = side[1] != 0 ? 1 : 2;
    const auto crossing = [&](int other) {
      const float whole = side[alone] - side[other];
      const float x = t.p[alone][axis], y = t.p[other][axis];
      return whole != 0 ? x + (y - x) * (side[alone] / whole) : x;
    };
    const float u = crossing((alone + 1) % 3), v = crossing((alone + 2) % 3);
    low = std::min(u, v), high = std::max(u, v);
  }
};

bool one_sided(const float* side) {
  return (side[0] > 0 && side[1] > 0 && side[2] > 0) || (side[0] < 0 && side[1] < 0 && side[2] < 0);
}

// T. Moller, "A fast triangle-triangle intersection test", 1997: each triangle cuts an interval out
// of the common line of both planes. Coplanar triangles do not count as touching here.
bool touch(const Corners& a, const Corners& b) {
  const Vec n = cross(sub(b.p[1], b.p[0]), sub(b.p[2], b.p[0]));
  float side_a[3], side_b[3];
  for (int i = 0; i < 3; ++i) side_a[i] = dot(n, sub(a.p[i], b.p[0]));
  if (one_sided(side_a)) return false;
  const Vec m = cross(sub(a.p[1], a.p[0]), sub(a.p[2], a.p[0]));
  for (int i = 0; i < 3; ++i) side_b[i] = dot(m, sub(b.p[i], a.p[0]));
  if (one_sided(side_b)) return false;
  const Vec line = cross(n, m);
  std::size_t axis = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (std::fabs(line[i]) > std::fabs(line[axis])) axis = i;
  }
  if (line[axis] == 0) return false;
  const Cut x(a, side_a, axis), y(b, side_b, axis);
  return x.low <= y.high && y.low <= x.high;
}

using Mesh = std::vector<Corners>;

Mesh mesh_of(const Shape& s, const Pose& pose) {
  const double *q = pose.rotation, *o = pose.position;
  const auto moved = [&](const double* p) {
    // p + 2 w (v x p) + 2 v x (v x p), of a unit quaternion (v, w).
    const double t[3] = {2 * (q[1] * p[2] - q[2] * p[1]), 2 * (q[2] * p[0] - q[0] * p[2]),
                         2 * (q[0] * p[1] - q[1] * p[0])};
    return Vec{float(o[0] + p[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1]),
               float(o[1] + p[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2]),
               float(o[2] + p[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0])};
  };
  Mesh mesh(s.face_count);
  for (std::size_t f = 0; f < s.face_count; ++f) {
    for (std::size_t k = 0; k < 3; ++k) mesh[f].p[k] = moved(s.vertices + 3 * s.corners[3 * f + k]);
  }
  return mesh;
}

void bounds(const RTCBoundsFunctionArguments* arguments) {
  const Corners& t = (*static_cast<const Mesh*>(arguments->geometryUserPtr))[arguments->primID];
  RTCBounds& box = *arguments->bounds_o;
  const auto low = [&](std::size_t a) { return std::min({t.p[0][a], t.p[1][a], t.p[2][a]}); };
  const auto high = [&](std::size_t a) { return std::max({t.p[0][a], t.p[1][a], t.p[2][a]}); };
  box.lower_x = low(0), box.lower_y = low(1), box.lower_z = low(2);
  box.upper_x = high(0), box.upper_y = high(1), box.upper_z = high(2);
}

class Collide {
 public:
  static bool takes(const Task& task) {
    return task.meshes() && (task.asks(MASU_NARROW_INTERSECTS) || task.asks(MASU_NARROW_PAIRS));
  }
  explicit Collide(const Task& task)
      : device_(rtcNewDevice("threads=1")), all_(task.asks(MASU_NARROW_PAIRS)) {
    if (device_ == nullptr) throw std::runtime_error("no device");
    meshes_.reserve(2 * task.size());
    for (std::size_t i = 0; i < task.size(); ++i) {
      add(mesh_of(task.raw.shapes[task.shape_a(i)], task.query(i).a));
      add(mesh_of(task.raw.shapes[task.shape_b(i)], task.query(i).b));
    }
  }
  ~Collide() {
    for (RTCScene s : scenes_) rtcReleaseScene(s);
    rtcReleaseDevice(device_);
  }

  void ask(std::size_t i, Answer& answer) {
    pairs_.clear();
    a_ = &meshes_[2 * i], b_ = &meshes_[2 * i + 1];
    rtcCollide(scenes_[2 * i], scenes_[2 * i + 1], &found, this);
    answer.hit = pairs_.empty() ? 0 : 1;
    if (all_) answer.points = static_cast<std::uint32_t>(pairs_.size());
  }

 private:
  void add(Mesh mesh) {
    meshes_.push_back(std::move(mesh));
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(meshes_.back().size()));
    rtcSetGeometryUserData(geometry, &meshes_.back());
    rtcSetGeometryBoundsFunction(geometry, &bounds, nullptr);
    rtcCommitGeometry(geometry);
    RTCScene scene = rtcNewScene(device_);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    scenes_.push_back(scene);
  }

  // rtcCollide() cannot be stopped early.
  static void found(void* user, RTCCollision* some, unsigned count) {
    auto& self = *static_cast<Collide*>(user);
    if (!self.all_ && !self.pairs_.empty()) return;
    for (unsigned i = 0; i < count; ++i) {
      if (!touch((*self.a_)[some[i].primID0], (*self.b_)[some[i].primID1])) continue;
      self.pairs_.push_back({some[i].primID0, some[i].primID1});
      if (!self.all_) return;
    }
  }

  RTCDevice device_;
  bool all_;
  std::vector<Mesh> meshes_;
  std::vector<RTCScene> scenes_;
  std::vector<std::array<unsigned, 2>> pairs_;
  const Mesh* a_ = nullptr;
  const Mesh* b_ = nullptr;
};

// Triangles whose vertices move: buffer, geometry and scene are updated as Embree's manual
// describes.
class Refit {
 public:
  static bool takes(const Task& task) { return task.meshes() && task.asks(MASU_NARROW_REFIT); }
  explicit Refit(const Task& task) : task_(task), device_(rtcNewDevice("threads=1")) {
    if (device_ == nullptr) throw std::runtime_error("no device");
    for (std::size_t i = 0; i < task.raw.shape_count; ++i) add(task.raw.shapes[i]);
    for (std::size_t i = 0; i < task.size(); ++i) {
      moved_.push_back(vertices_of(task.raw.shapes[task.shape_a(i)], task.query(i).motion));
    }
  }
  ~Refit() {
    for (const Body& b : bodies_) rtcReleaseGeometry(b.geometry), rtcReleaseScene(b.scene);
    rtcReleaseDevice(device_);
  }

  void ask(std::size_t i, Answer& answer) {
    const Body& body = bodies_[task_.shape_a(i)];
    std::copy(moved_[i].begin(), moved_[i].end(), body.vertices);
    rtcUpdateGeometryBuffer(body.geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(body.geometry);
    rtcCommitScene(body.scene);
    RTCBounds box;
    rtcGetSceneBounds(body.scene, &box);
    answer.hit = 0;
    answer.distance = double(box.upper_x);
  }

 private:
  struct Body {
    RTCGeometry geometry;
    RTCScene scene;
    Vec* vertices;
  };

  static std::vector<Vec> vertices_of(const Shape& s, const double (&moved)[3]) {
    std::vector<Vec> vertices(s.vertex_count);
    for (std::size_t v = 0; v < s.vertex_count; ++v) {
      for (std::size_t k = 0; k < 3; ++k) {
        vertices[v][k] = static_cast<float>(s.vertices[3 * v + k] + moved[k]);
      }
    }
    return vertices;
  }
  void add(const Shape& s) {
    Body body{rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE), rtcNewScene(device_), nullptr};
    body.vertices = static_cast<Vec*>(rtcSetNewGeometryBuffer(
        body.geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec), s.vertex_count));
    const std::vector<Vec> vertices = vertices_of(s, {0, 0, 0});
    std::copy(vertices.begin(), vertices.end(), body.vertices);
    auto* const corners = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(body.geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), s.face_count));
    std::copy(s.corners, s.corners + 3 * s.face_count, corners);
    rtcSetGeometryBuildQuality(body.geometry, RTC_BUILD_QUALITY_REFIT);
    rtcCommitGeometry(body.geometry);
    rtcSetSceneFlags(body.scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(body.scene, RTC_BUILD_QUALITY_LOW);
    rtcAttachGeometry(body.scene, body.geometry);
    rtcCommitScene(body.scene);
    bodies_.push_back(body);
  }

  Task task_;
  RTCDevice device_;
  std::vector<Body> bodies_;
  std::vector<std::vector<Vec>> moved_;
};

const masu_narrow_peer kPeers[] = {make_peer<Collide>("embree", "3.13.5", sizeof(float)),
                                   make_peer<Refit>("embree", "3.13.5", sizeof(float))};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
