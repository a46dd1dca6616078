// SPDX-License-Identifier: MIT
// Your own collision test: can a shoulder point its arm in a direction?
#include <cstdio>
#include <vector>

#include <masu/textbook/spherical_region.hpp>

int main() {
  // A right arm. y is down, as it hangs; x out to the side; z to the front.
  const std::vector<masu::Vec3f> range = {{0.2f, 1, -1},    {1, 0.3f, -0.8f},  {1, -1, -0.3f},
                                          {0.5f, -2, 0.6f}, {-0.6f, -0.5f, 1}, {-0.5f, 1, 0.6f}};
  masu::SphericalRegion<float> shoulder;
  if (shoulder.build(range, {0.3f, 1, 0.2f}) != masu::Status::ok) return 1;
  const auto say = [&](const char* what, const masu::Vec3f& arm) {
    std::printf("%s: %s\n", what, shoulder.contains(arm) ? "yes" : "no");
  };
  say("out to the side", {1, 0, 0});
  say("waving", {1, -0.8f, 0.2f});
  say("straight back", {0, 0, -1});
  say("through the chest", {-1, 0, 0});
}
// Output: out to the side: yes
// Output: waving: yes
// Output: straight back: no
// Output: through the chest: no
