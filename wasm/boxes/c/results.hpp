// SPDX-License-Identifier: MIT
// masu/boxes instead of src/c/results.hpp: the results of an index alone.
#pragma once

#include <masu/world/query_hits.hpp>

#include "c/call.hpp"
#include "c/object.hpp"

struct masu_results final : masu::c::Object {
  explicit masu_results(const masu::c::Memory& storage)
      : Object(masu::c::Tag::results, storage),
        handles(memory().allocator()),
        indices(memory().allocator()) {}
  void destroy() override { masu::c::destroy_as(this); }

  masu::QueryBatch<masu::Handle> handles;
  masu::QueryBatch<std::uint32_t> indices;
};

namespace masu::c {

inline masu_status check_results(const masu_results* results) {
  if (results == nullptr) return MASU_OUT_OF_RANGE;
  return results->tag() == Tag::results ? MASU_OK : MASU_WRONG_FORMAT;
}

}  // namespace masu::c
