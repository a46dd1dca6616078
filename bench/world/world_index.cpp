// SPDX-License-Identifier: MIT
#include "world_index.hpp"

#include <masu/core/version.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/point.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>
#include <optional>
#include <vector>

#include "bench/query/peer_kit.hpp"

namespace masu_bench::world {
namespace {

using query::Answers;
using query::Objects;
using query::Questions;

template <int D>
masu::Vec<D, float> vec_of(const float* p) {
  masu::Vec<D, float> v;
  for (int a = 0; a < D; ++a) v[a] = p[a];
  return v;
}

template <int D>
class WorldIndex {
 public:
  static constexpr std::uint32_t kKinds =
      query::kBoxes | query::kPoints | (D == 3 ? query::kBalls | query::kTriangles : 0);
  static constexpr std::uint32_t kTasks = query::kKnn | query::kRayFirst | query::kRayAll;
  explicit WorldIndex(int) {}

  bool build(const Objects<float>& objects) {
    world_.emplace(masu::WorldOptions<float>{.detail = masu::ContactDetail::boxes});
    sub_shapes_ = objects.raw.kind == MASU_QUERY_TRIANGLES;
    if (sub_shapes_) {
      if (!add_mesh(objects)) return false;
    } else {
      for (std::size_t i = 0; i < objects.size(); ++i) {
        // Results have slots as indices: they must equal the input's.
        if (add(objects, i).handle.index != i) return false;
      }
    }
    return world_->update().status == masu::Status::ok;
  }

  void ask(const Questions<float>& questions, Answers& answers) {
    switch (questions.task()) {
      case MASU_QUERY_KNN: return nearest(questions, answers);
      case MASU_QUERY_RAY_FIRST: return first(questions, answers);
      default: return all(questions, answers);
    }
  }

 private:
  masu::InsertResult add(const Objects<float>& objects, std::size_t i) {
    masu::Transform<D, float> pose;
    switch (objects.raw.kind) {
      case MASU_QUERY_BOXES: {
        const auto low = vec_of<D>(objects.min(i));
        const auto high = vec_of<D>(objects.max(i));
        pose.translation = (low + high) * 0.5f;
        return world_->add(masu::Box<D, float>{(high - low) * 0.5f}, pose);
      }
      case MASU_QUERY_POINTS: {
        pose.translation = vec_of<D>(objects.min(i));
        return world_->add(masu::Point<D, float>{}, pose);
      }
      default: {
        const float* const ball = objects.data() + i * (D + 1);
        pose.translation = vec_of<D>(ball);
        return world_->add(masu::Sphere<D, float>{ball[D]}, pose);
      }
    }
  }
  bool add_mesh([[maybe_unused]] const Objects<float>& objects) {
    if constexpr (D == 3) {
      const auto* const vertices = static_cast<const masu::Vec<3, float>*>(objects.raw.data);
      const std::span<const std::uint32_t> corners(objects.raw.corners, 3 * objects.size());
      return mesh_.build({vertices, objects.raw.vertices}, corners) == masu::Status::ok &&
             world_->add(mesh_, {}).status == masu::Status::ok;
    }
    return false;
  }

  static masu::Ray<D, float> ray_of(const float* q) {
    return {vec_of<D>(q), vec_of<D>(q + D), q[2 * D]};
  }
  void first(const Questions<float>& questions, Answers& answers) {
    rays_.resize(questions.size());
    hits_.resize(questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) rays_[i] = ray_of(questions[i]);
    (void)world_->ray_cast_many(rays_, hits_);
    for (const auto& hit : hits_) {
      if (hit.hit) answers.add(sub_shapes_ ? hit.sub_shape : hit.object.index, hit.t);
      answers.end();
    }
  }
  void all(const Questions<float>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      (void)world_->for_each_on_ray(ray_of(questions[i]),
                                    [&](const auto& hit) { answers.add(hit.object.index); });
      answers.end();
    }
  }
  void nearest(const Questions<float>& questions, Answers& answers) {
    points_.resize(questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) points_[i] = vec_of<D>(questions[i]);
    (void)world_->nearest_many(points_, questions.raw.k, found_);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      for (const auto& n : found_[i]) answers.add(n.id.index, n.distance_squared);
      answers.end();
    }
  }

  std::optional<masu::World<D>> world_;
  masu::SurfaceMesh<D, float> mesh_;
  bool sub_shapes_ = false;
  std::vector<masu::Ray<D, float>> rays_;
  std::vector<masu::WorldRayHit<D, float>> hits_;
  std::vector<masu::Vec<D, float>> points_;
  masu::QueryBatch<masu::Neighbor<float>> found_;
};

}  // namespace

std::span<const masu_query_peer> world_indices() {
  static const masu_query_peer all[] = {
      query::make_peer<WorldIndex<2>, float>(kWorldIndex, masu::version(), query::kFlat),
      query::make_peer<WorldIndex<3>, float>(kWorldIndex, masu::version(), query::kSolid)};
  return all;
}

}  // namespace masu_bench::world
