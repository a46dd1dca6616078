// SPDX-License-Identifier: MIT
// Frames of a scene, computed in advance, so that all methods get the same ones.
#pragma once

#include <type_traits>

#include "method.hpp"
#include "scenes/generators/scene.hpp"

namespace masu_bench {

template <int D, class T>
class Frames {
 public:
  Frames(const std::string& scene, std::size_t n, std::uint64_t seed, std::size_t count)
      : scene_(scene, n, seed), stored_(count) {
    store(stored_[0]);
  }

  // The initial state of the scene.
  const Frame& first() const { return stored_[0].frame; }
  std::size_t count() const { return stored_.size(); }
  const Frame& operator[](std::size_t k) const { return stored_[k].frame; }

  // Computes the next count() frames, overwriting the previous ones.
  void advance() {
    for (Stored& s : stored_) {
      scene_.step();
      store(s);
    }
  }

 private:
  struct Stored {
    std::vector<masu::Aabb<D, T>> boxes;
    std::vector<double> wide;
    std::vector<std::uint32_t> moved;
    Frame frame;
  };

  void store(Stored& s) {
    s.boxes = scene_.boxes();
    s.moved = scene_.moved();
    s.frame = {.dim = D, .n = s.boxes.size(), .moved = s.moved};
    if constexpr (std::is_same_v<T, double>) {
      s.frame.as_double = s.boxes.data();
    } else {
      const T* p = &s.boxes.data()->min[0];
      s.wide.assign(p, p + s.boxes.size() * 2 * D);
      s.frame.as_float = s.boxes.data();
      s.frame.as_double = s.wide.data();
    }
  }

  masu::scenes::Scene<D, T> scene_;
  std::vector<Stored> stored_;
};

}  // namespace masu_bench
