// SPDX-License-Identifier: MIT
// Bvh: a static bounding volume hierarchy. It sorts the boxes, and each node is a range of that
// order.
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

// Options of a Bvh. The builder affects only the speed: all find the same objects.
struct BvhOptions {
  BvhBuilder builder = BvhBuilder::morton;  // how the tree is built
};

// A spatial index over boxes that are all known at once, and a finder of all their pairs. For
// objects that are inserted and erased one by one use DynamicBvh. Queries take O(log n) where boxes
// are small and apart, and O(n) at worst: where all boxes overlap, or boxes are long. Builders make
// a binary tree; it is then collapsed into nodes of eight children, which queries test with SIMD.
//
//    masu::Bvh<2, float> tree;
//    (void)tree.build(boxes);
//    (void)tree.for_each_overlapping(window, [](std::uint32_t id) { use(id); });
//
// Memory: about 130 bytes per box in 3D float, kept between calls. If an allocation fails, build()
// leaves an empty index, and find_pairs() changes nothing.
//
// Threads: const members are safe in many threads while no thread changes the index. build() and
// find_pairs() run on the calling thread.
template <int D, class T>
class Bvh {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Id = std::uint32_t;                // index in the input
  using View = BvhView<D, T>;              // type of view()
  using Neighbor = masu::Neighbor<T, Id>;  // what nearest() writes
  using RayHit = RayCastResult<T, Id>;     // result of ray_cast()

  using Options = BvhOptions;  // of the constructor

  // Creates an empty index.
  explicit Bvh(const BvhOptions& options = {}, Allocator allocator = default_allocator())
      : options_(options), state_(allocator) {}
  explicit Bvh(Allocator allocator) : Bvh({}, allocator) {}

  const BvhOptions& options() const { return options_; }  // of trees built from now on
  // Sets the options of trees that are built from now on.
  void set_options(const BvhOptions& options) { options_ = options; }

  // Builds the index; ids are indices into `boxes`. Statuses: too_many_objects (see
  // largest_input()), size_mismatch (filters), out_of_range (period), out_of_memory; the index is
  // empty then. The trace receives the events of the builder: SplitObjects; MergeNodes, QueuePair,
  // DiscardPair.
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, BvhTrace trace = {});

  // Moves the objects and keeps the tree: O(n), and slower queries the farther they moved. Filters
  // and period stay. Rebuilds it if a box becomes empty or non-empty, or crosses other boundaries
  // of the period. size_mismatch: nothing changes. out_of_memory: the index is empty then.
  Status refit(BoxSpan<D, T> boxes);

  std::size_t size() const { return view().size(); }  // number of objects
  // Returns a view for queries; valid until the next build() or refit().
  const View& view() const;

  // Writes the index as one block of bytes, which map_bvh() reads: into a container, which is
  // resized (a std::vector of bytes or chars, a Buffer<std::byte>), or into written_size() bytes at
  // any address. Statuses: out_of_memory; size_mismatch: a span of another size. O(n).
  // docs/saving.md says which programs can read it.
  template <ByteContainer C>
  Status write(C& out) const {
    const Status status = resize_bytes(out, written_size());
    return status == Status::ok ? write(writable_bytes(out)) : status;
  }
  Status write(std::span<std::byte> out) const;
  std::size_t written_size() const;

  // As the members of BvhView.
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const BlockTarget<Id>& visit,
                                    const MaybeFilter& filter = {}) const {
    return view().for_each_overlapping(box, visit, filter);
  }
  SearchResult for_each_within(const Aabb<D, T>& box, T radius, const BlockTarget<Id>& visit,
                               const MaybeFilter& filter = {}) const {
    return view().for_each_within(box, radius, visit, filter);
  }
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
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
  void for_each_node(FunctionRef<void(const Aabb<D, T>&, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Id)> object = IgnoreObjects{}) const {
    view().for_each_node(visit, object);
  }

  // Returns the expected work of a query by the surface area heuristic: nodes visited and boxes
  // tested, as sums of half_surface() divided by that of the root. It is computed for the binary
  // tree, whose leaves have up to 8 boxes, or one box after bottom-up builders. O(n). Source: J.
  // Goldsmith and J. Salmon, 1987; J. D. MacDonald and K. S. Booth, 1990.
  double sah_cost() const;
  // Returns the sum of half_surface() over nodes with children, which bottom-up builders keep
  // small.
  double surface_sum() const;

  // Returns whether all invariants of the tree hold. O(n).
  bool validate() const;

  // Reports each unordered pair of overlapping boxes once, a < b, and does not change the index.
  // Statuses: those of build(), and stopped (by the sink). The trace receives the events of the
  // builder, and PhaseBegins ("join"). Typically O(n log n + k) for k pairs; O(n^2) at worst, as
  // for long boxes, even without a pair.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, BvhTrace trace = {});

  // Reports each overlapping pair of one box of `a` and one of `b`. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, BvhTrace trace = {});

 private:
  BvhOptions options_;
  detail::Opaque<detail::BvhState<D, T>> state_;
};

}  // namespace masu
