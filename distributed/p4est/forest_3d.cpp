// SPDX-License-Identifier: MIT
#include <p4est_to_p8est.h>

#include "forest_2d.cpp"
