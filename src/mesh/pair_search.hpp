// SPDX-License-Identifier: MIT
// Searches for pairs of sub-shapes of two bodies: those that touch, and the nearest.
#pragma once

#include "mesh/body.hpp"

namespace masu::detail {

// Two sub-shapes in the frame of the first.
template <int D, class T>
struct SubShapePair {
  std::uint32_t id_a;
  std::uint32_t id_b;
  const ShapeView<D, T>& a;
  const ShapeView<D, T>& b;
  const PairPose<D>& pose;
};

// Calls visit(pair), until it returns false, for each pair of sub-shapes at most `margin` apart.
template <int D, class T>
SearchResult for_each_touching(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                               const PairPose<D>& pose, double margin,
                               FunctionRef<bool(const SubShapePair<D, T>& pair)> visit);

// The result of a visitor: the new reach (squared), and the displacement from sub-shape a to
// sub-shape b in world coordinates; zero: none.
template <int D>
struct PairReach {
  double reach;
  Vec<D, double> direction{};
};

// Which pairs are visited, and in which order.
enum class NearSearch : std::uint8_t {
  nearest,  // by lower bounds of their distance
  boxes,    // by the gaps of boxes along the axes of the bodies: the same without better bounds
  overlap,  // those that may overlap, by the gaps of boxes along the axes of the bodies
};

// Returns whether a body has so few sub-shapes that better bounds cost more than they save.
template <int D, class T>
bool has_few_sub_shapes(const BodyRef<D, T>& body) {
  constexpr std::size_t kFew = 32;
  if (!body.is_composite()) return true;
  const void* const object = body.sub_shapes.object();
  switch (body.sub_shapes.functions()->kind) {
    case BodyKind::surface_mesh:
      return static_cast<const SurfaceMesh<D, T>*>(object)->sub_shape_count() <= kFew;
    case BodyKind::compound:
      return static_cast<const Compound<D, T>*>(object)->child_count() <= kFew;
    default: return false;
  }
}

// Calls visit(pair) for pairs that may be within reach, which is unlimited at first; roughly
// nearest first.
template <int D, class T>
QueryStats for_each_pair_near(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                              const PairPose<D>& pose, NearSearch search,
                              FunctionRef<PairReach<D>(const SubShapePair<D, T>& pair)> visit);

// A body with a hierarchy of its sub-shapes: a mesh or compound.
template <int D, class T>
class TreeBody {
 public:
  // Converts to false if made from any other body.
  explicit TreeBody(const BodyRef<D, T>& body) {
    if (!body.is_composite() || body.was_view) return;
    const void* const object = body.sub_shapes.object();
    const BodyKind kind = body.sub_shapes.functions()->kind;
    if (kind == BodyKind::surface_mesh) {
      mesh_ = static_cast<const SurfaceMesh<D, T>*>(object);
      tree_ = &BodyAccess::search(*mesh_).tree();
    } else if (kind == BodyKind::compound) {
      compound_ = static_cast<const Compound<D, T>*>(object);
      tree_ = &BodyAccess::search(*compound_).tree();
    }
  }

  explicit operator bool() const { return tree_ != nullptr; }
  // Returns the mesh; nullptr if it is a compound.
  const SurfaceMesh<D, T>* mesh() const { return mesh_; }
  BvhNodes<D, T> nodes() const { return tree_->nodes(); }
  Aabb<D, T> bounds() const { return tree_->bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const {
    return mesh_ != nullptr ? mesh_->sub_shape(id) : compound_->sub_shape(id);
  }

 private:
  const SubShapeTree<D, T>* tree_ = nullptr;
  const SurfaceMesh<D, T>* mesh_ = nullptr;
  const Compound<D, T>* compound_ = nullptr;
};

}  // namespace masu::detail
