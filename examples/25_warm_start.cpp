// SPDX-License-Identifier: MIT
// A small contact solver shows what warm starting saves: a wall of bricks slides over ice. Contacts
// get their impulse of the last frame by feature id, by position, or not at all. The program prints
// the sweeps over all contacts until no velocity changes by more than a micrometre per second.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

#include <masu/masu.hpp>

namespace {

using Vec = masu::Vec2d;
using World = masu::World<2, double>;
enum class Match { none, position, feature };

constexpr double kFrame = 1.0 / 60;
constexpr double kSpeed = 4;            // metres per second, over the ice
constexpr double kSamePosition = 0.02;  // metres, as in most engines that match by position
constexpr double kTolerance = 1e-6;     // metres per second

struct Body {
  masu::Handle handle;
  Vec position;
  double angle = 0;
  Vec velocity{};
  double spin = 0;
  double inverse_mass = 0, inverse_inertia = 0;

  Vec velocity_at(const Vec& arm) const { return velocity + Vec{-arm[1], arm[0]} * spin; }
  void push(const Vec& impulse, const Vec& arm) {
    velocity = velocity + impulse * inverse_mass;
    spin += inverse_inertia * masu::cross(arm, impulse);
  }
};

struct Contact {
  std::array<std::uint32_t, 4> key;  // pair, sub-shapes, feature id: see docs/world.md
  Body *a, *b;
  Vec local;  // in a's frame, for matching by position
  Vec normal, arm_a, arm_b;
  double distance, friction;
  double impulse[2]{};  // along the normal and along the surface

  Vec direction(int k) const { return k == 0 ? normal : Vec{-normal[1], normal[0]}; }
  void push(int k, double amount) {
    a->push(direction(k) * -amount, arm_a);
    b->push(direction(k) * amount, arm_b);
  }
  // Does one step of sequential impulses and returns the change of the relative velocity.
  double solve() {
    double change = 0;
    for (const int k : {1, 0}) {
      const Vec d = direction(k);
      const double pose_a = masu::cross(arm_a, d), pose_b = masu::cross(arm_b, d);
      const double give = a->inverse_mass + b->inverse_mass + a->inverse_inertia * pose_a * pose_a +
                          b->inverse_inertia * pose_b * pose_b;
      const double gap = distance > 0 ? distance : std::min(0.0, distance + 0.002) * 0.2;
      const double target = k == 0 ? -gap / kFrame : 0;
      const double speed = masu::dot(b->velocity_at(arm_b) - a->velocity_at(arm_a), d);
      const double most = friction * impulse[0];
      double next = impulse[k] + (target - speed) / give;
      next = k == 0 ? std::max(next, 0.0) : std::clamp(next, -most, most);
      push(k, next - impulse[k]);
      change = std::max(change, std::fabs(next - impulse[k]) * give);
      impulse[k] = next;
    }
    return change;
  }
};

class Scene {
 public:
  explicit Scene(Match match) : match_(match) {
    bodies_.reserve(64);  // contacts point to the bodies
    add({200, 1}, {0, -1}, 0);
    for (int row = 0; row < 8; ++row) {
      for (int i = 0; i < 4 - row % 2; ++i) {
        add({0.24, 0.125}, {0.5 * i + 0.25 * (row % 2), 0.125 + 0.25 * row}, 10);
        bodies_.back().velocity = {kSpeed, 0};
      }
    }
  }

  // Returns the number of sweeps, or -1 if a call of the world failed.
  int step() {
    for (Body& b : bodies_) {
      const masu::Rotation<2, double> rotation{1 - b.angle * b.angle / 2, b.angle};  // small angles
      if (world_.move(b.handle, {b.position, rotation}) != masu::Status::ok) return -1;
      if (b.inverse_mass > 0) b.velocity[1] -= 9.81 * kFrame;
    }
    if (world_.update().status != masu::Status::ok) return -1;
    std::swap(old_, contacts_);
    contacts_.clear();
    find(world_.began(), false);
    find(world_.stayed(), true);
    int sweeps = 1;
    while (sweep() > kTolerance && sweeps < 10000) ++sweeps;
    for (Body& b : bodies_) {
      b.position = b.position + b.velocity * kFrame;
      b.angle += b.spin * kFrame;
    }
    return sweeps;
  }
  double height() const { return bodies_.back().position[1]; }
  std::size_t contacts() const { return contacts_.size(); }

 private:
  void add(const Vec& half, const Vec& position, double mass) {
    const masu::Box<2, double> box{half};
    Body b{world_.add(box, {position, {}}, {.user_data = bodies_.size()}).handle, position};
    if (mass > 0) b.inverse_mass = 1 / mass;
    if (mass > 0) b.inverse_inertia = 3 / (mass * masu::dot(half, half));
    bodies_.push_back(b);
  }

  void find(std::span<const masu::WorldPair> pairs, bool known) {
    for (const masu::WorldPair& pair : pairs) {
      Body* const a = &bodies_[world_.find(pair.a)->options.user_data];
      Body* const b = &bodies_[world_.find(pair.b)->options.user_data];
      const bool ice = a->inverse_mass == 0 || b->inverse_mass == 0;
      for (const auto& contact : world_.contacts(pair)) {
        for (const auto& corner : world_.corners(pair, contact)) {
          const Vec midpoint = (corner.point_a + corner.point_b) * 0.5;
          Contact c{{pair.id, contact.sub_shape_a, contact.sub_shape_b, corner.feature_id},
                    a,
                    b,
                    midpoint - a->position,
                    contact.normal,
                    midpoint - a->position,
                    midpoint - b->position,
                    corner.distance,
                    ice ? 0.0 : 0.6};
          if (known) warm_start(c);
          contacts_.push_back(c);
        }
      }
    }
  }
  void warm_start(Contact& c) {
    for (const Contact& o : old_) {
      if (o.key[0] != c.key[0] || match_ == Match::none) continue;
      const bool same = match_ == Match::feature ? o.key == c.key
                                                 : masu::length(o.local - c.local) < kSamePosition;
      if (!same) continue;
      for (int k = 0; k < 2; ++k) c.push(k, c.impulse[k] = o.impulse[k]);
      return;
    }
  }
  double sweep() {
    double change = 0;
    for (Contact& c : contacts_) change = std::max(change, c.solve());
    return change;
  }

  Match match_;
  World world_{{.detail = masu::ContactDetail::areas, .margin = 0.01}};
  std::vector<Body> bodies_;
  std::vector<Contact> contacts_, old_;
};

}  // namespace

int main() {
  int sweeps[3];
  for (const Match match : {Match::none, Match::position, Match::feature}) {
    Scene scene(match);
    int& sum = sweeps[int(match)] = 0;
    for (int frame = 0; frame < 120; ++frame) {
      const int n = scene.step();
      if (n < 0) return 1;
      sum += n;
    }
    const char* names[] = {"no warm start", "by position", "by feature id"};
    std::printf("%-13s %6d sweeps, %d contacts, top at %.2f m\n", names[int(match)], sum,
                int(scene.contacts()), scene.height());
  }
  return sweeps[2] < sweeps[1] && sweeps[1] < sweeps[0] ? 0 : 1;
}
// Output: no warm start  95897 sweeps, 92 contacts, top at 1.87 m
// Output: by position    63999 sweeps, 92 contacts, top at 1.87 m
// Output: by feature id   1497 sweeps, 92 contacts, top at 1.87 m
