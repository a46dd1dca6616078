// SPDX-License-Identifier: MIT
// ConvexParts2: convex parts of polygons, as indices of points.
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

// Result of PolygonDecomposition. Parts touch along edges but do not overlap. Empty after a build
// that failed.
//
//    masu::ConvexParts2 parts;  // after PolygonDecomposition::build(points2, parts)
//    for (std::size_t i = 0; i < parts.size(); ++i) use(parts.part(i));
//
// O(1) per call. Threads: const members are safe in many threads while no thread changes the parts.
class ConvexParts2 {
 public:
  // Creates an empty list of parts.
  explicit ConvexParts2(Allocator allocator = default_allocator())
      : begin_(allocator), corners_(allocator) {}

  std::size_t size() const { return begin_.empty() ? 0 : begin_.size() - 1; }  // number of parts
  // Returns a part as indices into the points, counterclockwise; three or more, some of them
  // possibly on a straight edge.
  std::span<const std::uint32_t> part(std::size_t i) const {
    return {corners_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }

  // Removes all parts, but keeps the memory.
  void clear() {
    begin_.clear();
    corners_.clear();
  }

 private:
  friend detail::ConvexParts2Access;
  Buffer<std::uint32_t> begin_;  // one more than parts, if there are any
  Buffer<std::uint32_t> corners_;
};

// Makes a ConvexPolygon of a part, such as for a Compound. Statuses: out_of_memory, and those of
// ConvexPolygon::build(), such as flat for a sliver of rounding; `made` is unchanged then.
template <class T>
Status polygon_of_part(std::span<const Vec<2, T>> points, std::span<const std::uint32_t> part,
                       ConvexPolygon<T>& made, Allocator allocator = default_allocator());

}  // namespace masu
