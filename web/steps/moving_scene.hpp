// SPDX-License-Identifier: MIT
// A seeded scene that moves frame by frame, with objects that the user drags, adds and removes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scenes/generators/motion.hpp"
#include "scenes/generators/pcg32.hpp"
#include "scenes/generators/scene.hpp"
#include "steps/tape.hpp"

namespace masu::steps {

// A scene of either dimension. Centers have three coordinates, of which the first ones count.
class MovingScene {
 public:
  virtual ~MovingScene() = default;
  virtual void step() = 0;
  virtual void set_center(std::uint32_t object, const double* center) = 0;
  virtual void add(const double* center) = 0;
  virtual void remove(std::uint32_t object) = 0;
  // Writes the side of the world, the number of objects; their permanent ids; their boxes.
  virtual void write(Tape& tape) const = 0;
};

// Without edits the boxes equal the scene's bit for bit. An object moved by hand leaves the scene's
// motion and continues with the last step, mirrored at the walls.
template <int D>
class MovingSceneOf final : public MovingScene {
  using Bounds = Aabb<D, float>;

 public:
  MovingSceneOf(std::string_view name, std::uint32_t n, std::uint64_t seed)
      : scene_(name, n, seed),
        boxes_(scene_.boxes()),
        before_(boxes_),
        state_(n, State::scene),
        random_(seed, kStream) {
    steps_.resize(n);
  }

  void step() override {
    before_ = boxes_;
    scene_.step();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (state_[i] == State::scene) boxes_[i] = scene_.boxes()[i];
      if (state_[i] == State::own) fly(i);
    }
  }

  void set_center(std::uint32_t i, const double* center) override {
    if (i >= state_.size() || state_[i] == State::removed) return;
    if (state_[i] == State::scene) {
      for (int a = 0; a < D; ++a) {
        steps_[i][a] = std::clamp(boxes_[i].min[a] - before_[i].min[a], -1.0f, 1.0f);
      }
      state_[i] = State::own;
    }
    for (int a = 0; a < D; ++a) {
      const float edge = boxes_[i].max[a] - boxes_[i].min[a];
      boxes_[i].min[a] = static_cast<float>(center[a]) - edge / 2;
      boxes_[i].max[a] = boxes_[i].min[a] + edge;
    }
  }

  void add(const double* center) override {
    Bounds unit;
    Vec<D, float> step;
    for (int a = 0; a < D; ++a) {
      unit.min[a] = static_cast<float>(center[a]) - 0.5f;
      unit.max[a] = unit.min[a] + 1;
      step[a] = static_cast<float>(random_.between(-1, 1));
    }
    boxes_.push_back(unit);
    steps_.push_back(step);
    state_.push_back(State::own);
  }

  void remove(std::uint32_t i) override {
    if (i < state_.size()) state_[i] = State::removed;
  }

  void write(Tape& tape) const override {
    const auto removed = std::count(state_.begin(), state_.end(), State::removed);
    tape.write(scene_.side(), boxes_.size() - static_cast<std::size_t>(removed));
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (state_[i] != State::removed) tape.write(i);
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (state_[i] == State::removed) continue;
      for (int a = 0; a < D; ++a) tape.write(boxes_[i].min[a]);
      for (int a = 0; a < D; ++a) tape.write(boxes_[i].max[a]);
    }
  }

 private:
  enum class State : std::uint8_t { scene, own, removed };
  static constexpr std::uint64_t kStream = 5;  // another stream than the scene's

  void fly(std::size_t i) {
    for (int a = 0; a < D; ++a) {
      if (scenes::shift(boxes_[i], a, steps_[i][a], scene_.side())) steps_[i][a] = -steps_[i][a];
    }
  }

  scenes::Scene<D, float> scene_;
  std::vector<Bounds> boxes_;
  std::vector<Bounds> before_;
  std::vector<State> state_;
  std::vector<Vec<D, float>> steps_{};
  scenes::Pcg32 random_;
};

}  // namespace masu::steps
