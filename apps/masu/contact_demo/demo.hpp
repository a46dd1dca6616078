// SPDX-License-Identifier: MIT
// `masu contact-demo`: runs one scene with one solver, and returns JSON and a picture.
#pragma once

#include <functional>
#include <string>

#include <solvers/record.hpp>

namespace masu::cli {

struct DemoOptions {
  std::string solver;
  double seconds = 10;
  double steps_a_second = 0;  // 0: the default of the solver
  int boxes = 10;
  double friction = 0.5;
  double degrees = 20;
};

struct Demo {
  std::string json;
  std::string svg;
};

using Watch = std::function<void(int done, int total)>;

Demo stack_demo(const DemoOptions& options, const Watch& watch);
Demo slope_demo(const DemoOptions& options, const Watch& watch);
// Rotates a box while it sinks into another: compares the force of the contact volume with that of
// springs at the vertices of the contact area. It has no options.
Demo rotation_demo();

}  // namespace masu::cli
