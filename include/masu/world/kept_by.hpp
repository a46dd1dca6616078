// SPDX-License-Identifier: MIT
// Old name of <masu/world/tracked_pairs.hpp>, kept until version 0.3.
#pragma once

#include <masu/world/tracked_pairs.hpp>
