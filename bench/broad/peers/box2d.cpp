// SPDX-License-Identifier: MIT
// Box2D 2.4: its broad phase, with contacts kept as b2ContactManager keeps them; and its dynamic
// tree alone, with one query per object.
#include <box2d/box2d.h>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

b2AABB box_of(Boxes<float> boxes, std::size_t i) {
  b2AABB box;
  box.lowerBound.Set(boxes.min(i)[0], boxes.min(i)[1]);
  box.upperBound.Set(boxes.max(i)[0], boxes.max(i)[1]);
  return box;
}

// Returns the displacement by which the tree may stretch a fat box. Zero if the object moved
// farther than its own size: then it was teleported (b2Body::SetTransform passes no displacement),
// and a stretched box would be useless.
b2Vec2 displacement(const b2AABB& box, b2Vec2 last) {
  const b2Vec2 d = box.GetCenter() - last;
  const b2Vec2 half = box.GetExtents();
  return b2Abs(d.x) > 2 * half.x || b2Abs(d.y) > 2 * half.y ? b2Vec2_zero : d;
}

void* user_data(std::size_t i) {
  return reinterpret_cast<void*>(i);
}
std::size_t index_of(void* data) {
  return reinterpret_cast<std::size_t>(data);
}

// The proxies of a b2BroadPhase or b2DynamicTree, one per box.
template <class ProxyTree>
class Proxies {
 public:
  Proxies(ProxyTree& tree, Boxes<float> boxes) : proxy_tree_(tree) {
    for (std::size_t i = 0; i < boxes.size; ++i) {
      const b2AABB box = box_of(boxes, i);
      proxies_.push_back(proxy_tree_.CreateProxy(box, user_data(i)));
      last_.push_back(box.GetCenter());
    }
  }
  void move(Boxes<float> boxes, Moved moved) {
    moved.for_each([&](std::size_t i) {
      const b2AABB box = box_of(boxes, i);
      proxy_tree_.MoveProxy(proxies_[i], box, displacement(box, last_[i]));
      last_[i] = box.GetCenter();
    });
  }
  int32 operator[](std::size_t i) const { return proxies_[i]; }

 private:
  ProxyTree& proxy_tree_;
  std::vector<int32> proxies_;
  std::vector<b2Vec2> last_;
};

constexpr std::uint32_t kNone = ~std::uint32_t(0);

// A list of contacts per object, as in b2Body. Edge 2c of contact c is in the list of its a, edge
// 2c + 1 in that of its b.
class EdgeLists {
 public:
  struct Edge {
    std::uint32_t other, next, previous;
  };

  explicit EdgeLists(std::size_t objects) : head_(objects, kNone) {}

  std::uint32_t objects() const { return static_cast<std::uint32_t>(head_.size()); }
  std::uint32_t first(std::uint32_t owner) const { return head_[owner]; }
  const Edge& operator[](std::uint32_t e) const { return edges_[e]; }
  bool linked(std::uint32_t a, std::uint32_t b) const {
    for (std::uint32_t e = head_[b]; e != kNone; e = edges_[e].next) {
      if (edges_[e].other == a) return true;
    }
    return false;
  }
  void resize(std::size_t contacts) { edges_.resize(2 * contacts); }
  void link(std::uint32_t contact, std::uint32_t a, std::uint32_t b) {
    insert(2 * contact, a, b);
    insert(2 * contact + 1, b, a);
  }
  void unlink(std::uint32_t contact, std::uint32_t a, std::uint32_t b) {
    erase(2 * contact, a);
    erase(2 * contact + 1, b);
  }

 private:
  void insert(std::uint32_t e, std::uint32_t owner, std::uint32_t other) {
    edges_[e] = {other, head_[owner], kNone};
    if (head_[owner] != kNone) edges_[head_[owner]].previous = e;
    head_[owner] = e;
  }
  void erase(std::uint32_t e, std::uint32_t owner) {
    const Edge edge = edges_[e];
    if (edge.next != kNone) edges_[edge.next].previous = edge.previous;
    (edge.previous != kNone ? edges_[edge.previous].next : head_[owner]) = edge.next;
  }

  std::vector<std::uint32_t> head_;
  std::vector<Edge> edges_;
};

// The broad phase reports a pair of fat boxes once, when a proxy leaves its fat box. The client
// keeps the pair until the fat boxes are apart.
class BroadPhase {
 public:
  BroadPhase(int, Boxes<float> boxes, int) : proxies_(broad_phase_, boxes), edges_(boxes.size) {
    broad_phase_.UpdatePairs(this);
  }

  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    proxies_.move(boxes, moved);
    broad_phase_.UpdatePairs(this);
    collide(boxes, pairs);
  }

  // Called by UpdatePairs, with the same pair again whenever one of the two is re-inserted.
  void AddPair(void* data_a, void* data_b) {
    const auto a = static_cast<std::uint32_t>(index_of(data_a));
    const auto b = static_cast<std::uint32_t>(index_of(data_b));
    if (edges_.linked(a, b)) return;
    const auto contact = static_cast<std::uint32_t>(contacts_.size());
    contacts_.push_back({a, b});
    edges_.resize(contacts_.size());
    edges_.link(contact, a, b);
  }

 private:
  struct Contact {
    std::uint32_t a, b;
  };

  // The last contact moves to the index of the removed one.
  void remove(std::uint32_t c) {
    edges_.unlink(c, contacts_[c].a, contacts_[c].b);
    const auto last = static_cast<std::uint32_t>(contacts_.size() - 1);
    if (c != last) {
      contacts_[c] = contacts_[last];
      edges_.unlink(last, contacts_[last].a, contacts_[last].b);
      edges_.link(c, contacts_[c].a, contacts_[c].b);
    }
    contacts_.pop_back();
    edges_.resize(contacts_.size());
  }

  void collide(Boxes<float> boxes, Pairs& pairs) {
    for (std::uint32_t c = 0; c < contacts_.size();) {
      const auto [a, b] = contacts_[c];
      if (!broad_phase_.TestOverlap(proxies_[a], proxies_[b])) {
        remove(c);
        continue;
      }
      if (boxes.overlap(a, b)) add(pairs, a, b);
      ++c;
    }
  }

  b2BroadPhase broad_phase_;
  Proxies<b2BroadPhase> proxies_;
  EdgeLists edges_;
  std::vector<Contact> contacts_;
};

// As above, for a client that needs only changes: tests only the contacts of moved proxies, and
// keeps the list of pairs from frame to frame.
class Contacts {
 public:
  static constexpr bool kKeepsPairs = true;

  Contacts(int, Boxes<float> boxes, int) : proxies_(broad_phase_, boxes), edges_(boxes.size) {
    broad_phase_.UpdatePairs(this);
  }

  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    proxies_.move(boxes, moved);
    broad_phase_.UpdatePairs(this);
    if (first_) {  // initial contacts, not reported yet
      for (std::uint32_t i = 0; i < edges_.objects(); ++i) test_contacts(i, boxes, pairs);
      first_ = false;
    }
    moved.for_each(
        [&](std::size_t i) { test_contacts(static_cast<std::uint32_t>(i), boxes, pairs); });
  }

  void AddPair(void* data_a, void* data_b) {
    const auto a = static_cast<std::uint32_t>(index_of(data_a));
    const auto b = static_cast<std::uint32_t>(index_of(data_b));
    if (!edges_.linked(a, b)) edges_.link(new_contact(), a, b);
  }

 private:
  std::uint32_t new_contact() {
    if (!free_.empty()) {
      const std::uint32_t contact = free_.back();
      free_.pop_back();
      return contact;
    }
    pair_indices_.push_back(kNone);
    edges_.resize(pair_indices_.size());
    return static_cast<std::uint32_t>(pair_indices_.size() - 1);
  }
  void test_contacts(std::uint32_t i, Boxes<float> boxes, Pairs& pairs) {
    for (std::uint32_t e = edges_.first(i); e != kNone;) {
      const EdgeLists::Edge edge = edges_[e];
      const std::uint32_t contact = e / 2;
      const bool near = broad_phase_.TestOverlap(proxies_[i], proxies_[edge.other]);
      set_touching(contact, near && boxes.overlap(i, edge.other), i, edge.other, pairs);
      if (!near) {
        const bool is_a = e % 2 == 0;
        edges_.unlink(contact, is_a ? i : edge.other, is_a ? edge.other : i);
        free_.push_back(contact);
      }
      e = edge.next;
    }
  }
  void set_touching(std::uint32_t contact, bool touching, std::uint32_t a, std::uint32_t b,
                    Pairs& pairs) {
    std::uint32_t& index = pair_indices_[contact];
    if (touching == (index != kNone)) return;
    if (touching) {
      index = static_cast<std::uint32_t>(pairs.size());
      add(pairs, a, b);
      owners_.push_back(contact);
      return;
    }
    pairs[index] = pairs.back();
    owners_[index] = owners_.back();
    pair_indices_[owners_[index]] = index;
    pairs.pop_back();
    owners_.pop_back();
    index = kNone;
  }

  b2BroadPhase broad_phase_;
  Proxies<b2BroadPhase> proxies_;
  EdgeLists edges_;
  std::vector<std::uint32_t> pair_indices_;  // by contact: index of its pair, or kNone
  std::vector<std::uint32_t> owners_;        // by pair: its contact
  std::vector<std::uint32_t> free_;          // contacts
  bool first_ = true;
};

// Moves the proxies in the tree, then makes one query per object; keeps no contacts.
class Tree {
 public:
  Tree(int, Boxes<float> boxes, int) : proxies_(tree_, boxes) {}

  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    proxies_.move(boxes, moved);
    boxes_ = boxes;
    pairs_ = &pairs;
    for (object_ = 0; object_ < boxes.size; ++object_) tree_.Query(this, box_of(boxes, object_));
  }

  bool QueryCallback(int32 proxy) {
    const std::size_t other = index_of(tree_.GetUserData(proxy));
    if (object_ < other && boxes_.overlap(object_, other)) add(*pairs_, object_, other);
    return true;
  }

 private:
  b2DynamicTree tree_;
  Proxies<b2DynamicTree> proxies_;
  Boxes<float> boxes_{};
  Pairs* pairs_ = nullptr;
  std::size_t object_ = 0;
};

const masu_peer kPeers[] = {make_peer<BroadPhase, float>("box2d:broad_phase", "2.4.1", kFlat),
                            make_peer<Contacts, float>("box2d:contacts", "2.4.1", kFlat),
                            make_peer<Tree, float>("box2d:tree", "2.4.1", kFlat)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
