// SPDX-License-Identifier: MIT
// The dimensions and scalars that the templates of the library are compiled for. INSTANTIATE(D, T)
// is a macro of the source file, with the explicit instantiations of one dimension and scalar.
#pragma once

#define MASU_FOR_2_AND_3_D(INSTANTIATE) \
  INSTANTIATE(2, float) INSTANTIATE(3, float) INSTANTIATE(2, double) INSTANTIATE(3, double)

// The broad phase only uses boxes, which exist in any dimension: with MASU_ALL_DIMENSIONS it is
// compiled for one and four dimensions too.
#ifdef MASU_ALL_DIMENSIONS
#define MASU_FOR_ALL_D(INSTANTIATE) \
  MASU_FOR_2_AND_3_D(INSTANTIATE)   \
  INSTANTIATE(1, float) INSTANTIATE(4, float) INSTANTIATE(1, double) INSTANTIATE(4, double)
#else
#define MASU_FOR_ALL_D(INSTANTIATE) MASU_FOR_2_AND_3_D(INSTANTIATE)
#endif
