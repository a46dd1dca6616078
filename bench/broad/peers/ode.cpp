// SPDX-License-Identifier: MIT
// ODE: its multi-resolution hash, sweep-and-prune and quadtree spaces. Geoms are of a user class,
// whose bounding box is the scene's box.
#include <ode/ode.h>

#include <algorithm>
#include <cmath>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

using Real = dReal;

struct SceneBounds {
  Real lo[3];
  Real hi[3];
  Real smallest;
  Real largest;
};

SceneBounds bounds_of(Boxes<Real> boxes) {
  SceneBounds w{{0, 0, 0}, {0, 0, 0}, dInfinity, 0};
  for (std::size_t i = 0; i < boxes.size; ++i) {
    Real extent = 0;
    for (int a = 0; a < 3; ++a) {
      w.lo[a] = std::min(w.lo[a], boxes.min(i, a));
      w.hi[a] = std::max(w.hi[a], boxes.max(i, a));
      extent = std::max(extent, boxes.max(i, a) - boxes.min(i, a));
    }
    w.smallest = std::min(w.smallest, extent);
    w.largest = std::max(w.largest, extent);
  }
  return w;
}

// Cells of 2^level: from the smallest to the largest object.
dSpaceID new_hash(Boxes<Real> boxes) {
  const SceneBounds w = bounds_of(boxes);
  const dSpaceID space = dHashSpaceCreate(nullptr);
  const int low = static_cast<int>(std::floor(std::log2(std::max(w.smallest, Real(1e-6)))));
  const int high = static_cast<int>(std::ceil(std::log2(std::max(w.largest, Real(1e-6)))));
  dHashSpaceSetLevels(space, low, std::max(high, low));
  return space;
}

dSpaceID new_sweep(Boxes<Real>) {
  return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
}

// In 3D the quadtree divides x and z, since y is up in ODE's manual.
dSpaceID new_quadtree(Boxes<Real> boxes) {
  const SceneBounds w = bounds_of(boxes);
  dVector3 center{};
  dVector3 extents{};
  for (int a = 0; a < 3; ++a) {
    center[a] = (w.lo[a] + w.hi[a]) / 2;
    extents[a] = (w.hi[a] - w.lo[a]) * Real(0.75) + 1;
  }
  const double cells = static_cast<double>(boxes.size) / 4;
  const int depth = std::clamp(static_cast<int>(std::log2(std::max(cells, 4.0)) / 2), 1, 9);
  return dQuadTreeSpaceCreate(nullptr, center, extents, depth);
}

template <dSpaceID (*kNew)(Boxes<Real>)>
class Ode {
 public:
  Ode(int, Boxes<Real> boxes, int) : boxes_(boxes) {
    static const bool started = dInitODE2(0) != 0;
    (void)started;
    space_ = kNew(boxes);
    for (std::size_t i = 0; i < boxes.size; ++i) {
      const dGeomID geom = dCreateGeom(geom_class());
      *static_cast<Link*>(dGeomGetClassData(geom)) = {this, i};
      geoms_.push_back(geom);
      move(i);
      dSpaceAdd(space_, geom);
    }
  }
  ~Ode() { dSpaceDestroy(space_); }
  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;

  void frame(Boxes<Real> boxes, Moved moved, Pairs& pairs) {
    boxes_ = boxes;
    pairs_ = &pairs;
    moved.for_each([&](std::size_t i) { move(i); });
    dSpaceCollide(space_, this, found);
  }

 private:
  struct Link {
    Ode* owner;
    std::size_t index;
  };

  static int geom_class() {
    static const int number = [] {
      dGeomClass c{};
      c.bytes = sizeof(Link);
      c.collider = [](int) -> dColliderFn* { return nullptr; };
      c.aabb = bounds;
      return dCreateGeomClass(&c);
    }();
    return number;
  }
  static void bounds(dGeomID geom, Real out[6]) {
    const Link link = *static_cast<Link*>(dGeomGetClassData(geom));
    for (int a = 0; a < 3; ++a) {
      out[2 * a] = link.owner->boxes_.min(link.index, a);
      out[2 * a + 1] = link.owner->boxes_.max(link.index, a);
    }
  }
  // ODE computes the bounds of a moved geom again.
  void move(std::size_t i) {
    Real c[3];
    for (int a = 0; a < 3; ++a) c[a] = (boxes_.min(i, a) + boxes_.max(i, a)) / 2;
    dGeomSetPosition(geoms_[i], c[0], c[1], c[2]);
  }
  static void found(void* self, dGeomID a, dGeomID b) {
    auto& me = *static_cast<Ode*>(self);
    const std::size_t i = static_cast<Link*>(dGeomGetClassData(a))->index;
    const std::size_t j = static_cast<Link*>(dGeomGetClassData(b))->index;
    if (me.boxes_.overlap(i, j)) add(*me.pairs_, i, j);
  }

  Boxes<Real> boxes_;
  dSpaceID space_ = nullptr;
  std::vector<dGeomID> geoms_;
  Pairs* pairs_ = nullptr;
};

const masu_peer kPeers[] = {
    make_peer<Ode<new_hash>, Real>("ode:hash", "0.16.2", kFlat | kSolid),
    make_peer<Ode<new_sweep>, Real>("ode:sweep", "0.16.2", kFlat | kSolid),
    make_peer<Ode<new_quadtree>, Real>("ode:quadtree", "0.16.2", kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
