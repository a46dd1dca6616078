// SPDX-License-Identifier: MIT
// FCL: its broad phase managers, with collision objects whose bounding boxes are set directly. The
// packaged library, in double.
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/broadphase/broadphase_spatialhash.h>
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

// The bounding box is set, not computed from shape and transform, which would round.
class Object final : public fcl::CollisionObjectd {
 public:
  Object(const std::shared_ptr<fcl::CollisionGeometryd>& shape, std::size_t index)
      : fcl::CollisionObject<double>(shape), index_(index) {}
  void set_bounds(Boxes<double> boxes) {
    aabb.min_ = {boxes.min(index_, 0), boxes.min(index_, 1), boxes.min(index_, 2)};
    aabb.max_ = {boxes.max(index_, 0), boxes.max(index_, 1), boxes.max(index_, 2)};
  }
  std::size_t index() const { return index_; }

 private:
  std::size_t index_;
};

template <class Manager>
std::unique_ptr<Manager> make_manager(Boxes<double>) {
  return std::make_unique<Manager>();
}

using Hash = fcl::SpatialHashingCollisionManager<double>;

// Cells of twice the mean size, over the scene with space for motion.
template <>
std::unique_ptr<Hash> make_manager<Hash>(Boxes<double> boxes) {
  fcl::AABBd domain;
  double extents = 0;
  for (std::size_t i = 0; i < boxes.size; ++i) {
    const fcl::Vector3d lo(boxes.min(i, 0), boxes.min(i, 1), boxes.min(i, 2));
    const fcl::Vector3d hi(boxes.max(i, 0), boxes.max(i, 1), boxes.max(i, 2));
    domain += fcl::AABBd(lo, hi);
    extents += (hi - lo).sum();
  }
  const double cell = 2 * extents / (boxes.dim * static_cast<double>(boxes.size));
  // A flat domain needs space too: an object at its lower bound has no cell.
  const fcl::Vector3d margin =
      (0.5 * (domain.max_ - domain.min_)).cwiseMax(fcl::Vector3d::Constant(0.5 * cell));
  return std::make_unique<Hash>(cell, domain.min_ - margin, domain.max_ + margin,
                                static_cast<unsigned>(10 * boxes.size));
}

// kRebuild: the objects are registered again in each frame, and the tree is built from the top
// down. If all objects have moved far, that is faster than refitting.
template <class Manager, bool kRebuild = false>
class Fcl {
 public:
  Fcl(int, Boxes<double> boxes, int) : manager_(make_manager<Manager>(boxes)) {
    const auto shape = std::make_shared<fcl::Boxd>(1, 1, 1);
    objects_.reserve(boxes.size);
    for (std::size_t i = 0; i < boxes.size; ++i) {
      objects_.emplace_back(shape, i);
      objects_.back().set_bounds(boxes);
      pointers_.push_back(&objects_.back());
    }
    manager_->registerObjects(pointers_);
    manager_->setup();
  }

  void frame(Boxes<double> boxes, Moved moved, Pairs& pairs) {
    moved.for_each([&](std::size_t i) { objects_[i].set_bounds(boxes); });
    update(moved);
    boxes_ = boxes;
    pairs_ = &pairs;
    manager_->collide(this, found);
  }

 private:
  void update(Moved moved) {
    if (kRebuild) {
      manager_->clear();
      manager_->registerObjects(pointers_);
      manager_->setup();
    } else if (moved.count == objects_.size()) {
      manager_->update();
    } else {
      changed_.clear();
      moved.for_each([&](std::size_t i) { changed_.push_back(&objects_[i]); });
      manager_->update(changed_);
    }
  }
  static bool found(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* self) {
    auto& me = *static_cast<Fcl*>(self);
    const std::size_t i = static_cast<Object*>(a)->index();
    const std::size_t j = static_cast<Object*>(b)->index();
    if (me.boxes_.overlap(i, j)) add(*me.pairs_, i, j);
    return false;
  }

  std::vector<Object> objects_;
  std::vector<fcl::CollisionObjectd*> pointers_;
  std::vector<fcl::CollisionObjectd*> changed_;
  std::unique_ptr<fcl::BroadPhaseCollisionManagerd> manager_;
  Boxes<double> boxes_{};
  Pairs* pairs_ = nullptr;
};

template <class Manager, bool kRebuild = false>
constexpr masu_peer fcl_peer(const char* name) {
  return make_peer<Fcl<Manager, kRebuild>, double>(name, FCL_VERSION, kFlat | kSolid);
}

const masu_peer kPeers[] = {
    fcl_peer<fcl::DynamicAABBTreeCollisionManagerd>("fcl:tree"),
    fcl_peer<fcl::DynamicAABBTreeCollisionManagerd, true>("fcl:tree_rebuild"),
    fcl_peer<fcl::DynamicAABBTreeCollisionManager_Arrayd>("fcl:tree_array"),
    fcl_peer<fcl::DynamicAABBTreeCollisionManager_Arrayd, true>("fcl:tree_array_rebuild"),
    fcl_peer<fcl::SaPCollisionManagerd>("fcl:sweep"),
    fcl_peer<fcl::SSaPCollisionManagerd>("fcl:simple_sweep"),
    fcl_peer<Hash>("fcl:hash")};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
