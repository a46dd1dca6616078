// SPDX-License-Identifier: MIT
// Records on a tape: a code, the number of values that follow, and the values.
#pragma once

#include <masu/core/vec.hpp>

#include "steps/tape.hpp"

namespace masu::steps {

// Ends with its scope; the next record begins behind it.
class Record {
 public:
  Record(Tape& tape, int code) : tape_(tape) {
    tape_.write(code, 0);
    begin_ = tape_.size();
  }
  ~Record() { tape_.at(begin_ - 1) = double(tape_.size() - begin_); }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  Record& operator<<(double number) {
    tape_.write(number);
    return *this;
  }
  template <int D>
  Record& operator<<(const Vec<D, double>& v) {
    for (int a = 0; a < D; ++a) tape_.write(v[a]);
    return *this;
  }

 private:
  Tape& tape_;
  std::size_t begin_;
};

}  // namespace masu::steps
