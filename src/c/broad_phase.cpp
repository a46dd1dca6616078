// SPDX-License-Identifier: MIT
// The calls of broad phases that are the same for all kinds.
#include "c/broad_phase.hpp"

using namespace masu;
using namespace masu::c;

extern "C" {

masu_status masu_broad_phase_destroy(masu_broad_phase* broad_phase) {
  if (broad_phase == nullptr) return MASU_OK;
  const masu_status status = check_broad_phase(broad_phase);
  if (status != MASU_OK) return status;
  if (broad_phase->visitors.any() || broad_phase->searches.any()) return MASU_BUSY;
  broad_phase->destroy();
  return MASU_OK;
}
masu_status masu_broad_phase_use(masu_broad_phase* broad_phase, uint32_t method) {
  const masu_status status = check_broad_phase(broad_phase);
  if (status != MASU_OK) return status;
  if (method > MASU_BVH && method != MASU_AUTOMATIC) return MASU_OUT_OF_RANGE;
  if (broad_phase->searches.any()) return MASU_BUSY;
  broad_phase->use(method);
  return MASU_OK;
}
masu_status masu_broad_phase_method(const masu_broad_phase* broad_phase, uint32_t* method) {
  if (method == nullptr) return MASU_OUT_OF_RANGE;
  const masu_status status = check_broad_phase(broad_phase);
  if (status == MASU_OK) *method = broad_phase->method();
  return status;
}
const char* masu_broad_phase_advice(const masu_broad_phase* broad_phase) {
  return check_broad_phase(broad_phase) == MASU_OK ? broad_phase->advice() : "";
}
const masu_index_pair* masu_broad_phase_pairs(const masu_broad_phase* broad_phase, size_t* count) {
  if (count != nullptr) *count = 0;
  if (check_broad_phase(broad_phase) != MASU_OK) return nullptr;
  return plain(give(std::span<const Pair>(broad_phase->pairs), count));
}
size_t masu_broad_phase_size(const masu_broad_phase* broad_phase) {
  return check_broad_phase(broad_phase) == MASU_OK ? broad_phase->size() : 0;
}
const uint32_t* masu_results_indices(const masu_results* results, const uint32_t** first,
                                     size_t* count) {
  if (count != nullptr) *count = 0;
  if (first != nullptr) *first = nullptr;
  if (check_results(results) != MASU_OK) return nullptr;
  if (first != nullptr) *first = results->indices.first.data();
  return give(std::span<const std::uint32_t>(results->indices.items), count);
}

}  // extern "C"
