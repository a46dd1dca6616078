// SPDX-License-Identifier: MIT
// A 2D game loop: walls from a tile map, layers, coins that are sensors, guards that see the hero
// unless a wall hides it, and bullets that pass through no wall at any speed.
#include <cstdio>

#include <masu/masu.hpp>

namespace {

using masu::Handle;
using masu::Status;
using masu::Vec2f;

enum Layer : std::uint8_t { kWall, kHero, kGuard, kCoin, kBullet };

constexpr int kWidth = 20, kHeight = 7;
constexpr const char* kMap[kHeight] = {"####################",  //
                                       "#   #     #      g #",  //
                                       "#   #     #        #",  //
                                       "# h     c          #",  //
                                       "#         #        #",  //
                                       "#         #   g    #",  //
                                       "####################"};

class Game {
 public:
  bool load();
  bool frame(int number);

 private:
  bool add(const masu::Circle<float>& shape, const Vec2f& position,
           const masu::ObjectOptions& options, Handle* handle = nullptr);
  Vec2f position_of(Handle h) const { return world_.find(h)->pose.translation; }
  masu::LayerMatrix rules() const;
  bool report_impacts(int number);
  bool collect_coins(int number);
  bool push_hero_out();
  bool update_guards(int number);
  bool can_see_hero(Handle guard) const;
  bool shoot(Handle guard);

  masu::TileGrid<2, float> walls_;  // declared first: the world refers to it
  masu::World<2> world_;
  Handle hero_, bullet_, guards_[2];
  bool alarmed_[2] = {};
  int guard_count_ = 0;
};

// Returns which layers collide. By default all do.
masu::LayerMatrix Game::rules() const {
  masu::LayerMatrix layers;
  for (const Layer other : {kWall, kGuard, kCoin, kBullet}) (void)layers.set(kCoin, other, false);
  (void)layers.set(kBullet, kBullet, false);
  (void)layers.set(kBullet, kHero, false);  // the hero shoots it
  return layers;
}

bool Game::add(const masu::Circle<float>& shape, const Vec2f& position,
               const masu::ObjectOptions& options, Handle* handle) {
  const masu::InsertResult added = world_.add(shape, {position, {}}, options);
  if (handle != nullptr) *handle = added.handle;
  return added.status == Status::ok;
}

bool Game::load() {
  if (walls_.build({kWidth, kHeight}, {1, 1}) != Status::ok) return false;
  if (world_.set_layers(rules()) != Status::ok) return false;
  bool ok = true;
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      const Vec2f center{float(x) + 0.5f, float(y) + 0.5f};
      switch (kMap[kHeight - 1 - y][x]) {
        case '#': ok &= walls_.set({x, y}, masu::Tile::solid) == Status::ok; break;
        case 'h': ok &= add({0.4f}, center, {.layer = kHero}, &hero_); break;
        case 'c': ok &= add({0.3f}, center, {.layer = kCoin, .sensor = true}); break;
        case 'g':
          ok &= add({0.4f}, center, {.user_data = std::uint64_t(guard_count_), .layer = kGuard},
                    &guards_[guard_count_]);
          ++guard_count_;
          break;
      }
    }
  }
  return ok && world_.add(walls_, {}, {.layer = kWall, .fixed = true}).status == Status::ok;
}

// Line of sight: casts a ray from the guard that hits only walls and the hero. The ray ends at the
// hero's center (t = 1), so its first hit is the hero or a wall in between.
bool Game::can_see_hero(Handle guard) const {
  const Vec2f eye = position_of(guard);
  const masu::Filter sight = world_.layers().filter(kGuard, {kWall, kHero});
  const auto hit = world_.ray_cast({eye, position_of(hero_) - eye, 1}, sight);
  return hit.hit && hit.object == hero_;
}

// Moves the bullet ten tiles in one frame. With `continuous`, update() reports what it hits.
bool Game::shoot(Handle guard) {
  const Vec2f from = position_of(hero_), offset = position_of(guard) - from;
  return add({0.05f}, from, {.layer = kBullet, .continuous = true}, &bullet_) &&
         world_.move(bullet_, {from + offset * (10 / masu::length(offset)), {}}) == Status::ok;
}

// Pushes the hero out of walls along the normal of each contact. The world corrects the normals at
// internal edges between tiles, so the hero slides smoothly along a row of tiles.
bool Game::push_hero_out() {
  Vec2f position = position_of(hero_);
  (void)world_.for_each_pair_of(hero_, [&](const masu::WorldPair& pair) {
    const float side = pair.a == hero_ ? -1.0f : 1.0f;  // normals point from a to b
    for (const auto& contact : world_.contacts(pair)) {
      position = position + contact.normal * (side * contact.depth());
    }
  });
  return world_.move(hero_, {position, {}}) == Status::ok;
}

bool Game::report_impacts(int number) {
  if (world_.impacts().empty()) return true;
  const auto& first = world_.impacts().front();  // the list is sorted by time
  const auto target = world_.find(first.a == bullet_ ? first.b : first.a);
  const bool guard = target->options.layer == kGuard;
  std::printf("frame %d: the bullet hits %s\n", number, guard ? "a guard" : "a wall");
  if (guard && world_.remove(guards_[target->options.user_data]) != Status::ok) return false;
  return world_.remove(bullet_) == Status::ok;
}

bool Game::collect_coins(int number) {
  for (const masu::WorldPair& pair : world_.began()) {
    for (const Handle h : {pair.a, pair.b}) {
      if (!world_.contains(h) || world_.find(h)->options.layer != kCoin) continue;
      std::printf("frame %d: a coin\n", number);
      if (world_.remove(h) != Status::ok) return false;
    }
  }
  return true;
}

bool Game::update_guards(int number) {
  for (int g = 0; g < guard_count_; ++g) {
    if (!world_.contains(guards_[g])) continue;
    const bool seen = can_see_hero(guards_[g]);
    if (seen != alarmed_[g]) {
      std::printf("frame %d: guard %d %s the hero\n", number, g, seen ? "sees" : "has lost");
      if (seen && !shoot(guards_[g])) return false;
    }
    alarmed_[g] = seen;
  }
  return true;
}

bool Game::frame(int number) {
  const Vec2f step{0.25f, number > 30 ? 0.25f : 0.0f};  // the player's input
  if (world_.move(hero_, {position_of(hero_) + step, {}}) != Status::ok) return false;
  if (world_.update().status != Status::ok) return false;
  if (!report_impacts(number) || !collect_coins(number)) return false;
  if (!push_hero_out() || !update_guards(number)) return false;
  const Vec2f p = position_of(hero_);
  if (number % 10 == 0) std::printf("frame %d: the hero is at %.2f, %.2f\n", number, p[0], p[1]);
  return true;
}

}  // namespace

int main() {
  Game game;
  if (!game.load()) return 1;
  for (int number = 1; number <= 40; ++number) {
    if (!game.frame(number)) return 1;
  }
}
// Output: frame 10: the hero is at 5.00, 3.50
// Output: frame 20: the hero is at 7.50, 3.50
// Output: frame 22: a coin
// Output: frame 26: guard 1 sees the hero
// Output: frame 27: the bullet hits a wall
// Output: frame 30: guard 0 sees the hero
// Output: frame 30: the hero is at 10.00, 3.50
// Output: frame 31: the bullet hits a guard
// Output: frame 40: the hero is at 12.59, 5.04
