// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/v_clip.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/v_clip.hpp>
