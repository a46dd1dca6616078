// SPDX-License-Identifier: MIT
// The points that Quickhull processes: those not certainly inside, neighbors near in memory.
#pragma once

#include <limits>

#include <masu/core/buffer.hpp>
#include <masu/spatial_order/morton.hpp>
#include "core/radix_sort.hpp"

#include "hull/first_simplex.hpp"

namespace masu::detail {

// A box strictly inside a hull. Empty at first.
struct InnerBox {
  Point3 low = Point3::all(std::numeric_limits<double>::infinity());
  Point3 high = Point3::all(-std::numeric_limits<double>::infinity());

  bool contains(const Point3& p) const {
    int inside = 1;
    for (int k = 0; k < 3; ++k) inside &= int(p[k] >= low[k]) & int(p[k] <= high[k]);
    return inside != 0;
  }
};

// Numbers 0 to 3 are the simplex, then extreme points along some directions, then the others
// outside a box, in Morton order if they are many: hulls of points on a surface take little more
// than half the time then. Functions that return bool return false if out of memory.
class WorkPoints {
 public:
  explicit WorkPoints(Allocator allocator) : allocator_(allocator) {}

  std::size_t size() const { return point_.size(); }
  const Point3* points() const { return point_.data(); }
  const Point3& point(std::uint32_t i) const { return point_[i]; }
  // An index into the input.
  std::uint32_t input_index(std::uint32_t i) const { return index_[i]; }

  // For a handful of points an inside box is not worth it.
  bool take_seeds(const Point3* points, std::size_t count, const FirstSimplex& simplex) {
    index_.clear();
    if (!index_.reserve(4 + FirstSimplex::kSeeds)) return false;
    for (const std::uint32_t c : simplex.corner) add(c);
    for (int k = 0; k < FirstSimplex::kSeeds && count >= kFew; ++k) {
      if (!is_seed(simplex.seed[k])) add(simplex.seed[k]);
    }
    return fetch(points, 0);
  }

  bool take_rest(const Point3* points, std::size_t count, const FirstSimplex& simplex,
                 const InnerBox& box) {
    const std::size_t seeds = index_.size();
    std::uint32_t seed[4 + FirstSimplex::kSeeds];
    for (std::size_t i = 0; i < seeds; ++i) seed[i] = index_[i];
    if (!index_.grow(count + seeds)) return false;
    std::uint32_t* to = index_.data() + seeds;
    std::size_t left = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      to[left] = i;
      left += box.contains(points[i]) ? 0 : 1;
    }
    // Seeds are vertices, never inside.
    std::size_t added = 0;
    for (std::size_t i = 0; i < left; ++i) {
      to[added] = to[i];
      added += is_among(seed, seeds, to[i]) ? 0 : 1;
    }
    index_.set_size(seeds + added);
    return (added < kMany || sort(points, seeds, simplex)) && fetch(points, seeds);
  }

 private:
  static constexpr std::size_t kFew = 256;
  static constexpr std::size_t kMany = 8192;

  void add(std::uint32_t index) {
    index_.append_unchecked(index);  // reserved
  }
  bool is_seed(std::uint32_t index) const { return is_among(index_.data(), index_.size(), index); }
  static bool is_among(const std::uint32_t* list, std::size_t count, std::uint32_t index) {
    int found = 0;
    for (std::size_t i = 0; i < count; ++i) found |= int(list[i] == index);
    return found != 0;
  }

  bool fetch(const Point3* points, std::size_t from) {
    if (!point_.resize(index_.size())) return false;
    for (std::size_t i = from; i < index_.size(); ++i) point_[i] = points[index_[i]];
    return true;
  }

  bool sort(const Point3* points, std::size_t from, const FirstSimplex& simplex) {
    const std::size_t count = index_.size() - from;
    if (!order_.resize(count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t index = index_[from + i];
      CellCoords<3> cell{};
      for (int k = 0; k < 3; ++k) {
        // Extents are positive, and shares of them at most 1.
        cell[k] = static_cast<std::uint32_t>((points[index][k] - simplex.low[k]) /
                                             simplex.extent[k] * 1023);
      }
      order_[i] = {morton_encode<3, std::uint32_t>(cell), index};
    }
    if (!radix_sort(order_, scratch_)) return false;
    for (std::size_t i = 0; i < count; ++i) index_[from + i] = order_[i].item;
    return true;
  }

  Allocator allocator_;  // of all members below
  Buffer<Point3> point_{allocator_};
  Buffer<std::uint32_t> index_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> order_{allocator_};
  Buffer<KeyedItem<std::uint32_t>> scratch_{allocator_};
};

}  // namespace masu::detail
