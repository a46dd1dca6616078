// SPDX-License-Identifier: MIT
// The dimension and the scalar of a file of calls, which defines MASU_DIMENSION, MASU_REAL and
// MASU_OF as masu.h does, and includes the calls of kind.h.in that it needs.
#pragma once

#include "c/object.hpp"

namespace {

constexpr int kD = MASU_DIMENSION;
using Real = MASU_REAL;

// Calls f(the object of this dimension and scalar) -> a status; see on() of each kind of object.
template <class Object, class F>
masu_status here(const Object* object, F&& f) {
  return on<kD, Real>(object, f);
}

}  // namespace
