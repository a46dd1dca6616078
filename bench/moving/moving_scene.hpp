// SPDX-License-Identifier: MIT
// A scene in which a given share of the objects moves by a tenth of an edge per frame, while the
// others rest.
#pragma once

#include "bench/broad/method.hpp"
#include "moved_share.hpp"
#include "scenes/generators/scene.hpp"

namespace masu_bench {

template <int D, class T>
class MovingScene {
 public:
  MovingScene(const std::string& scene, std::size_t n, double changed_pct, std::uint64_t seed)
      : boxes_(masu::scenes::make_scene<D, T>(scene, n, seed)),
        random_(seed, 99),
        share_(n, changed_pct) {
    store();
  }

  void step() {
    share_.draw(random_);
    for (const std::uint32_t i : moved()) {
      masu::Aabb<D, T>& box = boxes_[i];
      for (int a = 0; a < D; ++a) {
        const T d = static_cast<T>(random_.between(-0.1, 0.1));
        box.min[a] += d;
        box.max[a] += d;
      }
    }
    store();
  }

  const Frame& frame() const { return frame_; }
  const std::vector<masu::Aabb<D, T>>& boxes() const { return boxes_; }
  const std::vector<std::uint32_t>& moved() const { return share_.moved(); }

 private:
  void store() {
    const T* const p = &boxes_.data()->min[0];
    frame_ = {.dim = D, .n = boxes_.size(), .moved = moved()};
    if constexpr (sizeof(T) == 8) {
      frame_.as_double = p;
    } else {
      // Peers of double get the changes, and the complete scene once.
      if (wide_.empty()) {
        wide_.assign(p, p + boxes_.size() * 2 * D);
      } else {
        for (const std::uint32_t i : moved()) {
          std::copy_n(p + std::size_t(i) * 2 * D, 2 * D, wide_.begin() + std::ptrdiff_t(i) * 2 * D);
        }
      }
      frame_.as_float = p;
      frame_.as_double = wide_.data();
    }
  }

  std::vector<masu::Aabb<D, T>> boxes_;
  masu::scenes::Pcg32 random_;
  MovedShare share_;
  std::vector<double> wide_;
  Frame frame_;
};

}  // namespace masu_bench
