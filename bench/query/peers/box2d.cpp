// SPDX-License-Identifier: MIT
// Box2D 2.4: its dynamic tree. It holds fat AABBs; results are tested against the boxes.
#include <box2d/box2d.h>

#include <memory>

#include "../peer_kit.hpp"

namespace masu_bench::query {
namespace {

class Tree {
 public:
  static constexpr std::uint32_t kKinds = kBoxes;
  static constexpr std::uint32_t kTasks = kBox | kRayAll | kRayFirst | kMove;
  explicit Tree(int) {}

  bool build(const Objects<float>& objects) {
    tree_ = std::make_unique<b2DynamicTree>();
    boxes_.clear();
    proxies_.clear();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      boxes_.push_back(box_of(objects.min(i), objects.max(i)));
      proxies_.push_back(tree_->CreateProxy(boxes_[i], reinterpret_cast<void*>(i)));
    }
    return true;
  }

  void ask(const Questions<float>& questions, Answers& answers) {
    answers_ = &answers;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions.task() == MASU_QUERY_BOX) {
        target_ = box_of(questions[i], questions[i] + 2);
        tree_->Query(this, target_);
      } else {
        cast(questions[i], questions.task() == MASU_QUERY_RAY_FIRST);
      }
      answers.end();
    }
  }

  void move(const Moves<float>& moves, Answers& answers) {
    for (std::size_t k = 0; k < moves.size; ++k) {
      const std::uint32_t i = moves.indices[k];
      const b2AABB box = box_of(moves.min(k), moves.max(k));
      tree_->MoveProxy(proxies_[i], box, box.GetCenter() - boxes_[i].GetCenter());
      boxes_[i] = box;
    }
    answers_ = &answers;
    for (std::size_t k = 0; k < moves.size; ++k) {
      target_ = boxes_[moves.indices[k]];
      tree_->Query(this, target_);
      answers.end();
    }
  }

  bool QueryCallback(int32 proxy) {
    const std::size_t i = index_of(proxy);
    if (b2TestOverlap(target_, boxes_[i])) answers_->add(static_cast<std::uint32_t>(i));
    return true;
  }
  // Returns how much of the ray remains.
  float RayCastCallback(const b2RayCastInput& input, int32 proxy) {
    const std::size_t i = index_of(proxy);
    const float t = enter<float>(ray_, &boxes_[i].lowerBound.x, &boxes_[i].upperBound.x, 2);
    if (t < 0) return input.maxFraction;
    if (!only_first_) {
      answers_->add(static_cast<std::uint32_t>(i));
      return input.maxFraction;
    }
    if (t < first_t_) first_ = static_cast<std::uint32_t>(i), first_t_ = t;
    return first_t_ / ray_[4];
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t(0);

  static b2AABB box_of(const float* min, const float* max) {
    b2AABB box;
    box.lowerBound.Set(min[0], min[1]);
    box.upperBound.Set(max[0], max[1]);
    return box;
  }
  std::size_t index_of(int32 proxy) const {
    return reinterpret_cast<std::size_t>(tree_->GetUserData(proxy));
  }

  void cast(const float* ray, bool only_first) {
    ray_ = ray;
    only_first_ = only_first;
    first_ = kNone;
    first_t_ = b2_maxFloat;
    const b2Vec2 from(ray[0], ray[1]);
    tree_->RayCast(this, {from, from + ray[4] * b2Vec2(ray[2], ray[3]), 1});
    if (first_ != kNone) answers_->add(first_, first_t_);
  }

  std::unique_ptr<b2DynamicTree> tree_;
  std::vector<b2AABB> boxes_;
  std::vector<int32> proxies_;
  b2AABB target_;
  Answers* answers_ = nullptr;
  const float* ray_ = nullptr;
  bool only_first_ = false;
  std::uint32_t first_ = kNone;
  float first_t_ = 0;
};

const masu_query_peer kPeers[] = {make_peer<Tree, float>("box2d:tree", "2.4.1", kFlat)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
