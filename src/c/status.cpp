// SPDX-License-Identifier: MIT
#include <masu/c/masu.h>

#include <masu/core/status.hpp>
#include <masu/core/version.hpp>

namespace {

bool is_cpp(masu_status status) {
  return status >= 0 && status <= masu_status(masu::Status::not_updated);
}

}  // namespace

extern "C" {

const char* masu_version(void) {
  return masu::version();
}
uint32_t masu_c_abi(void) {
  return MASU_C_ABI;
}
const char* masu_status_name(masu_status status) {
  if (status == MASU_THREW) return "threw";
  return is_cpp(status) ? masu::name(static_cast<masu::Status>(status)) : "unknown";
}
const char* masu_status_text(masu_status status) {
  if (status == MASU_THREW) return "a callback threw";
  return is_cpp(status) ? masu::describe(static_cast<masu::Status>(status)) : "unknown status";
}

}  // extern "C"
