// SPDX-License-Identifier: MIT
// Chipmunk 7: its spatial hash, its bounding box tree and its one-axis sweep, each through the
// interface that cpSpace uses (reindex and query in one call).
#include <chipmunk/chipmunk.h>

#include <algorithm>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

cpBB box_of(Boxes<double> boxes, std::size_t i) {
  return {boxes.min(i)[0], boxes.min(i)[1], boxes.max(i)[0], boxes.max(i)[1]};
}

double mean_extent(Boxes<double> boxes) {
  double sum = 0;
  for (std::size_t i = 0; i < boxes.size; ++i) {
    sum += boxes.max(i)[0] - boxes.min(i)[0] + boxes.max(i)[1] - boxes.min(i)[1];
  }
  return std::max(sum / (2.0 * static_cast<double>(boxes.size)), 1e-9);
}

// Cells of twice the mean size. The table has, as the manual says, "about ten times as many"
// entries as objects.
cpSpatialIndex* new_hash(Boxes<double> boxes, cpSpatialIndexBBFunc bounds) {
  return cpSpaceHashNew(2 * mean_extent(boxes), static_cast<int>(10 * boxes.size), bounds, nullptr);
}
cpSpatialIndex* new_tree(Boxes<double>, cpSpatialIndexBBFunc bounds) {
  return cpBBTreeNew(bounds, nullptr);
}
cpSpatialIndex* new_sweep(Boxes<double>, cpSpatialIndexBBFunc bounds) {
  return cpSweep1DNew(bounds, nullptr);
}

template <cpSpatialIndex* (*kNew)(Boxes<double>, cpSpatialIndexBBFunc)>
class Index {
 public:
  Index(int, Boxes<double> boxes, int) : objects_(boxes.size), boxes_(boxes) {
    for (std::size_t i = 0; i < boxes.size; ++i) objects_[i] = box_of(boxes, i);
    index_ = kNew(boxes, bounds);
    for (cpBB& object : objects_) cpSpatialIndexInsert(index_, &object, hash_of(&object));
  }
  ~Index() { cpSpatialIndexFree(index_); }
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  void frame(Boxes<double> boxes, Moved moved, Pairs& pairs) {
    moved.for_each([&](std::size_t i) { objects_[i] = box_of(boxes, i); });
    boxes_ = boxes;
    pairs_ = &pairs;
    cpSpatialIndexReindexQuery(index_, found, this);
  }

 private:
  static cpBB bounds(void* object) { return *static_cast<cpBB*>(object); }
  cpHashValue hash_of(const cpBB* object) const {
    return static_cast<cpHashValue>(object - objects_.data());
  }
  // Called for candidates: two objects in the same cell or leaf, or whose intervals on the axis
  // overlap.
  static cpCollisionID found(void* a, void* b, cpCollisionID id, void* self) {
    auto& me = *static_cast<Index*>(self);
    const std::size_t i = me.hash_of(static_cast<cpBB*>(a));
    const std::size_t j = me.hash_of(static_cast<cpBB*>(b));
    if (cpBBIntersects(me.objects_[i], me.objects_[j])) add(*me.pairs_, i, j);
    return id;
  }

  std::vector<cpBB> objects_;
  Boxes<double> boxes_;
  cpSpatialIndex* index_ = nullptr;
  Pairs* pairs_ = nullptr;
};

const masu_peer kPeers[] = {make_peer<Index<new_hash>, double>("chipmunk:hash", "7.0.3", kFlat),
                            make_peer<Index<new_tree>, double>("chipmunk:tree", "7.0.3", kFlat),
                            make_peer<Index<new_sweep>, double>("chipmunk:sweep", "7.0.3", kFlat)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
