// SPDX-License-Identifier: MIT
// The old name of masu/textbook/gift_wrapping3.hpp; version 0.3 removes it.
#pragma once

#include <masu/textbook/gift_wrapping3.hpp>
