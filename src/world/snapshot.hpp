// SPDX-License-Identifier: MIT
// WorldWriter, WorldReader: the state of a world as one block of memory, and back.
#pragma once

#include <cstring>

#include <masu/broad_phase/index_buffer.hpp>
#include <masu/core/answered.hpp>
#include <masu/world/layers.hpp>
#include <masu/world/world_options.hpp>

#include "world/contact_store.hpp"
#include "world/pair_key.hpp"
#include "world/pair_rules.hpp"

namespace masu::detail {

// Incremented with every change of a layout or a meaning. 4: corners have a feature_id. 5: 63
// layers, kDefaultCategory, groups, excluded pairs and margins.
inline constexpr std::uint32_t kSnapshotVersion = 5;

// The first section of an index buffer. The sections: this, SnapshotObject by slot, SnapshotNode,
// PairCache by node, the node of each row, contacts and corners of the nodes in turn, and, in words
// of 64 bits, the rows of the LayerMatrix and the keys of excluded pairs, ascending. Unused bytes
// are zero: equal worlds have equal snapshots.
struct SnapshotHead {
  std::uint32_t version;
  std::uint32_t free_slot;
  std::uint32_t free_node;
  // Options on which the contents depend.
  std::uint32_t detail;
  std::uint32_t skip_internal_edges;
  std::uint32_t handle_salt;
  double margin;
  double period[3];
  std::uint64_t began;
};
template <class T>
bool made_for(const SnapshotHead& head, const WorldOptions<T>& options) {
  for (int a = 0; a < 3; ++a) {
    if (head.period[a] != double(options.period[a])) return false;
  }
  return head.version == kSnapshotVersion &&
         head.detail == static_cast<std::uint32_t>(options.detail) &&
         head.skip_internal_edges == (options.skip_internal_edges ? 1u : 0u) &&
         head.handle_salt == options.handle_salt && head.margin == double(options.margin);
}
inline constexpr std::size_t kSnapshotSections = 8;

template <int D, class T>
struct SnapshotObject {
  Transform<D, T> pose;
  Vec<D, T> p[3];  // of a shape that refers to data: its box, to recognize it
  T radius;
  Vec<D, T> fat_aabb[2];  // ObjectSlot::fat_aabb
  std::uint32_t generation;
  std::uint32_t next_free;
  Filter filter;
  Filter user_filter;
  std::uint64_t user_data;
  std::int32_t group;
  std::uint8_t kind;
  std::uint8_t refers;  // its shape is requested from the user
  std::uint8_t flags;
  std::uint8_t layer;
  T margin;
};

struct SnapshotNode {
  Handle a;
  Handle b;
  std::uint32_t row;
  std::uint32_t next_free;
  std::uint32_t contacts;
  std::uint32_t corners;
  std::uint8_t status;
  std::uint8_t alive;
  std::uint8_t excluded;
};

// The parts of a world that a snapshot restores.
template <int D, class T>
struct WorldParts {
  ObjectStore<D, T>& objects;
  PairBook& book;
  ContactStore<D, T>& contacts;
  LayerMatrix& layers;
  ExcludedPairs& excluded;
};

template <int D, class T>
class WorldWriter {
 public:
  WorldWriter(const ObjectStore<D, T>& objects, const PairBook& book,
              const ContactStore<D, T>& contacts, const LayerMatrix& layers,
              const ExcludedPairs& excluded, const WorldOptions<T>& options, Allocator allocator)
      : objects_(allocator),
        nodes_(allocator),
        caches_(allocator),
        rows_(allocator),
        contacts_(allocator),
        corners_(allocator),
        rules_(allocator) {
    head_ = {kSnapshotVersion,
             objects.free_slot(),
             book.free_node(),
             static_cast<std::uint32_t>(options.detail),
             options.skip_internal_edges ? 1u : 0u,
             options.handle_salt,
             double(options.margin),
             {double(options.period[0]), double(options.period[1]), double(options.period[2])},
             book.began()};
    ok_ = take_objects(objects) && take_nodes(objects, book, contacts) &&
          take_rules(layers, excluded);
  }

  Status write(Buffer<std::byte>& out) const {
    if (!ok_) return Status::out_of_memory;
    const IndexSection sections[kSnapshotSections] = {
        index_section(&head_, 1),
        index_section(objects_.data(), objects_.size()),
        index_section(nodes_.data(), nodes_.size()),
        index_section(caches_.data(), caches_.size()),
        index_section(rows_.data(), rows_.size()),
        index_section(contacts_.data(), contacts_.size()),
        index_section(corners_.data(), corners_.size()),
        index_section(rules_.data(), rules_.size())};
    if (!out.resize(index_size(sections))) return Status::out_of_memory;
    return write_index({out.data(), out.size()}, IndexKind::world, D, sizeof(T), sections);
  }

 private:
  // Padding between members, and after the last, stays zero.
  template <class E>
  static bool resize_zeroed(Buffer<E>& buffer, std::size_t size) {
    if (!buffer.resize(size)) return false;
    if (size != 0) std::memset(static_cast<void*>(buffer.data()), 0, size * sizeof(E));
    return true;
  }
  bool take_objects(const ObjectStore<D, T>& objects) {
    if (!resize_zeroed(objects_, objects.slots())) return false;
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      const auto& slot = objects.slot(i);
      const auto& body = objects.body(i);
      SnapshotObject<D, T>& o = objects_[i];
      o.generation = slot.generation;
      o.next_free = slot.next;
      o.layer = slot.layer;
      if (!objects.alive(i)) continue;
      const ShapeView<D, T>& shape = body.shape.convex;
      o.pose = body.pose;
      o.radius = shape.radius;
      o.fat_aabb[0] = slot.fat_aabb.min;
      o.fat_aabb[1] = slot.fat_aabb.max;
      if (body.shape.refers()) {
        o.refers = 1;
        o.p[0] = slot.box.min;
        o.p[1] = slot.box.max;
      } else {
        std::copy_n(shape.p, 3, o.p);
      }
      o.kind = static_cast<std::uint8_t>(shape.kind);
      o.filter = objects.filters(i).filter;
      o.user_filter = objects.filters(i).user_filter;
      o.user_data = objects.user_data(i);
      o.group = objects.group(i);
      o.flags = slot.flags & kSavedFlags;
      o.margin = objects.margin(i);
    }
    return true;
  }
  bool take_nodes(const ObjectStore<D, T>& objects, const PairBook& book,
                  const ContactStore<D, T>& contacts) {
    std::size_t contact_count = 0;
    std::size_t corner_count = 0;
    for (std::uint32_t n = 0; n < book.nodes(); ++n) {
      if (!book.node(n).alive) continue;
      contact_count += contacts.contacts(n).size();
      corner_count += contacts.all_corners(n).size();
    }
    if (!resize_zeroed(nodes_, book.nodes()) || !resize_zeroed(caches_, book.nodes()) ||
        !resize_zeroed(contacts_, contact_count) || !resize_zeroed(corners_, corner_count)) {
      return false;
    }
    std::size_t next_contact = 0;
    std::size_t next_corner = 0;
    for (std::uint32_t n = 0; n < book.nodes(); ++n) {
      const PairBook::Node& node = book.node(n);
      SnapshotNode& s = nodes_[n];
      s.row = node.alive ? node.row : PairBook::kNone;
      s.next_free = node.alive ? PairBook::kNone : node.next[0];
      if (!node.alive) continue;
      const auto held = contacts.contacts(n);
      const auto corners = contacts.all_corners(n);
      s.a = objects.handle(node.a);
      s.b = objects.handle(node.b);
      s.contacts = static_cast<std::uint32_t>(held.size());
      s.corners = static_cast<std::uint32_t>(corners.size());
      s.status = static_cast<std::uint8_t>(node.status);
      s.alive = 1;
      s.excluded = node.is(PairBook::kExcluded) ? 1 : 0;
      take_cache(contacts.cache(n), caches_[n]);
      for (const auto& c : held) take_contact(c, contacts_[next_contact++]);
      for (const auto& c : corners) take_corner(c, corners_[next_corner++]);
    }
    for (const WorldPair& p : book.rows()) {
      if (!rows_.push_back(p.id)) return false;
    }
    return true;
  }

  bool take_rules(const LayerMatrix& layers, const ExcludedPairs& excluded) {
    if (!rules_.grow(LayerMatrix::kLayers + std::size_t(excluded.size()))) return false;
    for (int i = 0; i < LayerMatrix::kLayers; ++i) {
      rules_.append_unchecked(layers.filter(i).mask);
    }
    excluded.for_each(
        [&](std::uint32_t i, std::uint32_t j) { rules_.append_unchecked(pair_key(i, j)); });
    std::sort(rules_.begin() + LayerMatrix::kLayers, rules_.end());
    return true;
  }

  static void take_cache(const PairCache& from, PairCache& to) {
    to.size = from.size;
    std::copy_n(from.direction, 3, to.direction);
    std::copy_n(from.vertex_a, from.size, to.vertex_a);
    std::copy_n(from.vertex_b, from.size, to.vertex_b);
  }
  static void take_contact(const WorldContact<D, T>& from, WorldContact<D, T>& to) {
    to.sub_shape_a = from.sub_shape_a;
    to.sub_shape_b = from.sub_shape_b;
    to.first_corner = from.first_corner;
    to.corner_count = from.corner_count;
    to.status = from.status;
    to.distance = from.distance;
    to.lower = from.lower;
    to.upper = from.upper;
    to.normal = from.normal;
    to.point_a = from.point_a;
    to.point_b = from.point_b;
  }
  static void take_corner(const ManifoldPoint<D, T>& from, ManifoldPoint<D, T>& to) {
    to.point_a = from.point_a;
    to.point_b = from.point_b;
    to.distance = from.distance;
    to.feature_id = from.feature_id;
  }

  SnapshotHead head_{};
  Buffer<SnapshotObject<D, T>> objects_;
  Buffer<SnapshotNode> nodes_;
  Buffer<PairCache> caches_;
  Buffer<std::uint32_t> rows_;
  Buffer<WorldContact<D, T>> contacts_;
  Buffer<ManifoldPoint<D, T>> corners_;
  Buffer<std::uint64_t> rules_;
  bool ok_ = false;
};

// Restores into empty parts. Shapes that refer to data are requested by shape_of(handle, user
// data), which refuses by a shape that refers to nothing. Everything is checked: the result is a
// valid world for any bytes.
template <int D, class T>
class WorldReader {
 public:
  WorldReader(const WorldParts<D, T>& to, const TestRules<D, T>& rules, Allocator allocator)
      : to_(to), rules_(rules), nodes_made_(allocator), rows_made_(allocator) {}

  template <class ShapeOf>
  Status read(std::span<const std::byte> bytes, ShapeOf&& shape_of) {
    std::span<const std::byte> s[kSnapshotSections];
    Status status = read_index(bytes, IndexKind::world, D, sizeof(T), s);
    if (status != Status::ok) return status;
    if (!of(s[0], head_) || head_.size() != 1) return Status::damaged;
    // Checked before the rest, whose layout depends on the version.
    if (!made_for(head_[0], rules_.options)) return Status::wrong_format;
    const bool sized = of(s[1], objects_) && of(s[2], nodes_) && of(s[3], caches_) &&
                       of(s[4], rows_) && of(s[5], contacts_) && of(s[6], corners_) &&
                       of(s[7], words_);
    if (!sized || words_.size() < LayerMatrix::kLayers) return Status::damaged;
    if (caches_.size() != nodes_.size() || nodes_.size() > kMost || objects_.size() > kMost) {
      return Status::damaged;
    }
    if (!read_layers()) return Status::damaged;
    status = read_objects(shape_of);
    if (status == Status::ok) status = read_excluded();
    if (status == Status::ok) status = read_nodes();
    return status != Status::ok ? status : read_contacts();
  }

 private:
  static constexpr std::size_t kMost = 0x7fff'ffffu;

  // Sections are aligned to 64 bytes.
  template <class E>
  static bool of(std::span<const std::byte> bytes, std::span<const E>& elements) {
    elements = {reinterpret_cast<const E*>(bytes.data()), bytes.size() / sizeof(E)};
    return bytes.size() % sizeof(E) == 0;
  }

  // Returns false if they are not symmetric.
  bool read_layers() {
    for (int i = 0; i < LayerMatrix::kLayers; ++i) {
      const std::uint64_t row = words_[static_cast<std::size_t>(i)];
      for (int j = 0; j <= i; ++j) {
        (void)to_.layers.set(i, j, (row & LayerMatrix::category(j)) != 0);
      }
      (void)to_.layers.set(i, kNoLayer, (row & kDefaultCategory) != 0);
    }
    for (int i = 0; i < LayerMatrix::kLayers; ++i) {
      if (to_.layers.filter(i).mask != words_[static_cast<std::size_t>(i)]) return false;
    }
    return true;
  }
  Status read_excluded() {
    std::uint64_t last = 0;
    for (const std::uint64_t key : words_.subspan(LayerMatrix::kLayers)) {
      const auto i = static_cast<std::uint32_t>(key >> 32);
      const auto j = static_cast<std::uint32_t>(key);
      const bool ok = i < j && j < objects_.size() && to_.objects.alive(i) &&
                      to_.objects.alive(j) && key > last;
      if (!ok) return Status::damaged;
      last = key;
      if (!to_.excluded.reserve(i, j)) return Status::out_of_memory;
      to_.excluded.add(i, j);
    }
    return Status::ok;
  }
  // Returns whether the rules exclude two objects of a node.
  bool is_excluded_pair(Handle a, Handle b) const {
    if (to_.excluded.contains(a.index, b.index)) return true;
    const std::int32_t of_a = to_.objects.group(a.index);
    const std::int32_t of_b = to_.objects.group(b.index);
    if (of_a == of_b && of_a != 0) return of_a < 0;
    return (of_a > 0 || of_b > 0) &&
           !accepts(to_.objects.filter(a.index), to_.objects.filter(b.index));
  }

  template <class ShapeOf>
  Status read_objects(ShapeOf&& shape_of) {
    const auto is_filtered = [](const SnapshotObject<D, T>& o) {
      return (o.generation & 1) != 0 && (o.filter != Filter{} || o.user_filter != Filter{});
    };
    const bool filtered = std::any_of(objects_.begin(), objects_.end(), is_filtered);
    const auto has_margin = [](const SnapshotObject<D, T>& o) {
      return (o.generation & 1) != 0 && o.margin != 0;
    };
    const bool some = std::any_of(objects_.begin(), objects_.end(), has_margin);
    const bool grouped =
        std::any_of(objects_.begin(), objects_.end(), [](const auto& o) { return o.group != 0; });
    if (!to_.objects.start_restore(objects_.size(), filtered) ||
        !to_.objects.reserve_margins(some ? T(1) : T(0)) || !to_.objects.reserve_groups(grouped)) {
      return Status::out_of_memory;
    }
    for (std::uint32_t i = 0; i < objects_.size(); ++i) {
      const SnapshotObject<D, T>& o = objects_[i];
      ObjectSlot<D, T> slot;
      ObjectBody<D, T> body{};
      slot.generation = o.generation;
      slot.next = o.next_free;
      slot.layer = o.layer;
      if ((o.generation & 1) != 0) {
        const Status status = read_object(i, o, shape_of, slot, body);
        if (status != Status::ok) return status;
        to_.objects.set_filters(i, {o.filter, o.user_filter});
        to_.objects.set_margin(i, o.margin + T(0));  // -0 becomes 0
        to_.objects.set_group(i, o.group);
      }
      to_.objects.set(i, slot, body, o.user_data);
    }
    return to_.objects.end_restore(head_[0].free_slot) ? Status::ok : Status::damaged;
  }
  template <class ShapeOf>
  Status read_object(std::uint32_t i, const SnapshotObject<D, T>& o, ShapeOf&& shape_of,
                     ObjectSlot<D, T>& slot, ObjectBody<D, T>& body) const {
    const bool known = (o.flags & ~kSavedFlags) == 0 && o.refers < 2 &&
                       (o.layer < LayerMatrix::kLayers || o.layer == kNoLayer);
    const T margin = rules_.options.margin + 2 * o.margin;
    if (!known || !(o.margin >= 0) || !is_finite(margin)) return Status::damaged;
    slot.flags = o.flags;
    body.pose = o.pose;
    if (o.refers != 0) {
      body.shape = shape_of(Handle{i, o.generation}, o.user_data);
      if (!body.shape.refers()) return Status::stale_handle;
    } else {
      const auto kind = static_cast<ShapeKind>(o.kind);
      const bool by_value = o.kind <= static_cast<std::uint8_t>(ShapeKind::half_space) &&
                            kind != ShapeKind::polygon && kind != ShapeKind::polyhedron &&
                            kind != ShapeKind::custom;
      if (!by_value) return Status::damaged;
      body.shape.convex.kind = kind;
      body.shape.convex.radius = o.radius;
      std::copy_n(o.p, 3, body.shape.convex.p);
    }
    if (body.pose.check() != Status::ok || ShapeQueries<D, T>::check(body.shape) != Status::ok) {
      return Status::damaged;
    }
    slot.box = ShapeQueries<D, T>::aabb(body.shape, body.pose);
    if (o.refers != 0 && slot.box != Aabb<D, T>{o.p[0], o.p[1]}) return Status::stale_handle;
    slot.fat_aabb = {o.fat_aabb[0], o.fat_aabb[1]};
    if (slot.fat_aabb != slot.box && !slot.fat_aabb.contains(slot.box)) return Status::damaged;
    // Refuses the pose in a world with other periods.
    if (!rules_.torus.any()) return Status::ok;
    const bool same = rules_.torus.wrapped(body.pose) == body.pose &&
                      rules_.torus.holds(body.shape, body.pose, slot.box, margin);
    return same ? Status::ok : Status::wrong_format;
  }

  bool live(Handle h) const { return to_.objects.contains(h); }
  // Returns whether a status is ok, or a refusal that WorldPair may have; nothing is saved after
  // out_of_memory.
  static bool of_a_pair(std::uint8_t status) {
    const auto s = static_cast<Status>(status);
    const bool refusal = s <= Status::not_updated && !answered(s) && s != Status::out_of_memory;
    return s == Status::ok || refusal;
  }
  Status read_nodes() {
    if (!nodes_made_.resize(nodes_.size()) || !rows_made_.resize(rows_.size())) {
      return Status::out_of_memory;
    }
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const SnapshotNode& s = nodes_[n];
      PairBook::Node node;
      node.alive = s.alive != 0;
      node.untested = false;
      node.next[0] = s.next_free;
      if (node.alive) {
        if (!live(s.a) || !live(s.b) || !of_a_pair(s.status)) return Status::damaged;
        const bool sound = s.excluded == 0 ? !is_excluded_pair(s.a, s.b)
                                           : s.excluded == 1 && s.row == PairBook::kNone &&
                                                 s.contacts == 0 && s.corners == 0;
        if (!sound) return Status::damaged;
        node.set(PairBook::kExcluded, s.excluded != 0);
        node.a = s.a.index;
        node.b = s.b.index;
        node.row = s.row;
        node.touching = s.row != PairBook::kNone;
        node.status = node.row_status = static_cast<Status>(s.status);
      }
      nodes_made_[n] = node;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r] >= nodes_.size()) return Status::damaged;
      const SnapshotNode& s = nodes_[rows_[r]];
      rows_made_[r] = {s.a, s.b, rows_[r], nodes_made_[rows_[r]].status};
    }
    return to_.book.restore({nodes_made_.data(), nodes_made_.size()}, head_[0].free_node,
                            {rows_made_.data(), rows_made_.size()}, head_[0].began,
                            objects_.size());
  }

  // Its features may have any value: what a search starts from is checked against the shapes.
  static PairCache sound(const PairCache& cache) {
    bool ok = cache.size <= 4;
    for (const float x : cache.direction) ok = ok && is_finite(x);
    return ok ? cache : PairCache{};
  }
  Status read_contacts() {
    if (!to_.contacts.reserve_nodes(nodes_.size(), rules_)) return Status::out_of_memory;
    std::size_t contact = 0;
    std::size_t corner = 0;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      to_.contacts.start(n, rules_);
      const SnapshotNode& s = nodes_[n];
      if (s.alive == 0) continue;
      if (s.contacts > contacts_.size() - contact || s.corners > corners_.size() - corner) {
        return Status::damaged;
      }
      Status status =
          to_.contacts.restore(n, sound(caches_[n]), contacts_.subspan(contact, s.contacts),
                               corners_.subspan(corner, s.corners));
      if (status == Status::ok) {
        status = to_.contacts.restore_rest(n, to_.book.node(n), to_.objects, rules_);
      }
      if (status != Status::ok) return status;
      contact += s.contacts;
      corner += s.corners;
    }
    return contact == contacts_.size() && corner == corners_.size() ? Status::ok : Status::damaged;
  }

  WorldParts<D, T> to_;
  const TestRules<D, T>& rules_;
  std::span<const SnapshotHead> head_;
  std::span<const SnapshotObject<D, T>> objects_;
  std::span<const SnapshotNode> nodes_;
  std::span<const PairCache> caches_;
  std::span<const std::uint32_t> rows_;
  std::span<const WorldContact<D, T>> contacts_;
  std::span<const ManifoldPoint<D, T>> corners_;
  std::span<const std::uint64_t> words_;
  Buffer<PairBook::Node> nodes_made_;
  Buffer<WorldPair> rows_made_;
};

}  // namespace masu::detail
