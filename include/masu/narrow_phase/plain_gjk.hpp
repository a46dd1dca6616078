// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/plain_gjk.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/plain_gjk.hpp>
