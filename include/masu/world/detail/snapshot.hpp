// SPDX-License-Identifier: MIT
// The state of a world as one piece of memory, and back.
#pragma once

#include <masu/broad_phase/index_buffer.hpp>
#include <masu/world/detail/contact_store.hpp>
#include <masu/world/layers.hpp>

namespace masu::detail {

inline constexpr std::uint32_t kSnapshotVersion = 1;

// Sections of an index buffer: this, SnapshotObject by slot, SnapshotNode, PairCache by node, the
// node of each row, contacts and corners of the nodes in turn, and the rows of the LayerMatrix.
struct SnapshotHead {
  std::uint32_t version;
  std::uint32_t detail;
  std::uint32_t free_slot;
  std::uint32_t free_node;
  std::uint64_t begun;
};
inline constexpr std::size_t kSnapshotSections = 8;

template <int D, class T>
struct SnapshotObject {
  Transform<D, T> at;
  Vec<D, T> p[3];
  T radius;
  std::uint32_t generation;
  std::uint32_t next_free;
  Filter filter;
  Filter told;
  std::uint64_t user_data;
  std::uint8_t kind;
  std::uint8_t refers;  // its shape is that of the object with its handle, which must be there
  std::uint8_t flags;
  std::uint8_t layer;
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
};

// The parts of a world that are restored.
template <int D, class T>
struct WorldParts {
  ObjectStore<D, T>& objects;
  PairBook& book;
  ContactStore<D, T>& contacts;
  LayerMatrix& layers;
};

template <int D, class T>
class WorldWriter {
 public:
  WorldWriter(const ObjectStore<D, T>& objects, const PairBook& book,
              const ContactStore<D, T>& contacts, const LayerMatrix& layers, ContactDetail detail,
              Allocator allocator)
      : objects_(allocator),
        nodes_(allocator),
        caches_(allocator),
        rows_(allocator),
        contacts_(allocator),
        corners_(allocator) {
    head_ = {kSnapshotVersion, static_cast<std::uint32_t>(detail), objects.free_slot(),
             book.free_node(), book.begun()};
    layers_ = layers;
    good_ = take_objects(objects) && take_nodes(book, contacts);
  }

  Status write(Buffer<std::byte>& out) const {
    if (!good_) return Status::out_of_memory;
    const IndexSection sections[kSnapshotSections] = {
        index_section(&head_, 1),
        index_section(objects_.data(), objects_.size()),
        index_section(nodes_.data(), nodes_.size()),
        index_section(caches_.data(), caches_.size()),
        index_section(rows_.data(), rows_.size()),
        index_section(contacts_.data(), contacts_.size()),
        index_section(corners_.data(), corners_.size()),
        index_section(&layers_, 1)};
    if (!out.resize(index_size(sections))) return Status::out_of_memory;
    return write_index({out.data(), out.size()}, IndexKind::world, D, sizeof(T), sections);
  }

 private:
  bool take_objects(const ObjectStore<D, T>& objects) {
    if (!objects_.resize(objects.slots())) return false;
    for (std::uint32_t i = 0; i < objects.slots(); ++i) {
      const auto& slot = objects.slot(i);
      const auto& body = objects.body(i);
      const auto& rest = objects.rest(i);
      SnapshotObject<D, T> o{};
      o.generation = slot.generation;
      o.next_free = slot.next_free;
      o.layer = slot.layer;
      if (objects.alive(i)) {
        const ShapeView<D, T>& shape = body.shape.convex;
        o.at = body.at;
        o.radius = shape.radius;
        std::copy_n(shape.p, 3, o.p);
        o.kind = static_cast<std::uint8_t>(shape.kind);
        o.refers = body.shape.refers() ? 1 : 0;
        o.filter = rest.filter;
        o.told = rest.told;
        o.user_data = rest.user_data;
        o.flags = slot.flags & kLastingFlags;
      }
      objects_[i] = o;
    }
    return true;
  }
  bool take_nodes(const PairBook& book, const ContactStore<D, T>& contacts) {
    if (!nodes_.resize(book.nodes()) || !caches_.resize(book.nodes())) return false;
    for (std::uint32_t n = 0; n < book.nodes(); ++n) {
      const PairBook::Node& node = book.node(n);
      SnapshotNode s{};
      caches_[n] = PairCache{};
      if (node.alive) {
        const auto held = contacts.contacts(n);
        const auto corners = contacts.all_corners(n);
        s = {node.a,
             node.b,
             node.row,
             PairBook::kNone,
             static_cast<std::uint32_t>(held.size()),
             static_cast<std::uint32_t>(corners.size()),
             static_cast<std::uint8_t>(node.status),
             1};
        caches_[n] = contacts.cache(n);
        for (const auto& c : held) {
          if (!contacts_.push_back(c)) return false;
        }
        for (const auto& c : corners) {
          if (!corners_.push_back(c)) return false;
        }
      } else {
        s.row = PairBook::kNone;
        s.next_free = node.next[0];
      }
      nodes_[n] = s;
    }
    for (const WorldPair& p : book.rows()) {
      if (!rows_.push_back(p.id)) return false;
    }
    return true;
  }

  SnapshotHead head_{};
  LayerMatrix layers_;
  Buffer<SnapshotObject<D, T>> objects_;
  Buffer<SnapshotNode> nodes_;
  Buffer<PairCache> caches_;
  Buffer<std::uint32_t> rows_;
  Buffer<WorldContact<D, T>> contacts_;
  Buffer<ManifoldPoint<D, T>> corners_;
  bool good_ = false;
};

// Into empty parts; shapes that are referred to are those of the objects with the same handles in
// `now`. Everything is checked: what comes out is a world, whatever the bytes say.
template <int D, class T>
class WorldReader {
 public:
  WorldReader(const WorldParts<D, T>& to, const ObjectStore<D, T>& now,
              const LookRules<D, T>& rules, Allocator allocator)
      : to_(to), now_(now), rules_(rules), nodes_made_(allocator), rows_made_(allocator) {}

  Status read(std::span<const std::byte> bytes) {
    std::span<const std::byte> s[kSnapshotSections];
    Status good = read_index(bytes, IndexKind::world, D, sizeof(T), s);
    if (good != Status::ok) return good;
    const bool sized = of(s[0], head_) && of(s[1], objects_) && of(s[2], nodes_) &&
                       of(s[3], caches_) && of(s[4], rows_) && of(s[5], contacts_) &&
                       of(s[6], corners_) && of(s[7], layers_);
    if (!sized || head_.size() != 1 || layers_.size() != 1) return Status::damaged;
    if (head_[0].version != kSnapshotVersion ||
        head_[0].detail != static_cast<std::uint32_t>(rules_.options.detail)) {
      return Status::wrong_format;
    }
    if (caches_.size() != nodes_.size() || nodes_.size() > kMost || objects_.size() > kMost) {
      return Status::damaged;
    }
    to_.layers = layers_[0];
    good = read_objects();
    if (good == Status::ok) good = read_nodes();
    return good != Status::ok ? good : read_contacts();
  }

 private:
  static constexpr std::size_t kMost = 0x7fff'ffffu;

  // Sections are aligned to 64 bytes.
  template <class E>
  static bool of(std::span<const std::byte> bytes, std::span<const E>& elements) {
    elements = {reinterpret_cast<const E*>(bytes.data()), bytes.size() / sizeof(E)};
    return bytes.size() % sizeof(E) == 0;
  }

  Status read_objects() {
    if (!to_.objects.start_restore(objects_.size())) return Status::out_of_memory;
    for (std::uint32_t i = 0; i < objects_.size(); ++i) {
      const SnapshotObject<D, T>& o = objects_[i];
      ObjectSlot<D, T> slot;
      ObjectBody<D, T> body{};
      slot.generation = o.generation;
      slot.next_free = o.next_free;
      slot.layer = o.layer;
      if ((o.generation & 1) != 0) {
        const Status good = read_object(i, o, slot, body);
        if (good != Status::ok) return good;
      }
      to_.objects.set(i, slot, body, {o.filter, o.told, o.user_data});
    }
    return to_.objects.end_restore(head_[0].free_slot) ? Status::ok : Status::damaged;
  }
  Status read_object(std::uint32_t i, const SnapshotObject<D, T>& o, ObjectSlot<D, T>& slot,
                     ObjectBody<D, T>& body) const {
    const bool known = (o.flags & ~kLastingFlags) == 0 && o.refers < 2 &&
                       (o.layer < LayerMatrix::kLayers || o.layer == kNoLayer);
    if (!known) return Status::damaged;
    slot.flags = o.flags;
    body.at = body.from = o.at;
    if (o.refers != 0) {
      const bool there = now_.contains({i, o.generation}) && now_.body(i).shape.refers();
      if (!there) return Status::stale_handle;
      body.shape = now_.body(i).shape;
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
    if (body.at.check() != Status::ok || ShapeVerbs<D, T>::check(body.shape) != Status::ok) {
      return Status::damaged;
    }
    slot.box = ShapeVerbs<D, T>::aabb(body.shape, body.at);
    // Of a world that wraps around otherwise.
    if (!rules_.torus.any()) return Status::ok;
    const bool same = rules_.torus.wrapped(body.at) == body.at &&
                      rules_.torus.holds(body.shape, body.at, slot.box, rules_.options.margin);
    return same ? Status::ok : Status::wrong_format;
  }

  bool live(Handle h) const { return to_.objects.contains(h); }
  Status read_nodes() {
    if (!nodes_made_.resize(nodes_.size()) || !rows_made_.resize(rows_.size())) {
      return Status::out_of_memory;
    }
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const SnapshotNode& s = nodes_[n];
      PairBook::Node node;
      node.alive = s.alive != 0;
      node.fresh = false;
      node.next[0] = s.next_free;
      if (node.alive) {
        if (!live(s.a) || !live(s.b)) return Status::damaged;
        node.a = s.a;
        node.b = s.b;
        node.row = s.row;
        node.meets = s.row != PairBook::kNone;
        node.status = static_cast<Status>(s.status);
      }
      nodes_made_[n] = node;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r] >= nodes_.size()) return Status::damaged;
      const PairBook::Node& node = nodes_made_[rows_[r]];
      rows_made_[r] = {node.a, node.b, rows_[r], node.status};
    }
    return to_.book.restore({nodes_made_.data(), nodes_made_.size()}, head_[0].free_node,
                            {rows_made_.data(), rows_made_.size()}, head_[0].begun,
                            objects_.size());
  }

  // Its features may be any: what a search begins with is checked against the shapes.
  static PairCache sound(const PairCache& cache) {
    bool good = cache.size <= 4;
    for (const float x : cache.direction) good = good && is_finite(x);
    return good ? cache : PairCache{};
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
      Status good =
          to_.contacts.restore(n, sound(caches_[n]), contacts_.subspan(contact, s.contacts),
                               corners_.subspan(corner, s.corners));
      if (good == Status::ok) {
        good = to_.contacts.restore_rest(n, to_.book.node(n), to_.objects, rules_);
      }
      if (good != Status::ok) return good;
      contact += s.contacts;
      corner += s.corners;
    }
    return contact == contacts_.size() && corner == corners_.size() ? Status::ok : Status::damaged;
  }

  WorldParts<D, T> to_;
  const ObjectStore<D, T>& now_;
  const LookRules<D, T>& rules_;
  std::span<const SnapshotHead> head_;
  std::span<const SnapshotObject<D, T>> objects_;
  std::span<const SnapshotNode> nodes_;
  std::span<const PairCache> caches_;
  std::span<const std::uint32_t> rows_;
  std::span<const WorldContact<D, T>> contacts_;
  std::span<const ManifoldPoint<D, T>> corners_;
  std::span<const LayerMatrix> layers_;
  Buffer<PairBook::Node> nodes_made_;
  Buffer<WorldPair> rows_made_;
};

}  // namespace masu::detail
