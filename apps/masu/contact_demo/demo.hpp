// SPDX-License-Identifier: MIT
// What `masu contact-demo` runs: one scene by one solver, as JSON and as a picture.
#pragma once

#include <functional>
#include <string>

#include <solvers/record.hpp>

namespace masu::cli {

struct DemoOptions {
  std::string solver;
  double seconds = 10;
  double steps_a_second = 0;  // 0: the solver's own
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
// A box turns and sinks into another: the force of the contact volume beside that of springs at
// the vertices of the contact area. Nothing of the options matters.
Demo turn_demo();

}  // namespace masu::cli
