// SPDX-License-Identifier: MIT
#include "lcp_solver.hpp"

#include <algorithm>

#include <masu/narrow_phase/manifold.hpp>

namespace masu::solvers {
namespace {

// At vertices of one contact area: the normal and two tangents, the first that of the sliding which
// would come without friction. There the pyramid has its corner, mu times the normal force, as the
// cone has.
void make_directions(const Body& a, const Body& b, const Vec3d& position, const Vec3d& fall,
                     const Vec3d& normal, Vec3d (&direction)[3]) {
  Vec3d v = velocity_at(b, position) - velocity_at(a, position);
  if (!a.fixed()) v = v - fall;
  if (!b.fixed()) v = v + fall;
  const Vec3d sliding = v - normal * dot(v, normal);
  const double speed = length(sliding);
  // What is rounding, beside the fall of a step, has no direction.
  const bool slides = speed > 1e-6 * length(fall);
  direction[0] = normal;
  direction[1] = slides ? sliding * (1 / speed) : any_tangent(normal);
  direction[2] = cross(normal, direction[1]);
}

}  // namespace

void LcpSolver::step(World& world, double dt) {
  find_contacts(world, dt);
  accelerate(world, dt);
  make_levers(world);
  make_problem(world, dt);
  sweeps_ = problem_.solve(tolerance, most_sweeps);
  apply(world);
  move(world, dt);
}

void LcpSolver::find_contacts(const World& world, double dt) {
  contacts_.clear();
  for (const Pair pair : search_.find(world.bodies, margin)) {
    const Body& a = world.bodies[pair.a];
    const Body& b = world.bodies[pair.b];
    ManifoldOptions<double> options;
    options.margin = margin;
    const auto area = manifold(a.shape, a.pose, b.shape, b.pose, options);
    if (area.separation.status != Status::ok) continue;
    for (const auto& p : area.all()) {
      Contact& c = contacts_.emplace_back();
      c.pair = pair;
      c.position = (p.point_a + p.point_b) * 0.5;
      c.distance = p.distance;
      make_directions(a, b, c.position, world.gravity * dt, area.normal(), c.direction);
    }
  }
}

void LcpSolver::make_levers(const World& world) {
  of_body_.assign(world.bodies.size(), {});
  levers_.clear();
  for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
    const Contact& c = contacts_[i];
    for (const std::uint32_t end : {c.pair.a, c.pair.b}) {
      if (!world.bodies[end].fixed()) of_body_[end].push_back(i);
    }
    for (const Vec3d& d : c.direction) {
      const auto lever = [&](std::uint32_t end, const Vec3d& push) {
        const Body& body = world.bodies[end];
        const Vec3d arm = cross(c.position - body.pose.translation, push);
        return Lever{end, push, arm, push * body.inverse_mass, inverse_inertia_times(body, arm)};
      };
      levers_.push_back({{lever(c.pair.a, -d), lever(c.pair.b, d)}});
    }
  }
}

void LcpSolver::make_problem(const World& world, double dt) {
  problem_.clear();
  for (std::uint32_t row = 0; row < levers_.size(); ++row) {
    Complementarity::Row r;
    r.b = b(world, row, dt);
    r.l = remembered(world, row);
    r.normal = row - row % 3;
    if (row % 3 != 0) r.mu = world.friction;
    problem_.add(r, row_of_a(row));
  }
}

// Entry j is what a unit impulse of row j changes of the velocity along this row: not 0 only where
// both act on one body that can move.
std::span<const Complementarity::Entry> LcpSolver::row_of_a(std::uint32_t row) {
  entries_.clear();
  const Pair pair = contacts_[row / 3].pair;
  std::vector<std::uint32_t> others = of_body_[pair.a];
  others.insert(others.end(), of_body_[pair.b].begin(), of_body_[pair.b].end());
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  for (const std::uint32_t contact : others) {
    for (std::uint32_t column = 3 * contact; column < 3 * contact + 3; ++column) {
      double value = 0;
      for (const Lever& p : levers_[row].end) {
        for (const Lever& q : levers_[column].end) {
          if (p.body == q.body) value += dot(p.push, q.velocity) + dot(p.arm, q.spin);
        }
      }
      entries_.push_back({column, value});
    }
  }
  return entries_;
}

// The velocity along the row without contact; of a normal also what may be approached, or should be
// parted, in this step.
double LcpSolver::b(const World& world, std::uint32_t row, double dt) const {
  double speed = 0;
  for (const Lever& p : levers_[row].end) {
    const Body& body = world.bodies[p.body];
    speed += dot(p.push, body.velocity) + dot(p.arm, body.spin);
  }
  const double distance = contacts_[row / 3].distance;
  if (row % 3 != 0) return speed;
  if (distance > slack) return speed + distance / dt;
  return speed + recovery * std::min(0.0, distance + slop) / dt;
}

double LcpSolver::remembered(const World& world, std::uint32_t row) const {
  const Contact& c = contacts_[row / 3];
  const auto found = memory_.find(c.pair);
  if (found == memory_.end()) return 0;
  const Vec3d on_a = to_local(world.bodies[c.pair.a], c.position);
  for (const Memory& m : found->second) {
    if (length(m.on_a - on_a) <= same_point) return dot(m.impulse, c.direction[row % 3]);
  }
  return 0;
}

void LcpSolver::apply(World& world) {
  memory_.clear();
  for (std::size_t row = 0; row < levers_.size(); ++row) {
    const double l = problem_.rows()[row].l;
    for (const Lever& p : levers_[row].end) {
      Body& body = world.bodies[p.body];
      body.velocity = body.velocity + p.velocity * l;
      body.spin = body.spin + p.spin * l;
    }
    const Contact& c = contacts_[row / 3];
    auto& memory = memory_[c.pair];
    if (row % 3 == 0) memory.push_back({to_local(world.bodies[c.pair.a], c.position), {}});
    memory.back().impulse = memory.back().impulse + c.direction[row % 3] * l;
  }
}

}  // namespace masu::solvers
