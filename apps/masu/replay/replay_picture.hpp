// SPDX-License-Identifier: MIT
// ReplayPicture: a frame of a replay, prepared for drawing.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <masu/narrow_phase/distance.hpp>

#include "counted.hpp"
#include "replay_world.hpp"
#include "scene_picture.hpp"

namespace masu::cli {

template <int D, class T>
class ReplayPicture {
 public:
  using Shapes = std::vector<std::unique_ptr<PlacedShape<D, T>>>;

  ReplayPicture(const ReplayWorld<D, T>& replay, const std::vector<ReplayedObject>& slots,
                const Shapes& shapes)
      : replay_(replay), slots_(slots), shapes_(shapes) {
    scene_.dim = D;
    const bool few = replay.world().size() <= kFew;
    const int steps = D == 2 ? (few ? 64 : 24) : (few ? 24 : 12);
    for (const auto& shape : shapes) {
      const bool endless = shape->view.kind == ShapeKind::half_space;
      surfaces_.push_back(endless ? Body<D>() : body_of(*shape, Transform<D, T>{}, steps));
    }
  }

  // Returns a picture that refers to this object.
  ScenePicture make(const std::string& title) {
    std::unordered_map<std::uint32_t, std::size_t> drawn;  // by the handle's index
    for (std::uint32_t s = 0; s < slots_.size() && drawn.size() < kMost; ++s) {
      if (!slots_[s].there) continue;
      drawn.emplace(replay_.handle(s).index, drawn.size());
      scene_.objects.push_back(object(s));
    }
    for (const WorldPair& p : replay_.world().pairs()) {
      const auto a = drawn.find(p.a.index);
      const auto b = drawn.find(p.b.index);
      for (const auto& end : {a, b}) {
        if (end != drawn.end()) scene_.objects[end->second].touches = true;
      }
      if (a != drawn.end() && b != drawn.end()) add_contact(p, a->second, b->second);
    }
    scene_.title = title;
    if (drawn.size() < replay_.world().size()) {
      scene_.title += "; drawn: " + counted(drawn.size(), "object");
    }
    return std::move(scene_);
  }

 private:
  static constexpr std::size_t kMost = 20'000;
  static constexpr std::size_t kFew = 300;  // at most this many are drawn smoothly
  static constexpr std::size_t kMostFaceted = 3000;

  static Vec<3, double> in_space(const Vec<D, double>& p) {
    Vec<3, double> q{};
    for (int a = 0; a < D; ++a) q[a] = p[a];
    return q;
  }

  // Adds a contact, unless the depth of two shapes is infinite.
  void add_contact(const WorldPair& pair, std::size_t a, std::size_t b) {
    const WorldObject<D, T> p = *replay_.world().find(pair.a);
    const WorldObject<D, T> q = *replay_.world().find(pair.b);
    const Separation<D, T> s = penetration(p.shape.convex, p.pose, q.shape.convex, q.pose);
    if (s.status != Status::ok && s.status != Status::not_converged) return;
    const Vec<D, double> sum = vec_cast<double>(s.point_a) + vec_cast<double>(s.point_b);
    scene_.contacts.push_back({a, b, in_space(sum * 0.5)});
  }

  SceneObject object(std::uint32_t slot) const {
    const std::uint32_t shape = slots_[slot].shape;
    const Transform<D, T> at = replay_.world().find(replay_.handle(slot))->pose;
    const Matrix<D, double> rotation = matrix_of(at.rotation);
    const Vec<D, double> to = vec_cast<double>(at.translation);
    SceneObject made;
    Vec<3, double> sum{};
    for (const Vec<D, double>& p : surfaces_[shape].points) {
      made.points.push_back(in_space(rotation * p + to));
      sum = sum + made.points.back();
    }
    made.center = in_space(to);
    if (!made.points.empty()) made.center = sum * (1 / static_cast<double>(made.points.size()));
    made.fixed = slots_[slot].fixed;
    if constexpr (D == 2) {
      if (made.points.empty()) made.half_plane = body_of(*shapes_[shape], at, 4).sides;
    } else if (!surfaces_[shape].smooth && replay_.world().size() <= kMostFaceted) {
      made.facets = &surfaces_[shape].facets;
    }
    return made;
  }

  const ReplayWorld<D, T>& replay_;
  const std::vector<ReplayedObject>& slots_;
  const Shapes& shapes_;
  std::vector<Body<D>> surfaces_;  // of each shape, at the origin
  ScenePicture scene_;
};

}  // namespace masu::cli
