// SPDX-License-Identifier: MIT
#include <masu/core/version.hpp>

namespace masu {

const char* version() {
  return MASU_VERSION;
}

}  // namespace masu
