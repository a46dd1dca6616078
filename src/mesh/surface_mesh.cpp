// SPDX-License-Identifier: MIT
#include "mesh/surface_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "mesh/body_access.hpp"
#include "mesh/neighbors.hpp"
#include "mesh/placed_join.hpp"
#include "mesh/sub_shape_user_data.hpp"
#include "mesh/vertex_range.hpp"

namespace masu {
namespace {

template <int D, class T>
Status check_input(std::span<const Vec<D, T>> vertices, std::span<const std::uint32_t> corners) {
  constexpr std::size_t kMostSubShapes = std::size_t(1) << 30;
  if (corners.size() % D != 0) return Status::size_mismatch;
  if (corners.empty()) return Status::no_points;
  if (corners.size() / D > kMostSubShapes || vertices.size() >= kNoSubShape) {
    return Status::too_many_objects;
  }
  for (const std::uint32_t v : corners) {
    if (v >= vertices.size()) return Status::bad_index;
  }
  return detail::check_vertices(vertices);
}

// Twice the area, or six times the volume, between a sub-shape and the origin, and the magnitude of
// its terms.
struct Content {
  double value;
  double terms;
};
Content content(const Vec<2, double> (&p)[2]) {
  const double left = p[0][0] * p[1][1];
  const double right = p[0][1] * p[1][0];
  return {left - right, std::fabs(left) + std::fabs(right)};
}
Content content(const Vec<3, double> (&p)[3]) {
  const Vec<3, double> n = cross(p[1], p[2]);
  Content c{dot(p[0], n), 0};
  for (int k = 0; k < 3; ++k) c.terms += std::fabs(p[0][k] * n[k]);
  return c;
}

}  // namespace

template <int D, class T>
SurfaceMesh<D, T>::SurfaceMesh(Allocator allocator)
    : vertices_(allocator),
      corners_(allocator),
      neighbors_(allocator),
      user_data_(allocator),
      tree_(allocator) {}

// Copies the arrays, with memory after the vertices that kernels may read.
template <int D, class T>
bool SurfaceMesh<D, T>::copy(std::span<const Vec<D, T>> vertices, std::span<const Index> corners) {
  if (!vertices_.reserve(vertices.size() + 1) || !vertices_.resize(vertices.size())) return false;
  if (!corners_.resize(corners.size())) return false;
  std::copy(vertices.begin(), vertices.end(), vertices_.begin());
  std::copy(corners.begin(), corners.end(), corners_.begin());
  vertices_.data()[vertices.size()] = {};
  return true;
}

template <int D, class T>
Aabb<D, T> SurfaceMesh<D, T>::box_of(std::size_t i) const {
  Aabb<D, T> box = Aabb<D, T>::of_point(corner(i, 0));
  for (std::size_t k = 1; k < D; ++k) box = merge(box, Aabb<D, T>::of_point(corner(i, k)));
  // Turns -0 into 0, so that searches after a build and after a refit give the same bits.
  for (int a = 0; a < D; ++a) box.min[a] += T(0), box.max[a] += T(0);
  return box;
}

template <int D, class T>
bool SurfaceMesh<D, T>::fill_leaves() {
  detail::MeshTree<D, T>& made = *tree_.get();
  const detail::BvhNodes<D, T> nodes = made.tree.nodes();
  if (!made.indices.resize(nodes.leaf_count)) return false;
  if (D == 3 && !made.leaf_corners.resize(nodes.leaf_count)) return false;
  for (std::uint32_t l = 0; l < nodes.leaf_count; ++l) {
    const detail::BvhNode<D, T>& leaf = nodes.leaves[l];
    for (std::uint32_t i = 0; i < detail::kBvhWidth; ++i) {
      const auto indices = this->corners(leaf.child[i < leaf.count ? i : 0]);
      for (std::size_t k = 0; k < D; ++k) made.indices[l].vertex[k][i] = indices[k];
    }
  }
  for (std::size_t l = 0; l < made.leaf_corners.size(); ++l) {
    std::copy_n(nodes.leaves[l].child, detail::kBvhWidth, made.leaf_corners[l].sub_shape);
  }
  fit_leaves();
  return true;
}

template <int D, class T>
void SurfaceMesh<D, T>::fit_leaves() {
  detail::MeshTree<D, T>& made = *tree_.get();
  detail::mesh_kernels<D, T>().fit_leaves(search().leaves(), made.tree.leaves().data(),
                                          made.leaf_corners.data());
}

template <int D, class T>
Status SurfaceMesh<D, T>::build(std::span<const Vec<D, T>> vertices, std::span<const Index> corners,
                                const SurfaceMeshOptions& options) {
  if (const Status s = check_input(vertices, corners); s != Status::ok) return s;
  SurfaceMesh made(vertices_.allocator());
  Buffer<Aabb<D, T>> boxes(vertices_.allocator());
  detail::MeshTree<D, T>* const tree = made.tree_.need();
  if (tree == nullptr || !made.copy(vertices, corners) || !boxes.resize(corners.size() / D)) {
    return Status::out_of_memory;
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = made.box_of(i);
  Status status = tree->tree.build({boxes.data(), boxes.size()}, options.builder);
  if (status == Status::ok) {
    status = detail::find_neighbors<D>(corners, vertices.size(), made.neighbors_, made.closed_);
  }
  if (status == Status::ok && !made.fill_leaves()) status = Status::out_of_memory;
  if (status == Status::ok) status = made.set_user_data(options.user_data);
  if (status == Status::ok) *this = std::move(made);
  return status;
}

template <int D, class T>
Status SurfaceMesh<D, T>::set_user_data(std::span<const std::uint64_t> user_data) {
  return detail::copy_user_data(user_data, sub_shape_count(), user_data_);
}

template <int D, class T>
Status SurfaceMesh<D, T>::set_vertices(std::span<const Vec<D, T>> vertices) {
  if (vertices.size() != vertices_.size()) return Status::size_mismatch;
  if (const Status s = detail::check_vertices(vertices); s != Status::ok) return s;
  std::copy(vertices.begin(), vertices.end(), vertices_.begin());
  if (detail::MeshTree<D, T>* const made = tree_.get()) {
    fit_leaves();
    made->tree.refit();
  }
  return Status::ok;
}

template <int D, class T>
detail::MeshSearch<D, T> SurfaceMesh<D, T>::search() const {
  return {*this, detail::data_or_empty(tree_), vertices_.data()};
}
template <int D, class T>
SearchResult SurfaceMesh<D, T>::overlapping(const Aabb<D, T>& box,
                                            const BlockTarget<std::uint32_t>& target) const {
  return search().tree().overlapping(box, target);
}
template <int D, class T>
BodyView<D, T> SurfaceMesh<D, T>::view() const {
  return detail::view_of_own<BodyKind::surface_mesh>(*this);
}

template <int D, class T>
bool SurfaceMesh<D, T>::share_vertex(std::size_t i, std::size_t j) const {
  bool shared = false;
  for (const Index v : corners(i)) {
    for (const Index w : corners(j)) shared |= v == w;
  }
  return shared;
}

// Relative to the center; the error of each part is about 2^-50 of its terms.
template <int D, class T>
Status SurfaceMesh<D, T>::check_solid() const {
  if (corners_.empty()) return Status::no_points;
  if (!closed_) return Status::open_surface;
  const auto low = vec_cast<double>(bounds().min);
  const auto center = low + (vec_cast<double>(bounds().max) - low) * 0.5;
  Content all{0, 0};
  for (std::size_t i = 0; i < sub_shape_count(); ++i) {
    Vec<D, double> p[D];
    for (std::size_t k = 0; k < D; ++k) p[k] = vec_cast<double>(corner(i, k)) - center;
    const Content part = content(p);
    all.value += part.value;
    all.terms += part.terms;
  }
  const double slack = all.terms * 0x1p-50 * std::sqrt(double(sub_shape_count()));
  if (std::fabs(all.value) <= slack) return Status::flat;
  return all.value > 0 ? Status::ok : Status::inverted;
}

#define MASU_INSTANTIATE(D, T)                           \
  template class detail::Opaque<detail::MeshTree<D, T>>; \
  template class SurfaceMesh<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
