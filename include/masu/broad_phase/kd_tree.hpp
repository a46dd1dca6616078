// SPDX-License-Identifier: MIT
// KdTree: a set divided along one axis at a time, which is quicksort among the broad phases.
#pragma once

#include <masu/broad_phase/compare_events.hpp>
#include <masu/broad_phase/index_options.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/trace.hpp>

namespace masu {

namespace detail {
template <int D, class T>
class KdState;
}  // namespace detail

// How a kd-tree divides a set of boxes by their centers.
enum class KdSplit : std::uint8_t {
  median_widest,   // at the median of the axis on which the centers spread most
  median_in_turn,  // at the median of x, y, ..., x, y, ... in turn
  surface_area,    // between two of 16 bins of the widest axis, by the surface area heuristic
  first,           // axes in turn, around the first object: the quicksort of the lecture
};

// The element that is sorted, and the item of the partition events.
template <int D, class T>
struct KdItem {
  Vec<D, T> center;     // of the object's box
  std::uint32_t index;  // its index
};

// Event: a partition. The pivot is in neither part; there is none where the border is no item.
template <class Item>
struct PartitionStep {
  int axis;                     // axis of the partition
  const Item* pivot;            // nullptr: there is none
  std::span<const Item> left;   // items below the border
  std::span<const Item> right;  // the others
};

// How a KdTree divides its objects. All choices find the same objects, in other orders.
struct KdTreeOptions {
  KdSplit split = KdSplit::median_widest;  // where a set is divided
  // Maximum number of objects per leaf, 1 to 32; more than 16 only if all are points in float.
  std::uint32_t leaf_size = 32;
};

// A static spatial index over boxes, or points, which are boxes without extent: if all are, it
// takes half the memory and half the tests. Objects are divided by their centers and nodes have
// tight bounds, so that the tree stays balanced whatever the boxes are; three binary levels make
// one node of eight children. Build: O(n log n) expected. Queries: O(log n + k) expected for k
// results where boxes are no larger than their spacing; O(n) at worst, when all boxes overlap or
// are long. (J. L. Bentley, "Multidimensional binary search trees used for associative searching",
// 1975.) Use it for points and nearest neighbors; for boxes and rays use Bvh.
//
//    masu::KdTree<2, float> tree;
//    (void)tree.build(boxes);
//    masu::KdTree<2, float>::Neighbor nearest[8];
//    (void)tree.nearest(window, nearest);
//
// The order of results depends on the input and the options alone. Pairs are found by descending
// into two subtrees at once; that leaves the index as it is.
//
// Threads: const members are safe in many threads while no thread changes the index.
template <int D, class T>
class KdTree {
  using BuildTrace = AnyTrace<PartitionStep<KdItem<D, T>>>;
  using PairTrace = AnyTrace<PartitionStep<KdItem<D, T>>, PhaseBegins, VisitNode,
                             CompareBounds<D, T>, CompareObjects>;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Options = KdTreeOptions;           // of the constructor
  using Id = std::uint32_t;                // index in the input
  using Neighbor = masu::Neighbor<T, Id>;  // what nearest() writes
  using RayHit = RayCastResult<T, Id>;     // result of ray_cast()

  // Creates an empty index.
  explicit KdTree(const KdTreeOptions& options = {}, Allocator allocator = default_allocator())
      : options_(options), state_(allocator) {}
  explicit KdTree(Allocator allocator) : KdTree({}, allocator) {}

  const KdTreeOptions& options() const { return options_; }  // of what is built from now on
  // Sets the options of the builds and searches for pairs that follow.
  void set_options(const KdTreeOptions& options) { options_ = options; }

  // Builds the index; ids are indices into `boxes`. Statuses: out_of_memory, too_many_objects,
  // size_mismatch (filters), out_of_range (period, leaf size); the index is empty then. The trace
  // receives PartitionStep<KdItem<D, T>>.
  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options = {}, BuildTrace trace = {});

  // Returns the number of boxes given, empty ones included.
  std::size_t size() const;
  // Returns the work of the last build: comparisons.
  const QueryStats& build_stats() const;

  // Calls visit(id) for each object that overlaps the box, periodic images included; a visitor may
  // return false to stop (stopped).
  SearchResult for_each_overlapping(const Aabb<D, T>& box, const BlockTarget<Id>& visit,
                                    const MaybeFilter& filter = {}) const;

  // Calls visit(id) for each object with distance_squared(box, object) <= radius^2, which in a
  // periodic domain is that of the nearest images. Empty boxes are near nothing. out_of_range:
  // radius negative or NaN.
  SearchResult for_each_within(const Aabb<D, T>& box, T radius, const BlockTarget<Id>& visit,
                               const MaybeFilter& filter = {}) const;

  // Finds the found.size() nearest objects, sorted by (distance, id); stats.results says how many
  // there are. Distances as in for_each_within(). Expected O(log n + k). Always ok.
  SearchResult nearest(const Aabb<D, T>& box, std::span<Neighbor> found,
                       const MaybeFilter& filter = {}) const;

  // Calls visit(id, t) for each object whose box the ray hits by ray_box(), in no particular order.
  // not_finite: the ray is not valid; out_of_range: the domain is periodic, and rays do not wrap.
  SearchResult for_each_on_ray(const Ray<D, T>& ray, const BlockTarget<RayMeeting<T, Id>>& visit,
                               const MaybeFilter& filter = {}) const;

  // Returns the first object that the ray hits, by (t, id). Statuses as for_each_on_ray().
  RayCastResult<T, Id> ray_cast(const Ray<D, T>& ray, const MaybeFilter& filter = {}) const;

  // Reports each unordered pair of overlapping boxes once, a < b. Statuses: those of build(),
  // stopped (by the sink). The trace receives the events of the build, and after
  // PhaseBegins{"join"} each VisitNode, CompareBounds and CompareObjects.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, PairTrace trace = {});

  // Reports each overlapping pair of one box of `a` and one of `b`. Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, PairTrace trace = {});

  // Shows the tree, for drawing and for learning: calls visit(bounds, depth, objects) for each
  // node, parents before children, the root at depth 0; `objects` is 0 for inner nodes. object(id)
  // follows for each object of a leaf; periodic images are objects too. O(n).
  void for_each_node(FunctionRef<void(const Aabb<D, T>&, int depth, std::size_t objects)> visit,
                     FunctionRef<void(Id)> object = IgnoreObjects{}) const;

  // Returns whether every object is in one leaf, bounds are tight all the way up, and leaves are no
  // fuller than allowed. O(n) and a bit for each object.
  bool validate() const;

 private:
  KdTreeOptions options_;
  detail::Opaque<detail::KdState<D, T>> state_;
};

}  // namespace masu
