// SPDX-License-Identifier: MIT
// The functions that masu.h defines inline, as functions of the library, for bindings that find
// calls by name and cannot compile a header.
#define MASU_INLINE
#include <masu/c/masu.h>
