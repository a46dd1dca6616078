// SPDX-License-Identifier: MIT
// WorldHash: one number for the whole state of a world.
#pragma once

#include "narrow_phase/pair_order.hpp"

#include "world/contact_store.hpp"
#include "world/pair_rules.hpp"

namespace masu::detail {

class WorldHash {
 public:
  void add(std::uint64_t word) { value_ = mixed_bits(value_ ^ mixed_bits(word + kStep)) + kStep; }
  void add(float x) { add(bits_of(x)); }
  void add(double x) { add(bits_of(x)); }
  template <int D, class T>
  void add(const Vec<D, T>& v) {
    for (int a = 0; a < D; ++a) add(v[a]);
  }
  void add(Handle h) { add(std::uint64_t(h.index) << 32 | h.generation); }
  std::uint64_t value() const { return value_; }

 private:
  static constexpr std::uint64_t kStep = 0x9e37'79b9'7f4a'7c15u;
  std::uint64_t value_ = 0;
};

// Hashes objects: of a shape that refers to data only its kind and box, since the data lies
// elsewhere. Free slots too, in the order in which they will be taken.
template <int D, class T>
void hash_objects(const ObjectStore<D, T>& objects, WorldHash& hash) {
  for (std::uint32_t i = 0; i < objects.slots(); ++i) {
    if (!objects.alive(i)) continue;
    const auto& body = objects.body(i);
    const ObjectFilters filters = objects.filters(i);
    hash.add(objects.handle(i));
    hash.add(fingerprint(body.pose));
    hash.add(std::uint64_t(body.shape.convex.kind) << 8 | (body.shape.refers() ? 1u : 0u));
    hash.add(body.shape.convex.radius);
    if (body.shape.refers()) {
      hash.add(objects.slot(i).box.min);
      hash.add(objects.slot(i).box.max);
    } else {
      for (const Vec<D, T>& p : body.shape.convex.p) hash.add(p);
    }
    hash.add(filters.user_filter.category);
    hash.add(filters.user_filter.mask);
    hash.add(filters.filter.category);
    hash.add(filters.filter.mask);
    hash.add(objects.user_data(i));
    hash.add(std::uint64_t(static_cast<std::uint32_t>(objects.group(i))) << 32 |
             std::uint64_t(objects.slot(i).flags & kSavedFlags) << 8 | objects.slot(i).layer);
    if (objects.margin(i) != 0) hash.add(objects.margin(i));
    hash.add(objects.slot(i).fat_aabb.min);
    hash.add(objects.slot(i).fat_aabb.max);
  }
  objects.for_each_free([&](std::uint32_t i) { hash.add(objects.handle(i)); });
}

// Hashes excluded pairs, in any order.
template <int D, class T>
void hash_excluded(const ObjectStore<D, T>& objects, const ExcludedPairs& excluded,
                   WorldHash& hash) {
  if (excluded.size() == 0) return;
  std::uint64_t sum = 0;
  excluded.for_each([&](std::uint32_t i, std::uint32_t j) {
    WorldHash pair;
    pair.add(objects.handle(i));
    pair.add(objects.handle(j));
    sum += pair.value();
  });
  hash.add(std::uint64_t(excluded.size()));
  hash.add(sum);
}

// Hashes all pairs of the broad phase; those that do not meet have caches, too.
template <int D, class T>
void hash_nodes(const ObjectStore<D, T>& objects, const PairBook& book,
                const ContactStore<D, T>& contacts, WorldHash& hash) {
  for (std::uint32_t n = 0; n < book.nodes(); ++n) {
    const PairBook::Node& node = book.node(n);
    if (!node.alive) continue;
    hash.add(std::uint64_t(n) | (node.is(PairBook::kExcluded) ? std::uint64_t(1) << 32 : 0));
    hash.add(objects.handle(node.a));
    hash.add(objects.handle(node.b));
    const PairCache& cache = contacts.cache(n);
    for (const float x : cache.direction) hash.add(x);
    for (std::uint32_t k = 0; k < cache.size; ++k) {
      hash.add(std::uint64_t(cache.vertex_a[k]) << 32 | cache.vertex_b[k]);
    }
  }
  for (std::uint32_t n = book.free_node(); n != PairBook::kNone; n = book.node(n).next[0]) {
    hash.add(std::uint64_t(n));
  }
}

template <int D, class T>
void hash_volumes(const ContactStore<D, T>& contacts, std::uint32_t n, WorldHash& hash) {
  for (std::uint32_t k = 0; k < contacts.volume_count(n); ++k) {
    const WorldVolume<D, T> v = contacts.volume(n, k);
    hash.add(std::uint64_t(v.status));
    hash.add(v.volume);
    hash.add(v.centroid);
    hash.add(v.area);
    hash.add(v.normal);
    for (const Vec<D, T>& p : v.vertices) hash.add(p);
    for (const VolumeLoop& f : v.faces) hash.add(std::uint64_t(f.source.face) << 32 | f.count);
  }
}

template <int D, class T>
void hash_pairs(const ObjectStore<D, T>& objects, const PairBook& book,
                const ContactStore<D, T>& contacts, WorldHash& hash) {
  hash_nodes(objects, book, contacts, hash);
  hash.add(std::uint64_t(book.began()));
  for (const WorldPair& p : book.rows()) {
    hash.add(std::uint64_t(p.id));
    hash_volumes(contacts, p.id, hash);
    hash.add(p.a);
    hash.add(p.b);
    hash.add(std::uint64_t(p.status));
    for (const WorldContact<D, T>& c : contacts.contacts(p.id)) {
      hash.add(std::uint64_t(c.sub_shape_a) << 32 | c.sub_shape_b);
      hash.add(c.distance);
      hash.add(c.normal);
      hash.add(c.point_a);
      hash.add(c.point_b);
      for (const ManifoldPoint<D, T>& q : contacts.corners(p.id, c)) {
        hash.add(q.point_a);
        hash.add(q.point_b);
        hash.add(q.distance);
      }
    }
  }
}

}  // namespace masu::detail
