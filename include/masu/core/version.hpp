// SPDX-License-Identifier: MIT
// version(): the version of the library that a program is linked with.
#pragma once

namespace masu {

// Returns "major.minor.patch" of the linked library.
const char* version();

}  // namespace masu
