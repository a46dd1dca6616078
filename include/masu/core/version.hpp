// SPDX-License-Identifier: MIT
// The version a program runs with.
#pragma once

namespace masu {

// "major.minor.patch" of the linked library.
const char* version();

}  // namespace masu
