// SPDX-License-Identifier: MIT
// Convex parts of polygons, as corners among given points.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>
#include <masu/shapes/convex_polygon.hpp>

namespace masu {

namespace detail {
struct ConvexParts2Access;
}

// Parts touch along edges and nowhere overlap. Empty after a build that failed.
class ConvexParts2 {
 public:
  explicit ConvexParts2(Allocator allocator = default_allocator())
      : begin_(allocator), corners_(allocator) {}

  std::size_t size() const { return begin_.empty() ? 0 : begin_.size() - 1; }
  // Places of the input, counterclockwise; three or more, some maybe on a straight edge.
  std::span<const std::uint32_t> part(std::size_t i) const {
    return {corners_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }

  void clear() {
    begin_.clear();
    corners_.clear();
  }

 private:
  friend detail::ConvexParts2Access;
  Buffer<std::uint32_t> begin_;  // one more than parts, if there is one
  Buffer<std::uint32_t> corners_;
};

// A part as a shape, for a Compound say: what ConvexPolygon::build() says, for instance flat, of a
// sliver whose width is lost in rounding; or out_of_memory. Then `made` is as before.
template <class T>
Status polygon_of_part(std::span<const Vec<2, T>> points, std::span<const std::uint32_t> part,
                       ConvexPolygon<T>& made, Allocator allocator = default_allocator());

}  // namespace masu
