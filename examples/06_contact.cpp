// SPDX-License-Identifier: MIT
// The contact of two shapes: penetration depth, normal, contact area and time of impact.
#include <cstdio>

#include <masu/masu.hpp>

int main() {
  const masu::Box<3, float> crate{{1, 1, 1}};
  const masu::Transform3f pose{{0.5f, 1.75f, 0}, {}};
  const auto s = masu::penetration(crate, {}, crate, pose);
  std::printf("depth %g, out along (%g, %g, %g)\n", s.depth(), s.normal[0], s.normal[1],
              s.normal[2]);
  const auto area = masu::manifold(crate, {}, crate, pose);
  for (const auto& p : area.all()) std::printf("corner (%g, %g)\n", p.point_a[0], p.point_a[2]);
  const auto cast = masu::shape_cast(crate, {}, masu::Sphere<3, float>{0.5f},
                                     masu::Transform3f{{9, 0, 0}, {}}, {-10, 0, 0});
  std::printf("a ball hits at t = %g\n", cast.t);
}
// Output: depth 0.25, out along (0, 1, 0)
// Output: corner (1, -1)
// Output: corner (-0.5, -1)
// Output: corner (-0.5, 1)
// Output: corner (1, 1)
// Output: a ball hits at t = 0.75
