// SPDX-License-Identifier: MIT
#include <masu/c/masu.h>

#define MASU_DIMENSION 2
#define MASU_REAL double
#define MASU_OF(name) masu_##name##_2d
#include "c/kind_queries-inl.hpp"
#include "c/kind_slide-inl.hpp"
#include "c/kind_world-inl.hpp"
