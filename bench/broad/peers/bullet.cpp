// SPDX-License-Identifier: MIT
// Bullet: the dynamic bounding volume tree with deferred collision, and the 32-bit axis sweep.
// Built twice, with the float and the double library.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

btVector3 corner(const btScalar* p, int dim) {
  return {p[0], p[1], dim > 2 ? p[2] : btScalar(0)};
}

std::size_t index_of(const btBroadphaseProxy* proxy) {
  return reinterpret_cast<std::size_t>(proxy->m_clientObject);
}

// Collects the pairs that the tree finds instead of keeping them from frame to frame.
class Collect final : public btNullPairCache {
 public:
  btBroadphasePair* addOverlappingPair(btBroadphaseProxy* a, btBroadphaseProxy* b) override {
    const std::size_t i = index_of(a);
    const std::size_t j = index_of(b);
    if (pairs != nullptr && boxes.overlap(i, j)) add(*pairs, i, j);
    return nullptr;
  }
  Pairs* pairs = nullptr;
  Boxes<btScalar> boxes{};
};

// One proxy per box, in one of Bullet's broad phases.
template <class Broadphase>
class Proxies {
 public:
  template <class... Args>
  explicit Proxies(const Args&... args)
      : dispatcher_(&configuration_), broadphase_(std::make_unique<Broadphase>(args...)) {}
  ~Proxies() {
    for (btBroadphaseProxy* p : proxies_) broadphase_->destroyProxy(p, &dispatcher_);
  }
  Proxies(const Proxies&) = delete;
  Proxies& operator=(const Proxies&) = delete;

  void insert(Boxes<btScalar> boxes) {
    for (std::size_t i = 0; i < boxes.size; ++i) {
      proxies_.push_back(
          broadphase_->createProxy(corner(boxes.min(i), boxes.dim), corner(boxes.max(i), boxes.dim),
                                   0, reinterpret_cast<void*>(i), btBroadphaseProxy::DefaultFilter,
                                   btBroadphaseProxy::AllFilter, &dispatcher_));
    }
  }
  void update(Boxes<btScalar> boxes, Moved moved) {
    moved.for_each([&](std::size_t i) {
      broadphase_->setAabb(proxies_[i], corner(boxes.min(i), boxes.dim),
                           corner(boxes.max(i), boxes.dim), &dispatcher_);
    });
    broadphase_->calculateOverlappingPairs(&dispatcher_);
  }
  // Pairs in the cache overlap with their margins, or did recently: a superset.
  void read_cache(Boxes<btScalar> boxes, Pairs& pairs) {
    btBroadphasePairArray& cached =
        broadphase_->getOverlappingPairCache()->getOverlappingPairArray();
    for (int k = 0; k < cached.size(); ++k) {
      if (cached[k].m_pProxy0 == nullptr || cached[k].m_pProxy1 == nullptr) continue;
      const std::size_t a = index_of(cached[k].m_pProxy0);
      const std::size_t b = index_of(cached[k].m_pProxy1);
      if (boxes.overlap(a, b)) add(pairs, a, b);
    }
  }
  Broadphase& broadphase() { return *broadphase_; }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  std::unique_ptr<Broadphase> broadphase_;
  std::vector<btBroadphaseProxy*> proxies_;
};

// As in a physics world: Bullet's own hashed pair cache is kept from frame to frame. kDeferred: the
// tree is searched once for all proxies. Otherwise, which is Bullet's default, each proxy that
// leaves its fat box is searched for separately; that is faster if few objects move.
template <bool kDeferred>
class Dbvt {
 public:
  Dbvt(int, Boxes<btScalar> boxes, int) {
    proxies_.broadphase().m_deferedcollide = kDeferred;
    proxies_.insert(boxes);
    proxies_.broadphase().m_sets[0].optimizeTopDown();
  }
  void frame(Boxes<btScalar> boxes, Moved moved, Pairs& pairs) {
    proxies_.update(boxes, moved);
    proxies_.read_cache(boxes, pairs);
  }

 private:
  Proxies<btDbvtBroadphase> proxies_;
};

// The same tree, with all pairs collected again in each frame: faster if all objects move.
class DbvtCollect {
 public:
  DbvtCollect(int, Boxes<btScalar> boxes, int) : proxies_(&collect_) {
    proxies_.broadphase().m_deferedcollide = true;
    proxies_.insert(boxes);
    proxies_.broadphase().m_sets[0].optimizeTopDown();
  }
  void frame(Boxes<btScalar> boxes, Moved moved, Pairs& pairs) {
    collect_.pairs = &pairs;
    collect_.boxes = boxes;
    proxies_.update(boxes, moved);
    collect_.pairs = nullptr;
  }

 private:
  Collect collect_;
  Proxies<btDbvtBroadphase> proxies_;
};

// Coordinates are quantised to 32 bits over the domain. Boxes that touch may be rounded together,
// never apart, so its pairs are filtered too.
class AxisSweep {
 public:
  AxisSweep(int dim, Boxes<btScalar> boxes, int)
      : proxies_(-half_domain(dim, boxes), half_domain(dim, boxes),
                 static_cast<unsigned>(boxes.size + 1), nullptr, true) {
    proxies_.insert(boxes);
  }
  void frame(Boxes<btScalar> boxes, Moved moved, Pairs& pairs) {
    proxies_.update(boxes, moved);
    proxies_.read_cache(boxes, pairs);
  }

 private:
  // Returns half the size of the domain, with space for moving objects: points outside are clamped
  // to the border.
  static btVector3 half_domain(int dim, Boxes<btScalar> boxes) {
    btScalar reach = 1;
    for (std::size_t i = 0; i < boxes.size * 2 * static_cast<std::size_t>(dim); ++i) {
      reach = btMax(reach, btFabs(boxes.data[i]));
    }
    return btVector3(reach, reach, reach) * btScalar(1.5);
  }
  Proxies<bt32BitAxisSweep3> proxies_;
};

constexpr char kVersion[] = "3.24";
const masu_peer kPeers[] = {
    make_peer<Dbvt<true>, btScalar>("bullet:dbvt", kVersion, kFlat | kSolid),
    make_peer<Dbvt<false>, btScalar>("bullet:dbvt_at_once", kVersion, kFlat | kSolid),
    make_peer<DbvtCollect, btScalar>("bullet:dbvt_collect", kVersion, kFlat | kSolid,
                                     MASU_PEER_ALL_MOVE),
    make_peer<AxisSweep, btScalar>("bullet:axis_sweep", kVersion, kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
