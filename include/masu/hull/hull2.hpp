// SPDX-License-Identifier: MIT
// Hull2: the convex hull of points in 2D, the result of all algorithms for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

namespace masu {

namespace detail {
struct Hull2Access;
}

// The convex hull of points in 2D. The loop of extreme points: none lies on the line between two
// others, and equal points occur once. Empty after a build that failed.
//
//    masu::Hull2 hull;
//    (void)masu::AndrewChain<float>().build(points2, hull);
//    for (const std::uint32_t i : hull.vertices()) use(points2[i]);
//
// O(1) per call; 4 bytes per vertex. Threads: const members are safe in many threads while no
// thread changes the hull.
class Hull2 {
 public:
  explicit Hull2(Allocator allocator = default_allocator()) : loop_(allocator) {}  // empty

  // Returns the dimension of the points' affine span: -1 for no points, 0 if all are equal, 1 if
  // they lie on a line, else 2.
  int dimension() const { return dimension_; }

  // Returns indices into the input, counterclockwise from the smallest by (x, y). One vertex in
  // dimension 0, the two ends in dimension 1.
  std::span<const std::uint32_t> vertices() const { return loop_; }

  // Removes all vertices and keeps the memory.
  void clear() {
    dimension_ = -1;
    loop_.clear();
  }

 private:
  friend detail::Hull2Access;
  int dimension_ = -1;
  Buffer<std::uint32_t> loop_;
};

}  // namespace masu
