// SPDX-License-Identifier: MIT
// The calls of results that are the same for all kinds.
#include "c/results.hpp"
#include "c/layout.hpp"

using namespace masu;
using namespace masu::c;

extern "C" {

masu_status masu_results_create(const masu_allocator* allocator, masu_results** made) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (!Memory(allocator).valid()) return MASU_OUT_OF_RANGE;
  return code(make(allocator, *made));
}
masu_status masu_results_destroy(masu_results* results) {
  if (results == nullptr) return MASU_OK;
  const masu_status status = check_results(results);
  if (status == MASU_OK) results->destroy();
  return status;
}
const uint32_t* masu_results_first(const masu_results* results, size_t* count) {
  if (count != nullptr) *count = 0;
  if (check_results(results) != MASU_OK) return nullptr;
  return give(std::span<const std::uint32_t>(results->handles.first), count);
}
const masu_handle* masu_results_handles(const masu_results* results, size_t* count) {
  if (count != nullptr) *count = 0;
  if (check_results(results) != MASU_OK) return nullptr;
  return plain(give(std::span<const Handle>(results->handles.items), count));
}

}  // extern "C"
