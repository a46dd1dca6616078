// SPDX-License-Identifier: MIT
#include <masu/mesh/triangle_mesh.hpp>

#include <algorithm>
#include <cmath>

#include "mesh/neighbors.hpp"
#include "mesh/vertex_range.hpp"

namespace masu {
namespace {

template <class T>
Aabb<3, T> box_of(const Vec<3, T>& a, const Vec<3, T>& b, const Vec<3, T>& c) {
  return {min(min(a, b), c), max(max(a, b), c)};
}

}  // namespace

template <class T>
TriangleMesh<T>::TriangleMesh(Allocator allocator)
    : vertices_(allocator), corners_(allocator), neighbors_(allocator), tree_(allocator) {}

template <class T>
Status TriangleMesh<T>::check_input(std::span<const Vec<3, T>> vertices,
                                    std::span<const Index> corners) const {
  constexpr std::size_t kMostTriangles = std::size_t(1) << 30;
  if (corners.size() % 3 != 0) return Status::size_mismatch;
  if (corners.empty()) return Status::no_points;
  if (corners.size() / 3 > kMostTriangles || vertices.size() >= kNoPiece) {
    return Status::too_many_objects;
  }
  for (const Index v : corners) {
    if (v >= vertices.size()) return Status::bad_index;
  }
  return detail::check_vertices(vertices);
}

template <class T>
Status TriangleMesh<T>::build(std::span<const Vec<3, T>> vertices, std::span<const Index> corners,
                              BvhBuilder builder) {
  if (const Status s = check_input(vertices, corners); s != Status::ok) return s;
  TriangleMesh made(vertices_.allocator());
  Buffer<Box> boxes(vertices_.allocator());
  if (!made.vertices_.resize(vertices.size()) || !made.corners_.resize(corners.size()) ||
      !boxes.resize(corners.size() / 3)) {
    return Status::out_of_memory;
  }
  std::copy(vertices.begin(), vertices.end(), made.vertices_.begin());
  std::copy(corners.begin(), corners.end(), made.corners_.begin());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Triangle<3, T> t = made.triangle(i);
    boxes[i] = box_of(t.a, t.b, t.c);
  }
  Status good = made.tree_.build({boxes.data(), boxes.size()}, builder);
  if (good == Status::ok) {
    good = detail::find_neighbors(corners, vertices.size(), made.neighbors_, made.closed_);
  }
  if (good == Status::ok) *this = std::move(made);
  return good;
}

template <class T>
Status TriangleMesh<T>::set_vertices(std::span<const Vec<3, T>> vertices) {
  if (vertices.size() != vertices_.size()) return Status::size_mismatch;
  if (const Status s = detail::check_vertices(vertices); s != Status::ok) return s;
  std::copy(vertices.begin(), vertices.end(), vertices_.begin());
  tree_.refit([&](detail::BvhNode<3, T>& leaf, std::size_t) {
    for (std::uint32_t k = 0; k < leaf.count; ++k) {
      const Triangle<3, T> t = triangle(leaf.child[k]);
      leaf.set_lane(k, box_of(t.a, t.b, t.c));
    }
    leaf.close(leaf.count);
  });
  return Status::ok;
}

template <class T>
bool TriangleMesh<T>::share_vertex(std::size_t i, std::size_t j) const {
  const Index* const x = corners_.data() + 3 * i;
  const Index* const y = corners_.data() + 3 * j;
  bool shared = false;
  for (int k = 0; k < 3; ++k) shared |= x[k] == y[0] || x[k] == y[1] || x[k] == y[2];
  return shared;
}

// Six times the volume is the sum of the products a . (b x c), taken about the middle; each is off
// by some 2^-50 of its terms.
template <class T>
Status TriangleMesh<T>::check_solid() const {
  if (corners_.empty()) return Status::no_points;
  if (!closed_) return Status::open_surface;
  const auto low = vec_cast<double>(bounds().min);
  const auto middle = low + (vec_cast<double>(bounds().max) - low) * 0.5;
  double volume = 0;
  double terms = 0;
  for (std::size_t i = 0; i < triangle_count(); ++i) {
    const Triangle<3, T> t = triangle(i);
    const auto a = vec_cast<double>(t.a) - middle;
    const auto n = cross(vec_cast<double>(t.b) - middle, vec_cast<double>(t.c) - middle);
    volume += dot(a, n);
    for (int k = 0; k < 3; ++k) terms += std::fabs(a[k] * n[k]);
  }
  const double slack = terms * 0x1p-50 * std::sqrt(double(triangle_count()));
  if (std::fabs(volume) <= slack) return Status::flat;
  return volume > 0 ? Status::ok : Status::inverted;
}

template class TriangleMesh<float>;
template class TriangleMesh<double>;

}  // namespace masu
