// SPDX-License-Identifier: MIT
// Passes numbers between JavaScript and calls: input() is filled before a call, and what a call
// writes stays until the next. Each call returns how many numbers it wrote.
#pragma once

#include <cstdint>
#include <vector>

#define MASU_STEPS(name) extern "C" __attribute__((export_name("steps_" #name)))

namespace masu::steps {

inline std::vector<double>& input() {
  static std::vector<double> numbers;
  return numbers;
}

// A sequence of numbers.
class Tape {
 public:
  template <class... Numbers>
  void write(Numbers... numbers) {
    (numbers_.push_back(double(numbers)), ...);
  }
  void clear() { numbers_.clear(); }
  std::uint32_t size() const { return std::uint32_t(numbers_.size()); }
  const double* data() const { return numbers_.data(); }
  double& at(std::size_t i) { return numbers_[i]; }

 private:
  std::vector<double> numbers_;
};

inline Tape& output() {
  static Tape tape;
  return tape;
}

// Returns an empty tape, for a call that begins.
inline Tape& cleared_output() {
  output().clear();
  return output();
}

}  // namespace masu::steps
