// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/sorts.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/sorts.hpp>
