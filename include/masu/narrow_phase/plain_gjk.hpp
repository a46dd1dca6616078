// SPDX-License-Identifier: MIT
// Its name in version 0.1; it goes with version 0.3.
#pragma once

#include <masu/textbook/plain_gjk.hpp>
