// SPDX-License-Identifier: MIT
#include <masu/c/masu.h>

#define MASU_DIMENSION 3
#define MASU_REAL double
#define MASU_OF(name) masu_##name##_3d
#include "c/kind_bodies-inl.hpp"
#include "c/kind_hull-inl.hpp"
#include "c/kind_shapes-inl.hpp"
