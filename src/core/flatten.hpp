// SPDX-License-Identifier: MIT
// Which functions are compiled with all that they call inside.
#pragma once

// For the entry points of small operations, where calls between their parts would cost a tenth: the
// compiler's own budget for inlining is spent on whichever class of a file comes first.
#if defined(__GNUC__)
#define MASU_FLATTEN __attribute__((flatten))
#else
#define MASU_FLATTEN
#endif
