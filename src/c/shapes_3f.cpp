// SPDX-License-Identifier: MIT
#include <masu/c/masu.h>

#define MASU_DIMENSION 3
#define MASU_REAL float
#define MASU_OF(name) masu_##name##_3f
#include "c/kind_bodies-inl.hpp"
#include "c/kind_hull-inl.hpp"
#include "c/kind_shapes-inl.hpp"
