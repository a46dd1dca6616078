// SPDX-License-Identifier: MIT
// The left half of a method's picture: the boxes, what the method cut space into, the pairs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <masu/core/aabb.hpp>
#include <masu/core/pair.hpp>

#include "view.hpp"

namespace masu::cli {

using FlatBox = Aabb<2, float>;
using FlatPoint = Vec<2, double>;

FlatPoint centre(const FlatBox& box);

class WorldPart {
 public:
  static constexpr double kSide = 5000;

  // Of the same size whatever is drawn in it: the boxes and a little around them.
  explicit WorldPart(std::span<const FlatBox> boxes);

  // Later things lie on top. Cells of a grid, which may share edges with larger ones; nodes.
  void cell(const FlatBox& bounds, int depth);
  void node(const FlatBox& bounds, int depth);
  void cut(const FlatPoint& a, const FlatPoint& b, int depth);
  void line(const FlatPoint& a, const FlatPoint& b, const std::string& look);
  void ghost(const FlatBox& box);
  // One for each box given at first, filled with its colour.
  void boxes(std::span<const std::string> colours);
  void segments(std::span<const std::array<FlatPoint, 2>> segments,
                std::span<const std::string> colours);
  void pairs(std::span<const Pair> pairs);
  // Through the centres of boxes, in this order.
  void curve(std::span<const std::uint32_t> order);
  void eye(const FlatPoint& at);
  // Below the world, their extents on the first axis, in this order.
  void intervals(std::span<const std::uint32_t> order, std::span<const std::string> colours);

  const FlatBox& frame() const { return frame_; }
  int deepest() const { return deepest_; }
  double height() const { return height_; }
  std::string svg() const;

 private:
  Spot place(const FlatPoint& p) const;
  void rectangle(const FlatBox& box, const std::string& attributes);

  std::span<const FlatBox> boxes_;
  FlatBox frame_;
  View view_;
  int deepest_ = -1;
  double height_;
  std::string inside_;   // clipped to the world
  std::string outside_;  // below it
};

}  // namespace masu::cli
