// SPDX-License-Identifier: MIT
// The left half of a method's picture: the boxes, how the method subdivides space, the pairs.
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

FlatPoint center(const FlatBox& box);

class WorldPart {
 public:
  static constexpr double kSide = 5000;

  // The view covers the boxes and a margin, independent of what is drawn later.
  explicit WorldPart(std::span<const FlatBox> boxes);

  // Later elements lie on top. Draws cells of a grid, which may share edges with larger ones, and
  // nodes.
  void cell(const FlatBox& bounds, int depth);
  void node(const FlatBox& bounds, int depth);
  void cut(const FlatPoint& a, const FlatPoint& b, int depth);
  void line(const FlatPoint& a, const FlatPoint& b, const std::string& style);
  void ghost(const FlatBox& box);
  // Draws the boxes given to the constructor, filled with these colours.
  void boxes(std::span<const std::string> colours);
  void segments(std::span<const std::array<FlatPoint, 2>> segments,
                std::span<const std::string> colours);
  void pairs(std::span<const Pair> pairs);
  // Draws a curve through the centers of the boxes, in this order.
  void curve(std::span<const std::uint32_t> order);
  void eye(const FlatPoint& position);
  // Draws below the domain the extents of the boxes on the first axis, in this order.
  void intervals(std::span<const std::uint32_t> order, std::span<const std::string> colours);

  const FlatBox& frame() const { return frame_; }
  int deepest() const { return deepest_; }
  double height() const { return height_; }
  std::string svg() const;

 private:
  Spot spot_of(const FlatPoint& p) const;
  void rectangle(const FlatBox& box, const std::string& attributes);

  std::span<const FlatBox> boxes_;
  FlatBox frame_;
  View view_;
  int deepest_ = -1;
  double height_;
  std::string inside_;   // clipped to the domain
  std::string outside_;  // below it
};

}  // namespace masu::cli
