// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/complete_tree.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/complete_tree.hpp>
