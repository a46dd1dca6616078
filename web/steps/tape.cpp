// SPDX-License-Identifier: MIT
#include "steps/tape.hpp"

using namespace masu::steps;

MASU_STEPS(input) double* steps_input(std::uint32_t count) {
  input().resize(count);
  return input().data();
}

MASU_STEPS(output) const double* steps_output() {
  return output().data();
}
