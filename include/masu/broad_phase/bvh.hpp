// SPDX-License-Identifier: MIT
// The bounding volume hierarchy: a binary search tree of boxes, and one range of the order a node.
#pragma once

#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/bvh_trace.hpp>
#include <masu/broad_phase/bvh_view.hpp>
#include <masu/broad_phase/index_options.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class BvhState;
}  // namespace detail

// The builder decides the speed only: all answer alike.
struct BvhOptions {
  BvhBuilder builder = BvhBuilder::morton;
};

// An index over boxes that are known at once, and a finder of all their pairs. Queries take O(log
// n) where boxes are small and apart, O(n) at worst: all boxes may meet, or one be long. Builders
// make a binary tree; it is then collapsed into nodes of eight, which queries read with SIMD.
//
// Memory: about 130 bytes a box in 3D float, kept between calls. An allocation that fails leaves an
// index empty, and a finder as it was.
template <int D, class T>
class Bvh {
 public:
  using Box = Aabb<D, T>;
  using Id = std::uint32_t;
  using View = BvhView<D, T>;
  using Neighbor = masu::Neighbor<T, Id>;
  using RayHit = RayCastResult<T, Id>;

  using Options = BvhOptions;

  explicit Bvh(const BvhOptions& options = {}, Allocator allocator = default_allocator())
      : options_(options), state_(allocator) {}
  explicit Bvh(Allocator allocator) : Bvh({}, allocator) {}

  const BvhOptions& options() const { return options_; }
  // For the trees that are built from now on.
  void set_options(const BvhOptions& options) { options_ = options; }

  // Ids are places in `boxes`. Statuses: too_many_objects (see largest_input()), size_mismatch
  // (filters), out_of_range (period), out_of_memory; it is empty then. The trace sees what the
  // builder does: SplitObjects; MergeNodes, QueuePair, DropPair.
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, BvhTrace trace = {});

  // The same objects elsewhere, in the same tree: O(n), and slower queries the farther they went.
  // Filters and period stay. Objects that become empty or stop being so, or reach over other
  // seams, need another tree: it is built anew. size_mismatch: not as many boxes; nothing changes.
  Status refit(BoxSpan<D, T> boxes);

  std::size_t size() const { return view().size(); }
  // For queries; valid until the next build or refit.
  const View& view() const;

  // Writes the index as one piece of memory, which map_bvh() takes: into a container, which becomes
  // as long as that (a std::vector of bytes or chars, a Buffer<std::byte>), or into written_size()
  // bytes at any address. Statuses: out_of_memory; size_mismatch: of a span of another size. O(n).
  // docs/saving.md says which programs can read it.
  template <ByteContainer C>
  Status write(C& out) const {
    const Status status = resize_bytes(out, written_size());
    return status == Status::ok ? write(writable_bytes(out)) : status;
  }
  Status write(std::span<std::byte> out) const;
  std::size_t written_size() const;

  // See BvhView.
  SearchResult for_each_overlapping(const Box& box, const BlockTarget<Id>& visit,
                                    const MaybeFilter& filter = {}) const {
    return view().for_each_overlapping(box, visit, filter);
  }
  SearchResult for_each_within(const Box& box, T radius, const BlockTarget<Id>& visit,
                               const MaybeFilter& filter = {}) const {
    return view().for_each_within(box, radius, visit, filter);
  }
  SearchResult nearest(const Box& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}) const {
    return view().nearest(box, found, filter);
  }
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T, Id>>& visit,
                               const MaybeFilter& filter = {}) const {
    return view().for_each_on_ray(ray, visit, filter);
  }
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const {
    return view().ray_cast(ray, filter);
  }
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, typename View::Cast cast,
                                const MaybeFilter& filter = {}) const {
    return view().ray_cast(ray, cast, filter);
  }
  void for_each_node(FunctionRef<void(const Box&, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Id)> object = IgnoreObjects{}) const {
    view().for_each_node(visit, object);
  }

  // Expected work of a query by the surface area heuristic: nodes visited and boxes tested, as
  // sums of half_surface() over that of the root. Of the binary tree, leaves of up to 8 boxes;
  // bottom-up ones end in single boxes. O(n). Source: J. Goldsmith and J. Salmon, 1987; J. D.
  // MacDonald and K. S. Booth, 1990.
  double sah_cost() const;
  // The sum of half_surface() over all nodes with children: what bottom-up builders keep small.
  double surface_sum() const;

  // All invariants of the tree. O(n).
  bool validate() const;

  // Each unordered pair of overlapping boxes once, a < b; the index above is left alone. Statuses:
  // as build(), and stopped (by the sink). The trace sees the builder, and PhaseBegins: "join".
  // Typically O(n log n + k) for k pairs; O(n^2) at worst, as for long boxes anywhere, without any.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, BvhTrace trace = {});

  // Each overlapping pair of one box of `a` and one of `b`.
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, BvhTrace trace = {});

 private:
  BvhOptions options_;
  detail::Opaque<detail::BvhState<D, T>> state_;
};

}  // namespace masu
