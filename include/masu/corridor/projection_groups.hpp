// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/projection_groups.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/projection_groups.hpp>
