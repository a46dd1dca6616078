// SPDX-License-Identifier: MIT
// Compound: a composite shape made of convex shapes.
#pragma once

#include <span>

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/mesh/body_view.hpp>

namespace masu {

namespace detail {
struct BodyAccess;
template <int D, class T>
class SubShapeTree;
template <int D, class T>
class CompoundSearch;
}  // namespace detail

// Options of Compound::build().
struct CompoundOptions {
  BvhBuilder builder = BvhBuilder::surface_area;  // affects speed only, not results
  std::span<const std::uint64_t> user_data{};     // copied; one per child, or empty
};

// A convex shape and its pose in the compound's frame.
template <int D, class T>
struct Child {
  ShapeView<D, T> shape;   // a view, which refers to large shapes
  Transform<D, T> pose{};  // in the compound's frame
};
// Makes a child of a convex shape.
template <Shape S>
auto child(const S& shape) {
  const auto view = view_of(shape);
  return Child<decltype(view)::kDimension, typename decltype(view)::Scalar>{view, {}};
}
// Makes a child of a convex shape at a pose in the compound's frame.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
Child<D, T> child(const S& shape, const Transform<D, T>& pose) {
  return {view_of(shape), pose};
}
// Does not compile: temporaries of shapes that a view refers to.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
requires detail::kViewRefers<S> Child<D, T> child(const S&&, const Transform<D, T>& = {}) {
  static_assert(sizeof(S) == 0,
                "masu: a Compound stores references to polygons, polyhedra, custom shapes and "
                "their rounded versions: keep the shape in a variable that outlives the compound");
  return {};
}

// Children are convex: composite shapes are refused.
template <CompositeShape B, class... Pose>
void child(const B&, const Pose&...) {
  static_assert(
      sizeof(B) == 0,
      "masu: children must be convex: use add_children() for the children of a compound, and "
      "MeshDecomposition for a mesh, or add the mesh to the world as an object of its own");
}

// A CompositeShape made of convex children, which may overlap, touch or lie apart. Sub-shapes are
// the children, numbered as given. Views of polygons, polyhedra and custom shapes refer to them:
// those must outlive the compound and stay at their address. Nodes of the hierarchy hold eight
// boxes each: up to eight children are one node. Use it for concave bodies that are solid; for
// surfaces use TriangleMesh or Polyline.
//
//    const masu::Sphere<3, float> head{1}, body{2};
//    const auto head_pose = masu::Transform3f{{0, 3, 0}, {}};
//    const masu::Child<3, float> children[] = {masu::child(body), masu::child(head, head_pose)};
//    masu::Compound<3, float> snowman;
//    (void)snowman.build(children);
//
// Cost: queries visit O(log n + k) nodes, typically, for k children near the other body. Threads:
// const members are safe in many threads while no thread changes the compound.
template <int D, class T>
class Compound {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  // Creates a compound without children: build() adds them.
  explicit Compound(Allocator allocator = default_allocator())
      : children_(allocator), user_data_(allocator), tree_(allocator) {}

  // Builds the compound from children. Statuses: no_points: no children; those of check() and
  // Transform::check() of each child; unbounded: a half-space; too_many_objects: 2^30 children;
  // size_mismatch: user data that is not one number per child; out_of_memory. Then it is unchanged.
  // O(n log n).
  Status build(std::span<const Child<D, T>> children, const CompoundOptions& options = {});

  // Moves a child to `pose`. Statuses: bad_index, those of Transform::check(); then it is
  // unchanged. The tree is refitted: O(n), a few ns per child; queries get slower the more the
  // spatial order of the children has changed.
  Status move(std::uint32_t child, const Transform<D, T>& pose);
  // Moves all children, as move(). size_mismatch: not one pose per child.
  Status move_all(std::span<const Transform<D, T>> poses);

  // Returns the number of children.
  std::uint32_t child_count() const { return static_cast<std::uint32_t>(children_.size()); }
  // Returns a child. Precondition: id < child_count().
  const Child<D, T>& child(std::uint32_t id) const { return children_[id]; }
  // Returns the user data of a child, such as its material: 0 if none was given, or for a bad
  // index.
  std::uint64_t user_data(std::uint32_t child) const {
    return child < user_data_.size() ? user_data_[child] : 0;
  }
  // Sets the user data of all children; an empty list removes it. Statuses: size_mismatch,
  // out_of_memory; then it is unchanged. Memory: 8 bytes per child while there is some.
  Status set_user_data(std::span<const std::uint64_t> user_data);

  // As a CompositeShape: bounds() is the box around all children, whose boxes decide which of them
  // for_each_sub_shape() and for_each_sub_shape_near() visit. view() refers to the compound.
  BodyView<D, T> view() const;
  Aabb<D, T> bounds() const { return view().bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const {
    return {children_[id].shape, &children_[id].pose};
  }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    const auto each = [&](std::uint32_t id) { return goes_on(visit, id, sub_shape(id)); };
    return overlapping(box, BlockTarget<std::uint32_t>::each(each));
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_sub_shape_near(gap, reach, visit);
  }
  // Corrects a normal (CorrectsNormals): a contact inside other children gets none. A normal that
  // points into other children becomes that of the nearest face of its own child that they do not
  // cover (boxes, polygons and polyhedra have faces).
  Vec<D, double> corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  friend detail::BodyAccess;
  detail::CompoundSearch<D, T> search() const;
  SearchResult overlapping(const Aabb<D, T>& box, const BlockTarget<std::uint32_t>& target) const;
  Aabb<D, T> box_of(std::uint32_t id) const;

  Buffer<Child<D, T>> children_;
  Buffer<std::uint64_t> user_data_;  // one per child, or empty
  detail::Opaque<detail::SubShapeTree<D, T>> tree_;
};

// Appends the children of a compound at `pose` to the list of another: this is how compounds are
// nested. Their numbers start at the former size of `list`. The convex shapes that they refer to
// must live on, the compound need not. Rotations and translations are rounded once. Statuses: those
// of Transform::check(), out_of_memory; then `list` is unchanged. O(n).
template <int D, class T>
Status add_children(const Compound<D, T>& compound, const Transform<D, T>& pose,
                    Buffer<Child<D, T>>& list);

MASU_EXTERN_D_T(Compound)

}  // namespace masu
