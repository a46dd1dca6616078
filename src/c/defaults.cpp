// SPDX-License-Identifier: MIT
// The functions that masu.h defines inline, as functions of the library for callers that cannot
// compile a header: those that bind by name.
#define MASU_INLINE
#include <masu/c/masu.h>
