// SPDX-License-Identifier: MIT
// Options of objects: conversions from and to C.
#pragma once

#include <masu/world/world_object.hpp>

#include "c/layout.hpp"

namespace masu::c {

// Reads options from C. Null: the default. MASU_WRONG_FORMAT: another size; MASU_OUT_OF_RANGE: an
// invalid boolean.
inline masu_status read_options(const masu_object_options* input, ObjectOptions& options) {
  options = {};
  if (input == nullptr) return MASU_OK;
  if (input->size != sizeof(*input)) return MASU_WRONG_FORMAT;
  if (input->sensor > 1 || input->continuous > 1 || input->fixed > 1) return MASU_OUT_OF_RANGE;
  options.user_data = input->user_data;
  options.filter = cpp(input->filter);
  options.layer = input->layer;
  options.sensor = input->sensor != 0;
  options.continuous = input->continuous != 0;
  options.fixed = input->fixed != 0;
  options.margin = input->margin;
  options.group = input->group;
  return MASU_OK;
}

inline masu_object_options plain_options(const ObjectOptions& options) {
  masu_object_options r = masu_object_options_default();
  r.user_data = options.user_data;
  r.filter = plain(options.filter);
  r.layer = options.layer;
  r.sensor = options.sensor ? 1 : 0;
  r.continuous = options.continuous ? 1 : 0;
  r.fixed = options.fixed ? 1 : 0;
  r.margin = options.margin;
  r.group = options.group;
  return r;
}

}  // namespace masu::c
