// SPDX-License-Identifier: MIT
// Old name of <masu/textbook/gift_wrapping3.hpp>, kept until version 0.3.
#pragma once

#include <masu/textbook/gift_wrapping3.hpp>
