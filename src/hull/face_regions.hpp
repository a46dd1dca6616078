// SPDX-License-Identifier: MIT
// Regions, without holes, of hull triangles that lie in one plane within a tolerance.
#pragma once

#include <bit>

#include "core/radix_sort.hpp"

#include "hull/growing_hull.hpp"
#include "hull/hull3_access.hpp"

namespace masu::detail {

// A region begins with the largest triangle left and adds neighbors whose corners are near its
// plane. A triangle that would touch the region at an edge and also at the opposite corner waits
// until a neighbor has closed the gap: so each region stays a disc whose border is one loop without
// repeated points. (Holes are very unlikely, as all points lie behind the planes; the rule is there
// so that nothing depends on it.) Functions that return bool return false if out of memory.
class FaceRegions {
 public:
  using Index = std::uint32_t;

  explicit FaceRegions(Allocator allocator) : allocator_(allocator) {}

  bool grow(const GrowingHull& surface, double tolerance) {
    surface_ = &surface;
    tolerance_ = tolerance;
    const std::size_t slots = surface.slots();
    if (!normal_.resize(slots) || !label_.resize(slots) || !order_.resize(slots) ||
        !on_.resize(surface.work_points().size()) || !sort_by_area()) {
      return false;
    }
    for (Index& label : label_) label = kNoIndex;
    for (Index& region : on_) region = kNoIndex;
    seed_.clear();
    for (std::size_t i = order_.size(); i-- > 0;) {
      const Index f = order_[i].item;
      if (label_[f] == kNoIndex && !add_region(f)) return false;
    }
    return true;
  }

  std::size_t size() const { return seed_.size(); }
  Index seed(std::size_t region) const { return seed_[region]; }
  Index label(std::size_t f) const { return label_[f]; }

 private:
  const HullTriangle& triangle(Index f) const { return surface_->triangle(f); }
  const Point3& corner(Index f, Index k) const {
    return surface_->work_points().point(triangle(f).corner[k]);
  }

  // Of the triangles alive; normals have length 1.
  bool sort_by_area() {
    Index alive = 0;
    for (Index f = 0; f < surface_->slots(); ++f) {
      if (!surface_->alive(f)) continue;
      const Point3& n = triangle(f).plane.normal;
      const double area = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);  // ordered as the area
      normal_[f] = unit_normal(corner(f, 0), corner(f, 1), corner(f, 2));
      order_[alive++] = {order_key(area > 0 ? area : 0), f};  // NaN, after an overflow, is 0
    }
    order_.set_size(alive);
    return radix_sort(order_, scratch_);
  }

  bool add_region(Index seed) {
    const auto region = static_cast<Index>(seed_.size());
    if (!seed_.push_back(seed)) return false;
    for (const Index c : triangle(seed).corner) on_[c] = region;
    label_[seed] = region;
    stack_.clear();
    if (!push_neighbours(seed)) return false;
    while (!stack_.empty()) {
      const Index f = stack_.back();
      stack_.pop_back();
      if (label_[f] != kNoIndex || !is_near(f, seed) || !keeps_disc(f, region)) continue;
      label_[f] = region;
      for (const Index c : triangle(f).corner) on_[c] = region;
      if (!push_neighbours(f)) return false;
    }
    return true;
  }

  bool push_neighbours(Index f) {
    for (const Index across : triangle(f).twin) {
      if (label_[face_of(across)] == kNoIndex && !stack_.push_back(face_of(across))) return false;
    }
    return true;
  }

  bool is_near(Index f, Index seed) const {
    const Point3& n = normal_[seed];
    if (!(dot(n, normal_[f]) >= 0.70710678118654752)) return false;
    for (Index k = 0; k < 3; ++k) {
      if (!(dot(n, corner(f, k) - corner(seed, 0)) >= -tolerance_)) return false;
    }
    return true;
  }

  // A point of the region is on its border as long as a triangle at it is not in the region.
  bool keeps_disc(Index f, Index region) const {
    int shared = 0;
    Index last = 0;
    for (Index k = 0; k < 3; ++k) {
      if (label_[face_of(triangle(f).twin[k])] != region) continue;
      ++shared;
      last = k;
    }
    if (shared != 1) return shared == 2;  // three: it would close the whole surface
    return on_[triangle(f).corner[(last + 2) % 3]] != region;
  }

  const GrowingHull* surface_ = nullptr;
  double tolerance_ = 0;
  Allocator allocator_;                // of all members below
  Buffer<Point3> normal_{allocator_};  // of each triangle
  Buffer<Index> label_{allocator_};    // region of each triangle
  Buffer<Index> on_{allocator_};       // of each point, the last region that it belongs to
  Buffer<Index> seed_{allocator_};
  Buffer<Index> stack_{allocator_};
  Buffer<KeyedItem<std::uint64_t>> order_{allocator_};
  Buffer<KeyedItem<std::uint64_t>> scratch_{allocator_};
};

}  // namespace masu::detail
