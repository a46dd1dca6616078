// SPDX-License-Identifier: MIT
// Old name, of version 0.1, of <masu/broad_phase/registered_orthtree.hpp>.
#pragma once

#include <masu/broad_phase/registered_orthtree.hpp>
