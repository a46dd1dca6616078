// SPDX-License-Identifier: MIT
// Bullet: the dynamic bounding volume tree. Its ray casts do not stop at the first hit, so the
// first is chosen from all. Built twice, with the float and the double library.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <memory>

#include "../peer_kit.hpp"

namespace masu_bench::query {
namespace {

// btDbvtBroadphase's own margin.
constexpr btScalar kMargin = btScalar(0.05);

class Dbvt {
 public:
  static constexpr std::uint32_t kKinds = kBoxes;
  static constexpr std::uint32_t kTasks = kBox | kRayAll | kRayFirst | kMove;
  explicit Dbvt(int dim) : dim_(dim) {}

  bool build(const Objects<btScalar>& objects) {
    tree_ = std::make_unique<btDbvt>();
    boxes_.clear();
    leaves_.clear();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      boxes_.push_back(volume_of(objects.min(i), objects.max(i)));
      leaves_.push_back(tree_->insert(boxes_[i], reinterpret_cast<void*>(i)));
    }
    return true;
  }

  void ask(const Questions<btScalar>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const btScalar* q = questions[i];
      switch (questions.task()) {
        case MASU_QUERY_BOX: overlapping(volume_of(q, q + dim_), answers); break;
        case MASU_QUERY_RAY_ALL: cast(q, false, answers); break;
        default: cast(q, true, answers);
      }
      answers.end();
    }
  }

  void move(const Moves<btScalar>& moves, Answers& answers) {
    for (std::size_t k = 0; k < moves.size; ++k) {
      const std::uint32_t i = moves.indices[k];
      boxes_[i] = volume_of(moves.min(k), moves.max(k));
      btDbvtVolume volume = boxes_[i];
      tree_->update(leaves_[i], volume, kMargin);
    }
    for (std::size_t k = 0; k < moves.size; ++k) {
      overlapping(boxes_[moves.indices[k]], answers);
      answers.end();
    }
  }

 private:
  static std::uint32_t index_of(const btDbvtNode* leaf) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(leaf->data));
  }
  btVector3 vector_of(const btScalar* p, btScalar z = 0) const {
    return {p[0], p[1], dim_ > 2 ? p[2] : z};
  }
  // Its rays miss boxes of no height.
  btDbvtVolume volume_of(const btScalar* min, const btScalar* max) const {
    return btDbvtVolume::FromMM(vector_of(min, -1), vector_of(max, 1));
  }

  struct Overlapping final : btDbvt::ICollide {
    void Process(const btDbvtNode* leaf) override {
      const std::uint32_t i = index_of(leaf);
      if (Intersect(boxes[i], target)) answers->add(i);
    }
    const btDbvtVolume* boxes;
    btDbvtVolume target;
    Answers* answers;
  };
  void overlapping(const btDbvtVolume& target, Answers& answers) {
    Overlapping policy;
    policy.boxes = boxes_.data();
    policy.target = target;
    policy.answers = &answers;
    tree_->collideTVNoStackAlloc(tree_->m_root, target, stack_, policy);
  }

  struct OnRay final : btDbvt::ICollide {
    void Process(const btDbvtNode* leaf) override {
      const std::uint32_t i = index_of(leaf);
      const btScalar t = enter<btScalar>(ray, boxes[i].Mins(), boxes[i].Maxs(), dim);
      if (t < 0) return;
      if (!only_first) return answers->add(i);
      if (first_t < 0 || t < first_t) first = i, first_t = t;
    }
    const btDbvtVolume* boxes;
    const btScalar* ray;
    int dim;
    bool only_first;
    Answers* answers;
    std::uint32_t first = 0;
    btScalar first_t = -1;
  };
  void cast(const btScalar* ray, bool only_first, Answers& answers) {
    OnRay policy;
    policy.boxes = boxes_.data();
    policy.ray = ray;
    policy.dim = dim_;
    policy.only_first = only_first;
    policy.answers = &answers;
    const btVector3 from = vector_of(ray);
    const btVector3 direction = vector_of(ray + dim_);
    btVector3 inverse;
    unsigned int signs[3];
    for (int a = 0; a < 3; ++a) {
      inverse[a] = direction[a] == 0 ? btScalar(BT_LARGE_FLOAT) : 1 / direction[a];
      signs[a] = inverse[a] < 0;
    }
    const btVector3 zero(0, 0, 0);
    const btScalar length = ray[2 * dim_];
    tree_->rayTestInternal(tree_->m_root, from, from + length * direction, inverse, signs, length,
                           zero, zero, stack_, policy);
    if (policy.first_t >= 0) answers.add(policy.first, policy.first_t);
  }

  int dim_;
  std::unique_ptr<btDbvt> tree_;
  btAlignedObjectArray<const btDbvtNode*> stack_;
  std::vector<btDbvtVolume> boxes_;
  std::vector<btDbvtNode*> leaves_;
};

const masu_query_peer kPeers[] = {make_peer<Dbvt, btScalar>("bullet:dbvt", "3.24", kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
