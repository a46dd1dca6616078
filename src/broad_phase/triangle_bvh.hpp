// SPDX-License-Identifier: MIT
// TriangleBvh: rays against triangles: a hierarchy whose leaves hold up to eight triangles in
// structure of arrays.
#pragma once

#include <masu/core/platform.hpp>

#include "broad_phase/bvh_tree.hpp"

namespace masu::detail {

// A corner and two edges, lane by lane. Unused lanes repeat the first triangle.
template <class T>
struct alignas(64) TriangleLeaf {
  T corner[3][kBvhWidth];
  T edge1[3][kBvhWidth];
  T edge2[3][kBvhWidth];
  std::uint32_t id[kBvhWidth];
};

template <class T>
struct TriangleHit {
  T t;
  T u;  // weight of the second corner
  T v;  // weight of the third
  std::uint32_t id = kBvhNone;
};

// Compiled once for each instruction set. Returns false if there is no hit at t <= hit.t, which is
// the ray's max_t before.
template <class T>
struct TriangleKernels {
  bool (*cast)(const BvhNodes<3, T>& nodes, const TriangleLeaf<T>* leaves,
               const PreparedRay<3, T>& ray, TriangleHit<T>& hit, BvhCounts& counts);
};
template <class T>
const TriangleKernels<T>& triangle_kernels();

// Hits are those of T. Moller and B. Trumbore, "Fast, minimum storage ray-triangle intersection",
// 1997, from both sides, rounded operation by operation in T; a ray through a shared edge may pass
// between two triangles, whose rounding differs. The least (t, id) is returned.
template <class T>
class TriangleBvh {
 public:
  explicit TriangleBvh(Allocator allocator = default_allocator())
      : tree_(allocator), boxes_(allocator), triangles_(allocator), leaves_(allocator) {}

  // `corners[3 i]` to `corners[3 i + 2]` are the vertices of triangle i. O(n). No ray hits a
  // triangle with a corner that is not finite.
  Status build(const Vec<3, T>* vertices, std::span<const std::uint32_t> corners,
               BvhBuilder builder = BvhBuilder::morton) {
    tree_.clear();
    const std::size_t size = corners.size() / 3;
    if (!boxes_.resize(size)) return Status::out_of_memory;
    if (!triangles_.resize(size)) return Status::out_of_memory;
    for (std::size_t i = 0; i < size; ++i) {
      const Vec<3, T> a = vertices[corners[3 * i]];
      const Vec<3, T> b = vertices[corners[3 * i + 1]];
      const Vec<3, T> c = vertices[corners[3 * i + 2]];
      const bool finite = (a + b + c) * T(0) == Vec<3, T>{};
      boxes_[i] =
          finite ? Aabb<3, T>{min(min(a, b), c), max(max(a, b), c)} : Aabb<3, T>::of_point({});
      triangles_[i] = {a, b, c};
    }
    return tree_.build_over(boxes_.data(), size, builder, [&] { return fill(); });
  }

  // Finds the first triangle on a valid ray; id is kBvhNone if there is none.
  TriangleHit<T> cast(const Ray<3, T>& ray, BvhCounts& counts) const {
    TriangleHit<T> hit{ray.max_t, 0, 0};
    if (tree_.nodes().root == kBvhNone || !ray.valid()) return hit;
    triangle_kernels<T>().cast(tree_.nodes(), leaves_.data(), PreparedRay<3, T>(ray), hit, counts);
    return hit;
  }

  const BvhTree<3, T>& tree() const { return tree_; }

 private:
  // Corners in one struct, so that leaves gather one item, not indices and what they refer to.
  struct Triangle {
    Vec<3, T> a, b, c;
  };

  bool fill() {
    BvhShape<3, T>& shape = tree_.shape();
    if (!leaves_.resize(shape.blocks.size())) return false;
    for (std::size_t l = 0; l < leaves_.size(); ++l) {
      BvhBranch<3, T>& block = shape.branches[shape.blocks[l]];
      const std::uint32_t* const ids = shape.order.data() + block.first;
      block.box = Aabb<3, T>::nothing();
      for (std::uint32_t i = 0; i < kBvhWidth; ++i) {
        if (block.first + i + kAhead < shape.order.size()) {
          const Triangle* const later = &triangles_[ids[i + kAhead]];
          prefetch(later);
          prefetch(&later->c);
        }
        const std::uint32_t id = ids[i < block.count ? i : 0];
        set_lane(leaves_[l], i, id, triangles_[id], block.box);
      }
    }
    return true;
  }

  static void set_lane(TriangleLeaf<T>& to, std::uint32_t lane, std::uint32_t id,
                       const Triangle& from, Aabb<3, T>& box) {
    set_axis<0>(to, lane, from, box);
    set_axis<1>(to, lane, from, box);
    set_axis<2>(to, lane, from, box);
    to.id[lane] = id;
  }

  // Without a loop, which compilers would not unroll.
  template <int A>
  static void set_axis(TriangleLeaf<T>& to, std::uint32_t lane, const Triangle& from,
                       Aabb<3, T>& box) {
    const T a = from.a[A];
    const T b = from.b[A];
    const T c = from.c[A];
    to.corner[A][lane] = a;
    to.edge1[A][lane] = b - a;
    to.edge2[A][lane] = c - a;
    const T low = lesser(lesser(a, b), c);
    const T high = larger(larger(a, b), c);
    box.min[A] = lesser(box.min[A], low);
    box.max[A] = larger(box.max[A], high);
  }
  static T lesser(T x, T y) { return y < x ? y : x; }
  static T larger(T x, T y) { return x < y ? y : x; }

  static constexpr std::uint32_t kAhead = 24;

  BvhTree<3, T> tree_;
  Buffer<Aabb<3, T>> boxes_;
  Buffer<Triangle> triangles_;
  Buffer<TriangleLeaf<T>> leaves_;
};

}  // namespace masu::detail
