// SPDX-License-Identifier: MIT
// ContactStore: the contacts of the pairs of a world. They are computed when an object of the pair
// has moved, and stay until one moves again.
#pragma once

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include <masu/core/answered.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/world/world_options.hpp>

#include "world/object_store.hpp"
#include "world/pair_book.hpp"
#include "world/range_pool.hpp"
#include "world/shape_queries.hpp"
#include "world/torus.hpp"
#include "world/volume_store.hpp"

namespace masu::detail {

// The result of a narrow-phase test before it is stored, so that tests of different pairs can run
// at the same time. Composite shapes are tested when the result is written, one after the other.
template <int D, class T>
struct PairTest {
  Status status = Status::ok;
  bool touching = false;
  bool is_composite = false;
  bool has_cache = false;  // `cache` replaces the one of the pair
  PairCache cache;
  Manifold<D, T> manifold;  // for ContactDetail::points only the separation
};

// The options of a world for tests of pairs.
template <int D, class T>
struct TestRules {
  const WorldOptions<T>& options;
  const Torus<D, T>& torus;
};

template <int D, class T>
class ContactStore {
 public:
  using Contact = WorldContact<D, T>;
  using Corner = ManifoldPoint<D, T>;
  using Store = ObjectStore<D, T>;
  using Node = PairBook::Node;
  using Rules = TestRules<D, T>;

  explicit ContactStore(Allocator allocator)
      : cache_indices_(allocator),
        caches_(allocator),
        shifts_(allocator),
        ranges_(allocator),
        corner_ranges_(allocator),
        contacts_(allocator),
        corners_(allocator),
        found_points_(allocator),
        found_areas_(allocator),
        finder_(allocator),
        volumes_(allocator) {}

  // Reserves memory by node. New nodes have no contacts and an empty cache.
  [[nodiscard]] bool reserve_nodes(std::size_t nodes, const Rules& rules) {
    const ContactDetail detail = rules.options.detail;
    return (detail < ContactDetail::points || grow_ahead(ranges_, nodes)) &&
           (detail < ContactDetail::areas || grow_ahead(corner_ranges_, nodes)) &&
           (!rules.torus.any() || grow_ahead(shifts_, nodes)) &&
           (detail != ContactDetail::volumes || volumes_.reserve_nodes(nodes));
  }
  void start(std::uint32_t n, const Rules& rules) {
    if (rules.options.detail >= ContactDetail::points) {
      while (ranges_.size() <= n) ranges_.append_unchecked({});
    }
    if (rules.options.detail >= ContactDetail::areas) {
      while (corner_ranges_.size() <= n) corner_ranges_.append_unchecked({});
    }
    if (rules.torus.any()) {
      while (shifts_.size() <= n) shifts_.append_unchecked({});
    }
    if (rules.options.detail == ContactDetail::volumes) volumes_.start(n);
  }
  void end(std::uint32_t n) {
    if (cache_index(n) != PairBook::kNone) {
      PoolRange range{std::exchange(cache_indices_[n], PairBook::kNone), 1};
      caches_.give(range);
    }
    clear(n);
  }
  // Removes the contacts of a pair that is excluded.
  void clear(std::uint32_t n) {
    if (ranges_.empty()) return;
    volumes_.end(n);
    contacts_.give(ranges_[n]);
    if (!corner_ranges_.empty()) corners_.give(corner_ranges_[n]);
  }

  std::span<const Contact> contacts(std::uint32_t n) const {
    return ranges_.empty() ? std::span<const Contact>{} : contacts_[ranges_[n]];
  }
  std::span<const Corner> corners(std::uint32_t n, const Contact& c) const {
    const std::span<const Corner> all = all_corners(n);
    const bool there =
        c.first_corner <= all.size() && c.corner_count <= all.size() - c.first_corner;
    return there ? all.subspan(c.first_corner, c.corner_count) : std::span<const Corner>{};
  }

  // The number of contacts of node n that have volumes; those volumes; and the volume of one
  // contact: not_updated if it has none.
  std::uint32_t volume_count(std::uint32_t n) const { return volumes_.count(n); }
  WorldVolume<D, T> volume(std::uint32_t n, std::uint32_t k) const { return volumes_.volume(n, k); }
  WorldVolume<D, T> volume_of(std::uint32_t n, const Contact& c) const {
    const std::span<const Contact> all = contacts(n);
    for (std::uint32_t k = 0; k < volume_count(n) && k < all.size(); ++k) {
      if (all[k].sub_shape_a == c.sub_shape_a && all[k].sub_shape_b == c.sub_shape_b)
        return volume(n, k);
    }
    return {.status = Status::not_updated};
  }
  // Returns the vector from b to the image of b that the pair is about.
  Vec<D, T> shift(std::uint32_t n) const { return n < shifts_.size() ? shifts_[n] : Vec<D, T>{}; }

  // The complete test for ContactDetail::boxes. Writes the shift of the pair.
  bool boxes_overlap(std::uint32_t n, const Node& node, const Store& objects, const Rules& rules) {
    const auto& a = objects.slot(node.a);
    const auto& b = objects.slot(node.b);
    if (((a.flags | b.flags) & kDying) != 0) return false;
    if (objects.has_margins()) return boxes_overlap_in_margins(n, node, objects, rules);
    if (!rules.torus.any()) return near(a.box, b.box, rules.options.margin);
    set_shift(n, node, objects, rules.torus);
    return near(a.box, box_of_b(n, node, objects), rules.options.margin);
  }
  // Tests the shapes of a pair. Convex shapes get contacts, composite shapes are only marked as
  // such. Writes the pair's shift. Calls keep(cache, its index) with the present cache if it will
  // be replaced. `r` is an output parameter since a result takes a kilobyte, of which most pairs
  // use few bytes.
  template <class Keep>
  void test(std::uint32_t n, const Node& node, const Store& objects, const Rules& rules,
            PairTest<D, T>& r, Keep&& keep) {
    const WorldOptions<T>& options = rules.options;
    const std::uint32_t i = node.a;
    const std::uint32_t j = node.b;
    const std::uint8_t either = objects.slot(i).flags | objects.slot(j).flags;
    r.status = Status::ok;
    r.is_composite = r.has_cache = false;
    r.touching = boxes_overlap(n, node, objects, rules);
    if (!r.touching) return;
    const T margin = margin_of(node, objects, options);
    const auto& a = objects.body(i);
    const Placed b = body_b(n, node, objects);
    const std::uint32_t index = cache_index(n);
    const bool had_cache = index != PairBook::kNone;
    if (had_cache) {
      r.cache = caches_[PoolRange{index, 1}][0];
    } else {
      r.cache.size = 0;
      std::fill_n(r.cache.direction, 3, 0.f);
    }
    keep(std::as_const(r.cache), index);
    if ((either & kSensor) != 0 || options.detail == ContactDetail::touch) {
      const Intersection s = Queries::touch(a.shape, a.pose, b.shape, b.pose, margin, r.cache);
      r.status = s.status;
      r.touching = s.overlapping;
      r.has_cache = had_cache || !is_empty(r.cache);
      return;
    }
    r.is_composite = a.shape.is_composite() || b.shape.is_composite();
    if (r.is_composite) return;
    if (options.detail == ContactDetail::points) {
      r.manifold.separation = penetration_of_views<D, T>(a.shape.convex, a.pose, b.shape.convex,
                                                         b.pose, &r.cache, nullptr);
      r.manifold.count = 0;
    } else {
      DepthCache deep;  // only the small part is stored
      deep.pair = r.cache;
      // Constructed in place: an assignment would copy the whole kilobyte.
      ::new (static_cast<void*>(&r.manifold)) Manifold<D, T>(manifold_of_views<D, T>(
          a.shape.convex, a.pose, b.shape.convex, b.pose, ManifoldOptions<T>{margin}, &deep));
      r.cache = deep.pair;
    }
    r.has_cache = had_cache || !is_empty(r.cache);
    r.status = r.manifold.separation.status;
    r.touching = answered(r.status) && r.manifold.separation.distance <= margin;
  }

  void prefetch(std::uint32_t n) const {
    if (n < ranges_.size()) prefetch_for_write(&ranges_[n]);
  }

  // As write(), for jobs, if no memory is allocated or freed. Returns false if nothing is written.
  MASU_FLATTEN bool write_in_place(std::uint32_t n, Node& node, const PairTest<D, T>& result,
                                   const Store& objects, const WorldOptions<T>& options) {
    if (result.is_composite || options.detail == ContactDetail::volumes) return false;
    if (result.has_cache && cache_index(n) == PairBook::kNone) return false;
    if (options.detail >= ContactDetail::points && !fits(n, node, result, objects)) return false;
    return write_contacts(n, node, result, objects, options) == Status::ok;
  }
  // Writes the result, which is valid until the next test. out_of_memory: the pair must be tested
  // again.
  Status write(std::uint32_t n, Node& node, const PairTest<D, T>& result, const Store& objects,
               const WorldOptions<T>& options) {
    const Status status = write_contacts(n, node, result, objects, options);
    if (status != Status::ok || options.detail != ContactDetail::volumes) return status;
    return write_volumes(n, node, objects);
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  // An empty cache is what the first search starts from. Compares bits, since a direction may be a
  // negative zero.
  static bool is_empty(const PairCache& cache) {
    const auto bits = [&](int a) { return std::bit_cast<std::uint32_t>(cache.direction[a]); };
    return (cache.size | bits(0) | bits(1) | bits(2)) == 0;
  }
  // All indices of caches are less than this.
  std::size_t cache_count() const { return caches_.size(); }
  // Returns kNone if the cache of the pair is empty.
  std::uint32_t cache_index(std::uint32_t n) const {
    return n < cache_indices_.size() ? cache_indices_[n] : PairBook::kNone;
  }
  const PairCache& cache(std::uint32_t n) const {
    static constexpr PairCache kEmpty{};
    const std::uint32_t index = cache_index(n);
    return index == PairBook::kNone ? kEmpty : caches_[PoolRange{index, 1}][0];
  }
  // Returns false if out of memory: a pair needs memory if its cache was empty and now is not.
  [[nodiscard]] bool set_cache(std::uint32_t n, const PairCache& cache) {
    if (cache_index(n) == PairBook::kNone) {
      if (is_empty(cache)) return true;
      PoolRange range;
      if (!grow_ahead(cache_indices_, n + std::size_t(1)) || !caches_.resize(range, 1))
        return false;
      while (cache_indices_.size() <= n) cache_indices_.append_unchecked(PairBook::kNone);
      cache_indices_[n] = range.first;
    }
    caches_[PoolRange{cache_indices_[n], 1}][0] = cache;
    return true;
  }
  std::span<const Corner> all_corners(std::uint32_t n) const {
    return corner_ranges_.empty() ? std::span<const Corner>{} : corners_[corner_ranges_[n]];
  }
  // Precondition: the node was started. out_of_memory; damaged: corners that do not exist.
  Status restore(std::uint32_t n, const PairCache& cache, std::span<const Contact> contacts,
                 std::span<const Corner> corners) {
    for (const Contact& c : contacts) {
      const std::size_t count = corners.size();
      if (c.first_corner > count || c.corner_count > count - c.first_corner) return Status::damaged;
    }
    if (!set_cache(n, cache)) return Status::out_of_memory;
    if ((ranges_.empty() && !contacts.empty()) || (corner_ranges_.empty() && !corners.empty())) {
      return Status::damaged;
    }
    if (ranges_.empty()) return Status::ok;
    if (!resize(n, contacts.size(), corners.size())) return Status::out_of_memory;
    std::copy(contacts.begin(), contacts.end(), contacts_[ranges_[n]].begin());
    std::copy(corners.begin(), corners.end(), corners_of(n).begin());
    return Status::ok;
  }
  // Computes what follows from poses and contacts, and is not in the snapshot. Call it after all
  // nodes are restored.
  Status restore_rest(std::uint32_t n, const Node& node, const Store& objects, const Rules& rules) {
    set_shift(n, node, objects, rules.torus);
    if (rules.options.detail != ContactDetail::volumes) return Status::ok;
    return write_volumes(n, node, objects);
  }

 private:
  using Queries = ShapeQueries<D, T>;
  using Shape = WorldShape<D, T>;
  using Pose = Transform<D, T>;
  struct Placed {
    const Shape& shape;
    Pose pose;
  };

  // The shift to the image of b that a meets, in a periodic world.
  void set_shift(std::uint32_t n, const Node& node, const Store& objects,
                 const Torus<D, T>& torus) {
    if (!torus.any()) return;
    shifts_[n] = torus.shift(objects.slot(node.a).box, objects.slot(node.b).box);
  }
  Placed body_b(std::uint32_t n, const Node& node, const Store& objects) const {
    const auto& b = objects.body(node.b);
    return {b.shape, shifts_.empty() ? b.pose : moved_by(b.pose, shifts_[n])};
  }
  Aabb<D, T> box_of_b(std::uint32_t n, const Node& node, const Store& objects) const {
    const Aabb<D, T>& box = objects.slot(node.b).box;
    if (shifts_.empty() || shifts_[n] == Vec<D, T>{}) return box;
    const Placed b = body_b(n, node, objects);
    return Queries::aabb(b.shape, b.pose);
  }

  // Sensors have no contacts.
  static bool has_contact(const Node& node, const PairTest<D, T>& result, const Store& objects) {
    return result.touching && !objects.has(node.a, kSensor) && !objects.has(node.b, kSensor);
  }
  std::span<Corner> corners_of(std::uint32_t n) {
    return corner_ranges_.empty() ? std::span<Corner>{} : corners_[corner_ranges_[n]];
  }
  // Reserves memory for the results of a pair, whose contents are lost. Returns false if out of
  // memory; the pair then has no contacts.
  [[nodiscard]] MASU_NOINLINE bool resize(std::uint32_t n, std::size_t contacts,
                                          std::size_t corners) {
    const bool ok = contacts_.resize(ranges_[n], static_cast<std::uint32_t>(contacts)) &&
                    (corner_ranges_.empty() ||
                     corners_.resize(corner_ranges_[n], static_cast<std::uint32_t>(corners)));
    if (!ok) contacts_.give(ranges_[n]);
    return ok;
  }
  bool fits(std::uint32_t n, const Node& node, const PairTest<D, T>& result,
            const Store& objects) const {
    const bool some = has_contact(node, result, objects);
    const auto corners = static_cast<std::uint32_t>(some ? result.manifold.count : 0);
    return contacts_.fits(ranges_[n], some ? 1 : 0) &&
           (corner_ranges_.empty() || corners_.fits(corner_ranges_[n], corners));
  }
  Status write_contacts(std::uint32_t n, Node& node, const PairTest<D, T>& result,
                        const Store& objects, const WorldOptions<T>& options) {
    node.status = result.status;
    node.touching = result.touching;
    if (result.has_cache && !set_cache(n, result.cache)) return Status::out_of_memory;
    if (result.is_composite) return write_sub_shapes(n, node, objects, options);
    note_refusal(node);
    if (options.detail < ContactDetail::points) return Status::ok;
    const bool some = has_contact(node, result, objects);
    const auto corners = static_cast<std::uint32_t>(some ? result.manifold.count : 0);
    PoolRange& range = ranges_[n];
    if (!contacts_.resize(range, some ? 1 : 0)) return Status::out_of_memory;
    if (some) contacts_[range][0] = {{0, 0}, result.manifold.separation, 0, corners};
    if (corner_ranges_.empty()) return Status::ok;
    PoolRange& corner_range = corner_ranges_[n];
    if (!corners_.resize(corner_range, corners)) {
      contacts_.give(range);
      return Status::out_of_memory;
    }
    std::copy_n(result.manifold.points, corners, corners_[corner_range].begin());
    return Status::ok;
  }

  // Half-spaces with an infinite overlap do meet; other shapes whose test is refused count as
  // meeting, too.
  static void note_refusal(Node& node) {
    if (answered(node.status)) {
      node.status = Status::ok;
    } else {
      node.touching = true;
    }
  }
  static bool near(const Aabb<D, T>& a, const Aabb<D, T>& b, T margin) {
    // No branches: whether two near boxes overlap is unpredictable.
    int ok = int(!a.empty()) & int(!b.empty());
    if (margin == 0) return (ok & int(overlaps_nonempty(a, b))) != 0;
    for (int k = 0; k < D; ++k) {
      ok &= int(a.min[k] - margin <= b.max[k]) & int(b.min[k] - margin <= a.max[k]);
    }
    return ok != 0;
  }

  // boxes_overlap() of live objects in a world with margins of objects. Pairs that it accepts
  // overlap in the broad phase, which enlarges each box by the world's margin and the object's:
  // sums are rounded in the same order.
  MASU_NOINLINE bool boxes_overlap_in_margins(std::uint32_t n, const Node& node,
                                              const Store& objects, const Rules& rules) {
    set_shift(n, node, objects, rules.torus);
    const Aabb<D, T>& a = objects.slot(node.a).box;
    const Aabb<D, T> b = box_of_b(n, node, objects);
    const T margin = rules.options.margin;
    const T of_a = objects.margin(node.a);
    const T of_b = objects.margin(node.b);
    bool ok = !a.empty() && !b.empty();
    for (int k = 0; k < D && ok; ++k) {
      ok = a.min[k] - (margin + of_a) <= b.max[k] + of_b &&
           b.min[k] - (margin + of_b) <= a.max[k] + of_a;
    }
    return ok;
  }
  // Returns the distance up to which the two shapes count as touching.
  static T margin_of(const Node& node, const Store& objects, const WorldOptions<T>& options) {
    if (!objects.has_margins()) return options.margin;
    return options.margin + objects.margin(node.a) + objects.margin(node.b);
  }

  MASU_NOINLINE Status write_sub_shapes(std::uint32_t n, Node& node, const Store& objects,
                                        const WorldOptions<T>& options) {
    const auto& a = objects.body(node.a);
    const Placed b = body_b(n, node, objects);
    const ContactOptions<T> contact_options{margin_of(node, objects, options),
                                            options.skip_internal_edges};
    std::size_t corners = 0;
    std::size_t count = 0;
    PairCache cache = this->cache(n);
    if (options.detail == ContactDetail::points) {
      node.status = Queries::contacts(a.shape, a.pose, b.shape, b.pose, contact_options, cache,
                                      found_points_);
      count = found_points_.size();
    } else {
      node.status = Queries::manifolds(a.shape, a.pose, b.shape, b.pose, contact_options, cache,
                                       found_areas_);
      count = found_areas_.size();
      for (const auto& m : found_areas_) corners += static_cast<std::size_t>(m.count);
    }
    if (!set_cache(n, cache)) return Status::out_of_memory;
    if (node.status == Status::out_of_memory) return node.status;
    if (!answered(node.status)) count = corners = 0;
    node.touching = count != 0;
    note_refusal(node);
    if (!resize(n, count, corners)) return Status::out_of_memory;
    options.detail == ContactDetail::points ? copy_points(n) : copy_areas(n);
    return Status::ok;
  }
  // Writes a volume for each contact, of the sub-shapes that it names.
  Status write_volumes(std::uint32_t n, const Node& node, const Store& objects) {
    const auto& a = objects.body(node.a);
    const Placed b = body_b(n, node, objects);
    volumes_.begin();
    for (const Contact& c : contacts(n)) {
      PlacedShape<D, T> sub_shape_a, sub_shape_b;
      const bool there =
          Finder::sub_shape(a.shape, a.pose, c.sub_shape_a, c.point_a, sub_shape_a) &&
          Finder::sub_shape(b.shape, b.pose, c.sub_shape_b, c.point_b, sub_shape_b);
      const Status s = there ? finder_.find(sub_shape_a, sub_shape_b) : Status::bad_index;
      if (s == Status::out_of_memory || !volumes_.add(s, finder_.volume())) {
        return Status::out_of_memory;
      }
    }
    return volumes_.keep(n) ? Status::ok : Status::out_of_memory;
  }
  void copy_points(std::uint32_t n) {
    const std::span<Contact> to = contacts_[ranges_[n]];
    for (std::size_t k = 0; k < to.size(); ++k) {
      const SubShapeContact<D, T>& c = found_points_[k];
      to[k] = {{c.sub_shape_a, c.sub_shape_b}, c.separation(), 0, 0};
    }
  }
  void copy_areas(std::uint32_t n) {
    const std::span<Contact> to = contacts_[ranges_[n]];
    const std::span<Corner> corners = corners_of(n);
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
      const SubShapeManifold<D, T>& m = found_areas_[k];
      const auto count = static_cast<std::uint32_t>(m.count);
      to[k] = {{m.sub_shape_a, m.sub_shape_b}, m.separation, next, count};
      std::copy_n(m.points, count, corners.begin() + next);
      next += count;
    }
  }

  using Finder = VolumeFinder<D, T>;

  Buffer<std::uint32_t> cache_indices_;  // by node; nodes beyond the end have none
  RangePool<PairCache> caches_;          // of nodes that have had a nonempty one
  Buffer<Vec<D, T>> shifts_;             // by node; empty in a world without periods
  Buffer<PoolRange> ranges_;             // of contacts, by node; empty without contacts
  Buffer<PoolRange> corner_ranges_;      // of corners, by node
  RangePool<Contact> contacts_;
  RangePool<Corner> corners_;
  Buffer<SubShapeContact<D, T>> found_points_;
  Buffer<SubShapeManifold<D, T>> found_areas_;
  Finder finder_;
  VolumeStore<D, T> volumes_;
};

}  // namespace masu::detail
