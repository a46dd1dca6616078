// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/lin_canny.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/lin_canny.hpp>
