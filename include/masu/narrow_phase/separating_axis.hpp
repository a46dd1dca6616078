// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/separating_axis.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/separating_axis.hpp>
