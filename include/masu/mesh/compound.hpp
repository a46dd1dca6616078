// SPDX-License-Identifier: MIT
// A body that is the union of convex shapes.
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
class PieceTree;
template <int D, class T>
class CompoundSearch;
}  // namespace detail

// How a compound is built.
struct CompoundOptions {
  BvhBuilder builder = BvhBuilder::surface_area;  // decides the speed only: all answer alike
  std::span<const std::uint64_t> user_data{};     // copied; of each child, or empty
};

// A convex part, and where it is in the compound's frame.
template <int D, class T>
struct Child {
  ShapeView<D, T> shape;
  Transform<D, T> place{};
};
// Makes a child of a convex shape.
template <Shape S>
auto child(const S& shape) {
  const auto view = view_of(shape);
  return Child<decltype(view)::kDimension, typename decltype(view)::Scalar>{view, {}};
}
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
Child<D, T> child(const S& shape, const Transform<D, T>& place) {
  return {view_of(shape), place};
}
// Does not compile: temporaries of shapes that a view refers to.
template <Shape S, int D = detail::kDimensionOf<S>, class T = detail::ScalarOf<S>>
requires detail::kViewRefers<S> Child<D, T> child(const S&&, const Transform<D, T>& = {}) {
  static_assert(sizeof(S) == 0,
                "masu: a Compound refers to polygons, polyhedra, shapes of your own and rounded "
                "ones: keep the shape in a variable that outlives the compound");
  return {};
}

// A child is convex: bodies of many pieces are none.
template <CompositeShape B, class... Place>
void child(const B&, const Place&...) {
  static_assert(
      sizeof(B) == 0,
      "children are convex: add those of a compound by add_children(), cut a mesh into "
      "convex parts by MeshDecomposition, or add it to the world as an object of its own");
}

// A CompositeShape of children, which may overlap, touch or lie apart; numbered as given. Views of
// polygons, polyhedra and shapes of others refer to them: those must outlive the compound and stay
// where they are. The hierarchy's nodes hold eight boxes each: up to eight children are one node.
template <int D, class T>
class Compound {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Box = Aabb<D, T>;

  explicit Compound(Allocator allocator = default_allocator())
      : children_(allocator), user_data_(allocator), tree_(allocator) {}

  // no_points: no children; check() and Transform::check() of each; unbounded: a half-space;
  // too_many_objects: 2^30 children; size_mismatch: user data that is not one number a child;
  // out_of_memory. Then it is as before. O(n log n).
  Status build(std::span<const Child<D, T>> children, const CompoundOptions& options = {});

  // Another place for one child: bad_index, or what Transform::check() says; then it is as before.
  // The same tree with other boxes: O(n), which is cheap (some ns a child), and slower queries the
  // more the order of the children in space has changed.
  Status move(std::uint32_t child, const Transform<D, T>& place);
  // Places for all: size_mismatch.
  Status move_all(std::span<const Transform<D, T>> places);

  std::uint32_t child_count() const { return static_cast<std::uint32_t>(children_.size()); }
  const Child<D, T>& child(std::uint32_t id) const { return children_[id]; }
  // The user data of a child, such as its material: 0 if none was given, or there is no such child.
  std::uint64_t user_data(std::uint32_t child) const {
    return child < user_data_.size() ? user_data_[child] : 0;
  }
  // Sets the user data of all children, or with an empty list of none. Statuses: size_mismatch,
  // out_of_memory; it is as before then. Memory: 8 bytes a child while there is some.
  Status set_user_data(std::span<const std::uint64_t> user_data);

  // CompositeShape.
  BodyView<D, T> view() const;
  Box bounds() const { return view().bounds(); }
  Piece<D, T> piece(std::uint32_t id) const { return {children_[id].shape, &children_[id].place}; }
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    const auto each = [&](std::uint32_t id) { return goes_on(visit, id, piece(id)); };
    return overlapping(box, BlockTarget<std::uint32_t>::each(each));
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_piece_near(gap, reach, visit);
  }
  // SeamlessShape: contacts inside of other children are none; those that would push into others
  // take the face of their child that lies nearest, if it is not covered (boxes, polygons and
  // polyhedra have faces).
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  friend detail::BodyAccess;
  detail::CompoundSearch<D, T> search() const;
  SearchResult overlapping(const Box& box, const BlockTarget<std::uint32_t>& target) const;
  Box box_of(std::uint32_t id) const;

  Buffer<Child<D, T>> children_;
  Buffer<std::uint64_t> user_data_;  // by child, or empty
  detail::Opaque<detail::PieceTree<D, T>> tree_;
};

// Appends the children of a compound that lies at `place` in another: how compounds are nested.
// They are numbered from the size that `list` had, and convex shapes that they refer to must live
// on, the compound need not. Rotations and translations are rounded once. Statuses:
// Transform::check(), out_of_memory; then `list` is as before. O(n).
template <int D, class T>
Status add_children(const Compound<D, T>& compound, const Transform<D, T>& place,
                    Buffer<Child<D, T>>& list);

MASU_EXTERN_D_T(Compound)

}  // namespace masu
