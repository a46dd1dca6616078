// SPDX-License-Identifier: MIT
#include <masu/core/assert.hpp>

#include <masu/broad_phase/query_results.hpp>

namespace masu::detail {

void report_refused_insert(Status status) {
  char message[160];
  std::snprintf(message, sizeof(message), "the object was added (it was refused: %s, %s)",
                name(status), describe(status));
  assert_handler()(message, __FILE__, __LINE__);
}

}  // namespace masu::detail
