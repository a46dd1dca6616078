// SPDX-License-Identifier: MIT
// Motions of the scenes. Steps are computed in T from the boxes alone, so a scene needs no second
// copy.
#pragma once

#include "scenes/generators/populate.hpp"

namespace masu::scenes {

// Moves a box by `d`, or by -d if `d` would lead (further) through a wall. Returns whether it
// turned back.
template <int D, class T>
bool shift(Aabb<D, T>& box, int axis, T d, double side) {
  const double to = static_cast<double>(box.min[axis]) + static_cast<double>(d);
  const bool reverse = (d < 0 && to < 0) || (d > 0 && to > side);
  if (reverse) d = -d;
  box.min[axis] += d;
  box.max[axis] += d;
  return reverse;
}

// Moves a box by at most a tenth of the shortest edge on each axis.
template <int D, class T>
void shake(SceneState<D, T>& s, std::size_t i, std::size_t but_axis = D) {
  Aabb<D, T>& box = s.boxes[i];
  T edge = box.max[0] - box.min[0];
  for (int a = 1; a < D; ++a) edge = std::min(edge, box.max[a] - box.min[a]);
  for (int a = 0; a < D; ++a) {
    const T d = static_cast<T>(s.random.between(-0.1, 0.1)) * edge;
    if (static_cast<std::size_t>(a) != but_axis) shift(box, a, d, s.side);
  }
}

template <int D, class T>
void move_brownian(SceneState<D, T>& s) {
  for (std::size_t i = 0; i + s.pinned < s.boxes.size(); ++i) shake(s, i);
}

template <int D, class T>
void move_to_new_positions(SceneState<D, T>& s) {
  const std::size_t n = s.boxes.size();
  s.boxes.clear();
  fill_uniform(s, n);
}

template <int D, class T>
void move_fast(SceneState<D, T>& s) {
  for (std::size_t i = 0; i < s.boxes.size(); ++i) {
    for (int a = 0; a < D; ++a) {
      T& velocity = s.memory[i * D + a];
      if (shift(s.boxes[i], a, velocity, s.side)) velocity = -velocity;
    }
  }
}

template <int D, class T>
void move_one_percent(SceneState<D, T>& s) {
  for (const std::uint32_t i : s.moved) shake(s, i);
}

// Free fall: the highest box arrives last, in frame kFallFrames. A settled box jitters.
template <int D, class T>
void move_pile(SceneState<D, T>& s) {
  const std::size_t n = s.boxes.size();
  T furthest = 0;
  for (std::size_t i = 0; i < n; ++i) furthest = std::max(furthest, s.memory[n + i] - s.memory[i]);
  const double time = static_cast<double>(s.frame) / Scene<D, T>::kFallFrames;
  const T fallen = static_cast<T>(static_cast<double>(furthest) * time * time);
  for (std::size_t i = 0; i < n; ++i) {
    const T rest = s.memory[i] + static_cast<T>(s.random.between(-0.01, 0.01));
    s.boxes[i].min[D - 1] = std::max(rest, s.memory[n + i] - fallen);
    s.boxes[i].max[D - 1] = s.boxes[i].min[D - 1] + T(1);
  }
}

// Moves all by the same vector, so that they stay equal.
template <int D, class T>
void move_together(SceneState<D, T>& s) {
  if (s.boxes.empty()) return;
  shake(s, 0);
  std::fill(s.boxes.begin() + 1, s.boxes.end(), s.boxes[0]);
}

template <int D, class T>
void move_along_lines(SceneState<D, T>& s) {
  for (std::size_t i = 0; i < s.boxes.size(); ++i) shake(s, i, i % D);
}

}  // namespace masu::scenes
