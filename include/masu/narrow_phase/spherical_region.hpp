// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/spherical_region.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/spherical_region.hpp>
