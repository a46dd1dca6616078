// SPDX-License-Identifier: MIT
// Shapes: the boxes of one or two sets that can be drawn.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <scenes/readers/box_table.hpp>

#include "view.hpp"

namespace masu::cli {

struct Shape {
  Box3 box;
  readers::BoxMark mark;
  bool second;  // of the second set
};

// Boxes with NaN, infinity, min > max or coordinates beyond 1e300 are not drawn.
class Shapes {
 public:
  Shapes(const readers::BoxTable& a, const readers::BoxTable* b);

  std::span<const Shape> all() const { return shapes_; }
  std::size_t left_out() const { return first_.size() + second_.size() - shapes_.size(); }
  // Returns the shape of box `i` of a set; nullptr if it is not drawn.
  const Shape* of_first(std::size_t i) const { return shape_at(first_[i]); }
  const Shape* of_second(std::size_t i) const {
    return shape_at(two_sets_ ? second_[i] : first_[i]);
  }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  void collect(const readers::BoxTable& table, bool second);
  const Shape* shape_at(std::size_t index) const {
    return index == kNowhere ? nullptr : &shapes_[index];
  }

  bool two_sets_;
  std::vector<Shape> shapes_;
  std::vector<std::size_t> first_;  // box -> index into shapes_
  std::vector<std::size_t> second_;
};

bool is_line(const Shape& shape);

// Returns the name of its style: "boxes", "second", or its kind in a game map.
std::string_view style_name(const Shape& shape);

Box3 bounds_of(std::span<const Box3> boxes);
Point3 center(const Box3& box);

// Returns the distinct smallest cells that contain the boxes, of a tree over the bounds of all
// boxes, deep enough for about four boxes per cell.
std::vector<Box3> cells_with_objects(int dim, std::span<const Box3> boxes, const Box3& bounds);

}  // namespace masu::cli
