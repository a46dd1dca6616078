// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/boxed_walls.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/boxed_walls.hpp>
