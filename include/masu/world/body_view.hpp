// SPDX-License-Identifier: MIT
// Old name of <masu/mesh/body_view.hpp>, kept until version 0.3.
#pragma once

#include <masu/mesh/body_view.hpp>
