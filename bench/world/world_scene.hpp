// SPDX-License-Identifier: MIT
// Boxes of a scene as objects: half extents and a pose each. A given share moves by a tenth of an
// edge per frame.
#pragma once

#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/box.hpp>

#include "bench/broad/method.hpp"
#include "bench/moving/moved_share.hpp"
#include "scenes/generators/scene.hpp"

namespace masu_bench::world {

// Peers get the boxes that the library computes for the shapes at their poses, so that all use the
// same ones.
template <int D>
class WorldScene {
 public:
  using Shape = masu::Box<D, float>;
  using Pose = masu::Transform<D, float>;

  WorldScene(const std::string& name, std::size_t n, double percent, std::uint64_t seed)
      : boxes_(masu::scenes::make_scene<D, float>(name, n, seed)),
        random_(seed, 99),
        share_(n, percent),
        shapes_(n),
        poses_(n),
        wide_(n * 2 * D) {
    for (std::uint32_t i = 0; i < n; ++i) {
      shapes_[i] = Shape{(boxes_[i].max - boxes_[i].min) * 0.5f};
      poses_[i].translation = (boxes_[i].max + boxes_[i].min) * 0.5f;
      store(i);
    }
  }

  void step() {
    share_.draw(random_);
    for (const std::uint32_t i : moved()) {
      for (int a = 0; a < D; ++a) {
        poses_[i].translation[a] += static_cast<float>(random_.between(-0.1, 0.1));
      }
      store(i);
    }
  }

  std::size_t size() const { return boxes_.size(); }
  const std::vector<Shape>& shapes() const { return shapes_; }
  const std::vector<Pose>& poses() const { return poses_; }
  const std::vector<masu::Aabb<D, float>>& boxes() const { return boxes_; }
  const std::vector<std::uint32_t>& moved() const { return share_.moved(); }
  Frame frame() const {
    return {.dim = D,
            .n = size(),
            .as_float = boxes_.data(),
            .as_double = wide_.data(),
            .moved = moved()};
  }

 private:
  void store(std::uint32_t i) {
    boxes_[i] = masu::aabb_of(shapes_[i], poses_[i]);
    for (std::size_t a = 0; a < 2 * D; ++a) {
      wide_[std::size_t(i) * 2 * D + a] =
          static_cast<double>(a < D ? boxes_[i].min.v[a] : boxes_[i].max.v[a - D]);
    }
  }

  std::vector<masu::Aabb<D, float>> boxes_;
  masu::scenes::Pcg32 random_;
  MovedShare share_;
  std::vector<Shape> shapes_;
  std::vector<Pose> poses_;
  std::vector<double> wide_;
};

}  // namespace masu_bench::world
