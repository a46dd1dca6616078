// SPDX-License-Identifier: MIT
// A platformer's loop: a hero walks up steps, rides a lift, jumps through a one-way platform, and a
// wall pushes it. The hero is not an object of the world: slide() moves it.
#include <algorithm>
#include <cstdio>

#include <masu/masu.hpp>

namespace {

using Vec = masu::Vec2f;
using Pose = masu::Transform2f;

constexpr float kFrame = 1.0f / 60, kGravity = 25, kJump = 11, kSpeed = 4;
enum Name : std::uint64_t { nothing, floor, step, lift, plank, wall };
const char* const kNames[] = {"nothing", "floor", "step", "lift", "plank", "wall"};

class Game {
 public:
  Game() {
    add(floor, {0, -1}, {40, 1});
    add(step, {4, 0.15f}, {0.5f, 0.15f});
    add(step, {8, 0.3f}, {3.5f, 0.3f});
    plank_ = add(plank, {7, 2.4f}, {1.5f, 0.1f});
    lift_ = add(lift, lift_center(0), {1, 0.1f});
    wall_ = add(wall, wall_center(0), {0.5f, 2});
  }

  // One frame: platforms move, carry() moves the hero along, then slide() moves it by its velocity.
  bool update(float walk, bool jump) {
    ++frame_;
    const masu::ObstacleMotion<2, float> moved[] = {move(lift_, lift_center(frame_)),
                                                    move(wall_, wall_center(frame_))};
    const auto counts = [&](const masu::SlideObstacle<2, float>& o) {
      return obstacles_.object(o.body()) != plank_ || o.gap({0, 1}) >= 0;
    };
    const auto carried = masu::carry(hero_, moved, obstacles_, options_, counts);
    if (carried.status != masu::Status::ok || carried.crushed) return false;

    velocity_[0] = walk * kSpeed;
    if (on_ground_) velocity_[1] = 0;
    if (jump && on_ground_) velocity_ = Vec{0, kJump} + carried.ground_displacement * (1 / kFrame);
    velocity_[1] -= kGravity * kFrame;
    const auto r = masu::slide(hero_, velocity_ * kFrame, obstacles_, options_, {}, counts);
    if (r.status != masu::Status::ok) return false;
    on_ground_ = r.on_ground;
    velocity_[1] = std::min(velocity_[1], r.displacement[1] / kFrame);  // ceilings stop a jump
    const auto ground = world_.find(obstacles_.object(r.ground_body));
    ground_ = ground ? Name(ground->options.user_data) : nothing;
    return world_.update().status == masu::Status::ok;
  }
  void print() const {
    std::printf("%d: %5.2f %5.2f on %s\n", frame_, hero_.position[0], hero_.position[1] - 0.6f,
                kNames[ground_]);
  }
  const Vec& position() const { return hero_.position; }

 private:
  masu::Handle add(Name name, const Vec& center, const Vec& half) {
    return world_.add(masu::Box<2, float>{half}, {center, {}}, {.user_data = name}).handle;
  }
  masu::ObstacleMotion<2, float> move(masu::Handle h, const Vec& to) {
    const Pose before = world_.find(h)->pose;
    if (world_.move(h, {to, {}}) != masu::Status::ok) return {};
    return obstacles_.motion(h, before);
  }
  // The lift goes up by 3 m and down in 4 seconds. The wall waits, then sweeps the plank clean.
  static Vec lift_center(int frame) {
    const int phase = frame % 240;
    return {12.6f, 0.5f + 0.025f * float(phase < 120 ? phase : 240 - phase)};
  }
  static Vec wall_center(int frame) {
    return {10.0f - 0.05f * float(std::clamp(frame - 480, 0, 100)), 4.6f};
  }

  masu::World<2> world_;
  masu::WorldObstacles<2, float> obstacles_{world_};
  masu::Handle plank_, lift_, wall_;
  masu::CapsuleMover<2, float> hero_{{1, 0.61f}, 0.3f, {0, 0.3f}};
  const masu::SlideOptions<2, float> options_{.up = {0, 1}, .step_height = 0.35f, .snap = 0.3f};
  Vec velocity_{};
  bool on_ground_ = false;
  Name ground_ = nothing;
  int frame_ = 0;
};

}  // namespace

int main() {
  Game game;
  for (int frame = 1; frame <= 600; ++frame) {
    // Walk to the lift, ride up, walk back to below the plank, and jump through it.
    const float goal = frame < 234 ? 11.0f : frame < 356 ? 12.6f : 7.0f;
    const float remaining = goal - game.position()[0];
    const float walk = std::clamp(remaining / (kSpeed * kFrame), -1.0f, 1.0f);
    const bool jump = frame == 440;
    if (!game.update(walk, jump)) return 1;
    if (frame % 40 == 0) game.print();
  }
}
// Output: 40:  3.67  0.30 on step
// Output: 80:  6.33  0.60 on step
// Output: 120:  9.00  0.60 on step
// Output: 160: 11.00  0.60 on step
// Output: 200: 11.00  0.60 on step
// Output: 240: 11.47  0.60 on step
// Output: 280: 12.60  1.60 on lift
// Output: 320: 12.60  2.60 on lift
// Output: 360: 12.27  3.60 on lift
// Output: 400: 10.40  0.63 on nothing
// Output: 440:  7.80  0.78 on nothing
// Output: 480:  7.00  2.50 on plank
// Output: 520:  7.00  2.50 on plank
// Output: 560:  5.20  2.39 on nothing
// Output: 600:  6.58  0.60 on step
