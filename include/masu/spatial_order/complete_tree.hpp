// SPDX-License-Identifier: MIT
// The old name of masu/textbook/complete_tree.hpp; version 0.3 removes it.
#pragma once

#include <masu/textbook/complete_tree.hpp>
