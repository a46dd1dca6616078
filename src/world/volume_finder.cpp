// SPDX-License-Identifier: MIT
#include "world/volume_finder.hpp"

#include <cmath>

namespace masu::detail {
namespace {

// A bump allocator for the memory of one call. A box takes about 6 KiB of it.
class CallMemory {
 public:
  Allocator allocator() { return {&take, &give, this}; }

 private:
  static void* take(void* context, std::size_t size, std::size_t) {
    auto& self = *static_cast<CallMemory*>(context);
    const std::size_t rounded_size = (size + 63) / 64 * 64;
    if (rounded_size > sizeof(self.bytes_) - self.used_) return nullptr;
    self.used_ += rounded_size;
    return self.bytes_ + self.used_ - rounded_size;
  }
  static void give(void*, void*, std::size_t, std::size_t) {}

  alignas(64) std::byte bytes_[24 * 1024];
  std::size_t used_ = 0;
};

template <class T>
Status polygon_of_box(const ShapeView<2, T>& s, ConvexPolygon<T>& made) {
  const Vec<2, T> h = s.p[0];
  const Vec<2, T> c = s.p[1];
  const Vec<2, T> corners[] = {{c[0] - h[0], c[1] - h[1]},
                               {c[0] + h[0], c[1] - h[1]},
                               {c[0] + h[0], c[1] + h[1]},
                               {c[0] - h[0], c[1] + h[1]}};
  return made.build(corners);
}

// Makes a box. Corner c is on the upper side of axis a if bit a of c is set.
template <class T>
Status polyhedron_of_box(const ShapeView<3, T>& s, ConvexPolyhedron<T>& made) {
  static constexpr std::uint32_t kLoops[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                             2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
  static constexpr std::uint32_t kCounts[] = {4, 4, 4, 4, 4, 4};
  Vec<3, T> corners[8];
  for (int c = 0; c < 8; ++c) {
    for (int a = 0; a < 3; ++a) {
      corners[c][a] = (c >> a & 1) != 0 ? s.p[1][a] + s.p[0][a] : s.p[1][a] - s.p[0][a];
    }
  }
  for (int a = 0; a < 3; ++a) {
    if (!(corners[0][a] < corners[7][a])) return Status::flat;
  }
  return made.build_hull(corners, kLoops, kCounts);
}

template <class T>
Status polygon_of_triangle(const ShapeView<2, T>& s, ConvexPolygon<T>& made) {
  const Status status = made.build(std::span(s.p, 3));
  if (status != Status::inverted) return status;
  const Vec<2, T> corners[] = {s.p[0], s.p[2], s.p[1]};
  return made.build(corners);
}

template <int D, class T>
Status make_polytope(const ShapeView<D, T>& s, ConvexPolytope<D, T>& made) {
  if constexpr (D == 2) {
    return s.kind == ShapeKind::box ? polygon_of_box(s, made) : polygon_of_triangle(s, made);
  } else {
    return polyhedron_of_box(s, made);
  }
}

// Returns the shape itself, or a polytope made from it.
template <int D, class T>
Status polytope_of_shape(const ShapeView<D, T>& s, ConvexPolytope<D, T>& made,
                         const ConvexPolytope<D, T>*& found) {
  if (s.radius != 0) return Status::out_of_range;
  switch (s.kind) {
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
      found = static_cast<const ConvexPolytope<D, T>*>(s.object);
      return Status::ok;
    case ShapeKind::point:
    case ShapeKind::segment: return Status::flat;
    case ShapeKind::triangle:
      if (D == 3) return Status::flat;
      [[fallthrough]];
    case ShapeKind::box: found = &made; return make_polytope<D, T>(s, made);
    default: return Status::out_of_range;
  }
}

template <class T>
Rotation<2, T> product(const Rotation<2, T>& a, const Rotation<2, T>& b) {
  const double c = double(a.cosine), s = double(a.sine);
  const double d = double(b.cosine), t = double(b.sine);
  return {T(c * d - s * t), T(s * d + c * t)};
}
template <class T>
Rotation<3, T> product(const Rotation<3, T>& a, const Rotation<3, T>& b) {
  const double ax = double(a.x), ay = double(a.y), az = double(a.z), aw = double(a.w);
  const double bx = double(b.x), by = double(b.y), bz = double(b.z), bw = double(b.w);
  return {T(aw * bx + ax * bw + ay * bz - az * by), T(aw * by - ax * bz + ay * bw + az * bx),
          T(aw * bz + ax * by - ay * bx + az * bw), T(aw * bw - ax * bx - ay * by - az * bz)};
}

// Normalizes a rotation, so that the product of two of them passes check().
template <class T>
Rotation<2, T> unit(const Rotation<2, T>& r) {
  const double scale = 1 / std::sqrt(r.length_squared());
  return {T(double(r.cosine) * scale), T(double(r.sine) * scale)};
}
template <class T>
Rotation<3, T> unit(const Rotation<3, T>& r) {
  const double scale = 1 / std::sqrt(r.length_squared());
  return {T(double(r.x) * scale), T(double(r.y) * scale), T(double(r.z) * scale),
          T(double(r.w) * scale)};
}

template <int D, class T>
Transform<D, T> composed(const Transform<D, T>& parent, const Transform<D, T>& child) {
  if (child == Transform<D, T>{}) return parent;
  return {parent * child.translation, product(unit(parent.rotation), unit(child.rotation))};
}

// Returns a box around a point of the world in the frame of a body, enlarged for rounding.
template <int D, class T>
Aabb<D, T> box_around(const Vec<D, T>& point, const Transform<D, T>& pose, double size) {
  const auto off = vec_cast<double>(point) - vec_cast<double>(pose.translation);
  const Vec<D, double> p = transposed_times(matrix_of(pose.rotation), off);
  const double slack = 0x1p-18 * (size + length(off) + length(vec_cast<double>(point)));
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) {
    box.min[a] = T(p[a] - slack);
    box.max[a] = T(p[a] + slack);
  }
  return box;
}

}  // namespace

template <int D, class T>
Status VolumeFinder<D, T>::find(const PlacedShape<D, T>& a, const PlacedShape<D, T>& b) {
  volume_.clear();
  CallMemory memory_a, memory_b;
  ConvexPolytope<D, T> made_a(memory_a.allocator());
  ConvexPolytope<D, T> made_b(memory_b.allocator());
  const ConvexPolytope<D, T>* body_a = nullptr;
  const ConvexPolytope<D, T>* body_b = nullptr;
  Status status = polytope_of_shape<D, T>(a.shape, made_a, body_a);
  if (status == Status::ok) status = polytope_of_shape<D, T>(b.shape, made_b, body_b);
  return status != Status::ok ? status : clipping_.find(*body_a, a.pose, *body_b, b.pose, volume_);
}

template <int D, class T>
bool VolumeFinder<D, T>::sub_shape(const WorldShape<D, T>& shape, const Transform<D, T>& pose,
                                   std::uint32_t id, const Vec<D, T>& point,
                                   PlacedShape<D, T>& found) {
  if (!shape.is_composite()) {
    found = {shape.convex, pose};
    return id == 0;
  }
  bool there = false;
  const auto take = [&](std::uint32_t other, const SubShape<D, T>& p) {
    if (other != id) return true;
    found = {p.shape, p.pose == nullptr ? pose : composed(pose, *p.pose)};
    there = true;
    return false;
  };
  const Aabb<D, T> all = shape.sub_shapes().bounds();
  const double size = length(vec_cast<double>(all.max - all.min));
  (void)shape.sub_shapes().for_each_sub_shape(box_around(point, pose, size), take);
  if (!there)
    (void)shape.sub_shapes().for_each_sub_shape(all,
                                                take);  // its normal was that of an internal edge
  return there;
}

template class VolumeFinder<2, float>;
template class VolumeFinder<3, float>;
template class VolumeFinder<2, double>;
template class VolumeFinder<3, double>;

}  // namespace masu::detail
