// SPDX-License-Identifier: MIT
// Box2D 2.4: its broad phase with contacts kept as b2ContactManager keeps them, and its dynamic
// tree alone with one query an object.
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

// What the tree may foresee of a motion. An object that went further than its own size was put
// there (b2Body::SetTransform passes no displacement): its box would be stretched to no use.
b2Vec2 displacement(const b2AABB& box, b2Vec2 last) {
  const b2Vec2 d = box.GetCenter() - last;
  const b2Vec2 half = box.GetExtents();
  return b2Abs(d.x) > 2 * half.x || b2Abs(d.y) > 2 * half.y ? b2Vec2_zero : d;
}

void* user_data(std::size_t i) {
  return reinterpret_cast<void*>(i);
}
std::size_t place_of(void* data) {
  return reinterpret_cast<std::size_t>(data);
}

// The broad phase reports pairs of fat boxes once, when a proxy leaves its fat box: the client
// remembers them (a list of contacts at each object) until the fat boxes part.
class BroadPhase {
 public:
  BroadPhase(int, Boxes<float> boxes, int) : head_(boxes.size, kNone) {
    for (std::size_t i = 0; i < boxes.size; ++i) {
      const b2AABB box = box_of(boxes, i);
      proxies_.push_back(broad_phase_.CreateProxy(box, user_data(i)));
      last_.push_back(box.GetCenter());
    }
    broad_phase_.UpdatePairs(this);
  }

  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    moved.for_each([&](std::size_t i) {
      const b2AABB box = box_of(boxes, i);
      broad_phase_.MoveProxy(proxies_[i], box, displacement(box, last_[i]));
      last_[i] = box.GetCenter();
    });
    broad_phase_.UpdatePairs(this);
    collide(boxes, pairs);
  }

  // Called by UpdatePairs; the same pair comes again whenever one of the two is re-inserted.
  void AddPair(void* data_a, void* data_b) {
    const auto a = static_cast<std::uint32_t>(place_of(data_a));
    const auto b = static_cast<std::uint32_t>(place_of(data_b));
    for (std::uint32_t e = head_[b]; e != kNone; e = edges_[e].next) {
      if (edges_[e].other == a) return;
    }
    const auto contact = static_cast<std::uint32_t>(contacts_.size());
    contacts_.push_back({a, b});
    edges_.resize(2 * contacts_.size());
    link(2 * contact, a, b);
    link(2 * contact + 1, b, a);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t(0);
  struct Contact {
    std::uint32_t a, b;
  };
  // Contact c has edge 2c in the list of its a, and 2c + 1 in that of its b.
  struct Edge {
    std::uint32_t other, next, previous;
  };

  void link(std::uint32_t e, std::uint32_t owner, std::uint32_t other) {
    edges_[e] = {other, head_[owner], kNone};
    if (head_[owner] != kNone) edges_[head_[owner]].previous = e;
    head_[owner] = e;
  }
  void unlink(std::uint32_t e, std::uint32_t owner) {
    const Edge edge = edges_[e];
    if (edge.next != kNone) edges_[edge.next].previous = edge.previous;
    (edge.previous != kNone ? edges_[edge.previous].next : head_[owner]) = edge.next;
  }
  // The last contact takes the place of the removed one.
  void remove(std::uint32_t c) {
    unlink(2 * c, contacts_[c].a);
    unlink(2 * c + 1, contacts_[c].b);
    const auto last = static_cast<std::uint32_t>(contacts_.size() - 1);
    if (c != last) {
      contacts_[c] = contacts_[last];
      unlink(2 * last, contacts_[last].a);
      unlink(2 * last + 1, contacts_[last].b);
      link(2 * c, contacts_[c].a, contacts_[c].b);
      link(2 * c + 1, contacts_[c].b, contacts_[c].a);
    }
    contacts_.pop_back();
    edges_.resize(2 * contacts_.size());
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
  std::vector<int32> proxies_;
  std::vector<b2Vec2> last_;
  std::vector<std::uint32_t> head_;
  std::vector<Contact> contacts_;
  std::vector<Edge> edges_;
};

// The same for a client who wants what changed: only the contacts of moved proxies are looked at,
// and the list of pairs is kept from frame to frame.
class Contacts {
 public:
  static constexpr bool kKeepsPairs = true;

  Contacts(int, Boxes<float> boxes, int) : head_(boxes.size, kNone) {
    for (std::size_t i = 0; i < boxes.size; ++i) {
      const b2AABB box = box_of(boxes, i);
      proxies_.push_back(broad_phase_.CreateProxy(box, user_data(i)));
      last_.push_back(box.GetCenter());
    }
    broad_phase_.UpdatePairs(this);
  }

  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    moved.for_each([&](std::size_t i) {
      const b2AABB box = box_of(boxes, i);
      broad_phase_.MoveProxy(proxies_[i], box, displacement(box, last_[i]));
      last_[i] = box.GetCenter();
    });
    broad_phase_.UpdatePairs(this);
    if (first_) {  // contacts of the start, before anything was reported
      for (std::uint32_t i = 0; i < head_.size(); ++i) look_at(i, boxes, pairs);
      first_ = false;
    }
    moved.for_each([&](std::size_t i) { look_at(static_cast<std::uint32_t>(i), boxes, pairs); });
  }

  void AddPair(void* data_a, void* data_b) {
    const auto a = static_cast<std::uint32_t>(place_of(data_a));
    const auto b = static_cast<std::uint32_t>(place_of(data_b));
    for (std::uint32_t e = head_[b]; e != kNone; e = edges_[e].next) {
      if (edges_[e].other == a) return;
    }
    std::uint32_t contact = free_;
    if (contact != kNone) {
      free_ = edges_[2 * contact].next;
    } else {
      contact = static_cast<std::uint32_t>(places_.size());
      places_.push_back(kNone);
      edges_.resize(2 * places_.size());
    }
    places_[contact] = kNone;
    link(2 * contact, a, b);
    link(2 * contact + 1, b, a);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t(0);
  struct Edge {
    std::uint32_t other, next, previous;
  };

  void look_at(std::uint32_t i, Boxes<float> boxes, Pairs& pairs) {
    for (std::uint32_t e = head_[i]; e != kNone;) {
      const Edge edge = edges_[e];
      const std::uint32_t contact = e / 2;
      const bool near = broad_phase_.TestOverlap(proxies_[i], proxies_[edge.other]);
      set_touching(contact, near && boxes.overlap(i, edge.other), i, edge.other, pairs);
      if (!near) drop(e, i, edge.other);
      e = edge.next;
    }
  }
  void set_touching(std::uint32_t contact, bool touching, std::uint32_t a, std::uint32_t b,
                    Pairs& pairs) {
    std::uint32_t& place = places_[contact];
    if (touching == (place != kNone)) return;
    if (touching) {
      place = static_cast<std::uint32_t>(pairs.size());
      add(pairs, a, b);
      owners_.push_back(contact);
      return;
    }
    pairs[place] = pairs.back();
    owners_[place] = owners_.back();
    places_[owners_[place]] = place;
    pairs.pop_back();
    owners_.pop_back();
    place = kNone;
  }
  void link(std::uint32_t e, std::uint32_t owner, std::uint32_t other) {
    edges_[e] = {other, head_[owner], kNone};
    if (head_[owner] != kNone) edges_[head_[owner]].previous = e;
    head_[owner] = e;
  }
  void unlink(std::uint32_t e, std::uint32_t owner) {
    const Edge edge = edges_[e];
    if (edge.next != kNone) edges_[edge.next].previous = edge.previous;
    (edge.previous != kNone ? edges_[edge.previous].next : head_[owner]) = edge.next;
  }
  void drop(std::uint32_t e, std::uint32_t owner, std::uint32_t other) {
    unlink(e, owner);
    unlink(e ^ 1, other);
    edges_[e & ~1u].next = free_;
    free_ = e / 2;
  }

  b2BroadPhase broad_phase_;
  std::vector<int32> proxies_;
  std::vector<b2Vec2> last_;
  std::vector<std::uint32_t> head_;
  std::vector<Edge> edges_;            // contact c has 2c and 2c + 1
  std::vector<std::uint32_t> places_;  // by contact: its place among the pairs, if it touches
  std::vector<std::uint32_t> owners_;  // by pair: its contact
  std::uint32_t free_ = kNone;
  bool first_ = true;
};

// Moves the proxies in the tree, then asks it once for each object: pays for no contacts.
class Tree {
 public:
  Tree(int, Boxes<float> boxes, int) {
    for (std::size_t i = 0; i < boxes.size; ++i) {
      const b2AABB box = box_of(boxes, i);
      proxies_.push_back(tree_.CreateProxy(box, user_data(i)));
      last_.push_back(box.GetCenter());
    }
  }

  void frame(Boxes<float> boxes, Moved moved, Pairs& pairs) {
    moved.for_each([&](std::size_t i) {
      const b2AABB box = box_of(boxes, i);
      tree_.MoveProxy(proxies_[i], box, displacement(box, last_[i]));
      last_[i] = box.GetCenter();
    });
    boxes_ = boxes;
    pairs_ = &pairs;
    for (place_ = 0; place_ < boxes.size; ++place_) tree_.Query(this, box_of(boxes, place_));
  }

  bool QueryCallback(int32 proxy) {
    const std::size_t other = place_of(tree_.GetUserData(proxy));
    if (place_ < other && boxes_.overlap(place_, other)) add(*pairs_, place_, other);
    return true;
  }

 private:
  b2DynamicTree tree_;
  std::vector<int32> proxies_;
  std::vector<b2Vec2> last_;
  Boxes<float> boxes_{};
  Pairs* pairs_ = nullptr;
  std::size_t place_ = 0;
};

const masu_peer kPeers[] = {make_peer<BroadPhase, float>("box2d:broad_phase", "2.4.1", kFlat),
                            make_peer<Contacts, float>("box2d:contacts", "2.4.1", kFlat),
                            make_peer<Tree, float>("box2d:tree", "2.4.1", kFlat)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
