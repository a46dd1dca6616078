// SPDX-License-Identifier: MIT
// The name of a header of version 0.1.
#pragma once

#include <masu/broad_phase/registered_orthtree.hpp>
