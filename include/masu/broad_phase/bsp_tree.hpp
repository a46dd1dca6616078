// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/bsp_tree.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/bsp_tree.hpp>
